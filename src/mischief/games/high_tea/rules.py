"""RATS: High Tea at Sea: the rules.

Two to six rats keep up appearances on a sinking ship. For five turns they scavenge supplies in secret and try to
out-do the Host; then five Banquet Goals are judged, and the rat with the most awards gets the life raft.

A turn: the Host rolls for a Banquet Goal (HT-2). Three times two dice are rolled and every rat takes supplies from
them, in secret (HT-3). Then the six supplies are called in order (HT-4): the Host says how many it has, each rat with
more says so, the rest say "RATS". Those who are over the Host act, or else the Host does; whoever acts spends all of
that supply. Swords make requests (HT-5), baubles become five of anything (HT-6), straw a nest (HT-7), crumbs a dish
(HT-8), rags a decoration (HT-9), flowers either, and the hat (HT-10).

Rulings that bend the text: the amount of a request stops at one more than the target can have by what was said aloud
(R11), so that what is offered depends on nothing secret; the Pauper is asked whenever it says RATS, also when level,
because being asked must not tell (R16); what several rats choose together is applied when the last of them has chosen
(R41). A draft tie that outlasts fifteen rolls goes to the lower seat; the program has to stop somewhere.

The table itself and the movements of hands are in tea_table.py, the setup (HT-1, HT-13.1 to 13.4) in opening.py, the
hat and the end in farewell.py, what may be done in offers.py, the goals in scoring.py. What everybody has heard is kept
in a record beside the sheets (imagining.py); imagined tables have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from .dreams import imagine_choice, imagine_pieces, imagine_supplies, suppose_supplies
from .farewell import Farewell
from .house import (
    ASK_ALL,
    ASK_AMOUNT,
    ASK_RAT,
    ASK_SUPPLY,
    AT_BANKER,
    AT_BAUBLES,
    AT_BONUS,
    AT_COIN_FLIP,
    AT_DRAFT_ROLL,
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
    BANK,
    BAUBLE,
    BAUBLES,
    BEG,
    CARRY_ON,
    CHEAP,
    CHOSEN,
    CRUMBS,
    DECORATION,
    DISH,
    DRAW,
    FIRST,
    FLOWERS,
    GOAL,
    GOAL_IDS,
    HAT,
    HEADS,
    HELD,
    KINDS,
    LEAST,
    MAKE,
    MOST,
    NEST,
    NESTS,
    NOTHING,
    ORDER,
    PIECE_IDS,
    QUEEN,
    RAFT,
    RATS,
    RUFFIAN,
    SAID,
    SCAVENGE,
    SHEET,
    STRAW,
    SUPPLY_IDS,
    SWORDS,
    TRADE,
    VOCATION,
    House,
    bit,
)
from .imagining import (
    HEARD_BAUBLE,
    HEARD_CALL,
    HEARD_NEST,
    HEARD_PAUPER,
    HEARD_REQUEST,
    HEARD_ROLL,
    Record,
    note,
)
from .offers import dice_outcome, list_moves, list_odds
from .scoring import a_piece
from .telling import tell_acts, tell_call, tell_opening, tell_request, tell_scavenged

if TYPE_CHECKING:
    from mischief.engine.game import Game

UNSEEN: Final[i64] = -1
"""A choice of which others learn only that it has been made."""


@final
class HighTea(Farewell):
    """A table of High Tea, with all that can happen at it. What it holds is said in `tea_table.py`."""

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
            self.step,
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
        return self.copy(self.record)

    # What may be done, and chance

    def list_moves(self, seat: i64, moves: Moves) -> None:
        list_moves(self, seat, moves)

    def list_odds(self, odds: Odds) -> None:
        list_odds(self, odds)

    def sample(self, rng: Rng) -> i64:
        phase = self.phase
        if phase == AT_FIRST_HOST:
            return FIRST + rng.below(self.seats)
        if phase == AT_COIN_FLIP:
            return HEADS + rng.below(2)
        if phase == AT_START_DRAW:
            kind = rng.below(KINDS)
            while not self.may_draw(kind):
                kind = rng.below(KINDS)
            return DRAW + kind
        both = rng.below(36)
        one = both // 6
        other = both - one * 6
        return dice_outcome(one, other) if one < other else dice_outcome(other, one)

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if self.listener is not None and phase <= AT_START:
            tell_opening(self)
        if phase == AT_SCAVENGE:
            self.cells[seat * SHEET + CHOSEN] = action + 1
            self.pending &= ~(i64(1) << seat)
            if self.pending == 0:
                self.finish_scavenging()
        elif seat == DEALER:
            self.apply_chance(action)
        elif phase == AT_SWORDS_AMOUNT:
            self.request(0 if action == ASK_ALL else action - ASK_AMOUNT + 1)
        elif phase == AT_SWORDS_SUPPLY:
            self.name_supply(action - ASK_SUPPLY + 1)
        elif phase == AT_SWORDS_RAT:
            self.name_target(action - ASK_RAT)
        elif phase >= AT_BAUBLES and phase <= AT_FLOWERS:
            self.cells[seat * SHEET + CHOSEN] = action + 1
            self.pending &= ~(i64(1) << seat)
            if self.pending == 0:
                self.finish_call()
                self.out_do(self.called + 1)
        elif phase == AT_PAUPER:
            self.pending = 0
            self.beg(seat, action)
            self.next_to_ask()
        elif phase == AT_SWORDS_ORDER:
            if self.listener is not None:
                self.tell("order_choice", {"host": int(self.host), "seat": int(action - ORDER)})
            self.begin_request(action - ORDER)
        elif phase == AT_START:
            self.choose_start(seat, action)
        elif phase == AT_GOAL:
            self.circle(action - GOAL + CHEAP, "queen" if self.vocation(seat) == QUEEN else "host")
        elif phase == AT_HOST_PICK:
            if self.listener is not None:
                self.tell("host_choice", {"host": int(self.host), "seat": int(action - HAT)})
            self.install(action - HAT)
        elif phase == AT_BANKER:
            self.pending = 0
            self.bank(seat, action - BANK)
            self.give_bonus()
        elif phase == AT_BONUS:
            self.choose_bonus(seat, action)
        elif phase == AT_VOCATION:
            self.pick_vocation(seat, action - VOCATION + 1)
        elif phase == AT_RAFT:
            self.give_raft(action - RAFT, seat)
        else:
            self.settle_coin(seat, action)

    def apply_chance(self, outcome: i64) -> None:
        phase = self.phase
        if phase == AT_SCAVENGE_ROLL:
            self.roll_scavenge(outcome)
        elif phase == AT_GOAL_ROLL:
            self.roll_goal(outcome)
        elif phase == AT_FIRST_HOST:
            self.seat_first_host(outcome - FIRST)
        elif phase == AT_START_DRAW:
            self.draw_start(outcome - DRAW)
        elif phase == AT_COIN_FLIP:
            self.flip(outcome)
        else:
            self.roll_draft(outcome)

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
            self.ask(AT_GOAL, self.host)
        else:
            self.circle(goal, "roll")

    def circle(self, goal: i64, by: str) -> None:
        self.goals |= i64(1) << goal
        if self.listener is not None:
            self.tell("goal_circled", {"goal": GOAL_IDS[goal - CHEAP], "by": by})
        self.low_die = 0
        self.high_die = 0
        self.step = 0
        self.deal(AT_SCAVENGE_ROLL)

    # 3 Scavenge

    def roll_scavenge(self, outcome: i64) -> None:
        self.throw(outcome)
        self.step += 1
        self.phase = AT_SCAVENGE
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
        self.hear(note(HEARD_ROLL, low, high))
        for seat in range(self.seats):
            sheet = seat * SHEET
            kind = cells[sheet + CHOSEN] - 1 - SCAVENGE
            cells[sheet + CHOSEN] = 0
            amount = high if kind == low - 1 else low
            factor: i64 = 1
            if cells[sheet + NESTS] != 0:
                factor = self.house.factor(cells[sheet + TRADE])
            if low == high:
                for at in range(sheet + MOST, sheet + MOST + KINDS):
                    cells[at] += low * factor
            else:
                cells[sheet + MOST + low - 1] += high * factor
                cells[sheet + MOST + high - 1] += low * factor
            if (cells[sheet + NESTS] >> kind) & 1 == 0:
                factor = 1
            cells[sheet + HELD + kind] += amount * factor
            if self.listener is not None:
                tell_scavenged(self, seat, kind, amount, factor)
        self.low_die = 0
        self.high_die = 0
        if self.step < self.house.scavenge_rolls:
            self.deal(AT_SCAVENGE_ROLL)
        else:
            self.step = 0
            self.out_do(SWORDS)

    # 4 Out-do the Host

    def out_do(self, kind: i64) -> None:
        """Call the supplies from this one on, until somebody has to decide (HT-4.1)."""
        while kind < KINDS:
            self.call(kind)
            if self.pending != 0:
                return
            kind += 1
        self.pass_the_hat()

    def call(self, kind: i64) -> None:
        """Announcements (HT-4.2 to 4.5), who acts (HT-4.6 to 4.8), spending (HT-4.15), and who is asked."""
        cells = self.cells
        host = self.host
        mine = cells[host * SHEET + HELD + kind]
        self.called = kind
        self.pending = 0
        acting: i64 = 0
        self.hear(note(HEARD_CALL, kind, host))
        for seat in range(self.seats):
            sheet = seat * SHEET
            held = cells[sheet + HELD + kind]
            if held > mine or seat == host:
                cells[sheet + SAID] = held
                cells[sheet + LEAST + kind] = held
                cells[sheet + MOST + kind] = held
                if seat != host:
                    acting |= i64(1) << seat
            else:
                cells[sheet + SAID] = RATS
                if cells[sheet + MOST + kind] > mine:
                    cells[sheet + MOST + kind] = mine
            self.hear(cells[sheet + SAID])
        if self.listener is not None:
            tell_call(self, kind, mine)
        if acting == 0:
            if mine == 0:
                if self.listener is not None:
                    self.tell("nobody", {"supply": SUPPLY_IDS[kind]})
                return
            acting = i64(1) << host
        for seat in range(self.seats):
            if (acting >> seat) & 1 == 1:
                sheet = seat * SHEET
                cells[sheet + HELD + kind] = 0
                cells[sheet + LEAST + kind] = 0
                cells[sheet + MOST + kind] = 0
        if self.listener is not None:
            tell_acts(self, kind, acting)
        self.wait_for_answers(kind, acting)

    def wait_for_answers(self, kind: i64, acting: i64) -> None:
        if kind == SWORDS:
            self.to_act = acting
            pauper = self.begging_pauper()
            if pauper != NOBODY:
                self.ask(AT_PAUPER, pauper)
            else:
                self.next_to_ask()
            return
        self.phase = AT_BAUBLES + kind - BAUBLES
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
            self.cells[pauper * SHEET + CHOSEN] = 0
        for seat in range(self.seats):
            if (acting >> seat) & 1 == 0:
                continue
            action = self.cells[seat * SHEET + CHOSEN] - 1
            self.cells[seat * SHEET + CHOSEN] = 0
            if kind == BAUBLES:
                self.take_baubles(seat, action - BAUBLE)
            elif kind == STRAW:
                self.build_nest(seat, action - NEST)
            else:
                self.make_piece(seat, kind, action - MAKE)

    def beg(self, seat: i64, action: i64) -> None:
        """The Pauper below the Host gains; level, it carries on (HT-13.6, HT-13.7)."""
        sheet = seat * SHEET
        gained = action != CARRY_ON
        if gained:
            self.cells[sheet + HELD + action - BEG] += self.house.pauper_gain
        if self.cells[sheet + LEAST + self.called] < self.said(self.host):
            self.widen(seat, self.house.pauper_gain)
        self.hear(note(HEARD_PAUPER, seat))
        if self.listener is not None:
            owner = [int(seat)]
            self.tell(
                "pauper_gain",
                {"seat": int(seat), "gained": gained, "supply": SUPPLY_IDS[action - BEG] if gained else None},
                {"gained": owner, "supply": owner},
            )

    # 5 Cocktail swords

    def next_to_ask(self) -> None:
        """Most swords first; the Host settles ties, one name at a time (HT-5.10, HT-5.11)."""
        self.pending = 0
        if self.to_act == 0:
            self.out_do(BAUBLES)
            return
        first = self.loudest(self.to_act)
        if first & (first - 1) != 0:
            self.ask(AT_SWORDS_ORDER, self.host)
            return
        seat: i64 = 0
        while (first >> seat) & 1 == 0:
            seat += 1
        self.begin_request(seat)

    def begin_request(self, seat: i64) -> None:
        self.asker = seat
        if self.seats == 2:
            self.name_target(1 - seat)
        else:
            self.ask(AT_SWORDS_RAT, seat)

    def name_target(self, target: i64) -> None:
        self.target = target
        if self.listener is not None:
            self.tell("asking", {"seat": int(self.asker), "target": int(target)})
        free: i64 = 0
        last: i64 = 0
        for kind in range(BAUBLES, KINDS):
            if not self.is_taken(target, kind):
                free += 1
                last = kind
        if free == 1:
            self.name_supply(last)
        else:
            self.ask(AT_SWORDS_SUPPLY, self.asker)

    def name_supply(self, kind: i64) -> None:
        self.wanted = kind
        if self.listener is not None:
            self.tell(
                "asking",
                {"seat": int(self.asker), "target": int(self.target), "supply": SUPPLY_IDS[kind]},
            )
        if self.ask_limit() == 1 and self.vocation(self.asker) != RUFFIAN:
            self.request(1)
        else:
            self.ask(AT_SWORDS_AMOUNT, self.asker)

    def request(self, amount: i64) -> None:
        """The whole request is said, 0 standing for all; it is answered at once (HT-5.5, HT-5.6, HT-13.13)."""
        cells = self.cells
        kind = self.wanted
        target = self.target
        theirs = target * SHEET + kind
        mine = self.asker * SHEET + kind
        held = cells[theirs + HELD]
        given = held if amount == 0 else amount if held >= amount else 0
        if given > 0:
            cells[theirs + HELD] -= given
            cells[mine + HELD] += given
            cells[mine + LEAST] += given
            cells[mine + MOST] += given
            cells[theirs + MOST] -= given
            least = cells[theirs + LEAST] - given
            cells[theirs + LEAST] = least if least > 0 else 0
            self.taken |= bit(target * KINDS + kind)
        if amount == 0:
            cells[theirs + LEAST] = 0
            cells[theirs + MOST] = 0
        elif given == 0 and cells[theirs + MOST] >= amount:
            cells[theirs + MOST] = amount - 1
        self.hear(note(HEARD_REQUEST, self.asker, target, kind))
        self.hear(amount)
        self.hear(RATS if given == 0 and amount > 0 else given)
        if self.listener is not None:
            tell_request(self, amount, given)
        self.to_act &= ~(i64(1) << self.asker)
        self.asker = NOBODY
        self.target = NOBODY
        self.wanted = NOTHING
        self.next_to_ask()

    # 6 Baubles, 7 straw

    def take_baubles(self, seat: i64, kind: i64) -> None:
        self.gain(seat, kind, self.house.bauble_gain)
        self.hear(note(HEARD_BAUBLE, seat))
        if self.listener is not None:
            self.tell(
                "bauble_gain",
                {"seat": int(seat), "supply": SUPPLY_IDS[kind], "amount": int(self.house.bauble_gain)},
                {"supply": [int(seat)]},
            )

    def build_nest(self, seat: i64, kind: i64) -> None:
        """Beside the kind chosen; unasked, beside the only free one, if there is one (HT-7.1, HT-7.6)."""
        nests = self.nests(seat)
        if kind < 0:
            if nests == (i64(1) << KINDS) - 1:
                return
            kind = 0
            while (nests >> kind) & 1 == 1:
                kind += 1
        self.cells[seat * SHEET + NESTS] = nests | (i64(1) << kind)
        self.hear(note(HEARD_NEST, seat))
        if self.listener is not None:
            self.tell("nest_built", {"seat": int(seat), "supply": SUPPLY_IDS[kind]}, {"supply": [int(seat)]})

    # 8 Crumbs, 9 rags, 10 flowers

    def make_piece(self, seat: i64, supply: i64, kind: i64) -> None:
        """A piece worth what was spent; the Pickpocket's other kind is worth more (HT-13.19, HT-13.20)."""
        usual = DISH if supply == CRUMBS else DECORATION
        if kind < 0:
            kind = usual
        spent = self.said(seat)
        value = spent
        if supply != FLOWERS and kind != usual:
            value += self.house.pickpocket_bonus
        self.add_piece(seat, a_piece(value, supply, kind))
        if self.listener is not None:
            owner = [int(seat)]
            only = {}
            if self.house.hides(self.vocation(seat), supply):
                only["kind"] = owner
                if supply != FLOWERS:
                    only["value"] = owner
            self.tell(
                "piece_made",
                {
                    "seat": int(seat),
                    "from": SUPPLY_IDS[supply],
                    "spent": int(spent),
                    "kind": PIECE_IDS[kind],
                    "value": int(value),
                },
                only,
            )

    def payoff(self, seat: i64) -> float:
        return 1.0 if seat == self.winner else 0.0

    # What cannot be known

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        phase = self.phase
        if seat == DEALER:
            return UNSEEN if phase == AT_START_DRAW and self.drawer() != viewer else action
        if seat == viewer:
            return action
        if phase == AT_SCAVENGE or phase == AT_START or phase == AT_BANKER or phase == AT_BONUS or phase == AT_PAUPER:
            return UNSEEN
        if phase >= AT_BAUBLES and phase <= AT_FLOWERS:
            # A piece on an open sheet is shown when the last choice is in; this one may be it.
            shown = self.house.open_sheet and action >= MAKE and self.pending == i64(1) << seat
            return action if shown else UNSEEN
        return action

    def imagine(self, seat: i64, rng: Rng) -> State:
        """All that is secret of the other rats, dealt afresh from what was heard (imagining.py)."""
        return self.dream(seat, rng, True)

    def suppose(self, seat: i64, rng: Rng) -> State:
        """The same from the bounds alone, without going through all that was heard."""
        return self.dream(seat, rng, False)

    def dream(self, seat: i64, rng: Rng, closely: bool) -> State:
        world = self.copy(None)
        if self.phase >= AT_START_DRAW and not self.revealed():
            for other in range(self.seats):
                if other != seat:
                    if closely:
                        imagine_supplies(self, world, other, rng)
                    else:
                        suppose_supplies(world, other, rng)
                    imagine_pieces(world, other, rng)
                    if world.chosen(other) != 0:
                        imagine_choice(world, other, rng)
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
        AT_DRAFT_ROLL,
        0,
        NOBODY,
        0,
        0,
        0,
        0,
        NOTHING,
        0,
        NOBODY,
        NOBODY,
        NOTHING,
        0,
        NOBODY,
        NOBODY,
        0,
        zeros(house.seats * SHEET),
        record,
        0,
    )
    for seat in range(house.seats):
        table.cells[seat * SHEET + SAID] = RATS
    return table
