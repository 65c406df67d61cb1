"""A message as it goes into a WebSocket: a frame, written once for everybody who gets the same."""

from __future__ import annotations


def frame(payload: bytes) -> bytes:
    """A text frame."""
    length = len(payload)
    if length < 126:
        return bytes((0x81, length)) + payload
    if length < 65536:
        return b"\x81\x7e" + length.to_bytes(2) + payload
    return b"\x81\x7f" + length.to_bytes(8) + payload
