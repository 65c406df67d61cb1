"""Bots think in worker processes, a few at a time; the event loop never waits for a thought.

A worker is given the log of the game so far, plays it again, and asks the bot, which sees the table from its seat's
perspective only. If that fails, the game goes on with a simple move.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from mischief.bots.hints import Hint
from mischief.bots.levels import for_so_long, seconds_of, trials_of
from mischief.engine.chance import Rng
from mischief.server.tables.fold import Fold
from mischief.server.tables.refusing import Denied
from mischief.server.thinking.accounts import Accounts
from mischief.server.thinking.line import Line, Looked
from mischief.server.thinking.worker import choose, explain
from mischief.server.thinking.workers import Workers

log = logging.getLogger("mischief.bots")

AT_A_GLANCE = 0.02
"""Seconds that a thought counts for which takes no time worth counting: by rules of thumb."""
TRIAL = 0.001
"""The same for each trial of one that counts them. Nobody is to know before all of them may have been made."""
RATE, BURST = 0.5, 10.0
"""Seconds of thinking for the hints of one address: in each second, and at once."""

Answer = TypeVar("Answer")


class Thought(msgspec.Struct):
    """What a bot will do, and the moment (by `time.monotonic`) before which nobody is to know: a thought of its level
    takes so long, whether there was much to think about, little or nothing. `waited`: seconds until it began."""

    actions: list[int]
    ready: float
    waited: float = 0.0


class Thinker:
    """The worker processes and the line before them. Without `limits` nobody counts an address's hints."""

    def __init__(self, workers: int, limits: bool = False) -> None:
        self.limits = limits
        self.thoughts = 0
        self.shortened = 0
        self.waiting = 0
        self.line = Line(workers)
        self.workers = Workers(workers)
        self.accounts = Accounts(RATE, BURST)

    async def choose(
        self, fold: Fold, seat: int, level: str, looked: Looked = Looked.BY_ITS_PEOPLE, only: int | None = None
    ) -> Thought:
        """What a bot of this level would do in this seat: always a legal action, or several that nobody else can
        notice. With `only`, its one choice, it does not think, but takes its turn and its time as if it did."""
        began = ready = time.monotonic()
        waited = 0.0
        level = fold.book.meant(level)
        self.thoughts += 1
        self.waiting += 1
        try:
            async with self.line.turn(fold.row.id, seat, _seconds(level), looked) as granted:
                level = self._fitting(level, granted)
                waited = time.monotonic() - began
                ready = time.monotonic() + (seconds_of(level) or TRIAL * trials_of(level))
                if only is None:
                    return Thought(await self._think(choose, fold, seat, level), ready, waited)
        except Exception as error:  # a thought may fail in any way, and the game goes on in each
            log.warning("a bot failed; the house moves", extra={"level": level, "why": repr(error)})
            assert fold.state is not None
            rng = Rng(int.from_bytes(os.urandom(12)))
            legal = fold.state.legal(seat)
            only = legal[int(rng.below(len(legal)))]
        finally:
            self.waiting -= 1
        return Thought([only], ready, waited)

    async def explain(self, fold: Fold, seat: int, level: str, asker: str = "") -> Hint:
        """A hint for the person in a seat, who is at an address. Raises Denied if there were too many from there."""
        if self.limits and self.accounts.left(asker) <= 0:
            raise Denied("too_fast", "Many hints have been asked for from here. Wait a little.")
        self.thoughts += 1
        self.waiting += 1
        level = fold.book.meant(level)
        try:
            async with self.line.turn(fold.row.id, seat, _seconds(level), Looked.BY_ITS_PEOPLE) as granted:
                self.accounts.pay(asker, granted)
                return await self._think(explain, fold, seat, self._fitting(level, granted))
        finally:
            self.waiting -= 1

    def _fitting(self, level: str, granted: float) -> str:
        """The level, or one that thinks for as long as it may. What takes no time worth counting stays as it is."""
        if granted >= _seconds(level) or _seconds(level) <= AT_A_GLANCE:
            return level
        self.shortened += 1
        return for_so_long(level, granted)

    async def _think(self, thought: Callable[..., Answer], fold: Fold, seat: int, level: str) -> Answer:
        setup = fold.row.setup
        seed = int.from_bytes(os.urandom(12))
        facts = (fold.book.source, setup.seats, msgspec.json.encode(setup.options), fold.moves.tobytes())
        return await self.workers.do(thought, *facts, seat, level, seed)

    def close(self) -> None:
        self.workers.close()


def _seconds(level: str) -> float:
    """How long a thought of this level takes, for sharing."""
    return seconds_of(level) or max(AT_A_GLANCE, TRIAL * trials_of(level))
