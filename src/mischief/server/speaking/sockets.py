"""A browser's connection: it proves its seats, follows its tables, sends commands, and is told what it may know."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from typing import Any

import msgspec

from mischief import __version__
from mischief.engine.seats import WATCHER
from mischief.server.playing.desk import TOO_MUCH
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.request import Request
from mischief.server.playing.showing import snapshot
from mischief.server.playing.table_server import TableServer
from mischief.server.protocol import messages as m
from mischief.server.protocol.framing import frame
from mischief.server.speaking.limits import Bucket, who
from mischief.server.speaking.wire import EXTENSION, Wire
from mischief.server.tables.entries import key_of
from mischief.server.tables.refusing import Denied

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

MOST_BYTES = 16 * 1024
MOST_TABLES = 64
RATE, BURST = 40.0, 120.0
DEEP = "Lists and objects are nested too deep."
FORGIVEN = 200
"""Refusals for haste or nonsense before a connection is closed."""
COSTLY = (m.Check, m.AskHint, m.Undo)
"""Commands that take time to judge, and change nothing or little."""
CMD_ID = re.compile(rb'"cmd_id"\s*:\s*"([A-Za-z0-9_.:-]{1,40})"')


class AsgiWire:
    """The way out through any ASGI server: a task writes, so that nobody waits for a slow reader."""

    def __init__(self, send: Send) -> None:
        self.send = send
        self.frames: asyncio.Queue[Message] = asyncio.Queue(maxsize=1000)
        self.task = asyncio.get_running_loop().create_task(self._write())

    def push(self, framed: bytes) -> bool:
        skip = 2 if framed[1] < 126 else 4 if framed[1] == 126 else 10
        return self._put({"type": "websocket.send", "text": framed[skip:].decode()})

    def cut(self, code: int, reason: str) -> None:
        self._put({"type": "websocket.close", "code": code, "reason": reason})

    def _put(self, message: Message) -> bool:
        try:
            self.frames.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    async def listen(self, connection: Connection, receive: Receive) -> None:
        """Hear until the other side is gone."""
        try:
            while (message := await receive())["type"] == "websocket.receive":
                connection.hear(message.get("bytes") or (message.get("text") or "").encode())
        finally:
            connection.gone()
            self.task.cancel()

    async def _write(self) -> None:
        with contextlib.suppress(Exception):  # the reader is gone; the receiving side hears of it
            while True:
                await self.send(await self.frames.get())


class Connection:
    """One browser. `proven[table]`: the seats that it has proven there, each with its key, and whether it is host."""

    __slots__ = (
        "address",
        "bucket",
        "connections",
        "greeted",
        "left",
        "loose",
        "proven",
        "server",
        "tables",
        "waiting",
        "wire",
    )

    def __init__(self, connections: Connections, wire: Wire, address: str) -> None:
        self.connections = connections
        self.server = connections.server
        self.address = address
        self.wire = wire
        self.loose = not connections.limits
        self.greeted = False
        self.left = False
        self.waiting: list[bytes] | None = None
        self.tables: dict[str, LiveTable] = {}
        self.proven: dict[str, tuple[dict[int, str], bool]] = {}
        self.bucket = Bucket(BURST)

    # Out

    def push(self, framed: bytes) -> None:
        """Write a frame; a reader that is too slow is cut off and may come straight back."""
        if not self.wire.push(framed):
            self.server.metrics.slow_sockets.inc()
            self.wire.cut(4408, "too slow; come back and resynchronise")

    def say(self, message: m.FromServer) -> None:
        self.push(frame(m.encode(message)))

    def deny(self, code: m.Refusal, text: str, cmd_id: str = "", table: str = "") -> None:
        self.server.metrics.refusals.labels(code).inc()
        self.say(m.No(cmd_id, code, text, table=table))

    # In

    def hear(self, data: bytes) -> None:
        """Deal with one message; those that come while a table is being fetched wait for it."""
        if self.waiting is not None:
            if len(self.waiting) >= BURST:
                self.wire.cut(1008, "too much at once")
            self.waiting.append(data)
            return
        if not self.loose and not self.bucket.take(RATE, BURST):
            self.bucket.level -= 0.2
            if self.bucket.level < -FORGIVEN * 0.2:
                self.wire.cut(1008, "too fast")
                return
            self.deny("too_fast", f"At most {int(RATE)} messages a second.", _cmd_id(data))
            return
        if len(data) > MOST_BYTES:
            self.deny("too_large", f"A message has at most {MOST_BYTES} bytes, not {len(data)}.", _cmd_id(data))
            return
        try:
            message = m.read_frame(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            text = DEEP if isinstance(error, RecursionError) else str(error)
            self.deny("malformed", text, _cmd_id(data))
            return
        if not self.greeted:
            self._greet(message)
            return
        match message:
            case m.Do():
                if isinstance(message.what, COSTLY) and not self.server.desk.affords(self.address):
                    self.deny("too_fast", TOO_MUCH, message.cmd_id, message.table)
                else:
                    self._do(message)
            case m.Watch():
                if self.server.desk.affords(self.address):
                    self.waiting = []  # what comes before it has been its turn
                    self.server.desk.ask(self.address, partial(self._watch, message))
                else:
                    self.deny("too_fast", TOO_MUCH, table=message.table)
            case m.Unwatch():
                self._unwatch(message.table)
            case m.Ping():
                for live in self.tables.values():
                    if self.server.store.postgres and not live.busy:
                        live.look_up()
                self.say(m.Pong(self.server.now()))
            case m.Hello():
                self.say(m.Welcome(m.PROTOCOL, __version__, self.server.now()))

    def _greet(self, message: m.FromBrowser) -> None:
        if not isinstance(message, m.Hello):
            self.deny("malformed", "The first message is hello.", getattr(message, "cmd_id", ""))
            return
        if message.protocol != m.PROTOCOL:
            self.deny(
                "old_client", f"This server speaks protocol {m.PROTOCOL}, not {message.protocol}. Reload the page."
            )
            self.wire.cut(4400, "old client")
            return
        self.greeted = True
        self.say(m.Welcome(m.PROTOCOL, __version__, self.server.now()))
        if self.server.store.paused:
            self.say(self.server.banner())

    def _watch(self, wish: m.Watch) -> None:
        """Follow a table, now that it is our turn; then hear what has come in the meantime."""
        live = self.server.tables.get(wish.table)
        if wish.table not in self.tables and len(self.tables) >= MOST_TABLES:
            self.deny("full", f"At most {MOST_TABLES} tables on one connection.", table=wish.table)
        elif self.left:
            return
        elif live is not None:
            self._follow(wish, live)
        else:
            self.server.spawn(self._fetch(wish))
            return
        self._go_on()

    async def _fetch(self, wish: m.Watch) -> None:
        """Follow a table that is not in memory yet."""
        try:
            live = await self.server.table(wish.table)
            if live is None:
                self.deny("unknown_table", f"There is no table {wish.table}.", table=wish.table)
            elif not self.left:
                self._follow(wish, live)
        except Denied as denied:
            self.deny(denied.code, denied.text, table=wish.table)
        finally:
            self._go_on()

    def _go_on(self) -> None:
        waiting, self.waiting = self.waiting or [], None
        for data in waiting:
            self.hear(data)

    def _follow(self, wish: m.Watch, live: LiveTable) -> None:
        seats: dict[int, str] = {}
        host = False
        for token in wish.tokens:
            key = key_of(token)
            seat = live.fold.seat_of(key)
            if seat is not None:
                seats[seat] = key
            elif hmac.compare_digest(key, live.fold.row.setup.host):
                host = True
            else:
                self.deny("not_yours", "A token is not, or no longer, good at this table.", table=wish.table)
                return
        viewers = tuple(sorted(seats)) or (int(WATCHER),)
        self.tables[wish.table] = live
        self.proven[wish.table] = (seats, host)
        self.push(frame(snapshot(live, viewers, host, wish.have)))
        live.follow(self, viewers)

    def _unwatch(self, table: str) -> None:
        live = self.tables.pop(table, None)
        self.proven.pop(table, None)
        if live is not None:
            live.unfollow(self)

    def _do(self, wish: m.Do) -> None:
        live = self.tables.get(wish.table)
        if live is None:
            self.deny("unknown_table", "Watch the table first.", wish.cmd_id, wish.table)
            return
        seats, host = self.proven[wish.table]
        if (wish.seat is None and not host) or (wish.seat is not None and wish.seat not in seats):
            self.deny("not_yours", "No token on this connection proves the right to do that.", wish.cmd_id, wish.table)
            return
        viewers = live.followers.all[self]
        live.submit(Request(self.say, wish.cmd_id, wish.seat, wish.seen, wish.what, viewers, asker=self.address))

    def holds(self, live: LiveTable) -> bool:
        """Whether the seats proven here are still those of the same people: before the start a seat can be cleared,
        and somebody else may sit there next."""
        seats, _ = self.proven[live.id]
        return all(live.fold.places[seat].key == key for seat, key in seats.items())

    def lose(self, live: LiveTable, why: str) -> None:
        """A seat is no longer its own, or the table cannot be read on: follow it no more, until it has proven itself
        anew."""
        self._unwatch(live.id)
        self.say(m.Resync(live.id, why))

    def gone(self) -> None:
        self.left = True
        for live in self.tables.values():
            live.unfollow(self)
        self.tables.clear()
        self.connections.leave(self)


def _cmd_id(raw: bytes) -> str:
    """The command's id in a message that could not be read, so that the refusal finds its command."""
    found = CMD_ID.search(raw[:MOST_BYTES])
    return found.group(1).decode() if found else ""


class Connections:
    """Takes browsers in, so many from one address."""

    def __init__(self, server: TableServer, limits: bool, per_address: int) -> None:
        self.server = server
        self.limits = limits
        self.per_address = per_address
        self.open: set[Connection] = set()
        self.by_address: Counter[str] = Counter()
        server.on_banner = self.tell_all

    def tell_all(self, banner: m.Banner) -> None:
        word = frame(m.encode(banner))
        for connection in list(self.open):
            connection.push(word)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """One WebSocket: accept it, then hand it over."""
        address = who(scope.get("client"))
        await receive()
        if self.limits and self.by_address[address] >= self.per_address:
            await send({"type": "websocket.close", "code": 1008})
            return
        await send({"type": "websocket.accept"})
        fast = scope.get("extensions", {}).get(EXTENSION)
        wire: Wire = fast or AsgiWire(send)
        connection = Connection(self, wire, address)
        self.open.add(connection)
        self.by_address[address] += 1
        if fast is not None:
            fast.hand_over(connection)
        elif isinstance(wire, AsgiWire):
            await wire.listen(connection, receive)

    def leave(self, connection: Connection) -> None:
        if connection in self.open:
            self.open.discard(connection)
            self.by_address[connection.address] -= 1
            if self.by_address[connection.address] <= 0:
                del self.by_address[connection.address]
