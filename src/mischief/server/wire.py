"""Frames on the wire: written once for everybody who gets the same, and handed to the socket without waiting.

The server is uvicorn; its WebSocket protocol is extended by one door, through which a finished frame goes straight to
the transport. A socket that does not take what is written to it is closed: its owner comes back and resynchronises,
and no table ever waits for a slow reader.
"""

from __future__ import annotations

from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

DOOR = "mischief.wire"
MOST_UNREAD = 1 << 20
"""Bytes that may lie unread in a socket's buffer."""


def frame(payload: bytes) -> bytes:
    """A text frame."""
    length = len(payload)
    if length < 126:
        return bytes((0x81, length)) + payload
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2) + payload
    return b"\x81\x7f" + length.to_bytes(8) + payload


class Wire(Protocol):
    """Where frames go."""

    def push(self, framed: bytes) -> bool:
        """Write a frame; False if the reader is too slow or gone."""

    def cut(self, code: int, reason: str) -> None:
        """Close with a code."""


class FastProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol with the door."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if getattr(self, "scope", None) is not None:
            extensions: Any = self.scope["extensions"]
            extensions[DOOR] = self

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
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.close_timer = self.loop.call_later(2.0, self.transport.close)
