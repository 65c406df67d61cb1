"""The Restriction cards that are left while diets are given, and how likely each restriction is (DR-2.14)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Odds
from mischief.engine.moves import zeros

from . import numbers as n
from .rules_diets import DietCards, family_of


def code_of(kind: i64, a: i64, b: i64) -> i64:
    """A restriction as one number: equal numbers, same restriction (DR-8.10)."""
    return kind + n.KINDS * (a + 1) + n.KINDS * (n.SPECS + 1) * (b + 1)


@final
class Supply:
    """The Restriction cards that are left while restrictions are given, and what may be dealt from them (DR-2.14)."""

    def __init__(self, cards: DietCards) -> None:
        self.cards = cards
        self.diets: vec[i64] = cards.diet_copies[:]
        self.categories: vec[i64] = cards.category_copies[:]
        self.specs: vec[i64] = cards.spec_copies[:]
        self.taken: vec[i64] = vec[i64]()
        self.diet_total: i64 = cards.diet_total
        self.families: vec[i64] = cards.family_sizes[:]
        self.singles: i64 = 0
        self.pairs: i64 = 0
        self.single: vec[i64] = vec[i64]()
        """After `measure`, by their first card: the weight of the completion that ends with it, ..."""
        self.paired: vec[i64] = vec[i64]()
        """... and that of the pairs it begins; `singles` and `pairs` are the sums of the two."""
        self.for_single: i64 = 1
        """By which the weight of a single one counts among all of its kind, and that of a pair (DR-2.14)."""
        self.for_pair: i64 = 1

    def take(self, kind: i64, a: i64, b: i64) -> None:
        """A restriction has been given: its cards are gone, and nobody else may have the same (DR-8.10, DR-8.11)."""
        self.taken = append(self.taken, code_of(kind, a, b))
        self.diets[kind] -= 1
        self.diet_total -= 1
        if kind == n.IDENTICAL or kind == n.DIFFERENT:
            self.categories[a] -= 1
        elif kind != n.PLUS_MINUS:
            self.specs[a] -= 1
            self.families[family_of(a)] -= 1
            if b != n.NONE:
                self.specs[b] -= 1
                self.families[family_of(b)] -= 1

    def legal(self, kind: i64, food: i64, a: i64, b: i64) -> bool:
        """Whether a completion is legal for an Identity food, can be laid from what is left, and is nobody else's
        (DR-8.3 to DR-8.12)."""
        return self.allowed(kind, food, a, b) and not self.is_taken(kind, a, b)

    def is_taken(self, kind: i64, a: i64, b: i64) -> bool:
        code = code_of(kind, a, b)
        for i in range(i64(len(self.taken))):
            if self.taken[i] == code:
                return True
        return False

    def allowed(self, kind: i64, food: i64, a: i64, b: i64) -> bool:
        """The same, whoever else has it."""
        if kind == n.PLUS_MINUS:
            if a != n.NONE or b != n.NONE:
                return False
        elif kind == n.IDENTICAL or kind == n.DIFFERENT:
            if a < 0 or a >= n.CATEGORIES or b != n.NONE or self.categories[a] < 1:
                return False
        else:
            if a < 0 or self.specs[a] < 1 or (b != n.NONE and self.specs[b] < 1):
                return False
            hits_a = (self.cards.match[a] >> food) & 1 == 1
            hits_b = b != n.NONE and (self.cards.match[b] >> food) & 1 == 1
            if kind == n.ALTERNATING:
                if b == n.NONE or a == b or not hits_a:
                    return False
                if self.cards.same_families and family_of(a) != family_of(b):
                    return False
            elif b != n.NONE and b <= a:
                return False
            elif kind == n.MANDATORY:
                if not hits_a and not hits_b:
                    return False
            elif hits_a or hits_b or (b != n.NONE and family_of(a) == family_of(b)):
                return False
        return True

    def completable(self, kind: i64, food: i64) -> bool:
        """Whether a Diet card of this kind is left and can be completed."""
        if self.diets[kind] < 1:
            return False
        if kind == n.PLUS_MINUS:
            return self.legal(kind, food, n.NONE, n.NONE)
        for a in range(n.SPECS):
            if self.opens(kind, food, a):
                return True
        return False

    def opens(self, kind: i64, food: i64, a: i64) -> bool:
        """Whether some legal completion begins with this card."""
        for b in range(i64(-1), n.SPECS):
            if self.legal(kind, food, a, b):
                return True
        return False

    def weight(self, kind: i64, food: i64, a: i64, b: i64) -> i64:
        """The weight of a completion among the single ones or among the pairs; 0 if it is not legal (DR-2.14)."""
        if self.legal(kind, food, a, b):
            return self.raw_weight(kind, a, b)
        return 0

    def raw_weight(self, kind: i64, a: i64, b: i64) -> i64:
        """The weight of a completion that is allowed: shares of the families, over a common denominator."""
        if kind == n.PLUS_MINUS:
            return 1
        if kind == n.IDENTICAL or kind == n.DIFFERENT:
            return self.categories[a]
        if b == n.NONE:
            return self.specs[a] * self.single_unit(family_of(a))
        return self.specs[a] * self.specs[b] * self.pair_unit(family_of(a), family_of(b))

    def single_unit(self, f: i64) -> i64:
        """The share of one card of a family, over what all families' shares have in common."""
        return self.ones(0) * self.ones(1) * self.ones(2) // self.ones(f)

    def pair_unit(self, f: i64, g: i64) -> i64:
        """The share of one pair, likewise."""
        whole = self.twos(0) * self.twos(1) * self.twos(2)
        if f == g:
            return whole // self.twos(f)
        return whole // (self.ones(f) * self.ones(g))

    def ones(self, f: i64) -> i64:
        """Ways to draw a card of a family; 1 where it is used up, for then it counts for nothing."""
        size = self.families[f]
        return size if size > 0 else 1

    def twos(self, f: i64) -> i64:
        """Ways to draw two of them, one after the other; 1 where there are fewer, likewise."""
        size = self.families[f]
        return size * (size - 1) if size > 1 else 1

    def measure(self, kind: i64, food: i64) -> None:
        """Weigh all completions of a kind by the card they begin with, but for those that other groups have."""
        self.single = zeros(n.SPECS)
        self.paired = zeros(n.SPECS)
        if kind == n.PLUS_MINUS:
            self.single[0] = 1
        elif kind == n.IDENTICAL or kind == n.DIFFERENT:
            for category in range(n.CATEGORIES):
                self.single[category] = self.categories[category]
        elif kind == n.ALTERNATING:
            self.weigh_alternating(food)
        else:
            self.weigh_sets(kind, food)
        for i in range(i64(len(self.taken))):
            code = self.taken[i]
            if code % n.KINDS == kind:
                a = code // n.KINDS % (n.SPECS + 1) - 1
                b = code // (n.KINDS * (n.SPECS + 1)) - 1
                if self.allowed(kind, food, a, b):
                    if b != n.NONE:
                        self.paired[a] -= self.raw_weight(kind, a, b)
                    elif a != n.NONE:
                        self.single[a] -= self.raw_weight(kind, a, b)
                    else:
                        self.single[0] = 0
        self.add_up(kind)

    def weigh_sets(self, kind: i64, food: i64) -> None:
        """Mandatory and Forbidden: one Specification, or two in order. The last card first, so that those behind each
        have been counted: by family, all of them and those that match the Identity."""
        match = self.cards.match
        behind = zeros(n.FAMILIES)
        matching = zeros(n.FAMILIES)
        for a in range(n.SPECS - 1, i64(-1), -1):
            copies = self.specs[a]
            if copies < 1:
                continue
            f = family_of(a)
            hit = (match[a] >> food) & 1
            if hit == 1 and kind == n.MANDATORY:
                self.single[a] = copies * self.single_unit(f)
                for g in range(n.FAMILIES):
                    self.paired[a] += copies * behind[g] * self.pair_unit(f, g)
            elif kind == n.MANDATORY:
                for g in range(n.FAMILIES):
                    self.paired[a] += copies * matching[g] * self.pair_unit(f, g)
            elif hit == 0:
                self.single[a] = copies * self.single_unit(f)
                for g in range(n.FAMILIES):
                    if g != f:
                        self.paired[a] += copies * (behind[g] - matching[g]) * self.pair_unit(f, g)
            behind[f] += copies
            matching[f] += copies * hit

    def weigh_alternating(self, food: i64) -> None:
        """A Specification that matches the Identity, and any other."""
        match = self.cards.match
        for a in range(n.SPECS):
            copies = self.specs[a]
            if copies < 1 or (match[a] >> food) & 1 == 0:
                continue
            f = family_of(a)
            for g in range(n.FAMILIES):
                if g == f:
                    self.paired[a] += copies * (self.families[f] - copies) * self.pair_unit(f, f)
                elif not self.cards.same_families:
                    self.paired[a] += copies * self.families[g] * self.pair_unit(f, g)

    def add_up(self, kind: i64) -> None:
        """Sum the single ones and the pairs; those of Mandatory and Forbidden weigh alike in sum (DR-2.14)."""
        self.singles = 0
        self.pairs = 0
        for a in range(n.SPECS):
            self.singles += self.single[a]
            self.pairs += self.paired[a]
        self.for_single = 1
        self.for_pair = 1
        if kind > n.FORBIDDEN:
            return
        if self.cards.spec_count == 1:
            self.for_pair = 0
        elif self.cards.spec_count == 2:
            self.for_single = 0
        else:
            if self.pairs > 0:
                self.for_single = self.pairs
            if self.singles > 0:
                self.for_pair = self.singles

    def chance(self, kind: i64, food: i64, a: i64, b: i64) -> float:
        """The probability that the Dealer gives exactly this restriction now (DR-2.14)."""
        if self.diets[kind] < 1 or not self.legal(kind, food, a, b):
            return 0.0
        self.measure(kind, food)
        return self.share(kind, food, a, b)

    def share(self, kind: i64, food: i64, a: i64, b: i64) -> float:
        """The same, after `measure` of its kind."""
        card = float(self.diets[kind]) / float(self.diet_total)
        weight = float(self.weight(kind, food, a, b))
        counts = self.for_single if b == n.NONE else self.for_pair
        return card * weight * float(counts) / float(self.singles * self.for_single + self.pairs * self.for_pair)

    def list_first(self, kind: i64, food: i64, odds: Odds, spec_0: i64, category_0: i64) -> None:
        """The Dealer's odds of the first card after a Diet card."""
        self.measure(kind, food)
        if kind == n.IDENTICAL or kind == n.DIFFERENT:
            for a in range(n.CATEGORIES):
                if self.single[a] > 0:
                    odds.add(category_0 + a, self.single[a])
            return
        for a in range(n.SPECS):
            total = self.single[a] * self.for_single + self.paired[a] * self.for_pair
            if total > 0:
                odds.add(spec_0 + a, total)
        reduce(odds)

    # Where the giver says how many of which families are drawn (DR-2.16)

    def draw_weight(self, kind: i64, food: i64, a: i64, b: i64, families: i64) -> i64:
        """The weight of these cards, the lower first, among all that may be drawn from these families; a pair of
        Alternating may still be laid either way."""
        if drawn_from(a, b) != families:
            return 0
        if kind == n.ALTERNATING:
            if b <= a or not (self.legal(kind, food, a, b) or self.legal(kind, food, b, a)):
                return 0
        elif not self.legal(kind, food, a, b):
            return 0
        return self.specs[a] if b == n.NONE else self.specs[a] * self.specs[b]

    def opening_weight(self, kind: i64, food: i64, a: i64, families: i64) -> i64:
        """The weight of all draws from these families whose lower card this is."""
        total: i64 = 0
        for b in range(i64(-1), n.SPECS):
            total += self.draw_weight(kind, food, a, b, families)
        return total

    def can_draw(self, kind: i64, food: i64, families: i64) -> bool:
        for a in range(n.SPECS):
            if self.opening_weight(kind, food, a, families) > 0:
                return True
        return False

    def list_draw(self, kind: i64, food: i64, families: i64, first: i64, odds: Odds, spec_0: i64) -> None:
        """The Dealer's odds of the lower card, or of the higher one after it."""
        for s in range(n.SPECS):
            if first == n.NONE:
                weight = self.opening_weight(kind, food, s, families)
            else:
                weight = self.draw_weight(kind, food, first, s, families)
            if weight > 0:
                odds.add(spec_0 + s, weight)
        reduce(odds)

    def list_second(self, kind: i64, food: i64, a: i64, odds: Odds, spec_0: i64, done: i64) -> None:
        """The Dealer's odds of the second Specification, or of none, after the first."""
        self.measure(kind, food)
        for b in range(n.SPECS):
            weight = self.weight(kind, food, a, b) * self.for_pair
            if weight > 0:
                odds.add(spec_0 + b, weight)
        weight = self.single[a] * self.for_single
        if weight > 0:
            odds.add(done, weight)
        reduce(odds)


def drawn_from(a: i64, b: i64) -> i64:
    """The families of one Specification, or of two, as one of n.FAMILY_CHOICES."""
    f = family_of(a)
    if b == n.NONE:
        return f
    g = family_of(b)
    low = f if f < g else g
    high = g if f < g else f
    return 3 + high + (0 if low == 0 else 2 if low == 1 else 3)


def reduce(odds: Odds) -> None:
    """Bring weights to their smallest whole numbers."""
    divisor: i64 = 0
    for i in range(odds.count):
        x = odds.weights[i]
        while x != 0:
            rest = divisor % x
            divisor = x
            x = rest
    odds.total = 0
    for i in range(odds.count):
        odds.weights[i] //= divisor
        odds.total += odds.weights[i]
