"""What stays the same all game long: the cards in play and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from mischief.engine.moves import flat

from . import numbers as n
from .cards import TREASURES, Deck
from .sets import NO_CARDS, size


class House:
    """What stays the same all game long: the cards in play at this number of seats, and the house rules.

    `printed` is the deck as people read it, `deck` the cards of it that are in play, as a set. Rat cards have the
    numbers below `rat_numbers` (with two seats some are out of play), and `at_least` has, for every treasure, the cards
    that show at least 1, 2, 3 and 4 of it.
    """

    def __init__(
        self,
        printed: Deck,
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
        self.printed = printed
        self.deck = deck
        self.rats = rats
        self.at_least = flat(at_least)
        self.mix = flat(mix)
        self.boxes_each = boxes_each
        self.first_player = first_player
        self.zero_scores = zero_scores
        self.auto_high = auto_high
        self.bury = n.TAKE_RAT + rat_numbers
        self.pick_high = self.bury + n.CARDS
        self.pick_low = self.pick_high + 1

    def showing(self, kind: i64) -> i64:
        """The cards that show this treasure."""
        return self.at_least[kind * n.MOST_ON_A_CARD]

    def treasures(self, cards: i64, kind: i64) -> i64:
        """How many of this treasure a heap of cards shows: the treasures, not the cards (PZ-10.3)."""
        found: i64 = 0
        for more in range(n.MOST_ON_A_CARD):
            some = cards & self.at_least[kind * n.MOST_ON_A_CARD + more]
            if some == NO_CARDS:
                break
            found += size(some)
        return found


def house_of(deck: Deck, seats: int, options: Mapping[str, Any]) -> House:
    """The deck as sets of cards, and the options as the rules use them."""
    in_play = [number for number, card in enumerate(deck.cards) if seats > 2 or not card.skull]
    at_least = [
        sum(1 << card for card in in_play if deck.cards[card].counts[kind] > more)
        for kind in range(len(TREASURES))
        for more in range(int(n.MOST_ON_A_CARD))
    ]
    first_player = options["first_player"]
    return House(
        deck,
        sum(1 << card for card in in_play),
        sum(1 << card for card in in_play if deck.cards[card].rat),
        deck.rats,
        at_least,
        list(deck.mix),
        1 if seats == 2 else 2,
        int(n.RANDOM_SEAT) if first_player == "random" else first_player,
        options["zero_scores"],
        options["cube_pick"] == "auto_high",
    )
