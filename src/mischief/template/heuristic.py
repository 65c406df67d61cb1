"""How a sensible rat bids: dear paws for dear crumbs, with a little doubt."""

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.state import State

from .rules import LastCrumb


class Sensible(Policy):
    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, LastCrumb)
        moves = Moves()
        state.list_moves(seat, moves)
        best = moves.items[0]
        nearest: i64 = 100
        wish = state.crumb + rng.below(3) - 1
        for i in range(moves.count):
            paw = moves.items[i] + 1
            gap = paw - wish if paw > wish else wish - paw
            if gap < nearest:
                nearest = gap
                best = moves.items[i]
        return best
