"""How a round of Pie Rats goes: a Pie, phases and turns, getting ready for the next (PR-2, 3, 9)."""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .rules_cards import PieCards
from .sets import just


class PieRounds(PieCards):
    """A table on its way through the rounds."""

    # Phase 1 (PR-3)

    def start_round(self) -> None:
        self.round_number += 1
        self.protecting = 0
        self.luring = 0
        if self.listener is not None:
            self.tell("round_start", {"round": int(self.round_number), "lead": int(self.lead)})
            self.tell("phase_start", {"phase": "P1"})
        if self.pie_pile > 0:
            self.phase = n.PIE
            self.turn = n.NONE
        else:
            self.start_phase(n.P2)

    def reveal(self, pie: i64) -> None:
        self.pie_pile -= 1
        self.sill |= just(pie)
        self.seen |= just(pie)
        if self.listener is not None:
            self.tell("pie_revealed", {"pie": self.house.pie_ids[pie], "pile_left": int(self.pie_pile)})
        self.start_phase(n.P2)

    # Phases, and turns in clockwise order (PR-2)

    def start_phase(self, phase: i64) -> None:
        self.phase = phase
        self.turn = self.lead
        if self.listener is not None:
            self.tell("phase_start", {"phase": n.PHASES[phase]})

    def next_turn(self) -> None:
        """Clockwise; when all have had their turn, the phase ends (PR-2.2, 2.3)."""
        self.turn = self.after(self.turn)
        if self.turn != self.lead:
            return
        phase = self.phase
        if phase == n.P2:
            self.open_window(n.W2, n.NONE, self.lead)
        elif phase == n.P3:
            self.start_phase(n.P4)
        elif phase == n.P4:
            self.start_phase(n.P5)
        elif phase == n.P5:
            self.open_window(n.W5B, n.NONE, self.lead)
        else:
            self.end_phase_6()

    def pass_turn(self, seat: i64) -> None:
        if self.listener is not None:
            events.tell_pass(self, seat)
        self.next_turn()

    def open_window(self, window: i64, by: i64, start: i64) -> None:
        """`by` is the seat whose act opened it (NONE for W2 and W5B); asking begins with `start` (PR-10.3)."""
        self.phase = window
        self.turn = by
        self.window_next = start
        self.passed = 0
        if self.listener is not None:
            events.tell_window(self, [s for s in range(int(self.seats)) if self.is_askable(s)])

    def end_phase_6(self) -> None:
        """Count lootless rounds once the pile is empty (PR-12.2); then get ready."""
        lootless = self.looted == 0 or self.loot_round(self.looted - 1) != self.round_number
        if self.pie_pile == 0 and lootless:
            self.stall += 1
            if self.listener is not None:
                self.tell("stall", {"counter": int(self.stall)})
            if self.stall >= self.house.stall_rounds:
                self.end("stall")
                return
        else:
            self.stall = 0
        self.start_getting_ready()

    # Getting ready (PR-9)

    def start_getting_ready(self) -> None:
        if self.listener is not None:
            self.tell("phase_start", {"phase": "READY"})
            if self.sideways != 0:
                events.tell_straightened(self)
        self.sideways = 0
        self.phase = n.READY
        self.turn = n.NONE
        self.aside = 0
        self.done = 0
        for seat in range(self.seats):
            if self.hand_size(seat) == 0:
                self.done |= just(seat)

    def weed(self, seat: i64, action: i64) -> None:
        """Set one card aside, or be done; with the whole hand aside one is done (PR-9.3)."""
        if action == n.PASS:
            self.done |= just(seat)
            return
        kind = action - n.TOSS
        kept: i64 = 0
        chosen = False
        for slot in range(self.hand_size(seat)):
            if self.is_aside(seat, slot):
                continue
            if not chosen and self.kind_at(seat, slot) == kind:
                self.aside |= just(3 * seat + slot)
                chosen = True
            else:
                kept += 1
        if kept == 0:
            self.done |= just(seat)

    def toss_all(self) -> None:
        """All have chosen: the cards are shown and discarded; then the draws begin (PR-9.3, 9.4)."""
        for i in range(self.seats):
            seat = (self.lead + i) % self.seats
            if self.aside_of(seat) == 0:
                continue
            if self.listener is not None:
                events.tell_toss(self, seat)
            for slot in range(n.HAND_SIZE - 1, -1, -1):
                if self.is_aside(seat, slot):
                    self.discard(self.kind_at(seat, slot))
                    self.take_slot(seat, slot)
        self.aside = 0
        self.done = 0
        self.phase = n.DRAW
        self.turn = self.lead

    def draws_on(self) -> bool:
        """Move on past full hands, reshuffle, stop when there is nothing left (PR-9.4 to 9.7); False where a card is
        to be drawn by chance."""
        if self.hand_size(self.turn) == n.HAND_SIZE:
            self.turn = self.after(self.turn)
            if self.turn == self.lead:
                self.end_draws()
        elif self.draw_size == 0:
            self.reshuffle()
        elif self.one_kind_left():
            self.draw_card(self.card_at(0))
        else:
            return False
        return True

    def reshuffle(self) -> None:
        self.draw_crew = self.discard_crew
        self.draw_goods = self.discard_goods
        self.draw_size = self.discard_size()
        self.discard_crew = 0
        self.discard_goods = 0
        if self.draw_size == 0:
            self.end_draws()
            return
        self.reshuffles += 1
        if self.listener is not None:
            self.tell("reshuffled", {"count": int(self.draw_size)})

    def end_draws(self) -> None:
        """After the opening deal the first round starts; after getting ready the Lead passes first (PR-9.8)."""
        if self.phase == n.DRAW:
            self.lead = self.after(self.lead)
            if self.listener is not None:
                self.tell("lead_passed", {"seat": int(self.lead)})
        elif self.listener is not None:
            events.tell_start(self)
        self.start_round()
