"""Answers that are kept, ready to be sent: made once, small already, given to everybody who asks the same."""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from starlette.requests import Request
from starlette.responses import Response

ROOM = 32 * 1024 * 1024
"""Bytes that are kept at most."""


class Kept:
    """Zipped answers by what was asked; those not asked for longest are forgotten first. What is being made for one is
    waited for by all who ask the same."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.size = 0
        self._known: OrderedDict[Hashable, bytes] = OrderedDict()
        self._coming: dict[Hashable, asyncio.Future[bytes]] = {}

    async def get(self, question: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        found = self._known.get(question)
        if found is not None:
            self._known.move_to_end(question)
            return found
        coming = self._coming.get(question)
        if coming is None:
            coming = self._coming[question] = asyncio.ensure_future(make())
            coming.add_done_callback(lambda done: self._came(question, done))
        return await asyncio.shield(coming)

    def _came(self, question: Hashable, done: asyncio.Future[bytes]) -> None:
        del self._coming[question]
        if done.cancelled() or done.exception() is not None:
            return
        self._known[question] = done.result()
        self.size += len(done.result())
        while self.size > self.room:
            _, old = self._known.popitem(last=False)
            self.size -= len(old)


async def unpacked(request: Request, packed: bytes) -> Response:
    """A zipped answer, to those who take it so; the few who do not get it unzipped."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json", headers=headers)
