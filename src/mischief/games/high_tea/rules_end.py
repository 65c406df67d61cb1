"""The end of a turn and of the game: the hat with its privileges, the awards, the raft and the coin (HT-10.3 to
HT-10.11, HT-11)."""

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .events import tell_ceremony
from .memory import note
from .setup import HighTeaSetup
from .table import first, several


class HighTeaEnd(HighTeaSetup):
    """A table whose flowers have been called."""

    # 10 The hat

    def pass_the_hat(self) -> None:
        """The most flowers take the hat; the Host settles a tie (HT-10.3 to 10.6)."""
        most = self.loudest(self.over_host())
        if several(most):
            self.ask(n.AT_HOST_PICK, self.host)
        else:
            self.install(first(most) if most != 0 else self.host)

    def install(self, heir: i64) -> None:
        """The Host of the next turn, its Privilege, the Banker's gain, the gift at a table of two (HT-10.11)."""
        previous = self.host
        moved = heir != previous
        self.host = heir
        self.called = n.NOTHING
        for seat in range(self.seats):
            self.cells[seat * n.SHEET + n.SAID] = n.RATS
        if self.listener is not None:
            self.tell(
                "host",
                {
                    "seat": int(heir),
                    "previous": int(previous) if moved else None,
                    "reason": "flowers" if moved else "stays",
                },
            )
        mode = self.house.privilege
        if moved or mode == n.EVERY_TURN or (mode == n.STANDARD and self.seats == 2):
            self.pay_privilege(heir)
        self.pending = 0
        self.taken = 0
        if self.turn == self.house.turns:
            self.hold_ceremony()
            return
        if moved:
            self.hat_from = previous
            banker = self.who_is(n.BANKER)
            if banker != NOBODY:
                self.ask(n.AT_BANKER, banker)
                return
        self.give_bonus()

    def give_bonus(self) -> None:
        """At a table of two the rat without the hat gains again (HT-14.3)."""
        if self.seats == 2:
            self.ask(n.AT_BONUS, 1 - self.host)
        else:
            self.next_turn()

    def choose_bonus(self, seat: i64, action: i64) -> None:
        at = seat * n.SHEET + n.CHOSEN
        lower = self.cells[at] - 1
        if lower < 0:
            lower = action
            upper = action if not self.house.distinct else action + 1
            if upper < n.GIFT + n.KINDS - 1:
                self.cells[at] = action + 1
                return
            # only flowers are left for the second pick
        else:
            upper = action
        self.cells[at] = 0
        amount = self.house.start_amount
        self.cells[seat * n.SHEET + n.HELD + lower - n.GIFT] += amount
        self.cells[seat * n.SHEET + n.HELD + upper - n.GIFT] += amount
        self.widen(seat, amount if self.house.distinct else 2 * amount)
        self.hear(note(n.HEARD_GIFT, seat))
        if self.listener is not None:
            self.tell(
                "bonus_gain",
                {
                    "seat": int(seat),
                    "supplies": [n.SUPPLY_IDS[lower - n.GIFT], n.SUPPLY_IDS[upper - n.GIFT]],
                    "amount": int(amount),
                },
                {"supplies": [int(seat)]},
            )
        self.next_turn()

    def next_turn(self) -> None:
        self.pending = 0
        self.hat_from = NOBODY
        self.turn += 1
        self.begin_turn()

    # 11 The end

    def hold_ceremony(self) -> None:
        """All sheets are shown and the goals judged (HT-11.3 to 11.9)."""
        self.count_awards()
        if self.listener is not None:
            tell_ceremony(self)
        leaders = self.leaders()
        if several(leaders):
            self.ask(n.AT_RAFT, self.host)
        else:
            self.give_raft(first(leaders), NOBODY)

    def give_raft(self, winner: i64, chosen_by: i64) -> None:
        self.winner = winner
        if self.listener is not None:
            by = int(chosen_by) if chosen_by != NOBODY else None
            self.tell("raft", {"seat": int(winner), "chosen_by": by})
        self.deal(n.AT_COIN_FLIP)

    def flip(self, outcome: i64) -> None:
        self.coin = outcome - n.HEADS + 1
        if self.listener is not None:
            self.tell("coin", {"seat": int(self.flipper()), "result": n.COIN_IDS[self.coin]})
        queen = self.who_is(n.QUEEN)
        if queen != NOBODY:
            self.ask(n.AT_COIN, queen)
        else:
            self.end()

    def settle_coin(self, seat: i64, action: i64) -> None:
        """The Queen may turn the coin over (HT-13.30)."""
        if action == n.OVERRULE_COIN:
            self.coin = 3 - self.coin
            if self.listener is not None:
                self.tell("coin_overruled", {"seat": int(seat), "result": n.COIN_IDS[self.coin]})
        self.end()

    def end(self) -> None:
        self.phase = n.AT_END
        self.pending = 0
        if self.listener is not None:
            self.tell(
                "game_end",
                {
                    "winner": int(self.winner),
                    "ranking": [int(self.place(s)) for s in range(int(self.seats))],
                    "all_escape": self.coin == 1,
                },
            )
