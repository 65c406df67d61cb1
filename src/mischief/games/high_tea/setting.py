"""Sets up a table as a position says, and says what is wrong with one that cannot lie on a table.

What must fit together: the sheets with the turn, the goals with the phase, the announcements with the sheets, the
choices that are in with what may be chosen, and the public record with all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from mypy_extensions import i64

from mischief.engine.game import Game
from mischief.engine.moves import Moves
from mischief.engine.reading import Reader

from .house import (
    AT_BANKER,
    AT_BAUBLES,
    AT_BONUS,
    AT_COIN,
    AT_COIN_FLIP,
    AT_DRAFT_ROLL,
    AT_END,
    AT_FIRST_HOST,
    AT_FLOWERS,
    AT_GOAL,
    AT_GOAL_ROLL,
    AT_HOST_PICK,
    AT_PAUPER,
    AT_RAFT,
    AT_SCAVENGE,
    AT_SCAVENGE_ROLL,
    AT_START,
    AT_START_DRAW,
    AT_SWORDS_AMOUNT,
    AT_SWORDS_ORDER,
    AT_SWORDS_RAT,
    AT_SWORDS_SUPPLY,
    AT_VOCATION,
    BANKER,
    BAUBLES,
    CHEAP,
    CHOSEN,
    COIN_IDS,
    COUNT,
    CRUMBS,
    DECORATION,
    DISH,
    DRAFT_DEPTH,
    FLOWERS,
    GOALS,
    HELD,
    KINDS,
    LEAST,
    MOST,
    NESTS,
    NO_BOUND,
    PHASES,
    PICKPOCKET,
    QUEEN,
    RAGS,
    RATS,
    ROLLED,
    RUFFIAN,
    SAID,
    SHEET,
    SUPPLY_IDS,
    SWORDS,
    TRADE,
    VOCATION_IDS,
    House,
)
from .imagining import Record
from .positions import CHOICES, choice_name, chosen_actions
from .records import Hearsay, read_record
from .rules import HighTea, blank_table
from .scoring import a_piece, nests_in

CALL, CEREMONY = "call", "ceremony"
"""Phases for writing positions only: they run on at once to the next decision."""
MOST_HELD = 1_000_000


def read(game: Game, house: House, data: Mapping[str, Any]) -> HighTea:
    return _Setting(game, house, data).table


class _Setting:
    """One position being read."""

    def __init__(self, game: Game, house: House, data: Mapping[str, Any]) -> None:
        self.reader = Reader(data)
        self.house = house
        self.seats = range(int(house.seats))
        self.table = blank_table(game, house, None)
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

    def fail(self, key: str, sentence: str, clause: str = "") -> NoReturn:
        self.reader.fail(sentence, key, clause)

    def not_due(self, sentence: str, clause: str) -> NoReturn:
        self.fail("phase", f"{self.name} is not due: {sentence}", clause)

    # What everybody sees

    def read_phase(self) -> None:
        table = self.table
        self.name = self.reader.word("phase", (*PHASES, CALL, CEREMONY))
        table.turn = self.reader.whole("turn", 1, 1, int(self.house.turns))
        if self.name == CALL:
            table.phase = AT_BAUBLES
        elif self.name == CEREMONY:
            table.phase = AT_RAFT
        else:
            table.phase = PHASES.index(self.name)
        if table.phase < AT_GOAL_ROLL and table.turn != 1:
            self.fail("turn", f"{self.name} belongs to the setup, so the turn is 1, not {int(table.turn)}", "HT-1.10")
        if table.phase >= AT_RAFT and table.turn != self.house.turns:
            self.fail("turn", f"{self.name} comes after turn {int(self.house.turns)}", "HT-11.1")
        if table.phase <= AT_FIRST_HOST:
            if self.reader.has("host"):
                self.fail("host", f"there is no Host yet in {self.name}; leave it out", "HT-1.4")
        else:
            table.host = self.reader.whole("host", None, 0, len(self.seats) - 1)

    def read_sheets(self) -> None:
        sheets = self.reader.many("seats", len(self.seats))
        for seat, data in enumerate(sheets):
            sheet = Reader(data, f"seats[{seat}]")
            self.read_vocation(sheet, seat)
            supplies = sheet.many("supplies", int(KINDS)) if sheet.has("supplies") else [0] * int(KINDS)
            for kind, count in enumerate(supplies):
                if not _whole(count) or not 0 <= count <= MOST_HELD:
                    sheet.fail(
                        f"{SUPPLY_IDS[kind]} should be a whole number of 0 or more, not {count!r}", "supplies", "HT-1.2"
                    )
                self.table.cells[seat * SHEET + HELD + kind] = count
            self.read_nests(sheet, seat)
            self.read_pieces(sheet, seat)
            sheet.done()
        self.check_vocations()

    def read_vocation(self, sheet: Reader, seat: int) -> None:
        if sheet.has("vocation"):
            name = sheet.word("vocation", VOCATION_IDS[1:])
            if not self.house.vocations:
                sheet.fail(f"{name}: vocations are not in play; set the option vocations", "vocation", "HT-13.5")
            vocation = VOCATION_IDS.index(name)
            if self.table.who_is(vocation) >= 0:
                sheet.fail(f"there is only one {name}", "vocation", "HT-13.3")
            self.table.cells[seat * SHEET + TRADE] = vocation

    def check_vocations(self) -> None:
        if not self.house.vocations or self.table.phase < AT_VOCATION:
            if any(self.table.vocation(s) for s in self.seats):
                self.fail("seats", "vocations are picked after the draft rolls", "HT-13.3")
            return
        without = [s for s in self.seats if not self.table.vocation(s)]
        if without and self.table.phase > AT_VOCATION:
            self.fail("seats", f"every rat has a vocation after the draft; seat {without[0]} has none", "HT-13.3")

    def read_nests(self, sheet: Reader, seat: int) -> None:
        nests: list[int] = []
        for place in sheet.many("nests"):
            if not _whole(place) or not 1 <= place <= KINDS:
                sheet.fail(f"a nest lies beside a supply from 1 to 6, not {place!r}", "nests", "HT-7.1")
            if place in nests:
                sheet.fail(f"two nests cannot lie beside supply {place}", "nests", "HT-7.1")
            nests.append(place)
            self.table.cells[seat * SHEET + NESTS] |= i64(1) << (place - 1)
        last_turn = self.table.turn == self.house.turns
        if len(nests) > self.table.turn and not (last_turn and len(nests) == KINDS):
            sheet.fail(f"{len(nests)} nests are more than turns begun, {int(self.table.turn)}", "nests", "HT-7.1")

    def read_pieces(self, sheet: Reader, seat: int) -> None:
        count = self.table.vocation(seat) == COUNT
        pieces = [(p, DISH, CRUMBS, RAGS) for p in sheet.many("dishes")]
        pieces += [(p, DECORATION, RAGS, CRUMBS) for p in sheet.many("decorations")]
        allowed = 3 * int(self.table.turn) + (2 if count else 0)
        if len(pieces) > allowed:
            sheet.fail(f"{len(pieces)} pieces are more than turns allow, {allowed}", "dishes", "HT-9.3")
        for piece, kind, usual, crossed in pieces:
            key = "dishes" if kind == DISH else "decorations"
            value, supply = piece, usual
            if isinstance(piece, list | tuple):
                if len(piece) != 2 or piece[1] not in (crossed + 1, FLOWERS + 1):
                    sheet.fail(
                        f"a piece is its value, or [value, supply] when made of supply {int(crossed) + 1} or 6, "
                        f"not {piece!r}",
                        key,
                        "HT-10.1",
                    )
                value, supply = piece[0], piece[1] - 1
            if not _whole(value) or not 1 <= value <= MOST_HELD:
                sheet.fail(f"a piece has a value of at least 1, not {value!r}", key, "HT-8.1")
            if supply == crossed:
                if self.table.vocation(seat) != PICKPOCKET:
                    sheet.fail(f"only the Pickpocket makes a piece like {piece!r}", key, "HT-13.18")
                if value <= self.house.pickpocket_bonus:
                    sheet.fail(f"{piece!r} is worth at least {int(self.house.pickpocket_bonus) + 1}", key, "HT-13.19")
            self.table.add_piece(seat, a_piece(value, supply, kind))
        if count and (1 not in sheet.many("dishes") or 2 not in sheet.many("decorations")):
            sheet.fail("the Count has a dish of 1 and a decoration of 2 from the beginning", "dishes", "HT-13.27")

    def read_public(self) -> None:
        table = self.table
        goals = self.reader.many("goals")
        for goal in goals:
            if not _whole(goal) or not CHEAP <= goal < CHEAP + GOALS:
                self.fail("goals", f"goals are from 2 to 12, not {goal!r}", "HT-2.1")
            if table.goals >> goal & 1:
                self.fail("goals", f"goal {goal} is circled twice", "HT-2.4")
            table.goals |= i64(1) << goal
        due = int(table.turn) - (1 if table.phase <= AT_GOAL else 0)
        if len(goals) != due:
            self.fail("goals", f"in turn {int(table.turn)}, {self.name}, {due} are circled, not {len(goals)}", "HT-2.4")
        self.read_roll()
        self.read_draft()
        if self.reader.has("hat_from"):
            if table.phase not in (AT_BANKER, AT_BONUS):
                self.fail("hat_from", "is for the phases banker and bonus only", "HT-10.11")
            table.hat_from = self.reader.whole("hat_from", None, 0, len(self.seats) - 1)
            if table.hat_from == table.host:
                self.fail("hat_from", "the hat comes from another rat than the Host", "HT-13.24")
        if table.phase in (AT_COIN_FLIP, AT_COIN, AT_END):
            table.winner = self.reader.whole("winner", None, 0, len(self.seats) - 1)
        elif self.reader.has("winner"):
            self.fail("winner", f"nobody has the raft yet in {self.name}", "HT-11.10")
        if table.phase in (AT_COIN, AT_END):
            table.coin = COIN_IDS.index(self.reader.word("coin", COIN_IDS[1:]))
        elif self.reader.has("coin"):
            self.fail("coin", f"the coin has not been flipped yet in {self.name}", "HT-11.13")

    def read_roll(self) -> None:
        table = self.table
        rolls = int(self.house.scavenge_rolls)
        if table.phase == AT_SCAVENGE:
            table.step = self.reader.whole("scavenge_no", 1, 1, rolls)
        elif table.phase == AT_SCAVENGE_ROLL:
            table.step = self.reader.whole("scavenge_no", 0, 0, rolls - 1)
        elif self.reader.has("scavenge_no"):
            self.fail("scavenge_no", "is for the phases scavenge_roll and scavenge only", "HT-3.1")
        dice = self.reader.many("roll")
        if not dice and table.phase != AT_SCAVENGE:
            return
        if len(dice) != 2 or not all(_whole(d) and 1 <= d <= 6 for d in dice):
            self.fail("roll", f"two dice from 1 to 6 are needed, not {dice!r}", "HT-3.1")
        if table.phase not in (AT_GOAL, AT_SCAVENGE):
            self.fail("roll", f"no dice lie on the table in {self.name}", "HT-3.1")
        if table.phase == AT_GOAL and not table.goals >> sum(dice) & 1:
            self.fail("roll", f"{sum(dice)} is not circled yet, so the Host has nothing to choose", "HT-2.2")
        table.low_die, table.high_die = min(dice), max(dice)

    def read_draft(self) -> None:
        table = self.table
        if table.phase > AT_VOCATION or not self.house.vocations:
            if self.reader.has("draft"):
                self.fail("draft", "is for the phases draft_roll and vocation, with vocations in play", "HT-13.1")
            return
        lists = self.reader.many("draft", len(self.seats)) if self.reader.has("draft") else [[] for _ in self.seats]
        for seat, totals in enumerate(lists):
            if not isinstance(totals, list | tuple) or len(totals) > DRAFT_DEPTH:
                self.fail("draft", f"seat {seat} should have a list of totals, not {totals!r}", "HT-13.1")
            for times, total in enumerate(totals):
                if not _whole(total) or not 2 <= total <= 12:
                    self.fail("draft", f"a total of two dice is from 2 to 12, not {total!r}", "HT-13.1")
                table.cells[seat * SHEET + ROLLED] |= total << (4 * (int(DRAFT_DEPTH) - 1 - times))

    # The call

    def read_call(self) -> None:
        """What is called, what was said, and whom it leaves to act."""
        table = self.table
        in_call = AT_PAUPER <= table.phase <= AT_HOST_PICK
        if not in_call:
            for key in ("called", "announced", "queue", "asking"):
                if self.reader.raw(key):
                    self.fail(key, f"nothing is being called in {self.name}", "HT-4.1")
        else:
            called = self.called_by_phase()
            table.called = self.reader.whole("called", called, called or 1, called or int(KINDS)) - 1
        self.read_taken()
        if not in_call:
            return
        if self.name == CALL:
            for key in ("announced", "queue", "asking"):
                if self.reader.raw(key):
                    self.fail(key, "the call is about to be made", "HT-4.2")
            return
        self.read_announced()
        if table.called == SWORDS:
            self.read_queue()
        elif self.reader.many("queue") or self.reader.many("asking"):
            self.fail("queue", "only requests are made one after another", "HT-4.14")

    def called_by_phase(self) -> int | None:
        phase = self.table.phase
        if self.name == CALL:
            return None
        if phase < AT_BAUBLES:
            return 1
        return 6 if phase == AT_HOST_PICK else int(phase - AT_BAUBLES) + 2

    def read_taken(self) -> None:
        pairs = self.reader.many("taken")
        asked = 0
        if AT_PAUPER < self.table.phase <= AT_HOST_PICK and (self.name != CALL or self.table.called > SWORDS):
            asked = max(len(self.seats) - 1, 1)
        for pair in pairs:
            right = isinstance(pair, list | tuple) and len(pair) == 2 and all(_whole(n) for n in pair)
            if not right or pair[0] not in self.seats or not 1 <= pair[1] <= KINDS:
                self.fail("taken", f"should name a seat in play and a supply, not {pair!r}", "HT-5.7")
            if pair[1] == SWORDS + 1:
                self.fail("taken", "swords can never be requested", "HT-5.3")
            bit = pair[0] * int(KINDS) + pair[1] - 1
            if self.table.taken >> bit & 1:
                self.fail("taken", f"{pair!r} is there twice", "HT-5.7")
            self.table.taken |= i64(1) << bit
        if len(pairs) > asked:
            self.fail("taken", f"{len(pairs)} pairs are more than rats can have asked, {asked}", "HT-5.13")

    def read_announced(self) -> None:
        table = self.table
        kind, host = int(table.called), int(table.host)
        said = self.reader.many("announced", len(self.seats))
        if not _whole(said[host]) or said[host] < 0:
            self.fail("announced", f"the Host, seat {host}, says its count, not {said[host]!r}", "HT-4.2")
        for seat in self.seats:
            count = said[seat]
            if seat != host and count is not None and (not _whole(count) or count <= said[host]):
                self.fail(
                    "announced",
                    f"seat {seat} says a count above the Host's {said[host]}, or null for RATS, not {count!r}",
                    "HT-4.3",
                )
            table.cells[seat * SHEET + SAID] = RATS if count is None else count
        acting = int(table.acting())
        if not acting:
            self.not_due(f"nobody has any {SUPPLY_IDS[kind]}", "HT-4.8")
        for seat in self.seats:
            held = int(table.held(seat, kind))
            if acting >> seat & 1:
                if held:
                    self.fail(f"seats[{seat}].supplies", f"seat {seat} acts, so it has spent all it had", "HT-4.15")
            elif held > said[host] or (seat == host and held != said[host]):
                self.fail(
                    f"seats[{seat}].supplies",
                    f"{held} {SUPPLY_IDS[kind]} do not fit what was said, {said[seat] if seat == host else 'RATS'}",
                    "HT-4.3",
                )

    def read_queue(self) -> None:
        """The rats that have yet to ask, and the request being made (HT-5.10)."""
        table = self.table
        acting = [s for s in self.seats if table.acting() >> s & 1]
        most_first = sorted(acting, key=lambda s: (-int(table.said(s)), s))
        order = self.reader.many("queue") or most_first
        if len(set(order)) != len(order) or not set(order) <= set(acting):
            self.fail("queue", f"should name acting rats, {acting}, each once, not {order!r}", "HT-5.10")
        said = [int(table.said(s)) for s in order]
        done = [s for s in acting if s not in order]
        if said != sorted(said, reverse=True) or any(table.said(s) < said[0] for s in done):
            self.fail("queue", f"should have the most swords first, not {order!r}", "HT-5.10")
        if table.phase == AT_PAUPER and done:
            self.fail("queue", "nobody asks before the Pauper has chosen", "HT-13.8")
        if len(self.reader.many("taken")) > len(done):
            self.fail("taken", f"only {len(done)} rats have asked so far", "HT-5.13")
        table.to_act = sum(1 << s for s in order)
        level = table.loudest(table.to_act)
        if table.phase == AT_SWORDS_ORDER and level & (level - 1) == 0:
            self.not_due("one rat has the most swords", "HT-5.11")
        if table.phase >= AT_SWORDS_RAT:
            table.asker = order[0]
        self.read_asking()

    def read_asking(self) -> None:
        table = self.table
        asking = self.reader.many("asking")
        length = {int(AT_SWORDS_SUPPLY): 2, int(AT_SWORDS_AMOUNT): 3}.get(int(table.phase), 0)
        if len(asking) != length or not all(_whole(n) for n in asking):
            self.fail("asking", f"should have {length} entries in {self.name}, not {asking!r}", "HT-5.1")
        if table.phase == AT_SWORDS_RAT and len(self.seats) == 2:
            self.not_due("there is only one rat to ask", "HT-5.1")
        if not length:
            return
        if asking[0] != table.asker:
            self.fail("asking", f"seat {int(table.asker)} is the one to ask, not {asking[0]}", "HT-5.10")
        if asking[1] not in self.seats or asking[1] == asking[0]:
            self.fail("asking", f"another rat is asked, not {asking[1]}", "HT-5.1")
        table.target = asking[1]
        free = [k for k in range(int(BAUBLES), int(KINDS)) if not table.is_taken(table.target, k)]
        if length == 2:
            if len(free) < 2:
                self.not_due("only one kind can be asked for", "HT-5.7")
            return
        if asking[2] - 1 not in free:
            self.fail("asking", f"supply {asking[2]} cannot be asked of seat {asking[1]}", "HT-5.7")
        table.wanted = asking[2] - 1

    # Who has to decide

    def read_waiting(self) -> None:
        """Sets the seats that are asked, and refuses a phase that is not due for what lies on the table."""
        table = self.table
        phase = table.phase
        host = 1 << int(table.host) if table.host >= 0 else 0
        if phase < AT_GOAL_ROLL:
            self.read_setup()
        elif phase == AT_GOAL_ROLL:
            if self.house.vocations and table.vocation(table.host) == QUEEN:
                self.not_due("a Queen Host does not roll", "HT-13.28")
        elif phase == AT_GOAL:
            queen = table.vocation(table.host) == QUEEN
            if not queen and table.turn == 1:
                self.not_due("the first roll cannot repeat a goal", "HT-2.3")
            if queen and table.low_die:
                self.fail("roll", "a Queen Host does not roll", "HT-13.28")
            table.pending = host
        elif phase == AT_SCAVENGE:
            table.pending = (1 << len(self.seats)) - 1
        elif self.name == CALL or phase == AT_SCAVENGE_ROLL:
            table.pending = 0
        elif phase == AT_PAUPER:
            pauper = int(table.begging_pauper())
            if pauper < 0:
                self.not_due("no Pauper says RATS to at least 1", "HT-13.12")
            table.pending = 1 << pauper
        elif phase == AT_SWORDS_ORDER:
            table.pending = host
        elif phase <= AT_SWORDS_AMOUNT:
            table.pending = 1 << int(table.asker)
        elif phase <= AT_FLOWERS:
            table.pending = table.asked(table.called, table.acting())
            if not table.pending:
                self.not_due("nobody has a choice", "HT-8.1")
        elif phase == AT_HOST_PICK:
            level = table.level_rats()
            if level & (level - 1) == 0:
                self.not_due("there is no tie for the most flowers", "HT-10.4")
            table.pending = host
        else:
            self.read_end()

    def read_setup(self) -> None:
        table = self.table
        phase = table.phase
        if phase <= AT_FIRST_HOST and self.house.vocations != (phase < AT_FIRST_HOST):
            self.not_due(f"vocations are {'on' if self.house.vocations else 'off'}", "HT-1.4")
        if phase == AT_FIRST_HOST and self.house.first_host >= 0:
            self.not_due(f"seat {int(self.house.first_host)} is the first Host by option", "HT-1.4")
        if phase == AT_DRAFT_ROLL and table.next_to_roll() < 0:
            self.not_due("no tie is left", "HT-13.2")
        if phase == AT_VOCATION:
            self.check_picks()
        if phase == AT_START_DRAW and not self.house.random_start:
            self.not_due("start supplies are chosen, not drawn", "HT-1.7")
        self.check_first_supplies()
        if phase == AT_START:
            table.pending = sum(1 << s for s in self.seats if table.start_picks(s))
            if not table.pending:
                self.not_due("nobody has a start supply to choose", "HT-1.7")

    def check_picks(self) -> None:
        table = self.table
        roller = int(table.next_to_roll())
        if roller >= 0:
            self.not_due(f"seat {roller} has to roll first", "HT-13.2")
        order = sorted(self.seats, key=lambda s: (-int(table.cells[s * SHEET + ROLLED]), s))
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
            held = [int(table.held(seat, k)) for k in range(int(KINDS))]
            if seat == table.host:
                right = held == [int(self.house.privilege_each)] * int(KINDS)
            elif self.house.random_start and table.phase >= AT_START_DRAW:
                most = amount * (2 if pair and not self.house.distinct else 1)
                right = all(n % amount == 0 and n <= most for n in held) and sum(held) <= amount * (2 if pair else 1)
                drawn += sum(held) // amount
            else:
                right = not any(held)
            if not right:
                self.fail(f"seats[{seat}].supplies", f"{held} cannot be held in {self.name}", "HT-1.3")
        if table.phase < AT_START_DRAW or not self.house.random_start:
            return
        all_drawn = 2 if pair else len(self.seats) - 1
        if (drawn == all_drawn) != (table.phase == AT_START):
            self.not_due(f"{drawn} of {all_drawn} start supplies are drawn", "HT-1.7")
        if table.phase == AT_START_DRAW:
            table.step = drawn
            others = [s for s in self.seats if s != table.host]
            got = [any(table.held(s, k) for k in range(int(KINDS))) for s in others]
            if got != sorted(got, reverse=True):
                self.fail("seats", "start supplies are drawn in the order of seats", "HT-1.7")

    def read_end(self) -> None:
        table = self.table
        phase = table.phase
        if phase in (AT_BANKER, AT_BONUS) and table.turn == self.house.turns:
            self.not_due("the last turn gives no more supplies that need a choice", "HT-11.2")
        if phase == AT_BANKER:
            if table.who_is(BANKER) < 0:
                self.not_due("nobody is the Banker", "HT-13.24")
            if table.hat_from < 0:
                self.fail("hat_from", "the Banker is asked when the hat has moved: from which seat?", "HT-13.24")
            table.pending = 1 << int(table.who_is(BANKER))
        elif phase == AT_BONUS:
            if len(self.seats) != 2:
                self.not_due("the gift is for tables of two", "HT-14.6")
            table.pending = 1 << (1 - int(table.host))
        else:
            table.count_awards()
            leaders = table.leaders()
            if phase == AT_RAFT and self.name != CEREMONY:
                if leaders & (leaders - 1) == 0:
                    self.not_due("one rat has the most awards", "HT-11.10")
                table.pending = 1 << int(table.host)
            if table.winner >= 0 and not leaders >> table.winner & 1:
                self.fail("winner", f"seat {int(table.winner)} has not the most awards", "HT-11.10")
            if phase == AT_COIN:
                if table.who_is(QUEEN) < 0:
                    self.not_due("there is no Queen", "HT-13.30")
                table.pending = 1 << int(table.who_is(QUEEN))

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
                if name not in CHOICES or not moves.has(CHOICES[name]):
                    self.fail("chosen", f"seat {seat} cannot have chosen {name!r} in {self.name}", "HT-4.16")
                self.note_choice(seat, CHOICES[name])
        if asked and not table.pending:
            self.fail("chosen", "all have chosen, so it would have been applied", "HT-4.16")

    def note_choice(self, seat: int, action: int) -> None:
        table = self.table
        given = len(chosen_actions(table, seat))
        table.cells[seat * SHEET + CHOSEN] |= (action + 1) << (8 * given)
        due = int(table.start_picks(seat)) if table.phase == AT_START else 2 if table.phase == AT_BONUS else 1
        if given + 1 == due:
            table.pending &= ~(1 << seat)
        elif table.phase in (AT_START, AT_BONUS):
            moves = Moves()
            table.list_moves(seat, moves)
            if moves.count == 1:
                self.fail("chosen", f"after {choice_name(action)!r} there is nothing left to choose", "HT-14.2")

    # What has been heard

    def read_known(self) -> None:
        table = self.table
        if self.reader.has("known"):
            self.read_bounds()
        if self.reader.raw("record") is not None:
            self.forget_bounds()  # the record determines them; what `known` says must only be well formed
            self.read_hearsay(self.reader.many("record"))
        elif not self.reader.has("known"):
            self.bounds_of_this_call()
        for seat in self.seats:
            for kind in range(int(KINDS)):
                least, held, most = table.least(seat, kind), table.held(seat, kind), table.most(seat, kind)
                if not least <= held <= most:
                    where = "record" if table.record is not None else "known"
                    self.fail(
                        where,
                        f"seat {seat} has {int(held)} {SUPPLY_IDS[kind]}, outside of {int(least)} to {int(most)}",
                        "HT-5.4",
                    )
        if table.phase == AT_SWORDS_AMOUNT and table.vocation(table.asker) != RUFFIAN and table.ask_limit() == 1:
            self.not_due("1 is the only amount to name", "HT-5.4")

    def read_bounds(self) -> None:
        for seat, pairs in enumerate(self.reader.many("known", len(self.seats))):
            if not isinstance(pairs, list | tuple) or len(pairs) != KINDS:
                self.fail("known", f"seat {seat} should have six pairs [lo, hi], not {pairs!r}", "HT-5.4")
            for kind, pair in enumerate(pairs):
                right = isinstance(pair, list | tuple) and len(pair) == 2 and _whole(pair[0]) and pair[0] >= 0
                if not right or not (pair[1] is None or (_whole(pair[1]) and pair[1] >= pair[0])):
                    self.fail("known", f"should be [lo, hi] with hi at least lo, or null, not {pair!r}", "HT-5.4")
                self.table.cells[seat * SHEET + LEAST + kind] = pair[0]
                self.table.cells[seat * SHEET + MOST + kind] = NO_BOUND if pair[1] is None else pair[1]

    def forget_bounds(self) -> None:
        for seat in self.seats:
            for kind in range(int(KINDS)):
                self.table.cells[seat * SHEET + LEAST + kind] = 0
                self.table.cells[seat * SHEET + MOST + kind] = 0

    def bounds_of_this_call(self) -> None:
        """Without any memory, only what the current call has said is known."""
        table = self.table
        for seat in self.seats:
            for kind in range(int(KINDS)):
                table.cells[seat * SHEET + MOST + kind] = NO_BOUND
        if table.called < 0 or self.name == CALL:
            return
        kind, host_said = int(table.called), int(table.said(table.host))
        for seat in self.seats:
            sheet = seat * int(SHEET)
            if table.said(seat) == RATS:
                has_chosen = AT_PAUPER < table.phase < AT_BAUBLES or table.phase == AT_HOST_PICK
                begged = has_chosen and seat == table.begging_pauper()
                table.cells[sheet + MOST + kind] = host_said + (int(self.house.pauper_gain) if begged else 0)
            else:
                held = table.held(seat, kind)
                table.cells[sheet + LEAST + kind] = held
                table.cells[sheet + MOST + kind] = held

    def read_hearsay(self, entries: list[Any]) -> None:
        """A record determines the bounds; it must lead to this position."""
        table = self.table
        log = read_record(entries, len(self.seats))
        heard = Hearsay(self.house, [int(table.vocation(s)) for s in self.seats], log)
        for seat in self.seats:
            for kind in range(int(KINDS)):
                table.cells[seat * SHEET + LEAST + kind] = heard.least[seat][kind]
                table.cells[seat * SHEET + MOST + kind] = heard.most[seat][kind]
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
        rolls, calls = each * (int(table.turn) - 1), int(KINDS) * (int(table.turn) - 1)
        if table.phase == AT_SCAVENGE:
            return rolls + int(table.step) - 1, calls
        if table.phase == AT_SCAVENGE_ROLL:
            return rolls + int(table.step), calls
        if table.phase < AT_SCAVENGE_ROLL:
            return rolls, calls
        if table.called >= 0:
            return rolls + each, calls + int(table.called) + (0 if self.name == CALL else 1)
        return rolls + each, calls + int(KINDS)

    def run_on(self) -> None:
        if self.name == CALL:
            self.table.out_do(self.table.called)
        elif self.name == CEREMONY:
            self.table.hold_ceremony()


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
