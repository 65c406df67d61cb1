"""Win chances are held against how games ended."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mischief.arena.calibration import Call, Sitting, by_tenths, error_of, listen
from mischief.cli import build
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


@pytest.mark.parametrize(("judge", "says"), [("search:20it", "Off by"), ("random", "names no win chances")])
def test_the_command_says_how_far_off_chances_are_or_that_there_are_none(judge: str, says: str, tmp_path: Path) -> None:
    plot = tmp_path / "calls.svg"
    words = ["calibrate", TEMPLATE, "--judge", judge, "--player", "random", "-n", "8", "--workers", "1"]
    result = CliRunner().invoke(build(words), [*words, "--plot", str(plot)])
    assert says in result.output + str(result.exception)
    assert plot.exists() == (judge != "random")
