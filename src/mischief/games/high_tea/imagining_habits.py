"""What rats tend to choose in secret: possible sheets weighed by it.

`imagining_sheets.py` takes every secret choice for a throw of dice. Rats do not choose like dice: they add to what they
hold, and a Host needs other things than the rest. How much each kind is liked, by the occasion, the hat, what is held,
the turn, the roll, the nests and the size of the table, was counted in games of bots (`habits.toml` says which); the
chance of a choice grows as e to the sum. Everything it goes by is in the record, so the beliefs are those of anybody
who listened, whoever sits where.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from . import numbers as n
from .house import House
from .imagining_sheets import BITS, NEST_SHIFT, PossibleSheets, count_in
from .table import just

SCAVENGING: Final[i64] = 0
BAUBLES: Final[i64] = 1
NESTING: Final[i64] = 2
STARTING: Final[i64] = 3
GIVEN: Final[i64] = 4
OCCASIONS: Final[i64] = 5

MOST_AFTER: Final[i64] = 20
MOST_HELD: Final[i64] = 12
TURNS: Final[i64] = 5
ROLLS: Final[i64] = 4

BY_OCCASION: Final[i64] = 0
BY_HAT: Final[i64] = 30
BY_AFTER: Final[i64] = 42
BY_HELD: Final[i64] = 294
BY_TURN: Final[i64] = 372
BY_ROLL: Final[i64] = 402
BY_NEST: Final[i64] = 426
BY_TABLE: Final[i64] = 486
NUMBERS: Final[i64] = 510
"""Where the likings of each sort begin, in the order of `habits.toml`."""

DOUBT: Final[float] = 0.1
"""This part of all choices is taken to be by dice after all: others may be unlike those that were counted."""


@final
class LikelySheets(PossibleSheets):
    """The possible sheets of one rat, each as likely as its choices were."""

    def __init__(self, house: House, seat: i64, vocation: i64, limit: i64) -> None:
        super().__init__(house, seat, vocation, limit)
        self.habits = house.habits
        self.hat: i64 = -1
        """Who wears it, by the record so far."""
        self.rolls: i64 = 0
        self.liking = 0.0
        """Of the kind that was weighed last and liked best, before it became a part."""
        self.parts: vec[float] = vec[float]()
        for _ in range(n.KINDS):
            self.parts = append(self.parts, 0.0)

    def begin_again(self) -> None:
        super().begin_again()
        self.hat = -1
        self.rolls = 0

    def take_in(self, log: vec[i64], at: i64, head: i64) -> None:
        kind = head & 255
        if kind == n.HEARD_PRIVILEGE:
            self.hat = (head >> 8) & 255
        elif kind == n.HEARD_CALL:
            self.hat = (head >> 16) & 255
        super().take_in(log, at, head)
        if kind == n.HEARD_ROLL:
            self.rolls += 1

    def weigh(self, occasion: i64, entry: i64, first: i64, last: i64, amount: i64) -> None:
        """How likely each kind from `first` to `last` is chosen by the owner of this sheet; `amount` of it is gained.
        Kinds that have a nest already are left out where one is built."""
        habits = self.habits
        parts = self.parts
        hat: i64 = 1 if self.hat == self.seat else 0
        turn: i64 = self.rolls // self.house.scavenge_rolls
        roll: i64 = 0
        if occasion == SCAVENGING:
            roll = self.rolls % self.house.scavenge_rolls + 1
        elif turn > 0:
            turn = (self.rolls - 1) // self.house.scavenge_rolls
        turn = turn if turn < TURNS else TURNS - 1
        roll = roll if roll < ROLLS else ROLLS - 1
        table: i64 = (2 if self.house.seats == 2 else 0) + hat
        most = -1.0e9
        for kind in range(first, last):
            nest = (entry >> (NEST_SHIFT + kind)) & 1
            if occasion == NESTING and nest == 1:
                continue
            held = count_in(entry, kind)
            after = held + amount * (self.factor if occasion == SCAVENGING and nest == 1 else 1)
            after = after if after < MOST_AFTER else MOST_AFTER
            held = held if held < MOST_HELD else MOST_HELD
            liking = (
                habits[BY_OCCASION + occasion * n.KINDS + kind]
                + habits[BY_HAT + hat * n.KINDS + kind]
                + habits[BY_AFTER + (hat * n.KINDS + kind) * (MOST_AFTER + 1) + after]
                + habits[BY_HELD + kind * (MOST_HELD + 1) + held]
                + habits[BY_TURN + turn * n.KINDS + kind]
                + habits[BY_ROLL + roll * n.KINDS + kind]
                + habits[BY_NEST + (nest * OCCASIONS + occasion) * n.KINDS + kind]
                + habits[BY_TABLE + table * n.KINDS + kind]
            )
            parts[kind] = liking
            most = liking if liking > most else most
        self.liking = most
        self.share_out(occasion, entry, first, last, most)

    def share_out(self, occasion: i64, entry: i64, first: i64, last: i64, most: float) -> None:
        """From likings to parts of 1."""
        parts = self.parts
        whole = 0.0
        count = 0.0
        for kind in range(first, last):
            if occasion == NESTING and (entry >> (NEST_SHIFT + kind)) & 1 == 1:
                parts[kind] = 0.0
                continue
            parts[kind] = math.exp(parts[kind] - most)
            whole += parts[kind]
            count += 1.0
        for kind in range(first, last):
            if parts[kind] > 0.0:
                parts[kind] = (1.0 - DOUBT) * parts[kind] / whole + DOUBT / count

    def gain_secret(self, amount: i64) -> None:
        if not self.has_room(amount):
            return
        occasion = BAUBLES if amount == self.house.bauble_gain else STARTING
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            self.weigh(occasion, entries[i], 0, n.KINDS, amount)
            for supply in range(n.KINDS):
                self.put(entries[i] + (amount << (supply * BITS)), weights[i] * self.parts[supply])
        self.thin()

    def gain_pair(self, amount: i64) -> None:
        """The lower kind first, then the upper, as they are chosen."""
        if not self.has_room(2 * amount):
            return
        occasion = STARTING if self.rolls == 0 else GIVEN
        apart: i64 = 1 if self.house.distinct else 0
        count = self.branch(21)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            for lower in range(n.KINDS - apart):
                self.weigh(occasion, entries[i], 0, n.KINDS - apart, amount)
                chance = weights[i] * self.parts[lower]
                self.weigh(occasion, entries[i], lower + apart, n.KINDS, amount)
                for upper in range(lower + apart, n.KINDS):
                    gain = (amount << (lower * BITS)) + (amount << (upper * BITS))
                    self.put(entries[i] + gain, chance * self.parts[upper])
        self.thin()

    def scavenge(self, one: i64, other: i64) -> None:
        if not self.has_room((one if one > other else other) * self.factor):
            return
        count = self.branch(n.KINDS if one == other else 2)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            entry = entries[i]
            if one == other:
                self.weigh(SCAVENGING, entry, 0, n.KINDS, one)
                for supply in range(n.KINDS):
                    self.put(entry + self.scavenged(entry, supply, one), weights[i] * self.parts[supply])
            else:
                chance = self.first_of_two(entry, one - 1, other, other - 1, one)
                self.put(entry + self.scavenged(entry, one - 1, other), weights[i] * chance)
                self.put(entry + self.scavenged(entry, other - 1, one), weights[i] * (1.0 - chance))
        self.thin()

    def first_of_two(self, entry: i64, one: i64, of_one: i64, other: i64, of_other: i64) -> float:
        """How likely the owner takes so many of one kind rather than so many of another."""
        self.weigh(SCAVENGING, entry, one, one + 1, of_one)
        ahead = self.liking
        self.weigh(SCAVENGING, entry, other, other + 1, of_other)
        ahead -= self.liking
        return (1.0 - DOUBT) / (1.0 + math.exp(-ahead)) + DOUBT / 2.0

    def build_nest(self) -> None:
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            self.weigh(NESTING, entries[i], 0, n.KINDS, 0)
            for supply in range(n.KINDS):
                if (entries[i] >> (NEST_SHIFT + supply)) & 1 == 0:
                    self.put(entries[i] | just(NEST_SHIFT + supply), weights[i] * self.parts[supply])
        self.thin()
