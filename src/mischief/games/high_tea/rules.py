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

What everybody has heard is kept in a record beside the sheets (imagining.py); imagined tables have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from .house import (
    ASK_ALL,
    ASK_AMOUNT,
    ASK_RAT,
    ASK_SUPPLY,
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
    AT_STRAW,
    AT_SWORDS_AMOUNT,
    AT_SWORDS_ORDER,
    AT_SWORDS_RAT,
    AT_SWORDS_SUPPLY,
    AT_VOCATION,
    AWARDS,
    BANK,
    BANKER,
    BAUBLE,
    BAUBLES,
    BEG,
    CARRY_ON,
    CHEAP,
    CHOSEN,
    COUNT,
    CRUMBS,
    DECORATION,
    DISH,
    DRAFT_DEPTH,
    DRAW,
    EVERY_TURN,
    FIRST,
    FLOWERS,
    GIFT,
    GOAL,
    GOALS,
    HAT,
    HEADS,
    HELD,
    KEEP_COIN,
    KINDS,
    LEAST,
    MAKE,
    MOST,
    NEST,
    NESTS,
    NOTHING,
    ORDER,
    OVERRULE_COIN,
    PAUPER,
    PICKPOCKET,
    PIECE,
    PIECES,
    QUEEN,
    RAFT,
    RAGS,
    RATS,
    ROLLED,
    RUFFIAN,
    SAID,
    SCAVENGE,
    SHEET,
    STANDARD,
    START,
    STRAW,
    SWORDS,
    TAILS,
    TRADE,
    VOCATION,
    VOCATIONS,
    House,
    bit,
)
from .imagining import (
    HEARD_BANKER,
    HEARD_BAUBLE,
    HEARD_CALL,
    HEARD_DRAW,
    HEARD_GIFT,
    HEARD_NEST,
    HEARD_PAUPER,
    HEARD_PRIVILEGE,
    HEARD_REQUEST,
    HEARD_ROLL,
    HEARD_START,
    Record,
    count_in,
    nests_of,
    note,
)
from .scoring import OUT, a_piece, award, nests_in, piece_kind, piece_supply, piece_value, total_awards

if TYPE_CHECKING:
    from mischief.engine.game import Game

UNSEEN: Final[i64] = -1
"""A choice of which others learn only that it has been made."""

SUPPLY_IDS = ("swords", "baubles", "straw", "crumbs", "rags", "flowers")
GOAL_IDS = (
    *("cheap", "composed", "greedy", "refined", "generous", "plush"),
    *("swanky", "dapper", "grandiose", "elegant", "dainty"),
)
"""From 2 to 12."""
VOCATION_IDS = ("none", "pauper", "ruffian", "carpenter", "pickpocket", "banker", "count", "queen")
PIECE_IDS = ("dish", "decoration")
COIN_IDS = ("none", "heads", "tails")


@final
class HighTea(State):
    """A table of High Tea. `pending` has a bit for every seat that has a decision to make; with none set the Dealer
    is next, unless the game is over. `cells` holds the sheets, one stretch per rat (house.py)."""

    def __init__(
        self,
        game: Game,
        house: House,
        turn: i64,
        phase: i64,
        pending: i64,
        host: i64,
        goals: i64,
        low_die: i64,
        high_die: i64,
        step: i64,
        called: i64,
        to_act: i64,
        asker: i64,
        target: i64,
        wanted: i64,
        taken: i64,
        hat_from: i64,
        winner: i64,
        coin: i64,
        cells: vec[i64],
        record: Record | None,
        heard: i64,
    ) -> None:
        super().__init__(game, house.seats)
        self.house = house
        self.turn = turn
        self.phase = phase
        self.pending = pending
        self.host = host
        self.goals = goals
        """A bit for each circled goal, 2 to 12."""
        self.low_die = low_die
        self.high_die = high_die
        """The dice last rolled and still of use; 0 for none."""
        self.step = step
        """How many scavenging rolls this turn has seen (how many start supplies were drawn, at setup)."""
        self.called = called
        """The supply being called, or NOTHING."""
        self.to_act = to_act
        """A bit for each rat that has yet to make its request; the one asking included."""
        self.asker = asker
        self.target = target
        self.wanted = wanted
        """The request being made, as far as it has been said."""
        self.taken = taken
        """A bit for each victim * 6 + supply that is blocked this turn (HT-5.7)."""
        self.hat_from = hat_from
        self.winner = winner
        self.coin = coin
        """0, or 1 for heads, 2 for tails."""
        self.cells = cells
        self.record = record
        self.heard = heard
        """How much of the record is this table's past."""

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

    # Reading the sheets

    def held(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * SHEET + HELD + kind]

    def least(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * SHEET + LEAST + kind]

    def most(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * SHEET + MOST + kind]

    def nests(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + NESTS]

    def chosen(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + CHOSEN]

    def said(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + SAID]

    def vocation(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + TRADE]

    def pieces(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + PIECES]

    def piece(self, seat: i64, index: i64) -> i64:
        return self.cells[seat * SHEET + PIECE + index]

    def awards(self, seat: i64) -> i64:
        return self.cells[seat * SHEET + AWARDS]

    def spent_on(self, piece: i64) -> i64:
        """How much supply a piece took: its value, less the Pickpocket's bonus where crumbs became a decoration or
        rags a dish (HT-13.19, HT-13.20)."""
        supply = piece_supply(piece)
        if (supply == CRUMBS and piece_kind(piece) == DECORATION) or (supply == RAGS and piece_kind(piece) == DISH):
            return piece_value(piece) - self.house.pickpocket_bonus
        return piece_value(piece)

    def who_is(self, vocation: i64) -> i64:
        """The seat with a vocation, or NOBODY."""
        if self.house.vocations:
            for seat in range(self.seats):
                if self.cells[seat * SHEET + TRADE] == vocation:
                    return seat
        return NOBODY

    def revealed(self) -> bool:
        """From the ceremony on nothing is hidden (HT-11.3)."""
        return self.phase >= AT_RAFT

    # Whose decision it is

    def actor(self) -> i64:
        if self.pending != 0:
            seat: i64 = 0
            while (self.pending >> seat) & 1 == 0:
                seat += 1
            return seat
        return NOBODY if self.phase == AT_END else DEALER

    def waits_for(self, seat: i64) -> bool:
        if seat == DEALER:
            return self.pending == 0 and self.phase != AT_END
        return seat >= 0 and (self.pending >> seat) & 1 == 1

    def ask(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.pending = i64(1) << seat

    def deal(self, phase: i64) -> None:
        self.phase = phase
        self.pending = 0

    # What may be done

    def list_moves(self, seat: i64, moves: Moves) -> None:
        phase = self.phase
        if phase == AT_SCAVENGE:
            if self.low_die == self.high_die:
                add_six(moves, SCAVENGE)
            else:
                moves.add(SCAVENGE + self.low_die - 1)
                moves.add(SCAVENGE + self.high_die - 1)
        elif phase == AT_SWORDS_AMOUNT:
            for amount in range(self.ask_limit()):
                moves.add(ASK_AMOUNT + amount)
            if self.vocation(seat) == RUFFIAN:
                moves.add(ASK_ALL)
        elif phase == AT_SWORDS_SUPPLY:
            for kind in range(BAUBLES, KINDS):
                if not self.is_taken(self.target, kind):
                    moves.add(ASK_SUPPLY + kind - 1)
        elif phase == AT_SWORDS_RAT:
            for other in range(self.seats):
                if other != seat:
                    moves.add(ASK_RAT + other)
        elif phase == AT_PAUPER or (phase >= AT_BAUBLES and phase <= AT_FLOWERS):
            self.list_answers(seat, moves)
        elif phase == AT_START:
            self.list_start(seat, moves)
        elif phase == AT_BONUS:
            self.list_pair(GIFT, self.chosen(seat), moves)
        elif phase == AT_BANKER:
            add_six(moves, BANK)
        elif phase == AT_GOAL:
            for goal in range(CHEAP, CHEAP + GOALS):
                if (self.goals >> goal) & 1 == 0:
                    moves.add(GOAL + goal - CHEAP)
        elif phase == AT_VOCATION:
            for vocation in range(i64(1), VOCATIONS + 1):
                if self.who_is(vocation) == NOBODY:
                    moves.add(VOCATION + vocation - 1)
        elif phase == AT_COIN:
            moves.add(KEEP_COIN)
            moves.add(OVERRULE_COIN)
        else:
            self.list_rats(moves)

    def list_rats(self, moves: Moves) -> None:
        """The Host's choices among rats that are level: next to ask, the hat, the raft (HT-5.11, 10.4, 11.11)."""
        first = ORDER if self.phase == AT_SWORDS_ORDER else HAT if self.phase == AT_HOST_PICK else RAFT
        level = self.level_rats()
        for seat in range(self.seats):
            if (level >> seat) & 1 == 1:
                moves.add(first + seat)

    def level_rats(self) -> i64:
        """A bit for each rat that the Host may name now."""
        if self.phase == AT_RAFT:
            return self.leaders()
        return self.loudest(self.to_act if self.phase == AT_SWORDS_ORDER else self.over_host())

    def list_answers(self, seat: i64, moves: Moves) -> None:
        """At a call: the Pauper's begging, or what the supply gives to those who act."""
        if self.said(seat) == RATS:
            if self.held(seat, self.called) < self.said(self.host):
                add_six(moves, BEG)
            else:
                moves.add(CARRY_ON)
        elif self.phase == AT_BAUBLES:
            add_six(moves, BAUBLE)
        elif self.phase == AT_STRAW:
            for kind in range(KINDS):
                if (self.nests(seat) >> kind) & 1 == 0:
                    moves.add(NEST + kind)
        else:
            moves.add(MAKE + DISH)
            moves.add(MAKE + DECORATION)

    def list_start(self, seat: i64, moves: Moves) -> None:
        """The Banker's gain first, then the start supplies (HT-1.6, HT-13.23)."""
        given = self.chosen(seat)
        if self.vocation(seat) == BANKER:
            if given == 0:
                add_six(moves, BANK)
                return
            given >>= 8
        if self.seats == 2:
            self.list_pair(START, given, moves)
        else:
            add_six(moves, START)

    def list_pair(self, first: i64, given: i64, moves: Moves) -> None:
        """One of two picks in rising order, at a table of two (HT-14.2, HT-14.3)."""
        distinct = self.house.distinct
        if given == 0:
            for kind in range(KINDS - 1 if distinct else KINDS):
                moves.add(first + kind)
        else:
            for kind in range(given - first if distinct else given - 1 - first, KINDS):
                moves.add(first + kind)

    def ask_limit(self) -> i64:
        """The greatest amount on offer: one more than the target can have by what was said aloud (HT-5.4)."""
        limit = self.most(self.target, self.wanted) + 1
        return limit if limit < self.house.most_asked else self.house.most_asked

    def is_taken(self, victim: i64, kind: i64) -> bool:
        return (self.taken >> (victim * KINDS + kind)) & 1 == 1

    # Chance

    def list_odds(self, odds: Odds) -> None:
        phase = self.phase
        if phase == AT_FIRST_HOST:
            for seat in range(self.seats):
                odds.add(FIRST + seat, 1)
        elif phase == AT_START_DRAW:
            for kind in range(KINDS):
                if self.may_draw(kind):
                    odds.add(DRAW + kind, 1)
        elif phase == AT_COIN_FLIP:
            odds.add(HEADS, 1)
            odds.add(TAILS, 1)
        else:
            for low in range(KINDS):
                for high in range(low, KINDS):
                    odds.add(dice_outcome(low, high), 1 if low == high else 2)

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

    def may_draw(self, kind: i64) -> bool:
        """The second kind drawn at a table of two is another one under `distinct` (HT-14.2)."""
        if self.step == 0 or self.seats > 2 or not self.house.distinct:
            return True
        return self.held(1 - self.host, kind) == 0

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if self.listener is not None and phase <= AT_START:
            self.announce_opening()
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

    def throw(self, outcome: i64) -> None:
        """The two dice as they fell, the lower first."""
        low: i64 = 0
        rest = outcome - dice_outcome(0, 0)
        while rest >= KINDS - low:
            rest -= KINDS - low
            low += 1
        self.low_die = low + 1
        self.high_die = low + rest + 1

    # What everybody hears (imagining.py)

    def hear(self, figure: i64) -> None:
        """Write into the record; whoever goes on from a point that the record has left behind takes a copy first."""
        record = self.record
        if record is not None:
            if record.size != self.heard:
                record = record.fork(self.heard)
                self.record = record
            record.add(figure)
            self.heard += 1

    def gain(self, seat: i64, kind: i64, amount: i64) -> None:
        """A secret gain of one kind: the most it may have grows in every kind (HT-5.4)."""
        self.cells[seat * SHEET + HELD + kind] += amount
        self.widen(seat, amount)

    def widen(self, seat: i64, amount: i64) -> None:
        cells = self.cells
        for at in range(seat * SHEET + MOST, seat * SHEET + MOST + KINDS):
            cells[at] += amount

    # 1 Setup

    def announce_opening(self) -> None:
        """The first event of a game, told with its first decision: a listener cannot come earlier."""
        fixed = not self.house.vocations and self.house.first_host >= 0
        if self.phase == AT_DRAFT_ROLL:
            if self.next_to_roll() != 0 or self.rolls(0) > 0:
                return
        elif self.phase == AT_START_DRAW:
            if not fixed or self.step > 0:
                return
        elif self.phase == AT_START:
            if not fixed or self.house.random_start:
                return
            for seat in range(self.seats):
                if self.chosen(seat) != 0:
                    return
        elif self.phase == AT_VOCATION:
            return
        options = self.game.options
        self.tell(
            "game_start",
            {"players": int(self.seats), "options": dict(options), "ship_name": options["ship_name"]},
        )
        if fixed:
            self.tell("host", {"seat": int(self.host), "previous": None, "reason": "setup"})
            self.tell("privilege", {"seat": int(self.host)})

    def open_table(self) -> None:
        """The first thing to be decided: the draft, or the first Host (HT-1.4, HT-13.4)."""
        if self.house.vocations:
            self.deal(AT_DRAFT_ROLL)
        elif self.house.first_host < 0:
            self.deal(AT_FIRST_HOST)
        else:
            self.seat_first_host(self.house.first_host)

    def rolls(self, seat: i64) -> i64:
        """How often a rat has rolled in the draft."""
        rolled = self.cells[seat * SHEET + ROLLED]
        times: i64 = 0
        while times < DRAFT_DEPTH and (rolled >> (4 * (DRAFT_DEPTH - 1 - times))) & 15 != 0:
            times += 1
        return times

    def first_rolls(self, seat: i64, times: i64) -> i64:
        return self.cells[seat * SHEET + ROLLED] >> (4 * (DRAFT_DEPTH - times))

    def shares_rolls(self, other: i64, seat: i64) -> bool:
        """Whether a rat rolled everything that another one did, in that order (and perhaps more)."""
        times = self.rolls(seat)
        return self.rolls(other) >= times and self.first_rolls(other, times) == self.first_rolls(seat, times)

    def next_to_roll(self) -> i64:
        """The rat that must roll in the draft, or NOBODY when no tie is left (HT-13.2): of the rats that share all
        their rolls with another, those with the highest place first, who has rolled less before who has rolled more,
        in seat order."""
        found: i64 = NOBODY
        for seat in range(self.seats):
            times = self.rolls(seat)
            if times == DRAFT_DEPTH:
                continue
            tied = False
            for other in range(self.seats):
                if other != seat and self.shares_rolls(other, seat):
                    tied = True
            if not tied:
                continue
            if found == NOBODY:
                found = seat
                continue
            shared = times if times < self.rolls(found) else self.rolls(found)
            mine = self.first_rolls(seat, shared)
            best = self.first_rolls(found, shared)
            if mine > best or (mine == best and times < self.rolls(found)):
                found = seat
        return found

    def roll_draft(self, outcome: i64) -> None:
        seat = self.next_to_roll()
        self.throw(outcome)
        times = self.rolls(seat)
        self.cells[seat * SHEET + ROLLED] |= (self.low_die + self.high_die) << (4 * (DRAFT_DEPTH - 1 - times))
        if self.listener is not None:
            self.tell(
                "vocation_roll",
                {"seat": int(seat), "d1": int(self.low_die), "d2": int(self.high_die), "reroll": times > 0},
            )
        self.low_die = 0
        self.high_die = 0
        if self.next_to_roll() == NOBODY:
            self.ask(AT_VOCATION, self.next_to_pick())

    def next_to_pick(self) -> i64:
        """Of the rats without a vocation, the one with the highest rolls (HT-13.3); NOBODY when all have one."""
        found: i64 = NOBODY
        for seat in range(self.seats):
            if self.vocation(seat) != 0:
                continue
            if found == NOBODY or self.cells[seat * SHEET + ROLLED] > self.cells[found * SHEET + ROLLED]:
                found = seat
        return found

    def pick_vocation(self, seat: i64, vocation: i64) -> None:
        self.cells[seat * SHEET + TRADE] = vocation
        if self.listener is not None:
            self.tell("vocation_pick", {"seat": int(seat), "vocation": VOCATION_IDS[vocation]})
        if vocation == COUNT:
            # His own pieces are as good as a dish of crumbs and a decoration of rags (HT-13.27).
            self.add_piece(seat, a_piece(1, CRUMBS, DISH))
            self.add_piece(seat, a_piece(2, RAGS, DECORATION))
            if self.listener is not None:
                self.tell("count_pieces", {"seat": int(seat), "dish": 1, "decoration": 2})
        following = self.next_to_pick()
        if following != NOBODY:
            self.ask(AT_VOCATION, following)
            return
        for other in range(self.seats):
            self.cells[other * SHEET + ROLLED] = 0
        self.seat_first_host(seat)

    def seat_first_host(self, seat: i64) -> None:
        self.host = seat
        if self.listener is not None:
            self.tell("host", {"seat": int(seat), "previous": None, "reason": "setup"})
        self.pay_privilege(seat)
        self.step = 0
        if self.house.random_start:
            self.deal(AT_START_DRAW)
        else:
            self.open_start()

    def pay_privilege(self, seat: i64) -> None:
        """Some of each supply to the Host (HT-1.5, HT-10.7)."""
        each = self.house.privilege_each
        cells = self.cells
        sheet = seat * SHEET
        for kind in range(KINDS):
            cells[sheet + HELD + kind] += each
            cells[sheet + LEAST + kind] += each
            cells[sheet + MOST + kind] += each
        self.hear(note(HEARD_PRIVILEGE, seat))
        if self.listener is not None:
            self.tell("privilege", {"seat": int(seat)})

    def drawer(self) -> i64:
        """Whose start supply is drawn next: the rats but the Host, in seat order; at a table of two, twice."""
        if self.seats == 2:
            return 1 - self.host
        return self.step if self.step < self.host else self.step + 1

    def draw_start(self, kind: i64) -> None:
        seat = self.drawer()
        second: i64 = 1 if self.seats == 2 and self.step == 1 else 0
        amount = self.house.start_amount
        self.cells[seat * SHEET + HELD + kind] += amount
        if second == 0 or not self.house.distinct:
            self.widen(seat, amount)
        self.hear(note(HEARD_DRAW, seat, second))
        if self.listener is not None:
            self.tell_start_pick(seat, kind, "draw")
        self.step += 1
        if self.step == (2 if self.seats == 2 else self.seats - 1):
            self.step = 0
            self.open_start()

    def tell_start_pick(self, seat: i64, kind: i64, by: str) -> None:
        amount = int(self.house.start_amount)
        self.tell(
            "start_pick",
            {"seat": int(seat), "supply": SUPPLY_IDS[kind], "amount": amount, "by": by},
            {"supply": [int(seat)]},
        )

    def open_start(self) -> None:
        """The Banker's gain and the start picks, all chosen together (HT-1.10)."""
        self.phase = AT_START
        self.pending = 0
        for seat in range(self.seats):
            if self.start_picks(seat) > 0:
                self.pending |= i64(1) << seat
        if self.pending == 0:
            self.begin_turn()

    def start_picks(self, seat: i64) -> i64:
        """How many choices a rat has to make at setup."""
        picks: i64 = 1 if self.vocation(seat) == BANKER else 0
        if seat != self.host and not self.house.random_start:
            picks += 2 if self.seats == 2 else 1
        return picks

    def choose_start(self, seat: i64, action: i64) -> None:
        at = seat * SHEET + CHOSEN
        given = choices_in(self.cells[at])
        self.cells[at] |= (action + 1) << (8 * given)
        given += 1
        due = self.start_picks(seat)
        if self.seats == 2 and due - given == 1 and action < START + KINDS:
            lowest = action if not self.house.distinct else action + 1
            if lowest == START + KINDS - 1:  # only flowers are left for the second pick
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
            self.cells[seat * SHEET + CHOSEN] = 0
            if self.vocation(seat) == BANKER:
                self.bank(seat, (given & 255) - 1 - BANK)
                given >>= 8
            if given == 0:
                continue
            self.hear(note(HEARD_START, seat))
            self.widen(seat, self.house.start_amount * (2 if self.seats == 2 and not self.house.distinct else 1))
            while given != 0:
                kind = (given & 255) - 1 - START
                self.cells[seat * SHEET + HELD + kind] += self.house.start_amount
                if self.listener is not None:
                    self.tell_start_pick(seat, kind, "choice")
                given >>= 8
        self.begin_turn()

    def bank(self, seat: i64, kind: i64) -> None:
        """The Banker's gain at a new Host (HT-13.23, HT-13.24)."""
        self.gain(seat, kind, self.house.banker_gain)
        self.hear(note(HEARD_BANKER, seat))
        if self.listener is not None:
            self.tell(
                "banker_gain",
                {"seat": int(seat), "supply": SUPPLY_IDS[kind], "amount": int(self.house.banker_gain)},
                {"supply": [int(seat)]},
            )

    # 2 Banquet Goal

    def begin_turn(self) -> None:
        if self.listener is not None:
            self.tell("turn_start", {"turn": int(self.turn)})
        if self.house.vocations and self.vocation(self.host) == QUEEN:
            self.ask(AT_GOAL, self.host)  # she does not roll (HT-13.28)
        else:
            self.deal(AT_GOAL_ROLL)

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

    def base_amount(self, kind: i64) -> i64:
        """What the dice give of a kind, before nests (HT-3.2, HT-3.3)."""
        return self.high_die if kind == self.low_die - 1 else self.low_die

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
                self.tell_scavenged(seat, kind, amount, factor)
        self.low_die = 0
        self.high_die = 0
        if self.step < self.house.scavenge_rolls:
            self.deal(AT_SCAVENGE_ROLL)
        else:
            self.step = 0
            self.out_do(SWORDS)

    def tell_scavenged(self, seat: i64, kind: i64, amount: i64, factor: i64) -> None:
        owner = [int(seat)]
        self.tell(
            "scavenged",
            {
                "seat": int(seat),
                "supply": SUPPLY_IDS[kind],
                "base": int(amount),
                "factor": int(factor),
                "amount": int(amount * factor),
            },
            {"supply": owner, "base": owner, "factor": owner, "amount": owner},
        )

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
            self.tell_call(kind, mine)
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
            self.tell_acts(kind, acting)
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

    def asked(self, kind: i64, acting: i64) -> i64:
        """Whom a call after swords asks: the acting rats, as far as they have a choice, and the Pauper (HT-4.14,
        HT-13.8, HT-13.12)."""
        found: i64 = 0
        if kind == BAUBLES or kind == FLOWERS:
            found = acting
        elif kind == STRAW:
            for seat in range(self.seats):
                if (acting >> seat) & 1 == 1 and nests_in(self.nests(seat)) < KINDS - 1:
                    found |= i64(1) << seat
        else:
            pickpocket = self.who_is(PICKPOCKET)
            if pickpocket != NOBODY:
                found = acting & (i64(1) << pickpocket)
        pauper = self.begging_pauper()
        if pauper != NOBODY:
            found |= i64(1) << pauper
        return found

    def begging_pauper(self) -> i64:
        """The Pauper, if it said RATS to at least 1 (HT-13.12); not at the last flowers (HT-11.2)."""
        pauper = self.who_is(PAUPER)
        if pauper == NOBODY or self.said(pauper) != RATS or self.said(self.host) == 0:
            return NOBODY
        if self.called == FLOWERS and self.turn == self.house.turns:
            return NOBODY
        return pauper

    def over_host(self) -> i64:
        """A bit for each rat that announced more than the Host."""
        found: i64 = 0
        for seat in range(self.seats):
            if seat != self.host and self.cells[seat * SHEET + SAID] != RATS:
                found |= i64(1) << seat
        return found

    def acting(self) -> i64:
        """A bit for each rat that acts at this call."""
        found = self.over_host()
        if found == 0 and self.said(self.host) > 0:
            found = i64(1) << self.host
        return found

    def loudest(self, among: i64) -> i64:
        """Of some rats, a bit for each that announced the most."""
        best: i64 = RATS
        found: i64 = 0
        for seat in range(self.seats):
            if (among >> seat) & 1 == 1:
                said = self.cells[seat * SHEET + SAID]
                if said > best:
                    best = said
                    found = 0
                if said == best:
                    found |= i64(1) << seat
        return found

    def tell_call(self, kind: i64, mine: i64) -> None:
        over = [[s, int(self.said(s))] for s in range(int(self.seats)) if s != self.host and self.said(s) != RATS]
        rats = [s for s in range(int(self.seats)) if self.said(s) == RATS]
        self.tell(
            "call",
            {
                "supply": SUPPLY_IDS[kind],
                "host": int(self.host),
                "host_count": int(mine),
                "over": over,
                "rats": rats,
            },
        )

    def tell_acts(self, kind: i64, acting: i64) -> None:
        seats = [s for s in range(int(self.seats)) if (acting >> s) & 1 == 1]
        self.tell(
            "acts",
            {"supply": SUPPLY_IDS[kind], "seats": seats, "spent": [int(self.said(s)) for s in seats]},
        )

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
            self.tell_request(amount, given)
        self.to_act &= ~(i64(1) << self.asker)
        self.asker = NOBODY
        self.target = NOBODY
        self.wanted = NOTHING
        self.next_to_ask()

    def tell_request(self, amount: i64, given: i64) -> None:
        self.tell(
            "request",
            {
                "seat": int(self.asker),
                "target": int(self.target),
                "supply": SUPPLY_IDS[self.wanted],
                "amount": "all" if amount == 0 else int(amount),
            },
        )
        said_rats = given == 0 and amount > 0
        self.tell(
            "answer",
            {"target": int(self.target), "ok": given > 0, "given": None if said_rats else int(given)},
        )

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

    def add_piece(self, seat: i64, piece: i64) -> None:
        count = self.pieces(seat)
        self.cells[seat * SHEET + PIECE + count] = piece
        self.cells[seat * SHEET + PIECES] = count + 1

    def pass_the_hat(self) -> None:
        """The most flowers take the hat; the Host settles a tie (HT-10.3 to 10.6)."""
        first = self.loudest(self.over_host())
        if first & (first - 1) != 0:
            self.ask(AT_HOST_PICK, self.host)
            return
        heir: i64 = 0
        if first == 0:
            heir = self.host
        else:
            while (first >> heir) & 1 == 0:
                heir += 1
        self.install(heir)

    def install(self, heir: i64) -> None:
        """The Host of the next turn, its Privilege, the Banker's gain, the gift at a table of two (HT-10.11)."""
        previous = self.host
        moved = heir != previous
        self.host = heir
        self.called = NOTHING
        for seat in range(self.seats):
            self.cells[seat * SHEET + SAID] = RATS
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
        if moved or mode == EVERY_TURN or (mode == STANDARD and self.seats == 2):
            self.pay_privilege(heir)
        self.pending = 0
        self.taken = 0
        if self.turn == self.house.turns:
            self.hold_ceremony()
            return
        if moved:
            self.hat_from = previous
            banker = self.who_is(BANKER)
            if banker != NOBODY:
                self.ask(AT_BANKER, banker)
                return
        self.give_bonus()

    def give_bonus(self) -> None:
        """At a table of two the rat without the hat gains again (HT-14.3)."""
        if self.seats == 2:
            self.ask(AT_BONUS, 1 - self.host)
        else:
            self.next_turn()

    def choose_bonus(self, seat: i64, action: i64) -> None:
        at = seat * SHEET + CHOSEN
        lower = self.cells[at] - 1
        if lower < 0:
            lower = action
            upper = action if not self.house.distinct else action + 1
            if upper < GIFT + KINDS - 1:
                self.cells[at] = action + 1
                return
            # only flowers are left for the second pick
        else:
            upper = action
        self.cells[at] = 0
        amount = self.house.start_amount
        self.cells[seat * SHEET + HELD + lower - GIFT] += amount
        self.cells[seat * SHEET + HELD + upper - GIFT] += amount
        self.widen(seat, amount if self.house.distinct else 2 * amount)
        self.hear(note(HEARD_GIFT, seat))
        if self.listener is not None:
            self.tell(
                "bonus_gain",
                {
                    "seat": int(seat),
                    "supplies": [SUPPLY_IDS[lower - GIFT], SUPPLY_IDS[upper - GIFT]],
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
        total_awards(self.house, self.cells, self.goals)
        if self.listener is not None:
            self.tell_ceremony()
        leaders = self.leaders()
        if leaders & (leaders - 1) != 0:
            self.ask(AT_RAFT, self.host)
            return
        winner: i64 = 0
        while (leaders >> winner) & 1 == 0:
            winner += 1
        self.give_raft(winner, NOBODY)

    def leaders(self) -> i64:
        """A bit for each rat with the most awards (HT-11.10)."""
        best: i64 = -1
        found: i64 = 0
        for seat in range(self.seats):
            mine = self.awards(seat)
            if mine > best:
                best = mine
                found = 0
            if mine == best:
                found |= i64(1) << seat
        return found

    def tell_ceremony(self) -> None:
        seats = range(int(self.seats))
        self.tell(
            "ceremony",
            {"final_host": int(self.host), "sheets": [self.sheet_facts(s) for s in seats]},
        )
        measures = zeros(6)
        awards = zeros(6)
        for goal in range(CHEAP, CHEAP + GOALS):
            if (self.goals >> goal) & 1 == 1:
                award(self.house, self.cells, goal, measures, awards)
                self.tell(
                    "goal_scored",
                    {
                        "goal": GOAL_IDS[goal - CHEAP],
                        "measures": [None if measures[s] == OUT else int(measures[s]) for s in seats],
                        "counts": [measures[s] != OUT for s in seats],
                        "awards": [int(awards[s]) for s in seats],
                    },
                )
        self.tell("totals", {"awards": [int(self.awards(s)) for s in seats]})

    def sheet_facts(self, seat: i64) -> dict[str, object]:
        made = [int(self.piece(seat, i)) for i in range(int(self.pieces(seat)))]
        return {
            "supplies": [int(self.held(seat, k)) for k in range(int(KINDS))],
            "nests": [SUPPLY_IDS[k] for k in range(int(KINDS)) if (self.nests(seat) >> k) & 1 == 1],
            "dishes": sorted([p >> 4 for p in made if p & 1 == DISH]),
            "decorations": sorted([p >> 4 for p in made if p & 1 == DECORATION]),
        }

    def give_raft(self, winner: i64, chosen_by: i64) -> None:
        self.winner = winner
        if self.listener is not None:
            by = int(chosen_by) if chosen_by != NOBODY else None
            self.tell("raft", {"seat": int(winner), "chosen_by": by})
        self.deal(AT_COIN_FLIP)

    def flipper(self) -> i64:
        """The rat with the fewest awards; of several the first clockwise from the final Host, the Host last; never
        the winner of the raft (HT-11.13, R27, R28)."""
        found: i64 = NOBODY
        for i in range(i64(1), self.seats + 1):
            seat = (self.host + i) % self.seats
            if seat != self.winner and (found == NOBODY or self.awards(seat) < self.awards(found)):
                found = seat
        return found

    def flip(self, outcome: i64) -> None:
        self.coin = outcome - HEADS + 1
        if self.listener is not None:
            self.tell("coin", {"seat": int(self.flipper()), "result": COIN_IDS[self.coin]})
        queen = self.who_is(QUEEN)
        if queen != NOBODY:
            self.ask(AT_COIN, queen)
        else:
            self.end()

    def settle_coin(self, seat: i64, action: i64) -> None:
        """The Queen may turn the coin over (HT-13.30)."""
        if action == OVERRULE_COIN:
            self.coin = 3 - self.coin
            if self.listener is not None:
                self.tell("coin_overruled", {"seat": int(seat), "result": COIN_IDS[self.coin]})
        self.end()

    def end(self) -> None:
        self.phase = AT_END
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

    def place(self, seat: i64) -> i64:
        """1 for the winner of the raft; the others by awards, equals sharing (HT-11.15)."""
        if seat == self.winner:
            return 1
        found: i64 = 2
        for other in range(self.seats):
            if other != seat and other != self.winner and self.awards(other) > self.awards(seat):
                found += 1
        return found

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
        world = self.copy(None)
        if self.phase >= AT_START_DRAW and not self.revealed():
            for other in range(self.seats):
                if other != seat:
                    self.imagine_supplies(world, other, rng)
                    world.imagine_pieces(other, rng)
                    if world.chosen(other) != 0:
                        world.imagine_choice(other, rng)
        return world

    def imagine_supplies(self, world: HighTea, seat: i64, rng: Rng) -> None:
        """Six counts and the places of the nests: from the table of the rat, or from the bounds where the position
        came without a record."""
        cells = world.cells
        sheet = seat * SHEET
        record = self.record
        if record is not None:
            if record.reaches_beyond(seat, self.heard):
                record = record.fork(self.heard)
                self.record = record
            table = record.table(self.house, seat, self.vocation(seat), self.heard)
            if not table.lost:
                entry = table.draw(rng)
                for kind in range(KINDS):
                    cells[sheet + HELD + kind] = count_in(entry, kind)
                cells[sheet + NESTS] = nests_of(entry)
                return
        for kind in range(KINDS):
            least = cells[sheet + LEAST + kind]
            most = cells[sheet + MOST + kind]
            if is_unbounded(most):
                most = least + self.house.imagine_unknown
            cells[sheet + HELD + kind] = least + rng.below(most - least + 1)
        left = nests_in(cells[sheet + NESTS])
        cells[sheet + NESTS] = 0
        for kind in range(KINDS):
            if rng.below(KINDS - kind) < left:
                cells[sheet + NESTS] |= i64(1) << kind
                left -= 1

    def imagine_pieces(self, seat: i64, rng: Rng) -> None:
        """A fair dish or decoration for each piece of hidden kind (R23)."""
        for i in range(self.pieces(seat)):
            piece = self.piece(seat, i)
            supply = piece_supply(piece)
            if self.house.hides(self.vocation(seat), supply):
                value = self.spent_on(piece)
                kind = rng.below(2)
                if (supply == CRUMBS and kind == DECORATION) or (supply == RAGS and kind == DISH):
                    value += self.house.pickpocket_bonus
                self.cells[seat * SHEET + PIECE + i] = a_piece(value, supply, kind)

    def imagine_choice(self, seat: i64, rng: Rng) -> None:
        """What a rat has already chosen, while the others have not: as likely as its prior says."""
        phase = self.phase
        chosen: i64 = 0
        if phase == AT_SCAVENGE:
            if self.low_die == self.high_die:
                chosen = SCAVENGE + rng.below(KINDS) + 1
            else:
                chosen = SCAVENGE + (self.low_die if rng.below(2) == 0 else self.high_die)
        elif phase == AT_START:
            given = choices_in(self.chosen(seat))
            shift: i64 = 0
            if self.vocation(seat) == BANKER:
                chosen = BANK + rng.below(KINDS) + 1
                given -= 1
                shift = 8
            if given > 0:
                if self.seats == 2:
                    chosen |= self.imagine_pair(START, given == 2, rng) << shift
                else:
                    chosen |= (START + rng.below(KINDS) + 1) << shift
        elif phase == AT_BONUS:
            chosen = self.imagine_pair(GIFT, False, rng)
        elif self.said(seat) == RATS:
            if self.held(seat, self.called) < self.said(self.host):
                chosen = BEG + rng.below(KINDS) + 1
            else:
                chosen = CARRY_ON + 1
        elif phase == AT_BAUBLES:
            chosen = BAUBLE + rng.below(KINDS) + 1
        elif phase == AT_STRAW:
            place = rng.below(KINDS - nests_in(self.nests(seat)))
            for kind in range(KINDS):
                if (self.nests(seat) >> kind) & 1 == 0:
                    if place == 0:
                        chosen = NEST + kind + 1
                    place -= 1
        else:
            chosen = MAKE + rng.below(2) + 1
        self.cells[seat * SHEET + CHOSEN] = chosen

    def imagine_pair(self, first: i64, both: bool, rng: Rng) -> i64:
        """Two picks in rising order, all pairs alike. With one pick given it is the lower of such a pair, but of none
        that would have needed no second choice: then the rat would have finished."""
        distinct = self.house.distinct
        pairs: i64 = 15 if distinct else 21
        left = rng.below(pairs if both else pairs - 1)
        for lower in range(KINDS):
            for upper in range(lower + 1 if distinct else lower, KINDS):
                if left == 0:
                    return first + lower + 1 | ((first + upper + 1) << 8 if both else 0)
                left -= 1
        return 0


def add_six(moves: Moves, first: i64) -> None:
    for kind in range(KINDS):
        moves.add(first + kind)


def choices_in(chosen: i64) -> i64:
    """How many choices a rat has given."""
    found: i64 = 0
    while chosen != 0:
        found += 1
        chosen >>= 8
    return found


def dice_outcome(low: i64, high: i64) -> i64:
    """The number of a roll among the 21; dice counted from 0, the lower first."""
    return ((low * (11 - low)) >> 1) + high


def is_unbounded(most: i64) -> bool:
    return most >= 1 << 39


def new_table(game: Game, house: House) -> HighTea:
    """A table before anything is dealt (HT-1.3)."""
    table = blank_table(game, house, Record(vec[i64](), 0))
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
