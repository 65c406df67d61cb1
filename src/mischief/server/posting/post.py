"""The post: messages wait in a queue of their own and are sent by threads of their own, so that no table ever waits for
a push service. What cannot be delivered now is tried twice more; what nobody wants any more is dropped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from mischief.server.protocol.bodies import Subscription

if TYPE_CHECKING:
    from mischief.server.posting.push import Sender, Sent

log = logging.getLogger("mischief.post")

CARRIERS = 4
"""Messages on their way at once."""
MOST_WAITING = 2000
AGAIN = (30.0, 300.0)
"""Seconds until a message is tried once more, and then once more."""


class Letter(msgspec.Struct):
    """A message to one browser."""

    to: Subscription
    topic: str
    body: bytes
    tries: int = 0


class Post:
    """`on_gone` hears of subscriptions that are no more, `count` what came of every message."""

    def __init__(self, sender: Sender) -> None:
        self.sender = sender
        self.again = AGAIN
        self.on_gone: Callable[[Subscription], None] = lambda subscription: None
        self.count: Callable[[str], None] = lambda outcome: None
        self.queue: asyncio.Queue[Letter] = asyncio.Queue(MOST_WAITING)
        self.threads = ThreadPoolExecutor(CARRIERS, "post")
        self.carriers = [asyncio.get_running_loop().create_task(self._carry()) for _ in range(CARRIERS)]

    def put(self, letter: Letter) -> None:
        """Never waits: where too many do, this one is lost, and counted."""
        try:
            self.queue.put_nowait(letter)
        except asyncio.QueueFull:
            self.count("lost")

    async def _carry(self) -> None:
        while True:
            letter = await self.queue.get()
            try:
                self._came(letter, await self._send(letter))
            except Exception:  # one letter's trouble is not the next one's
                log.exception("a message could not be sent")
            finally:
                self.queue.task_done()

    async def _send(self, letter: Letter) -> Sent:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.threads, self.sender.send, letter.to, letter.body, letter.topic)

    def _came(self, letter: Letter, outcome: Sent) -> None:
        self.count(outcome)
        if outcome == "gone":
            self.on_gone(letter.to)
        elif outcome == "later" and letter.tries < len(self.again):
            letter.tries += 1
            asyncio.get_running_loop().call_later(self.again[letter.tries - 1], self.put, letter)

    async def close(self, seconds: float = 3.0) -> None:
        """Send what waits, for so long, then stop."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.queue.join(), seconds)
        for carrier in self.carriers:
            carrier.cancel()
        await asyncio.gather(*self.carriers, return_exceptions=True)
        self.threads.shutdown(wait=False, cancel_futures=True)
