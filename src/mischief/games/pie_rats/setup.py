"""The beginning of Pie Rats: who leads, and who sails under which captain (PR-1)."""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .legal import PieLegal
from .sets import first, several


class PieSetup(PieLegal):
    """A table at which captains are handed out."""

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
            if self.captain_of(seat) == n.NO_CAPTAIN:
                self.turn = seat
                self.phase = n.CAPTAIN if picked else n.FACE
                return
        self.phase = n.HAND
        self.turn = self.lead

    def captains_settle(self) -> bool:
        """The last free captain needs no choice."""
        free = self.free_captains()
        if several(free):
            return False
        self.take_captain(self.turn, first(free))
        return True

    def take_captain(self, seat: i64, captain: i64) -> None:
        self.captains -= (n.NO_CAPTAIN - captain) << (4 * seat)
        if self.listener is not None:
            self.tell("captain_taken", {"seat": int(seat), "captain": self.house.captain_ids[captain]})
        self.find_captains()
