"""Looting: phase 6 of Pie Rats (PR-8)."""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .rules_luring import PieLuring
from .sets import just


class PieLooting(PieLuring):
    """A table at which Pies are carried off."""

    def act_in_phase_6(self, seat: i64, action: i64) -> None:
        if action == n.PASS:
            self.give_up(seat)
        elif action == n.CALL:
            self.call(seat)
        elif action < n.PLACE:
            self.loot_pie = action - n.LOOT
            self.phase = n.P6_SEND
        else:
            self.play_anytime(seat, action)
            if self.house.mode != n.NICE_MODE:
                self.open_window(n.W6, seat, self.after(seat))

    def must_pass_phase_6(self, seat: i64) -> bool:
        """Where there is nothing to decide, and everybody can see it (PR-8.24)."""
        if self.sill == 0:
            return True
        mode = self.house.mode
        if mode == n.CALL_MODE and self.house.fail_discard == n.FAIL_CALLED:
            return False
        if self.liftable(seat) != 0:
            return False
        if self.hand_size(seat) == 0 or mode == n.FROZEN_MODE:
            return True
        return mode == n.NICE_MODE and self.crews[seat] & ~self.spinach == 0

    def give_up(self, seat: i64) -> None:
        """A captain who was able loses nothing by passing; the others lose a rat (PR-8.9, 8.17)."""
        if self.listener is not None:
            events.tell_pass(self, seat)
        fail = self.house.fail_discard
        if (fail == n.FAIL_ALWAYS or (fail == n.FAIL_PIE and self.sill != 0)) and self.liftable(seat) == 0:
            self.phase = n.P6_LOSE
        else:
            self.next_turn()

    def call(self, seat: i64) -> None:
        """ "I'm looting a Pie!" Nobody plays a card until this turn is over (PR-8.10 to 8.13)."""
        self.called = True
        if self.listener is not None:
            self.tell("call", {"seat": int(seat)})
        if self.liftable(seat) != 0:
            self.phase = n.P6_PIE
            return
        if self.listener is not None:
            self.tell("call_failed", {"seat": int(seat)})
        self.phase = n.P6_LOSE

    def announce_loot(self, seat: i64) -> None:
        """Without a call, others may answer before it is carried out (PR-8.14, 8.19)."""
        mode = self.house.mode
        if self.called or mode == n.FROZEN_MODE or mode == n.NICE_MODE:
            self.carry_out_loot(seat)
            return
        if self.listener is not None:
            events.tell_announcement(self, seat)
        self.open_window(n.W6, seat, self.after(seat))

    def carry_out_loot(self, seat: i64) -> None:
        """The Pie is carried off if the party is still strong enough; else the turn resumes (PR-8.3, 8.6, 8.15)."""
        pie = self.loot_pie
        party = self.sent
        self.phase = n.P6
        self.loot_pie = n.NONE
        self.sent = 0
        self.called = False
        strength = self.party_strength(party)
        if strength < self.house.weight[pie]:
            if self.listener is not None:
                events.tell_void(self, seat, pie, strength)
            return
        spinach = self.dismiss(seat, party)
        self.sill &= ~just(pie)
        self.loots[self.looted] = self.round_number * 128 + pie * 8 + seat
        self.looted += 1
        if self.listener is not None:
            events.tell_loot(self, seat, pie, party, strength, spinach)
        if self.sill == 0 and self.pie_pile == 0:
            self.end("last_pie")
        else:
            self.next_turn()

    def lose(self, seat: i64, rat: i64) -> None:
        """The strongest rat goes, if there is one (PR-8.16)."""
        reason = "call" if self.called else "unable"
        self.called = False
        if rat != n.NONE:
            spinach = self.dismiss(seat, just(rat))
            if self.listener is not None:
                events.tell_loss(self, seat, rat, spinach > 0, reason)
        self.phase = n.P6
        self.next_turn()
