"""Puts the win chances that a master names right, by how such chances came true (`mischief calibrate --fit`).

A net has learnt from tables with weaker players among them, and so takes the others for weaker than its like; a search
of its own world takes too much for granted. Three numbers put that right, all of them of log odds: what is named where
even chances were found, how fast it falls below them, and how fast it rises above.
"""

from __future__ import annotations

import math

import msgspec

from mischief.bots.hints import Considered
from mischief.engine.game import Game

Numbers = tuple[float, float, float]
AS_FOUND: Numbers = (0.0, 1.0, 1.0)
"""Chances are named as they were found."""


def numbers_of(game: Game, with_net: bool) -> Numbers:
    """How chances are put right at this table (`Game.master_odds`, `Game.search_odds`)."""
    known = game.master_odds if with_net else game.search_odds
    nearest = min(known, key=lambda seats: (abs(seats - game.seats), seats), default=0)
    return known[nearest] if known else AS_FOUND


def log_odds(chance: float) -> float:
    """0 for one half, more for more."""
    return math.log(chance / (1 - chance))


def chance_of(odds: float) -> float:
    """The chance that has these log odds."""
    return 1 / (1 + math.exp(-odds))


def right(found: float, numbers: Numbers) -> float:
    """What is named where this chance was found. What is certain stays so."""
    if not 0.0 < found < 1.0 or numbers == AS_FOUND:
        return found
    even, below, above = numbers
    odds = log_odds(found)
    return chance_of(even + (below if odds < 0 else above) * odds)


def as_found(named: float, numbers: Numbers) -> float:
    """Where this chance is named, what was found: `right` the other way round."""
    if not 0.0 < named < 1.0 or numbers == AS_FOUND:
        return named
    even, below, above = numbers
    odds = log_odds(named) - even
    return chance_of(odds / (below if odds < 0 else above))


def put_right(move: Considered, numbers: Numbers) -> Considered:
    """A move with its chance as such chances came true, and its error as long as that makes it."""
    chance = move.chance
    if chance is None or not 0.0 < chance < 1.0 or numbers == AS_FOUND:
        return move
    named = right(chance, numbers)
    steep = numbers[1 if chance < 0.5 else 2] * named * (1 - named) / (chance * (1 - chance))
    error = None if move.error is None else move.error * steep
    return msgspec.structs.replace(move, chance=named, error=error)


def not_certain(move: Considered, trials: int) -> Considered:
    """What was won in so many trials may be lost in the next: that counts as half a loss more. What was won in none is
    lost."""
    return msgspec.structs.replace(move, chance=1 - 0.5 / (trials + 1)) if move.chance == 1.0 else move
