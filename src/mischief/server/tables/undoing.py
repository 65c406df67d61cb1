"""Taking back a move: when it is free, and what it becomes.

It is free while it changes nothing for anybody: nobody has gone on from the move, nothing was dealt upon it, and nobody
learned anything hidden through it.
"""

from __future__ import annotations

from mischief.engine.errors import Refused
from mischief.server.tables.entries import Unplayed
from mischief.server.tables.fold import Fold
from mischief.server.tables.knowing import may_step_unnoticed, quiet
from mischief.server.tables.supposing import seed, worlds

MOST_PER_SEAT = 100
"""Times that a seat may take back in one game; more is play with the server, not with the others."""

WORLDS_OF_OTHERS = 6
"""Of the worlds that a seat thinks possible, so many are looked at for what others may do there."""
GONE_ON = "The game has gone on since your latest move, or may have in secret."


def why_not(fold: Fold, seat: int, seen: int) -> str:
    """Why the seat's latest move cannot be taken back, in one sentence; empty if it can."""
    if not fold.row.setup.undo:
        return "At this table a move made is a move made."
    if fold.places[seat].stand_in is not None:
        return "A bot is playing your seat. Take it back first."
    struck = [one.taken for one in fold.trail.struck if one.seat == seat]
    if len(struck) >= MOST_PER_SEAT:
        return f"You have taken back {MOST_PER_SEAT} moves in this game. That is enough for anyone."
    made = fold.trail.made.get(seat)
    if not made:
        return "You have not made a move yet."
    if made[-1].by_itself:
        return "Your latest move was not made by yourself."
    if made[-1].dealt:
        return "Something was dealt or rolled upon your latest move."
    index = fold.trail.last_of(seat)
    if _may_have_gone_on(fold, seat, made[-1].seq) or index is None:
        return GONE_ON
    step = fold.trail.steps[index]
    if step.state is None or not _stands_without(fold, index):
        return GONE_ON
    if seen < max(step.seq, *struck, 0):
        return "The table has moved on since you pressed. Look again."
    if step.quiet is None:
        step.quiet = quiet(step.state, seat, [action for _, action in step.moves], seed(fold, seat, step.seq))
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


def _may_have_gone_on(fold: Fold, seat: int, entry: int) -> bool:
    """Whether, for all that the seat can know, somebody has gone on from its move without a sign: then it must make no
    difference whether anybody has."""
    others = [other for other in range(len(fold.places)) if other != seat and fold.begun[other] >= entry]

    def find() -> bool:
        possible = worlds(fold, seat)[:WORLDS_OF_OTHERS]
        return any(may_step_unnoticed(world, other, seat) for world in possible for other in others)

    return fold.trail.once("gone on", seat, fold.game_seq, find)


def _stands_without(fold: Fold, index: int) -> bool:
    """Whether all that came after an entry would be there without it: nothing at all, or choices of others in a
    decision that they made together with its seat and that somebody, perhaps that seat, is still making."""
    step, later = fold.trail.steps[index], fold.trail.steps[index + 1 :]
    assert fold.state is not None
    assert step.state is not None
    if not later:
        return True
    if any(one.begun >= step.seq for one in later):
        return False
    seats = range(len(fold.places))
    if not any(fold.state.waits_for(s) and fold.begun[s] < step.seq for s in seats):
        return False
    trial = step.state.clone()
    try:
        for one in [*later, step]:
            for who, action in one.moves:
                trial.play(who, action)
    except Refused:
        return False
    return all(fold.game.view(trial, s) == fold.game.view(fold.state, s) for s in seats)
