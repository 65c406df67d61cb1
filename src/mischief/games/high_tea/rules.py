"""RATS: High Tea at Sea: the rules.

Two to six rats keep up appearances on a sinking ship. For five turns they scavenge supplies in secret and try to
out-do the Host; then five Banquet Goals are judged, and the rat with the most awards gets the life raft.

A turn: the Host rolls for a Banquet Goal (HT-2). Three times two dice are rolled and every rat takes supplies from
them, in secret (HT-3). Then the six supplies are called in order (HT-4): the Host says how many it has, each rat with
more says so, the rest say "RATS". Those who are over the Host act, or else the Host does; whoever acts spends all of
that supply. Swords make requests (HT-5), baubles become five of anything (HT-6), straw a nest (HT-7), crumbs a dish
(HT-8), rags a decoration (HT-9), flowers either, and the hat (HT-10).

Rulings that bend the text: the amount of a request stops at one more than the target can have by what was said aloud
(HT-R.11), so that what is offered depends on nothing secret; the Pauper is asked whenever it says RATS, also when
level, because being asked must not tell (HT-R.16); what several rats choose together is applied when the last of them
has chosen (HT-R.41). A draft tie that outlasts fifteen rolls goes to the lower seat; the program has to stop
somewhere.

The chapters: setup.py (HT-1, HT-13.1 to 13.4), rules_turn.py (HT-2 to HT-10.2) and rules_end.py (the hat and the end,
HT-10.3 to HT-11); the goals are in scoring.py. The table itself and small movements of pieces are in table.py, what may
be done in legal.py. What everybody has heard is kept in a record beside the sheets (memory.py); imagined tables have
none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from . import numbers as n
from .events import tell_opening
from .house import House
from .imagining import AT_ONCE, CLOSELY, LIKELY, deal_secrets
from .legal import dice_outcome, list_moves, list_odds
from .memory import Record
from .rules_turn import HighTeaTurn

if TYPE_CHECKING:
    from mischief.engine.game import Game

UNSEEN: Final[i64] = -1
"""A choice of which others learn only that it has been made."""


@final
@mypyc_attr(free_list_len=1)
class HighTea(HighTeaTurn):
    """A table of High Tea, with all that can happen at it. What it holds is said in `table.py`."""

    def copy(self, record: Record | None) -> HighTea:
        return HighTea(
            self.game,
            self.house,
            self.turn,
            self.phase,
            self.pending,
            self.host,
            self.goals,
            self.low_die,
            self.high_die,
            self.progress,
            self.called,
            self.to_act,
            self.asker,
            self.target,
            self.wanted,
            self.taken,
            self.hat_from,
            self.winner,
            self.coin,
            self.cells[:],
            record,
            self.heard,
        )

    def clone(self) -> State:
        copy = self.copy(self.record)
        copy.keep_past_of(self)
        return copy

    # What may be done, and chance

    def list_moves(self, seat: i64, moves: Moves) -> None:
        list_moves(self, seat, moves)

    def list_odds(self, odds: Odds) -> None:
        list_odds(self, odds)

    def sample(self, rng: Rng) -> i64:
        phase = self.phase
        if phase == n.AT_FIRST_HOST:
            return n.FIRST + rng.below(self.seats)
        if phase == n.AT_COIN_FLIP:
            return n.HEADS + rng.below(2)
        if phase == n.AT_START_DRAW:
            kind = rng.below(n.KINDS)
            while not self.may_draw(kind):
                kind = rng.below(n.KINDS)
            return n.DRAW + kind
        both = rng.below(36)
        one = both // 6
        other = both - one * 6
        return dice_outcome(one, other) if one < other else dice_outcome(other, one)

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if self.listener is not None and phase <= n.AT_START:
            tell_opening(self)
        if phase == n.AT_SCAVENGE:
            self.cells[seat * n.SHEET + n.CHOSEN] = action + 1
            self.pending &= ~(i64(1) << seat)
            if self.pending == 0:
                self.finish_scavenging()
        elif seat == DEALER:
            self.apply_chance(action)
        elif phase == n.AT_SWORDS_AMOUNT:
            self.request(0 if action == n.ASK_ALL else action - n.ASK_AMOUNT + 1)
        elif phase == n.AT_SWORDS_SUPPLY:
            self.name_supply(action - n.ASK_SUPPLY + 1)
        elif phase == n.AT_SWORDS_RAT:
            self.name_target(action - n.ASK_RAT)
        elif phase >= n.AT_BAUBLES and phase <= n.AT_FLOWERS:
            self.cells[seat * n.SHEET + n.CHOSEN] = action + 1
            self.pending &= ~(i64(1) << seat)
            if self.pending == 0:
                self.finish_call()
                self.out_do(self.called + 1)
        elif phase == n.AT_PAUPER:
            self.pending = 0
            self.beg(seat, action)
            self.next_to_ask()
        elif phase == n.AT_SWORDS_ORDER:
            if self.listener is not None:
                self.tell("order_choice", {"host": int(self.host), "seat": int(action - n.ORDER)})
            self.begin_request(action - n.ORDER)
        elif phase == n.AT_START:
            self.choose_start(seat, action)
        elif phase == n.AT_GOAL:
            self.circle(action - n.GOAL + n.CHEAP, "queen" if self.vocation(seat) == n.QUEEN else "host")
        elif phase == n.AT_HOST_PICK:
            if self.listener is not None:
                self.tell("host_choice", {"host": int(self.host), "seat": int(action - n.HAT)})
            self.install(action - n.HAT)
        elif phase == n.AT_BANKER:
            self.pending = 0
            self.bank(seat, action - n.BANK)
            self.give_bonus()
        elif phase == n.AT_BONUS:
            self.choose_bonus(seat, action)
        elif phase == n.AT_VOCATION:
            self.pick_vocation(seat, action - n.VOCATION + 1)
        elif phase == n.AT_RAFT:
            self.give_raft(action - n.RAFT, seat)
        else:
            self.settle_coin(seat, action)

    def apply_chance(self, outcome: i64) -> None:
        phase = self.phase
        if phase == n.AT_SCAVENGE_ROLL:
            self.roll_scavenge(outcome)
        elif phase == n.AT_GOAL_ROLL:
            self.roll_goal(outcome)
        elif phase == n.AT_FIRST_HOST:
            self.seat_first_host(outcome - n.FIRST)
        elif phase == n.AT_START_DRAW:
            self.draw_start(outcome - n.DRAW)
        elif phase == n.AT_COIN_FLIP:
            self.flip(outcome)
        else:
            self.roll_draft(outcome)

    def share(self, seat: i64) -> float:
        return 1.0 if seat == self.winner else 0.0

    # What cannot be known

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        phase = self.phase
        if seat == DEALER:
            return UNSEEN if phase == n.AT_START_DRAW and self.drawer() != viewer else action
        if seat == viewer:
            return action
        if (
            phase == n.AT_SCAVENGE
            or phase == n.AT_START
            or phase == n.AT_BANKER
            or phase == n.AT_BONUS
            or phase == n.AT_PAUPER
        ):
            return UNSEEN
        if phase >= n.AT_BAUBLES and phase <= n.AT_FLOWERS:
            # A piece on an open sheet is shown when the last choice is in; this one may be it.
            shown = self.house.open_sheet and action >= n.MAKE and self.pending == i64(1) << seat
            return action if shown else UNSEEN
        return action

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        """All that is secret of the other rats, dealt afresh from what was heard."""
        return self.world(seat, CLOSELY, rng)

    def suppose_as(self, seat: i64, rng: Rng) -> State:
        """The same from the bounds alone, without going through all that was heard."""
        return self.world(seat, AT_ONCE, rng)

    def believe_as(self, seat: i64, rng: Rng) -> State:
        """The same from what was heard, and from what rats tend to choose."""
        return self.world(seat, LIKELY, rng)

    def world(self, seat: i64, how: i64, rng: Rng) -> State:
        """A copy with secrets that this seat cannot tell from the true ones."""
        world = self.copy(None)
        if self.phase >= n.AT_START_DRAW and not self.revealed():
            deal_secrets(self, world, seat, how, rng)
        return world


def new_table(game: Game, house: House) -> HighTea:
    """A table before anything is dealt (HT-1.3)."""
    table = blank_table(game, house, Record([]))
    table.open_table()
    return table


def blank_table(game: Game, house: House, record: Record | None) -> HighTea:
    table = HighTea(
        game,
        house,
        1,
        n.AT_DRAFT_ROLL,
        0,
        NOBODY,
        0,
        0,
        0,
        0,
        n.NOTHING,
        0,
        NOBODY,
        NOBODY,
        n.NOTHING,
        0,
        NOBODY,
        NOBODY,
        0,
        zeros(house.seats * n.SHEET),
        record,
        0,
    )
    for seat in range(house.seats):
        table.cells[seat * n.SHEET + n.SAID] = n.RATS
    return table
