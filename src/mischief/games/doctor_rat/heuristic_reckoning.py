"""What rats can reckon: how likely each open card is to be good for each group, and who should eat what.

Only open things go in: rows, ghosts, bans, the cards in centre and trash. So every seat reckons alike, and the Doctor,
who may not speak, can foresee exactly what heuristic rats will make of a dinner.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import filled, zeros

from . import numbers as n
from .sets import listed, one
from .table import DoctorRatTable

UNKNOWN: Final = -1.0
LEFTOVER: Final = 0.97
"""The Doctor means what he serves: a card from the trash can counts a little less."""
HARM: Final = 0.6
HARM_SECOND: Final = 0.8


def floats(count: i64, value: float) -> vec[float]:
    return vec[float]([value] * int(count))


@final
class Reckoning:
    """One look at a table, kept while nothing on it changes."""

    def __init__(self, knowing: bool) -> None:
        self.knowing = knowing
        """Rats who know their diets: the ceiling that studies compare with."""
        self.marked: vec[i64] = zeros(3 * n.WORDS)
        self.totals: vec[i64] = zeros(3)
        self.chances: vec[float] = floats(3 * n.FOODS, UNKNOWN)
        self.cards: vec[i64] = vec[i64]()
        self.worth: vec[float] = floats(3 * n.FOODS, 0.0)
        self.best: vec[i64] = filled(3, n.NONE)
        self.best_value: float = 0.0

    def look(self, table: DoctorRatTable) -> None:
        """What each group may be, from its marks and from the cards that were refused to it in this meal."""
        book = table.house.book
        for group in range(table.house.groups):
            at = group * n.WORDS
            table.candidates(group, self.marked, at)
            identity = table.of(group, n.IDENTITY)
            banned = table.of(group, n.BANNED)
            if banned != 0:
                cards = listed(banned)
                for i in range(i64(len(cards))):
                    book.strike(
                        identity,
                        self.marked,
                        at,
                        table.of(group, n.LAST_FOOD),
                        table.of(group, n.EATEN),
                        cards[i],
                        False,
                    )
                if book.weight(identity, self.marked, at) == 0:
                    table.candidates(group, self.marked, at)
            self.totals[group] = book.weight(identity, self.marked, at)
        for i in range(i64(len(self.chances))):
            self.chances[i] = UNKNOWN

    def chance(self, table: DoctorRatTable, group: i64, card: i64) -> float:
        """How likely a card is to be good for a group as its next."""
        at = group * n.FOODS + card
        known = self.chances[at]
        if known < 0.0:
            known = self.chance_after(table, group, table.of(group, n.LAST_FOOD), table.of(group, n.EATEN), card)
            self.chances[at] = known
        return known

    def chance_after(self, table: DoctorRatTable, group: i64, before: i64, eaten: i64, card: i64) -> float:
        if self.knowing:
            return 1.0 if table.fits(group, before, eaten, card) else 0.0
        if self.totals[group] == 0:
            return 0.5
        good = table.house.book.good_weight(
            table.of(group, n.IDENTITY), self.marked, group * n.WORDS, before, eaten, card
        )
        return float(good) / float(self.totals[group])

    def harm(self, table: DoctorRatTable, group: i64) -> float:
        """What a cross would cost a group."""
        crosses = table.of(group, n.CROSSES)
        if crosses >= 2 or table.meal == n.MEALS:
            return 1.0
        return HARM_SECOND if crosses == 1 else HARM

    def assign(self, table: DoctorRatTable, centre: i64, trash: i64, hungry: i64) -> None:
        """The best way to feed the hungry groups from these cards, into `best`: the highest product of what each is
        worth. Groups under Madness are fed elsewhere; Paranoia eats from the trash can."""
        groups = table.house.groups
        self.cards = listed(centre | trash)
        count: i64 = len(self.cards)
        for group in range(i64(3)):
            self.best[group] = n.NONE
            if group >= groups or (hungry >> group) & 1 == 0:
                continue
            allowed = (centre | trash) & ~table.of(group, n.BANNED)
            if table.of(group, n.PENDING) == n.PARANOIA and trash != 0:
                allowed &= trash
            harm = self.harm(table, group)
            for i in range(count):
                card = self.cards[i]
                value = 0.0
                if (allowed >> card) & 1 == 1:
                    value = 1.001 - (1.0 - self.chance(table, group, card)) * harm
                    if (trash >> card) & 1 == 1:
                        value *= LEFTOVER
                self.worth[group * n.FOODS + i] = value
        self.best_value = -1.0
        self.search(hungry, count)

    def search(self, hungry: i64, count: i64) -> None:
        """Try every way; the first of equals, in the order of groups and card numbers, is taken."""
        a_last = count if hungry & 1 == 1 else i64(1)
        b_last = count if (hungry >> 1) & 1 == 1 else i64(1)
        c_last = count if (hungry >> 2) & 1 == 1 else i64(1)
        for a in range(a_last):
            value_a = self.worth[a] if hungry & 1 == 1 else 1.0
            if value_a <= self.best_value:
                continue
            for b in range(b_last):
                value_b = value_a
                if (hungry >> 1) & 1 == 1:
                    if hungry & 1 == 1 and a == b:
                        continue
                    value_b = value_a * self.worth[n.FOODS + b]
                if value_b <= self.best_value:
                    continue
                for c in range(c_last):
                    value = value_b
                    if (hungry >> 2) & 1 == 1:
                        if (hungry & 1 == 1 and a == c) or ((hungry >> 1) & 1 == 1 and b == c):
                            continue
                        value = value_b * self.worth[2 * n.FOODS + c]
                    if value > self.best_value:
                        self.best_value = value
                        if hungry & 1 == 1:
                            self.best[0] = self.cards[a]
                        if (hungry >> 1) & 1 == 1:
                            self.best[1] = self.cards[b]
                        if (hungry >> 2) & 1 == 1:
                            self.best[2] = self.cards[c]

    def likeliest(self, table: DoctorRatTable, group: i64, cards: i64) -> i64:
        """The card of a set that is likeliest to be good for a group; NONE of an empty set."""
        found: i64 = n.NONE
        best = -1.0
        left = listed(cards)
        for i in range(i64(len(left))):
            chance = self.chance(table, group, left[i])
            if chance > best:
                best = chance
                found = left[i]
        return found


def hungry_groups(table: DoctorRatTable) -> i64:
    """The groups that will take a card from centre or trash, as bits."""
    found: i64 = 0
    for group in range(table.house.groups):
        if table.plate(group, 0) == n.NONE and not (table.of(group, n.PENDING) == n.MADNESS and table.pile != 0):
            found |= one(group)
    return found
