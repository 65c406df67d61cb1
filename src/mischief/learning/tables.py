"""Which tables a net is trained on: every seat count and every option of a game, the usual ones most."""

from __future__ import annotations

import random
from typing import Any

import mischief.games.shelf as shelf
from mischief.engine.errors import BadOption
from mischief.engine.game import Game

USUAL = 0.6
"""Which part of the tables is played with the usual options."""


def draw_table(name: str, rng: random.Random, usual: float = USUAL) -> Game:
    """A game at some seat count with some options; two seats and the usual number most often."""
    book = shelf.rulebook(name)
    low, high = book.info.seats
    choices = [*range(low, high + 1), low, low, book.info.usual_seats]
    while True:
        seats = rng.choice(choices)
        options: dict[str, Any] = {}
        if rng.random() >= usual:
            for option in book.option_list:
                values = [v for v in option.samples(seats) if v is not None]
                if not (option.display or option.local) and values and rng.random() < 0.5:
                    options[option.name] = rng.choice(values)
        try:
            return shelf.game(name, seats, **options)
        except BadOption:  # options that do not go together
            continue


def most_seats(name: str) -> int:
    return shelf.rulebook(name).info.seats[1]
