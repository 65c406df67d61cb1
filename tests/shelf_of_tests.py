"""What the suite runs over: every game on the shelf and the template, at every seat count, with every option value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import mischief
from mischief.engine.errors import BadOption
from mischief.engine.game import Game

TEMPLATE = str(Path(mischief.__file__).parent / "template")
ALL_GAMES = [*(name for name in mischief.BOXES if find_spec(mischief.BOXES[name])), TEMPLATE]


def title(name: str) -> str:
    return "template" if name == TEMPLATE else name


@cache
def cached_game(name: str, seats: int) -> Game:
    return mischief.game(name, seats)


def seat_counts(name: str) -> range:
    low, high = mischief.rulebook(name).info.seats
    return range(low, high + 1)


def configurations(name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every seat count, and at each every option value that can stand there, one changed at a time."""
    book = mischief.rulebook(name)
    for seats in seat_counts(name):
        yield seats, {}
        for option in book.option_list:
            for value in option.samples(seats):
                if value != option.default:
                    yield seats, {option.name: value}


def playable(name: str, seats: int, options: dict[str, Any]) -> Game | None:
    """The game, or None where its rules exclude this combination (which they must say in a BadOption)."""
    try:
        return mischief.game(name, seats, **options)
    except BadOption:
        return None
