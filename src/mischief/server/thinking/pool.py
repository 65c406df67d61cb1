"""Bots think in worker processes, a few at a time; the event loop never waits for a thought.

A worker is given the log of the game so far, plays it again, and asks the bot, which sees the table from its seat's
perspective only. One that hangs or dies is replaced, and the game goes on with a simple move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

import msgspec

from mischief.bots.hints import Hint
from mischief.bots.levels import seconds_of
from mischief.engine.chance import Rng
from mischief.server.tables.fold import Fold
from mischief.server.thinking.worker import choose, explain, settle

log = logging.getLogger("mischief.bots")

PATIENCE = 20.0
"""Seconds for a thought before its worker is taken for lost and a simple move is made instead."""
CROWDED = 4
"""Thoughts waiting for each worker above which bots that search play by rules of thumb, so that tables go on."""

SIMPLER = {"hard": "normal", "search": "normal"}

Answer = TypeVar("Answer")


class Thought(msgspec.Struct):
    """What a bot will do, and the moment (by `time.monotonic`) before which nobody is to know: a thought of its level
    takes so long, whether there was much to think about, little or nothing."""

    actions: list[int]
    ready: float


class Thinker:
    """The worker processes. With 0 workers bots think in a thread of this process, which is enough for tests."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.thoughts = 0
        self.waiting = 0
        self._free = asyncio.Semaphore(max(1, workers))
        self._pool: Executor | None = None

    async def choose(self, fold: Fold, seat: int, level: str, only: int | None = None) -> Thought:
        """What a bot of this level would do in this seat: always a legal action, or several that nobody else can
        notice. With `only`, its one choice, it does not think, but takes its turn and its time as if it did."""
        ready = time.monotonic()
        try:
            async with self._turn(level) as level:
                ready = time.monotonic() + seconds_of(level)
                if only is None:
                    return Thought(await self._think(choose, fold, seat, level), ready)
        except Exception as error:  # a thought may fail in any way, and the game goes on in each
            log.warning("a bot failed; the house moves", extra={"level": level, "why": repr(error)})
            assert fold.state is not None
            rng = Rng(int.from_bytes(os.urandom(12)))
            legal = fold.state.legal(seat)
            only = legal[int(rng.below(len(legal)))]
        return Thought([only], ready)

    async def explain(self, fold: Fold, seat: int, level: str) -> Hint:
        async with self._turn(level) as level:
            return await self._think(explain, fold, seat, level)

    @contextlib.asynccontextmanager
    async def _turn(self, level: str) -> AsyncIterator[str]:
        """Wait for a worker that is free; with the level at which there is time to think."""
        self.thoughts += 1
        if self.waiting > CROWDED * max(1, self.workers):
            level = SIMPLER.get(level.partition(":")[0], level)
        self.waiting += 1
        try:
            async with self._free:
                yield level
        finally:
            self.waiting -= 1

    async def _think(self, thought: Callable[..., Answer], fold: Fold, seat: int, level: str) -> Answer:
        setup = fold.row.setup
        seed = int.from_bytes(os.urandom(12))
        facts = (fold.book.source, setup.seats, msgspec.json.encode(setup.options), fold.moves.tobytes())
        for _ in range(2):
            pool = self._open()
            loop = asyncio.get_running_loop()
            try:
                asked = loop.run_in_executor(pool, thought, *facts, seat, level, seed)
                async with asyncio.timeout(PATIENCE):  # not wait_for: see trials/client.py
                    return await asked
            except TimeoutError:
                self._replace(pool)
                raise
            except BrokenProcessPool:
                self._replace(pool)
        raise RuntimeError("the workers keep dying")

    def _open(self) -> Executor:
        if self._pool is None:
            if self.workers:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.workers, context, initializer=settle, initargs=(os.getpid(),))
            else:
                self._pool = ThreadPoolExecutor(1)
        return self._pool

    def _replace(self, pool: Executor) -> None:
        """A worker hangs or is gone: begin with fresh ones."""
        if self._pool is not pool:
            return
        self._pool = None
        for worker in list((getattr(pool, "_processes", None) or {}).values()):
            worker.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._replace(self._pool)
