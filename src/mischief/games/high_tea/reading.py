"""Reads positions of High Tea: the whole table from JSON. What cannot lie on a table is refused with the cause.

What must fit together: the sheets with the turn, the goals with the phase, the announcements with the sheets, the
choices that are in with what may be chosen, and the public record with all of it. Here is what everybody sees; the
other parts are in reading_sheets.py, reading_calls.py, reading_waiting.py and reading_memory.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mypy_extensions import i64

from . import numbers as n
from .reading_calls import CALL
from .reading_memory import MemoryReading
from .reading_sheets import is_whole
from .reading_waiting import CEREMONY
from .rules import HighTea

if TYPE_CHECKING:
    from .game import HighTeaGame


def read(game: HighTeaGame, data: Mapping[str, Any]) -> HighTea:
    """The table that a position describes; raises BadPosition, saying what is wrong and where."""
    return _Position(game, data).table


class _Position(MemoryReading):
    """One position being read."""

    def __init__(self, game: HighTeaGame, data: Mapping[str, Any]) -> None:
        super().__init__(game, data)
        for key in ("game", "options", "known", "winner", "coin", "hat_from", "draft", "queue", "asking", "called"):
            self.reader.raw(key)
        self.reader.whole("players", len(self.seats), len(self.seats), len(self.seats))
        self.read_phase()
        self.read_sheets()
        self.read_public()
        self.read_call()
        self.read_waiting()
        self.read_choices()
        self.read_known()
        self.reader.done()
        self.run_on()

    def read_phase(self) -> None:
        table = self.table
        self.name = self.reader.word("phase", (*n.PHASES, CALL, CEREMONY))
        table.turn = self.reader.whole("turn", 1, 1, int(self.house.turns))
        if self.name == CALL:
            table.phase = n.AT_BAUBLES
        elif self.name == CEREMONY:
            table.phase = n.AT_RAFT
        else:
            table.phase = n.PHASES.index(self.name)
        if table.phase < n.AT_GOAL_ROLL and table.turn != 1:
            self.fail("turn", f"{self.name} belongs to the setup, so the turn is 1, not {int(table.turn)}", "HT-1.10")
        if table.phase >= n.AT_RAFT and table.turn != self.house.turns:
            self.fail("turn", f"{self.name} comes after turn {int(self.house.turns)}", "HT-11.1")
        if table.phase <= n.AT_FIRST_HOST:
            if self.reader.has("host"):
                self.fail("host", f"there is no Host yet in {self.name}; leave it out", "HT-1.4")
        else:
            table.host = self.reader.whole("host", None, 0, len(self.seats) - 1)

    def read_public(self) -> None:
        table = self.table
        goals = self.reader.many("goals")
        for goal in goals:
            if not is_whole(goal) or not n.CHEAP <= goal < n.CHEAP + n.GOALS:
                self.fail("goals", f"goals are from 2 to 12, not {goal!r}", "HT-2.1")
            if table.goals >> goal & 1:
                self.fail("goals", f"goal {goal} is circled twice", "HT-2.4")
            table.goals |= i64(1) << goal
        due = int(table.turn) - (1 if table.phase <= n.AT_GOAL else 0)
        if len(goals) != due:
            self.fail("goals", f"in turn {int(table.turn)}, {self.name}, {due} are circled, not {len(goals)}", "HT-2.4")
        self.read_roll()
        self.read_draft()
        if self.reader.has("hat_from"):
            if table.phase not in (n.AT_BANKER, n.AT_BONUS):
                self.fail("hat_from", "is for the phases banker and bonus only", "HT-10.11")
            table.hat_from = self.reader.whole("hat_from", None, 0, len(self.seats) - 1)
            if table.hat_from == table.host:
                self.fail("hat_from", "the hat comes from another rat than the Host", "HT-13.24")
        if table.phase in (n.AT_COIN_FLIP, n.AT_COIN, n.AT_END):
            table.winner = self.reader.whole("winner", None, 0, len(self.seats) - 1)
        elif self.reader.has("winner"):
            self.fail("winner", f"nobody has the raft yet in {self.name}", "HT-11.10")
        if table.phase in (n.AT_COIN, n.AT_END):
            table.coin = n.COIN_IDS.index(self.reader.word("coin", n.COIN_IDS[1:]))
        elif self.reader.has("coin"):
            self.fail("coin", f"the coin has not been flipped yet in {self.name}", "HT-11.13")

    def read_roll(self) -> None:
        table = self.table
        rolls = int(self.house.scavenge_rolls)
        if table.phase == n.AT_SCAVENGE:
            table.progress = self.reader.whole("scavenge_no", 1, 1, rolls)
        elif table.phase == n.AT_SCAVENGE_ROLL:
            table.progress = self.reader.whole("scavenge_no", 0, 0, rolls - 1)
        elif self.reader.has("scavenge_no"):
            self.fail("scavenge_no", "is for the phases scavenge_roll and scavenge only", "HT-3.1")
        dice = self.reader.many("roll")
        if not dice and table.phase != n.AT_SCAVENGE:
            return
        if len(dice) != 2 or not all(is_whole(d) and 1 <= d <= 6 for d in dice):
            self.fail("roll", f"two dice from 1 to 6 are needed, not {dice!r}", "HT-3.1")
        if table.phase not in (n.AT_GOAL, n.AT_SCAVENGE):
            self.fail("roll", f"no dice lie on the table in {self.name}", "HT-3.1")
        if table.phase == n.AT_GOAL and not table.goals >> sum(dice) & 1:
            self.fail("roll", f"{sum(dice)} is not circled yet, so the Host has nothing to choose", "HT-2.2")
        table.low_die, table.high_die = min(dice), max(dice)

    def read_draft(self) -> None:
        table = self.table
        if table.phase > n.AT_VOCATION or not self.house.vocations:
            if self.reader.has("draft"):
                self.fail("draft", "is for the phases draft_roll and vocation, with vocations in play", "HT-13.1")
            return
        lists = self.reader.many("draft", len(self.seats)) if self.reader.has("draft") else [[] for _ in self.seats]
        for seat, totals in enumerate(lists):
            if not isinstance(totals, list | tuple) or len(totals) > n.DRAFT_DEPTH:
                self.fail("draft", f"seat {seat} should have a list of totals, not {totals!r}", "HT-13.1")
            for times, total in enumerate(totals):
                if not is_whole(total) or not 2 <= total <= 12:
                    self.fail("draft", f"a total of two dice is from 2 to 12, not {total!r}", "HT-13.1")
                table.cells[seat * n.SHEET + n.ROLLED] |= total << (4 * (int(n.DRAFT_DEPTH) - 1 - times))

    def run_on(self) -> None:
        if self.name == CALL:
            self.table.out_do(self.table.called)
        elif self.name == CEREMONY:
            self.table.hold_ceremony()
