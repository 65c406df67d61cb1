"""Whether a bot's win chances mean what they say: of positions that it calls 70 %, about 70 % should be won.

Every game gives one position, drawn evenly from its decisions, so that no two of them have a course in common. The bot
is asked what it thinks of it, and then the game says how it ended.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from mischief.arena.plot import easel, hang
from mischief.arena.shares import interval
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.bots.putting_right import AS_FOUND, Numbers, chance_of, log_odds
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.games.shelf import game as make_game

TENTHS = 10

PIECE = 20
"""So many games a process plays before it reports."""

SURE = 0.995
"""Chances nearer to 0 or 1 than this count as this in a fit."""
FIRMNESS = 1.0
"""So firmly a fit holds to what was said, where few games say otherwise."""
STEPS = 12
"""Of a fit: more than enough."""


class Sitting(msgspec.Struct, frozen=True):
    """A few games to look at: who plays them, and who judges."""

    game: str
    seats: int
    options: dict[str, Any]
    player: str
    judge: str
    seed: int
    games: int


class Call(msgspec.Struct, frozen=True):
    """What was said of a position, and what came of it."""

    said: float
    got: float


class Tenth(msgspec.Struct, frozen=True):
    """The positions whose chances were called alike: how many, what was said and what came of them on average, and the
    bounds of the latter with 95 % confidence."""

    count: int
    said: float
    got: float
    low: float
    high: float


class Heard(msgspec.Struct, frozen=True):
    """What was said at a sitting."""

    sitting: Sitting
    calls: list[Call]


def cut(whole: Sitting) -> list[Sitting]:
    """The same games, a few at a time."""
    return [
        msgspec.structs.replace(whole, seed=whole.seed * 100_000 + first, games=min(PIECE, whole.games - first))
        for first in range(0, whole.games, PIECE)
    ]


def hear(sitting: Sitting) -> Heard:
    """Hold a sitting."""
    return Heard(sitting, listen(sitting))


def listen(sitting: Sitting) -> list[Call]:
    """Play the games, and ask about one position of each."""
    game = make_game(sitting.game, sitting.seats, **sitting.options)
    player, judge = make_bot(sitting.player, game), make_bot(sitting.judge, game)
    calls = []
    for number in range(sitting.games):
        chance = Rng(sitting.seed * 1_000_003 + number)
        thoughts, lots = chance.fork(), chance.fork()
        state, kept, seen = game.begin(), None, 0
        while not state.over:
            seat = int(state.actor())
            if seat == DEALER:
                state.apply(seat, state.sample(chance))
                continue
            if len(state.legal(seat)) > 1:
                seen += 1
                if lots.below(seen) == 0:
                    kept = (state.clone(), seat)
            state.apply(seat, player.choose(Perspective(state, seat), thoughts))
        if kept is not None:
            then, seat = kept
            said = judge.explain(Perspective(then, seat), thoughts).chance
            if said is not None:
                calls.append(Call(said, float(state.payoff(seat))))
    return calls


def by_tenths(calls: Sequence[Call]) -> list[Tenth]:
    """The calls of 0 to 10 %, of 10 to 20 % and so on, as far as there are any."""
    found = []
    for tenth in range(TENTHS):
        there = [c for c in calls if min(TENTHS - 1, int(c.said * TENTHS)) == tenth]
        if there:
            count = len(there)
            got = sum(c.got for c in there) / count
            found.append(Tenth(count, sum(c.said for c in there) / count, got, *interval(got, count)))
    return found


def error_of(tenths: Sequence[Tenth]) -> float:
    """By how much chances are off on average, less what luck alone would make them seem off."""
    whole = sum(t.count for t in tenths)
    squares = sum(t.count * (t.said - t.got) ** 2 for t in tenths) / whole
    luck = sum(t.said * (1 - t.said) for t in tenths) / whole
    return float(max(0.0, squares - luck) ** 0.5)


def fit(calls: Sequence[Call]) -> Numbers:
    """How chances would have come true, as `bots/putting_right.py` puts them right (logistic regression, by Newton's
    way). Where all went one way there is nothing to fit."""
    odds = [log_odds(min(SURE, max(1 - SURE, call.said))) for call in calls]
    numbers, sides = list(AS_FOUND), (1, 2)
    for _ in range(STEPS):
        # What would be gained by more of each number, and how fast that would wear off, alone and with the first.
        push = [(firm - number) * FIRMNESS for firm, number in zip(AS_FOUND, numbers, strict=True)]
        wear, both = [FIRMNESS] * 3, [0.0] * 3
        for x, call in zip(odds, calls, strict=True):
            side = 1 if x < 0 else 2
            p = chance_of(numbers[0] + numbers[side] * x)
            off, weight = call.got - p, p * (1 - p)
            push[0] += off
            push[side] += off * x
            wear[0] += weight
            wear[side] += weight * x * x
            both[side] += weight * x
        left = wear[0] - sum(both[side] ** 2 / wear[side] for side in sides)
        more = (push[0] - sum(both[side] * push[side] / wear[side] for side in sides)) / left
        numbers[0] += more
        for side in sides:
            numbers[side] += (push[side] - both[side] * more) / wear[side]
    return numbers[0], numbers[1], numbers[2]


def draw_calls(title: str, tenths: Sequence[Tenth], path: Path) -> None:
    """What was said against what came of it: on the dotted line both are the same."""
    pyplot = easel(path)
    figure, axes = pyplot.subplots(figsize=(4.6, 4.6), layout="constrained")
    axes.plot([0, 1], [0, 1], color="#333333", linestyle=":", linewidth=1)
    error = [[t.got - t.low for t in tenths], [t.high - t.got for t in tenths]]
    said, got = [t.said for t in tenths], [t.got for t in tenths]
    axes.errorbar(said, got, yerr=error, color="#8c3b2e", marker="o", capsize=3, linewidth=1)
    for tenth in tenths:
        axes.text(tenth.said + 0.015, max(0.015, tenth.got - 0.045), str(tenth.count), fontsize=8, color="#555555")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_title(textwrap.fill(title, 44), fontsize=10)
    axes.set_xlabel("win chance as called")
    axes.set_ylabel("won, with 95 % interval")
    hang(figure, path)
