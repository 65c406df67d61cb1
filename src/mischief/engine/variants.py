"""Every way in which a game can be set up: each seat count, and at each every option value, one changed at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mischief.engine.errors import BadOption
from mischief.engine.game import Game


def variants(book: type[Game]) -> Iterator[Game]:
    """The games to try. Combinations that the rules exclude, and the game refuses with a BadOption, are left out."""
    low, high = book.info.seats
    for seats in range(low, high + 1):
        yield book(seats)
        for option in book.option_list:
            for value in option.samples(seats):
                if value != option.default or isinstance(value, bool) != isinstance(option.default, bool):
                    game = _playable(book, seats, {option.name: value})
                    if game is not None:
                        yield game


def _playable(book: type[Game], seats: int, options: dict[str, Any]) -> Game | None:
    try:
        return book(seats, **options)
    except BadOption:
        return None
