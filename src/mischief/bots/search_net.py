"""A small net in compiled code: from what a seat may know to its chances, and to how likely each of its moves is.

Two hidden layers over the observation (engine/observing.py). The wide layer is reckoned in whole numbers, three cells
side by side in one machine word and two in the next layer: a third of the work, and sums that are exact, whatever their
order. So the net keeps for each seat what it saw last and adds up only what has changed since, and compiled or not, on
any machine, it says the same. The last layer looks only at moves that are legal.
"""

from __future__ import annotations

import math
from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves, zeros
from mischief.engine.observing import Observer
from mischief.engine.policy import Policy
from mischief.engine.seats import NOBODY
from mischief.engine.state import State

PLACES: Final[i64] = 8
"""Seats at a table, at most."""

LIKELIEST: Final[float] = 0.0
"""The warmth of a choice that is always the likeliest move."""

ANYTHING: Final[float] = 1.0e300
"""The reach of a choice that may fall on every move."""

THIRD: Final[i64] = 1 << 21
THIRD_MASK: Final[i64] = (1 << 21) - 1
THIRD_HALF: Final[i64] = 1 << 20
"""A cell of the wide layer has 21 bits of a word: from -256 to 256 in steps of 1/WIDE_UNIT."""
WIDE_UNIT: Final[float] = 4096.0

HALF: Final[i64] = 1 << 31
HALF_MASK: Final[i64] = (1 << 31) - 1
HALF_HALF: Final[i64] = 1 << 30
"""A cell of the narrow layer has 31 bits."""
FINE: Final[i64] = 5
FINE_HALF: Final[i64] = 16
"""So many bits of a wide cell are rounded off before it goes on to the narrow layer, ..."""
BRIGHTEST: Final[i64] = 8191
"""... and it counts for no more than this: 64, in steps of 1/128."""
CELL_UNIT: Final[float] = 128.0
ROOM: Final[float] = 65536.0
"""What HALF_HALF has room for, in BRIGHTEST cells, twice over."""


def doubles(numbers: list[float]) -> vec[float]:
    """A vector of these numbers, made inside compiled code."""
    return vec[float](numbers)


def pack(numbers: list[float], width: int, lanes: int, lane: int, unit: float) -> vec[i64]:
    """Rows of so many numbers, rounded to whole units, some side by side in each word."""
    words: list[int] = []
    for start in range(0, len(numbers), width):
        for first in range(start, start + width, lanes):
            word = 0
            for place in range(min(lanes, start + width - first)):
                word += round(numbers[first + place] * unit) * lane**place
            words.append(word)
    return vec[i64](words)


def unit_of(second: list[float], narrow: int) -> float:
    """The finest unit, a power of 2, in which no cell of the narrow layer can outgrow its bits."""
    most = 1.0
    for cell in range(narrow):
        whole = 0.0
        for weight in second[cell::narrow]:
            whole += weight if weight > 0.0 else -weight
        if whole > most:
            most = whole
    room = ROOM / most
    unit = 4096.0
    while unit > room:
        unit *= 0.5
    return unit


class Net:
    """What was learnt: `first` has a row for every number of an observation, `second` a row for every hidden cell,
    `policy` a row for every action; biases stand apart."""

    def __init__(
        self,
        inputs: i64,
        hidden: i64,
        narrow: i64,
        actions: i64,
        first: list[float],
        first_bias: list[float],
        second: list[float],
        second_bias: list[float],
        policy: list[float],
        policy_bias: list[float],
        value: list[float],
        value_bias: list[float],
    ) -> None:
        self.inputs = inputs
        self.hidden = hidden
        self.narrow = narrow
        self.actions = actions
        self.first = pack(first, int(hidden), 3, int(THIRD), WIDE_UNIT)
        self.bias = pack(first_bias, int(hidden), 3, int(THIRD), WIDE_UNIT)
        self.words: i64 = i64(len(self.bias))
        unit = unit_of(second, int(narrow))
        self.second = pack(second, int(narrow), 2, int(HALF), unit)
        self.pairs: i64 = (narrow + 1) // 2
        self.second_bias = pack(second_bias, int(narrow), 2, int(HALF), unit * CELL_UNIT)
        self.shrink = 1.0 / (unit * CELL_UNIT)
        self.policy = doubles(policy)
        self.policy_bias = doubles(policy_bias)
        self.value = doubles(value)
        self.value_bias = doubles(value_bias)
        self.sums = zeros(self.pairs)
        self.cells = doubles([0.0] * int(2 * self.pairs))
        self.seen = zeros(PLACES * inputs)
        """The observation of each seat that was looked at last, ..."""
        self.wide = zeros(PLACES * self.words)
        """... and its wide layer."""
        for place in range(PLACES):
            for j in range(self.words):
                self.wide[place * self.words + j] = self.bias[j]

    def add_up(self, row: BytesWriter, seat: i64) -> None:
        """The wide layer of this seat: what it was, and what has changed."""
        words, first, seen, wide = self.words, self.first, self.seen, self.wide
        begin = seat * self.inputs
        base = seat * words
        for i in range(self.inputs):
            now = i64(row[i])
            more = now - seen[begin + i]
            if more != 0:
                seen[begin + i] = now
                at = i * words
                if more == 1:
                    for j in range(words):
                        wide[base + j] += first[at + j]
                elif more == -1:
                    for j in range(words):
                        wide[base + j] -= first[at + j]
                else:
                    for j in range(words):
                        wide[base + j] += more * first[at + j]

    def look(self, row: BytesWriter, seat: i64) -> None:
        """Take in what a seat observes; `chances` and `liking` answer about it."""
        self.add_up(row, seat)
        wide, pairs, second, sums = self.wide, self.pairs, self.second, self.sums
        base = seat * self.words
        for k in range(pairs):
            sums[k] = self.second_bias[k]
        cell: i64 = 0
        for j in range(self.words):
            word = wide[base + j]
            for _ in range(i64(3)):
                strength = ((word + THIRD_HALF) & THIRD_MASK) - THIRD_HALF
                word = (word - strength) >> 21
                if strength > 0 and cell < self.hidden:
                    strength = (strength + FINE_HALF) >> FINE
                    if strength > BRIGHTEST:
                        strength = BRIGHTEST
                    at = cell * pairs
                    for k in range(pairs):
                        sums[k] += strength * second[at + k]
                cell += 1
        cells = self.cells
        for k in range(pairs):
            word = sums[k]
            low = ((word + HALF_HALF) & HALF_MASK) - HALF_HALF
            high = (word - low) >> 31
            cells[2 * k] = float(low) * self.shrink if low > 0 else 0.0
            cells[2 * k + 1] = float(high) * self.shrink if high > 0 else 0.0

    def chances(self) -> float:
        """The payoff that the seat may expect, from 0 to 1."""
        sum_up = self.value_bias[0]
        for k in range(self.narrow):
            sum_up += self.value[k] * self.cells[k]
        return 1.0 / (1.0 + math.exp(-sum_up))

    def liking(self, action: i64) -> float:
        """How much the net likes a move: the logarithm of its part, up to a constant."""
        sum_up = self.policy_bias[action]
        at = action * self.narrow
        for k in range(self.narrow):
            sum_up += self.policy[at + k] * self.cells[k]
        return sum_up


class NetPolicy(Policy):
    """Plays by a net: the likeliest move, or with `warmth` one drawn by how likely each is. What the net likes less
    than its favourite by a factor of e to the `reach` is never drawn."""

    def __init__(self, net: Net, observer: Observer, warmth: float = LIKELIEST, reach: float = ANYTHING) -> None:
        self.net = net
        self.observer = observer
        self.warmth = warmth
        self.reach = reach
        self.moves = Moves()
        self.parts = doubles([0.0] * int(net.actions))

    def look(self, state: State, seat: i64) -> None:
        """Let the net see what this seat may know."""
        row = BytesWriter()
        self.observer.add_row(state, seat, row)
        self.net.look(row, seat)

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        moves = self.moves
        moves.clear()
        state.list_moves(seat, moves)
        if moves.count == 1:
            return moves.items[0]
        self.look(state, seat)
        return self.pick(moves, rng)

    def pick(self, moves: Moves, rng: Rng) -> i64:
        """One of these moves, by what the net says of what it looked at last."""
        best = moves.items[0]
        most = -1.0e300
        for i in range(moves.count):
            liking = self.net.liking(moves.items[i])
            self.parts[i] = liking
            if liking > most:
                most = liking
                best = moves.items[i]
        if self.warmth <= 0.0:
            return best
        total = 0.0
        for i in range(moves.count):
            less = self.parts[i] - most
            self.parts[i] = math.exp(less / self.warmth) if less >= -self.reach else 0.0
            total += self.parts[i]
        left = rng.unit() * total
        for i in range(moves.count):
            left -= self.parts[i]
            if left < 0.0:
                return moves.items[i]
        return best

    def outlook(self, state: State, seat: i64) -> float:
        self.look(state, seat)
        return self.net.chances()


class Foresight(NetPolicy):
    """Looks at where each move leads, and makes the one after which its chances are best. Only where nothing is secret:
    elsewhere what comes to light would tell it what it may not know yet."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        moves = self.moves
        moves.clear()
        state.list_moves(seat, moves)
        best = moves.items[0]
        if moves.count == 1:
            return best
        most = -1.0
        for i in range(moves.count):
            world = state.clone()
            world.apply(seat, moves.items[i])
            chances = self.outlook(world, seat)
            if chances > most:
                most = chances
                best = moves.items[i]
        return best

    def outlook(self, state: State, seat: i64) -> float:
        if state.actor() == NOBODY:
            return state.share(seat)
        self.look(state, seat)
        return self.net.chances()
