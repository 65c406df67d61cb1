"""A turn in the order in which it happens: a Banquet Goal is circled, everybody scavenges, the six supplies are called
and whoever out-does the Host acts (HT-2 to HT-10.2)."""

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .events import tell_acts, tell_call, tell_request, tell_scavenged
from .memory import note
from .rules_end import HighTeaEnd
from .scoring import a_piece
from .table import first, just, several


class HighTeaTurn(HighTeaEnd):
    """A table in the middle of a turn."""

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
        self.progress = 0
        self.deal(n.AT_SCAVENGE_ROLL)

    # 3 Scavenge

    def roll_scavenge(self, outcome: i64) -> None:
        self.throw(outcome)
        self.progress += 1
        self.phase = n.AT_SCAVENGE
        self.pending = (i64(1) << self.seats) - 1
        if self.listener is not None:
            self.tell(
                "scavenge_roll",
                {
                    "number": int(self.progress),
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
        if self.progress < self.house.scavenge_rolls:
            self.deal(n.AT_SCAVENGE_ROLL)
        else:
            self.progress = 0
            self.out_do(n.SWORDS)

    # 4 Out-do the Host

    def out_do(self, kind: i64) -> None:
        """Call the supplies from this one on, until somebody has to decide (HT-4.1)."""
        while kind < n.KINDS:
            self.call(kind)
            if self.pending != 0:
                return
            kind += 1
        self.pass_the_hat()

    def call(self, kind: i64) -> None:
        """Announcements (HT-4.2 to 4.5), who acts (HT-4.6 to 4.8), spending (HT-4.15), and who is asked."""
        cells = self.cells
        host = self.host
        mine = cells[host * n.SHEET + n.HELD + kind]
        self.called = kind
        self.pending = 0
        acting: i64 = 0
        self.hear(note(n.HEARD_CALL, kind, host))
        for seat in range(self.seats):
            sheet = seat * n.SHEET
            held = cells[sheet + n.HELD + kind]
            if held > mine or seat == host:
                cells[sheet + n.SAID] = held
                cells[sheet + n.LEAST + kind] = held
                cells[sheet + n.MOST + kind] = held
                if seat != host:
                    acting |= i64(1) << seat
            else:
                cells[sheet + n.SAID] = n.RATS
                if cells[sheet + n.MOST + kind] > mine:
                    cells[sheet + n.MOST + kind] = mine
            self.hear(cells[sheet + n.SAID])
        if self.listener is not None:
            tell_call(self, kind, mine)
        if acting == 0:
            if mine == 0:
                if self.listener is not None:
                    self.tell("nobody", {"supply": n.SUPPLY_IDS[kind]})
                return
            acting = i64(1) << host
        for seat in range(self.seats):
            if (acting >> seat) & 1 == 1:
                sheet = seat * n.SHEET
                cells[sheet + n.HELD + kind] = 0
                cells[sheet + n.LEAST + kind] = 0
                cells[sheet + n.MOST + kind] = 0
        if self.listener is not None:
            tell_acts(self, kind, acting)
        self.wait_for_answers(kind, acting)

    def wait_for_answers(self, kind: i64, acting: i64) -> None:
        if kind == n.SWORDS:
            self.to_act = acting
            pauper = self.begging_pauper()
            if pauper != NOBODY:
                self.ask(n.AT_PAUPER, pauper)
            else:
                self.next_to_ask()
            return
        self.phase = n.AT_BAUBLES + kind - n.BAUBLES
        self.pending = self.asked(kind, acting)
        if self.pending == 0:
            self.finish_call()

    def finish_call(self) -> None:
        """All choices of a call are in: the Pauper's gain, then what those who acted get (HT-4.16)."""
        kind = self.called
        acting = self.acting()
        pauper = self.begging_pauper()
        if pauper != NOBODY:
            self.beg(pauper, self.chosen(pauper) - 1)
            self.cells[pauper * n.SHEET + n.CHOSEN] = 0
        for seat in range(self.seats):
            if (acting >> seat) & 1 == 0:
                continue
            action = self.cells[seat * n.SHEET + n.CHOSEN] - 1
            self.cells[seat * n.SHEET + n.CHOSEN] = 0
            if kind == n.BAUBLES:
                self.take_baubles(seat, action - n.BAUBLE)
            elif kind == n.STRAW:
                self.build_nest(seat, action - n.NEST)
            else:
                self.make_piece(seat, kind, action - n.MAKE)

    def beg(self, seat: i64, action: i64) -> None:
        """The Pauper below the Host gains; level, it carries on (HT-13.6, HT-13.7)."""
        sheet = seat * n.SHEET
        gained = action != n.CARRY_ON
        if gained:
            self.cells[sheet + n.HELD + action - n.BEG] += self.house.pauper_gain
        if self.cells[sheet + n.LEAST + self.called] < self.said(self.host):
            self.widen(seat, self.house.pauper_gain)
        self.hear(note(n.HEARD_PAUPER, seat))
        if self.listener is not None:
            owner = [int(seat)]
            self.tell(
                "pauper_gain",
                {"seat": int(seat), "gained": gained, "supply": n.SUPPLY_IDS[action - n.BEG] if gained else None},
                {"gained": owner, "supply": owner},
            )

    # 5 Cocktail swords

    def next_to_ask(self) -> None:
        """Most swords first; the Host settles ties, one name at a time (HT-5.10, HT-5.11)."""
        self.pending = 0
        if self.to_act == 0:
            self.out_do(n.BAUBLES)
            return
        most = self.loudest(self.to_act)
        if several(most):
            self.ask(n.AT_SWORDS_ORDER, self.host)
        else:
            self.begin_request(first(most))

    def begin_request(self, seat: i64) -> None:
        self.asker = seat
        if self.seats == 2:
            self.name_target(1 - seat)
        else:
            self.ask(n.AT_SWORDS_RAT, seat)

    def name_target(self, target: i64) -> None:
        self.target = target
        if self.listener is not None:
            self.tell("asking", {"seat": int(self.asker), "target": int(target)})
        free: i64 = 0
        last: i64 = 0
        for kind in range(n.BAUBLES, n.KINDS):
            if not self.is_taken(target, kind):
                free += 1
                last = kind
        if free == 1:
            self.name_supply(last)
        else:
            self.ask(n.AT_SWORDS_SUPPLY, self.asker)

    def name_supply(self, kind: i64) -> None:
        self.wanted = kind
        if self.listener is not None:
            self.tell(
                "asking",
                {"seat": int(self.asker), "target": int(self.target), "supply": n.SUPPLY_IDS[kind]},
            )
        if self.ask_limit() == 1 and self.vocation(self.asker) != n.RUFFIAN:
            self.request(1)
        else:
            self.ask(n.AT_SWORDS_AMOUNT, self.asker)

    def request(self, amount: i64) -> None:
        """The whole request is said, 0 standing for all; it is answered at once (HT-5.5, HT-5.6, HT-13.13)."""
        cells = self.cells
        kind = self.wanted
        target = self.target
        theirs = target * n.SHEET + kind
        mine = self.asker * n.SHEET + kind
        held = cells[theirs + n.HELD]
        given = held if amount == 0 else amount if held >= amount else 0
        if given > 0:
            cells[theirs + n.HELD] -= given
            cells[mine + n.HELD] += given
            cells[mine + n.LEAST] += given
            cells[mine + n.MOST] += given
            cells[theirs + n.MOST] -= given
            least = cells[theirs + n.LEAST] - given
            cells[theirs + n.LEAST] = least if least > 0 else 0
            self.taken |= just(target * n.KINDS + kind)
        if amount == 0:
            cells[theirs + n.LEAST] = 0
            cells[theirs + n.MOST] = 0
        elif given == 0 and cells[theirs + n.MOST] >= amount:
            cells[theirs + n.MOST] = amount - 1
        self.hear(note(n.HEARD_REQUEST, self.asker, target, kind))
        self.hear(amount)
        self.hear(n.RATS if given == 0 and amount > 0 else given)
        if self.listener is not None:
            tell_request(self, amount, given)
        self.to_act &= ~(i64(1) << self.asker)
        self.asker = NOBODY
        self.target = NOBODY
        self.wanted = n.NOTHING
        self.next_to_ask()

    # 6 Baubles, 7 straw

    def take_baubles(self, seat: i64, kind: i64) -> None:
        self.gain(seat, kind, self.house.bauble_gain)
        self.hear(note(n.HEARD_BAUBLE, seat))
        if self.listener is not None:
            self.tell(
                "bauble_gain",
                {"seat": int(seat), "supply": n.SUPPLY_IDS[kind], "amount": int(self.house.bauble_gain)},
                {"supply": [int(seat)]},
            )

    def build_nest(self, seat: i64, kind: i64) -> None:
        """Beside the kind chosen; unasked, beside the only free one, if there is one (HT-7.1, HT-7.6)."""
        nests = self.nests(seat)
        if kind < 0:
            if nests == (i64(1) << n.KINDS) - 1:
                return
            kind = 0
            while (nests >> kind) & 1 == 1:
                kind += 1
        self.cells[seat * n.SHEET + n.NESTS] = nests | (i64(1) << kind)
        self.hear(note(n.HEARD_NEST, seat))
        if self.listener is not None:
            self.tell("nest_built", {"seat": int(seat), "supply": n.SUPPLY_IDS[kind]}, {"supply": [int(seat)]})

    # 8 Crumbs, 9 rags, 10 flowers

    def make_piece(self, seat: i64, supply: i64, kind: i64) -> None:
        """A piece worth what was spent; the Pickpocket's other kind is worth more (HT-13.19, HT-13.20)."""
        usual = n.DISH if supply == n.CRUMBS else n.DECORATION
        if kind < 0:
            kind = usual
        spent = self.said(seat)
        value = spent
        if supply != n.FLOWERS and kind != usual:
            value += self.house.pickpocket_bonus
        self.add_piece(seat, a_piece(value, supply, kind))
        if self.listener is not None:
            owner = [int(seat)]
            only = {}
            if self.house.hides(self.vocation(seat), supply):
                only["kind"] = owner
                if supply != n.FLOWERS:
                    only["value"] = owner
            self.tell(
                "piece_made",
                {
                    "seat": int(seat),
                    "from": n.SUPPLY_IDS[supply],
                    "spent": int(spent),
                    "kind": n.PIECE_IDS[kind],
                    "value": int(value),
                },
                only,
            )
