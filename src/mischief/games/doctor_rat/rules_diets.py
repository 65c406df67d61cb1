"""Diets (DR-8): what a restriction is made of, and which food fits it.

A restriction is (kind, a, b): the Diet card, and its Specifications a and b (NONE where there is none) or its
Category a. For Mandatory and Forbidden a < b; for Alternating a is the left card and b the right one.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import flat, zeros

from . import numbers as n
from .cards import Cards
from .sets import ALL_FOODS, colour_of, one, quantity_of, type_of


def family_of(spec: i64) -> i64:
    """0 type, 1 quantity, 2 colour pair."""
    if spec < n.FIRST_QUANTITY:
        return 0
    return 1 if spec < n.FIRST_PAIR else 2


def alike(category: i64, x: i64, y: i64) -> bool:
    """Whether two foods are equal in a category (DR-8.2)."""
    if category == 0:
        return type_of(x) == type_of(y)
    if category == 1:
        return quantity_of(x) == quantity_of(y)
    return colour_of(x) == colour_of(y)


def match_table() -> vec[i64]:
    """For each Specification the set of foods that match it (DR-8.1)."""
    table = zeros(n.SPECS)
    for food in range(n.FOODS):
        table[type_of(food)] |= one(food)
        table[n.FIRST_QUANTITY + quantity_of(food) - 1] |= one(food)
        pair: i64 = n.FIRST_PAIR
        for x in range(i64(4)):
            for y in range(x + 1, i64(5)):
                if colour_of(food) == x or colour_of(food) == y:
                    table[pair] |= one(food)
                pair += 1
    return table


def restriction(kind: int, a: int, b: int) -> dict[str, object] | None:
    """A restriction as plain JSON; None before it is given."""
    if kind < 0:
        return None
    found: dict[str, object] = {"kind": n.KIND_NAMES[kind]}
    if kind in (n.IDENTICAL, n.DIFFERENT):
        found["category"] = n.CATEGORY_NAMES[a]
    elif kind != n.PLUS_MINUS:
        found["specs"] = [n.SPEC_CODES[a]] + ([n.SPEC_CODES[b]] if b >= 0 else [])
    return found


class DietCards:
    """The Restriction cards of the box, the Identities, and the house rules about them."""

    def __init__(self, cards: Cards, spec_count: i64, same_families: bool) -> None:
        self.diet_copies = flat(list(cards.diets))
        self.category_copies = flat(list(cards.categories))
        self.spec_copies = flat(list(cards.specs))
        self.identity_foods = flat(list(cards.identities))
        self.diet_total: i64 = sum(cards.diets)
        self.family_sizes = zeros(n.FAMILIES)
        """Specification cards of each family."""
        for spec in range(n.SPECS):
            self.family_sizes[family_of(spec)] += self.spec_copies[spec]
        self.spec_count = spec_count
        """How many Specifications Mandatory and Forbidden have; 0 where a coin decides (DR-2.11)."""
        self.same_families = same_families
        """Whether both sides of Alternating are of one family (DR-8.7)."""
        self.match: vec[i64] = match_table()

    def fits(self, kind: i64, a: i64, b: i64, before: i64, eaten: i64, food: i64) -> bool:
        """The verdict on a food after `before`, with `eaten` foods in the row so far (DR-8.1)."""
        if kind == n.MANDATORY or kind == n.FORBIDDEN:
            wanted = self.match[a]
            if b != n.NONE:
                wanted |= self.match[b]
            return ((wanted >> food) & 1 == 1) == (kind == n.MANDATORY)
        if kind == n.ALTERNATING:
            return (self.match[b if eaten % 2 == 0 else a] >> food) & 1 == 1
        if kind == n.PLUS_MINUS:
            step = quantity_of(food) - quantity_of(before)
            return step == 1 or step == -1
        return alike(a, before, food) == (kind == n.IDENTICAL)

    def good_foods(self, kind: i64, a: i64, b: i64, before: i64, eaten: i64) -> i64:
        """The set of foods that a group with this restriction could eat next without a cross."""
        if kind == n.MANDATORY:
            return self.match[a] | (self.match[b] if b != n.NONE else 0)
        if kind == n.FORBIDDEN:
            return ALL_FOODS & ~(self.match[a] | (self.match[b] if b != n.NONE else 0))
        if kind == n.ALTERNATING:
            return self.match[b if eaten % 2 == 0 else a]
        good: i64 = 0
        for food in range(n.FOODS):
            if self.fits(kind, a, b, before, eaten, food):
                good |= one(food)
        return good
