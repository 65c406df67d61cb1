"""What every request passes first: security headers, name, origin, and the limits on what one address may ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from starlette.responses import Response

from mischief.server.afterwards.clerk import Clerk
from mischief.server.playing.table_server import TableServer
from mischief.server.speaking.api import problem
from mischief.server.speaking.doors import Doors
from mischief.server.speaking.limits import Buckets, Turns, who
from mischief.server.speaking.reach import Reach
from mischief.server.speaking.sockets import Message, Receive, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

GAME_PRICE = 5.0
"""What a look at a finished game costs, beside any other look."""


class Front:
    """Everything else stands behind it. `doors` counts connections; here requests are counted and take turns."""

    def __init__(
        self,
        app: Callable[..., Any],
        server: TableServer,
        clerk: Clerk,
        reach: Reach,
        origins: tuple[str, ...],
        limits: bool,
        per_address: int | None,
    ) -> None:
        self.app = app
        self.server = server
        self.clerk = clerk
        self.reach = reach
        self.origins = origins
        self.limits = limits
        refused = server.metrics.refused_connections
        self.doors = Doors(per_address, lambda why: refused.labels(why).inc())
        self.reading = Buckets(30, 300)
        self.writing = Buckets(6, 60)
        self.importing = Buckets(0.1, 10)
        self.founding = Buckets(0.1, 10)
        self.looking = Buckets(60, 600)
        self.turns = Turns(4, 60)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _socket(self, scope: Message, receive: Receive, send: Send) -> None:
        if not self._to_us(scope) or not self._from_here(scope):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await self.app(scope, receive, send)

    async def _request(self, scope: Message, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *RAW_HEADERS]
            await send(message)

        changing = scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if not self._to_us(scope):
            await _wrong_name()(scope, receive, send_with_headers)
        elif changing and not self._from_here(scope):
            refusal = problem("not_yours", "This request comes from a page of another site.")
            await refusal(scope, receive, send_with_headers)
        elif not self.limits:
            await self.app(scope, receive, send_with_headers)
        else:
            await self._limited(scope, receive, send_with_headers, changing)

    async def _limited(self, scope: Message, receive: Receive, send: Send, changing: bool) -> None:
        """So many requests in a time, by what they cost; of those that look into the store, so many at once."""
        asker, path = who(scope.get("client")), scope["path"]
        if not self._price(path, changing, asker):
            await _too_fast()(scope, receive, send)
        elif not path.startswith("/api/"):
            await self.app(scope, receive, send)
        elif not await self.turns.take(asker):
            await _too_fast()(scope, receive, send)
        else:
            try:
                await self.app(scope, receive, send)
            finally:
                self.turns.give(asker)

    def _price(self, path: str, changing: bool, asker: str) -> bool:
        """Whether the address can afford it."""
        if changing:
            return self._bucket(path).take(asker)
        if path.startswith(("/api/", "/replay/")):
            return self.reading.take(asker, GAME_PRICE if path.startswith("/api/games/") else 1.0)
        return self.looking.take(asker)

    def _bucket(self, path: str) -> Buckets:
        """What changes something is counted by what it leaves behind."""
        if path == "/api/games":
            return self.importing
        return self.founding if path in ("/api/circles", "/api/carry") else self.writing

    def _to_us(self, scope: Message) -> bool:
        """Whether the name that the browser was told to ask for is ours."""
        return self.reach.knows(dict(scope["headers"]).get(b"host", b"").decode("latin-1"))

    def _from_here(self, scope: Message) -> bool:
        """Whether the page that asks is ours. Programs that are no browsers send no origin."""
        headers = dict(scope["headers"])
        origin = headers.get(b"origin", b"").decode("latin-1")
        if not origin or origin in self.origins:
            return True
        return bool(urlsplit(origin).netloc.lower() == headers.get(b"host", b"").decode("latin-1").lower())


def _wrong_name() -> Response:
    refusal = problem(
        "malformed", "This server does not go by that name. If it should, start it with --public-url and the name."
    )
    refusal.status_code = 421
    return refusal


def _too_fast() -> Response:
    refusal = problem("too_fast", "Too many requests. Wait a moment.")
    refusal.headers["retry-after"] = "2"
    return refusal
