"""What all bridges share: seeds, observations with their masks, and moves that are not allowed."""

from __future__ import annotations

import secrets
from typing import Any, Literal, TypeAlias

from mischief.engine.chance import Rng
from mischief.engine.errors import MischiefError, Refused
from mischief.engine.game import Game
from mischief.engine.moves import Moves
from mischief.engine.state import State
from mischief.engine.whole import whole
from mischief.extras import needs

with needs("zoo"):
    import numpy as np
    from gymnasium import spaces

Illegal: TypeAlias = Literal["refuse", "any"]
"""What becomes of a move that the mask forbids: it is refused with the rule that forbids it, or any legal move is made
in its place, as tests that know nothing of masks need it."""
Seen: TypeAlias = dict[str, Any]
"""What an agent is shown: `observation`, a row of small numbers, and `action_mask`."""


def known(illegal: object) -> Illegal:
    """The setting, if it is one."""
    if illegal == "refuse" or illegal == "any":
        return "refuse" if illegal == "refuse" else "any"
    raise MischiefError(f"illegal is 'refuse' or 'any', not {illegal!r}.")


def known_limit(max_cycles: object) -> int | None:
    """After how many moves a game is cut short; None if it never is."""
    if max_cycles is None:
        return None
    limit = whole(max_cycles)
    if limit is None or limit < 1:
        raise MischiefError(f"max_cycles is a whole number from 1 up, or None, not {max_cycles!r}.")
    return limit


def seen_space(game: Game) -> spaces.Dict:
    """Of what an agent is shown."""
    length = int(game.observer().length)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (length,), np.uint8),
            "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
        }
    )


class Looking:
    """Shows a seat what it may know and do. Rows are read-only arrays, made anew each time."""

    def __init__(self, game: Game) -> None:
        self.row = game.observer().row

    def __call__(self, state: State, seat: int) -> Seen:
        return {
            "observation": np.frombuffer(self.row(state, seat), np.uint8),
            "action_mask": np.frombuffer(state.legal_mask(seat), np.int8),
        }


class Choosing:
    """Makes the moves of agents, and deals."""

    def __init__(self, illegal: object) -> None:
        self.illegal = known(illegal)
        self.rng = Rng(0)
        self.moves = Moves()

    def sow(self, seed: int | None) -> None:
        """Begin a new stream of chance: from a seed, or if there is none and there was one, go on from that."""
        if seed is not None:
            self.rng = Rng(seed)

    def seat_moves(self, state: State, seat: int, action: object) -> None:
        """One move of a seat that is asked; nothing is dealt yet."""
        try:
            state.play(seat, action)  # type: ignore[arg-type]  # what is no number is refused
        except Refused:
            if self.illegal == "refuse":
                raise
            legal = state.legal(seat)
            state.play(seat, legal[self.rng.below(len(legal))])


def any_seed() -> int:
    """For those who give none."""
    return secrets.randbits(64)
