"""How a sensible person plays Rattus Cartus."""

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.state import State


class Sensible(Policy):
    def __init__(self) -> None:
        self.moves = Moves()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        self.moves.clear()
        state.list_moves(seat, self.moves)
        return self.moves.items[rng.below(self.moves.count)]
