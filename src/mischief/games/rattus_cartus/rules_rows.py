"""Phases A and E: a row of buildings is drawn, and leaves the game at the end of its round (RC-3, RC-10.4)."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import BUILDING_IDS
from .events import tell_the_scoring
from .rules_supplies import Supplies
from .sets import bit


class Rows(Supplies):
    """How a round begins and ends."""

    # Phase A: draw buildings (RC-3)

    def draw_buildings(self) -> None:
        self.phase = n.PHASE_A
        self.step = n.DRAW_ROW
        self.slot = 0
        self.seat = NOBODY
        self.due = self.house.row
        self.take_back_discs()

    def take_back_discs(self) -> None:
        for seat in range(self.seats):
            self.figures[n.ENTERED + seat] = -1
            self.figures[n.ANNOUNCED + seat] = 0
            self.figures[n.STRENGTH + seat] = -1
            self.figures[n.CHOICE + seat] = -1
        self.entered = 0

    def add_to_row(self, card: i64) -> None:
        self.unseen &= ~bit(card)
        self.figures[n.ROW + self.slot] = card
        self.slot += 1
        self.due -= 1
        if self.slot < self.house.row:
            return
        if self.listener is not None:
            facts = {"round": int(self.round_number), "ids": self.row_in_words(), "final": self.is_final()}
            self.tell("row_drawn", facts)
        self.check_row()

    def check_row(self) -> None:
        """A row of one building only gets another last card, until it is not (RC-3.2, RC-3.3)."""
        while self.is_uniform():
            if self.replacement_unknown() > 0:
                self.step = n.REPLACE_LAST
                self.slot = self.house.row - 1
                self.due = 1
                return
            top = self.figures[n.BOTTOM]
            for place in range(self.bottom - 1):
                self.figures[n.BOTTOM + place] = self.figures[n.BOTTOM + place + 1]
            self.bottom -= 1
            self.replace_last(top)
        self.begin_supplies()

    def is_uniform(self) -> bool:
        return all(self.building(slot) == self.building(0) for slot in range(i64(1), self.house.row))

    def replace_last(self, card: i64) -> None:
        """The old card goes to the bottom of the Replacement deck, where everybody knows it lies (RC-3.6)."""
        last = n.ROW + self.house.row - 1
        old = self.figures[last]
        self.figures[n.BOTTOM + self.bottom] = old
        self.bottom += 1
        self.figures[last] = card
        if self.listener is not None:
            self.tell("row_replaced", {"old": BUILDING_IDS[old], "new": BUILDING_IDS[card]})

    # Phase E: end of round (RC-10.4)

    def end_round(self) -> None:
        for slot in range(self.house.row):
            self.gone |= bit(self.row_card(slot))
            self.figures[n.ROW + slot] = -1
        self.start = self.next_seat(self.start)
        if self.listener is not None:
            self.tell("round_end", {"round": int(self.round_number), "next": int(self.start)})
        if self.is_final():
            self.phase = n.OVER
            self.step = n.ENDED
            self.slot = 0
            self.seat = NOBODY
            self.due = 0
            self.take_back_discs()
            if self.listener is not None:
                tell_the_scoring(self)
        else:
            self.round_number += 1
            self.draw_buildings()
