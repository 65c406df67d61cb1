"""Windows, in which others may answer out of turn (PR-10)."""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .rules_looting import PieLooting
from .sets import just


class PieWindows(PieLooting):
    """A table that asks who wants to answer; `open_window` is in rules_rounds.py."""

    def asks_on(self) -> bool:
        """Find the next seat to ask; when there is none the window closes (PR-10.3, 10.10). False if the seat that is
        next is indeed to be asked."""
        seat = self.window_next
        for _ in range(self.seats):
            if (self.passed >> seat) & 1 == 0 and self.is_askable(seat):
                if seat == self.window_next:
                    return False
                self.window_next = seat
                return True
            seat = self.after(seat)
        self.close_window()
        return True

    def answer(self, seat: i64, action: i64) -> None:
        if action == n.PLAY_MIRROR:
            self.mirror(seat)
            return
        if action == n.PASS:
            self.passed |= just(seat)
            if self.listener is not None:
                events.tell_pass(self, seat)
        else:
            if action >= n.BEAN:
                self.play_anytime(seat, action)
            else:
                self.steal(seat, action - n.THEFT)
            self.passed = 0
        self.window_next = self.after(seat)

    def close_window(self) -> None:
        if self.passed != 0 and self.listener is not None:
            events.tell_close(self)
        window = self.phase
        self.passed = 0
        self.window_next = n.NONE
        if window == n.W2:
            self.start_phase(n.P3)
        elif window == n.W5:
            self.carry_out_lure(self.turn)
        elif window == n.W5B:
            self.start_phase(n.P6)
        elif self.loot_pie != n.NONE:
            self.carry_out_loot(self.turn)
        else:
            self.phase = n.P6
