"""Phase C: entering a building and laying cards face down (RC-5)."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.moves import filled

from . import numbers as n
from .cards import BUILDING_IDS, in_words
from .rules_swords import Swords


class Entering(Swords):
    """What happens from the first disc placed to the last."""

    def begin_entering(self) -> None:
        self.phase = n.PHASE_C
        for turn in range(self.seats):
            self.figures[n.LINE + turn] = (self.start + turn) % self.seats
        self.waiting = self.seats
        self.entered = 0
        self.ask_entry()

    def ask_entry(self) -> None:
        self.due = 0
        self.slot = 0
        if self.waiting == 0:
            self.begin_resolution()
        else:
            self.stage = n.ENTER_A_BUILDING
            self.seat = self.line(0)

    def play_pass(self, seat: i64) -> None:
        """To the back of the line; the card returns to its supply (RC-5.6 to RC-5.10)."""
        self.change_hand(seat, n.PASS, -1)
        self.return_card(n.PASS, 1)
        self.show(seat, filled(1, n.PASS))
        self.step_out_of_line()
        self.figures[n.LINE + self.waiting] = seat
        self.waiting += 1
        if self.listener is not None:
            self.tell("pass_played", {"seat": int(seat), "left": int(self.supply(n.PASS))})
        self.ask_entry()

    def step_out_of_line(self) -> None:
        self.waiting -= 1
        for place in range(self.waiting):
            self.figures[n.LINE + place] = self.line(place + 1)

    def enter(self, seat: i64, slot: i64) -> None:
        """On the lowest free space: discs of a building stand in the order of entry (RC-5.1, RC-5.11)."""
        self.step_out_of_line()
        self.figures[n.ENTERED + seat] = slot
        self.figures[n.ENTRIES + self.entered] = seat
        self.entered += 1
        if self.listener is not None:
            space, building = int(self.space_of(seat)), BUILDING_IDS[self.row_card(slot)]
            self.tell("entered", {"seat": int(seat), "slot": int(slot), "building": building, "space": space})
        self.stage = n.LAY_CARDS
        self.picked = 0
        self.low = 0
        if self.hand_size(seat) == 0:
            self.announce(seat)

    def lay(self, seat: i64, action: i64) -> None:
        if action == n.DONE:
            self.announce(seat)
            return
        self.shift(n.LAID + seat * n.KINDS + action, 1)
        self.picked += 1
        self.low = action
        if self.picked == self.hand_size(seat):
            self.announce(seat)

    def announce(self, seat: i64) -> None:
        """The cards leave the hand; only their number is told (RC-5.3, RC-5.5)."""
        if self.picked > 0:
            cards = self.cards
            pile = n.LAID + seat * n.KINDS
            for kind in range(n.LAYABLE):
                if cards[pile + kind] != 0:
                    self.change_hand(seat, kind, -i64(cards[pile + kind]))
        self.figures[n.ANNOUNCED + seat] = self.picked
        if self.listener is not None:
            laid = in_words(self.cards_at(n.LAID + seat * n.KINDS, n.KINDS))
            self.tell(
                "laid",
                {"seat": int(seat), "slot": int(self.slot_of(seat)), "count": len(laid), "cards": laid},
                {"cards": [int(seat)]},
            )
        self.picked = 0
        self.low = 0
        self.ask_entry()
