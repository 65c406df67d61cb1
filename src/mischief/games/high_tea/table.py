"""What lies on a table of High Tea, the questions one can ask of it (sheets, announcements, who has to decide, who
leads), and the small movements of hands that all the rules are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import zeros
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .memory import Record, note
from .scoring import award, measure, nests_in, piece_kind, piece_supply, piece_value, total_awards

if TYPE_CHECKING:
    from mischief.engine.game import Game


TOP_BIT: Final[i64] = 1 << 60


class HighTeaTable(State):
    """A table of High Tea as it stands. `pending` has a bit for every seat that has a decision to make; with none set
    the Dealer is next, unless the game is over. `cells` holds the sheets, one stretch per rat (numbers.py)."""

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
        progress: i64,
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
        self.progress = progress
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

    # The sheets

    def held(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * n.SHEET + n.HELD + kind]

    def least(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * n.SHEET + n.LEAST + kind]

    def most(self, seat: i64, kind: i64) -> i64:
        return self.cells[seat * n.SHEET + n.MOST + kind]

    def nests(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.NESTS]

    def chosen(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.CHOSEN]

    def said(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.SAID]

    def vocation(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.TRADE]

    def pieces(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.PIECES]

    def piece(self, seat: i64, index: i64) -> i64:
        return self.cells[seat * n.SHEET + n.PIECE + index]

    def awards(self, seat: i64) -> i64:
        return self.cells[seat * n.SHEET + n.AWARDS]

    def measured(self, seat: i64, goal: i64) -> i64:
        """What a goal measures on a rat's sheet, or OUT."""
        return measure(self.house, self.cells, seat, goal)

    def judged(self, goal: i64) -> tuple[list[int], list[int]]:
        """What each rat measures for a goal, and the awards that it gets for it (HT-11.4 to 11.9)."""
        measures = zeros(self.seats)
        awards = zeros(self.seats)
        award(self.house, self.cells, goal, measures, awards)
        return [int(found) for found in measures], [int(given) for given in awards]

    def count_awards(self) -> None:
        """Write the awards of all circled goals onto the sheets (HT-11.3)."""
        total_awards(self.house, self.cells, self.goals)

    def spent_on(self, piece: i64) -> i64:
        """How much supply a piece took: its value, less the Pickpocket's bonus where crumbs became a decoration or
        rags a dish (HT-13.19, HT-13.20)."""
        supply = piece_supply(piece)
        if (supply == n.CRUMBS and piece_kind(piece) == n.DECORATION) or (
            supply == n.RAGS and piece_kind(piece) == n.DISH
        ):
            return piece_value(piece) - self.house.pickpocket_bonus
        return piece_value(piece)

    def who_is(self, vocation: i64) -> i64:
        """The seat with a vocation, or NOBODY."""
        if self.house.vocations:
            for seat in range(self.seats):
                if self.cells[seat * n.SHEET + n.TRADE] == vocation:
                    return seat
        return NOBODY

    def revealed(self) -> bool:
        """From the ceremony on nothing is hidden (HT-11.3)."""
        return self.phase >= n.AT_RAFT

    def sheet_facts(self, seat: i64) -> dict[str, object]:
        made = [int(self.piece(seat, i)) for i in range(int(self.pieces(seat)))]
        return {
            "supplies": [int(self.held(seat, k)) for k in range(int(n.KINDS))],
            "nests": [n.SUPPLY_IDS[k] for k in range(int(n.KINDS)) if (self.nests(seat) >> k) & 1 == 1],
            "dishes": sorted([p >> 4 for p in made if p & 1 == n.DISH]),
            "decorations": sorted([p >> 4 for p in made if p & 1 == n.DECORATION]),
        }

    # Whose decision it is

    def actor(self) -> i64:
        if self.pending != 0:
            return first(self.pending)
        return NOBODY if self.phase == n.AT_END else DEALER

    def waits_for(self, seat: i64) -> bool:
        if seat == DEALER:
            return self.pending == 0 and self.phase != n.AT_END
        return seat >= 0 and (self.pending >> seat) & 1 == 1

    # Setup: the draft and the first supplies

    def rolls(self, seat: i64) -> i64:
        """How often a rat has rolled in the draft."""
        rolled = self.cells[seat * n.SHEET + n.ROLLED]
        times: i64 = 0
        while times < n.DRAFT_DEPTH and (rolled >> (4 * (n.DRAFT_DEPTH - 1 - times))) & 15 != 0:
            times += 1
        return times

    def first_rolls(self, seat: i64, times: i64) -> i64:
        return self.cells[seat * n.SHEET + n.ROLLED] >> (4 * (n.DRAFT_DEPTH - times))

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
            if times == n.DRAFT_DEPTH:
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

    def next_to_pick(self) -> i64:
        """Of the rats without a vocation, the one with the highest rolls (HT-13.3); NOBODY when all have one."""
        found: i64 = NOBODY
        for seat in range(self.seats):
            if self.vocation(seat) != 0:
                continue
            if found == NOBODY or self.cells[seat * n.SHEET + n.ROLLED] > self.cells[found * n.SHEET + n.ROLLED]:
                found = seat
        return found

    def drawer(self) -> i64:
        """Whose start supply is drawn next: the rats but the Host, in seat order; at a table of two, twice."""
        if self.seats == 2:
            return 1 - self.host
        return self.progress if self.progress < self.host else self.progress + 1

    def may_draw(self, kind: i64) -> bool:
        """The second kind drawn at a table of two is another one under `distinct` (HT-14.2)."""
        if self.progress == 0 or self.seats > 2 or not self.house.distinct:
            return True
        return self.held(1 - self.host, kind) == 0

    def start_picks(self, seat: i64) -> i64:
        """How many choices a rat has to make at setup."""
        picks: i64 = 1 if self.vocation(seat) == n.BANKER else 0
        if seat != self.host and not self.house.random_start:
            picks += 2 if self.seats == 2 else 1
        return picks

    # The dice and the call

    def base_amount(self, kind: i64) -> i64:
        """What the dice give of a kind, before nests (HT-3.2, HT-3.3)."""
        return self.high_die if kind == self.low_die - 1 else self.low_die

    def over_host(self) -> i64:
        """A bit for each rat that announced more than the Host."""
        found: i64 = 0
        for seat in range(self.seats):
            if seat != self.host and self.cells[seat * n.SHEET + n.SAID] != n.RATS:
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
        best: i64 = n.RATS
        found: i64 = 0
        for seat in range(self.seats):
            if (among >> seat) & 1 == 1:
                said = self.cells[seat * n.SHEET + n.SAID]
                if said > best:
                    best = said
                    found = 0
                if said == best:
                    found |= i64(1) << seat
        return found

    def asked(self, kind: i64, acting: i64) -> i64:
        """Whom a call after swords asks: the acting rats, as far as they have a choice, and the Pauper (HT-4.14,
        HT-13.8, HT-13.12)."""
        found: i64 = 0
        if kind == n.BAUBLES or kind == n.FLOWERS:
            found = acting
        elif kind == n.STRAW:
            for seat in range(self.seats):
                if (acting >> seat) & 1 == 1 and nests_in(self.nests(seat)) < n.KINDS - 1:
                    found |= i64(1) << seat
        else:
            pickpocket = self.who_is(n.PICKPOCKET)
            if pickpocket != NOBODY:
                found = acting & (i64(1) << pickpocket)
        pauper = self.begging_pauper()
        if pauper != NOBODY:
            found |= i64(1) << pauper
        return found

    def begging_pauper(self) -> i64:
        """The Pauper, if it said RATS to at least 1 (HT-13.12); not at the last flowers (HT-11.2)."""
        pauper = self.who_is(n.PAUPER)
        if pauper == NOBODY or self.said(pauper) != n.RATS or self.said(self.host) == 0:
            return NOBODY
        if self.called == n.FLOWERS and self.turn == self.house.turns:
            return NOBODY
        return pauper

    def level_rats(self) -> i64:
        """A bit for each rat that the Host may name now."""
        if self.phase == n.AT_RAFT:
            return self.leaders()
        return self.loudest(self.to_act if self.phase == n.AT_SWORDS_ORDER else self.over_host())

    # Requests

    def ask_limit(self) -> i64:
        """The greatest amount on offer: one more than the target can have by what was said aloud (HT-5.4)."""
        limit = self.most(self.target, self.wanted) + 1
        return limit if limit < self.house.most_asked else self.house.most_asked

    def is_taken(self, victim: i64, kind: i64) -> bool:
        return (self.taken >> (victim * n.KINDS + kind)) & 1 == 1

    # The end

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

    def flipper(self) -> i64:
        """The rat with the fewest awards; of several the first clockwise from the final Host, the Host last; never
        the winner of the raft (HT-11.13, HT-R.27, HT-R.28)."""
        found: i64 = NOBODY
        for i in range(i64(1), self.seats + 1):
            seat = (self.host + i) % self.seats
            if seat != self.winner and (found == NOBODY or self.awards(seat) < self.awards(found)):
                found = seat
        return found

    def place(self, seat: i64) -> i64:
        """1 for the winner of the raft; the others by awards, equals sharing (HT-11.15)."""
        if seat == self.winner:
            return 1
        found: i64 = 2
        for other in range(self.seats):
            if other != seat and other != self.winner and self.awards(other) > self.awards(seat):
                found += 1
        return found

    # Hands

    def ask(self, phase: i64, seat: i64) -> None:
        self.phase = phase
        self.pending = i64(1) << seat

    def deal(self, phase: i64) -> None:
        self.phase = phase
        self.pending = 0

    def throw(self, outcome: i64) -> None:
        """The two dice as they fell, the lower first."""
        low: i64 = 0
        rest = outcome - n.DICE
        while rest >= n.KINDS - low:
            rest -= n.KINDS - low
            low += 1
        self.low_die = low + 1
        self.high_die = low + rest + 1

    def hear(self, figure: i64) -> None:
        """Write into the record; whoever goes on from a point that the record has passed takes a copy first."""
        record = self.record
        if record is not None:
            if record.size != self.heard:
                record = record.fork(self.heard)
                self.record = record
            record.add(figure)
            self.heard += 1

    def gain(self, seat: i64, kind: i64, amount: i64) -> None:
        """A secret gain of one kind: the most it may have grows in every kind (HT-5.4)."""
        self.cells[seat * n.SHEET + n.HELD + kind] += amount
        self.widen(seat, amount)

    def widen(self, seat: i64, amount: i64) -> None:
        """By what everybody knows, a rat may now have so many more of any kind."""
        cells = self.cells
        for at in range(seat * n.SHEET + n.MOST, seat * n.SHEET + n.MOST + n.KINDS):
            cells[at] += amount

    def pay_privilege(self, seat: i64) -> None:
        """Some of each supply to the Host (HT-1.5, HT-10.7)."""
        each = self.house.privilege_each
        cells = self.cells
        sheet = seat * n.SHEET
        for kind in range(n.KINDS):
            cells[sheet + n.HELD + kind] += each
            cells[sheet + n.LEAST + kind] += each
            cells[sheet + n.MOST + kind] += each
        self.hear(note(n.HEARD_PRIVILEGE, seat))
        if self.listener is not None:
            self.tell("privilege", {"seat": int(seat)})

    def bank(self, seat: i64, kind: i64) -> None:
        """The Banker's gain at a new Host (HT-13.23, HT-13.24)."""
        self.gain(seat, kind, self.house.banker_gain)
        self.hear(note(n.HEARD_BANKER, seat))
        if self.listener is not None:
            self.tell(
                "banker_gain",
                {"seat": int(seat), "supply": n.SUPPLY_IDS[kind], "amount": int(self.house.banker_gain)},
                {"supply": [int(seat)]},
            )

    def add_piece(self, seat: i64, piece: i64) -> None:
        count = self.pieces(seat)
        self.cells[seat * n.SHEET + n.PIECE + count] = piece
        self.cells[seat * n.SHEET + n.PIECES] = count + 1


def choices_in(chosen: i64) -> i64:
    """How many choices a rat has given."""
    found: i64 = 0
    while chosen != 0:
        found += 1
        chosen >>= 8
    return found


def is_unbounded(most: i64) -> bool:
    return most >= 1 << 39


# Sets of rats, or of rats and supplies, are bits of one number: seat 2 is in the set if bit 2 is set.


def just(member: i64) -> i64:
    """The set of one member, which may be up to 60. (Compiled, a literal 1 can be shifted by 31 places at most; a great
    literal comes down all the way.)"""
    return TOP_BIT >> (60 - member)


def several(members: i64) -> bool:
    """Whether there are at least two."""
    return members & (members - 1) != 0


def first(members: i64) -> i64:
    """The lowest of a set that is not empty."""
    found: i64 = 0
    while (members >> found) & 1 == 0:
        found += 1
    return found
