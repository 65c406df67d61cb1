"""What a seat thinks possible at a table: worlds for the questions that it asks.

Each is drawn from what the seat may know, and the draw goes by the seat's own count of the log, which nothing hidden
from it changes: so the same question gets the same answer, and an answer tells nothing that the seat does not know.
"""

from __future__ import annotations

import zlib

from mischief.engine.state import State
from mischief.server.tables.fold import Fold
from mischief.server.tables.knowing import worlds_of


def seed(fold: Fold, viewer: int, entry: int) -> int:
    return zlib.crc32(f"{fold.row.id} {fold.counts.number(entry, (viewer,))}".encode())


def worlds(fold: Fold, seat: int) -> list[State]:
    """Worlds that a seat thinks possible now: the same ones until the game goes on."""
    state = fold.state
    assert state is not None
    return fold.trail.once(
        "worlds", seat, fold.game_seq, lambda: worlds_of(state, seat, seed(fold, seat, fold.game_seq))
    )
