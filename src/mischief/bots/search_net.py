"""A small net in compiled code: from what a seat may know to its chances, and to how likely each of its moves is.

Two hidden layers over the observation (engine/observing.py). Most numbers of an observation are 0, so the first layer
adds up only the rows of those that are not; the last one looks only at moves that are legal. Plain loops over doubles
in a fixed order: compiled or not, on any machine, the same net says the same.
"""

from __future__ import annotations

import math
from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.observing import Observer
from mischief.engine.policy import Policy
from mischief.engine.state import State

LIKELIEST: Final[float] = 0.0
"""The warmth of a choice that is always the likeliest move."""


def doubles(numbers: list[float]) -> vec[float]:
    """A vector of these numbers, made inside compiled code."""
    return vec[float](numbers)


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
        self.first = doubles(first)
        self.first_bias = doubles(first_bias)
        self.second = doubles(second)
        self.second_bias = doubles(second_bias)
        self.policy = doubles(policy)
        self.policy_bias = doubles(policy_bias)
        self.value = doubles(value)
        self.value_bias = doubles(value_bias)
        self.wide_cells = doubles([0.0] * int(hidden))
        self.cells = doubles([0.0] * int(narrow))

    def look(self, row: BytesWriter) -> None:
        """Take in an observation; `chances` and `liking` answer about it."""
        wide, hidden, first = self.wide_cells, self.hidden, self.first
        for j in range(hidden):
            wide[j] = self.first_bias[j]
        for i in range(self.inputs):
            number = i64(row[i])
            if number != 0:
                at = i * hidden
                if number == 1:
                    for j in range(hidden):
                        wide[j] += first[at + j]
                else:
                    weight = float(number)
                    for j in range(hidden):
                        wide[j] += weight * first[at + j]
        cells, narrow, second = self.cells, self.narrow, self.second
        for k in range(narrow):
            cells[k] = self.second_bias[k]
        for j in range(hidden):
            strength = wide[j]
            if strength > 0.0:
                at = j * narrow
                for k in range(narrow):
                    cells[k] += strength * second[at + k]
        for k in range(narrow):
            if cells[k] < 0.0:
                cells[k] = 0.0

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
    """Plays by a net: the likeliest move, or with `warmth` one drawn by how likely each is."""

    def __init__(self, net: Net, observer: Observer, warmth: float = LIKELIEST) -> None:
        self.net = net
        self.observer = observer
        self.warmth = warmth
        self.moves = Moves()
        self.parts = doubles([0.0] * int(net.actions))

    def look(self, state: State, seat: i64) -> None:
        """Let the net see what this seat may know."""
        row = BytesWriter()
        self.observer.add_row(state, seat, row)
        self.net.look(row)

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
            self.parts[i] = math.exp((self.parts[i] - most) / self.warmth)
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
