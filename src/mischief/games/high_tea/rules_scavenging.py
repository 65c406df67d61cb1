"""The first two steps of a turn: the Banquet Goal is circled, and everybody scavenges (HT-2, HT-3)."""

from mypy_extensions import i64

from . import numbers as n
from .events import tell_scavenged
from .memory_notes import note
from .rules_calls import HighTeaCalls


class HighTeaScavenging(HighTeaCalls):
    """A table at the beginning of a turn."""

    # 2 Banquet Goal

    def roll_goal(self, outcome: i64) -> None:
        self.throw(outcome)
        goal = self.low_die + self.high_die
        repeat = (self.goals >> goal) & 1 == 1
        if self.listener is not None:
            self.tell(
                "goal_roll",
                {
                    "seat": int(self.host),
                    "d1": int(self.low_die),
                    "d2": int(self.high_die),
                    "sum": int(goal),
                    "repeat": repeat,
                },
            )
        if repeat:
            self.ask(n.AT_GOAL, self.host)
        else:
            self.circle(goal, "roll")

    def circle(self, goal: i64, by: str) -> None:
        self.goals |= i64(1) << goal
        if self.listener is not None:
            self.tell("goal_circled", {"goal": n.GOAL_IDS[goal - n.CHEAP], "by": by})
        self.low_die = 0
        self.high_die = 0
        self.step = 0
        self.deal(n.AT_SCAVENGE_ROLL)

    # 3 Scavenge

    def roll_scavenge(self, outcome: i64) -> None:
        self.throw(outcome)
        self.step += 1
        self.phase = n.AT_SCAVENGE
        self.pending = (i64(1) << self.seats) - 1
        if self.listener is not None:
            self.tell(
                "scavenge_roll",
                {
                    "number": int(self.step),
                    "d1": int(self.low_die),
                    "d2": int(self.high_die),
                    "doubles": self.low_die == self.high_die,
                },
            )

    def finish_scavenging(self) -> None:
        """All have chosen: everybody takes, doubled beside a nest (HT-3.6), and the public bounds grow with it."""
        cells = self.cells
        low = self.low_die
        high = self.high_die
        self.hear(note(n.HEARD_ROLL, low, high))
        for seat in range(self.seats):
            sheet = seat * n.SHEET
            kind = cells[sheet + n.CHOSEN] - 1 - n.SCAVENGE
            cells[sheet + n.CHOSEN] = 0
            amount = high if kind == low - 1 else low
            factor: i64 = 1
            if cells[sheet + n.NESTS] != 0:
                factor = self.house.factor(cells[sheet + n.TRADE])
            if low == high:
                for at in range(sheet + n.MOST, sheet + n.MOST + n.KINDS):
                    cells[at] += low * factor
            else:
                cells[sheet + n.MOST + low - 1] += high * factor
                cells[sheet + n.MOST + high - 1] += low * factor
            if (cells[sheet + n.NESTS] >> kind) & 1 == 0:
                factor = 1
            cells[sheet + n.HELD + kind] += amount * factor
            if self.listener is not None:
                tell_scavenged(self, seat, kind, amount, factor)
        self.low_die = 0
        self.high_die = 0
        if self.step < self.house.scavenge_rolls:
            self.deal(n.AT_SCAVENGE_ROLL)
        else:
            self.step = 0
            self.out_do(n.SWORDS)
