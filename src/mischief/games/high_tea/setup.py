"""From the empty table to the first decision: vocations, the first Host, first supplies (HT-1, HT-13.1 to HT-13.4)."""

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .events import tell_start_pick
from .memory import note
from .scoring import a_piece
from .table import HighTeaTable, choices_in


class HighTeaSetup(HighTeaTable):
    """A table that is being set up (HT-1.10): vocations, the first Host, first supplies; and the first turn."""

    def open_table(self) -> None:
        """The first thing to be decided: the draft, or the first Host (HT-1.4, HT-13.4)."""
        if self.house.vocations:
            self.deal(n.AT_DRAFT_ROLL)
        elif self.house.first_host == n.RANDOM_SEAT:
            self.deal(n.AT_FIRST_HOST)
        else:
            self.seat_first_host(self.house.first_host)

    def roll_draft(self, outcome: i64) -> None:
        seat = self.next_to_roll()
        self.throw(outcome)
        times = self.rolls(seat)
        self.cells[seat * n.SHEET + n.ROLLED] |= (self.low_die + self.high_die) << (4 * (n.DRAFT_DEPTH - 1 - times))
        if self.listener is not None:
            self.tell(
                "vocation_roll",
                {"seat": int(seat), "d1": int(self.low_die), "d2": int(self.high_die), "reroll": times > 0},
            )
        self.low_die = 0
        self.high_die = 0
        if self.next_to_roll() == NOBODY:
            self.ask(n.AT_VOCATION, self.next_to_pick())

    def pick_vocation(self, seat: i64, vocation: i64) -> None:
        self.cells[seat * n.SHEET + n.TRADE] = vocation
        if self.listener is not None:
            self.tell("vocation_pick", {"seat": int(seat), "vocation": n.VOCATION_IDS[vocation]})
        if vocation == n.COUNT:
            # His own pieces are as good as a dish of crumbs and a decoration of rags (HT-13.27).
            self.add_piece(seat, a_piece(1, n.CRUMBS, n.DISH))
            self.add_piece(seat, a_piece(2, n.RAGS, n.DECORATION))
            if self.listener is not None:
                self.tell("count_pieces", {"seat": int(seat), "dish": 1, "decoration": 2})
        following = self.next_to_pick()
        if following != NOBODY:
            self.ask(n.AT_VOCATION, following)
            return
        for other in range(self.seats):
            self.cells[other * n.SHEET + n.ROLLED] = 0
        self.seat_first_host(seat)

    def seat_first_host(self, seat: i64) -> None:
        self.host = seat
        if self.listener is not None:
            self.tell("host", {"seat": int(seat), "previous": None, "reason": "setup"})
        self.pay_privilege(seat)
        self.progress = 0
        if self.house.random_start:
            self.deal(n.AT_START_DRAW)
        else:
            self.open_start()

    def draw_start(self, kind: i64) -> None:
        seat = self.drawer()
        second: i64 = 1 if self.seats == 2 and self.progress == 1 else 0
        amount = self.house.start_amount
        self.cells[seat * n.SHEET + n.HELD + kind] += amount
        if second == 0 or not self.house.distinct:
            self.widen(seat, amount)
        self.hear(note(n.HEARD_DRAW, seat, second))
        if self.listener is not None:
            tell_start_pick(self, seat, kind, "draw")
        self.progress += 1
        if self.progress == (2 if self.seats == 2 else self.seats - 1):
            self.progress = 0
            self.open_start()

    def open_start(self) -> None:
        """The Banker's gain and the start picks, all chosen together (HT-1.10)."""
        self.phase = n.AT_START
        self.pending = 0
        for seat in range(self.seats):
            if self.start_picks(seat) > 0:
                self.pending |= i64(1) << seat
        if self.pending == 0:
            self.begin_turn()

    def choose_start(self, seat: i64, action: i64) -> None:
        at = seat * n.SHEET + n.CHOSEN
        given = choices_in(self.cells[at])
        self.cells[at] |= (action + 1) << (8 * given)
        given += 1
        due = self.start_picks(seat)
        if self.seats == 2 and due - given == 1 and action < n.START + n.KINDS:
            lowest = action if not self.house.distinct else action + 1
            if lowest == n.START + n.KINDS - 1:  # only flowers are left for the second pick
                self.cells[at] |= (lowest + 1) << (8 * given)
                given += 1
        if given == due:
            self.pending &= ~(i64(1) << seat)
            if self.pending == 0:
                self.finish_start()

    def finish_start(self) -> None:
        for seat in range(self.seats):
            given = self.chosen(seat)
            if given == 0:
                continue
            self.cells[seat * n.SHEET + n.CHOSEN] = 0
            if self.vocation(seat) == n.BANKER:
                self.bank(seat, (given & 255) - 1 - n.BANK)
                given >>= 8
            if given == 0:
                continue
            self.hear(note(n.HEARD_START, seat))
            self.widen(seat, self.house.start_amount * (2 if self.seats == 2 and not self.house.distinct else 1))
            while given != 0:
                kind = (given & 255) - 1 - n.START
                self.cells[seat * n.SHEET + n.HELD + kind] += self.house.start_amount
                if self.listener is not None:
                    tell_start_pick(self, seat, kind, "choice")
                given >>= 8
        self.begin_turn()

    def begin_turn(self) -> None:
        if self.listener is not None:
            self.tell("turn_start", {"turn": int(self.turn)})
        if self.house.vocations and self.vocation(self.host) == n.QUEEN:
            self.ask(n.AT_GOAL, self.host)  # she does not roll (HT-13.28)
        else:
            self.deal(n.AT_GOAL_ROLL)
