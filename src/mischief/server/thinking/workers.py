"""Worker processes that do what would make everybody wait. One that hangs or dies is replaced."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from mischief.processes import deaf
from mischief.server.thinking.worker import settle

PATIENCE = 20.0
"""Seconds for a job before its worker is taken for lost."""

Answer = TypeVar("Answer")


class Workers:
    """So many processes, begun when the first job comes. With 0 of them jobs are done in a thread of this process,
    which is enough for tests."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._pool: Executor | None = None

    async def do(self, job: Callable[..., Answer], *facts: Any) -> Answer:
        """What a job makes of the facts. Raises what it raises, TimeoutError if it takes too long, and RuntimeError if
        workers keep dying of it."""
        for _ in range(2):
            pool = self._open()
            try:
                doing = asyncio.get_running_loop().run_in_executor(pool, job, *facts)
                async with asyncio.timeout(PATIENCE):  # not wait_for: see trials/client.py
                    return await doing
            except TimeoutError:
                self._replace(pool)
                raise
            except BrokenProcessPool:
                self._replace(pool)
        raise RuntimeError("the workers keep dying")

    def pids(self) -> list[int]:
        return list((getattr(self._pool, "_processes", None) or {}).keys())

    def _open(self) -> Executor:
        if self._pool is None:
            if self.count:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self.count, context, initializer=settle, initargs=(os.getpid(),))
                with deaf():
                    self._pool.submit(os.getpid)  # the first job begins the processes
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
