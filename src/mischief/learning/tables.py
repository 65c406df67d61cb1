"""Which tables a net is trained on: every seat count and every option of a game, the usual ones most."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import mischief.games.shelf as shelf
from mischief.engine.errors import BadOption
from mischief.engine.game import Game
from mischief.engine.observing import Observer

USUAL = 0.6
"""Which part of the tables is played with the usual options."""


def draw_table(name: str, rng: random.Random, counts: Sequence[int] = ()) -> Game:
    """A game at some seat count with some options. Two seats and the usual number come most often; if seat counts are
    asked for, those alone, equally often."""
    book = shelf.rulebook(name)
    low, high = book.info.seats
    choices = list(counts) or [*range(low, high + 1), low, low, book.info.usual_seats]
    while True:
        seats = rng.choice(choices)
        options: dict[str, Any] = {}
        if rng.random() >= USUAL:
            for option in book.option_list:
                values = [v for v in option.samples(seats) if v is not None]
                if not (option.display or option.local) and values and rng.random() < 0.5:
                    options[option.name] = rng.choice(values)
        try:
            return shelf.game(name, seats, **options)
        except BadOption:  # options that do not go together
            continue


def observer_of(game: Game, reckons: bool) -> Observer:
    """What writes the rows that a net learns from: what a player reckons, or what it sees."""
    return game.insight() if reckons else game.observer()


def counts_to_look_at(name: str, counts: Sequence[int] = ()) -> list[int]:
    """The seat counts at which a net is looked at while it learns: the fewest, the usual number, and four."""
    info = shelf.rulebook(name).info
    low, high = info.seats
    usual = {low, info.usual_seats, min(4, high)}
    return sorted(usual & set(counts) or counts) if counts else sorted(usual)


def most_seats(name: str) -> int:
    return shelf.rulebook(name).info.seats[1]
