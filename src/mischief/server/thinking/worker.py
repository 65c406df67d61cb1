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
from mischief.bots.levels import steady_bot
from mischief.engine.chance import Rng
from mischief.engine.game import Game
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


@lru_cache(maxsize=64)
def _game(source: str, seats: int, options: bytes) -> Game:
    return shelf.game(source, seats, **msgspec.json.decode(options))


def _perspective(source: str, seats: int, options: bytes, moves: bytes, seat: int) -> tuple[Game, Perspective]:
    """The table from the seat's perspective, after the game so far has been played again."""
    game = _game(source, seats, options)
    state = game.begin()
    flat = array("i")
    flat.frombytes(moves)
    for i in range(0, len(flat), 2):
        state.apply(flat[i], flat[i + 1])
    return game, Perspective(state, seat)


def choose(source: str, seats: int, options: bytes, moves: bytes, seat: int, level: str, seed: int) -> int:
    game, perspective = _perspective(source, seats, options, moves, seat)
    return steady_bot(level, game).choose(perspective, Rng(seed))


def explain(source: str, seats: int, options: bytes, moves: bytes, seat: int, level: str, seed: int) -> Hint:
    game, perspective = _perspective(source, seats, options, moves, seat)
    return steady_bot(level, game).explain(perspective, Rng(seed))
