"""Taking back a move: when it is free, and what it becomes.

It is free while it changes nothing for anybody: nobody has gone on from the move, nothing was dealt upon it, and nobody
learned anything hidden through it. The last is not asked of the rules but found out by imagining. In many worlds that
the mover thinks possible the same is done: if what the mover then sees is not the same in all of them, the move told
something. And in some of these worlds everybody else imagines in turn: if they could tell from what they saw that the
world is not another one, the move told them something. Nothing but what the mover may know goes into the answer, so
that the answer itself is no secret.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence

from mischief.engine.chance import Rng
from mischief.engine.errors import Refused
from mischief.engine.events import Event
from mischief.engine.game import View
from mischief.engine.state import State
from mischief.server.entries import Unplayed
from mischief.server.fold import Fold
from mischief.server.trail import Step

OWN_WORLDS = 12
"""Worlds in which the mover looks for a difference."""
OTHERS_WORLDS, WORLDS_WITHIN = 2, 6
"""Worlds of the mover in which every other seat imagines, and how many each."""
LOOKALIKES = 8
"""Of actions that look alike to somebody, so many are tried for one that also leads to the same sight."""
MOST_PER_SEAT = 100
"""Times that a seat may take back in one game; more is play with the server, not with the others."""

Seen = tuple[View, list[Event]]


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
        step.quiet = quiet(step.state, seat, [action for _, action in step.moves], _seed(fold, step))
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


def _seed(fold: Fold, step: Step) -> int:
    return zlib.crc32(f"{fold.row.id} {step.seq}".encode())


# Did anybody learn anything?


def quiet(before: State, seat: int, actions: Sequence[int], seed: int) -> bool:
    """Whether nobody learns anything hidden when this seat does this."""
    rng = Rng(seed)
    really = _watched(before.clone(), seat, actions, seat)
    worlds = [before.imagine(seat, rng) for _ in range(OWN_WORLDS)]
    first: Seen | None = None
    for world in worlds:
        found = _watched(world.clone(), seat, actions, seat)
        if found is None or really is None or found[1] != really[1]:
            return False
        first = first or found
        if found[0] != first[0]:
            return False
    others = [s for s in range(int(before.seats)) if s != seat]
    return all(_untold(world, seat, actions, other, rng) for world in worlds[:OTHERS_WORLDS] for other in others)


def _untold(world: State, seat: int, actions: Sequence[int], other: int, rng: Rng) -> bool:
    """Whether another seat, in a world, sees nothing by which it could tell that world from those that it imagines."""
    here = world.clone()
    seen: list[tuple[int, int, Seen | None]] = []
    for action in actions:
        glimpsed = int(here.glimpse(other, seat, action))
        seen.append((action, glimpsed, _watched(here, seat, [action], other)))
    return all(_alike(world.imagine(other, rng), seat, seen, other) for _ in range(WORLDS_WITHIN))


def _alike(there: State, seat: int, seen: Sequence[tuple[int, int, Seen | None]], viewer: int) -> bool:
    """Whether something can be done in another world that looks to the viewer as the actions looked in this one."""
    for action, glimpsed, shown in seen:
        choices = [a for a in there.legal(seat) if int(there.glimpse(viewer, seat, a)) == glimpsed]
        choices.sort(key=action.__ne__)
        for choice in choices[:LOOKALIKES]:
            trial = there.clone()
            if _watched(trial, seat, [choice], viewer) == shown:
                there = trial
                break
        else:
            return False
    return True


def _watched(state: State, seat: int, actions: Sequence[int], viewer: int) -> Seen | None:
    """Do it, and what a viewer sees of it; None if it cannot be done."""
    told: list[Event] = []
    state.listener = told.append
    try:
        for action in actions:
            state.play(seat, action)
    except Refused:
        return None
    finally:
        state.listener = None
    return state.game.view(state, viewer), [event.seen_by(viewer) for event in told]
