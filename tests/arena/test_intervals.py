"""Intervals contain the truth as often as they say, ratings come to rest, and a bot that plays itself is no contest."""

from __future__ import annotations

import math
import random

import pytest

from mischief.arena.coverage import KINDS, Kind, simulate
from mischief.arena.match import Match, Played, plan, play
from mischief.arena.ratings import rate
from mischief.arena.shares import Share, interval
from mischief.arena.standings import standings
from tests.shelf_of_tests import TEMPLATE


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.title)
def test_about_95_of_100_intervals_contain_the_truth(kind: Kind) -> None:
    """The fast version of `mischief intervals`: always the same matches, so that it passes or fails by the code."""
    found = list(simulate(kind, 60))
    right = sum(c.rates_right + c.ratings_right for c in found)
    asked = sum(c.rates + c.ratings for c in found)
    assert asked >= 60
    assert right / asked >= 0.89, f"{right} of {asked}"
    narrower = sum(c.rates_right for c in simulate(kind, 60, squeeze=0.5))
    assert narrower < 0.85 * 60, "intervals of half the width should miss often: these are too wide"


def test_ratings_come_to_rest_as_games_are_added() -> None:
    """66 to 34 is 115 points, after a hundred games and after ten thousand, in whatever order."""
    chance = random.Random(4)
    for games in (100, 10_000):
        results = [1] * (games * 66 // 100) + [2] * (games * 34 // 100)
        chance.shuffle(results)
        first, second = rate(2, [[([0, 1], [r, 3 - r])] for r in results])
        assert first.points - second.points == pytest.approx(400 * math.log10(66 / 34), abs=3)
        assert first.points == pytest.approx(-second.points)
        assert first.low < first.points < first.high
        assert first.high - first.low < 1400 / math.sqrt(games)


def test_ratings_of_many_hold_for_every_pair() -> None:
    """A beats B and B beats C three times of four: then A is twice as far above C, though they never met."""
    games = (
        [[([0, 1], [1, 2])]] * 300
        + [[([0, 1], [2, 1])]] * 100
        + [[([1, 2], [1, 2])]] * 300
        + [[([1, 2], [2, 1])]] * 100
    )
    a, b, c = (r.points for r in rate(3, games))
    assert a - b == pytest.approx(400 * math.log10(3), abs=2)
    assert a - c == pytest.approx(2 * (a - b), abs=2)


def test_a_bot_that_won_every_game_has_a_rating() -> None:
    best, _ = rate(2, [[([0, 1], [1, 2])]] * 40)
    assert 100 < best.low < best.points < best.high


def test_games_that_repeat_each_other_prove_no_more() -> None:
    """Two games on a seed that always end alike count once; two that cancel each other out count for more."""
    alike, cancel = Share(), Share()
    chance = random.Random(1)
    for _ in range(400):
        won = chance.random() < 0.5
        alike.add(2.0 * won, 2)
        cancel.add(1.0, 2)
    low, high = alike.interval()
    once = interval(alike.rate, 400)
    assert high - low == pytest.approx(once[1] - once[0], rel=0.03)
    low, high = cancel.interval()
    assert high - low < 0.3 * (once[1] - once[0])


# A bot against itself


def test_a_mirror_match_plays_no_game_twice() -> None:
    match = plan("piratz", ["heuristic", "heuristic"])
    assert match.mirror
    assert [match.seed_of(i) for i in range(4)] == [1, 2, 3, 4]
    first, second = (play(match, match.make(), index, keep_log=True) for index in range(2))
    assert first.log != second.log


def test_a_mirror_match_compares_seats() -> None:
    match = plan("piratz", ["heuristic"], seats=3)
    played = [play(match, match.make(), index) for index in range(30)]
    table = standings(match, played)
    assert [s.bot for s in table] == [f"heuristic, seat {seat}" for seat in range(3)]
    assert sum(s.rate for s in table) == pytest.approx(1)
    assert all(s.games == 30 and s.low < s.rate < s.high for s in table)


def test_a_line_up_that_repeats_itself_is_rotated_only_as_far_as_it_differs() -> None:
    match = plan("piratz", ["heuristic", "random", "heuristic", "random"])
    assert match.turns == 2
    assert [match.seed_of(i) for i in range(4)] == [1, 1, 2, 2]


def test_a_team_named_twice_is_one_team() -> None:
    match = plan("doctor-rat", ["heuristic", "heuristic"])
    assert match.bots == ["heuristic"]
    table = standings(match, [play(match, match.make(), index) for index in range(10)])
    assert [(s.games, s.rating) for s in table] == [(10, None)]


def test_two_equal_bots_are_not_told_apart() -> None:
    match = Match(game=TEMPLATE, seats=2, options={}, bots=["a", "b"], seed=1, teams=False, rules_version=1)
    games = [
        Played(
            index=i,
            seed=1 + i // 2,
            seating=[i % 2, 1 - i % 2],
            payoffs=[1.0, 0.0],
            scores=[1, 0],
            places=[1, 2],
            decisions=1,
            seconds=0.0,
        )
        for i in range(100)
    ]
    for standing in standings(match, games):
        assert standing.rate == pytest.approx(0.5)
        assert standing.rating
        assert standing.rating.low < 0 < standing.rating.high


def test_a_proportion_lies_in_its_own_interval() -> None:
    for games in range(1, 400):
        for part in (0.0, 1 / games, 0.5, 1.0):
            low, high = interval(part, games)
            assert 0.0 <= low <= part <= high <= 1.0, (part, games)
