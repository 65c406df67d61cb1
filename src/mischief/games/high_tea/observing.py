"""What a rat may know of High Tea, as a row of small numbers: its own sheet, and of the others what was said aloud.

What was heard is in the row as everybody's bounds of everybody's counts (HT-5.4); the words themselves, which the
record keeps, are not.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from mischief.engine.moves import zeros
from mischief.engine.observing import MOST, Observer, from_me, one_more, put, put_all, put_set
from mischief.engine.state import State

from . import numbers as n
from .rules import HighTea
from .scoring import nests_in, piece_kind, piece_supply

FEWEST_SEATS: Final[i64] = 2
MOST_SEATS: Final[i64] = 6
ROLLS: Final[i64] = 4
"""So many rolls of the draft are told of each rat."""
SLOTS: Final[i64] = 6
"""So many pieces are told of each supply: one a turn, and the one that the Count brings along."""
OF_A_PIECE: Final[i64] = 3
SOURCES: Final[i64] = 3
"""Pieces are made of the last three supplies: crumbs, rags and flowers."""


class HighTeaObserver(Observer):
    """The places of a row, in its order."""

    def __init__(self) -> None:
        super().__init__(int(MOST_SEATS))
        seat_counts = [str(seats) for seats in range(int(FEWEST_SEATS), int(MOST_SEATS) + 1)]
        self.seats = self.one_of("seats", "How many rats are at the table.", seat_counts)
        self.vocations = self.bits("vocations", "The option: vocations are in play (HT-13.1).")
        self.random_start = self.bits("random_start", "The option: first supplies are drawn (HT-1.6).")
        self.privilege = self.one_of(
            "privilege", "The option: who gets the Host's Privilege (HT-10.7).", ["standard", "newcomer", "every_turn"]
        )
        self.distinct = self.bits("distinct", "The option: two gifts are of different kinds (HT-14.2).")
        self.open_sheet = self.bits("open_sheet", "The option: what is made of flowers is shown (HT-10.1).")
        self.declare_turn()
        self.declare_choices()
        self.declare_rats()
        self.own_seat = self.me()
        self.ranks = zeros(n.SHEET)
        """Room to sort a rat's pieces in."""
        self.omit("options.deck", "The row names cards by their numbers: with other cards, train another net.")
        self.omit("options.first_host", "Who is Host stands in the row.")
        self.omit("turns", "Printed in the rulebook: the same in every game.")
        self.omit("ship_name", "Only a name.")

    def declare_turn(self) -> None:
        dice = ["1", "2", "3", "4", "5", "6"]
        self.phase = self.one_of("phase", "What is going on.", n.PHASES)
        self.turn = self.counts("turn", "The number of the turn, from 1.")
        self.waiting = self.bits("waiting", "The rat has a decision to make.", each_seat=True)
        self.host = self.one_of_seats("host", "Who is Host.")
        self.goals = self.bits("goals", "The Banquet Goals circled so far.", n.GOAL_IDS)
        self.measures = self.counts(
            "measures", "What a circled goal measures on the observer's sheet, plus 1; 0: does not count.", n.GOAL_IDS
        )
        self.low_die = self.one_of("low_die", "The lower of the dice on the table.", dice)
        self.high_die = self.one_of("high_die", "The higher of the dice on the table.", dice)
        self.step = self.counts("scavenged", "While scavenging: how many times the dice were rolled (HT-3.1).")
        self.called = self.one_of("called", "The supply being called (HT-4.1).", n.SUPPLY_IDS)
        self.rats = self.bits("rats", "The seat said RATS at this call (HT-4.4).", each_seat=True)
        self.said = self.counts("said", "The count that the seat said at this call.", each_seat=True)
        self.to_ask = self.bits("to_ask", "The seat has yet to make its request (HT-5.10).", each_seat=True)
        self.asker = self.one_of_seats("asker", "Who makes a request now.")
        self.target = self.one_of_seats("target", "Whom it asks.")
        self.wanted = self.one_of("wanted", "What it asks for.", n.SUPPLY_IDS)
        self.taken = self.bits(
            "taken",
            "Given away by the seat in this turn, so not to be asked for again (HT-5.7).",
            n.SUPPLY_IDS,
            each_seat=True,
        )
        self.draft = self.counts(
            "draft",
            "Totals rolled for the pick of vocations, while they are picked; the first four.",
            [f"roll {roll}" for roll in range(1, int(ROLLS) + 1)],
            most=12,
            each_seat=True,
        )
        self.hat_from = self.one_of_seats("hat_from", "Who has just lost the hat.")
        self.winner = self.one_of_seats("winner", "Who has the raft.")
        self.coin = self.one_of("coin", "How the coin lies (HT-11.13).", n.COIN_IDS[1:])

    def declare_choices(self) -> None:
        """What the observer has chosen and what waits for the others."""
        self.chosen = self.counts(
            "chosen", "Supplies the observer has chosen, while others still choose.", n.SUPPLY_IDS, most=2
        )
        self.chosen_bank = self.one_of("chosen_bank", "The supply it has chosen as Banker (HT-13.23).", n.SUPPLY_IDS)
        self.chosen_piece = self.one_of("chosen_piece", "The piece it has chosen to make.", n.PIECE_IDS)
        self.chosen_on = self.bits("carries_on", "It is the Pauper and carries on (HT-13.7).")

    def declare_rats(self) -> None:
        self.vocation = self.one_of("vocation", "The seat's vocation.", n.VOCATION_IDS[1:], each_seat=True)
        self.nests = self.counts("nests", "How many nests the seat has.", most=6, each_seat=True)
        slots = [
            f"{source} {slot}, {what}"
            for source in n.SUPPLY_IDS[int(n.CRUMBS) :]
            for slot in range(1, int(SLOTS) + 1)
            for what in ("spent", "dish", "decoration")
        ]
        self.pieces = self.counts(
            "pieces",
            "The seat's pieces by supply, in order of what was spent: how much that was, and 1 for its kind if known.",
            slots,
            each_seat=True,
        )
        self.least = self.counts(
            "least", "The least the seat has by what was said aloud (HT-5.4).", n.SUPPLY_IDS, each_seat=True
        )
        self.most = self.counts(
            "most", "The most it can have; 255 also where nothing is known.", n.SUPPLY_IDS, each_seat=True
        )
        self.held = self.counts(
            "held", "What it has: the observer's own, and at the ceremony everybody's.", n.SUPPLY_IDS, each_seat=True
        )
        self.places = self.bits("nest_places", "Where its nests are; as `held`.", n.SUPPLY_IDS, each_seat=True)
        self.finished = self.bits("finished", "It has made its choice, while others still choose.", each_seat=True)
        self.awards = self.counts("awards", "Its awards, from the ceremony on.", each_seat=True)

    # Writing

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, HighTea)
        house = state.house
        row[at + self.seats + state.seats - FEWEST_SEATS] = 1
        row[at + self.vocations] = 1 if house.vocations else 0
        row[at + self.random_start] = 1 if house.random_start else 0
        row[at + self.privilege + house.privilege] = 1
        row[at + self.distinct] = 1 if house.distinct else 0
        row[at + self.open_sheet] = 1 if house.open_sheet else 0
        row[at + self.own_seat + seat] = 1
        self.write_turn(state, seat, row, at)
        self.write_call(state, seat, row, at)
        self.write_choices(state.chosen(seat), row, at)
        revealed = state.revealed()
        for other in range(state.seats):
            self.write_rat(state, other, from_me(other, seat, state.seats), revealed, row, at)

    def write_turn(self, state: HighTea, seat: i64, row: BytesWriter, at: i64) -> None:
        phase = state.phase
        row[at + self.phase + phase] = 1
        put(row, at + self.turn, state.turn)
        self.mark_seat(state, state.host, seat, row, at + self.host)
        put_set(row, at + self.goals, state.goals >> n.CHEAP)
        goals = state.goals >> n.CHEAP
        goal = n.CHEAP
        while goals != 0:
            if goals & 1 == 1:
                put(row, at + self.measures + goal - n.CHEAP, state.measured(seat, goal) + 1)
            goals >>= 1
            goal += 1
        if state.low_die > 0 and (phase == n.AT_GOAL or phase == n.AT_SCAVENGE):
            row[at + self.low_die + state.low_die - 1] = 1
            row[at + self.high_die + state.high_die - 1] = 1
        if phase == n.AT_SCAVENGE_ROLL or phase == n.AT_SCAVENGE:
            put(row, at + self.step, state.progress)
        self.mark_seat(state, state.hat_from, seat, row, at + self.hat_from)
        self.mark_seat(state, state.winner, seat, row, at + self.winner)
        if state.coin > 0:
            row[at + self.coin + state.coin - 1] = 1

    def write_call(self, state: HighTea, seat: i64, row: BytesWriter, at: i64) -> None:
        if state.called != n.NOTHING:
            row[at + self.called + state.called] = 1
        self.mark_seat(state, state.asker, seat, row, at + self.asker)
        self.mark_seat(state, state.target, seat, row, at + self.target)
        if state.phase == n.AT_SWORDS_AMOUNT:
            row[at + self.wanted + state.wanted] = 1

    def write_choices(self, chosen: i64, row: BytesWriter, at: i64) -> None:
        while chosen != 0:
            action = (chosen & 255) - 1
            chosen >>= 8
            if action == n.CARRY_ON:
                row[at + self.chosen_on] = 1
            elif action >= n.BANK and action < n.GIFT:
                row[at + self.chosen_bank + action - n.BANK] = 1
            elif action >= n.MAKE and action < n.HAT:
                row[at + self.chosen_piece + action - n.MAKE] = 1
            else:
                one_more(row, at + self.chosen + supply_of(action))

    def write_rat(self, state: HighTea, other: i64, place: i64, revealed: bool, row: BytesWriter, at: i64) -> None:
        shown = place == 0 or revealed
        cells = state.cells
        sheet = other * n.SHEET
        vocation, nests = cells[sheet + n.TRADE], cells[sheet + n.NESTS]
        if (state.pending >> other) & 1 == 1:
            row[at + self.waiting + place] = 1
        elif state.pending != 0 and cells[sheet + n.CHOSEN] != 0:
            row[at + self.finished + place] = 1
        if state.called != n.NOTHING:
            if cells[sheet + n.SAID] == n.RATS:
                row[at + self.rats + place] = 1
            else:
                put(row, at + self.said + place, cells[sheet + n.SAID])
        row[at + self.to_ask + place] = 1 if (state.to_act >> other) & 1 == 1 else 0
        if vocation > 0:
            row[at + self.vocation + place * n.VOCATIONS + vocation - 1] = 1
        elif state.house.vocations:
            self.write_draft(state, other, row, at + self.draft + place * ROLLS)
        row[at + self.nests + place] = u8(nests_in(nests))
        self.write_pieces(state, other, shown, row, at + self.pieces + place * SOURCES * SLOTS * OF_A_PIECE)
        supplies = place * n.KINDS
        if state.taken != 0:
            put_set(row, at + self.taken + supplies, (state.taken >> (other * n.KINDS)) & ((i64(1) << n.KINDS) - 1))
        self.write_bounds(cells, sheet, row, at + self.least + supplies, at + self.most + supplies)
        if shown:
            put_all(row, at + self.held + supplies, cells, sheet + n.HELD, n.KINDS)
            put_set(row, at + self.places + supplies, nests)
        if revealed:
            put(row, at + self.awards + place, cells[sheet + n.AWARDS])

    def write_bounds(self, cells: vec[i64], sheet: i64, row: BytesWriter, at_least: i64, at_most: i64) -> None:
        """As `put_all` for both, in one go: half of what every row has to say."""
        for kind in range(n.KINDS):
            least, most = cells[sheet + n.LEAST + kind], cells[sheet + n.MOST + kind]
            row[at_least + kind] = u8(least) if least < MOST else u8(MOST)
            row[at_most + kind] = u8(most) if most < MOST else u8(MOST)

    def write_draft(self, state: HighTea, other: i64, row: BytesWriter, at: i64) -> None:
        told = state.rolls(other)
        for roll in range(told if told < ROLLS else ROLLS):
            put(row, at + roll, state.first_rolls(other, roll + 1) & 15)

    def write_pieces(self, state: HighTea, other: i64, shown: bool, row: BytesWriter, at: i64) -> None:
        """Sorted by supply and by what was spent, so that the order of making does not show."""
        ranks, cells = self.ranks, state.cells
        sheet = other * n.SHEET
        count = cells[sheet + n.PIECES]
        for i in range(count):
            piece = cells[sheet + n.PIECE + i]
            rank = piece_supply(piece) << 20 | state.spent_on(piece) << 2 | piece_kind(piece)
            place = i
            while place > 0 and ranks[place - 1] > rank:
                ranks[place] = ranks[place - 1]
                place -= 1
            ranks[place] = rank
        source: i64 = -1
        hidden = False
        slot: i64 = 0
        for i in range(count):
            rank = ranks[i]
            if rank >> 20 != source:
                source = rank >> 20
                hidden = not shown and state.house.hides(cells[sheet + n.TRADE], source)
                slot = at + (source - n.CRUMBS) * SLOTS * OF_A_PIECE
            if slot < at + (source - n.CRUMBS + 1) * SLOTS * OF_A_PIECE:
                put(row, slot, (rank >> 2) & 0x3FFFF)
                if not hidden:
                    row[slot + 1 + (rank & 3)] = 1
                slot += OF_A_PIECE

    def mark_seat(self, state: HighTea, other: i64, me: i64, row: BytesWriter, at: i64) -> None:
        if other >= 0:
            row[at + from_me(other, me, state.seats)] = 1


def supply_of(action: i64) -> i64:
    """The supply that a secret choice names."""
    if action < n.VOCATION:
        return action - n.START
    if action < n.BEG:
        return action - n.SCAVENGE
    if action < n.CARRY_ON:
        return action - n.BEG
    if action < n.NEST:
        return action - n.BAUBLE
    if action < n.MAKE:
        return action - n.NEST
    return action - n.GIFT
