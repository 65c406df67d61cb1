"""What a seat knows with perfect recall, as a short text: all that it saw and did since the game began.

The past of a table is gone through once more as this seat lived through it. Of every move it remembers what it saw of
it (its own moves, and the glimpses of others'), and after it whatever looks different than before. The text is a digest
of these memories in their order.

Where several decide together, the order in which they happened to answer is not part of the game: the seat's own
choice comes first in its recollection, then those of the others by seat number, when all have answered.
"""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from mischief.engine.errors import MischiefError
from mischief.engine.state import NEVER, Past, State

UNSEEN = -1
"""What every game's `glimpse` answers of a move that shows nothing."""


class Recollection:
    """What one seat remembers. `state` is the table as far as the seat has lived through it; `later` are moves that
    others have made already but that do not concern it yet."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.later: list[tuple[int, int]] = []
        self.seen = b""
        self.digest = blake2b(f"{state.game!r} {state.game.info.rules_version} {seat}".encode(), digest_size=16)
        self.look()

    def copy(self) -> Recollection:
        """To go on from here in more than one way."""
        twin = Recollection.__new__(Recollection)
        twin.state, twin.seat = self.state.clone(), self.seat
        twin.later, twin.seen, twin.digest = list(self.later), self.seen, self.digest.copy()
        return twin

    def go_on(self, seat: int, action: int) -> None:
        """Another move was made: live through it, and through those that were waiting for it."""
        self.later.append((seat, action))
        while self.lives_on():
            pass

    def lives_on(self) -> bool:
        """Live through what comes next; False if it has not been done yet."""
        if self.state.waits_for(self.seat):
            return self.sees_move_of(self.seat)
        others = self.state.actors()
        return self.sees_all(others) if len(others) > 1 else self.sees_move_of(int(self.state.actor()))

    def sees_all(self, others: list[int]) -> bool:
        """Live through a decision that others take together; False if some of them have not answered."""
        trial = self.copy()
        phase = trial.state.view(self.seat).phase
        while others:
            if not trial.sees_move_of(others[0]):
                return False
            waiting = trial.state.actors()
            still = set(waiting) <= set(others) and trial.state.view(self.seat).phase == phase
            others = waiting if still else []
        self.state, self.later, self.seen, self.digest = trial.state, trial.later, trial.seen, trial.digest
        return True

    def sees_move_of(self, seat: int) -> bool:
        """Live through the next move of a seat; False if it has not been made yet."""
        move = next((move for move in self.later if move[0] == seat), None)
        if move is None:
            return False
        self.later.remove(move)
        self.live_through(*move)
        return True

    def live_through(self, seat: int, action: int) -> None:
        glimpsed = int(self.state.glimpse(self.seat, seat, action))
        if glimpsed != UNSEEN:
            self.remember(f"{seat} {glimpsed}".encode())
        self.state.apply(seat, action)
        self.look()

    def look(self) -> None:
        """Remember what the table looks like, if that has changed."""
        seen = looks(self.state, self.seat)
        if seen != self.seen:
            self.seen = seen
            self.remember(seen)

    def remember(self, memory: bytes) -> None:
        self.digest.update(len(memory).to_bytes(4, "little"))
        self.digest.update(memory)


def looks(state: State, seat: int) -> bytes:
    """The table as a seat sees it, but for who has yet to answer."""
    view = state.view(seat)
    view.waiting = []
    return b"%d " % state.laid_open() + msgspec.msgpack.encode(view)


def info_key(state: State, seat: int) -> str:
    """What stands for all that this seat has seen and done."""
    if state.past is None:
        raise MischiefError(
            "This table has no past to recollect: it was imagined or played out. Use one that `begin`, `start` or"
            " `load` made and that `play` and `step` brought on."
        )
    found = _recollect(state, state.past, seat)
    if not found.later and found.seen != looks(state, seat):
        raise MischiefError("This table was moved on by `apply`, which writes nothing down: use `play` or `step`.")
    return found.digest.hexdigest()


def _recollect(state: State, past: Past, seat: int) -> Recollection:
    """The recollection of a seat, going on from the latest moment that it recollected before."""
    age = int(state.age)
    found, lived = _latest(past, age, seat)
    if found is not None and lived == age:
        return found
    if found is not None:
        found = found.copy()
    else:
        loaded = past.beginning().loaded
        beginning = state.game.begin() if loaded is None else loaded.clone()
        beginning.past = None
        found = Recollection(beginning, seat)
    for mover, action in past.moves(age)[lived:]:
        found.go_on(mover, action)
    if past.begins != NEVER:
        past.known[age, seat] = found
    return found


def _latest(past: Past, age: int, seat: int) -> tuple[Recollection | None, int]:
    """The latest recollection up to now that was kept, and how many moves it has lived through."""
    here: Past | None = past
    while here is not None and here.begins != NEVER:
        for moment in range(age, int(here.begins), -1):
            found = here.known.get((moment, seat))
            if found is not None:
                assert isinstance(found, Recollection)
                return found, moment
        age, here = int(here.begins), here.before
    return None, 0
