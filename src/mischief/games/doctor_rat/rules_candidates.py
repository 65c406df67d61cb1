"""Candidates: which restrictions an Identity may have, how likely each is, and which are still possible (DR-14).

Each Identity has 237 legal restrictions (182 with Alternating families kept equal; DR-14.3): its candidates. A set
of candidates is four numbers of 60 bits. What every card says about every candidate is tabulated once, so that
striking out costs four operations for each card of a row (DR-14.6).
"""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros

from . import numbers as n
from .cards import Cards
from .rules_diets import DietCards
from .sets import one
from .setup_supply import Supply


@final
class DietBook(DietCards):
    """All candidates of all Identities; it never changes while games are played. Their places in the book are
    n.CANDIDATES for each Identity, and at a place `kinds`, `firsts` and `seconds` have the restriction, `priors` how
    likely it is from full supplies."""

    def __init__(self, cards: Cards, spec_count: i64, same_families: bool) -> None:
        super().__init__(cards, spec_count, same_families)
        self.counts: vec[i64] = zeros(n.IDENTITIES)
        self.kinds: vec[i64] = zeros(n.IDENTITIES * n.CANDIDATES)
        self.firsts: vec[i64] = zeros(n.IDENTITIES * n.CANDIDATES)
        self.seconds: vec[i64] = zeros(n.IDENTITIES * n.CANDIDATES)
        self.priors: vec[i64] = zeros(n.IDENTITIES * n.CANDIDATES)
        self.says_good: vec[i64] = zeros(n.IDENTITIES * 2 * n.FOODS * n.WORDS)
        self.looking_back: vec[i64] = zeros(n.FOODS * n.FOODS)
        for identity in range(n.IDENTITIES):
            self.enumerate(identity)
            self.tabulate(identity)
        for before in range(n.FOODS):
            for food in range(n.FOODS):
                bits: i64 = 0
                for c in range(n.LOOKING_BACK):
                    if self.fits(self.kinds[c], self.firsts[c], self.seconds[c], before, 0, food):
                        bits |= one(c)
                self.looking_back[before * n.FOODS + food] = bits

    def enumerate(self, identity: i64) -> None:
        """List the legal restrictions of an Identity with their chances from full supplies (DR-14.3, DR-2.14)."""
        for kind in (n.IDENTICAL, n.DIFFERENT):
            for category in range(n.CATEGORIES):
                self.add(identity, kind, category, n.NONE)
        self.add(identity, n.PLUS_MINUS, n.NONE, n.NONE)
        supply = Supply(self)
        food = self.identity_foods[identity]
        for kind in (n.MANDATORY, n.FORBIDDEN, n.ALTERNATING):
            for a in range(n.SPECS):
                for b in range(i64(-1), n.SPECS):
                    if supply.legal(kind, food, a, b):
                        self.add(identity, kind, a, b)
        for kind in range(n.KINDS):
            supply.measure(kind, food)
            for at in range(identity * n.CANDIDATES, identity * n.CANDIDATES + self.counts[identity]):
                if self.kinds[at] == kind:
                    chance = supply.share(kind, food, self.firsts[at], self.seconds[at])
                    self.priors[at] = i64(chance * n.CERTAIN + 0.5)

    def add(self, identity: i64, kind: i64, a: i64, b: i64) -> None:
        at = identity * n.CANDIDATES + self.counts[identity]
        self.kinds[at] = kind
        self.firsts[at] = a
        self.seconds[at] = b
        self.counts[identity] += 1

    def place_of(self, identity: i64, kind: i64, a: i64, b: i64) -> i64:
        """Where a legal restriction of an Identity stands in the book."""
        for at in range(identity * n.CANDIDATES, identity * n.CANDIDATES + self.counts[identity]):
            if self.kinds[at] == kind and self.firsts[at] == a and self.seconds[at] == b:
                return at
        return n.NONE

    def tabulate(self, identity: i64) -> None:
        for c in range(n.LOOKING_BACK, self.counts[identity]):
            at = identity * n.CANDIDATES + c
            for odd in range(i64(2)):
                for food in range(n.FOODS):
                    if self.fits(self.kinds[at], self.firsts[at], self.seconds[at], 0, odd, food):
                        place = ((identity * 2 + odd) * n.FOODS + food) * n.WORDS + c // n.WORD_BITS
                        self.says_good[place] |= one(c % n.WORD_BITS)

    # Candidates

    def all_candidates(self, identity: i64, marked: vec[i64], at: i64) -> None:
        """Fill four numbers from `at` with every candidate of an Identity."""
        left = self.counts[identity]
        for w in range(n.WORDS):
            here = left if left < n.WORD_BITS else n.WORD_BITS
            marked[at + w] = (one(here)) - 1
            left -= here

    def strike(self, identity: i64, marked: vec[i64], at: i64, before: i64, eaten: i64, food: i64, good: bool) -> None:
        """Strike out the candidates that would not have said so of this food (DR-14.6)."""
        place = ((identity * 2 + eaten % 2) * n.FOODS + food) * n.WORDS
        for w in range(n.WORDS):
            saying = self.says_good[place + w]
            if w == 0:
                saying |= self.looking_back[before * n.FOODS + food]
            marked[at + w] &= saying if good else ~saying

    def fitting(self, identity: i64, verdicts: list[tuple[int, int, int, bool]]) -> list[int]:
        """The places in the book of those candidates that fit all verdicts: (food before, eaten, food, good)."""
        marked = zeros(n.WORDS)
        self.all_candidates(identity, marked, 0)
        for before, eaten, food, good in verdicts:
            self.strike(identity, marked, 0, before, eaten, food, good)
        found: list[int] = []
        for c in range(self.counts[identity]):
            if (marked[c // n.WORD_BITS] >> (c % n.WORD_BITS)) & 1 == 1:
                found.append(int(identity * n.CANDIDATES + c))
        return found

    def good_weight(self, identity: i64, marked: vec[i64], at: i64, before: i64, eaten: i64, food: i64) -> i64:
        """The prior weight of those candidates in a set that call this food good."""
        place = ((identity * 2 + eaten % 2) * n.FOODS + food) * n.WORDS
        total: i64 = 0
        for w in range(n.WORDS):
            saying = self.says_good[place + w]
            if w == 0:
                saying |= self.looking_back[before * n.FOODS + food]
            total += self.weight_of_word(identity, w, marked[at + w] & saying)
        return total

    def weight(self, identity: i64, marked: vec[i64], at: i64) -> i64:
        """The prior weight of a set of candidates."""
        total: i64 = 0
        for w in range(n.WORDS):
            total += self.weight_of_word(identity, w, marked[at + w])
        return total

    def weight_of_word(self, identity: i64, w: i64, bits: i64) -> i64:
        total: i64 = 0
        at = identity * n.CANDIDATES + w * n.WORD_BITS
        while bits != 0:
            if (bits & 0xFF) == 0:
                bits >>= 8
                at += 8
            else:
                if (bits & 1) == 1:
                    total += self.priors[at]
                bits >>= 1
                at += 1
        return total

    def draw(self, identity: i64, marked: vec[i64], at: i64, total: i64, rng: Rng) -> i64:
        """One candidate of a set whose weight is `total`, by its prior; its place in the book."""
        left = rng.below(total)
        last: i64 = n.NONE
        for w in range(n.WORDS):
            bits = marked[at + w]
            place = identity * n.CANDIDATES + w * n.WORD_BITS
            while bits != 0:
                if (bits & 0xFF) == 0:
                    bits >>= 8
                    place += 8
                else:
                    if (bits & 1) == 1:
                        last = place
                        left -= self.priors[place]
                        if left < 0:
                            return place
                    bits >>= 1
                    place += 1
        return last
