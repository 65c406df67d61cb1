"""A player that speaks the protocol: for the crash test, for measuring, for tests, and for bots of your own.

`Line` is one WebSocket connection, small and quick; `Player` follows one table on it, keeps its log, and brings back
what a lost connection interrupted, as a browser does.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import secrets
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, cast
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from mischief.engine.errors import MischiefError
from mischief.server.protocol.messages import PROTOCOL

Message = dict[str, Any]


class LineLost(MischiefError):
    """The connection is gone."""


class Line(asyncio.Protocol):
    """A WebSocket connection to a server at `http://host:port`; each message it receives goes to `hear`."""

    def __init__(self, host: str, hear: Callable[[bytes], None], origin: str | None = None) -> None:
        self.host = host
        self.hear = hear
        self.origin = origin
        self.lost: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.close_code = 1006
        self._transport: asyncio.Transport
        self._buffer = b""
        self._open = False

    @classmethod
    async def to(
        cls, server: str, hear: Callable[[bytes], None], origin: str | None = None, address: str | None = None
    ) -> Line:
        """Connect (from an address of our own) and say hello."""
        host, port = urlsplit(server).hostname or "127.0.0.1", urlsplit(server).port or 80
        loop = asyncio.get_running_loop()
        try:
            _, line = await loop.create_connection(
                lambda: cls(f"{host}:{port}", hear, origin), host, port, local_addr=(address, 0) if address else None
            )
            async with asyncio.timeout(30):  # not wait_for, which in Python 3.11 may forget that it was cancelled
                await line.ready
        except (OSError, TimeoutError) as error:
            raise LineLost(f"{server}: {error}") from error
        line.send(json.dumps({"type": "hello", "protocol": PROTOCOL}).encode())
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        origin = f"Origin: {self.origin}\r\n" if self.origin else ""
        self._transport.write(
            f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{origin}"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._fail(LineLost(head.split(b"\r\n")[0].decode("latin-1")))
                self._transport.close()
                return
            self._open = True
            self._buffer = rest
            if self.ready.done():  # whoever wanted this line has given up
                self._transport.abort()
                return
            self.ready.set_result(None)
        self._read_frames()

    def _read_frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            length, head = buffer[at + 1] & 0x7F, 2
            if length == 126:
                length, head = int.from_bytes(buffer[at + 2 : at + 4]), 4
            elif length == 127:
                length, head = int.from_bytes(buffer[at + 2 : at + 10]), 10
            if len(buffer) - at < head + length:
                break
            payload, kind = buffer[at + head : at + head + length], buffer[at] & 0x0F
            at += head + length
            if kind == 1:
                self.hear(payload)
            elif kind == 9:
                self._write(0x8A, payload)
            elif kind == 8:
                self.close_code = int.from_bytes(payload[:2]) if len(payload) >= 2 else 1005
                self._write(0x88, payload[:2])
                self._transport.close()
        self._buffer = buffer[at:]

    def send(self, payload: bytes, kind: int = 0x81) -> None:
        """Send a text message (or raw bytes of another kind of frame)."""
        if self.lost.done():
            raise LineLost("the connection is gone")
        self._write(kind, payload)

    def _write(self, kind: int, payload: bytes) -> None:
        # Masked with noughts: the mask protects old proxies from browsers, not us from anybody.
        length = len(payload)
        if length < 126:
            head = bytes((kind, 0x80 | length))
        elif length < 65536:
            head = bytes((kind, 0xFE)) + length.to_bytes(2)
        else:
            head = bytes((kind, 0xFF)) + length.to_bytes(8)
        if not self._transport.is_closing():
            self._transport.write(head + b"\0\0\0\0" + payload)

    def raw(self, data: bytes) -> None:
        """Bytes as they are, for trying what no client should do."""
        self._transport.write(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(LineLost("the connection was closed"))
        if not self.lost.done():
            self.lost.set_result(self.close_code)

    def _fail(self, error: LineLost) -> None:
        if not self.ready.done():
            self.ready.set_exception(error)

    def close(self) -> None:
        self._transport.abort()


class Player:
    """Follows one table in one or several seats. Answers to commands are futures; after `come_back`, commands without
    an answer are sent again with their own ids."""

    def __init__(self, server: str, table: str, tokens: list[str]) -> None:
        self.server = server
        self.table = table
        self.tokens = tokens
        self.address: str | None = None
        self.seq = 0
        self.status = "waiting"
        self.snapshot: Message = {}
        self.eyes: dict[int | None, Message] = {}
        self.events: dict[int | None, list[Message]] = {}
        self.result: Message | None = None
        self.rematch: str | None = None
        self.raw: list[bytes] = []
        self.keep_raw = False
        self.banners: list[Message] = []
        self.others: list[Message] = []
        self.changed = asyncio.Event()
        self.synced: asyncio.Future[None] | None = None
        self.pending: dict[str, tuple[Message, asyncio.Future[Message]]] = {}
        self.line: Line | None = None

    @property
    def seat(self) -> int | None:
        """The seat, of a player with one."""
        return next(iter(self.eyes), None)

    async def come(self) -> Player:
        """Connect (again) and catch up with the table."""
        self.line = await Line.to(self.server, self._hear, address=self.address)
        await self.watch()
        for message, _ in list(self.pending.values()):
            self.line.send(json.dumps(message).encode())
        return self

    async def watch(self) -> None:
        assert self.line is not None
        self.synced = asyncio.get_running_loop().create_future()
        wish = {"type": "watch", "table": self.table, "tokens": self.tokens, "have": self.seq}
        self.line.send(json.dumps(wish).encode())
        events: list[asyncio.Future[Any]] = [self.synced, self.line.lost]
        await asyncio.wait(events, timeout=60, return_when="FIRST_COMPLETED")
        if not self.synced.done():
            raise LineLost("no snapshot came")
        self.synced.result()

    async def do(self, what: Message, seat: int | None = -1, seen: int | None = None, cmd_id: str = "") -> Message:
        """Send a command and wait for its one answer. `seat` -1 is the player's own."""
        return await self.send(what, seat, seen, cmd_id)

    def send(
        self, what: Message, seat: int | None = -1, seen: int | None = None, cmd_id: str = ""
    ) -> asyncio.Future[Message]:
        cmd_id = cmd_id or secrets.token_hex(8)
        message = {
            "type": "do",
            "table": self.table,
            "cmd_id": cmd_id,
            "seat": self.seat if seat == -1 else seat,
            "seen": self.seq if seen is None else seen,
            "what": what,
        }
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self.pending[cmd_id] = (message, answer)
        assert self.line is not None
        self.line.send(json.dumps(message).encode())
        return answer

    async def until(self, true: Callable[[], bool], seconds: float = 30) -> None:
        """Wait until something is so at the table."""
        async with asyncio.timeout(seconds):
            while not true():
                self.changed.clear()
                await self.changed.wait()

    def legal(self, seat: int | None = -1) -> list[int]:
        eyes = self.eyes.get(self.seat if seat == -1 else seat, {})
        return [move["action"] for move in eyes.get("legal", [])]

    def _hear(self, payload: bytes) -> None:
        if self.keep_raw:
            self.raw.append(payload)
        message = json.loads(payload)
        match message["type"]:
            case "snapshot":
                self._take_snapshot(message)
            case "update":
                if message["seq"] == self.seq + 1:
                    self._take_update(message)
                elif message["seq"] > self.seq:
                    raise AssertionError(f"update {message['seq']} after {self.seq}")
            case "ok" | "no":
                _, answer = self.pending.pop(message["cmd_id"], (None, None))
                if answer is not None and not answer.done():
                    answer.set_result(message)
                elif message["type"] == "no" and self.synced is not None and not self.synced.done():
                    self.synced.set_exception(MischiefError(f"{message['code']}: {message['text']}"))
                else:
                    self.others.append(message)
            case "banner":
                self.banners.append(message)
            case _:
                self.others.append(message)
        self.changed.set()

    def _take_snapshot(self, message: Message) -> None:
        fresh = message["since"] != self.seq
        self.snapshot = message
        self.seq = message["seq"]
        self.status = message["status"]
        self.result = message.get("result")
        self.rematch = message.get("rematch")
        self.eyes = {}
        for eyes in message["eyes"]:
            log = [] if fresh else self.events.get(eyes["seat"], [])
            self.events[eyes["seat"]] = log + eyes["events"]
            self.eyes[eyes["seat"]] = eyes
        if self.synced is not None and not self.synced.done():
            self.synced.set_result(None)

    def _take_update(self, message: Message) -> None:
        self.seq = message["seq"]
        self.status = message.get("status", self.status)
        self.result = message.get("result", self.result)
        self.rematch = message.get("rematch", self.rematch)
        for eyes in message.get("eyes", []):
            self.events.setdefault(eyes["seat"], []).extend(eyes["events"])
            self.eyes[eyes["seat"]] = eyes

    def leave(self) -> None:
        if self.line is not None:
            self.line.close()


def ask(server: str, path: str, body: Message | None = None) -> Message:
    """One HTTP request. Raises MischiefError with the server's sentence if it is refused."""
    request = Request(server + path, method="GET" if body is None else "POST")
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("content-type", "application/json")
    try:
        with urlopen(request, timeout=30) as answer:
            found: Message = json.load(answer)
            return found
    except (OSError, HTTPException) as error:  # refused, unreachable, or cut off in the middle of an answer
        text = error.read().decode() if hasattr(error, "read") else str(error)
        raise MischiefError(f"{path}: {text}") from error


async def ask_async(server: str, path: str, body: Message | None = None) -> Message:
    return await asyncio.to_thread(ask, server, path, body)
