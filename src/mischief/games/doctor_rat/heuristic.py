"""How a sensible rat, and a sensible Doctor, play."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.state import State


class Sensible(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        moves = Moves()
        state.list_moves(seat, moves)
        return moves.items[rng.below(moves.count)]
