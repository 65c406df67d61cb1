"""Bots think in worker processes, a few at a time; the event loop never waits for a thought.

A worker is given the log of the game so far, plays it again, and asks the bot, which sees the table from its seat's
perspective only. One that hangs or dies is replaced, and the game goes on with a simple move.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

import msgspec

from mischief.bots.hints import Hint
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


class Thinker:
    """The worker processes. With 0 workers bots think in a thread of this process, which is enough for tests."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.thoughts = 0
        self.waiting = 0
        self._free = asyncio.Semaphore(max(1, workers))
        self._pool: Executor | None = None

    async def choose(self, fold: Fold, seat: int, level: str) -> int:
        """What a bot of this level would do in this seat. Always a legal action."""
        try:
            return await self._ask(choose, fold, seat, level)
        except Exception as error:  # a thought may fail in any way, and the game goes on in each
            log.warning("a bot failed; the house moves", extra={"level": level, "why": repr(error)})
        assert fold.state is not None
        rng = Rng(int.from_bytes(os.urandom(12)))
        legal = fold.state.legal(seat)
        return legal[int(rng.below(len(legal)))]

    async def explain(self, fold: Fold, seat: int, level: str) -> Hint:
        return await self._ask(explain, fold, seat, level)

    async def _ask(self, thought: Callable[..., Answer], fold: Fold, seat: int, level: str) -> Answer:
        self.thoughts += 1
        if self.waiting > CROWDED * max(1, self.workers):
            level = SIMPLER.get(level.partition(":")[0], level)
        self.waiting += 1
        try:
            async with self._free:
                return await self._think(thought, fold, seat, level)
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
