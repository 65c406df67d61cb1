"""How far back a game can go: its latest entries, as long as one of them may be taken back, and those that were.

An entry can be taken back only while everything after it stands without it: later entries are then its own seat's, or
those of seats that were choosing together with it. So the trail is short, mostly empty, and keeps the state before each
entry that is still open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.seats import WATCHER
from mischief.engine.state import State
from mischief.server.tables.entries import Moves

Answer = TypeVar("Answer")

LONGEST = 64
"""Entries at most."""
TOOK_BACK = "took_back"
"""The one event that comes from the table and not from the rules."""


class Step(msgspec.Struct):
    """An entry of the game. `state` is the table before it, and None if it can no longer be taken back; `begun`,
    `asked_at` and `bank` are its seat's, as they were before. `quiet`: whether nobody learned anything hidden through
    it, once that has been looked into."""

    seq: int
    at: int
    seat: int
    hand: str
    moves: Moves
    begun: int
    asked_at: int
    bank: int
    state: State | None
    quiet: bool | None = None


class Struck(msgspec.Struct):
    """An entry that was taken back by the entry `taken`."""

    seq: int
    seat: int
    moves: Moves
    taken: int


class Made(msgspec.Struct, frozen=True):
    """An entry in short: whether it was made for the seat (by a bot, the clock, an automatic pass), and whether
    something was dealt upon it."""

    seq: int
    by_itself: bool
    dealt: bool


class Trail:
    """The latest entries, oldest first, and all that were taken back; `made`: by seat, in short, the latest that
    stand."""

    __slots__ = ("_answers", "made", "steps", "struck")

    def __init__(self) -> None:
        self.made: dict[int, list[Made]] = {}
        self.steps: list[Step] = []
        self.struck: list[Struck] = []
        self._answers: dict[tuple[str, int], tuple[int, Any]] = {}

    def once(self, question: str, seat: int, entry: int, find: Callable[[], Answer]) -> Answer:
        """The answer to a seat's question, found once for as long as the game stands where this entry left it."""
        since, answer = self._answers.get((question, seat), (-1, None))
        if since != entry:
            answer = find()
            self._answers[question, seat] = (entry, answer)
        found: Answer = answer
        return found

    def add(self, step: Step) -> None:
        """A new entry: what cannot be taken back behind it is closed."""
        for old in self.steps:
            if old.state is None:
                continue
            if old.seat == step.seat:
                if step.state is None:
                    old.state = None  # what lies before something that stays
            elif not old.state.waits_for(step.seat):
                old.state = None  # somebody went on from there
        self.steps.append(step)
        dealt = any(who < 0 for who, _ in step.moves)
        made = self.made.setdefault(step.seat, [])
        made.append(Made(step.seq, bool(step.hand), dealt))
        del made[: -LONGEST - 1]
        first = next((i for i, s in enumerate(self.steps) if s.state is not None), len(self.steps))
        del self.steps[: min(first, len(self.steps) - 1)]
        del self.steps[:-LONGEST]

    def end(self) -> None:
        """The game is over: nothing goes back, nobody asks."""
        self._answers.clear()
        self.made.clear()
        self.steps.clear()

    def last_of(self, seat: int) -> int | None:
        """Where the seat's latest entry is."""
        return next((i for i in reversed(range(len(self.steps))) if self.steps[i].seat == seat), None)

    def strike(self, seq: int, taken: int) -> tuple[Step, State]:
        """Take an entry out: it, and the table as it is without it."""
        index = next(i for i, step in enumerate(self.steps) if step.seq == seq)
        step = self.steps.pop(index)
        assert step.state is not None, f"entry {seq} is closed"
        self.made[step.seat].pop()
        state = step.state.clone()
        for later in self.steps[index:]:
            if later.state is not None:
                later.state = state.clone()
            for who, action in later.moves:
                state.apply(who, action)
        self.struck.append(Struck(seq, step.seat, step.moves, taken))
        return step, state


def took_back(game: Game, before: State, seat: int, entry: int, moves: Moves) -> Event:
    """What is told of taking back an entry, and to whom: to its seat, and to those who had noticed the entry."""
    after = before.clone()
    told: list[Event] = []
    after.listener = told.append
    for who, action in moves:
        after.apply(who, action)
    after.listener = None
    facts: dict[str, object] = {"seat": seat, "entry": entry}
    viewers = [*range(int(before.seats)), int(WATCHER)]
    if told or all(game.view(before, v) != game.view(after, v) for v in viewers):
        return Event(TOOK_BACK, facts)
    knowing = tuple(v for v in viewers if v == seat or game.view(before, v) != game.view(after, v))
    return Event(TOOK_BACK, facts, {"seat": knowing, "entry": knowing})
