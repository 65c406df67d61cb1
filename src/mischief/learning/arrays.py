"""A batch whose questions and answers are numpy arrays. They look at the batch's own buffers: nothing is copied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex

from mischief.engine.batch import Batch
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.policy import Policy
from mischief.extras import needs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Asked(NamedTuple):
    """What the tables ask, one row for each."""

    observations: NDArray[np.uint8]
    """tables x length: what the seat that is asked may know; `game.observer().fields` says what the numbers mean."""
    masks: NDArray[np.bool_]
    """tables x actions: what it may do."""
    seats: NDArray[np.uint8]
    """Which seat it is."""


class Finished(NamedTuple):
    """The games that ended in a step."""

    tables: NDArray[np.int32]
    """At which table, for each of them."""
    payoffs: NDArray[np.float32]
    """games x seats: what each seat got."""


class Arrays:
    """A batch of tables for numpy. `policies`, `rotate`, `forced` and `turned` are those of `engine/batch.py`, which
    does the work and is at hand as `batch`."""

    def __init__(
        self,
        game: Game,
        tables: SupportsIndex,
        seed: SupportsIndex,
        policies: Mapping[int, Policy] | None = None,
        rotate: bool = False,
        forced: bool = True,
        turned: bool = False,
    ) -> None:
        self.np = _numpy()
        self.game = game
        self.batch = Batch(game, tables, seed, policies, rotate, forced, turned)

    def look(self) -> Asked:
        """What the tables ask now."""
        np, batch, look = self.np, self.batch, self.batch.look()
        return Asked(
            np.frombuffer(look.observations, np.uint8).reshape(batch.tables, batch.length),
            np.frombuffer(look.masks, np.bool_).reshape(batch.tables, batch.num_actions),
            np.frombuffer(look.seats, np.uint8),
        )

    def step(self, actions: object) -> Finished:
        """Take one action at every table, given as a list or an array of whole numbers, and go on until each asks
        again. If one of them is not legal, none is taken."""
        np, ended = self.np, self.batch.step(actions)
        payoffs = np.frombuffer(ended.payoffs, "<f4").reshape(ended.count, self.game.seats)
        return Finished(np.frombuffer(ended.tables, "<i4"), payoffs)

    def any_legal(self, rng: Rng) -> NDArray[np.int32]:
        """One of the legal actions for each table, all equally likely: what `step` takes. Much faster than picking from
        the masks, since the batch has the moves as a list."""
        return self.np.frombuffer(self.batch.any_legal(rng), "<i4")  # type: ignore[no-any-return]


def any_legal(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.intp]:
    """One of the legal actions for each row, all equally likely."""
    number = (rng.random(len(masks)) * masks.sum(axis=1)).astype(_numpy().intp)
    found: NDArray[np.intp] = (masks.cumsum(axis=1) > number[:, None]).argmax(axis=1)
    return found


def _numpy() -> Any:
    with needs("learn"):
        import numpy
    return numpy
