"""What a seat may know of Piratz, as a row of small numbers: everything, since nothing is secret (PZ-5.3)."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from mischief.engine.observing import Observer, from_me, one_more, put, put_set
from mischief.engine.state import State

from . import numbers as n
from .cards import COLOURS, TREASURES, card_id
from .rules import Piratz

FEWEST_SEATS: Final[i64] = 2
MOST_SEATS: Final[i64] = 4


class PiratzRow(Observer):
    """How every row of Piratz begins: the table, its rules, and whose turn it is. Cubes are written alike, too."""

    def __init__(self) -> None:
        super().__init__(int(MOST_SEATS))
        self.seats = self.one_of("seats", "How many seats are at the table.", ["2", "3", "4"])
        self.zero_scores = self.bits("zero_scores", "A seat with none of a treasure can win a cube for it (PZ-10.7).")
        self.auto_high = self.bits("auto_high", "The first-placed seat gets the dearer cube unasked (PZ-10.9).")
        self.phase = self.one_of("phase", "What is going on.", n.PHASES)
        self.active = self.one_of_seats("active", "Whose turn it is; in the scoring, who chooses a cube.")

    def write_beginning(self, state: Piratz, seat: i64, row: BytesWriter, at: i64) -> None:
        house = state.house
        row[at + self.seats + state.seats - FEWEST_SEATS] = 1
        row[at + self.zero_scores] = 1 if house.zero_scores else 0
        row[at + self.auto_high] = 1 if house.auto_high else 0
        row[at + self.phase + state.phase] = 1
        if state.active >= 0:
            row[at + self.active + from_me(state.active, seat, state.seats)] = 1

    def declare_cubes(self) -> i64:
        boxes = [f"{treasure}, {colour}" for treasure in TREASURES for colour in COLOURS]
        return self.counts("cubes", "The cubes on the score card, by treasure and colour.", boxes, most=2)


def put_cubes(state: Piratz, row: BytesWriter, at: i64) -> None:
    """The cubes on the score card."""
    each = state.house.boxes_each
    for box in range(i64(len(state.boxes))):
        colour = state.boxes[box]
        if colour != n.EMPTY:
            one_more(row, at + box // each * n.CUBE_COLOURS + colour)


class PiratzObserver(PiratzRow):
    """The places of a row, in its order."""

    def __init__(self) -> None:
        super().__init__()
        cards = [card_id(card) for card in range(int(n.CARDS))]
        self.round = self.counts("round", "The number of the round, from 1.")
        self.final_round = self.bits("final_round", "The bag has run out: this round is the last (PZ-9.1).")
        self.idle = self.bits("idle", "Nothing has been revealed, taken or buried in this round (PZ-7.4).")
        self.bag = self.bits("bag", "The cards that may still be drawn.", cards)
        self.faceup = self.bits("faceup", "The cards that lie face up.", cards)
        self.newest = self.one_of("newest", "The card revealed just now, until the seat has decided.", cards)
        self.discard = self.bits("discard", "The discard pile.", cards)
        self.piles = self.bits("piles", "The cards that a seat has stored (PZ-5.1).", cards, each_seat=True)
        self.buried = self.one_of("buried", "The card under a seat's spade (PZ-6.1).", cards, each_seat=True)
        self.in_hand = self.bits("in_hand", "The seat's spade is in hand.", each_seat=True)
        self.bare = self.bits("bare", "The seat's spade lies on no card (PZ-6.4).", each_seat=True)
        self.cubes = self.declare_cubes()
        self.won = self.counts("won", "The cubes that a seat has won, by colour.", COLOURS, most=12, each_seat=True)
        self.treasure = self.one_of("treasure", "The treasure whose cubes are chosen from (PZ-10.5).", TREASURES)
        self.omit("options.first_player", "Who began shows in whose turn it is.")
        self.omit("options.deck", "The row names cards by their numbers: with other cards, train another net.")
        self.omit("faceup", "No rule asks in which order the face-up cards were revealed.", order_only=True)
        self.omit("buried", "No rule asks in which order spades were placed.", order_only=True)
        self.omit("middle", "No rule asks in which order spades were placed.", order_only=True)
        self.omit("won.*", "No rule asks in which order cubes were won.", order_only=True)
        self.omit("totals", "Printed on the cards: the same in every game with as many seats.")

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, Piratz)
        self.write_beginning(state, seat, row, at)
        put(row, at + self.round, state.round_number)
        row[at + self.final_round] = 1 if state.final_round else 0
        row[at + self.idle] = 1 if state.idle else 0
        put_set(row, at + self.bag, state.bag)
        put_set(row, at + self.faceup, state.faceup)
        if state.phase == n.AFTER_REVEAL or state.phase == n.ALERT:
            row[at + self.newest + state.newest()] = 1
        put_set(row, at + self.discard, state.discard)
        self.write_seats(state, seat, row, at)
        self.write_cubes(state, seat, row, at)

    def write_seats(self, state: Piratz, seat: i64, row: BytesWriter, at: i64) -> None:
        for other in range(state.seats):
            place = from_me(other, seat, state.seats)
            put_set(row, at + self.piles + place * n.CARDS, state.piles[other])
            spade = state.spade[other]
            if spade == n.IN_HAND:
                row[at + self.in_hand + place] = 1
            elif spade == n.BARE:
                row[at + self.bare + place] = 1
            else:
                row[at + self.buried + place * n.CARDS + spade] = 1

    def write_cubes(self, state: Piratz, seat: i64, row: BytesWriter, at: i64) -> None:
        put_cubes(state, row, at + self.cubes)
        for i in range(i64(len(state.won))):
            winner = from_me(state.won[i] // n.CUBE_COLOURS, seat, state.seats)
            one_more(row, at + self.won + winner * n.CUBE_COLOURS + state.won[i] % n.CUBE_COLOURS)
        if state.phase == n.CHOOSE_CUBE:
            row[at + self.treasure + state.kind] = 1
