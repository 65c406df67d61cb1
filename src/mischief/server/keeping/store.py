"""Where logs are kept: SQLite or PostgreSQL, written by one task that commits everything waiting as a group.

`write` returns at once; its callback is called when the outcome is certain: WRITTEN (durable), CONFLICT (somebody
else took that sequence number) or FAILED (the store cannot be written now, and whether the group went in is to be
looked up). A write that fails pauses the store; it tries again on its own until it works.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from mischief.server.keeping import schema
from mischief.server.keeping.database import TROUBLE, Database, StoreError, cause, open_database, read_address, shown
from mischief.server.protocol.messages import AutoPass, Millis
from mischief.server.tables.entries import Row, read_entry, write_entry
from mischief.server.tables.setup import Setup, TableRow

log = logging.getLogger("mischief.store")

GROUP = 400
"""Jobs in one commit at most."""
RETRY = 0.5
"""Seconds between two tries while the store is paused."""
CHANNEL = "mischief"


class Loaded(msgspec.Struct):
    """All that is kept of a table."""

    row: TableRow
    log: list[Row]
    auto_pass: dict[int, AutoPass]


Outcome = Literal["written", "conflict", "failed"]


class Job(msgspec.Struct):
    """What goes in together or not at all: a new table, entries, a table's new status, a seat's setting."""

    done: Callable[[Outcome], None]
    entries: Sequence[Row] = ()
    table: TableRow | None = None
    status: tuple[str, str, Millis | None] | None = None
    setting: tuple[str, int, AutoPass] | None = None


Wake = Callable[[dict[str, int]], None]
Gossip = Callable[[str], None]


class Store:
    """The database. `on_wake` hears which tables other processes have written to, `on_gossip` what they say about
    presence, `on_pause` when writing fails and works again."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.postgres = read_address(address)[1] is None
        self.me = secrets.token_hex(4)
        self.on_wake: Wake = lambda heard: None
        self.on_gossip: Gossip = lambda text: None
        self.on_pause: Callable[[bool, str], None] = lambda paused, why: None
        self.paused = False
        self.commits = 0
        self.rows = 0
        self.database: Database
        self._waiting: list[Job] = []
        self._gossip: list[str] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    # Opening and closing

    async def open(self) -> None:
        """Bring the schema up to date and start writing."""
        self.database = open_database(self.address)
        self._append, self._set = _statements(self.postgres)
        try:
            steps = await self.database.write(schema.migrate)
        except TROUBLE as error:
            raise StoreError(f"The database {shown(self.address)} cannot be opened: {cause(error)}") from error
        if steps:
            log.info("database brought up to date", extra={"steps": steps})
        self._tasks.append(asyncio.create_task(self._write_groups()))
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
                try:
                    taken = await self.database.write(partial(self._commit, group, gossip))
                except (IntegrityError, DataError) as error:
                    await self._one_by_one(group, error)
                    continue
                except TROUBLE as error:
                    await self._pause(group, cause(error))
                    continue
                self.commits += 1
                self.rows += len(taken)
                for job in group:
                    conflict = any((row.table, row.seq) not in taken for row in job.entries)
                    self._answer(job, "conflict" if conflict else "written")
            if self._closing:
                return

    async def _one_by_one(self, group: list[Job], why: DBAPIError) -> None:
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
            except (IntegrityError, DataError) as error:
                await self._one_by_one([job], error)
            except TROUBLE as error:
                await self._pause([job], cause(error))

    def _commit(self, group: list[Job], gossip: list[str], base: Connection) -> set[tuple[str, int]]:
        """In one transaction; returns the places in the logs that were free and are now taken."""
        news = [_columns(job.table) for job in group if job.table is not None]
        if news:
            base.execute(schema.tables.insert(), news)
        taken: set[tuple[str, int]] = set()
        # Sorted, so that two processes that want the same places wait for each other in the same order.
        rows = sorted((row for job in group for row in job.entries), key=lambda r: (r.table, r.seq))
        if rows:
            values = [
                {"table_id": r.table, "seq": r.seq, "at": r.at, "body": write_entry(r.entry).decode()} for r in rows
            ]
            taken = {(table, seq) for table, seq in base.execute(self._append, values)}
        for job in group:
            if job.status is not None and all((r.table, r.seq) in taken for r in job.entries):
                table, status, ended = job.status
                changed = schema.tables.update().where(schema.tables.c.id == table)
                base.execute(changed.values(status=status, ended=ended))
            if job.setting is not None:
                table, seat, body = job.setting
                base.execute(self._set, {"table_id": table, "seat": seat, "body": msgspec.json.encode(body).decode()})
        if self.postgres:
            self._notify(base, taken, gossip)
        return taken

    def _notify(self, base: Connection, taken: set[tuple[str, int]], gossip: list[str]) -> None:
        """One wake-up for the whole group; a payload that would be too long becomes several."""
        words = [f"{table}:{seq}" for table, seq in taken]
        notices = ["w " + " ".join(words[i : i + 150]) for i in range(0, len(words), 150)]
        for notice in notices + ["g " + text for text in gossip]:
            base.execute(sa.text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": f"{self.me} {notice}"})

    def _answer(self, job: Job, outcome: Outcome) -> None:
        try:
            job.done(outcome)
        except Exception:  # one table's trouble must not stop the writer that all tables share
            log.exception("a table failed after its write")

    async def _pause(self, group: list[Job], why: str) -> None:
        """Writing failed: say so, answer what was waiting, and try until it works again."""
        self.paused = True
        log.error("the store cannot be written; play is paused", extra={"why": why})
        self.on_pause(True, why)
        while True:
            waiting, self._waiting, self._gossip = self._waiting, [], []
            for job in [*group, *waiting]:
                self._answer(job, "failed")
            group = []
            if self._closing:
                return
            await asyncio.sleep(RETRY)
            try:
                await self.database.write(_probe)
                break
            except TROUBLE as error:
                log.warning("the store still cannot be written", extra={"why": cause(error)})
        self.paused = False
        log.info("the store can be written again; play goes on")
        self.on_pause(False, "")

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
    ) -> list[TableRow]:
        """Tables of these statuses, the newest first."""
        columns = schema.tables.c
        wanted = sa.select(schema.tables).where(columns.status.in_(statuses))
        if game is not None:
            wanted = wanted.where(columns.game == game)
        if listed:
            wanted = wanted.where(columns.listed == 1)
        if timed:
            wanted = wanted.where(columns.timed == 1)
        wanted = wanted.order_by(sa.func.coalesce(columns.ended, columns.created).desc()).limit(limit)
        return await self.database.read(lambda base: [_table_row(row) for row in base.execute(wanted)])

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(3):
                await self.database.read(lambda base: base.execute(sa.text("SELECT 1")).scalar())
        except TROUBLE:
            return False
        return True

    # Wake-ups between processes

    async def _listen(self) -> None:
        """Hear what other processes write. A lost connection is made again, and everything looked up afresh."""
        import asyncpg

        address = read_address(self.address)[0]
        while not self._closing:
            try:
                ear = await asyncpg.connect(address)
                await ear.add_listener(CHANNEL, self._hear)
                self.on_wake({})
                while not ear.is_closed():
                    await asyncio.sleep(1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
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


def _statements(postgres: bool) -> tuple[sa.Insert, sa.Insert]:
    """Append an entry if its place is free; set a seat's setting."""
    dialect: Any
    if postgres:
        from sqlalchemy.dialects import postgresql as dialect
    else:
        from sqlalchemy.dialects import sqlite as dialect
    entries = schema.entries
    append = dialect.insert(entries).on_conflict_do_nothing(index_elements=["table_id", "seq"])
    setting = dialect.insert(schema.settings)
    change = setting.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"body": setting.excluded.body})
    return append.returning(entries.c.table_id, entries.c.seq), change


def _probe(base: Connection) -> None:
    """Write something that changes nothing, to see whether writing works."""
    base.execute(sa.text("UPDATE schema_version SET version = version"))


def _log(base: Connection, table: str, after: int) -> list[Row]:
    columns = schema.entries.c
    wanted = sa.select(columns.seq, columns.at, columns.body)
    wanted = wanted.where(columns.table_id == table, columns.seq > after).order_by(columns.seq)
    return [Row(table, seq, at, read_entry(body)) for seq, at, body in base.execute(wanted)]


def _load(base: Connection, table: str) -> Loaded | None:
    tables = schema.tables
    found = base.execute(sa.select(tables).where(tables.c.id == table)).first()
    if found is None:
        return None
    return Loaded(_table_row(found), _log(base, table, 0), _auto_pass(base, table))


def _auto_pass(base: Connection, table: str) -> dict[int, AutoPass]:
    settings = schema.settings
    chosen = base.execute(sa.select(settings.c.seat, settings.c.body).where(settings.c.table_id == table))
    return {seat: msgspec.json.decode(body, type=AutoPass) for seat, body in chosen}


def _columns(table: TableRow) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "setup": msgspec.json.encode(table.setup).decode(),
        "status": table.status,
        "listed": int(table.setup.listed),
        "created": table.created,
        "ended": table.ended,
        "timed": int(table.setup.clock is not None),
    }


def _table_row(row: Any) -> TableRow:
    setup = msgspec.json.decode(row.setup, type=Setup)
    return TableRow(row.id, row.game, setup, row.created, row.status, row.ended)
