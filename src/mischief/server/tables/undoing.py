"""Taking back a move: when it is free, and what it becomes.

It is free while it changes nothing for anybody: nobody has gone on from the move, nothing was dealt upon it, and nobody
learned anything hidden through it.
"""

from __future__ import annotations

import zlib

from mischief.engine.errors import Refused
from mischief.server.tables.entries import Unplayed
from mischief.server.tables.fold import Fold
from mischief.server.tables.knowing import quiet

MOST_PER_SEAT = 100
"""Times that a seat may take back in one game; more is play with the server, not with the others."""


def why_not(fold: Fold, seat: int, seen: int) -> str:
    """Why the seat's latest move cannot be taken back, in one sentence; empty if it can."""
    if not fold.row.setup.undo:
        return "At this table a move made is a move made."
    if fold.places[seat].stand_in is not None:
        return "A bot is playing your seat. Take it back first."
    struck = [one.taken for one in fold.trail.struck if one.seat == seat]
    if len(struck) >= MOST_PER_SEAT:
        return f"You have taken back {MOST_PER_SEAT} moves in this game. That is enough for anyone."
    index = fold.trail.last_of(seat)
    if index is None:
        moved = seat in fold.moves[0::2]
        return "The game has gone on since your latest move." if moved else "You have not made a move yet."
    step = fold.trail.steps[index]
    if step.hand:
        return "Your latest move was not made by yourself."
    if any(who < 0 for who, _ in step.moves):
        return "Something was dealt or rolled upon your latest move."
    if step.state is None or not _stands_without(fold, index):
        return "The game has gone on since your latest move."
    if seen < max(step.seq, *struck, 0):
        return "The table has moved on since you pressed. Look again."
    if step.quiet is None:
        step.quiet = quiet(step.state, seat, [action for _, action in step.moves], seed(fold, step.seq))
    if not step.quiet:
        return "Your latest move showed something that was hidden."
    return ""


def unplay(fold: Fold, seat: int) -> Unplayed:
    """The entry that takes back the seat's latest move, which is known to be free."""
    index = fold.trail.last_of(seat)
    assert index is not None
    return Unplayed(seat=seat, played=fold.trail.steps[index].seq)


def in_time(fold: Fold, seat: int, now: int) -> bool:
    """Whether the seat would have time left to choose anew."""
    clock, index = fold.row.setup.clock, fold.trail.last_of(seat)
    if clock is None or index is None:
        return True
    step = fold.trail.steps[index]
    return fold.time_used(step, now) < clock.move_seconds * 1000 + step.bank


def _stands_without(fold: Fold, index: int) -> bool:
    """Whether all that came after an entry would be there without it: nothing at all, or choices of others in a
    decision that they made together with its seat and that somebody is still making."""
    step, later = fold.trail.steps[index], fold.trail.steps[index + 1 :]
    assert fold.state is not None
    assert step.state is not None
    if not later:
        return True
    if any(one.asked >= step.seq for one in later):
        return False
    seats = range(len(fold.places))
    if not any(fold.state.waits_for(s) and fold.asked[s] < step.seq for s in seats if s != step.seat):
        return False
    trial = step.state.clone()
    try:
        for one in [*later, step]:
            for who, action in one.moves:
                trial.play(who, action)
    except Refused:
        return False
    return all(fold.game.view(trial, s) == fold.game.view(fold.state, s) for s in seats)


def seed(fold: Fold, seq: int) -> int:
    """The same question at the same table gets the same answer."""
    return zlib.crc32(f"{fold.row.id} {seq}".encode())
