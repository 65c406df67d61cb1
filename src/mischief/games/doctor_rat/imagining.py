"""What a seat cannot know, dealt afresh; and what it sees of an action when it is taken.

A rat knows neither diets nor covered cards, a colleague not its own diet, and nobody the votes of others. The Doctor
knows all but those.
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves, filled, zeros
from mischief.engine.state import State

from . import numbers as n
from .legal import DoctorRatLegal
from .rules_candidates import DietBook
from .sets import ALL_FOODS, highest, listed, lowest, one, size, up_to
from .setup_supply import Supply


@final
class Joint:
    """A draw of restrictions for several groups at once, in the right proportions (DR-14.9, DR-14.10).

    For each group in dealing order: its Identity, its candidates, and whether its restriction is known anyway.
    """

    def __init__(self, book: DietBook, independent: bool) -> None:
        self.book = book
        self.independent = independent
        self.count: i64 = 0
        self.identity: vec[i64] = zeros(n.IDENTITIES)
        self.known: vec[i64] = zeros(n.IDENTITIES)
        self.marked: vec[i64] = zeros(n.IDENTITIES * n.WORDS)
        self.kinds: vec[i64] = filled(n.IDENTITIES, n.NONE)
        self.firsts: vec[i64] = filled(n.IDENTITIES, n.NONE)
        self.seconds: vec[i64] = filled(n.IDENTITIES, n.NONE)
        self.places: vec[i64] = filled(n.IDENTITIES, n.NONE)
        self.totals: vec[i64] = zeros(n.IDENTITIES)

    def add_known(self, identity: i64, kind: i64, a: i64, b: i64) -> None:
        self.identity[self.count] = identity
        self.known[self.count] = 1
        self.kinds[self.count] = kind
        self.firsts[self.count] = a
        self.seconds[self.count] = b
        self.places[self.count] = self.book.place_of(identity, kind, a, b)
        self.count += 1

    def add_unknown(self, identity: i64) -> i64:
        """A group of which all is possible so far; returns where its candidates begin in `marked`."""
        self.identity[self.count] = identity
        self.book.all_candidates(identity, self.marked, self.count * n.WORDS)
        self.count += 1
        return (self.count - 1) * n.WORDS

    def draw(self, rng: Rng) -> None:
        """Draw each part by itself and keep the whole in proportion to what its parts do to each other."""
        book = self.book
        for i in range(self.count):
            if self.known[i] == 0:
                self.totals[i] = book.weight(self.identity[i], self.marked, i * n.WORDS)
        limit = 4.0 if self.count == 3 else 2.0
        while True:
            for i in range(self.count):
                if self.known[i] == 0:
                    place = book.draw(self.identity[i], self.marked, i * n.WORDS, self.totals[i], rng)
                    self.places[i] = place
                    self.kinds[i] = book.kinds[place]
                    self.firsts[i] = book.firsts[place]
                    self.seconds[i] = book.seconds[place]
            if self.count < 2 or self.independent or rng.unit() * limit < self.ratio():
                return

    def ratio(self) -> float:
        """P(joint) over the product of the single P."""
        book = self.book
        supply = Supply(book)
        ratio = 1.0
        for i in range(self.count):
            kind, a, b = self.kinds[i], self.firsts[i], self.seconds[i]
            food = book.identity_foods[self.identity[i]]
            if i > 0:
                ratio *= supply.chance(kind, food, a, b) * n.CERTAIN / float(book.priors[self.places[i]])
                if ratio == 0.0:
                    return 0.0
            supply.take(kind, a, b)
        return ratio


class DoctorRatImagining(DoctorRatLegal):
    """A table as it may be for all that a seat knows."""

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        """The Doctor knows all but votes; a rat neither diets nor covered cards; a colleague not his own diet."""
        world = self.clone()
        assert isinstance(world, DoctorRatImagining)
        world.past = None
        if not self.house.colony or seat != self.house.doctor:
            if self.phase != n.OVER:
                world.imagine_restrictions(seat, rng)
            if self.house.colony:
                world.imagine_cards(seat, rng)
        if self.phase == n.C_VOTE or self.phase == n.C_REPLACE_VOTE:
            for other in range(self.seats):
                if other != seat and (self.voted >> other) & 1 == 1:
                    world.accepted &= ~(one(other))
                    world.accepted |= rng.below(2) << other
        return world

    # Diets

    def imagine_restrictions(self, seat: i64, rng: Rng) -> None:
        """Draw the restrictions that a seat cannot see, by what it may believe (DR-14.9, DR-14.10)."""
        house = self.house
        if house.diet_mode == n.DRAW_SPECS and self.phase == n.DEAL_SPEC:
            self.phase = n.SETUP  # what the Doctor has drawn is half given, and goes back to its first step below
        joint = Joint(house.book, not self.shared_supply())
        hidden: i64 = 0
        for i in range(house.groups):
            group = i if house.colony else 1 - i
            if self.of(group, n.KIND) == n.NONE:
                continue
            identity = self.of(group, n.IDENTITY)
            if house.giver_sees(seat, group):
                joint.add_known(identity, self.of(group, n.KIND), self.of(group, n.FIRST), self.of(group, n.SECOND))
            else:
                self.candidates(group, joint.marked, joint.add_unknown(identity))
                hidden += 1
        if hidden > 0:
            joint.draw(rng)
            self.copy_restrictions(joint)
            while self.phase == n.DEAL_SPEC and not self.can_go_on():
                joint.draw(rng)
                self.copy_restrictions(joint)
        if self.phase <= n.SETUP:
            for i in range(house.groups):
                group = i if house.colony else 1 - i
                if self.of(group, n.PART_KIND) != n.NONE and not house.giver_sees(seat, group):
                    self.imagine_half_given(group, rng)

    def copy_restrictions(self, joint: Joint) -> None:
        at: i64 = 0
        for i in range(self.house.groups):
            group = i if self.house.colony else 1 - i
            if self.of(group, n.KIND) != n.NONE:
                self.put(group, n.KIND, joint.kinds[at])
                self.put(group, n.FIRST, joint.firsts[at])
                self.put(group, n.SECOND, joint.seconds[at])
                at += 1

    def can_go_on(self) -> bool:
        """Whether the half-dealt restriction can be completed beside the imagined ones."""
        odds = Odds()
        self.list_spec_odds(odds)
        return odds.total > 0

    def imagine_half_given(self, group: i64, rng: Rng) -> None:
        """A restriction half given goes back to its first step."""
        self.put(group, n.PART_FIRST, n.NONE)
        self.put(group, n.PART_FAMILIES, n.NONE)
        self.put(group, n.PART_SECOND, n.NONE)
        if self.house.diet_mode != n.DRAW_DIET:
            self.put(group, n.PART_KIND, n.NONE)
            if self.phase == n.DEAL_SPEC:
                self.phase = n.DEAL_DIET
            return
        odds = Odds()
        supply = self.restriction_cards()
        moves = Moves()
        for kind in range(n.KINDS):
            if kind != n.PLUS_MINUS and supply.diets[kind] > 0:
                moves.clear()
                self.put(group, n.PART_KIND, kind)
                self.list_parts(group, moves)
                if moves.count > 1:
                    odds.add(kind, supply.diets[kind])
        self.put(group, n.PART_KIND, odds.pick(rng))

    # Cards

    def imagine_cards(self, seat: i64, rng: Rng) -> None:
        """Deal the Food cards that a rat cannot see: to the stock with its hidden picks, to what was removed, to
        another holder's hand, and the rest to the pile."""
        seen = self.open_foods()
        removed = size(self.removed)
        if self.discard != n.NONE and self.discard_holder == seat:
            seen |= one(self.discard)
            self.removed = one(self.discard)
            removed -= 1
        else:
            self.removed = 0
        hand = size(self.hand)
        if hand > 0 and self.of(self.group_under(n.MADNESS), n.HOLDER) == seat:
            seen |= self.hand
            hand = 0
        picked = size(self.picked)
        stock = size(self.stock)
        if self.phase == n.OVER:
            seen |= self.stock
            stock = 0
        cards = listed(ALL_FOODS & ~seen)
        dealt: i64 = picked + stock + (1 if self.extra != n.NONE else 0) + hand + removed
        for i in range(dealt):
            j = i + rng.below(len(cards) - i)
            kept = cards[i]
            cards[i] = cards[j]
            cards[j] = kept
        at: i64 = 0
        if self.phase == n.B_PICK and picked > 0:
            self.imagine_picks(cards, picked, stock)
            at = picked + stock
        else:
            self.picked = bunch(cards, 0, picked)
            at = picked
            if self.phase != n.OVER:
                self.stock = bunch(cards, at, stock)
                at += stock
        if self.extra != n.NONE:
            self.extra = cards[at]
            at += 1
        if hand > 0:
            self.hand = bunch(cards, at, hand)
            at += hand
        if removed > 0:
            self.removed |= bunch(cards, at, removed)
            if self.discard != n.NONE and self.discard_holder != seat:
                self.discard = cards[at]
            at += removed
        self.pile = bunch(cards, at, len(cards) - at)

    def imagine_picks(self, cards: vec[i64], picked: i64, stock: i64) -> None:
        """Of a random dinner the lowest cards have been picked so far."""
        everything = bunch(cards, 0, picked + stock)
        there = picked + stock
        dinner = bunch(cards, 0, there if there < self.house.groups else self.house.groups)
        self.picked = 0
        for _ in range(picked):
            card = one(lowest(dinner))
            dinner &= ~card
            self.picked |= card
        self.stock = everything & ~self.picked

    # What is seen of an action

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        """What a seat sees of an action as it is taken. A dinner that is served is told apart by its cards, votes by
        the whole count once it is complete; the rest of what is covered is simply unseen."""
        phase = self.phase
        if seat == viewer:
            return action
        if phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            asked = self.voters() & ~(one(self.chair))
            if self.voted | (one(seat)) != asked:
                return n.UNSEEN
            accepted = self.accepted | (one(seat) if action == n.ACCEPT else 0)
            return -2 - accepted
        if self.house.colony and viewer == self.house.doctor:
            return action
        if phase == n.SETUP:
            return action if self.house.giver_sees(viewer, self.given_by(seat)) else n.UNSEEN
        if phase == n.DEAL_DIET:
            return action if self.house.giver_sees(viewer, self.diet_drawn_for()) else n.UNSEEN
        if phase == n.DEAL_SPEC:
            return action if self.house.giver_sees(viewer, self.being_given()) else n.UNSEEN
        if phase == n.DEAL_STOCK:
            return n.UNSEEN
        if phase == n.DEAL_MADNESS:
            return action if self.of(self.group_under(n.MADNESS), n.HOLDER) == viewer else n.UNSEEN
        if phase == n.B_PICK and action != n.YUCK_FRONT:
            return self.glimpse_of_dinner(self.picked | one(action))
        if phase == n.DEAL_EXTRA:
            return n.UNSEEN if self.has_specials() else -2 - (self.picked | one(action))
        if phase == n.B_SPECIAL or phase == n.B_STRICT:
            return self.glimpse_of_token(seat, action)
        return action

    def glimpse_of_token(self, seat: i64, action: i64) -> i64:
        """A token is seen, and with the last one the dinner that is served by itself after it."""
        after = self.clone()
        assert isinstance(after, DoctorRatImagining)
        after.apply(seat, action)
        if after.phase == n.B_SPECIAL or after.phase == n.B_STRICT:
            return action
        served = self.picked | (one(self.extra) if self.extra != n.NONE else 0)
        return -2 - (served ^ (action << 52))

    def glimpse_of_dinner(self, picked: i64) -> i64:
        """A pick is seen only where dinner is served by itself after it."""
        left = self.cards_to_choose() - size(picked)
        higher = self.stock & ~up_to(highest(picked))
        if left == 1 and size(higher) == 1:
            picked |= higher
            left = 0
        if left > 0 or self.meal == n.EXTRA_CARD_MEAL or self.has_specials():
            return n.UNSEEN
        return -2 - picked


def bunch(cards: vec[i64], start: i64, count: i64) -> i64:
    """The set of so many cards of a shuffled vector."""
    found: i64 = 0
    for i in range(start, start + count):
        found |= one(cards[i])
    return found
