"""Where logs are kept: SQLite or PostgreSQL, written by one task that commits everything waiting as a group.

`write` returns at once; its callback is called when the outcome is certain: WRITTEN (durable), CONFLICT (somebody
else took that sequence number) or FAILED (the store cannot be written now, and whether the group went in is to be
looked up). A write that fails pauses the store; it tries again on its own, with something as large as what failed,
until that works. And while nobody has anything to write, it looks now and then whether it still could.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from mischief.server.keeping import schema
from mischief.server.keeping.database import (
    PATIENCE,
    TROUBLE,
    Base,
    Database,
    StoreError,
    Unwritable,
    Why,
    Work,
    cause,
    open_database,
    read_address,
    shown,
    why,
)
from mischief.server.protocol.messages import AutoPass, Millis
from mischief.server.tables.entries import Row, write_entry
from mischief.server.tables.setup import TableRow
from mischief.server.tables.unreadable import read_row, read_setup

log = logging.getLogger("mischief.store")

GROUP = 400
"""Jobs in one commit at most."""
BATCH = 100
"""Entries in one statement at most."""
RETRY = 0.5
"""Seconds between two tries while the store is paused."""
BEAT = 2.0
"""Seconds between two looks whether the store could be written."""
ROOM = 256 * 1024
"""Bytes that a paused store must be able to take before play goes on: more than all moves that may be waiting."""
TRIAL = " trial"
"""In place of a table's id, where room is tried; no table has such a name."""
CHANNEL = "mischief"
COLUMNS = "id, game, setup, status, listed, created, ended, timed, circle"


class Loaded(msgspec.Struct):
    """All that is kept of a table."""

    row: TableRow
    log: list[Row]
    auto_pass: dict[int, AutoPass]


Outcome = Literal["written", "conflict", "failed"]


class Job(msgspec.Struct):
    """What goes in together or not at all: a new table, entries, a table's new status, a seat's setting; and whatever
    else `work` writes."""

    done: Callable[[Outcome], None]
    entries: Sequence[Row] = ()
    table: TableRow | None = None
    status: tuple[str, str, Millis | None] | None = None
    setting: tuple[str, int, AutoPass] | None = None
    work: Work[Any] | None = None


Wake = Callable[[dict[str, int]], None]
Gossip = Callable[[str], None]


class Store:
    """The database. `on_wake` hears which tables other processes have written to, `on_gossip` what they say about
    presence, `on_pause` what is the matter when writing fails, and nothing when it works again, `on_commit` how long a
    group took."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.postgres = read_address(address)[1] is None
        self.me = secrets.token_hex(4)
        self.on_wake: Wake = lambda heard: None
        self.on_gossip: Gossip = lambda text: None
        self.on_pause: Callable[[Why | None], None] = lambda why: None
        self.on_commit: Callable[[float], None] = lambda seconds: None
        self.trouble: Why | None = None
        """What is the matter, while the store is paused."""
        self.commits = 0
        self.rows = 0
        self.database: Database
        self._waiting: list[Job] = []
        self._gossip: list[str] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    @property
    def paused(self) -> bool:
        return self.trouble is not None

    # Opening and closing

    async def open(self) -> None:
        """Bring the schema up to date and start writing."""
        self.database = open_database(self.address)
        try:
            steps = await self.database.write(schema.migrate)
            await self.database.write(_clear)
        except TROUBLE as error:
            raise StoreError(f"The database {shown(self.address)} cannot be opened: {cause(error)}") from error
        if steps:
            log.info("database brought up to date", extra={"steps": steps})
        self.database.patience = PATIENCE
        self._tasks.append(asyncio.create_task(self._write_groups()))
        self._tasks.append(asyncio.create_task(self._beat()))
        if self.postgres:
            self._tasks.append(asyncio.create_task(self._listen()))

    async def close(self) -> None:
        """Write what is waiting, then stop."""
        self._closing = True
        self._wake.set()
        if self._tasks and not self.paused:
            with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(asyncio.shield(self._tasks[0]), 5)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.database.close()

    # Writing

    def write(self, job: Job) -> None:
        """Put a job into the next group."""
        self._waiting.append(job)
        self._wake.set()

    def gossip(self, text: str) -> None:
        """Tell the other processes something that need not be kept."""
        if self.postgres and not self.paused:
            self._gossip.append(text)
            self._wake.set()

    async def _write_groups(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting or self._gossip:
                group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
                gossip, self._gossip = self._gossip, []
                began = time.monotonic()
                try:
                    taken = await self.database.write(partial(self._commit, group, gossip))
                except Unwritable as error:
                    await self._one_by_one(group, error)
                    continue
                except Exception as error:  # whatever it is: without the writer no table would ever be answered again
                    await self._pause(group, error)
                    continue
                self.on_commit(time.monotonic() - began)
                self.commits += bool(taken)
                self.rows += len(taken)
                for job in group:
                    conflict = any((row.table, row.seq) not in taken for row in job.entries)
                    self._answer(job, "conflict" if conflict else "written")
            if self._closing:
                return

    async def _one_by_one(self, group: list[Job], why: Unwritable) -> None:
        """One job of the group cannot be written, whatever the state of the database: find it, and write the others."""
        if len(group) == 1:
            log.error("a job cannot be written and is given up", extra={"why": cause(why)})
            self._answer(group[0], "failed")
            return
        for job in group:
            try:
                taken = await self.database.write(partial(self._commit, [job], []))
                fits = all((row.table, row.seq) in taken for row in job.entries)
                self._answer(job, "written" if fits else "conflict")
            except Unwritable as error:
                await self._one_by_one([job], error)
            except Exception as error:
                await self._pause([job], error)

    async def _commit(self, group: list[Job], gossip: list[str], base: Base) -> set[tuple[str, int]]:
        """In one transaction; returns the places in the logs that were free and are now taken."""
        for job in group:
            if job.table is not None:
                await _insert(base, job.table)
        taken = await _append(base, [row for job in group for row in job.entries])
        for job in group:
            if job.status is not None and all((r.table, r.seq) in taken for r in job.entries):
                table, status, ended = job.status
                await base.run("UPDATE tables SET status = ?, ended = ? WHERE id = ?", status, ended, table)
            if job.setting is not None:
                await _set(base, *job.setting)
            if job.work is not None:
                await job.work(base)
        if base.postgres:
            await self._notify(base, taken, gossip)
        return taken

    async def _notify(self, base: Base, taken: set[tuple[str, int]], gossip: list[str]) -> None:
        """One wake-up for the whole group; a payload that would be too long becomes several."""
        words = [f"{table}:{seq}" for table, seq in taken]
        notices = ["w " + " ".join(words[i : i + 150]) for i in range(0, len(words), 150)]
        for notice in notices + ["g " + text for text in gossip]:
            await base.run("SELECT pg_notify(?, ?)", CHANNEL, f"{self.me} {notice}")

    def _answer(self, job: Job, outcome: Outcome) -> None:
        try:
            job.done(outcome)
        except Exception:  # one table's trouble must not stop the writer that all tables share
            log.exception("a table failed after its write")

    async def _pause(self, group: list[Job], error: BaseException) -> None:
        """Writing failed: say so, answer what was waiting, and try until it works again."""
        room = max(ROOM, sum(len(write_entry(row.entry)) for job in group for row in job.entries))
        while True:
            if self.trouble != why(error):
                self.trouble = why(error)
                unknown = None if isinstance(error, TROUBLE) else error
                log.error("the store cannot be written; play is paused", extra={"why": cause(error)}, exc_info=unknown)
                self.on_pause(self.trouble)
            waiting, self._waiting, self._gossip = self._waiting, [], []
            for job in [*group, *waiting]:
                self._answer(job, "failed")
            group = []
            if self._closing:
                return
            await asyncio.sleep(RETRY)
            try:
                await self.database.write(partial(_fill, self.me, room))
                await self.database.write(partial(_clear, me=self.me))
                break
            except Exception as still:
                error = still
        self.trouble = None
        log.info("the store can be written again; play goes on")
        self.on_pause(None)

    async def _beat(self) -> None:
        """Write nothing, now and then: a database that is stuck or gone is noticed though nobody moves."""
        while True:
            await asyncio.sleep(BEAT)
            if not self.paused and not self._waiting:
                self.write(Job(lambda outcome: None))

    # Reading

    async def load(self, table: str) -> Loaded | None:
        """All that is kept of a table; None if there is none."""
        return await self.database.read(lambda base: _load(base, table))

    async def log_of(self, table: str, after: int = 0) -> list[Row]:
        """A table's entries in order, those after a sequence number."""
        return await self.database.read(lambda base: _log(base, table, after))

    async def auto_pass_of(self, table: str) -> dict[int, AutoPass]:
        return await self.database.read(lambda base: _auto_pass(base, table))

    async def find(
        self, statuses: Sequence[str], game: str | None, listed: bool, limit: int, timed: bool = False
    ) -> list[str]:
        """The ids of tables of these statuses, the newest first."""
        where, values = [f"status IN ({', '.join('?' * len(statuses))})"], [*statuses]
        if game is not None:
            where.append("game = ?")
            values.append(game)
        if listed:
            where.append("listed = 1")
        if timed:
            where.append("timed = 1")
        wanted = f"SELECT id FROM tables WHERE {' AND '.join(where)} "
        wanted += "ORDER BY coalesce(ended, created) DESC LIMIT ?"

        async def look(base: Base) -> list[str]:
            return [table for (table,) in await base.run(wanted, *values, limit)]

        return await self.database.read(look)

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            await self.database.read(lambda base: base.run("SELECT 1"))
        except TROUBLE:
            return False
        return True

    # Wake-ups between processes

    async def _listen(self) -> None:
        """Hear what other processes write. A lost connection is made again, and everything looked up afresh."""
        while not self._closing:
            try:
                await self.database.listen(CHANNEL, self._hear, lambda: self.on_wake({}))
            except TROUBLE as error:
                log.warning("cannot listen for other processes", extra={"why": cause(error)})
            await asyncio.sleep(RETRY)

    def _hear(self, _ear: object, _pid: int, _channel: str, payload: str) -> None:
        sender, kind, *words = payload.split(" ")
        if sender == self.me:
            return
        if kind == "w":
            heard: dict[str, int] = {}
            for word in words:
                table, _, seq = word.rpartition(":")
                heard[table] = max(heard.get(table, 0), int(seq))
            self.on_wake(heard)
        elif kind == "g":
            self.on_gossip(sender + " " + " ".join(words))


async def _insert(base: Base, table: TableRow) -> None:
    setup = msgspec.json.encode(table.setup).decode()
    listed, timed = int(table.setup.listed), int(table.setup.clock is not None)
    values = (table.id, table.game, setup, table.status, listed, table.created, table.ended, timed, table.setup.circle)
    await base.run(f"INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)


async def _append(base: Base, rows: list[Row]) -> set[tuple[str, int]]:
    """Append entries where their places are free; returns the places that they took."""
    taken: set[tuple[str, int]] = set()
    # Sorted, so that two processes that want the same places wait for each other in the same order.
    rows = sorted(rows, key=lambda row: (row.table, row.seq))
    for start in range(0, len(rows), BATCH):
        batch = rows[start : start + BATCH]
        values = [v for r in batch for v in (r.table, r.seq, r.at, write_entry(r.entry).decode())]
        found = await base.run(
            f"INSERT INTO entries (table_id, seq, at, body) VALUES {', '.join(['(?, ?, ?, ?)'] * len(batch))} "
            "ON CONFLICT (table_id, seq) DO NOTHING RETURNING table_id, seq",
            *values,
        )
        taken.update((table, seq) for table, seq in found)
    return taken


async def _set(base: Base, table: str, seat: int, setting: AutoPass) -> None:
    await base.run(
        "INSERT INTO settings (table_id, seat, body) VALUES (?, ?, ?) "
        "ON CONFLICT (table_id, seat) DO UPDATE SET body = excluded.body",
        table,
        seat,
        msgspec.json.encode(setting).decode(),
    )


async def _fill(me: str, room: int, base: Base) -> None:
    """Write something that is as large as moves are, where moves are written, to see whether there is room. It is
    nothing that could be made smaller on its way to the disk."""
    await base.run(
        "INSERT INTO entries (table_id, seq, at, body) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (table_id, seq) DO UPDATE SET body = excluded.body",
        TRIAL,
        int(me, 16),
        int(time.time() * 1000),
        secrets.token_hex(room // 2),
    )


async def _clear(base: Base, me: str = "") -> None:
    """Take away what was written for trying: our own, or what processes left that were killed over it."""
    if me:
        await base.run("DELETE FROM entries WHERE table_id = ? AND seq = ?", TRIAL, int(me, 16))
    else:
        await base.run("DELETE FROM entries WHERE table_id = ? AND at < ?", TRIAL, int((time.time() - 3600) * 1000))


async def _log(base: Base, table: str, after: int) -> list[Row]:
    wanted = "SELECT seq, at, body FROM entries WHERE table_id = ? AND seq > ? ORDER BY seq"
    return [read_row(table, seq, at, body) for seq, at, body in await base.run(wanted, table, after)]


async def _load(base: Base, table: str) -> Loaded | None:
    found = await base.run(f"SELECT {COLUMNS} FROM tables WHERE id = ?", table)
    if not found:
        return None
    return Loaded(_table_row(found[0]), await _log(base, table, 0), await _auto_pass(base, table))


async def _auto_pass(base: Base, table: str) -> dict[int, AutoPass]:
    chosen = await base.run("SELECT seat, body FROM settings WHERE table_id = ?", table)
    return {seat: msgspec.json.decode(body, type=AutoPass) for seat, body in chosen}


def _table_row(row: Sequence[Any]) -> TableRow:
    table, game, setup, status, _listed, created, ended, _timed, _circle = row
    return TableRow(table, game, read_setup(setup), created, status, ended)
