"""Phase B: everybody chooses a card of the row for its supply action (RC-4)."""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .events import tell_supply
from .rules_entering import Entering


class Supplies(Entering):
    """Supply actions, one after the other or all at once."""

    # Choosing

    def begin_supplies(self) -> None:
        self.phase = n.PHASE_B
        self.slot = 0
        self.stage = n.CHOOSE_SUPPLY
        if self.house.together:
            self.ask_everybody()
        else:
            self.seat = self.start
            self.due = 0

    def ask_everybody(self) -> None:
        for seat in range(self.seats):
            self.figures[n.ANSWER + seat] = n.OPEN
        self.seat = 0
        self.due = 0

    def choose_supply(self, seat: i64, slot: i64) -> None:
        if self.house.together:
            self.figures[n.ANSWER + seat] = slot
            if self.next_open():
                return
            for other in range(self.seats):
                self.figures[n.CHOICE + other] = self.answer(other)
            if self.listener is not None:
                for turn in range(self.seats):
                    tell_supply(self, int((self.start + turn) % self.seats))
            self.carry_out(self.start)
        else:
            self.figures[n.CHOICE + seat] = slot
            if self.listener is not None:
                tell_supply(self, int(seat))
            self.carry_out(seat)

    # Carrying out: draw, rats, look

    def carry_out(self, seat: i64) -> None:
        """Draw, then rats, then look (RC-4.3)."""
        self.begin_draw(seat, self.house.draw[self.row_card(self.figures[n.CHOICE + seat])])

    def finish_supply(self, seat: i64) -> None:
        card = self.row_card(self.figures[n.CHOICE + seat])
        self.discard_rats(seat, self.house.rats[card], "supply")
        if self.house.together:
            following = self.next_seat(seat)
            if following == self.start:
                self.ask_looks(1)
            else:
                self.carry_out(following)
        else:
            self.figures[n.BARRED + seat] = -1
            self.due = self.house.look[card]
            self.ask_look(seat)

    def ask_look(self, seat: i64) -> None:
        """Whoever has seen all five cards is not asked again."""
        while self.due > 0:
            if not self.has_seen_all(seat):
                self.stage = n.LOOK_FOR_SUPPLY
                return
            self.look(seat, self.lowest_slot(seat))
            self.due -= 1
        following = self.next_seat(seat)
        if following == self.start:
            self.begin_entering()
        else:
            self.seat = following
            self.stage = n.CHOOSE_SUPPLY

    def ask_looks(self, number: i64) -> None:
        """All who have a first (or second) look name their slots together (RC-4.7)."""
        self.stage = n.LOOK_FOR_SUPPLY
        self.due = number
        asked: i64 = 0
        for seat in range(self.seats):
            self.figures[n.ANSWER + seat] = n.NOT_ASKED
            if number == 1:
                self.figures[n.BARRED + seat] = -1
            if self.house.look[self.row_card(self.figures[n.CHOICE + seat])] >= number:
                asked += 1
                self.figures[n.ANSWER + seat] = self.lowest_slot(seat) if self.has_seen_all(seat) else n.OPEN
        if asked == 0:
            self.begin_entering()
        elif not self.next_open():
            self.see_together()

    def look_for_supply(self, seat: i64, slot: i64) -> None:
        if self.house.together:
            self.figures[n.ANSWER + seat] = slot
            if not self.next_open():
                self.see_together()
        else:
            self.look(seat, slot)
            self.due -= 1
            self.ask_look(seat)

    def see_together(self) -> None:
        for turn in range(self.seats):
            seat = (self.start + turn) % self.seats
            if self.answer(seat) >= 0:
                self.look(seat, self.answer(seat))
        self.ask_looks(self.due + 1)
