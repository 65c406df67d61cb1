"""How a sensible captain plays Pie Rats.

Table nearly everything, for hand space is what brings new cards; lure disloyal rats every round, for they cost no card;
protect when a good rat is in danger and no better lure is in sight; loot the most points that the crew can lift, with
the party that is missed least; keep Spinach and Kidnapping for the moment in which they lift something, and the Carob
Bean for whoever is about to lift the best Pie.

Everything is judged from what the seat may know: its own hand and what lies open.
"""

from __future__ import annotations

import math
from typing import Final

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.policy import Policy
from mischief.engine.state import State

from .numbering import (
    BEAN,
    CALL,
    CALL_MODE,
    CAROB_BEAN,
    CHARISMA,
    CHARISMA_THEFT,
    CHARM,
    CREW,
    DECLARE_LURE,
    END,
    FEED_SPINACH,
    FROZEN_MODE,
    KIDNAP,
    KIDNAPPING,
    LOOT,
    LURE,
    MINE,
    MIRROR,
    NICE_MODE,
    P2,
    P3,
    P4,
    P5,
    P5_PAY,
    P5_SECOND,
    P6,
    P6_PIE,
    P6_SEND,
    PASS,
    PAY,
    PLACE,
    PLAY_MIRROR,
    READY,
    SINGLE,
    SPINACH,
    TABLE,
    THEFT,
    TOSS,
    W2,
    W5,
    W5B,
    W6,
    bit,
)
from .rules import PieRats
from .table import NONE, copies_in, lowest

FAR: Final[i64] = 64
"""No party and no payment needs more than this."""
BIG: Final[i64] = 1000000
STRONG: Final[i64] = 4
"""Rats of this strength together are worth a Mirror, also where they are somebody else's."""
USEFUL: Final[i64] = 4
"""A card of less use than this is thrown away."""
HUNGER: Final[i64] = 20
"""What one point of Pie is worth against one point of strength, which is worth ten."""


class Sensible(Policy):
    """One mind for all seats; `cost` and `chosen` are its scratch paper for sums."""

    def __init__(self) -> None:
        self.moves = Moves()
        self.cost = zeros(FAR + 1)
        self.chosen = zeros(FAR + 1)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, PieRats)
        phase = state.phase
        if phase == P2:
            return self.table_charisma(state, seat)
        if phase == P3:
            return self.place_crew(state, seat)
        if phase == P4:
            return self.declare(state, seat)
        if phase == P5:
            return self.lure(state, seat)
        if phase == P5_SECOND:
            return self.lure_second(state, seat)
        if phase == P5_PAY:
            return PAY + self.cheapest_payment(state, seat)
        if phase == P6:
            return self.loot(state, seat)
        if phase == P6_PIE:
            return LOOT + self.best_pie(state, seat)
        if phase == P6_SEND:
            return MINE + lowest(self.party(state, state.nameable(), state.lacking()))
        if phase == READY:
            return self.weed(state, seat)
        if phase == W2:
            return self.steal(state, seat)
        if phase == W5:
            return self.answer_lure(state, seat)
        if phase == W5B:
            return self.before_looting(state, seat)
        if phase == W6:
            return self.answer_loot(state, seat)
        self.moves.clear()
        state.list_moves(seat, self.moves)
        return self.moves.items[rng.below(self.moves.count)]

    # Sums

    def party(self, state: PieRats, pool: i64, lacking: i64) -> i64:
        """Of these rats, the set that makes up the lacking strength and is missed least; 0 if all do not suffice."""
        if lacking > FAR:
            return 0
        for w in range(lacking + 1):
            self.cost[w] = 0 if w == 0 else BIG
            self.chosen[w] = 0
        while pool != 0:
            c = lowest(pool)
            strength = state.strength_of(c)
            price = regret(state, c)
            for w in range(lacking, 0, -1):
                before = w - strength if w > strength else i64(0)
                if strength > 0 and self.cost[before] + price < self.cost[w]:
                    self.cost[w] = self.cost[before] + price
                    self.chosen[w] = self.chosen[before] | bit(c)
            pool &= pool - 1
        return self.chosen[lacking]

    def cheapest_payment(self, state: PieRats, seat: i64) -> i64:
        """The kind to pay next: the lowest of the payment that wastes least and keeps Charm."""
        need = state.need()
        kinds = state.payable_kinds(seat)
        left = state.charisma[seat] - state.pay
        for w in range(need + 1):
            self.cost[w] = 0 if w == 0 else BIG
            self.chosen[w] = 0
        for kind in range(lowest(kinds), CHARISMA):
            worth = state.deck.charisma[kind]
            price = 10 * worth + (8 if kind == CHARM else 3)
            for _ in range(copies_in(left, kind)):
                for w in range(need, 0, -1):
                    before = w - worth if w > worth else i64(0)
                    if self.cost[before] + price < self.cost[w]:
                        self.cost[w] = self.cost[before] + price
                        self.chosen[w] = self.chosen[before] | bit(kind)
        return lowest(self.chosen[need])

    def best_pie(self, state: PieRats, seat: i64) -> i64:
        """The liftable Pie with the most points for the rats it costs."""
        best: i64 = NONE
        most: i64 = -BIG
        pies = state.liftable(seat)
        while pies != 0:
            pie = lowest(pies)
            lacking = state.deck.weight[pie] - state.deck.captain_strength
            value = HUNGER * state.deck.points[pie]
            if lacking > 0:
                self.party(state, state.crews[seat], lacking)
                value -= self.cost[lacking]
            if value > most:
                most = value
                best = pie
            pies &= pies - 1
        return best

    # Phases 2 and 3

    def table_charisma(self, state: PieRats, seat: i64) -> i64:
        """Everything: a card on the table makes room for a new one, even where it warns the others."""
        for slot in range(state.hand_size(seat)):
            good = state.kind_at(seat, slot) - CREW
            if good >= 0 and good < CHARISMA:
                return TABLE + good
        return PASS

    def steal(self, state: PieRats, seat: i64) -> i64:
        """The best card, and among equals from whoever has the most points."""
        if not state.holds_good(seat, CHARISMA_THEFT):
            return PASS
        best: i64 = -1
        action: i64 = PASS
        for other in range(state.seats):
            if other != seat and state.charisma[other] != 0:
                for kind in range(CHARISMA):
                    if copies_in(state.charisma[other], kind) > 0:
                        value = 200 * state.deck.charisma[kind] + state.points(other) + (300 if kind == CHARM else 0)
                        if value > best:
                            best = value
                            action = THEFT + CHARISMA * other + kind
        return action

    def place_crew(self, state: PieRats, seat: i64) -> i64:
        """All aboard: holding rats back costs more draws than it saves rats."""
        for slot in range(state.hand_size(seat)):
            kind = state.kind_at(seat, slot)
            if kind < CREW:
                return PLACE + kind
        return PASS

    # Phases 4 and 5

    def declare(self, state: PieRats, seat: i64) -> i64:
        """Weigh the best lure against the worst that could happen to one's own."""
        worst: i64 = 0
        dearest: i64 = NONE
        mine = state.crews[seat] & ~state.sideways
        while mine != 0:
            c = lowest(mine)
            fear = danger(state, seat, c) * loss(state, seat, c) // 100
            if fear > worst:
                worst = fear
                dearest = c
            mine &= mine - 1
        hope: i64 = 0
        targets = state.lure_targets(seat)
        while targets != 0:
            value = gain(state, seat, lowest(targets))
            if value > hope:
                hope = value
            targets &= targets - 1
        if dearest == NONE or hope * 70 // 100 >= worst:
            return DECLARE_LURE
        return MINE + dearest

    def lure(self, state: PieRats, seat: i64) -> i64:
        best = best_target(state, seat, state.lure_targets(seat))
        return PASS if best == NONE else LURE + best

    def lure_second(self, state: PieRats, seat: i64) -> i64:
        """A second rat costs the Charm, which is seldom kept for later."""
        best = best_target(state, seat, state.second_targets(seat))
        return SINGLE if best == NONE else LURE + best

    # Windows

    def answer_lure(self, state: PieRats, seat: i64) -> i64:
        """Mirror when one's own rat is meant, when two rats are, or when a strong one would change sides."""
        if not state.holds_good(seat, MIRROR):
            return PASS
        mine = False
        total: i64 = 0
        if state.target_a != NONE:
            mine = state.owner(state.target_a) == seat
            total += state.strength_of(state.target_a)
        if state.target_b != NONE:
            mine = mine or state.owner(state.target_b) == seat
            total += state.strength_of(state.target_b)
        return PLAY_MIRROR if mine or total >= STRONG else PASS

    def before_looting(self, state: PieRats, seat: i64) -> i64:
        """The last moment: a bean for whoever is about to lift much; in modes that close phase 6, one's own cards."""
        mode = state.house.mode
        if mode == FROZEN_MODE:
            action = self.strengthen(state, seat, True, True)
            if action != PASS:
                return action
        elif mode == NICE_MODE:
            action = self.strengthen(state, seat, False, True)
            if action != PASS:
                return action
        if state.holds_good(seat, CAROB_BEAN):
            target = best_bean(state, seat)
            if target != NONE:
                return BEAN + target
        return PASS

    def answer_loot(self, state: PieRats, seat: i64) -> i64:
        """Take the one rat away without which an announced loot fails, if the Pie is worth it."""
        if state.loot_pie == NONE or state.deck.points[state.loot_pie] < 4:
            return PASS
        spare = state.party_strength(state.sent) - state.deck.weight[state.loot_pie]
        victim = strongest_of(state, state.sent)
        if victim == NONE or state.strength_of(victim) <= spare:
            return PASS
        if state.holds_good(seat, KIDNAPPING):
            return KIDNAP + victim
        return BEAN + victim if state.holds_good(seat, CAROB_BEAN) else PASS

    # Phase 6

    def loot(self, state: PieRats, seat: i64) -> i64:
        mode = state.house.mode
        if mode != FROZEN_MODE:
            action = self.strengthen(state, seat, True, mode != NICE_MODE)
            if action != PASS:
                return action
        pie = self.best_pie(state, seat)
        if pie == NONE:
            return PASS
        return CALL if mode == CALL_MODE else LOOT + pie

    def strengthen(self, state: PieRats, seat: i64, may_feed: bool, may_kidnap: bool) -> i64:
        """Spinach or Kidnapping, where that lifts a Pie worth at least two points more."""
        now = state.party_strength(state.crews[seat])
        have = best_points(state, now)
        eater: i64 = NONE
        prey: i64 = NONE
        if may_feed and state.holds_good(seat, SPINACH):
            eater = strongest_of(state, state.crews[seat] & ~state.spinach)
        if may_kidnap and state.holds_good(seat, KIDNAPPING):
            prey = strongest_of(state, state.foreign_crew(seat))
        fed = now if eater == NONE else now + state.strength_of(eater)
        joined = now if prey == NONE else now + state.strength_of(prey)
        if best_points(state, fed) >= have + 2 and best_points(state, fed) >= best_points(state, joined):
            return FEED_SPINACH + eater
        if best_points(state, joined) >= have + 2:
            return KIDNAP + prey
        if prey != NONE and best_points(state, fed + joined - now) >= have + 2:
            return KIDNAP + prey
        return PASS

    # Getting ready

    def weed(self, state: PieRats, seat: i64) -> i64:
        """Throw away what only clogs the hand: thoughts are made on the whole hand, so that they do not change while
        cards are set aside one by one."""
        size = state.hand_size(seat)
        last: i64 = 0
        for slot in range(size):
            if state.is_aside(seat, slot) and state.kind_at(seat, slot) > last:
                last = state.kind_at(seat, slot)
        lowest_kind: i64 = FAR
        for slot in range(size):
            kind = state.kind_at(seat, slot)
            if state.is_aside(seat, slot) or kind < last or kind >= lowest_kind:
                continue
            if self.clogs(state, seat, slot):
                lowest_kind = kind
        return PASS if lowest_kind == FAR else TOSS + lowest_kind

    def clogs(self, state: PieRats, seat: i64, slot: i64) -> bool:
        """A full hand draws nothing, so only the two most useful cards stay; against a single captain only one, since
        there the draws decide."""
        value = use_of(state, seat, state.kind_at(seat, slot))
        if value < USEFUL:
            return True
        better: i64 = 0
        for other in range(state.hand_size(seat)):
            theirs = use_of(state, seat, state.kind_at(seat, other))
            if other != slot and (theirs > value or (theirs == value and other < slot)):
                better += 1
        return better >= (1 if state.seats == 2 else 2)

    # The outlook

    def outlook(self, state: State, seat: i64) -> float:
        """Points, and a share of the Pies to come by strength, charisma and cards; the closer the end, the more certain
        the leader's win."""
        assert isinstance(state, PieRats)
        if state.phase == END:
            return state.payoff(seat)
        to_come = 5.0 * float(state.pie_pile)
        pies = state.sill
        while pies != 0:
            to_come += float(state.deck.points[lowest(pies)])
            pies &= pies - 1
        power = 0.0
        for other in range(state.seats):
            power += might(state, other)
        heat = 1.5 + 0.12 * to_come
        total = 0.0
        for other in range(state.seats):
            ahead = float(state.points(other) - state.points(seat))
            ahead += to_come * (might(state, other) - might(state, seat)) / power
            total += math.exp(ahead / heat)
        return 1.0 / total


def might(state: PieRats, seat: i64) -> float:
    """What a seat brings to the Pies to come."""
    strength = float(state.party_strength(state.crews[seat]))
    return 6.0 + strength + 0.5 * float(state.charisma_total(seat)) + float(state.hand_size(seat))


def regret(state: PieRats, c: i64) -> i64:
    """How much a rat is missed: by its strength, and a little by its loyalty."""
    return 10 * state.strength_of(c) + 2 * state.deck.loyalty[c] + 4


def best_points(state: PieRats, strength: i64) -> i64:
    """The most points on the sill that this strength lifts; 0 for none."""
    best: i64 = 0
    pies = state.sill
    while pies != 0:
        pie = lowest(pies)
        if state.deck.weight[pie] <= strength and state.deck.points[pie] > best:
            best = state.deck.points[pie]
        pies &= pies - 1
    return best


def strongest_of(state: PieRats, rats: i64) -> i64:
    """The strongest of some rats; NONE of none."""
    best: i64 = NONE
    most: i64 = -1
    while rats != 0:
        c = lowest(rats)
        if state.strength_of(c) > most:
            most = state.strength_of(c)
            best = c
        rats &= rats - 1
    return best


def gain(state: PieRats, seat: i64, c: i64) -> i64:
    """What luring a rat is worth: its strength, what it lets one lift, what its captain can no longer lift, less the
    cards it costs."""
    strength = state.strength_of(c)
    mine = state.party_strength(state.crews[seat])
    owner = state.owner(c)
    theirs = state.party_strength(state.crews[owner])
    value = 10 * strength + 5
    value += 8 * (best_points(state, mine + strength) - best_points(state, mine))
    value += 4 * (best_points(state, theirs) - best_points(state, theirs - strength))
    return value - 7 * (state.deck.price[c] - state.deck.captain_charisma)


def best_target(state: PieRats, seat: i64, targets: i64) -> i64:
    """The rat most worth luring; NONE if none is worth its cards."""
    best: i64 = NONE
    most: i64 = 0
    while targets != 0:
        c = lowest(targets)
        value = gain(state, seat, c)
        if value > most:
            most = value
            best = c
        targets &= targets - 1
    return best


def loss(state: PieRats, seat: i64, c: i64) -> i64:
    """What losing one's own rat would cost."""
    strength = state.strength_of(c)
    mine = state.party_strength(state.crews[seat])
    return 10 * strength + 8 * (best_points(state, mine) - best_points(state, mine - strength))


def danger(state: PieRats, seat: i64, c: i64) -> i64:
    """How likely it is, in a hundred, that somebody lures this rat."""
    safe: i64 = 100
    price = state.deck.price[c]
    for other in range(state.seats):
        if other != seat and (state.protecting >> other) & 1 == 0 and state.charisma_total(other) >= price:
            safe = safe * (55 if price <= state.deck.captain_charisma else 75) // 100
    return 100 - safe


def best_bean(state: PieRats, seat: i64) -> i64:
    """The rat whose loss costs another captain most of what it could lift, if that is worth a bean; captains who loot
    before this seat, and those ahead in points, count for more."""
    best: i64 = NONE
    most: i64 = 2
    mine = state.points(seat)
    for other in range(state.seats):
        if other == seat:
            continue
        victim = strongest_of(state, state.crews[other])
        if victim == NONE:
            continue
        strength = state.party_strength(state.crews[other])
        drop = best_points(state, strength) - best_points(state, strength - state.strength_of(victim))
        if drop <= 0:
            continue
        earlier = (other - state.lead + state.seats) % state.seats < (seat - state.lead + state.seats) % state.seats
        value = drop + (2 if earlier else 0) + (2 if state.points(other) >= mine else 0)
        if value > most:
            most = value
            best = victim
    return best


def use_of(state: PieRats, seat: i64, kind: i64) -> i64:
    """How useful a card is that is still in hand after the round."""
    if kind < CREW:
        return USEFUL + state.deck.strength[kind]
    good = kind - CREW
    if good == KIDNAPPING:
        return 10
    if good == SPINACH:
        return 8
    if good == CAROB_BEAN:
        return 5
    if good == CHARISMA_THEFT:
        return USEFUL if state.foreign_charisma(seat) else USEFUL - 1
    return USEFUL - 1 if good == MIRROR else 9
