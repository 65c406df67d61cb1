"""What runs in a bot's worker process. Imports nothing of the server: a worker is small."""

from __future__ import annotations

import contextlib
import math
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
from mischief.bots.levels import for_so_long, seconds_of, steady_bot
from mischief.bots.thinker import FAINT
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


ENOUGH = 80
"""Imagined games without which nobody should judge."""
SEEN, DOUBT = 4, 10
"""How often a move must have been tried before it is judged; and as if so many tries more had shown no loss."""
SURE = 1.0
"""Standard errors by which a move must be better before another is said to have cost something."""


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
            level = for_so_long(level, left)
        action = steady_bot(level, state.game).choose(Perspective(state, seat), rng)
        actions.append(action)
        after = state.clone()
        after.apply(seat, action)
        if not goes_on_in_secret(state, after, seat, action):
            return actions
        state = after


def explain(source: str, seats: int, options: bytes, moves: bytes, seat: int, level: str, seed: int) -> Hint:
    return advise(_played(source, seats, options, moves), seat, level, Rng(seed))


def choices(source: str, seats: int, options: bytes, moves: bytes) -> list[int]:
    """Which moves of a finished game were choices among several: their places in the list of its moves."""
    state = _game(source, seats, options).begin()
    flat = array("i")
    flat.frombytes(moves)
    found = []
    for place in range(len(flat) // 2):
        seat, action = flat[2 * place], flat[2 * place + 1]
        if seat >= 0 and len(state.legal(seat)) > 1:
            found.append(place)
        state.apply(seat, action)
    return found


class Opinion(msgspec.Struct):
    """What is thought of a move: the seat's chance as it stood, what another move would have been worth more, and by
    how much (0 where that may be chance). `chance` is None where the bot has no idea of it."""

    chance: float | None
    better: int
    lost: float


def judge(
    source: str, seats: int, options: bytes, moves: bytes, seat: int, action: int, level: str, seed: int
) -> Opinion:
    """A move of a finished game, judged by what its seat could know when it was made. Where rules are not compiled the
    time may be too short for a judgement: then it takes longer."""
    state, rng = _played(source, seats, options, moves), Rng(seed)
    hint = advise(state, seat, level, rng)
    if 0 < hint.simulations < ENOUGH:
        hint = advise(state, seat, f"search:{ENOUGH}it", rng)
    return _opinion(hint, action)


def weigh(state: State, seat: int, action: int, level: str, rng: Rng) -> Opinion:
    """What a bot of that level thinks of a move."""
    return _opinion(advise(state, seat, level, rng), action)


def _opinion(hint: Hint, action: int) -> Opinion:
    best, own = hint.moves[0], next((move for move in hint.moves if move.action == action), None)
    if hint.mark is None or own is None or own.chance is None or own.action == best.action or own.visits < SEEN:
        return Opinion(hint.chance, best.action, 0.0)
    lead = hint.mark - own.chance
    # A move that was tried seldom looks surer than it is: at worst its results are as scattered as those of a coin.
    give = math.hypot(best.error or 0.0, max(own.error or 0.0, 0.5 / math.sqrt(own.visits)))
    if (own.share or 0.0) >= FAINT or lead <= SURE * give:  # one of those that are rightly mixed; or luck
        return Opinion(hint.chance, best.action, 0.0)
    return Opinion(hint.chance, best.action, lead * own.visits / (own.visits + DOUBT))


def advise(state: State, seat: int, level: str, rng: Rng) -> Hint:
    return steady_bot(level, state.game).explain(Perspective(state, seat), rng)
