"""Possible sheets of one rat as numbers with weights: how they are kept, merged, thinned out and drawn.

An entry is one number: nine bits for each count, the lowest for swords, and six bits for the nests. Counts go up to
255, so that the ninth bit is free to tell whether all six counts lie between two limits in a single subtraction.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros

from . import numbers as n

BITS: Final[i64] = 9
"""Of one count."""
COUNT_MASK: Final[i64] = 511
MOST_COUNT: Final[i64] = 255
NEST_SHIFT: Final[i64] = 54
"""How many bits lie below those of the nests."""
COUNTS: Final[i64] = (1 << 54) - 1
"""All bits of the six counts."""
SPARE: Final[i64] = 0x20100804020100
"""The ninth bit of every count: 1 << 8, 1 << 17, ... 1 << 53."""
FULL: Final[i64] = 0x1FEFF7FBFDFEFF
"""Every count at 255."""


def count_in(entry: i64, kind: i64) -> i64:
    return (entry >> (kind * BITS)) & COUNT_MASK


def nests_of(entry: i64) -> i64:
    return entry >> NEST_SHIFT


class Entries:
    """Entries, no two alike, each with its weight. They never become equal by striking out or by an open gain, only by
    secret ones, and those merge as they go."""

    def __init__(self, limit: i64) -> None:
        self.limit = limit
        """How many there may be before they are thinned out."""
        self.read: i64 = 0
        """How much of the record has been taken in."""
        self.entries: vec[i64] = append(vec[i64](), i64(0))
        self.weights: vec[float] = append(vec[float](), 1.0)
        self.count: i64 = 1
        self.old_entries: vec[i64] = vec[i64]()
        self.old_weights: vec[float] = vec[float]()
        """What there was before the last secret gain, while the new entries are being made of it."""
        self.sums: vec[float] = vec[float]()
        """Running totals of the weights, for drawing."""
        self.thinned = False
        self.lost = False
        """The record contradicts itself, or a count outgrew its bits: nothing can be drawn."""
        self.top: i64 = 0
        """No count in any entry is greater."""
        self.slots: vec[i64] = vec[i64]()
        """Where entries are looked up: 1 + the place of an entry in a slot that `slot_of` names, or in one after it."""
        self.slot_mask: i64 = 0
        self.floor: i64 = 0
        self.ceiling: i64 = FULL
        """The limits that entries must lie between after the note that is being taken in."""

    def begin_again(self) -> None:
        """With four times the room."""
        self.limit *= 4
        self.read = 0
        self.thinned = False
        self.entries = append(vec[i64](), i64(0))
        self.weights = append(vec[float](), 1.0)
        self.count = 1
        self.top = 0

    # Striking out, and gains that everybody knows of

    def strike_out(self, supply: i64, least: i64, most: i64, spent: i64) -> None:
        """Only entries with a count between two bounds are left; then so many are taken from that count."""
        shift = supply * BITS
        kept: i64 = 0
        whole = 0.0
        entries = self.entries
        weights = self.weights
        for i in range(self.count):
            held = (entries[i] >> shift) & COUNT_MASK
            if held >= least and held <= most:
                entries[kept] = entries[i] - (spent << shift)
                weights[kept] = weights[i]
                whole += weights[i]
                kept += 1
        self.count = kept
        for i in range(kept):
            weights[i] = weights[i] / whole

    def gain_known(self, supply: i64, amount: i64) -> None:
        if not self.has_room(amount):
            return
        for i in range(self.count):
            self.entries[i] += amount << (supply * BITS)

    def has_room(self, amount: i64) -> bool:
        """Whether every count has bits enough for a gain. Far beyond any real game it may not."""
        self.top += amount
        if self.top > MOST_COUNT:
            self.top = amount
            for i in range(self.count):
                for supply in range(n.KINDS):
                    if count_in(self.entries[i], supply) + amount > self.top:
                        self.top = count_in(self.entries[i], supply) + amount
            self.lost = self.top > MOST_COUNT
        return not self.lost

    # Secret gains: every entry becomes several, equal ones are one

    def branch(self, ways: i64) -> i64:
        """Begin a new set of entries, so many for each of the old ones at the most; the number of those."""
        count = self.count
        self.old_entries = self.entries
        self.old_weights = self.weights
        self.entries = vec[i64]()
        self.weights = vec[float]()
        self.count = 0
        size: i64 = 16
        while size < 2 * count * ways:
            size *= 2
        if size > 16384:
            size = 16384
        self.slots = zeros(size)
        self.slot_mask = size - 1
        return count

    def put(self, entry: i64, weight: float) -> None:
        counts = entry & COUNTS
        if ((self.ceiling | SPARE) - counts) & ((counts | SPARE) - self.floor) & SPARE != SPARE:
            return
        slots = self.slots
        mask = self.slot_mask
        slot = slot_of(entry) & mask
        while slots[slot] != 0:
            index = slots[slot] - 1
            if self.entries[index] == entry:
                self.weights[index] += weight
                return
            slot = (slot + 1) & mask
        self.entries = append(self.entries, entry)
        self.weights = append(self.weights, weight)
        self.count += 1
        slots[slot] = self.count
        if 2 * self.count > mask:
            self.spread_out()

    def spread_out(self) -> None:
        size = 4 * (self.slot_mask + 1)
        self.slots = zeros(size)
        self.slot_mask = size - 1
        for i in range(self.count):
            slot = slot_of(self.entries[i]) & self.slot_mask
            while self.slots[slot] != 0:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = i + 1

    def thin(self) -> None:
        """Too many entries become `limit` draws of equal weight, taken at even steps through the running total."""
        self.slots = vec[i64]()
        self.old_entries = vec[i64]()
        self.old_weights = vec[float]()
        if self.count <= self.limit:
            return
        entries = self.entries
        weights = self.weights
        count = self.count
        whole = 0.0
        for i in range(count):
            whole += weights[i]
        step = whole / float(self.limit)
        mark = step * Rng(int(self.read + self.limit)).unit()
        reached = 0.0
        kept: i64 = 0
        for i in range(count):
            reached += weights[i]
            drawn: i64 = 0
            while mark < reached:
                drawn += 1
                mark += step
            if drawn > 0:
                entries[kept] = entries[i]
                weights[kept] = float(drawn) / float(self.limit)
                kept += 1
        self.count = kept
        self.thinned = True

    # Drawing

    def add_up(self) -> None:
        sums = vec[float]()
        whole = 0.0
        for i in range(self.count):
            whole += self.weights[i]
            sums = append(sums, whole)
        self.sums = sums

    def draw(self, rng: Rng) -> i64:
        """One entry, in proportion to the weights."""
        mark = rng.unit() * self.sums[self.count - 1]
        low: i64 = 0
        high = self.count - 1
        while low < high:
            middle = (low + high) >> 1
            if self.sums[middle] > mark:
                high = middle
            else:
                low = middle + 1
        return self.entries[low]


def slot_of(entry: i64) -> i64:
    """Scatters entries over slots; every step stays below 2^63."""
    return (((entry ^ (entry >> 27)) & 0x7FFFFFF) * 0x9E3779B) >> 20
