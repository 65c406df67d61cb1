"""What a seat may know of Pie Rats, as a row of small numbers: all that lies open, its own hand, and how old the other
cards are.

The cards that a seat has not seen are all the others, in the draw pile and in hands (PR-1.5); their ages tell which of
them were drawn before the discard pile was last shuffled in.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from mischief.engine.observing import Observer, from_me, one_more, put, put_set
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import numbers as n
from .cards import Deck
from .rules import PieRats
from .sets import copies_in

FEWEST_SEATS: Final[i64] = 2


class PieObserver(Observer):
    """The places of a row, in its order."""

    def __init__(self, deck: Deck) -> None:
        super().__init__(int(n.MOST_SEATS))
        self.kinds = [card.id for card in deck.hand_cards]
        self.rats = self.kinds[: int(n.CREW)]
        self.goods = self.kinds[int(n.CREW) :]
        self.pie_names = [pie.id for pie in deck.pies]
        seat_counts = [str(seats) for seats in range(int(FEWEST_SEATS), int(n.MOST_SEATS) + 1)]
        self.seats = self.one_of("seats", "How many seats are at the table.", seat_counts)
        self.mode = self.one_of("phase6", "The option: how a loot may be disturbed (PR-1.8).", n.MODES)
        self.fail_discard = self.one_of("fail_discard", "The option: the price of not looting (PR-8.17).", n.FAILS)
        self.first_pie = self.bits("first_pie", "The option: the earliest first loot breaks the last tie (PR-12.6).")
        self.stall_rounds = self.counts("stall_rounds", "The option: lootless rounds that end the game (PR-12.2).")
        self.declare_table()
        self.declare_seats()
        self.declare_acts()
        self.own_seat = self.me()
        self.omit("options.deck", "The row names cards by their numbers: with other cards, train another net.")
        self.omit("options.pies", "The Pies of the pile, the sill and the loots add up to it.")
        self.omit("options.lead", "Who leads stands in the row.")
        self.omit("options.captain_pick", "How captains were handed out matters no more when they are.")
        self.omit("options.captains", "All captains are alike.")
        self.omit("captains", "All captains are alike.")
        self.omit("hand", "Nothing hangs on the order in which one's cards were drawn.", order_only=True)
        self.omit("hand_ages", "`ages` has them in rising order; which of one's own cards is how old matters little.")

    def declare_table(self) -> None:
        self.phase = self.one_of("phase", "What is going on.", n.PHASES)
        self.waiting = self.bits("waiting", "The seat has a decision to make, as far as one may know.", each_seat=True)
        self.round = self.counts("round", "The number of the round, from 1.")
        self.lead = self.one_of_seats("lead", "Who is Lead Player.")
        self.turn = self.one_of_seats("turn", "Whose turn it is, or whose act opened the window.")
        self.draw = self.counts("draw", "How many cards the draw pile has.")
        self.reshuffles = self.counts("reshuffles", "How often the discard pile was shuffled in.")
        self.discard_crew = self.bits("discarded_rats", "The rats on the discard pile.", self.rats)
        self.discard_goods = self.counts("discarded_goods", "The other cards there.", self.goods, most=15)
        self.pie_pile = self.counts("pie_pile", "How many Pies are still to come.", most=15)
        self.sill = self.bits("sill", "The Pies on the sill.", self.pie_names)
        self.loot_rounds = self.counts("loot_rounds", "In which round a Pie was looted; 0: not yet.", self.pie_names)
        self.loot_order = self.counts(
            "loot_order", "The how-manieth loot of the game it was; 0: none yet.", self.pie_names, most=15
        )
        self.stall = self.counts("stall", "Rounds without a loot in a row (PR-12.2).")

    def declare_seats(self) -> None:
        self.hand = self.counts("hand", "The observer's hand.", self.kinds, most=3)
        self.ages = self.counts(
            "ages",
            "For each card of a hand 1, plus the reshuffles since it was drawn, the oldest first; 0: no card.",
            ["card 1", "card 2", "card 3"],
            each_seat=True,
        )
        self.crews = self.bits("crews", "The seat's crew.", self.rats, each_seat=True)
        self.sideways = self.bits("sideways", "The rats that are turned sideways.", self.rats)
        self.spinach = self.bits("spinach", "The rats that have eaten Spinach.", self.rats)
        self.charisma = self.counts(
            "charisma",
            "The seat's Charisma cards on the table.",
            self.goods[: int(n.CHARISMA)],
            most=15,
            each_seat=True,
        )
        self.declared = self.one_of("declared", "What the seat has declared.", ["protect", "lure"], each_seat=True)
        self.loots = self.bits("loots", "The Pies that the seat has looted.", self.pie_names, each_seat=True)

    def declare_acts(self) -> None:
        """A lure, a loot, a window, getting ready: what is under way."""
        self.target_a = self.one_of("target", "The rat that is being lured.", self.rats)
        self.target_b = self.one_of("second_target", "The second one, by Charm.", self.rats)
        self.pay = self.counts("pay", "The cards put in for it.", self.goods[: int(n.CHARISMA)], most=15)
        self.loot_pie = self.one_of("loot_pie", "The Pie that is being looted.", self.pie_names)
        self.sent = self.bits("sent", "The rats sent for it.", self.rats)
        self.called = self.bits("called", "The captain whose turn it is has called (PR-8.4).")
        self.window = self.one_of_seats("window", "In a window: who is asked now.")
        self.passed = self.bits("passed", "In a window: the seat has passed since the last play.", each_seat=True)
        self.aside = self.counts("aside", "Getting ready: the cards that the observer sets aside.", self.kinds, most=3)
        self.done = self.bits("done", "Getting ready: the observer has finished.")

    # Writing

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, PieRats)
        house = state.house
        row[at + self.seats + state.seats - FEWEST_SEATS] = 1
        row[at + self.mode + house.mode] = 1
        row[at + self.fail_discard + house.fail_discard] = 1
        row[at + self.first_pie] = 1 if house.first_pie else 0
        put(row, at + self.stall_rounds, house.stall_rounds)
        row[at + self.own_seat + seat] = 1
        self.write_table(state, seat, row, at)
        for other in range(state.seats):
            self.write_seat(state, other, seat, row, at)
        self.write_hand(state, seat, row, at)
        self.write_acts(state, seat, row, at)

    def write_table(self, state: PieRats, seat: i64, row: BytesWriter, at: i64) -> None:
        row[at + self.phase + state.phase] = 1
        put(row, at + self.round, state.round_number)
        if state.phase != n.LEAD and state.lead >= 0:
            row[at + self.lead + from_me(state.lead, seat, state.seats)] = 1
        if state.turn >= 0 and state.actor() != DEALER:
            row[at + self.turn + from_me(state.turn, seat, state.seats)] = 1
        put(row, at + self.draw, state.draw_size)
        put(row, at + self.reshuffles, state.reshuffles)
        put_set(row, at + self.discard_crew, state.discard_crew)
        put_goods(row, at + self.discard_goods, state.discard_goods)
        put(row, at + self.pie_pile, state.pie_pile)
        put_set(row, at + self.sill, state.sill)
        put_set(row, at + self.sideways, state.sideways)
        put_set(row, at + self.spinach, state.spinach)
        loots = state.loots
        for i in range(state.looted):
            loot = loots[i]
            pie = (loot >> 3) & 15
            put(row, at + self.loot_rounds + pie, loot >> 7)
            row[at + self.loot_order + pie] = u8(i + 1)
            row[at + self.loots + from_me(loot & 7, seat, state.seats) * n.PIES + pie] = 1
        put(row, at + self.stall, state.stall)

    def write_seat(self, state: PieRats, other: i64, seat: i64, row: BytesWriter, at: i64) -> None:
        place = from_me(other, seat, state.seats)
        if self.seems_waited_for(state, other, seat):
            row[at + self.waiting + place] = 1
        self.write_ages(state, other, row, at + self.ages + place * n.HAND_SIZE)
        put_set(row, at + self.crews + place * n.CREW, state.crews[other])
        put_goods(row, at + self.charisma + place * n.CHARISMA, state.charisma[other])
        if (state.protecting >> other) & 1 == 1:
            row[at + self.declared + place * 2] = 1
        elif (state.luring >> other) & 1 == 1:
            row[at + self.declared + place * 2 + 1] = 1
        if state.window_next != n.NONE and (state.passed >> other) & 1 == 1:
            row[at + self.passed + place] = 1

    def seems_waited_for(self, state: PieRats, other: i64, seat: i64) -> bool:
        """While getting ready nobody knows who else has finished (PR-9.3)."""
        if state.phase != n.READY:
            return state.waits_for(other)
        return state.hand_size(other) > 0 and not (other == seat and state.is_done(other))

    def write_ages(self, state: PieRats, other: i64, row: BytesWriter, at: i64) -> None:
        """In order of age, whatever the order in the hand: each card goes behind those that are older."""
        hands = state.hands
        first = other * n.SLOTS + 1
        behind = first + hands[first - 1]
        for slot in range(first, behind):
            age = hands[slot] >> 6
            older: i64 = 0
            for another in range(first, behind):
                difference = (hands[another] >> 6) - age
                if difference < 0 or (difference == 0 and another < slot):
                    older += 1
            put(row, at + older, 1 + state.reshuffles - age)

    def write_hand(self, state: PieRats, seat: i64, row: BytesWriter, at: i64) -> None:
        hands, aside = state.hands, state.aside_of(seat)
        first = seat * n.SLOTS + 1
        for slot in range(hands[first - 1]):
            kind = hands[first + slot] & 63
            one_more(row, at + self.hand + kind)
            if (aside >> slot) & 1 == 1:
                one_more(row, at + self.aside + kind)
        if state.phase == n.READY and state.is_done(seat):
            row[at + self.done] = 1

    def write_acts(self, state: PieRats, seat: i64, row: BytesWriter, at: i64) -> None:
        phase = state.phase
        if phase == n.P5_SECOND or phase == n.P5_PAY or phase == n.W5:
            if state.target_a != n.NONE:
                row[at + self.target_a + state.target_a] = 1
            if state.target_b != n.NONE:
                row[at + self.target_b + state.target_b] = 1
            put_goods(row, at + self.pay, state.pay)
        if state.loot_pie != n.NONE or state.called:
            if state.loot_pie != n.NONE:
                row[at + self.loot_pie + state.loot_pie] = 1
            put_set(row, at + self.sent, state.sent)
            row[at + self.called] = 1 if state.called else 0
        if state.window_next != n.NONE:
            row[at + self.window + from_me(state.window_next, seat, state.seats)] = 1


def put_goods(row: BytesWriter, at: i64, bag: i64) -> None:
    """A bag of goods, kind by kind."""
    good: i64 = 0
    while bag != 0:
        row[at + good] = u8(copies_in(bag, 0))
        bag >>= 4
        good += 1
