"""What a player reckons from what lies on the table, in the terms of the rules of thumb: what nets look at. They would
need many cells and much practice to find it out from single cards."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from mischief.engine.observing import from_me, put, put_set
from mischief.engine.state import State

from . import numbers as n
from .cards import TREASURES, card_id
from .heuristic import Sensible
from .observing import PiratzRow, put_cubes
from .rules import Piratz
from .sets import NO_CARDS, first, size, without_first

POINT: Final = 16.0
"""So many steps make a point."""
SURE: Final = 60.0
"""So many steps lie between impossible and certain."""


class PiratzInsight(PiratzRow):
    """The places of a row, in its order. `counts` has how many of each treasure every card shows."""

    def __init__(self, counts: list[int]) -> None:
        super().__init__()
        self.thumb = Sensible(counts)
        cards = [card_id(card) for card in range(int(n.CARDS))]
        self.final_round = self.bits("final_round", "The bag has run out: this round is the last (PZ-9.1).")
        self.idle = self.bits("idle", "Nothing has been revealed, taken or buried in this round (PZ-7.4).")
        self.in_hand = self.bits("in_hand", "The seat's spade is in hand.", each_seat=True)
        self.faceup = self.bits("faceup", "The cards that lie face up.", cards)
        self.cubes = self.declare_cubes()
        self.treasure = self.one_of("treasure", "The treasure whose cubes are chosen from (PZ-10.5).", TREASURES)
        self.scores = self.counts("scores", "The points that a seat has won.", most=40, each_seat=True)
        places = ["bag", "face up", "discard pile"]
        self.sizes = self.counts("sizes", "Cards in a heap.", places, most=50)
        self.rats = self.counts("rats", "Rats in a heap.", places, most=12)
        self.risk = self.counts("risk", "How likely the next card raises an alert, in sixtieths.", most=60)
        self.bag = self.counts("bag", "Treasures in the bag.", TREASURES, most=24)
        self.lying = self.counts("lying", "Treasures that lie face up.", TREASURES, most=24)
        self.pile_cards = self.counts("pile_cards", "Cards in a seat's pile.", most=50, each_seat=True)
        self.pile_rats = self.counts("pile_rats", "Rats in a seat's pile.", most=12, each_seat=True)
        self.tally = self.counts("tally", "Treasures in a seat's pile.", TREASURES, most=24, each_seat=True)
        self.hopes = self.counts(
            "hopes", "Sixteenths of a point a seat may expect for a treasure.", TREASURES, each_seat=True
        )
        self.total = self.counts("total", "Eighths of a point a seat may expect in all.", each_seat=True)
        self.hauls = self.counts(
            "hauls", "What naming a treasure would bring a seat, in sixteenths.", TREASURES, each_seat=True
        )
        self.best = self.counts("best", "The best of these.", each_seat=True)
        self.leaves = self.counts("leaves", "The best haul that naming it would leave to the next seat.", TREASURES)
        self.gain = self.counts("gain", "By how much a card more improves the best haul, in 32nds.")
        self.spoils = self.counts("spoils", "The next seat's best haul, if this card is buried.", cards)
        self.solace = self.counts("solace", "What a card that lies face up is worth, in sixteenths.", cards)

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, Piratz)
        self.write_beginning(state, seat, row, at)
        row[at + self.final_round] = 1 if state.final_round else 0
        row[at + self.idle] = 1 if state.idle else 0
        put_set(row, at + self.faceup, state.faceup)
        self.write_cubes(state, seat, row, at)
        if n.TURN <= state.phase <= n.BURY:
            self.write_heaps(state, row, at)
            self.reckon(state, seat, row, at)

    def write_cubes(self, state: Piratz, seat: i64, row: BytesWriter, at: i64) -> None:
        put_cubes(state, row, at + self.cubes)
        for other in range(state.seats):
            put(row, at + self.scores + from_me(other, seat, state.seats), state.score(other))
        if state.phase == n.CHOOSE_CUBE:
            row[at + self.treasure + state.kind] = 1

    def write_heaps(self, state: Piratz, row: BytesWriter, at: i64) -> None:
        house = state.house
        put(row, at + self.sizes, size(state.bag))
        put(row, at + self.sizes + 1, size(state.faceup))
        put(row, at + self.sizes + 2, size(state.discard))
        put(row, at + self.rats, size(state.bag & house.rats))
        put(row, at + self.rats + 1, size(state.faceup & house.rats))
        put(row, at + self.rats + 2, size(state.discard & house.rats))
        put_steps(row, at + self.risk, SURE * self.thumb.alert_risk(state))
        for kind in range(n.KINDS):
            put(row, at + self.bag + kind, house.treasures(state.bag, kind))
            put(row, at + self.lying + kind, house.treasures(state.faceup, kind))

    # What a player reckons

    def reckon(self, state: Piratz, seat: i64, row: BytesWriter, at: i64) -> None:
        """First of the others, then of the next seat, then of the own: the scratch paper has room for one seat."""
        self.thumb.size_up(state)
        rival = state.next_holder()
        if rival == seat:
            rival = seat + 1 if seat + 1 < state.seats else 0
        for other in range(state.seats):
            if other != seat and other != rival:
                self.size_up_seat(state, other, from_me(other, seat, state.seats), row, at)
        self.size_up_seat(state, rival, from_me(rival, seat, state.seats), row, at)
        if state.phase == n.BURY:
            self.weigh_burying(state, row, at)
        else:
            self.weigh_naming(state, row, at)
        best = self.size_up_seat(state, seat, 0, row, at)
        if state.phase == n.TURN or state.phase == n.AFTER_REVEAL:
            put_steps(row, at + self.gain, 2.0 * POINT * self.thumb.gain_of_a_card(state, best))
        cards = state.faceup
        while cards != NO_CARDS:
            card = first(cards)
            cards = without_first(cards)
            put_steps(row, at + self.solace + card, POINT * self.thumb.card_worth(state, card))

    def size_up_seat(self, state: Piratz, other: i64, place: i64, row: BytesWriter, at: i64) -> float:
        """What a seat has and may expect; its best haul. Its weights and hauls stay on the scratch paper."""
        thumb, house, pile = self.thumb, state.house, state.piles[other]
        row[at + self.in_hand + place] = 1 if state.spade[other] == n.IN_HAND else 0
        put(row, at + self.pile_cards + place, size(pile))
        put(row, at + self.pile_rats + place, size(pile & house.rats))
        total = 0.0
        for kind in range(n.KINDS):
            put(row, at + self.tally + place * n.KINDS + kind, house.treasures(pile, kind))
            points = thumb.expected(state, other, kind, 0)
            thumb.worth[kind] = thumb.expected(state, other, kind, 1) - points
            total += points
            put_steps(row, at + self.hopes + place * n.KINDS + kind, POINT * points)
        put_steps(row, at + self.total + place, 0.5 * POINT * total)
        thumb.add_up_hauls(state)
        best = 0.0
        for kind in range(n.KINDS):
            haul = thumb.hauls[kind]
            put_steps(row, at + self.hauls + place * n.KINDS + kind, POINT * haul)
            if haul > best:
                best = haul
        put_steps(row, at + self.best + place, POINT * best)
        return best

    def weigh_burying(self, state: Piratz, row: BytesWriter, at: i64) -> None:
        """What burying each card would leave to the next seat, which is on the scratch paper."""
        cards = state.faceup
        while cards != NO_CARDS:
            card = first(cards)
            cards = without_first(cards)
            put_steps(row, at + self.spoils + card, POINT * self.thumb.best_haul_without(state, card))

    def weigh_naming(self, state: Piratz, row: BytesWriter, at: i64) -> None:
        """What naming each treasure would leave to the next seat, which is on the scratch paper."""
        thumb, house = self.thumb, state.house
        for named in range(n.KINDS):
            taken = state.faceup & house.showing(named)
            if taken == NO_CARDS:
                continue
            best = 0.0
            for kind in range(n.KINDS):
                haul = thumb.hauls[kind]
                both = taken & house.showing(kind)
                while both != NO_CARDS:
                    haul -= thumb.card_worth(state, first(both))
                    both = without_first(both)
                if haul > best:
                    best = haul
            put_steps(row, at + self.leaves + named, POINT * best)


def put_steps(row: BytesWriter, at: i64, steps: float) -> None:
    """A measure, rounded to whole steps; below nothing is nothing."""
    if steps > 0.0:
        put(row, at, i64(steps + 0.5))
