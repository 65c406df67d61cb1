"""Reads what the table knows of every rat in a position: the record, or bounds without one."""

from __future__ import annotations

from typing import Any

from . import numbers as n
from .memory import Record
from .reading_calls import CALL
from .reading_record import PublicBounds, read_record
from .reading_sheets import is_whole
from .reading_waiting import WaitingReading
from .scoring import nests_in


class MemoryReading(WaitingReading):
    """What has been heard. It must lead to this position."""

    def read_known(self) -> None:
        table = self.table
        if self.reader.has("known"):
            self.read_bounds()
        if self.reader.raw("record") is not None:
            self.forget_bounds()  # the record determines them; what `known` says must only be well formed
            self.read_heard(self.reader.many("record"))
        elif not self.reader.has("known"):
            self.bounds_of_this_call()
        for seat in self.seats:
            for kind in range(int(n.KINDS)):
                least, held, most = table.least(seat, kind), table.held(seat, kind), table.most(seat, kind)
                if not least <= held <= most:
                    where = "record" if table.record is not None else "known"
                    self.fail(
                        where,
                        f"seat {seat} has {int(held)} {n.SUPPLY_IDS[kind]}, outside of {int(least)} to {int(most)}",
                        "HT-5.4",
                    )
        if table.phase == n.AT_SWORDS_AMOUNT and table.vocation(table.asker) != n.RUFFIAN and table.ask_limit() == 1:
            self.not_due("1 is the only amount to name", "HT-5.4")

    def read_bounds(self) -> None:
        for seat, pairs in enumerate(self.reader.many("known", len(self.seats))):
            if not isinstance(pairs, list | tuple) or len(pairs) != n.KINDS:
                self.fail("known", f"seat {seat} should have six pairs [lo, hi], not {pairs!r}", "HT-5.4")
            for kind, pair in enumerate(pairs):
                right = isinstance(pair, list | tuple) and len(pair) == 2 and is_whole(pair[0])
                top = n.NO_BOUND if right and pair[1] is None else pair[1] if right else 0
                if not right or not is_whole(top) or not 0 <= pair[0] <= top <= n.NO_BOUND:
                    self.fail("known", f"should be [lo, hi] with hi at least lo, or null, not {pair!r}", "HT-5.4")
                self.table.cells[seat * n.SHEET + n.LEAST + kind] = pair[0]
                self.table.cells[seat * n.SHEET + n.MOST + kind] = top

    def forget_bounds(self) -> None:
        for seat in self.seats:
            for kind in range(int(n.KINDS)):
                self.table.cells[seat * n.SHEET + n.LEAST + kind] = 0
                self.table.cells[seat * n.SHEET + n.MOST + kind] = 0

    def bounds_of_this_call(self) -> None:
        """Without any memory, only what the current call has said is known."""
        table = self.table
        for seat in self.seats:
            for kind in range(int(n.KINDS)):
                table.cells[seat * n.SHEET + n.MOST + kind] = n.NO_BOUND
        if table.called < 0 or self.name == CALL:
            return
        kind, host_said = int(table.called), int(table.said(table.host))
        for seat in self.seats:
            sheet = seat * int(n.SHEET)
            if table.said(seat) == n.RATS:
                has_chosen = n.AT_PAUPER < table.phase < n.AT_BAUBLES or table.phase == n.AT_HOST_PICK
                begged = has_chosen and seat == table.begging_pauper()
                table.cells[sheet + n.MOST + kind] = host_said + (int(self.house.pauper_gain) if begged else 0)
            else:
                held = table.held(seat, kind)
                table.cells[sheet + n.LEAST + kind] = held
                table.cells[sheet + n.MOST + kind] = held

    def read_heard(self, entries: list[Any]) -> None:
        """A record determines the bounds; it must lead to this position."""
        table = self.table
        log = read_record(entries, len(self.seats))
        heard = PublicBounds(self.house, [int(table.vocation(s)) for s in self.seats], log)
        for seat in self.seats:
            for kind in range(int(n.KINDS)):
                table.cells[seat * n.SHEET + n.LEAST + kind] = heard.least[seat][kind]
                table.cells[seat * n.SHEET + n.MOST + kind] = heard.most[seat][kind]
            if heard.nests[seat] != nests_in(table.nests(seat)):
                self.fail("record", f"seat {seat} has built {heard.nests[seat]} nests by the record", "HT-7.3")
        rolls, calls = self.rolls_and_calls()
        if heard.rolls != rolls:
            self.fail("record", f"has {heard.rolls} scavenging rolls where {rolls} have been made", "HT-3.1")
        if heard.calls != calls:
            self.fail("record", f"has {heard.calls} calls where {calls} have been made", "HT-4.1")
        if table.called >= 0 and self.name != CALL:
            said = [int(table.said(s)) for s in self.seats]
            if heard.called != table.called or heard.said != said:
                self.fail("record", "ends with another call than the one announced", "HT-4.2")
        table.record = Record(log)
        table.heard = len(log)

    def rolls_and_calls(self) -> tuple[int, int]:
        """How many rolls and calls have been completed by now."""
        table = self.table
        each = int(self.house.scavenge_rolls)
        rolls, calls = each * (int(table.turn) - 1), int(n.KINDS) * (int(table.turn) - 1)
        if table.phase == n.AT_SCAVENGE:
            return rolls + int(table.progress) - 1, calls
        if table.phase == n.AT_SCAVENGE_ROLL:
            return rolls + int(table.progress), calls
        if table.phase < n.AT_SCAVENGE_ROLL:
            return rolls, calls
        if table.called >= 0:
            return rolls + each, calls + int(table.called) + (0 if self.name == CALL else 1)
        return rolls + each, calls + int(n.KINDS)
