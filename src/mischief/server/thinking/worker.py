"""What runs in a bot's worker process. Imports nothing of the server: a worker is small."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from array import array
from functools import lru_cache

import msgspec

from mischief.bots.bot import Perspective
from mischief.bots.hints import Hint
from mischief.bots.levels import seconds_of, steady_bot
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.noticing import goes_on_in_secret
from mischief.engine.seats import WATCHER
from mischief.engine.state import State
from mischief.games import shelf


def settle(parent: int) -> None:
    """Workers leave interrupts to their parent, yield to the event loop, and go when the parent goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # a hardened system may forbid even that
            os.nice(5)
    threading.Thread(target=_go_with, args=(parent,), daemon=True).start()


def _go_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(2)
    os._exit(0)


SHORTEST = 0.01
"""Seconds below which it is not worth while to search."""


@lru_cache(maxsize=64)
def _game(source: str, seats: int, options: bytes) -> Game:
    return shelf.game(source, seats, **msgspec.json.decode(options))


def _played(source: str, seats: int, options: bytes, moves: bytes) -> State:
    """The table after the game so far has been played again."""
    state = _game(source, seats, options).begin()
    flat = array("i")
    flat.frombytes(moves)
    for i in range(0, len(flat), 2):
        state.apply(flat[i], flat[i + 1])
    return state


def choose(source: str, seats: int, options: bytes, moves: bytes, seat: int, level: str, seed: int) -> list[int]:
    """A whole choice: of one that is made in several steps in secret, all of them, in the time of one thought. Others
    must not learn from the time how many there were."""
    state = _played(source, seats, options, moves)
    rng = Rng(seed)
    left = seconds_of(level)
    actions: list[int] = []
    while True:
        if left and any(state.glimpse(int(WATCHER), seat, action) < 0 for action in state.legal(seat)):
            left /= 2  # there may be another step
            level = f"search:{left:.3f}s" if left >= SHORTEST else "normal"
        action = steady_bot(level, state.game).choose(Perspective(state, seat), rng)
        actions.append(action)
        after = state.clone()
        after.apply(seat, action)
        if not goes_on_in_secret(state, after, seat, action):
            return actions
        state = after


def explain(source: str, seats: int, options: bytes, moves: bytes, seat: int, level: str, seed: int) -> Hint:
    return advise(_played(source, seats, options, moves), seat, level, Rng(seed))


def advise(state: State, seat: int, level: str, rng: Rng) -> Hint:
    return steady_bot(level, state.game).explain(Perspective(state, seat), rng)
