"""Who can notice that something was done. What others cannot notice is done without a word, and takes no time."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.seats import WATCHER
from mischief.engine.state import State


def overlooked_by(before: State, mover: int, moves: Sequence[tuple[int, int]]) -> list[int]:
    """The viewers (seats, and the WATCHER) who see nothing of these moves as they are made: each move looks to them
    like any other. What follows from them may still be plain to see."""
    left = [viewer for viewer in (*range(int(before.seats)), int(WATCHER)) if viewer != mover]
    state = before.clone()
    for seat, action in moves:
        left = [viewer for viewer in left if state.glimpse(viewer, seat, action) < 0]
        if not left:
            break
        state.apply(seat, action)
    return left


def goes_on_in_secret(before: State, after: State, mover: int, action: int) -> bool:
    """Whether an action is a small step of a choice that its seat is still making, and somebody cannot notice it."""
    if not after.waits_for(mover) or before.glimpse(int(WATCHER), mover, action) >= 0:
        return False
    game = before.game
    return game.view(before, int(WATCHER)) == game.view(after, int(WATCHER))
