"""Answers that are kept, ready to be sent: made once, small already, given to everybody who asks the same."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Awaitable, Callable, Hashable

from starlette.requests import Request
from starlette.responses import Response

from mischief.server.playing.remembered import Remembered

ROOM = 32 * 1024 * 1024
"""Bytes that are kept at most."""


class Kept:
    """Zipped answers by what was asked. What is being made for one is waited for by all who ask the same."""

    def __init__(self, room: int = ROOM) -> None:
        self.ready = Remembered(room)
        self._coming: dict[Hashable, asyncio.Future[bytes]] = {}

    async def get(self, question: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        found = self.ready.get(question)
        if found is not None:
            return found[0]
        coming = self._coming.get(question)
        if coming is None:
            coming = self._coming[question] = asyncio.ensure_future(make())
            coming.add_done_callback(lambda done: self._came(question, done))
        return await asyncio.shield(coming)

    def _came(self, question: Hashable, done: asyncio.Future[bytes]) -> None:
        del self._coming[question]
        if not done.cancelled() and done.exception() is None:
            self.ready.put(question, done.result())


async def unpacked(request: Request, packed: bytes) -> Response:
    """A zipped answer, to those who take it so; the few who do not get it unzipped."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    return Response(await asyncio.to_thread(gzip.decompress, packed), media_type="application/json", headers=headers)
