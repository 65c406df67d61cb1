"""What lies on a table of Piratz, and the questions one can ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from . import numbers as n
from .cards import COLOURS, TREASURES
from .house import House
from .sets import NO_CARDS, first, just, without_first

if TYPE_CHECKING:
    from mischief.engine.game import Game


class PiratzTable(State):
    """A table of Piratz.

    `active` is the seat on turn, NOBODY before the game and after it. `bag`, `faceup`, `discard` and `piles[seat]` are
    sets of cards; `revealed_at[card]` is the number of the reveal that last turned a card up, so that the face-up cards
    have their order. `spade[seat]` is a card, IN_HAND or BARE, and the first `passed` entries of `placed` are the seats
    in the order in which they placed theirs. `boxes` holds the colours of the cubes on the score card, the boxes of a
    treasure side by side; `won` the cubes won so far, in order, each as seat * CUBE_COLOURS + colour. `kind` is the
    treasure whose cubes wait to be chosen.
    """

    def __init__(
        self,
        game: Game,
        seats: i64,
        house: House,
        phase: i64,
        active: i64,
        round_number: i64,
        final_round: bool,
        idle: bool,
        bag: i64,
        faceup: i64,
        discard: i64,
        piles: vec[i64],
        reveals: i64,
        revealed_at: vec[i64],
        spade: vec[i64],
        passed: i64,
        placed: vec[i64],
        boxes: vec[i64],
        won: vec[i64],
        kind: i64,
    ) -> None:
        super().__init__(game, seats)
        self.house = house
        self.phase = phase
        self.active = active
        self.round_number = round_number
        self.final_round = final_round
        self.idle = idle
        self.bag = bag
        self.faceup = faceup
        self.discard = discard
        self.piles = piles
        self.reveals = reveals
        self.revealed_at = revealed_at
        self.spade = spade
        self.passed = passed
        self.placed = placed
        self.boxes = boxes
        self.won = won
        self.kind = kind

    # Whose decision it is

    def actor(self) -> i64:
        if self.phase == n.SETUP or self.phase == n.DRAW:
            return DEALER
        if self.phase == n.OVER:
            return NOBODY
        return self.active

    def holds_spade(self, seat: i64) -> bool:
        return self.spade[seat] == n.IN_HAND

    def is_last_holder(self) -> bool:
        """Whether a single spade is left in hand (PZ-7.1, PZ-7.5)."""
        return self.passed == self.seats - 1

    def next_holder(self) -> i64:
        """The next seat clockwise whose spade is in hand (PZ-2.1); only called while there is one."""
        seat = self.active
        while True:
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.spade[seat] == n.IN_HAND:
                return seat

    def must_reveal(self) -> bool:
        """The last holder may not let a round go by in which nothing has happened at all (PZ-7.4)."""
        return self.idle and self.is_last_holder()

    def buried(self) -> i64:
        """The cards under spades: never taken, and silent if they are rats (PZ-3.6, PZ-4.3)."""
        cards = NO_CARDS
        for seat in range(self.seats):
            if self.spade[seat] >= 0:
                cards |= just(self.spade[seat])
        return cards

    def newest(self) -> i64:
        """The face-up card that was revealed last; only called while there is one."""
        cards = self.faceup
        card = first(cards)
        while cards != NO_CARDS:
            if self.revealed_at[first(cards)] > self.revealed_at[card]:
                card = first(cards)
            cards = without_first(cards)
        return card

    def cubes_left(self, colour: i64) -> i64:
        """How many cubes of a colour have not been put on the score card yet."""
        left = self.house.mix[colour]
        for box in range(i64(len(self.boxes))):
            if self.boxes[box] == colour:
                left -= 1
        return left

    # The table in words, for events, positions and views

    def faceup_in_order(self) -> list[int]:
        """The face-up cards in the order in which they were revealed."""
        dated: list[int] = []
        left = self.faceup
        while left != NO_CARDS:
            card = first(left)
            dated.append(int(self.revealed_at[card] * n.CARDS + card))
            left = without_first(left)
        dated.sort()
        return [date % int(n.CARDS) for date in dated]

    def faceup_in_words(self) -> list[str]:
        return [n.CARD_IDS[card] for card in self.faceup_in_order()]

    def cubes_on(self, kind: i64) -> list[str]:
        """The colours that still lie on a treasure, the dearer one first."""
        each = self.house.boxes_each
        found = [self.boxes[box] for box in range(kind * each, kind * each + each)]
        return [COLOURS[colour] for colour in found if colour != n.EMPTY]

    def cubes_in_words(self) -> dict[str, list[str]]:
        return {TREASURES[kind]: self.cubes_on(kind) for kind in range(n.KINDS)}


def in_words(cards: i64) -> list[str]:
    """A heap of cards, by card id."""
    names: list[str] = []
    while cards != NO_CARDS:
        names.append(n.CARD_IDS[first(cards)])
        cards = without_first(cards)
    return names
