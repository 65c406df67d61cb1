"""How a sensible person plays: one move for one seat, from what that seat may know."""

from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Chooses moves. `choose` is handed a state in which everything the seat cannot know has been imagined, and must
    not let its choice depend on such things: the suite compares its choices between imagined worlds."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        """A legal action for a seat that has a decision pending."""
        raise NotImplementedError

    def outlook(self, state: State, seat: i64) -> float:
        """A guess at the payoff of a seat, from 0 to 1, in the middle of a game; for search that stops early."""
        return 1.0 / float(state.seats)


class AnyMove(Policy):
    """Every legal move equally likely."""

    def __init__(self) -> None:
        self.moves = Moves()

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        self.moves.clear()
        state.list_moves(seat, self.moves)
        return self.moves.items[rng.below(self.moves.count)]
