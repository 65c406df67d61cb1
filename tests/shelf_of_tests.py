"""What the suite runs over: every game on the shelf and the template, at every seat count, with every option value."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import mischief
from mischief.engine.game import Game

TEMPLATE = str(Path(mischief.__file__).parent / "template")
ALL_GAMES = [*mischief.BOXES, TEMPLATE]


def title(name: str) -> str:
    return "template" if name == TEMPLATE else name


@cache
def cached_game(name: str, seats: int) -> Game:
    return mischief.game(name, seats)


def seat_counts(name: str) -> range:
    low, high = mischief.rulebook(name).info.seats
    return range(low, high + 1)
