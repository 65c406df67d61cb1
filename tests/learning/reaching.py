"""States to look at, and what of a view its row has to say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import mischief
from mischief.engine.chance import Rng
from mischief.engine.fields import Omission
from mischief.engine.game import Game
from mischief.engine.invariants import plain
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from tests.shelf_of_tests import ALL_GAMES

OBSERVED = [name for name in ALL_GAMES if (parts := getattr(mischief.rulebook(name), "parts", None)) and parts.observer]
"""The games that have an observer."""


def walk(game: Game, seed: int, closely: int = 15) -> Iterator[State]:
    """States of a random game, from the empty table to the end: all at first, the more sparsely the longer it lasts."""
    state, rng = game.begin(), Rng(seed)
    yield state
    seen, skipped = 1, 0
    while not state.over:
        actors = state.actors()
        seat = actors[rng.below(len(actors))]
        legal = state.legal(seat)
        state.apply(seat, state.sample(rng) if seat == DEALER else legal[rng.below(len(legal))])
        skipped += 1
        if state.over or skipped > seen // closely:
            yield state
            seen, skipped = seen + 1, 0


def children(state: State, most: int) -> Iterator[State]:
    """The states one step on, which differ from each other in little: for each that may act, up to `most` of them."""
    for seat in state.actors():
        legal = state.legal(seat)
        for action in legal[:: 1 + len(legal) // most]:
            child = state.clone()
            child.play(seat, action)
            yield child


def to_be_said(view: Any, omissions: list[Omission]) -> Any:
    """A view as plain data without what the observer says it leaves out."""
    told = plain(view)
    for omission in omissions:
        if not omission.path.startswith("options."):
            _leave_out(told, omission.path.split("."), omission.order_only)
    return told


def _leave_out(told: Any, path: list[str], order_only: bool) -> None:
    here, rest = path[0], path[1:]
    keys = (range(len(told)) if isinstance(told, list) else list(told)) if here == "*" else [here]
    for key in keys:
        if rest:
            _leave_out(told[key], rest, order_only)
        elif order_only:
            told[key] = sorted(told[key] or [], key=repr)
        else:
            told[key] = None
