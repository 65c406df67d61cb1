"""What the record says about the secret part of each sheet.

Everything that passes between rats is said aloud, so given what was heard the sheets of different rats are
independent. For each rat there is one set of possible sheets (six counts and the places of its nests) with their
weights, the same for every viewer: every secret choice counts as uniform over what its owner might have chosen, and
every call and answer strikes out the entries that it contradicts. They are worked out only when somebody imagines, are
kept beside the record (memory.py) and follow it. States in a playout have neither.

Since the record is known up to now, limits are worked out from its end backwards: what a later call will contradict
need not be carried there.

An entry is one number: nine bits for each count, the lowest for swords, and six bits for the nests. Counts go up to
255, so that the ninth bit is free to tell whether all six counts lie between two limits in a single subtraction.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros

from . import numbers as n
from .house import House
from .memory import Conclusion, note_length
from .table import just

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


class PossibleSheets(Conclusion):
    """The possible sheets of one rat, up to some point of the record: entries, no two alike, each with its weight. They
    never become equal by striking out or by an open gain, only by secret ones, and those merge as they go."""

    def __init__(self, house: House, seat: i64, vocation: i64, limit: i64) -> None:
        super().__init__()
        self.house = house
        self.seat = seat
        self.factor: i64 = house.factor(vocation)
        self.called: i64 = 0
        self.host_said: i64 = 0
        self.limit = limit
        """How many there may be before they are thinned out."""
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

    # Following the record

    def follow(self, log: vec[i64], end: i64) -> None:
        """Take in the record up to a point. Thinned to nothing, it begins again with four times the room, until it has
        come through."""
        usual = self.limit
        while self.read < end and not self.lost:
            if not self.read_on(log, end):
                if self.thinned:
                    self.begin_again()
                else:
                    self.lost = True
        self.limit = usual
        if not self.lost:
            self.add_up()

    def read_on(self, log: vec[i64], end: i64) -> bool:
        """Take in note after note; False if no entry is left."""
        floors = vec[i64]()
        ceilings = vec[i64]()
        at = self.read
        while at < end:
            floors = append(floors, i64(0))
            ceilings = append(ceilings, FULL)
            at += note_length(log[at], self.house.seats)
        self.look_ahead(log, floors, ceilings)
        at = self.read
        number: i64 = 0
        while at < end and not self.lost:
            head = log[at]
            self.floor = floors[number]
            self.ceiling = ceilings[number]
            self.take_in(log, at, head)
            if self.count == 0:
                return False
            at += note_length(head, self.house.seats)
            number += 1
        self.read = at
        return True

    def look_ahead(self, log: vec[i64], floors: vec[i64], ceilings: vec[i64]) -> None:
        """For every note to be read, what counts may be after it, if the notes that follow are to come true."""
        starts = vec[i64]()
        at = self.read
        for _ in range(len(floors)):
            starts = append(starts, at)
            at += note_length(log[at], self.house.seats)
        low = zeros(n.KINDS)
        high = zeros(n.KINDS)
        for supply in range(n.KINDS):
            high[supply] = MOST_COUNT
        for number in range(len(floors) - 1, -1, -1):
            floor: i64 = 0
            ceiling: i64 = 0
            for supply in range(n.KINDS):
                floor |= low[supply] << (supply * BITS)
                ceiling |= high[supply] << (supply * BITS)
            floors[number] = floor
            ceilings[number] = ceiling
            self.step_back(log, starts[number], low, high)

    def step_back(self, log: vec[i64], at: i64, low: vec[i64], high: vec[i64]) -> None:
        """From the limits after a note to those before it."""
        head = log[at]
        kind = head & 255
        first = (head >> 8) & 255
        second = (head >> 16) & 255
        third = (head >> 24) & 255
        house = self.house
        if kind == n.HEARD_ROLL:
            if first == second:
                lower_all(low, first * self.factor)
            else:
                lower(low, first - 1, second * self.factor)
                lower(low, second - 1, first * self.factor)
        elif kind == n.HEARD_CALL:
            said = log[at + 1 + self.seat]
            if said != n.RATS:
                low[first] = said if said < MOST_COUNT else MOST_COUNT
                high[first] = low[first]
            elif log[at + 1 + second] < high[first]:
                high[first] = log[at + 1 + second]
        elif kind == n.HEARD_REQUEST:
            asked = log[at + 1]
            given = log[at + 2]
            if first == self.seat:
                if given > 0:
                    lower(low, third, given)
                    high[third] = high[third] - given if high[third] > given else 0
            elif second == self.seat:
                if asked == 0:
                    low[third] = given if given < MOST_COUNT else MOST_COUNT
                    high[third] = low[third]
                elif given == n.RATS:
                    high[third] = asked - 1 if asked - 1 < high[third] else high[third]
                else:
                    low[third] = low[third] + given if low[third] + given < MOST_COUNT else MOST_COUNT
                    high[third] = high[third] + given if high[third] + given < MOST_COUNT else MOST_COUNT
        elif first != self.seat:
            return
        elif kind == n.HEARD_PRIVILEGE:
            lower_all(low, house.privilege_each)
            lower_all(high, house.privilege_each)
        elif kind == n.HEARD_START or kind == n.HEARD_GIFT or kind == n.HEARD_DRAW:
            lower_all(low, 2 * house.start_amount)
        elif kind == n.HEARD_BANKER:
            lower_all(low, house.banker_gain)
        elif kind == n.HEARD_BAUBLE:
            lower_all(low, house.bauble_gain)
        elif kind == n.HEARD_PAUPER:
            lower_all(low, house.pauper_gain)

    def begin_again(self) -> None:
        """With four times the room."""
        self.limit *= 4
        self.read = 0
        self.thinned = False
        self.entries = append(vec[i64](), i64(0))
        self.weights = append(vec[float](), 1.0)
        self.count = 1
        self.top = 0

    def take_in(self, log: vec[i64], at: i64, head: i64) -> None:
        """One note, if it touches this rat."""
        kind = head & 255
        first = (head >> 8) & 255
        second = (head >> 16) & 255
        third = (head >> 24) & 255
        if kind == n.HEARD_ROLL:
            self.scavenge(first, second)
        elif kind == n.HEARD_CALL:
            self.hear_call(log, at + 1, first, second)
        elif kind == n.HEARD_REQUEST:
            if first == self.seat:
                if log[at + 2] > 0:
                    self.gain_known(third, log[at + 2])
            elif second == self.seat:
                self.answer(third, log[at + 1], log[at + 2])
        elif first != self.seat:
            return
        elif kind == n.HEARD_PRIVILEGE:
            for supply in range(n.KINDS):
                self.gain_known(supply, self.house.privilege_each)
        elif kind == n.HEARD_START or kind == n.HEARD_GIFT:
            if self.house.seats == 2:
                self.gain_pair(self.house.start_amount)
            else:
                self.gain_secret(self.house.start_amount)
        elif kind == n.HEARD_DRAW:
            self.draw_start(second == 1 and self.house.distinct)
        elif kind == n.HEARD_BANKER:
            self.gain_secret(self.house.banker_gain)
        elif kind == n.HEARD_BAUBLE:
            self.gain_secret(self.house.bauble_gain)
        elif kind == n.HEARD_PAUPER:
            self.beg()
        elif kind == n.HEARD_NEST:
            self.build_nest()

    # What was said

    def hear_call(self, log: vec[i64], said: i64, supply: i64, host: i64) -> None:
        """Strike out what the announcement contradicts; an acting rat spends all (HT-4.2 to 4.9)."""
        self.called = supply
        self.host_said = log[said + host]
        anyone_over = False
        for seat in range(self.house.seats):
            if seat != host and log[said + seat] != n.RATS:
                anyone_over = True
        mine = log[said + self.seat]
        if mine == n.RATS:
            self.strike_out(supply, 0, self.host_said, 0)
        else:
            self.strike_out(supply, mine, mine, mine if self.seat != host or not anyone_over else 0)

    def answer(self, supply: i64, asked: i64, given: i64) -> None:
        """As the target of a request (HT-5.5, HT-5.6, HT-13.13)."""
        if asked == 0:
            self.strike_out(supply, given, given, given)
        elif given == n.RATS:
            self.strike_out(supply, 0, asked - 1, 0)
        else:
            self.strike_out(supply, asked, COUNT_MASK, given)

    # What was gained in secret

    def gain_secret(self, amount: i64) -> None:
        """Of one kind, each equally likely."""
        if not self.has_room(amount):
            return
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            for supply in range(n.KINDS):
                self.put(entries[i] + (amount << (supply * BITS)), weights[i] / 6.0)
        self.thin()

    def gain_pair(self, amount: i64) -> None:
        """Of two kinds at a two-rat table: 15 pairs, or 21 where both may be the same (HT-14.2)."""
        if not self.has_room(2 * amount):
            return
        pairs = 15.0 if self.house.distinct else 21.0
        count = self.branch(21)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            for lower in range(n.KINDS):
                for upper in range(lower + 1 if self.house.distinct else lower, n.KINDS):
                    gain = (amount << (lower * BITS)) + (amount << (upper * BITS))
                    self.put(entries[i] + gain, weights[i] / pairs)
        self.thin()

    def draw_start(self, another: bool) -> None:
        """Drawn by the Dealer; `another` leaves out the kind already drawn (HT-1.7, HT-14.2)."""
        if not another:
            self.gain_secret(self.house.start_amount)
            return
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            for supply in range(n.KINDS):
                if count_in(entries[i], supply) == 0:
                    self.put(entries[i] + (self.house.start_amount << (supply * BITS)), weights[i] / 5.0)

    def scavenge(self, one: i64, other: i64) -> None:
        """b of kind a, or a of kind b; on doubles any kind; times the factor where there is a nest (HT-3.2 to 3.6)."""
        if not self.has_room((one if one > other else other) * self.factor):
            return
        count = self.branch(n.KINDS if one == other else 2)
        entries, weights = self.old_entries, self.old_weights
        if one == other:
            for i in range(count):
                for supply in range(n.KINDS):
                    self.put(entries[i] + self.scavenged(entries[i], supply, one), weights[i] / 6.0)
        else:
            for i in range(count):
                self.put(entries[i] + self.scavenged(entries[i], one - 1, other), weights[i] / 2.0)
                self.put(entries[i] + self.scavenged(entries[i], other - 1, one), weights[i] / 2.0)
        self.thin()

    def scavenged(self, entry: i64, supply: i64, amount: i64) -> i64:
        if (entry >> (NEST_SHIFT + supply)) & 1 == 1:
            amount *= self.factor
        return amount << (supply * BITS)

    def beg(self) -> None:
        """The Pauper: below the Host any of six kinds, level nothing (HT-13.6, HT-13.7)."""
        if not self.has_room(self.house.pauper_gain):
            return
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            if count_in(entries[i], self.called) < self.host_said:
                for supply in range(n.KINDS):
                    self.put(entries[i] + (self.house.pauper_gain << (supply * BITS)), weights[i] / 6.0)
            else:
                self.put(entries[i], weights[i])
        self.thin()

    def build_nest(self) -> None:
        """Beside any kind that has none (HT-7.1)."""
        count = self.branch(n.KINDS)
        entries, weights = self.old_entries, self.old_weights
        for i in range(count):
            free: i64 = 0
            for supply in range(n.KINDS):
                if (entries[i] >> (NEST_SHIFT + supply)) & 1 == 0:
                    free += 1
            for supply in range(n.KINDS):
                if (entries[i] >> (NEST_SHIFT + supply)) & 1 == 0:
                    self.put(entries[i] | just(NEST_SHIFT + supply), weights[i] / float(free))
        self.thin()

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


def lower(limits: vec[i64], supply: i64, amount: i64) -> None:
    """A limit may have been less before a gain; never below nothing."""
    limits[supply] = limits[supply] - amount if limits[supply] > amount else 0


def lower_all(limits: vec[i64], amount: i64) -> None:
    for supply in range(n.KINDS):
        lower(limits, supply, amount)


def slot_of(entry: i64) -> i64:
    """Scatters entries over slots; every step stays below 2^63."""
    return (((entry ^ (entry >> 27)) & 0x7FFFFFF) * 0x9E3779B) >> 20
