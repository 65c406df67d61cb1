"""What cards and rats do in Pie Rats: they are tabled, stolen, fed, kidnapped, discarded and drawn (PR-4, 5, 11).

None of it decides whose turn it is next: that is the business of the rounds.
"""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .sets import just, one_good
from .setup import PieSetup


class PieCards(PieSetup):
    """A table at which cards can be played."""

    def table_charisma(self, seat: i64, kind: i64) -> None:
        age = self.take_from_hand(seat, n.CREW + kind)
        self.charisma[seat] += one_good(kind)
        if self.listener is not None:
            self.tell("charisma_tabled", {"seat": int(seat), "kind": self.house.ids[n.CREW + kind], "age": int(age)})

    def steal(self, seat: i64, which: i64) -> None:
        """Charisma Theft: the card moves, still tabled, beside the thief's captain (PR-4.5)."""
        victim = which // n.CHARISMA
        kind = which % n.CHARISMA
        age = self.take_from_hand(seat, n.CREW + n.CHARISMA_THEFT)
        self.discard(n.CREW + n.CHARISMA_THEFT)
        self.charisma[victim] -= one_good(kind)
        self.charisma[seat] += one_good(kind)
        if self.listener is not None:
            events.tell_theft(self, seat, victim, kind, age)

    def place(self, seat: i64, rat: i64) -> None:
        age = self.take_from_hand(seat, rat)
        self.crews[seat] |= just(rat)
        if self.listener is not None:
            self.tell("crew_placed", {"seat": int(seat), "crew": self.house.ids[rat], "age": int(age)})

    # Cards for any time (PR-11)

    def play_anytime(self, seat: i64, action: i64) -> None:
        if action >= n.FEED_SPINACH:
            self.feed_spinach(seat, action - n.FEED_SPINACH)
        elif action >= n.KIDNAP:
            self.kidnap(seat, action - n.KIDNAP)
        else:
            self.roll_bean(seat, action - n.BEAN)

    def roll_bean(self, seat: i64, rat: i64) -> None:
        """The rat runs after the bean: both are discarded (PR-11.1)."""
        age = self.take_from_hand(seat, n.CREW + n.CAROB_BEAN)
        self.discard(n.CREW + n.CAROB_BEAN)
        victim = self.owner(rat)
        had_spinach = self.has_spinach(rat)
        self.dismiss(victim, just(rat))
        if self.listener is not None:
            events.tell_bean(self, seat, victim, rat, had_spinach, age)
        self.drop_out(rat)

    def kidnap(self, seat: i64, rat: i64) -> None:
        """The rat changes crews, sideways until phase 6 and upright in it (PR-11.3, 11.4)."""
        age = self.take_from_hand(seat, n.CREW + n.KIDNAPPING)
        self.discard(n.CREW + n.KIDNAPPING)
        victim = self.take_over(seat, rat)
        if self.phase == n.P6 or self.phase == n.W6:
            self.sideways &= ~just(rat)
        else:
            self.sideways |= just(rat)
        if self.listener is not None:
            events.tell_kidnap(self, seat, victim, rat, age)
        self.drop_out(rat)

    def feed_spinach(self, seat: i64, rat: i64) -> None:
        """Attached for good; the rat is twice as strong (PR-11.7, 11.9)."""
        age = self.take_from_hand(seat, n.CREW + n.SPINACH)
        self.spinach |= just(rat)
        if self.listener is not None:
            events.tell_spinach(self, seat, rat, age)

    # Rats that change sides, or leave

    def take_over(self, seat: i64, rat: i64) -> i64:
        """A rat joins another crew, Spinach and all (PR-11.10); returns the seat that it leaves."""
        victim = self.owner(rat)
        self.crews[victim] &= ~just(rat)
        self.crews[seat] |= just(rat)
        return victim

    def drop_out(self, rat: i64) -> None:
        """A rat that has just left is no longer a declared target (PR-7.18), nor of an announced party (PR-8.15)."""
        self.sent &= ~just(rat)
        if rat == self.target_a:
            self.target_a = self.target_b
            self.target_b = n.NONE
        elif rat == self.target_b:
            self.target_b = n.NONE
        else:
            return
        if self.listener is not None:
            self.tell("lure_target_gone", {"seat": int(self.turn), "crew": self.house.ids[rat]})

    def dismiss(self, seat: i64, rats: i64) -> i64:
        """Rats leave a crew for the discard pile, each with its Spinach (PR-11.10); returns how many had some."""
        self.crews[seat] &= ~rats
        self.discard_crew |= rats
        self.sideways &= ~rats
        fed = self.spinach & rats
        count: i64 = 0
        while fed != 0:
            self.discard(n.CREW + n.SPINACH)
            count += 1
            fed &= fed - 1
        self.spinach &= ~rats
        return count

    # From the draw pile

    def draw_card(self, kind: i64) -> None:
        seat = self.turn
        self.take_from_draw(kind)
        self.add_to_hand(seat, kind, self.reshuffles)
        if self.listener is not None:
            events.tell_draw(self, seat, kind)
