"""How a sensible person plays Piratz.

A treasure matters only through its majority. So for every treasure the player guesses each seat's chance of first and
second place from the counts so far, the surer the less of it is still to come; a haul is worth what it adds to the
expected cubes. With that in mind:

- On turn, reveal, unless the chance of an alert times what it would cost outweighs what one more card may bring.
- After a reveal, leave when the best haul is good enough: less will do at a table of two, and when an alert threatens.
- With the last spade, go on while the next card is expected to bring more than it risks.
- In an alert, take the rat that is worth most.
- Bury the card that makes the best haul of the next seat as small as possible, and rather not the only rat.
- Of two cubes take the dearer one.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import flat
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import numbers as n
from .rules import Piratz
from .sets import NO_CARDS, first, just, size, without_first

SEATS: Final[i64] = 4
SURENESS: Final = 1.2
"""How much one treasure more decides a majority when none of it is still to come."""
WITH_NONE: Final = 0.5
"""How much of its chances a seat keeps that has none of a treasure, where such a seat wins nothing (PZ-10.7)."""
RAT_WORTH: Final = 0.08
"""Points for a rat in the pile, which breaks ties."""
CARD_COST: Final = 0.03
"""Points against every card in the pile."""
GOOD_HAUL_OF_TWO: Final = 1.5
GOOD_HAUL_OF_MORE: Final = 1.8
"""Points that are good enough to leave with, at a table of two and at a larger one."""
MOOD: Final = 0.1
"""By how much that may vary, from one moment to the next."""
CURIOSITY: Final = 0.05
"""Points for a card beyond what it brings at once, since more may follow."""
SHARPNESS: Final = 0.55
"""How much one point of expected score decides a game that is over."""
NOTHING_YET: Final = -1000.0
"""Less than any haul."""


class Sensible(Policy):
    """`counts` has how many of each treasure every card shows. The other vectors are scratch paper for one decision."""

    def __init__(self, counts: list[int]) -> None:
        self.counts = flat(counts)
        self.strength = vec[float]([0.0] * int(n.KINDS * SEATS))
        self.sureness = vec[float]([0.0] * int(n.KINDS))
        self.worth = vec[float]([0.0] * int(n.KINDS))
        self.hauls = vec[float]([0.0] * int(n.KINDS))

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, Piratz)
        if state.phase == n.CHOOSE_CUBE:
            return state.house.pick_high
        self.size_up(state)
        if state.phase == n.BURY:
            return state.house.bury + self.worst_to_leave(state)
        if state.phase == n.ALERT:
            return n.TAKE_RAT + self.best_rat(state, seat)
        return self.reveal_stay_or_leave(state, seat, rng)

    # What things are worth

    def size_up(self, state: Piratz) -> None:
        """Each seat's strength for each treasure: its chance of first place is its share of all strengths."""
        house = state.house
        to_come = state.bag | state.faceup | state.discard
        if state.phase == n.CHOOSE_CUBE:
            to_come = NO_CARDS
        for kind in range(n.KINDS):
            sureness = SURENESS / sqrt(1.0 + float(house.treasures(to_come, kind)))
            self.sureness[kind] = sureness
            for seat in range(state.seats):
                count = house.treasures(state.piles[seat], kind)
                strength = exp(sureness * float(count))
                if count == 0 and not house.zero_scores:
                    strength *= WITH_NONE
                self.strength[kind * SEATS + seat] = strength

    def expected(self, state: Piratz, seat: i64, kind: i64, more: i64) -> float:
        """The points that a seat may hope for from one treasure, if it had so many more of it."""
        mine = self.strength[kind * SEATS + seat]
        if more > 0:
            mine *= exp(self.sureness[kind] * float(more))
        all_of_it = mine
        for other in range(state.seats):
            if other != seat:
                all_of_it += self.strength[kind * SEATS + other]
        box = kind * state.house.boxes_each
        points = cube_value(state.boxes[box]) * mine / all_of_it
        if state.house.boxes_each == 2:
            second = 0.0
            for other in range(state.seats):
                if other != seat:
                    theirs = self.strength[kind * SEATS + other]
                    second += theirs / all_of_it * mine / (all_of_it - theirs)
            points += cube_value(state.boxes[box + 1]) * second
        return points

    def haul(self, state: Piratz, seat: i64, cards: i64) -> float:
        """What these cards would add to a seat's pile, in points."""
        points = RAT_WORTH * float(size(cards & state.house.rats)) - CARD_COST * float(size(cards))
        for kind in range(n.KINDS):
            more = state.house.treasures(cards, kind)
            if more > 0:
                points += self.expected(state, seat, kind, more) - self.expected(state, seat, kind, 0)
        return points

    def weigh_treasures(self, state: Piratz, seat: i64) -> None:
        """What one more of each treasure is worth to a seat."""
        for kind in range(n.KINDS):
            self.worth[kind] = self.expected(state, seat, kind, 1) - self.expected(state, seat, kind, 0)

    def card_worth(self, state: Piratz, card: i64) -> float:
        """A card on its own, by the weights of `weigh_treasures`."""
        points = RAT_WORTH if state.house.rats & just(card) != NO_CARDS else 0.0
        for kind in range(n.KINDS):
            points += float(self.counts[card * n.KINDS + kind]) * self.worth[kind]
        return points - CARD_COST

    # Reveal, stay or leave

    def reveal_stay_or_leave(self, state: Piratz, seat: i64, rng: Rng) -> i64:
        named: i64 = n.PASS_EMPTY
        best = NOTHING_YET
        showing: i64 = 0
        for kind in range(n.KINDS):
            cards = state.faceup & state.house.showing(kind)
            self.hauls[kind] = 0.0
            if cards != NO_CARDS:
                showing += 1
                self.hauls[kind] = self.haul(state, seat, cards)
                if self.hauls[kind] > best:
                    best = self.hauls[kind]
                    named = n.TAKE + kind
        if showing < n.KINDS and best < 0.0:
            best = 0.0
            named = n.PASS_EMPTY
        if state.phase == n.TURN:
            if state.bag == NO_CARDS:
                return named
            if state.must_reveal() or self.next_card_pays(state, seat, best):
                return n.REVEAL
            return named
        return named if best >= self.good_enough(state, rng) else n.STAY

    def alert_risk(self, state: Piratz) -> float:
        """The chance that the next card raises an alert."""
        if state.faceup & state.house.rats == NO_CARDS or state.bag == NO_CARDS:
            return 0.0
        return float(size(state.bag & state.house.rats)) / float(size(state.bag))

    def next_card_pays(self, state: Piratz, seat: i64, best: float) -> bool:
        """Whether one more card is expected to add more to the best haul than an alert would cost."""
        risk = self.alert_risk(state)
        if risk == 0.0:
            return True
        self.weigh_treasures(state, seat)
        consolation = self.card_worth(state, self.best_rat(state, seat))
        return (1.0 - risk) * self.gain_of_a_card(state, best) + CURIOSITY > risk * (best - consolation)

    def gain_of_a_card(self, state: Piratz, best: float) -> float:
        """By how much a card from the bag that raises no alert improves the best haul, on average."""
        gain = 0.0
        safe = state.bag & ~state.house.rats
        if safe == NO_CARDS:
            return 0.0
        cards = safe
        while cards != NO_CARDS:
            card = first(cards)
            cards = without_first(cards)
            worth = self.card_worth(state, card)
            better = best
            for kind in range(n.KINDS):
                if self.counts[card * n.KINDS + kind] > 0 and self.hauls[kind] + worth > better:
                    better = self.hauls[kind] + worth
            gain += better - best
        return gain / float(size(safe))

    def good_enough(self, state: Piratz, rng: Rng) -> float:
        """The haul to leave with; an alert that threatens makes a seat modest."""
        points = GOOD_HAUL_OF_TWO if state.seats == 2 else GOOD_HAUL_OF_MORE
        points *= 1.0 - self.alert_risk(state)
        return points * (1.0 - MOOD + 2.0 * MOOD * rng.unit())

    # Rats and spades

    def best_rat(self, state: Piratz, seat: i64) -> i64:
        """The face-up rat card that is worth most to the seat."""
        rats = state.faceup & state.house.rats
        choice = first(rats)
        best = NOTHING_YET
        while rats != NO_CARDS:
            card = first(rats)
            rats = without_first(rats)
            points = self.haul(state, seat, just(card))
            if points > best:
                best = points
                choice = card
        return choice

    def worst_to_leave(self, state: Piratz) -> i64:
        """The face-up card without which the next seat's best haul is smallest."""
        if state.is_last_holder():
            rival = state.active + 1 if state.active + 1 < state.seats else 0
        else:
            rival = state.next_holder()
        self.weigh_treasures(state, rival)
        self.add_up_hauls(state)
        rats = state.faceup & state.house.rats
        choice = first(state.faceup)
        least = 1000.0
        cards = state.faceup
        while cards != NO_CARDS:
            card = first(cards)
            cards = without_first(cards)
            left = self.best_haul_without(state, card)
            if rats == just(card):
                left += RAT_WORTH  # a lone rat keeps the others on their toes
            if left < least:
                least = left
                choice = card
        return choice

    def add_up_hauls(self, state: Piratz) -> None:
        """What naming each treasure would bring, by the weights of `weigh_treasures`."""
        for kind in range(n.KINDS):
            self.hauls[kind] = 0.0
        cards = state.faceup
        while cards != NO_CARDS:
            card = first(cards)
            cards = without_first(cards)
            worth = self.card_worth(state, card)
            for kind in range(n.KINDS):
                if self.counts[card * n.KINDS + kind] > 0:
                    self.hauls[kind] += worth

    def best_haul_without(self, state: Piratz, card: i64) -> float:
        worth = self.card_worth(state, card)
        best = 0.0
        for kind in range(n.KINDS):
            haul = self.hauls[kind]
            if self.counts[card * n.KINDS + kind] > 0:
                haul -= worth
            if haul > best:
                best = haul
        return best

    # How it looks

    def outlook(self, state: State, seat: i64) -> float:
        """The chance to win, from the scores that all seats may expect; the surer the less is left to come."""
        assert isinstance(state, Piratz)
        if state.phase == n.OVER:
            return state.share(seat)
        self.size_up(state)
        from_kind = state.kind if state.phase == n.CHOOSE_CUBE else 0
        left = float(size(state.bag | state.faceup))
        sharpness = SHARPNESS / sqrt(1.0 + 0.12 * left)
        mine = 0.0
        total = 0.0
        for other in range(state.seats):
            points = float(state.score(other))
            for kind in range(from_kind, n.KINDS):
                if state.boxes[kind * state.house.boxes_each] != n.EMPTY:
                    points += self.expected(state, other, kind, 0)
            weight = exp(sharpness * points)
            total += weight
            if other == seat:
                mine = weight
        return mine / total


def cube_value(colour: i64) -> float:
    """Gold 4 to wood 1; nothing for an empty box."""
    return 0.0 if colour == n.EMPTY else float(n.CUBE_COLOURS - colour)
