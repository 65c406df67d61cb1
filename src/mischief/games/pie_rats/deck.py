"""The numbers printed on the cards, laid out for the rules to read fast."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import zeros

from .numbering import CREW, GOODS, bit

REACH = 32
"""Charisma totals above this buy nothing more: the dearest rat costs far less."""


class Deck:
    """What stands on the cards. Vectors are indexed by crew number, good, charisma kind or Pie number; `within_reach`
    has, for each charisma total, the set (a bit mask) of crew members whose price does not exceed it."""

    def __init__(
        self,
        strength: list[int],
        loyalty: list[int],
        charisma: list[int],
        copies: list[int],
        weight: list[int],
        points: list[int],
        captain_charisma: int,
        captain_strength: int,
        ids: list[str],
        pie_ids: list[str],
        captain_ids: list[str],
    ) -> None:
        self.strength = vec[i64](strength)
        self.loyalty = vec[i64](loyalty)
        self.charisma = vec[i64](charisma)
        self.copies = vec[i64](copies)
        self.weight = vec[i64](weight)
        self.points = vec[i64](points)
        self.captain_charisma: i64 = captain_charisma
        self.captain_strength: i64 = captain_strength
        self.ids = ids
        self.pie_ids = pie_ids
        self.captain_ids = captain_ids
        self.within_reach = zeros(REACH + 1)
        self.price = zeros(CREW)
        for c in range(CREW):
            # PR-7.3, 7.4: the captain served (all captains are alike) plus the rat's own loyalty, plus one.
            price = self.captain_charisma + self.loyalty[c] + 1
            self.price[c] = price
            for total in range(i64(REACH + 1)):
                if price <= total:
                    self.within_reach[total] |= bit(c)

    def all_goods(self) -> i64:
        """Every Charisma and Action/Item card, as a bag of goods."""
        bag: i64 = 0
        for g in range(GOODS):
            bag |= self.copies[g] << (4 * g)
        return bag


class House:
    """The house rules of one table: the options that change what the rules do."""

    def __init__(self, mode: int, fail_discard: int, stall_rounds: int, first_pie: bool, captains_picked: bool) -> None:
        self.mode: i64 = mode
        self.fail_discard: i64 = fail_discard
        self.stall_rounds: i64 = stall_rounds
        self.first_pie = first_pie
        self.captains_picked = captains_picked
