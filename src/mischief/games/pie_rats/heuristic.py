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

from . import numbers as n
from .rules import PieRats
from .sets import copies_in, first, just

FAR: Final[i64] = 64
"""No party and no payment needs more than this."""
BIG: Final[i64] = 1000000
"""Dearer than anything: what cannot be had."""
STRONG: Final[i64] = 4
"""Rats of this strength together are worth a Mirror, also where they are somebody else's."""
USEFUL: Final[i64] = 4
"""A card of less use than this is thrown away."""
HUNGER: Final[i64] = 20
"""What one point of Pie is worth against one point of strength, which is worth ten."""


class Sensible(Policy):
    """One mind for all seats. `cost` and `chosen` are its scratch paper for sums: for each goal, the least that
    reaching it costs, and what is chosen for that."""

    def __init__(self) -> None:
        self.moves = Moves()
        self.cost = zeros(FAR + 1)
        self.chosen = zeros(FAR + 1)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, PieRats)
        phase = state.phase
        if phase == n.P2:
            return self.table_charisma(state, seat)
        if phase == n.P3:
            return self.place_crew(state, seat)
        if phase == n.P4:
            return self.declare(state, seat)
        if phase == n.P5:
            return self.lure(state, seat)
        if phase == n.P5_SECOND:
            return self.lure_second(state, seat)
        if phase == n.P5_PAY:
            return n.PAY + self.cheapest_payment(state, seat)
        if phase == n.P6:
            return self.loot(state, seat)
        if phase == n.P6_PIE:
            return n.LOOT + self.best_pie(state, seat)
        if phase == n.P6_SEND:
            return n.MINE + first(self.party(state, state.nameable(), state.lacking()))
        if phase == n.READY:
            return self.weed(state, seat)
        if phase == n.W2:
            return self.steal(state, seat)
        if phase == n.W5:
            return self.answer_lure(state, seat)
        if phase == n.W5B:
            return self.before_looting(state, seat)
        if phase == n.W6:
            return self.answer_loot(state, seat)
        self.moves.clear()
        state.list_moves(seat, self.moves)
        return self.moves.items[rng.below(self.moves.count)]

    # Sums

    def party(self, state: PieRats, pool: i64, lacking: i64) -> i64:
        """Of these rats, the set that makes up the lacking strength and is missed least; 0 if all do not suffice."""
        if lacking > FAR:
            return 0
        for goal in range(lacking + 1):
            self.cost[goal] = 0 if goal == 0 else BIG
            self.chosen[goal] = 0
        while pool != 0:
            rat = first(pool)
            strength = state.strength_of(rat)
            price = regret(state, rat)
            for goal in range(lacking, 0, -1):
                before = goal - strength if goal > strength else i64(0)
                if strength > 0 and self.cost[before] + price < self.cost[goal]:
                    self.cost[goal] = self.cost[before] + price
                    self.chosen[goal] = self.chosen[before] | just(rat)
            pool &= pool - 1
        return self.chosen[lacking]

    def cheapest_payment(self, state: PieRats, seat: i64) -> i64:
        """The kind to pay next: the lowest of the payment that wastes least and keeps Charm."""
        need = state.need()
        kinds = state.payable_kinds(seat)
        left = state.charisma[seat] - state.pay
        for goal in range(need + 1):
            self.cost[goal] = 0 if goal == 0 else BIG
            self.chosen[goal] = 0
        for kind in range(first(kinds), n.CHARISMA):
            worth = state.house.charisma[kind]
            price = 10 * worth + (8 if kind == n.CHARM else 3)
            for _ in range(copies_in(left, kind)):
                for goal in range(need, 0, -1):
                    before = goal - worth if goal > worth else i64(0)
                    if self.cost[before] + price < self.cost[goal]:
                        self.cost[goal] = self.cost[before] + price
                        self.chosen[goal] = self.chosen[before] | just(kind)
        return first(self.chosen[need])

    def best_pie(self, state: PieRats, seat: i64) -> i64:
        """The liftable Pie with the most points for the rats it costs."""
        best: i64 = n.NONE
        most: i64 = -BIG
        pies = state.liftable(seat)
        while pies != 0:
            pie = first(pies)
            lacking = state.house.weight[pie] - state.house.captain_strength
            value = HUNGER * state.house.points[pie]
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
            good = state.kind_at(seat, slot) - n.CREW
            if good >= 0 and good < n.CHARISMA:
                return n.TABLE + good
        return n.PASS

    def steal(self, state: PieRats, seat: i64) -> i64:
        """The best card, and among equals from whoever has the most points."""
        if not state.holds_good(seat, n.CHARISMA_THEFT):
            return n.PASS
        best: i64 = -1
        action: i64 = n.PASS
        for other in range(state.seats):
            if other != seat and state.charisma[other] != 0:
                for kind in range(n.CHARISMA):
                    if copies_in(state.charisma[other], kind) > 0:
                        value = 200 * state.house.charisma[kind] + state.points(other) + (300 if kind == n.CHARM else 0)
                        if value > best:
                            best = value
                            action = n.THEFT + n.CHARISMA * other + kind
        return action

    def place_crew(self, state: PieRats, seat: i64) -> i64:
        """All aboard: holding rats back costs more draws than it saves rats."""
        for slot in range(state.hand_size(seat)):
            kind = state.kind_at(seat, slot)
            if kind < n.CREW:
                return n.PLACE + kind
        return n.PASS

    # Phases 4 and 5

    def declare(self, state: PieRats, seat: i64) -> i64:
        """Weigh the best lure against the worst that could happen to one's own."""
        worst: i64 = 0
        dearest: i64 = n.NONE
        mine = state.crews[seat] & ~state.sideways
        while mine != 0:
            rat = first(mine)
            fear = danger(state, seat, rat) * loss(state, seat, rat) // 100
            if fear > worst:
                worst = fear
                dearest = rat
            mine &= mine - 1
        hope: i64 = 0
        targets = state.lure_targets(seat)
        while targets != 0:
            value = gain(state, seat, first(targets))
            if value > hope:
                hope = value
            targets &= targets - 1
        if dearest == n.NONE or hope * 70 // 100 >= worst:
            return n.DECLARE_LURE
        return n.MINE + dearest

    def lure(self, state: PieRats, seat: i64) -> i64:
        best = best_target(state, seat, state.lure_targets(seat))
        return n.PASS if best == n.NONE else n.LURE + best

    def lure_second(self, state: PieRats, seat: i64) -> i64:
        """A second rat costs the Charm, which is seldom kept for later."""
        best = best_target(state, seat, state.second_targets(seat))
        return n.SINGLE if best == n.NONE else n.LURE + best

    # Windows

    def answer_lure(self, state: PieRats, seat: i64) -> i64:
        """Mirror when one's own rat is meant, when two rats are, or when a strong one would change sides."""
        if not state.holds_good(seat, n.MIRROR):
            return n.PASS
        mine = False
        total: i64 = 0
        if state.target_a != n.NONE:
            mine = state.owner(state.target_a) == seat
            total += state.strength_of(state.target_a)
        if state.target_b != n.NONE:
            mine = mine or state.owner(state.target_b) == seat
            total += state.strength_of(state.target_b)
        return n.PLAY_MIRROR if mine or total >= STRONG else n.PASS

    def before_looting(self, state: PieRats, seat: i64) -> i64:
        """The last moment: a bean for whoever is about to lift much; in modes that close phase 6, one's own cards."""
        mode = state.house.mode
        if mode == n.FROZEN_MODE:
            action = self.strengthen(state, seat, True, True)
            if action != n.PASS:
                return action
        elif mode == n.NICE_MODE:
            action = self.strengthen(state, seat, False, True)
            if action != n.PASS:
                return action
        if state.holds_good(seat, n.CAROB_BEAN):
            target = best_bean(state, seat)
            if target != n.NONE:
                return n.BEAN + target
        return n.PASS

    def answer_loot(self, state: PieRats, seat: i64) -> i64:
        """Take the one rat away without which an announced loot fails, if the Pie is worth it."""
        if state.loot_pie == n.NONE or state.house.points[state.loot_pie] < 4:
            return n.PASS
        spare = state.party_strength(state.sent) - state.house.weight[state.loot_pie]
        victim = strongest_of(state, state.sent)
        if victim == n.NONE or state.strength_of(victim) <= spare:
            return n.PASS
        if state.holds_good(seat, n.KIDNAPPING):
            return n.KIDNAP + victim
        return n.BEAN + victim if state.holds_good(seat, n.CAROB_BEAN) else n.PASS

    # Phase 6

    def loot(self, state: PieRats, seat: i64) -> i64:
        mode = state.house.mode
        if mode != n.FROZEN_MODE:
            action = self.strengthen(state, seat, True, mode != n.NICE_MODE)
            if action != n.PASS:
                return action
        pie = self.best_pie(state, seat)
        if pie == n.NONE:
            return n.PASS
        return n.CALL if mode == n.CALL_MODE else n.LOOT + pie

    def strengthen(self, state: PieRats, seat: i64, may_feed: bool, may_kidnap: bool) -> i64:
        """Spinach or Kidnapping, where that lifts a Pie worth at least two points more."""
        now = state.party_strength(state.crews[seat])
        have = best_points(state, now)
        eater: i64 = n.NONE
        prey: i64 = n.NONE
        if may_feed and state.holds_good(seat, n.SPINACH):
            eater = strongest_of(state, state.crews[seat] & ~state.spinach)
        if may_kidnap and state.holds_good(seat, n.KIDNAPPING):
            prey = strongest_of(state, state.foreign_crew(seat))
        fed = now if eater == n.NONE else now + state.strength_of(eater)
        joined = now if prey == n.NONE else now + state.strength_of(prey)
        if best_points(state, fed) >= have + 2 and best_points(state, fed) >= best_points(state, joined):
            return n.FEED_SPINACH + eater
        if best_points(state, joined) >= have + 2:
            return n.KIDNAP + prey
        if prey != n.NONE and best_points(state, fed + joined - now) >= have + 2:
            return n.KIDNAP + prey
        return n.PASS

    # Getting ready

    def weed(self, state: PieRats, seat: i64) -> i64:
        """Throw away what only clogs the hand: thoughts are made on the whole hand, so that they do not change while
        cards are set aside one by one."""
        held = state.hand_size(seat)
        last: i64 = 0
        for slot in range(held):
            if state.is_aside(seat, slot) and state.kind_at(seat, slot) > last:
                last = state.kind_at(seat, slot)
        lowest_kind: i64 = FAR
        for slot in range(held):
            kind = state.kind_at(seat, slot)
            if state.is_aside(seat, slot) or kind < last or kind >= lowest_kind:
                continue
            if self.clogs(state, seat, slot):
                lowest_kind = kind
        return n.PASS if lowest_kind == FAR else n.TOSS + lowest_kind

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
        if state.phase == n.END:
            return state.share(seat)
        to_come = 5.0 * float(state.pie_pile)
        pies = state.sill
        while pies != 0:
            to_come += float(state.house.points[first(pies)])
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


def regret(state: PieRats, rat: i64) -> i64:
    """How much a rat is missed: by its strength, and a little by its loyalty."""
    return 10 * state.strength_of(rat) + 2 * state.house.loyalty[rat] + 4


def best_points(state: PieRats, strength: i64) -> i64:
    """The most points on the sill that this strength lifts; 0 for none."""
    best: i64 = 0
    pies = state.sill
    while pies != 0:
        pie = first(pies)
        if state.house.weight[pie] <= strength and state.house.points[pie] > best:
            best = state.house.points[pie]
        pies &= pies - 1
    return best


def strongest_of(state: PieRats, rats: i64) -> i64:
    """The strongest of some rats; NONE of none."""
    best: i64 = n.NONE
    most: i64 = -1
    while rats != 0:
        rat = first(rats)
        if state.strength_of(rat) > most:
            most = state.strength_of(rat)
            best = rat
        rats &= rats - 1
    return best


def gain(state: PieRats, seat: i64, rat: i64) -> i64:
    """What luring a rat is worth: its strength, what it lets one lift, what its captain can no longer lift, less the
    cards it costs."""
    strength = state.strength_of(rat)
    mine = state.party_strength(state.crews[seat])
    owner = state.owner(rat)
    theirs = state.party_strength(state.crews[owner])
    value = 10 * strength + 5
    value += 8 * (best_points(state, mine + strength) - best_points(state, mine))
    value += 4 * (best_points(state, theirs) - best_points(state, theirs - strength))
    return value - 7 * (state.house.price[rat] - state.house.captain_charisma)


def best_target(state: PieRats, seat: i64, targets: i64) -> i64:
    """The rat most worth luring; NONE if none is worth its cards."""
    best: i64 = n.NONE
    most: i64 = 0
    while targets != 0:
        rat = first(targets)
        value = gain(state, seat, rat)
        if value > most:
            most = value
            best = rat
        targets &= targets - 1
    return best


def loss(state: PieRats, seat: i64, rat: i64) -> i64:
    """What losing one's own rat would cost."""
    strength = state.strength_of(rat)
    mine = state.party_strength(state.crews[seat])
    return 10 * strength + 8 * (best_points(state, mine) - best_points(state, mine - strength))


def danger(state: PieRats, seat: i64, rat: i64) -> i64:
    """How likely it is, in a hundred, that somebody lures this rat."""
    safe: i64 = 100
    price = state.house.price[rat]
    for other in range(state.seats):
        if other != seat and (state.protecting >> other) & 1 == 0 and state.charisma_total(other) >= price:
            safe = safe * (55 if price <= state.house.captain_charisma else 75) // 100
    return 100 - safe


def best_bean(state: PieRats, seat: i64) -> i64:
    """The rat whose loss costs another captain most of what it could lift, if that is worth a bean; captains who loot
    before this seat, and those ahead in points, count for more."""
    best: i64 = n.NONE
    most: i64 = 2
    mine = state.points(seat)
    for other in range(state.seats):
        if other == seat:
            continue
        victim = strongest_of(state, state.crews[other])
        if victim == n.NONE:
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
    if kind < n.CREW:
        return USEFUL + state.house.strength[kind]
    good = kind - n.CREW
    if good == n.KIDNAPPING:
        return 10
    if good == n.SPINACH:
        return 8
    if good == n.CAROB_BEAN:
        return 5
    if good == n.CHARISMA_THEFT:
        return USEFUL if state.foreign_charisma(seat) else USEFUL - 1
    return USEFUL - 1 if good == n.MIRROR else 9
