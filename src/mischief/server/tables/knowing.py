"""Who learns what, and who knows what: found out by imagining, not asked of the rules.

In many worlds that the mover thinks possible the same is done: if what the mover then sees is not the same in all of
them, the move told something. And in some of these worlds everybody else imagines in turn: if they could tell from what
they saw that the world is not another one, the move told them something. Nothing but what the mover may know goes into
an answer, so that the answer itself is no secret.

In the same way a sequence of moves is judged before it is made: what holds in all worlds that the mover thinks possible
may be said; where they differ, no more is said than that.
"""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.chance import Rng
from mischief.engine.errors import MischiefError, Refused
from mischief.engine.events import Event
from mischief.engine.game import View
from mischief.engine.seats import WATCHER
from mischief.engine.state import State

OWN_WORLDS = 12
"""Worlds in which the mover looks for a difference."""
OTHERS_WORLDS, WORLDS_WITHIN = 2, 6
"""Worlds of the mover in which every other seat imagines, and how many each."""
FORESEEN_WORLDS = 16
"""Worlds in which a sequence of moves is judged."""
LOOKALIKES = 8
"""Of actions that look alike to somebody, so many are tried for one that also leads to the same sight."""

Seen = tuple[View, list[Event]]


class Unforeseeable(MischiefError):
    """What would become of these moves depends on something that the mover cannot know."""


def worlds_of(state: State, seat: int, seed: int) -> list[State]:
    """Worlds that a seat cannot tell from the true one."""
    rng = Rng(seed)
    return [state.suppose(seat, rng) for _ in range(FORESEEN_WORLDS)]


def foresee(worlds: Sequence[State], seat: int, actions: Sequence[int]) -> Refused | None:
    """Why a sequence of moves is refused, if it is; as far as the seat can know. Raises Unforeseeable where its worlds
    disagree: on that, or on what the seat may do next."""
    trials = [world.clone() for world in worlds]
    for number, action in enumerate(actions):
        choices = [trial.legal(seat) for trial in trials]
        if number and any(choice != choices[0] for choice in choices):
            raise Unforeseeable
        if action in choices[0]:
            for trial in trials:
                trial.apply(seat, action)
            continue
        refusals = [trial.game.refusal(trial, seat, action) for trial in trials]
        if any(str(refusal) != str(refusals[0]) for refusal in refusals):
            raise Unforeseeable
        return refusals[0]
    return None


def no_choice(state: State, seat: int, seed: int) -> bool:
    """Whether this seat has one legal move only, and everybody can know that it has but one."""
    if len(state.legal(seat)) != 1:
        return False
    rng = Rng(seed)
    worlds = [_imagined(state, seat, rng) for _ in range(OTHERS_WORLDS)]
    others = [s for s in range(int(state.seats)) if s != seat]
    return all(
        len(world.imagine(other, rng).legal(seat)) == 1
        for world in worlds
        for other in others
        for _ in range(WORLDS_WITHIN)
    )


def may_pass(state: State, seat: int, seed: int) -> bool:
    """Whether everybody can know that this seat may let the window go by that asks it."""
    rng = Rng(seed)
    worlds = [state, *(state.suppose(int(WATCHER), rng) for _ in range(OWN_WORLDS))]
    return all(world.game.window_pass(world, seat) is not None for world in worlds)


def may_step_unnoticed(state: State, seat: int, viewer: int) -> bool:
    """Whether a seat can do something now that another cannot notice."""
    if not state.waits_for(seat):
        return False
    secret = [action for action in state.legal(seat) if state.glimpse(viewer, seat, action) < 0]
    if not secret:
        return False
    seen = state.game.view(state, viewer)
    for action in {secret[0], secret[len(secret) // 2], secret[-1]}:
        after = state.clone()
        after.apply(seat, action)
        if state.game.view(after, viewer) == seen:
            return True
    return False


def _imagined(state: State, seat: int, rng: Rng) -> State:
    """A world in which others may imagine in turn."""
    world = state.imagine(seat, rng)
    world.forget()
    return world


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
    world = world.clone()
    world.forget()
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
