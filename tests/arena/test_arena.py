"""Matches are fair, their files survive anything, and their figures are right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import mischief
from mischief.arena.match import Match, Played, plan, play, team_of
from mischief.arena.plot import draw
from mischief.arena.results import BadResults, Ledger, read_results
from mischief.arena.running import run
from mischief.arena.shares import interval
from mischief.arena.standings import ratings, standings
from mischief.bots.levels import BadBot
from mischief.engine.errors import BadOption
from tests.shelf_of_tests import ALL_GAMES, TEMPLATE, title


def arena(*words: str) -> list[str]:
    return [sys.executable, "-m", "mischief", "arena", *words]


def played(index: int, seating: list[int], payoffs: list[float]) -> Played:
    places = [1 + sum(b > a for b in payoffs) for a in payoffs]
    scores = [int(p * 10) for p in payoffs]
    return Played(
        index=index,
        seed=1 + index // len(seating),
        seating=seating,
        payoffs=payoffs,
        scores=scores,
        places=places,
        decisions=10,
        seconds=0.1,
    )


def test_every_bot_sits_in_every_seat_equally_often_on_every_seed() -> None:
    match = plan("piratz", ["heuristic", "easy", "random"])
    assert match.seats == 3
    seen = Counter((match.seed_of(i), seat, bot) for i in range(9) for seat, bot in enumerate(match.seating(i)))
    assert len(seen) == 27
    assert set(seen.values()) == {1}


def test_the_last_bot_named_fills_the_table() -> None:
    assert plan("piratz", ["heuristic", "random"], seats=4).bots == ["heuristic", "random", "random", "random"]


def test_teams_fill_all_seats_and_meet_the_same_seeds() -> None:
    match = plan("doctor-rat", ["heuristic", "random"])
    assert match.teams
    assert [match.seating(i)[0] for i in range(4)] == [0, 1, 0, 1]
    assert [match.seed_of(i) for i in range(4)] == [1, 1, 2, 2]
    assert team_of("search:1s+heuristic", 3) == ["search:1s", "heuristic", "heuristic"]


@pytest.mark.parametrize(
    ("bots", "seats"), [([], None), (["nobody"], None), (["random"] * 5, 4), (["random+heuristic", "random"], 2)]
)
def test_an_impossible_line_up_is_refused(bots: list[str], seats: int | None) -> None:
    with pytest.raises(BadBot):
        plan("piratz", bots, seats)


@pytest.mark.parametrize("name", ALL_GAMES, ids=title)
def test_bots_finish_games_of_every_kind_without_a_replacement(name: str) -> None:
    match = plan(name, ["heuristic", "search:4it"])
    for index in range(2):
        game = play(match, match.make(), index)
        assert game.replaced == {}
        assert len(game.payoffs) == match.seats


def test_a_game_of_a_match_can_be_played_again_move_for_move() -> None:
    match = plan("piratz", ["search:10it", "heuristic"])
    first, second = (play(match, match.make(), 3, keep_log=True) for _ in range(2))
    assert first.log == second.log


def test_processes_play_the_same_games_as_one() -> None:
    match = plan(TEMPLATE, ["heuristic", "random"])
    alone = [(g.index, g.payoffs) for g in run(match, range(12), workers=1)]
    shared = sorted((g.index, g.payoffs) for g in run(match, range(12), workers=2))
    assert alone == shared


# The results file


def test_a_file_is_taken_up_where_it_was_cut_off(tmp_path: Path) -> None:
    match, path = plan(TEMPLATE, ["heuristic", "random"]), tmp_path / "r.jsonl"
    with Ledger(match, path) as ledger:
        for game in run(match, range(5), workers=1):
            ledger.write(game)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    with Ledger(match, path) as ledger:
        assert ledger.done == {0, 1, 2, 3}
        for game in run(match, [4], workers=1):
            ledger.write(game)
    there, games = read_results(path)
    assert there == match
    assert [g.index for g in games] == [0, 1, 2, 3, 4]


def test_a_file_of_another_match_is_not_written_into(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    Ledger(plan(TEMPLATE, ["heuristic", "random"]), path).__exit__(None, None, None)
    before = path.read_bytes()
    with pytest.raises(BadResults, match="seed is 1 there and 2 here"):
        Ledger(plan(TEMPLATE, ["heuristic", "random"], seed=2), path)
    assert path.read_bytes() == before


def test_a_broken_file_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("{}\n")
    with pytest.raises(BadResults, match="line 1"):
        read_results(path)
    path.write_text("")
    with pytest.raises(BadResults, match="empty"):
        read_results(path)


def test_ctrl_c_leaves_a_whole_file_and_the_same_command_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    command = arena("piratz", "search:60it", "random", "--games", "400", "--workers", "2", "--out", str(path))
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    deadline = time.time() + 60
    while time.time() < deadline and not (path.exists() and path.read_bytes().count(b"\n") > 3):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=20)
    assert process.returncode == 130, told
    assert b"Traceback" not in told
    lines = path.read_bytes().splitlines()
    assert all(json.loads(line) for line in lines)
    done = len(lines) - 1
    assert 3 <= done < 400
    again = subprocess.run([*command[:-6], "--games", str(done + 2), *command[-4:]], capture_output=True, text=True)
    assert again.returncode == 0, again.stdout + again.stderr
    assert f"{done} of {done + 2} games" in " ".join(again.stdout.split())
    assert len(read_results(path)[1]) == done + 2


def test_the_command_prints_a_table_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "m.svg"
    told = subprocess.run(
        arena(TEMPLATE, "heuristic", "random", "--games", "20", "--workers", "1", "--plot", str(picture)),
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "heuristic" in told
    assert "95 %" in told
    assert picture.read_text().startswith("<?xml")


def test_a_picture_in_no_known_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"\.svg"):
        draw(plan(TEMPLATE, ["random"]), [], tmp_path / "picture.txt")


# The figures


def test_wilson_s_interval_has_its_known_values() -> None:
    low, high = interval(0.5, 100)
    assert (low, high) == (pytest.approx(0.4038, abs=1e-4), pytest.approx(0.5962, abs=1e-4))
    assert interval(1.0, 20) == (pytest.approx(0.8389, abs=1e-4), 1.0)


def a_match(bots: list[str], teams: bool = False) -> Match:
    return Match(game=TEMPLATE, seats=len(bots), options={}, bots=bots, seed=1, teams=teams, rules_version=1)


def test_wins_are_counted_per_bot_whatever_its_seat() -> None:
    match = a_match(["a", "b"])
    games = [played(0, [0, 1], [1.0, 0.0]), played(1, [1, 0], [0.0, 1.0]), played(2, [0, 1], [0.5, 0.5])]
    best, other = standings(match, games)
    assert (best.bot, other.bot) == ("a", "b")
    assert best.rate == pytest.approx(2.5 / 3)
    assert other.rate == pytest.approx(0.5 / 3)
    assert best.score == pytest.approx(25 / 3)
    assert best.rating
    assert other.rating
    assert best.rating.points > 0 > other.rating.points


def test_a_bot_on_several_seats_is_counted_per_seat() -> None:
    match = a_match(["a", "b", "b"])
    best, other = standings(match, [played(0, [0, 1, 2], [1.0, 0.0, 0.0]), played(1, [1, 2, 0], [0.0, 1.0, 0.0])])
    assert (best.rate, best.seats) == (0.5, 1)
    assert (other.rate, other.seats) == (0.25, 2)
    assert best.fair == pytest.approx(1 / 3)


def test_teams_are_rated_by_the_same_seed() -> None:
    match = a_match(["good", "bad"], teams=True)
    games = [played(0, [0, 0], [1.0, 1.0]), played(1, [1, 1], [0.0, 0.0])]
    rated = ratings(match, games)
    assert rated["good"].points > rated["bad"].points
    good, bad = standings(match, games)
    assert (good.rate, bad.rate, good.fair) == (1.0, 0.0, None)


@pytest.mark.parametrize("name", mischief.BOXES)
def test_a_normal_bot_is_ahead_of_an_easy_one_and_an_easy_one_of_chance(name: str) -> None:
    """The same seeds every time: no luck is involved in passing."""
    for better, worse in (("normal", "easy"), ("easy", "random")):
        match = plan(name, [better, worse])
        rates = {s.bot: s.rate for s in standings(match, list(run(match, range(80), workers=1)))}
        assert rates[better] > rates[worse] + 0.1, rates
