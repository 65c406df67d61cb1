"""Which views a game shows, for type checkers: what `mischief.game("piratz")` gives is a `GameOf[PiratzView]`, whose
states are `StateOf[PiratzView]`.

None of it is there when the program runs: a game of this type is a `Game`, a state a `State`, a table a `Table`. So the
compiled rules need not know what they are typed as.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, SupportsIndex, TypeVar

from mischief.engine.game import Game, View
from mischief.engine.state import State
from mischief.engine.table import Table

ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)

if TYPE_CHECKING:
    from mischief.engine.chance import Rng

    class StateOf(State, Generic[ViewT_co]):
        """A state whose views are of this type."""

        game: GameOf[ViewT_co]

        def view(self, seat: SupportsIndex | None) -> ViewT_co: ...
        def clone(self) -> StateOf[ViewT_co]: ...
        def imagine(self, seat: SupportsIndex, rng: Rng) -> StateOf[ViewT_co]: ...
        def suppose(self, seat: SupportsIndex, rng: Rng) -> StateOf[ViewT_co]: ...

    class GameOf(Game, Generic[ViewT_co]):
        """A game whose states show views of this type."""

        def begin(self) -> StateOf[ViewT_co]: ...
        def start(self, seed: SupportsIndex) -> StateOf[ViewT_co]: ...
        def load(self, position: Mapping[str, Any]) -> StateOf[ViewT_co]: ...
        def replay(self, log: Sequence[tuple[int, int]]) -> StateOf[ViewT_co]: ...
        def view(self, state: State, seat: int) -> ViewT_co: ...

    class TableOf(Table, Generic[ViewT_co]):
        """A table whose state shows views of this type."""

        game: GameOf[ViewT_co]
        state: StateOf[ViewT_co]

else:

    class StateOf:
        def __class_getitem__(cls, view: object) -> type[State]:
            return State

    class GameOf:
        def __class_getitem__(cls, view: object) -> type[Game]:
            return Game

    class TableOf:
        def __class_getitem__(cls, view: object) -> type[Table]:
            return Table
