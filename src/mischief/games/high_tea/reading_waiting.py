"""Reads who has to decide in a position, refuses a phase that is not due, and reads the choices that are in."""

from __future__ import annotations

from mischief.engine.moves import Moves

from . import numbers as n
from .reading_calls import CALL, CallReading
from .table import several
from .writing import CHOICES, choice_name, chosen_actions

CEREMONY = "ceremony"
"""A phase for writing positions only: the goals are about to be judged."""


class WaitingReading(CallReading):
    """The seats that are asked, and what they have chosen already."""

    def read_waiting(self) -> None:
        """Sets the seats that are asked, and refuses a phase that is not due for what lies on the table."""
        table = self.table
        phase = table.phase
        host = 1 << int(table.host) if table.host >= 0 else 0
        if phase < n.AT_GOAL_ROLL:
            self.read_setup()
        elif phase == n.AT_GOAL_ROLL:
            if self.house.vocations and table.vocation(table.host) == n.QUEEN:
                self.not_due("a Queen Host does not roll", "HT-13.28")
        elif phase == n.AT_GOAL:
            queen = table.vocation(table.host) == n.QUEEN
            if not queen and table.turn == 1:
                self.not_due("the first roll cannot repeat a goal", "HT-2.3")
            if queen and table.low_die:
                self.fail("roll", "a Queen Host does not roll", "HT-13.28")
            table.pending = host
        elif phase == n.AT_SCAVENGE:
            table.pending = (1 << len(self.seats)) - 1
        elif self.name == CALL or phase == n.AT_SCAVENGE_ROLL:
            table.pending = 0
        elif phase == n.AT_PAUPER:
            pauper = int(table.begging_pauper())
            if pauper < 0:
                self.not_due("no Pauper says RATS to at least 1", "HT-13.12")
            table.pending = 1 << pauper
        elif phase == n.AT_SWORDS_ORDER:
            table.pending = host
        elif phase <= n.AT_SWORDS_AMOUNT:
            table.pending = 1 << int(table.asker)
        elif phase <= n.AT_FLOWERS:
            table.pending = table.asked(table.called, table.acting())
            if not table.pending:
                self.not_due("nobody has a choice", "HT-8.1")
        elif phase == n.AT_HOST_PICK:
            level = table.level_rats()
            if not several(level):
                self.not_due("there is no tie for the most flowers", "HT-10.4")
            table.pending = host
        else:
            self.read_end()

    def read_setup(self) -> None:
        table = self.table
        phase = table.phase
        if phase <= n.AT_FIRST_HOST and self.house.vocations != (phase < n.AT_FIRST_HOST):
            self.not_due(f"vocations are {'on' if self.house.vocations else 'off'}", "HT-1.4")
        if phase == n.AT_FIRST_HOST and self.house.first_host != n.RANDOM_SEAT:
            self.not_due(f"seat {int(self.house.first_host)} is the first Host by option", "HT-1.4")
        if phase == n.AT_DRAFT_ROLL and table.next_to_roll() < 0:
            self.not_due("no tie is left", "HT-13.2")
        if phase == n.AT_VOCATION:
            self.check_picks()
        if phase == n.AT_START_DRAW and not self.house.random_start:
            self.not_due("start supplies are chosen, not drawn", "HT-1.7")
        self.check_first_supplies()
        if phase == n.AT_START:
            table.pending = sum(1 << s for s in self.seats if table.start_picks(s))
            if not table.pending:
                self.not_due("nobody has a start supply to choose", "HT-1.7")

    def check_picks(self) -> None:
        table = self.table
        roller = int(table.next_to_roll())
        if roller >= 0:
            self.not_due(f"seat {roller} has to roll first", "HT-13.2")
        order = sorted(self.seats, key=lambda s: (-int(table.cells[s * n.SHEET + n.ROLLED]), s))
        picked = [bool(table.vocation(s)) for s in order]
        if picked != sorted(picked, reverse=True):
            self.fail("seats", f"vocations are picked in the order {order}", "HT-13.3")
        if all(picked):
            self.not_due("every rat has its vocation", "HT-13.3")
        table.pending = 1 << order[picked.index(False)]

    def check_first_supplies(self) -> None:
        """Before turn 1 the sheets hold the Privilege and what was drawn, and nothing else (HT-1.3)."""
        table = self.table
        amount, pair = int(self.house.start_amount), len(self.seats) == 2
        drawn = 0
        for seat in self.seats:
            held = [int(table.held(seat, k)) for k in range(int(n.KINDS))]
            if seat == table.host:
                right = held == [int(self.house.privilege_each)] * int(n.KINDS)
            elif self.house.random_start and table.phase >= n.AT_START_DRAW:
                most = amount * (2 if pair and not self.house.distinct else 1)
                right = all(count % amount == 0 and count <= most for count in held) and sum(held) <= amount * (
                    2 if pair else 1
                )
                drawn += sum(held) // amount
            else:
                right = not any(held)
            if not right:
                self.fail(f"seats[{seat}].supplies", f"{held} cannot be held in {self.name}", "HT-1.3")
        if table.phase < n.AT_START_DRAW or not self.house.random_start:
            return
        all_drawn = 2 if pair else len(self.seats) - 1
        if (drawn == all_drawn) != (table.phase == n.AT_START):
            self.not_due(f"{drawn} of {all_drawn} start supplies are drawn", "HT-1.7")
        if table.phase == n.AT_START_DRAW:
            table.progress = drawn
            others = [s for s in self.seats if s != table.host]
            got = [any(table.held(s, k) for k in range(int(n.KINDS))) for s in others]
            if got != sorted(got, reverse=True):
                self.fail("seats", "start supplies are drawn in the order of seats", "HT-1.7")

    def read_end(self) -> None:
        table = self.table
        phase = table.phase
        if phase in (n.AT_BANKER, n.AT_BONUS) and table.turn == self.house.turns:
            self.not_due("the last turn gives no more supplies that need a choice", "HT-11.2")
        if phase == n.AT_BANKER:
            if table.who_is(n.BANKER) < 0:
                self.not_due("nobody is the Banker", "HT-13.24")
            if table.hat_from < 0:
                self.fail("hat_from", "the Banker is asked when the hat has moved: from which seat?", "HT-13.24")
            table.pending = 1 << int(table.who_is(n.BANKER))
        elif phase == n.AT_BONUS:
            if len(self.seats) != 2:
                self.not_due("the gift is for tables of two", "HT-14.6")
            table.pending = 1 << (1 - int(table.host))
        else:
            table.count_awards()
            leaders = table.leaders()
            if phase == n.AT_RAFT and self.name != CEREMONY:
                if not several(leaders):
                    self.not_due("one rat has the most awards", "HT-11.10")
                table.pending = 1 << int(table.host)
            if table.winner >= 0 and not leaders >> table.winner & 1:
                self.fail("winner", f"seat {int(table.winner)} has not the most awards", "HT-11.10")
            if phase == n.AT_COIN:
                if table.who_is(n.QUEEN) < 0:
                    self.not_due("there is no Queen", "HT-13.30")
                table.pending = 1 << int(table.who_is(n.QUEEN))

    def read_choices(self) -> None:
        """Choices already in, each legal where it stands; a rat that has given all of its own waits for the rest."""
        table = self.table
        lists = self.reader.many("chosen", len(self.seats)) if self.reader.has("chosen") else [[] for _ in self.seats]
        asked = int(table.pending)
        for seat, names in enumerate(lists):
            if not isinstance(names, list | tuple):
                self.fail("chosen", f"seat {seat} should have a list of choices, not {names!r}", "HT-4.16")
            for name in names:
                moves = Moves()
                if table.pending >> seat & 1:
                    table.list_moves(seat, moves)
                if not isinstance(name, str) or name not in CHOICES or not moves.has(CHOICES[name]):
                    self.fail("chosen", f"seat {seat} cannot have chosen {name!r} in {self.name}", "HT-4.16")
                self.note_choice(seat, CHOICES[name])
        if asked and not table.pending:
            self.fail("chosen", "all have chosen, so it would have been applied", "HT-4.16")

    def note_choice(self, seat: int, action: int) -> None:
        table = self.table
        given = len(chosen_actions(table, seat))
        table.cells[seat * n.SHEET + n.CHOSEN] |= (action + 1) << (8 * given)
        due = int(table.start_picks(seat)) if table.phase == n.AT_START else 2 if table.phase == n.AT_BONUS else 1
        if given + 1 == due:
            table.pending &= ~(1 << seat)
        elif table.phase in (n.AT_START, n.AT_BONUS):
            moves = Moves()
            table.list_moves(seat, moves)
            if moves.count == 1:
                self.fail("chosen", f"after {choice_name(action)!r} there is nothing left to choose", "HT-14.2")
