"""Frames on the wire: written once for everybody who gets the same, and handed to the socket without waiting.

The server is uvicorn; its WebSocket protocol is extended (`FastProtocol`) so that a finished frame goes straight to the
transport. A socket that does not take what is written to it is closed: its owner comes back and resynchronises,
and no table ever waits for a slow reader.
"""

from __future__ import annotations

from typing import Any, Protocol

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from mischief.server.speaking.limits import who

EXTENSION = "mischief.wire"
"""Under this name the application finds the protocol among the extensions of its ASGI scope."""
MOST_UNREAD = 1 << 20
"""Bytes that may lie unread in a socket's buffer."""


class Wire(Protocol):
    """Where frames go."""

    def push(self, framed: bytes) -> bool:
        """Write a frame; False if the reader is too slow or gone."""

    def cut(self, code: int, reason: str) -> None:
        """Close with a code."""


class Listener(Protocol):
    """Who hears what comes in on a socket."""

    def hear(self, data: bytes) -> None: ...

    def gone(self) -> None: ...


class Nowhere:
    """Stands where uvicorn keeps its queue for an application that no longer asks."""

    def put_nowait(self, message: object) -> None: ...

    def empty(self) -> bool:
        return True


class FastProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol with a short cut: after the handshake the application may take the socket over (`hand_over`).
    From then on messages go straight to its listener, and the handshake's task, queue and headers are let go."""

    listener: Listener | None = None

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def hand_over(self, listener: Listener) -> None:
        waiting = self.queue
        self.listener = listener
        nowhere: Any = Nowhere()
        self.queue = nowhere
        while not waiting.empty():
            message = waiting.get_nowait()
            if message["type"] == "websocket.receive":
                listener.hear(message.get("bytes") or (message.get("text") or "").encode())
            elif message["type"] == "websocket.disconnect":
                listener.gone()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except Exception:
            self.logger.exception("a socket failed")
            self.send_500_response()
            self.transport.close()
        nothing: Any = None
        self.scope = self.request = self.response = nothing
        if self.listener is None and self.close_timer is None:
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        if self.listener is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.listener.hear(bytes(data))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        front: Any = self.config.app
        front.doors.leave(who(self.client))
        if self.listener is not None:
            self.listener.gone()
            self.listener = None
        # The parser is a generator that knows its owner: ended here, a thousand lost connections are freed at once and
        # need not wait for the collector.
        self.conn.parser.close()

    def push(self, framed: bytes) -> bool:
        transport = self.transport
        if self.close_sent or self.disconnected or transport.is_closing():
            return False
        if transport.get_write_buffer_size() > MOST_UNREAD:
            return False
        transport.write(framed)
        return True

    def cut(self, code: int, reason: str) -> None:
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        # Not `close`, which would wait for a reader that does not read.
        self.close_timer = self.loop.call_later(2.0, self.transport.abort)
