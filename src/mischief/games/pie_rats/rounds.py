"""Between the turns of Pie Rats: captains and the Lead at the beginning, the Pie of each round, getting ready for the
next, and the end. What happens in turns and windows is in rules.py."""

from __future__ import annotations

from mypy_extensions import i64

from .deeds import PieDeeds
from .numbering import CAPTAIN, DRAW, END, FACE, HAND, HAND_SIZE, P2, PASS, PHASE_NAMES, PIE, READY, TOSS, bit
from .table import NO_CAPTAIN, NONE, lowest


class PieRounds(PieDeeds):
    """A table on its way from one round to the next."""

    # Setting up (PR-1)

    def hand_lead_to(self, seat: i64) -> None:
        """PR-1.9; then captains are dealt in seat order, or picked clockwise from the Lead (PR-1.11)."""
        self.lead = seat
        if self.listener is not None:
            self.tell("lead_passed", {"seat": int(seat)})
        self.find_captains()

    def find_captains(self) -> None:
        """Turn to the next seat without a captain; hands are dealt when there is none."""
        picked = self.house.captains_picked
        for i in range(self.seats):
            seat = (self.lead + i) % self.seats if picked else i
            if self.captain_of(seat) == NO_CAPTAIN:
                self.turn = seat
                self.phase = CAPTAIN if picked else FACE
                return
        self.phase = HAND
        self.turn = self.lead

    def captains_settle(self) -> bool:
        """The last free captain needs no choice."""
        free = self.free_captains()
        if free & (free - 1) != 0:
            return False
        self.take_captain(self.turn, lowest(free))
        return True

    def take_captain(self, seat: i64, captain: i64) -> None:
        self.captains -= (NO_CAPTAIN - captain) << (4 * seat)
        if self.listener is not None:
            self.tell("captain_taken", {"seat": int(seat), "captain": self.deck.captain_ids[captain]})
        self.find_captains()

    # Phase 1 (PR-3)

    def start_round(self) -> None:
        self.round_number += 1
        self.protecting = 0
        self.luring = 0
        if self.listener is not None:
            self.tell("round_start", {"round": int(self.round_number), "lead": int(self.lead)})
            self.tell("phase_start", {"phase": "P1"})
        if self.pie_pile > 0:
            self.phase = PIE
            self.turn = NONE
        else:
            self.start_phase(P2)

    def reveal(self, pie: i64) -> None:
        self.pie_pile -= 1
        self.sill |= bit(pie)
        self.seen |= bit(pie)
        if self.listener is not None:
            self.tell("pie_revealed", {"pie": self.deck.pie_ids[pie], "pile_left": int(self.pie_pile)})
        self.start_phase(P2)

    def start_phase(self, phase: i64) -> None:
        self.phase = phase
        self.turn = self.lead
        if self.listener is not None:
            self.tell("phase_start", {"phase": PHASE_NAMES[phase]})

    # Getting ready (PR-9)

    def start_getting_ready(self) -> None:
        if self.listener is not None:
            self.tell("phase_start", {"phase": "READY"})
            if self.sideways != 0:
                self.tell("straightened", {"crew": self.name_crew(self.sideways)})
        self.sideways = 0
        self.phase = READY
        self.turn = NONE
        self.aside = 0
        self.done = 0
        for seat in range(self.seats):
            if self.hand_size(seat) == 0:
                self.done |= bit(seat)

    def weed(self, seat: i64, action: i64) -> None:
        """Set one card aside, or be done; with the whole hand aside one is done (PR-9.3)."""
        if action == PASS:
            self.done |= bit(seat)
            return
        kind = action - TOSS
        kept: i64 = 0
        chosen = False
        for slot in range(self.hand_size(seat)):
            if self.is_aside(seat, slot):
                continue
            if not chosen and self.kind_at(seat, slot) == kind:
                self.aside |= bit(3 * seat + slot)
                chosen = True
            else:
                kept += 1
        if kept == 0:
            self.done |= bit(seat)

    def toss_all(self) -> None:
        """All have chosen: the cards are shown and discarded; then the draws begin (PR-9.3, 9.4)."""
        for i in range(self.seats):
            seat = (self.lead + i) % self.seats
            if self.aside_of(seat) == 0:
                continue
            if self.listener is not None:
                self.tell_toss(seat)
            for slot in range(HAND_SIZE - 1, -1, -1):
                if self.is_aside(seat, slot):
                    self.discard(self.kind_at(seat, slot))
                    self.take_slot(seat, slot)
        self.aside = 0
        self.done = 0
        self.phase = DRAW
        self.turn = self.lead

    def draws_on(self) -> bool:
        """Move on past full hands, reshuffle, stop when there is nothing left (PR-9.4 to 9.7); False where a card is
        to be drawn by chance."""
        if self.hand_size(self.turn) == HAND_SIZE:
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
        if self.phase == DRAW:
            self.lead = self.after(self.lead)
            if self.listener is not None:
                self.tell("lead_passed", {"seat": int(self.lead)})
        elif self.listener is not None:
            self.tell_start()
        self.start_round()

    # The end (PR-12)

    def end(self, reason: str) -> None:
        self.phase = END
        self.turn = NONE
        if self.listener is not None:
            self.tell_end(reason)
