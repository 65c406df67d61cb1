"""Diets: what fits them, which are legal, how likely each is, and which are still possible behind a row of marks.

A restriction is (kind, a, b): the Diet card, and its Specifications a and b (NONE where there is none) or its
Category a. For Mandatory and Forbidden a < b; for Alternating a is the left card and b the right one.

Each Identity has 237 legal restrictions (182 with Alternating families kept equal; DR-14.3): its candidates. A set
of candidates is four numbers of 60 bits. What every card says about every candidate is tabulated once, so that
striking out costs four operations for each card of a row (DR-14.6).

How likely a restriction is before anything is eaten is DR-2.14: `Supply` counts the Restriction cards that are left and
weighs what may be dealt from them.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import filled, flat, zeros

from .foods import ALL_FOODS, FOODS, NONE, colour_of, one, quantity_of, type_of

MANDATORY: Final[i64] = 0
FORBIDDEN: Final[i64] = 1
ALTERNATING: Final[i64] = 2
IDENTICAL: Final[i64] = 3
DIFFERENT: Final[i64] = 4
PLUS_MINUS: Final[i64] = 5
KINDS: Final[i64] = 6

SPECS: Final[i64] = 17
CATEGORIES: Final[i64] = 3
IDENTITIES: Final[i64] = 3
FIRST_QUANTITY: Final[i64] = 3
FIRST_PAIR: Final[i64] = 7

WORDS: Final[i64] = 4
"""Numbers in a set of candidates."""
WORD: Final[i64] = 60
"""Candidates in one of them."""
ROOM: Final[i64] = 240
SHIFTING: Final[i64] = 7
"""The first seven candidates are those that look at the previous food: Identical, Different, Plus/Minus."""
CERTAIN: Final = 1073741824.0
"""Prior weights are whole numbers; a probability of 1 is this."""


def family_of(spec: i64) -> i64:
    """0 type, 1 quantity, 2 colour pair."""
    if spec < FIRST_QUANTITY:
        return 0
    return 1 if spec < FIRST_PAIR else 2


def code_of(kind: i64, a: i64, b: i64) -> i64:
    """A restriction as one number: equal numbers, same restriction (DR-8.10)."""
    return kind + KINDS * (a + 1) + KINDS * (SPECS + 1) * (b + 1)


def alike(category: i64, x: i64, y: i64) -> bool:
    """Whether two foods are equal in a category (DR-8.2)."""
    if category == 0:
        return type_of(x) == type_of(y)
    if category == 1:
        return quantity_of(x) == quantity_of(y)
    return colour_of(x) == colour_of(y)


def match_table() -> vec[i64]:
    """For each Specification the set of foods that match it (DR-8.1)."""
    table = zeros(SPECS)
    for food in range(FOODS):
        table[type_of(food)] |= one(food)
        table[FIRST_QUANTITY + quantity_of(food) - 1] |= one(food)
        pair: i64 = FIRST_PAIR
        for x in range(i64(4)):
            for y in range(x + 1, i64(5)):
                if colour_of(food) == x or colour_of(food) == y:
                    table[pair] |= one(food)
                pair += 1
    return table


@final
class DietBook:
    """What never changes about diets while games are played. Identities are 0 to 2, by rising quantity (DR-1.5)."""

    def __init__(
        self,
        diet_copies: list[int],
        category_copies: list[int],
        spec_copies: list[int],
        identity_foods: list[int],
        spec_count: i64,
        same_families: bool,
    ) -> None:
        self.diet_copies = flat(diet_copies)
        self.category_copies = flat(category_copies)
        self.spec_copies = flat(spec_copies)
        self.identity_foods = flat(identity_foods)
        self.spec_count = spec_count
        self.same_families = same_families
        self.match: vec[i64] = match_table()
        self.counts: vec[i64] = zeros(IDENTITIES)
        self.kinds: vec[i64] = zeros(IDENTITIES * ROOM)
        self.firsts: vec[i64] = zeros(IDENTITIES * ROOM)
        self.seconds: vec[i64] = zeros(IDENTITIES * ROOM)
        self.priors: vec[i64] = zeros(IDENTITIES * ROOM)
        self.says_good: vec[i64] = zeros(IDENTITIES * 2 * FOODS * WORDS)
        self.shifting: vec[i64] = zeros(FOODS * FOODS)
        for who in range(IDENTITIES):
            self.enumerate(who)
            self.tabulate(who)
        for before in range(FOODS):
            for food in range(FOODS):
                bits: i64 = 0
                for c in range(SHIFTING):
                    if self.fits(self.kinds[c], self.firsts[c], self.seconds[c], before, 0, food):
                        bits |= one(c)
                self.shifting[before * FOODS + food] = bits

    def enumerate(self, who: i64) -> None:
        """List the legal restrictions of an Identity with their chances from full supplies (DR-14.3, DR-2.14)."""
        for kind in (IDENTICAL, DIFFERENT):
            for category in range(CATEGORIES):
                self.add(who, kind, category, NONE)
        self.add(who, PLUS_MINUS, NONE, NONE)
        supply = Supply(self)
        food = self.identity_foods[who]
        for kind in (MANDATORY, FORBIDDEN, ALTERNATING):
            for a in range(SPECS):
                for b in range(i64(-1), SPECS):
                    if supply.legal(kind, food, a, b):
                        self.add(who, kind, a, b)
        measured: i64 = NONE
        for at in range(who * ROOM, who * ROOM + self.counts[who]):
            if self.kinds[at] != measured:
                measured = self.kinds[at]
                supply.measure(measured, food)
            chance = supply.share(measured, food, self.firsts[at], self.seconds[at])
            self.priors[at] = i64(chance * CERTAIN + 0.5)

    def add(self, who: i64, kind: i64, a: i64, b: i64) -> None:
        at = who * ROOM + self.counts[who]
        self.kinds[at] = kind
        self.firsts[at] = a
        self.seconds[at] = b
        self.counts[who] += 1

    def place_of(self, who: i64, kind: i64, a: i64, b: i64) -> i64:
        """Where a legal restriction of an Identity stands in the book."""
        for at in range(who * ROOM, who * ROOM + self.counts[who]):
            if self.kinds[at] == kind and self.firsts[at] == a and self.seconds[at] == b:
                return at
        return NONE

    def tabulate(self, who: i64) -> None:
        for c in range(SHIFTING, self.counts[who]):
            at = who * ROOM + c
            for odd in range(i64(2)):
                for food in range(FOODS):
                    if self.fits(self.kinds[at], self.firsts[at], self.seconds[at], 0, odd, food):
                        place = ((who * 2 + odd) * FOODS + food) * WORDS + c // WORD
                        self.says_good[place] |= one(c % WORD)

    def fits(self, kind: i64, a: i64, b: i64, before: i64, eaten: i64, food: i64) -> bool:
        """The verdict on a food behind `before`, with `eaten` foods in the row so far (DR-8.1)."""
        if kind == MANDATORY or kind == FORBIDDEN:
            wanted = self.match[a]
            if b != NONE:
                wanted |= self.match[b]
            return ((wanted >> food) & 1 == 1) == (kind == MANDATORY)
        if kind == ALTERNATING:
            return (self.match[b if eaten % 2 == 0 else a] >> food) & 1 == 1
        if kind == PLUS_MINUS:
            step = quantity_of(food) - quantity_of(before)
            return step == 1 or step == -1
        return alike(a, before, food) == (kind == IDENTICAL)

    def good_foods(self, kind: i64, a: i64, b: i64, before: i64, eaten: i64) -> i64:
        """The set of foods that a group with this restriction could eat next without a cross."""
        if kind == MANDATORY:
            return self.match[a] | (self.match[b] if b != NONE else 0)
        if kind == FORBIDDEN:
            return ALL_FOODS & ~(self.match[a] | (self.match[b] if b != NONE else 0))
        if kind == ALTERNATING:
            return self.match[b if eaten % 2 == 0 else a]
        good: i64 = 0
        for food in range(FOODS):
            if self.fits(kind, a, b, before, eaten, food):
                good |= one(food)
        return good

    # Candidates

    def all_candidates(self, who: i64, marked: vec[i64], at: i64) -> None:
        """Fill four numbers from `at` with every candidate of an Identity."""
        left = self.counts[who]
        for w in range(WORDS):
            here = left if left < WORD else WORD
            marked[at + w] = (one(here)) - 1
            left -= here

    def strike(self, who: i64, marked: vec[i64], at: i64, before: i64, eaten: i64, food: i64, good: bool) -> None:
        """Strike out the candidates that would not have said so of this food (DR-14.6)."""
        place = ((who * 2 + eaten % 2) * FOODS + food) * WORDS
        for w in range(WORDS):
            saying = self.says_good[place + w]
            if w == 0:
                saying |= self.shifting[before * FOODS + food]
            marked[at + w] &= saying if good else ~saying

    def fitting(self, who: i64, verdicts: list[tuple[int, int, int, bool]]) -> list[int]:
        """The places in the book of those candidates that fit all verdicts: (food before, eaten, food, good)."""
        marked = zeros(WORDS)
        self.all_candidates(who, marked, 0)
        for before, eaten, food, good in verdicts:
            self.strike(who, marked, 0, before, eaten, food, good)
        found: list[int] = []
        for c in range(self.counts[who]):
            if (marked[c // WORD] >> (c % WORD)) & 1 == 1:
                found.append(int(who * ROOM + c))
        return found

    def good_weight(self, who: i64, marked: vec[i64], at: i64, before: i64, eaten: i64, food: i64) -> i64:
        """The prior weight of those candidates in a set that call this food good."""
        place = ((who * 2 + eaten % 2) * FOODS + food) * WORDS
        total: i64 = 0
        for w in range(WORDS):
            saying = self.says_good[place + w]
            if w == 0:
                saying |= self.shifting[before * FOODS + food]
            total += self.weight_of_word(who, w, marked[at + w] & saying)
        return total

    def weight(self, who: i64, marked: vec[i64], at: i64) -> i64:
        """The prior weight of a set of candidates."""
        total: i64 = 0
        for w in range(WORDS):
            total += self.weight_of_word(who, w, marked[at + w])
        return total

    def weight_of_word(self, who: i64, w: i64, bits: i64) -> i64:
        total: i64 = 0
        at = who * ROOM + w * WORD
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

    def draw(self, who: i64, marked: vec[i64], at: i64, total: i64, rng: Rng) -> i64:
        """One candidate of a set whose weight is `total`, by its prior; its place in the book."""
        left = rng.below(total)
        last: i64 = NONE
        for w in range(WORDS):
            bits = marked[at + w]
            place = who * ROOM + w * WORD
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


@final
class Supply:
    """The Restriction cards that are left while restrictions are given, and what may be dealt from them (DR-2.14)."""

    def __init__(self, book: DietBook) -> None:
        self.book = book
        self.diets: vec[i64] = book.diet_copies[:]
        self.categories: vec[i64] = book.category_copies[:]
        self.specs: vec[i64] = book.spec_copies[:]
        self.taken: vec[i64] = vec[i64]()
        self.diet_total: i64 = 0
        for kind in range(KINDS):
            self.diet_total += self.diets[kind]
        self.families: vec[i64] = zeros(3)
        for spec in range(SPECS):
            self.families[family_of(spec)] += self.specs[spec]
        self.singles: i64 = 0
        self.pairs: i64 = 0

    def take(self, kind: i64, a: i64, b: i64) -> None:
        """A restriction has been given: its cards are gone, and nobody else may have the same (DR-8.10, DR-8.11)."""
        self.taken = append(self.taken, code_of(kind, a, b))
        self.diets[kind] -= 1
        self.diet_total -= 1
        if kind == IDENTICAL or kind == DIFFERENT:
            self.categories[a] -= 1
        elif kind != PLUS_MINUS:
            self.specs[a] -= 1
            self.families[family_of(a)] -= 1
            if b != NONE:
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
        if kind == PLUS_MINUS:
            if a != NONE or b != NONE:
                return False
        elif kind == IDENTICAL or kind == DIFFERENT:
            if a < 0 or a >= CATEGORIES or b != NONE or self.categories[a] < 1:
                return False
        else:
            if a < 0 or self.specs[a] < 1 or (b != NONE and self.specs[b] < 1):
                return False
            hits_a = (self.book.match[a] >> food) & 1 == 1
            hits_b = b != NONE and (self.book.match[b] >> food) & 1 == 1
            if kind == ALTERNATING:
                if b == NONE or a == b or not hits_a:
                    return False
                if self.book.same_families and family_of(a) != family_of(b):
                    return False
            elif b != NONE and b <= a:
                return False
            elif kind == MANDATORY:
                if not hits_a and not hits_b:
                    return False
            elif hits_a or hits_b or (b != NONE and family_of(a) == family_of(b)):
                return False
        return True

    def completable(self, kind: i64, food: i64) -> bool:
        """Whether a Diet card of this kind is left and can be completed."""
        if self.diets[kind] < 1:
            return False
        if kind == PLUS_MINUS:
            return self.legal(kind, food, NONE, NONE)
        for a in range(SPECS):
            if self.opens(kind, food, a):
                return True
        return False

    def opens(self, kind: i64, food: i64, a: i64) -> bool:
        """Whether some legal completion begins with this card."""
        for b in range(i64(-1), SPECS):
            if self.legal(kind, food, a, b):
                return True
        return False

    def part(self, kind: i64, food: i64, a: i64, b: i64) -> i64:
        """The weight of a completion among the single ones or among the pairs; 0 if it is not legal (DR-2.14)."""
        return self.raw(kind, a, b) if self.legal(kind, food, a, b) else 0

    def raw(self, kind: i64, a: i64, b: i64) -> i64:
        """The weight of a completion that is allowed: shares of the families, over a common denominator."""
        if kind == PLUS_MINUS:
            return 1
        if kind == IDENTICAL or kind == DIFFERENT:
            return self.categories[a]
        if b == NONE:
            return self.specs[a] * self.single_unit(family_of(a))
        return self.specs[a] * self.specs[b] * self.pair_unit(kind, family_of(a), family_of(b))

    def single_unit(self, f: i64) -> i64:
        sizes = self.families
        return sizes[0] * sizes[1] * sizes[2] // sizes[f]

    def pair_unit(self, kind: i64, f: i64, g: i64) -> i64:
        sizes = self.families
        whole = sizes[0] * sizes[1] * sizes[2]
        if kind != FORBIDDEN:
            whole *= (sizes[0] - 1) * (sizes[1] - 1) * (sizes[2] - 1)
        return whole // (sizes[f] * (sizes[g] if f != g else sizes[f] - 1))

    def measure(self, kind: i64, food: i64) -> None:
        """Sum the weights of all completions of a kind, into `singles` and `pairs`: by families, and less what other
        groups have taken."""
        self.singles = 0
        self.pairs = 0
        if kind == PLUS_MINUS:
            self.singles = 1
        elif kind == IDENTICAL or kind == DIFFERENT:
            for category in range(CATEGORIES):
                self.singles += self.categories[category]
        else:
            self.measure_specs(kind, food)
        for i in range(i64(len(self.taken))):
            code = self.taken[i]
            if code % KINDS == kind:
                a = code // KINDS % (SPECS + 1) - 1
                b = code // (KINDS * (SPECS + 1)) - 1
                if self.allowed(kind, food, a, b):
                    if b != NONE:
                        self.pairs -= self.raw(kind, a, b)
                    else:
                        self.singles -= self.raw(kind, a, b)
        if kind <= FORBIDDEN:
            if self.book.spec_count == 1:
                self.pairs = 0
            elif self.book.spec_count == 2:
                self.singles = 0

    def measure_specs(self, kind: i64, food: i64) -> None:
        """Count in each family the cards that match the Identity and those that do not, and their squares (of pairs
        of equal cards, which there are none)."""
        hits = zeros(3)
        hit_squares = zeros(3)
        miss_squares = zeros(3)
        for spec in range(SPECS):
            f = family_of(spec)
            n = self.specs[spec]
            if (self.book.match[spec] >> food) & 1 == 1:
                hits[f] += n
                hit_squares[f] += n * n
            else:
                miss_squares[f] += n * n
        for f in range(i64(3)):
            n = self.families[f]
            misses = n - hits[f]
            if kind == MANDATORY:
                self.singles += hits[f] * self.single_unit(f)
                within = (n * n - hit_squares[f] - miss_squares[f]) - (misses * misses - miss_squares[f])
                self.pairs += within // 2 * self.pair_unit(kind, f, f)
            elif kind == FORBIDDEN:
                self.singles += misses * self.single_unit(f)
            else:
                self.pairs += (hits[f] * n - hit_squares[f]) * self.pair_unit(kind, f, f)
            for g in range(i64(3)):
                other = self.families[g]
                if kind == ALTERNATING:
                    if f != g and not self.book.same_families:
                        self.pairs += hits[f] * other * self.pair_unit(kind, f, g)
                elif f < g and kind == MANDATORY:
                    self.pairs += (n * other - misses * (other - hits[g])) * self.pair_unit(kind, f, g)
                elif f < g:
                    self.pairs += misses * (other - hits[g]) * self.pair_unit(kind, f, g)

    def scaled(self, kind: i64, food: i64, a: i64, b: i64) -> i64:
        """The weight of a completion among all of its kind, after `measure`: the single ones and the pairs of
        Mandatory and Forbidden weigh alike in sum (DR-2.14)."""
        weight = self.part(kind, food, a, b)
        if kind > FORBIDDEN or self.book.spec_count != 0:
            if kind <= FORBIDDEN and (b == NONE) != (self.book.spec_count == 1):
                return 0
            return weight
        if b == NONE:
            return weight * (self.pairs if self.pairs > 0 else 1)
        return weight * (self.singles if self.singles > 0 else 1)

    def chance(self, kind: i64, food: i64, a: i64, b: i64) -> float:
        """The probability that the Dealer gives exactly this restriction now (DR-2.14)."""
        if self.diets[kind] < 1 or not self.legal(kind, food, a, b):
            return 0.0
        self.measure(kind, food)
        return self.share(kind, food, a, b)

    def share(self, kind: i64, food: i64, a: i64, b: i64) -> float:
        """The same, after `measure` of its kind."""
        card = float(self.diets[kind]) / float(self.diet_total)
        weight = float(self.part(kind, food, a, b))
        if kind > FORBIDDEN:
            return card * weight / float(self.singles + self.pairs)
        if self.book.spec_count != 0:
            return (
                card * weight / float(self.singles + self.pairs) if (b == NONE) == (self.book.spec_count == 1) else 0.0
            )
        both = 0.5 if self.singles > 0 and self.pairs > 0 else 1.0
        return card * both * weight / float(self.singles if b == NONE else self.pairs)

    def list_first(self, kind: i64, food: i64, odds: Odds, spec_0: i64, category_0: i64) -> None:
        """The Dealer's odds of the first card behind a Diet card."""
        self.measure(kind, food)
        if kind == IDENTICAL or kind == DIFFERENT:
            for a in range(CATEGORIES):
                weight = self.part(kind, food, a, NONE)
                if weight > 0:
                    odds.add(category_0 + a, weight)
            return
        for a in range(SPECS):
            total = self.scaled(kind, food, a, NONE)
            for b in range(i64(0) if kind == ALTERNATING else a + 1, SPECS):
                total += self.scaled(kind, food, a, b)
            if total > 0:
                odds.add(spec_0 + a, total)
        reduce(odds)

    def list_second(self, kind: i64, food: i64, a: i64, odds: Odds, spec_0: i64, done: i64) -> None:
        """The Dealer's odds of the second Specification, or of none, behind the first."""
        self.measure(kind, food)
        for b in range(SPECS):
            weight = self.scaled(kind, food, a, b)
            if weight > 0:
                odds.add(spec_0 + b, weight)
        weight = self.scaled(kind, food, a, NONE)
        if weight > 0:
            odds.add(done, weight)
        reduce(odds)


def reduce(odds: Odds) -> None:
    """Bring weights to their smallest whole numbers."""
    divisor: i64 = 0
    for i in range(odds.count):
        x = odds.weights[i]
        while x != 0:
            rest = divisor % x
            divisor = x
            x = rest
    if divisor > 1:
        odds.total = 0
        for i in range(odds.count):
            odds.weights[i] //= divisor
            odds.total += odds.weights[i]


@final
class Joint:
    """A draw of restrictions for several groups at once, in the right proportions (DR-14.9, DR-14.10).

    For each group in dealing order: its Identity, its candidates, and whether its restriction is known anyway.
    """

    def __init__(self, book: DietBook, independent: bool) -> None:
        self.book = book
        self.independent = independent
        self.count: i64 = 0
        self.who: vec[i64] = zeros(3)
        self.known: vec[i64] = zeros(3)
        self.marked: vec[i64] = zeros(3 * WORDS)
        self.kinds: vec[i64] = filled(3, NONE)
        self.firsts: vec[i64] = filled(3, NONE)
        self.seconds: vec[i64] = filled(3, NONE)
        self.places: vec[i64] = filled(3, NONE)
        self.totals: vec[i64] = zeros(3)

    def add_known(self, who: i64, kind: i64, a: i64, b: i64) -> None:
        self.who[self.count] = who
        self.known[self.count] = 1
        self.kinds[self.count] = kind
        self.firsts[self.count] = a
        self.seconds[self.count] = b
        self.places[self.count] = self.book.place_of(who, kind, a, b)
        self.count += 1

    def add_unknown(self, who: i64) -> i64:
        """A group of which all is possible so far; returns where its candidates begin in `marked`."""
        self.who[self.count] = who
        self.book.all_candidates(who, self.marked, self.count * WORDS)
        self.count += 1
        return (self.count - 1) * WORDS

    def draw(self, rng: Rng) -> None:
        """Draw each part by itself and keep the whole in proportion to what its parts do to each other."""
        book = self.book
        for i in range(self.count):
            if self.known[i] == 0:
                self.totals[i] = book.weight(self.who[i], self.marked, i * WORDS)
        limit = 4.0 if self.count == 3 else 2.0
        while True:
            for i in range(self.count):
                if self.known[i] == 0:
                    place = book.draw(self.who[i], self.marked, i * WORDS, self.totals[i], rng)
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
            food = book.identity_foods[self.who[i]]
            if i > 0:
                ratio *= supply.chance(kind, food, a, b) * CERTAIN / float(book.priors[self.places[i]])
                if ratio == 0.0:
                    return 0.0
            supply.take(kind, a, b)
        return ratio
