"""The clerk plays finished games again and tries out positions, in a process of its own: no table waits for it.

It takes one job at a time, in turn among those who ask, each known by its address. An address has so many seconds of
the clerk's time for itself; who has used them up, or has too many jobs waiting, is asked to come back later.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, TypeVar, cast

from mischief.engine.errors import MischiefError
from mischief.server.protocol.messages import Refusal
from mischief.server.tables.refusing import Denied, in_words
from mischief.server.thinking.accounts import Accounts
from mischief.server.thinking.workers import Workers

log = logging.getLogger("mischief.clerk")

RATE, BURST = 0.25, 6.0
"""Seconds of the clerk's time for one address: in each second, and at once."""
MOST_EACH, MOST_WAITING = 12, 200
"""Jobs that wait: of one address, and of all."""

Answer = TypeVar("Answer")


class Clerk:
    """With `process` False the work is done in a thread, which is enough for tests."""

    def __init__(self, process: bool, limits: bool) -> None:
        self.limits = limits
        self.accounts = Accounts(RATE, BURST)
        self.done = 0
        self.waiting = 0
        self._lines: OrderedDict[str, deque[tuple[asyncio.Future[Any], Callable[..., Any], tuple[Any, ...]]]]
        self._lines = OrderedDict()
        self._busy: asyncio.Task[None] | None = None
        self._workers = Workers(1 if process else 0)

    async def ask(self, who: str, job: Callable[..., Answer], *facts: Any) -> Answer:
        """What `job` makes of the facts. Raises what it refuses, or that too much is asked."""
        line = self._lines.setdefault(who, deque())
        if self.limits and (len(line) >= MOST_EACH or self.waiting >= MOST_WAITING or self.accounts.left(who) <= 0):
            if not line:
                del self._lines[who]
            raise Denied("too_fast", "That takes work, and much of it has been asked for from here. Wait a little.")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        line.append((answer, job, facts))
        self.waiting += 1
        if self._busy is None:
            self._busy = asyncio.get_running_loop().create_task(self._work())
        return await answer

    async def _work(self) -> None:
        """One job after another, of each address one."""
        while self._lines:
            who, line = self._lines.popitem(last=False)
            answer, job, facts = line.popleft()
            if line:
                self._lines[who] = line
            self.waiting -= 1
            if answer.cancelled():
                continue
            try:
                seconds, found, refusal = await self._workers.do(timed, job, facts)
            except Exception as error:  # a job may fail in any way, and the next one is done
                log.exception("the clerk's work failed")
                if not answer.done():
                    answer.set_exception(error)
                continue
            self.done += 1
            self.accounts.pay(who, seconds)
            if answer.done():
                continue
            if refusal is not None:
                code, text, clause = refusal
                answer.set_exception(Denied(cast(Refusal, code), text, clause))
            else:
                answer.set_result(found)
        self._busy = None

    def close(self) -> None:
        if self._busy is not None:
            self._busy.cancel()
        self._workers.close()


def timed(
    job: Callable[..., Answer], facts: tuple[Any, ...]
) -> tuple[float, Answer | None, tuple[str, str, str] | None]:
    """Do it, where it is done: the seconds that it took, and what came of it or why not."""
    began = time.thread_time()
    try:
        found = job(*facts)
        return time.thread_time() - began, found, None
    except MischiefError as error:
        return time.thread_time() - began, None, in_words(error)
