"""The doors: every connection is counted from the moment it is made, whatever becomes of it, and whoever stands there
without coming in is sent away.

A request has so many seconds to arrive whole, and its answer so many to be taken: otherwise a few hundred connections
that say nothing would keep everybody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from mischief.server.speaking.limits import who

HEAD_SECONDS = 10.0
"""For a request to say what it wants."""
BODY_SECONDS = 40.0
"""For all of it to be there."""
READ_SECONDS = 30.0
"""For an answer to be taken, while none of it is."""
OURS = 64
"""File descriptors that are kept for the database, the pages and the workers."""
REFUSAL = (
    b"HTTP/1.1 429 Too Many Requests\r\ncontent-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
    b"retry-after: 10\r\ncontent-length: 44\r\n\r\nToo many connections. Close some, come back.\n"
)


class Doors:
    """Who is inside: connections of any kind, by address. `per_address` and `most` may be None: any number."""

    def __init__(self, per_address: int | None, count: Callable[[str], None] = lambda why: None) -> None:
        self.per_address = per_address
        self.most: int | None = None
        self.count = count
        """Told of each that is refused: too many of one `address`, or of `all`."""
        self.proxies: frozenset[str] = frozenset()
        """Addresses that many people come through: they are counted one by one where their own address is known."""
        self.inside: Counter[str] = Counter()
        self.total = 0

    def enter(self, address: str) -> bool:
        """Whether there is room for one more from there."""
        if self.most is not None and self.total >= self.most:
            self.count("all")
            return False
        if self.per_address is not None and self.inside[address] >= self.per_address and address not in self.proxies:
            self.count("address")
            return False
        self.inside[address] += 1
        self.total += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self.inside[address] -= 1
        if self.inside[address] <= 0:
            del self.inside[address]


class CarefulProtocol(H11Protocol):
    """Uvicorn's HTTP, with doors. A connection that becomes a WebSocket stays counted; its own protocol leaves for
    it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        self.front = cast(Any, self.config.app)
        self.waiting_for = ""
        self.timer: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None
        self.entered = self.front.doors.enter(who(self.client))
        if self.entered:
            self._wait("head", HEAD_SECONDS)
        else:
            self.transport.write(REFUSAL)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if self.entered:
            super().data_received(data)
            self._look()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._look()
        self._watch_reader()

    # What is on its way in

    def _look(self) -> None:
        """See what is still to come of a request."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._wait("", 0)
        elif self.conn.their_state is h11.SEND_BODY:
            self._wait("body", BODY_SECONDS)
        elif self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._wait("head", HEAD_SECONDS)
        else:
            self._wait("", 0)

    def _wait(self, part: str, seconds: float) -> None:
        """Give a part of a request its time, once; nothing, if none is waited for."""
        if part == self.waiting_for:
            return
        self.waiting_for = part
        if self.timer is not None:
            self.timer.cancel()
        self.timer = self.loop.call_later(seconds, self._expire) if part else None

    def _expire(self) -> None:
        self.front.server.metrics.expired_requests.inc()
        self.transport.abort()

    # What is on its way out

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_reader()

    def _watch_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        if unread and self.unread is None:
            self.unread = self.loop.call_later(READ_SECONDS, self._still_unread, unread)

    def _still_unread(self, before: int) -> None:
        self.unread = None
        if self.transport.get_write_buffer_size() >= before:
            self.transport.abort()
        else:
            self._watch_reader()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._wait("", 0)
        if self.unread is not None:
            self.unread.cancel()
        if self.entered:
            self.front.doors.leave(who(self.client))
