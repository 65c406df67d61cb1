"""Protecting and luring: phases 4 and 5 of Pie Rats (PR-6, 7)."""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .rules_rounds import PieRounds
from .sets import copies_in, first, just, one_good, several


class PieLuring(PieRounds):
    """A table at which rats are lured."""

    # Phase 4 (PR-6)

    def declare(self, seat: i64, rat: i64) -> None:
        """Protect a rat, or lure (NONE). A protected rat turns sideways at once (PR-6.2)."""
        if rat == n.NONE:
            self.luring |= just(seat)
        else:
            self.protecting |= just(seat)
            self.sideways |= just(rat)
        if self.listener is not None:
            events.tell_declared(self, seat, rat)
        self.next_turn()

    # Phase 5 (PR-7)

    def name_second(self, seat: i64, rat: i64) -> None:
        """A second target puts one Charm in by itself (PR-7.11)."""
        if rat != n.NONE:
            self.target_b = rat
            self.pay += one_good(n.CHARM)
        self.phase = n.P5_PAY

    def pays_on(self, seat: i64) -> bool:
        """Nothing left to pay ends the declaration; a single kind that can still serve is paid by itself."""
        if self.need() <= 0:
            self.declare_lure(seat)
            return True
        kinds = self.payable_kinds(seat)
        if several(kinds):
            return False
        self.pay += one_good(first(kinds))
        return True

    def declare_lure(self, seat: i64) -> None:
        """All is declared before anything moves; with Charm, others may answer (PR-7.15)."""
        if self.listener is not None:
            events.tell_lure(self, seat)
        if copies_in(self.pay, n.CHARM) > 0:
            self.open_window(n.W5, seat, self.after(seat))
        else:
            self.carry_out_lure(seat)

    def carry_out_lure(self, seat: i64) -> None:
        """The targets that are left come over and the cards are spent (PR-7.19); with no target left the turn resumes
        and nothing is spent (PR-7.20)."""
        self.phase = n.P5
        if self.target_a == n.NONE:
            self.pay = 0
            if self.listener is not None:
                self.tell("lure_void", {"seat": int(seat)})
            return
        self.bring_over(seat, self.target_a)
        if self.target_b != n.NONE:
            self.bring_over(seat, self.target_b)
        if self.pay != 0 and self.listener is not None:
            events.tell_spending(self, seat)
        self.spend(seat)
        self.next_turn()

    def bring_over(self, seat: i64, rat: i64) -> None:
        """A lured rat lies sideways in its new crew (PR-7.21, 7.22)."""
        victim = self.take_over(seat, rat)
        self.sideways |= just(rat)
        if self.listener is not None:
            events.tell_lured(self, seat, victim, rat)

    def mirror(self, seat: i64) -> None:
        """The whole declaration is cancelled and paid for all the same; the window closes at once (PR-7.16, 10.9)."""
        victim = self.turn
        age = self.take_from_hand(seat, n.CREW + n.MIRROR)
        self.discard(n.CREW + n.MIRROR)
        if self.listener is not None:
            events.tell_mirror(self, seat, victim, age)
            events.tell_close(self)
        self.passed = 0
        self.window_next = n.NONE
        self.spend(victim)
        self.phase = n.P5
        self.next_turn()

    def spend(self, seat: i64) -> None:
        """The declared Charisma cards are discarded and the declaration is over."""
        self.charisma[seat] -= self.pay
        self.discard_goods += self.pay
        self.pay = 0
        self.target_a = n.NONE
        self.target_b = n.NONE
