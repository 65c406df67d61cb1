"""The worlds that a seat thinks possible, imagined one at a time: all that a search sees of a table."""

from typing import Any

from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Rng
from mischief.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Worlds:
    """Worlds that one seat cannot tell from the true one; compiled, since search asks for one in every simulation."""

    def __init__(self, state: State, seat: i64) -> None:
        self.__state = state
        self.seat = seat
        self.seats = state.seats
        self.__believe: Any = getattr(state, "believe_as", None)

    def imagine(self, rng: Rng) -> State:
        """A world in which everything that the seat cannot know has been dealt afresh."""
        return self.__state.imagine_as(self.seat, rng)

    def believe(self, rng: Rng) -> State:
        """The same, as likely as others tend to choose what they choose in secret, where a game knows that (its state
        has a method `believe_as`)."""
        if self.__believe is None:
            return self.imagine(rng)
        world: State = self.__believe(self.seat, rng)
        return world

    def suppose(self, rng: Rng) -> State:
        """The same in no particular proportions, at once."""
        return self.__state.suppose_as(self.seat, rng)
