"""Reads the call of a position: what is called, what was said, who has yet to ask, and the request being made."""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .reading_sheets import MOST_HELD, SheetReading, is_whole
from .table import several

CALL = "call"
"""A phase for writing positions only: the supply is about to be called."""


class CallReading(SheetReading):
    """What is called, what was said, and whom it leaves to act."""

    def read_call(self) -> None:
        """What is called, what was said, and whom it leaves to act."""
        table = self.table
        in_call = n.AT_PAUPER <= table.phase <= n.AT_HOST_PICK
        if not in_call:
            for key in ("called", "announced", "queue", "asking"):
                if self.reader.raw(key):
                    self.fail(key, f"nothing is being called in {self.name}", "HT-4.1")
        else:
            called = self.called_by_phase()
            table.called = self.reader.whole("called", called, called or 1, called or int(n.KINDS)) - 1
        self.read_taken()
        if not in_call:
            return
        if self.name == CALL:
            for key in ("announced", "queue", "asking"):
                if self.reader.raw(key):
                    self.fail(key, "the call is about to be made", "HT-4.2")
            return
        self.read_announced()
        if table.called == n.SWORDS:
            self.read_queue()
        elif self.reader.many("queue") or self.reader.many("asking"):
            self.fail("queue", "only requests are made one after another", "HT-4.14")

    def called_by_phase(self) -> int | None:
        phase = self.table.phase
        if self.name == CALL:
            return None
        if phase < n.AT_BAUBLES:
            return 1
        return 6 if phase == n.AT_HOST_PICK else int(phase - n.AT_BAUBLES) + 2

    def read_taken(self) -> None:
        pairs = self.reader.many("taken")
        asked = 0
        if n.AT_PAUPER < self.table.phase <= n.AT_HOST_PICK and (self.name != CALL or self.table.called > n.SWORDS):
            asked = max(len(self.seats) - 1, 1)
        for pair in pairs:
            right = isinstance(pair, list | tuple) and len(pair) == 2 and all(is_whole(number) for number in pair)
            if not right or pair[0] not in self.seats or not 1 <= pair[1] <= n.KINDS:
                self.fail("taken", f"should name a seat in play and a supply, not {pair!r}", "HT-5.7")
            if pair[1] == n.SWORDS + 1:
                self.fail("taken", "swords can never be requested", "HT-5.3")
            bit = pair[0] * int(n.KINDS) + pair[1] - 1
            if self.table.taken >> bit & 1:
                self.fail("taken", f"{pair!r} is there twice", "HT-5.7")
            self.table.taken |= i64(1) << bit
        if len(pairs) > asked:
            self.fail("taken", f"{len(pairs)} pairs are more than rats can have asked, {asked}", "HT-5.13")

    def read_announced(self) -> None:
        table = self.table
        kind, host = int(table.called), int(table.host)
        said = self.reader.many("announced", len(self.seats))
        if not is_whole(said[host]) or not 0 <= said[host] <= MOST_HELD:
            self.fail("announced", f"the Host, seat {host}, says its count, not {said[host]!r}", "HT-4.2")
        for seat in self.seats:
            count = said[seat]
            if seat != host and count is not None and (not is_whole(count) or not said[host] < count <= MOST_HELD):
                self.fail(
                    "announced",
                    f"seat {seat} says a count above the Host's {said[host]}, or null for RATS, not {count!r}",
                    "HT-4.3",
                )
            table.cells[seat * n.SHEET + n.SAID] = n.RATS if count is None else count
        acting = int(table.acting())
        if not acting:
            self.not_due(f"nobody has any {n.SUPPLY_IDS[kind]}", "HT-4.8")
        for seat in self.seats:
            held = int(table.held(seat, kind))
            if acting >> seat & 1:
                if held:
                    self.fail(f"seats[{seat}].supplies", f"seat {seat} acts, so it has spent all it had", "HT-4.15")
            elif held > said[host] or (seat == host and held != said[host]):
                self.fail(
                    f"seats[{seat}].supplies",
                    f"{held} {n.SUPPLY_IDS[kind]} do not fit what was said, {said[seat] if seat == host else 'RATS'}",
                    "HT-4.3",
                )

    def read_queue(self) -> None:
        """The rats that have yet to ask, and the request being made (HT-5.10)."""
        table = self.table
        acting = [s for s in self.seats if table.acting() >> s & 1]
        most_first = sorted(acting, key=lambda s: (-int(table.said(s)), s))
        order = self.reader.many("queue") or most_first
        if not all(is_whole(s) and s in acting for s in order) or len(set(order)) != len(order):
            self.fail("queue", f"should name acting rats, {acting}, each once, not {order!r}", "HT-5.10")
        said = [int(table.said(s)) for s in order]
        done = [s for s in acting if s not in order]
        if said != sorted(said, reverse=True) or any(table.said(s) < said[0] for s in done):
            self.fail("queue", f"should have the most swords first, not {order!r}", "HT-5.10")
        if table.phase == n.AT_PAUPER and done:
            self.fail("queue", "nobody asks before the Pauper has chosen", "HT-13.8")
        if len(self.reader.many("taken")) > len(done):
            self.fail("taken", f"only {len(done)} rats have asked so far", "HT-5.13")
        table.to_act = sum(1 << s for s in order)
        level = table.loudest(table.to_act)
        if table.phase == n.AT_SWORDS_ORDER and not several(level):
            self.not_due("one rat has the most swords", "HT-5.11")
        if table.phase >= n.AT_SWORDS_RAT:
            table.asker = order[0]
        self.read_asking()

    def read_asking(self) -> None:
        table = self.table
        asking = self.reader.many("asking")
        length = {int(n.AT_SWORDS_SUPPLY): 2, int(n.AT_SWORDS_AMOUNT): 3}.get(int(table.phase), 0)
        if len(asking) != length or not all(is_whole(number) for number in asking):
            self.fail("asking", f"should have {length} entries in {self.name}, not {asking!r}", "HT-5.1")
        if table.phase == n.AT_SWORDS_RAT and len(self.seats) == 2:
            self.not_due("there is only one rat to ask", "HT-5.1")
        if not length:
            return
        if asking[0] != table.asker:
            self.fail("asking", f"seat {int(table.asker)} is the one to ask, not {asking[0]}", "HT-5.10")
        if asking[1] not in self.seats or asking[1] == asking[0]:
            self.fail("asking", f"another rat is asked, not {asking[1]}", "HT-5.1")
        table.target = asking[1]
        free = [k for k in range(int(n.BAUBLES), int(n.KINDS)) if not table.is_taken(table.target, k)]
        if length == 2:
            if len(free) < 2:
                self.not_due("only one kind can be asked for", "HT-5.7")
            return
        if asking[2] - 1 not in free:
            self.fail("asking", f"supply {asking[2]} cannot be asked of seat {asking[1]}", "HT-5.7")
        table.wanted = asking[2] - 1
