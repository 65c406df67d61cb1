"""What stays the same all game long: the cards in play, the house rules, and the numbers of what can be done."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.moves import flat

from .cardsets import NO_CARDS, size

CARDS: Final[i64] = 50
KINDS: Final[i64] = 6
"""The six treasures, numbered in scoring order (PZ-10.2)."""
MOST_ON_A_CARD: Final[i64] = 4
CUBE_COLOURS: Final[i64] = 4

# What a seat can do. The numbers from TAKE_RAT on depend on how many rat cards the deck has: see House.
REVEAL: Final[i64] = 0
STAY: Final[i64] = 1
TAKE: Final[i64] = 2
PASS_EMPTY: Final[i64] = 8
DECLINE_RAT: Final[i64] = 9
TAKE_RAT: Final[i64] = 10

# What the Dealer can do.
DEAL: Final[i64] = 0
CUBE: Final[i64] = 50
FIRST: Final[i64] = 54
OUTCOMES: Final[i64] = 58

RANDOM_SEAT: Final[i64] = -1
"""In place of the first seat: the Dealer names it."""


class House:
    """What stays the same all game long: the cards in play at this number of seats, and the house rules.

    Rat cards have the numbers below `rat_numbers` (with two seats some are out of play), and `at_least` has, for every
    treasure, the cards that show at least 1, 2, 3 and 4 of it.
    """

    def __init__(
        self,
        deck: i64,
        rats: i64,
        rat_numbers: i64,
        at_least: list[int],
        mix: list[int],
        boxes_each: i64,
        first_player: i64,
        zero_scores: bool,
        auto_high: bool,
    ) -> None:
        self.deck = deck
        self.rats = rats
        self.at_least = flat(at_least)
        self.mix = flat(mix)
        self.boxes_each = boxes_each
        self.first_player = first_player
        self.zero_scores = zero_scores
        self.auto_high = auto_high
        self.bury = TAKE_RAT + rat_numbers
        self.pick_high = self.bury + CARDS
        self.pick_low = self.pick_high + 1

    def showing(self, kind: i64) -> i64:
        """The cards that show this treasure."""
        return self.at_least[kind * MOST_ON_A_CARD]

    def treasures(self, cards: i64, kind: i64) -> i64:
        """How many of this treasure a heap of cards shows: the treasures, not the cards (PZ-10.3)."""
        found: i64 = 0
        for more in range(MOST_ON_A_CARD):
            some = cards & self.at_least[kind * MOST_ON_A_CARD + more]
            if some == NO_CARDS:
                break
            found += size(some)
        return found
