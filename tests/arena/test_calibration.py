"""Win chances are held against how games ended."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mischief.arena.calibration import Call, Sitting, by_tenths, error_of, fit, listen
from mischief.bots.hints import Considered
from mischief.bots.putting_right import AS_FOUND, as_found, chance_of, numbers_of, put_right, right
from mischief.cli import build
from mischief.games.shelf import game, rulebook
from tests.shelf_of_tests import TEMPLATE


def calls(games: int, bend: float) -> list[Call]:
    """Calls about games whose true chances are known: honest ones, or bent away from the middle."""
    chance = random.Random(3)
    found = []
    for _ in range(games):
        true = chance.random()
        said = min(1.0, max(0.0, 0.5 + (true - 0.5) * bend))
        found.append(Call(said, float(chance.random() < true)))
    return found


def test_honest_calls_are_hardly_off_and_bold_ones_are() -> None:
    assert error_of(by_tenths(calls(4000, 1.0))) < 0.02
    assert error_of(by_tenths(calls(4000, 1.5))) > 0.06
    assert error_of(by_tenths(calls(4000, 0.5))) > 0.06


def test_every_call_is_counted_once_and_a_sure_one_among_the_highest() -> None:
    found = by_tenths([Call(0.0, 0.0), Call(0.05, 0.5), Call(1.0, 1.0)])
    assert [(t.count, t.got) for t in found] == [(2, 0.25), (1, 1.0)]


def test_every_game_gives_one_position_and_the_same_seed_the_same() -> None:
    sitting = Sitting(TEMPLATE, 2, {}, "random", "search:20it", 1, 6)
    found = listen(sitting)
    assert len(found) == 6
    assert found == listen(sitting)
    assert all(0 <= call.said <= 1 and call.got in (0, 0.5, 1) for call in found)


@pytest.mark.parametrize(("below", "above"), [(1.6, 1.6), (0.9, 2.0)])
def test_chances_that_are_put_right_come_true(below: float, above: float) -> None:
    """A judge who is too sure, and too hopeful: a fit to some games puts right what it says of others, though it errs
    more where it is hopeful than where it is not."""
    chance, games = random.Random(5), []
    for _ in range(24_000):
        odds = chance.gauss(0.0, 1.2)
        said = chance_of((below if odds < -0.3 else above) * (odds + 0.3))
        games.append(Call(said, float(chance.random() < chance_of(odds))))
    numbers = fit(games[:20_000])
    assert numbers == pytest.approx((-0.3, 1 / below, 1 / above), abs=0.06)
    after = [Call(right(call.said, numbers), call.got) for call in games[20_000:]]
    assert error_of(by_tenths(games[20_000:])) > 0.05
    assert error_of(by_tenths(after)) < 0.025


def test_putting_right_keeps_order_and_what_is_certain() -> None:
    numbers = (-0.4, 0.8, 0.5)
    moves = [Considered(action=1, text="", chance=p / 20, error=0.02) for p in range(21)]
    told = [put_right(move, numbers) for move in moves]
    chances = [move.chance or 0.0 for move in told]
    assert chances == sorted(chances)
    assert (chances[0], chances[-1]) == (0.0, 1.0)
    for at in (4, 12):
        near = [right(at / 20 + d, numbers) for d in (-0.001, 0.001)]
        assert told[at].error == pytest.approx(0.02 * (near[1] - near[0]) / 0.002, rel=0.01), (
            "errors grow as chances do"
        )
    assert [as_found(chance, numbers) for chance in chances] == pytest.approx([p / 20 for p in range(21)])
    assert put_right(moves[3], AS_FOUND) is moves[3]


def test_the_nearest_number_of_seats_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert numbers_of(game(TEMPLATE, 2), with_net=True) == AS_FOUND
    monkeypatch.setattr(rulebook(TEMPLATE), "master_odds", {2: (0.1, 1.0, 1.0), 4: (0.2, 1.0, 1.0)})
    known = [numbers_of(game(TEMPLATE, seats), with_net=True) for seats in (2, 3, 4)]
    assert known == [(0.1, 1.0, 1.0), (0.1, 1.0, 1.0), (0.2, 1.0, 1.0)]
    assert numbers_of(game(TEMPLATE, 2), with_net=False) == AS_FOUND, "a search without a net errs otherwise"


@pytest.mark.parametrize(("judge", "says"), [("search:20it", "Off by"), ("random", "names no win chances")])
def test_the_command_says_how_far_off_chances_are_or_that_there_are_none(judge: str, says: str, tmp_path: Path) -> None:
    plot = tmp_path / "calls.svg"
    words = ["calibrate", TEMPLATE, "--judge", judge, "--player", "random", "-n", "8", "--workers", "1", "--fit"]
    result = CliRunner().invoke(build(words), [*words, "--plot", str(plot)])
    assert says in result.output + str(result.exception)
    assert plot.exists() == (judge != "random")
