"""Where logs are kept: SQLite or PostgreSQL, written by one task that commits everything waiting as a group.

`write` returns at once; its callback is called when the outcome is certain: WRITTEN (durable), CONFLICT (somebody
else took that sequence number) or FAILED (the store cannot be written now, and whether the group went in is to be
looked up). A write that fails pauses the store; it tries again on its own until it works.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, Literal

import asyncpg
import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from mischief.engine.errors import MischiefError
from mischief.server import schema
from mischief.server.entries import Row, read_entry, write_entry
from mischief.server.messages import AutoPass, ClockRules, Millis

log = logging.getLogger("mischief.store")

GROUP = 400
"""Jobs in one commit at most."""
RETRY = 0.5
"""Seconds between two tries while the store is paused."""
CHANNEL = "mischief"


class StoreError(MischiefError):
    """The database cannot be opened."""


class Setup(msgspec.Struct):
    """What was chosen when a table was created."""

    seats: int
    options: dict[str, Any]
    rules_version: int
    host: str
    hints: bool = True
    listed: bool = False
    clock: ClockRules | None = None


class TableRow(msgspec.Struct):
    """A table as it stands in the list of tables."""

    id: str
    game: str
    setup: Setup
    created: Millis
    status: str = "waiting"
    ended: Millis | None = None


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

    def __init__(self, url: str) -> None:
        self.url, self.file = _read_url(url)
        self.postgres = self.file is None
        self.me = secrets.token_hex(4)
        self.on_wake: Wake = lambda heard: None
        self.on_gossip: Gossip = lambda text: None
        self.on_pause: Callable[[bool, str], None] = lambda paused, why: None
        self.paused = False
        self.commits = 0
        self.rows = 0
        self._waiting: list[Job] = []
        self._gossip: list[str] = []
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False
        self._lock: IO[bytes] | None = None
        self.engine: AsyncEngine
        dialect: Any = postgresql if self.postgres else sqlite
        fresh = dialect.insert(schema.entries)
        self._append = fresh.on_conflict_do_nothing(index_elements=["table_id", "seq"]).returning(
            schema.entries.c.table_id, schema.entries.c.seq
        )
        setting = dialect.insert(schema.settings)
        self._set = setting.on_conflict_do_update(
            index_elements=["table_id", "seat"], set_={"body": setting.excluded.body}
        )

    # Opening and closing

    async def open(self) -> None:
        """Bring the schema up to date and start writing."""
        if self.file is not None:
            self._take_the_file(self.file)
        self.engine = create_async_engine(self.url, pool_size=4, max_overflow=4)
        if not self.postgres:
            sa.event.listen(self.engine.sync_engine, "connect", _careful_sqlite)
        try:
            async with self.engine.begin() as connection:
                steps = await connection.run_sync(schema.migrate)
        except (DBAPIError, OSError) as error:
            raise StoreError(f"The database {_shown(self.url)} cannot be opened: {_cause(error)}") from error
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
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.close()

    def _take_the_file(self, file: Path) -> None:
        """One process per SQLite file: a second one would be a second writer."""
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._lock = open(file.with_name(file.name + ".lock"), "wb")  # noqa: SIM115 (held until close)
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(
                f"{file} is in use by another Mischief server. Stop it, name another file with --database, or use "
                "PostgreSQL, which any number of servers can share."
            ) from None
        except OSError as error:
            raise StoreError(f"{file} cannot be opened: {error.strerror}") from error

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
        connection: AsyncConnection | None = None
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting or self._gossip:
                    group, self._waiting = self._waiting[:GROUP], self._waiting[GROUP:]
                    try:
                        if connection is None:
                            connection = await self.engine.connect()
                        taken = await self._commit(connection, group)
                    except (DBAPIError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                        if connection is not None:
                            with contextlib.suppress(Exception):
                                await connection.invalidate()
                                await connection.close()
                            connection = None
                        await self._pause(group, _cause(error))
                        continue
                    self.commits += 1
                    for job in group:
                        conflict = any((row.table, row.seq) not in taken for row in job.entries)
                        self._answer(job, "conflict" if conflict else "written")
                if self._closing:
                    return
        finally:
            if connection is not None:
                with contextlib.suppress(Exception):
                    await connection.close()

    async def _commit(self, connection: AsyncConnection, group: list[Job]) -> set[tuple[str, int]]:
        """One transaction; returns the places in the logs that were free and are now taken."""
        rows = [row for job in group for row in job.entries]
        taken: set[tuple[str, int]] = set()
        async with connection.begin():
            news = [_columns(job.table) for job in group if job.table is not None]
            if news:
                await connection.execute(schema.tables.insert(), news)
            if rows:
                # Sorted, so that two processes that want the same places wait for each other in the same order.
                values = [
                    {"table_id": r.table, "seq": r.seq, "at": r.at, "body": write_entry(r.entry).decode()}
                    for r in sorted(rows, key=lambda r: (r.table, r.seq))
                ]
                result = await connection.execute(self._append, values)
                taken = {(table, seq) for table, seq in result.all()}
                self.rows += len(taken)
            for job in group:
                if job.status is not None and all((r.table, r.seq) in taken for r in job.entries):
                    table, status, ended = job.status
                    changed = schema.tables.update().where(schema.tables.c.id == table)
                    await connection.execute(changed.values(status=status, ended=ended))
                if job.setting is not None:
                    table, seat, body = job.setting
                    value = {"table_id": table, "seat": seat, "body": msgspec.json.encode(body).decode()}
                    await connection.execute(self._set, value)
            if self.postgres:
                await self._notify(connection, taken)
        return taken

    async def _notify(self, connection: AsyncConnection, taken: set[tuple[str, int]]) -> None:
        """One wake-up for the whole group; a payload that would be too long becomes several."""
        gossip, self._gossip = self._gossip, []
        words = [f"{table}:{seq}" for table, seq in taken]
        notices = ["w " + " ".join(words[i : i + 150]) for i in range(0, len(words), 150)]
        notices += ["g " + text for text in gossip]
        for notice in notices:
            await connection.execute(sa.text("SELECT pg_notify(:c, :p)"), {"c": CHANNEL, "p": f"{self.me} {notice}"})

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
                async with self.engine.begin() as connection:
                    await connection.execute(sa.text("UPDATE schema_version SET version = version"))
                break
            except (DBAPIError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.warning("the store still cannot be written", extra={"why": _cause(error)})
        self.paused = False
        log.info("the store can be written again; play goes on")
        self.on_pause(False, "")

    # Reading

    async def load(self, table: str) -> Loaded | None:
        """All that is kept of a table; None if there is none."""
        tables, settings = schema.tables, schema.settings
        async with self.engine.connect() as connection:
            found = (await connection.execute(sa.select(tables).where(tables.c.id == table))).first()
            if found is None:
                return None
            log = (await connection.execute(_log(table, 0))).all()
            set_here = sa.select(settings.c.seat, settings.c.body).where(settings.c.table_id == table)
            auto_pass = (await connection.execute(set_here)).all()
        return Loaded(
            _table_row(found),
            [Row(table, seq, at, read_entry(body)) for seq, at, body in log],
            {seat: msgspec.json.decode(body, type=AutoPass) for seat, body in auto_pass},
        )

    async def log_of(self, table: str, after: int = 0) -> list[Row]:
        """A table's entries in order, those after a sequence number."""
        async with self.engine.connect() as connection:
            found = (await connection.execute(_log(table, after))).all()
        return [Row(table, seq, at, read_entry(body)) for seq, at, body in found]

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
        async with self.engine.connect() as connection:
            return [_table_row(row) for row in (await connection.execute(wanted)).all()]

    async def alive(self) -> bool:
        """Whether the database answers."""
        try:
            async with asyncio.timeout(3), self.engine.connect() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except (DBAPIError, OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    # Wake-ups between processes

    async def _listen(self) -> None:
        """Hear what other processes write. A lost connection is made again, and everything looked up afresh."""
        address = self.url.replace("postgresql+asyncpg", "postgresql")
        while not self._closing:
            try:
                ear = await asyncpg.connect(address)
                await ear.add_listener(CHANNEL, self._hear)
                self.on_wake({})
                while not ear.is_closed():
                    await asyncio.sleep(1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError) as error:
                log.warning("cannot listen for other processes", extra={"why": _cause(error)})
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


def _log(table: str, after: int) -> sa.Select[Any]:
    columns = schema.entries.c
    wanted = sa.select(columns.seq, columns.at, columns.body)
    return wanted.where(columns.table_id == table, columns.seq > after).order_by(columns.seq)


def _read_url(url: str) -> tuple[str, Path | None]:
    """A database's address: a file, sqlite:///file or postgresql://..."""
    if url.startswith(("postgresql://", "postgres://")):
        return "postgresql+asyncpg://" + url.split("://", 1)[1], None
    if url.startswith("sqlite:///"):
        url = url.removeprefix("sqlite:///")
    elif "://" in url:
        raise StoreError(f"--database is a file, sqlite:///file or postgresql://user@host/name, not {_shown(url)!r}.")
    file = Path(url).expanduser().absolute()
    return f"sqlite+aiosqlite:///{file}", file


def _shown(url: str) -> str:
    """An address without its password."""
    front, at, rest = url.rpartition("@")
    return f"{front.split('://')[0]}://...@{rest}" if at else url


def _cause(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".split("\n")[0]


def _careful_sqlite(raw: Any, _record: object) -> None:
    cursor = raw.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "cache_size=-4000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


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


def backup(database: str, target: Path) -> int:
    """Copy a SQLite database that may be in use; returns the size of the copy. PostgreSQL has pg_dump for this."""
    import sqlite3

    _, file = _read_url(database)
    if file is None:
        raise StoreError("PostgreSQL is backed up with its own pg_dump, which is safe while servers run.")
    if not file.is_file():
        raise StoreError(f"There is no database {file}.")
    if target.exists():
        raise StoreError(f"{target} is there already; name a new file.")
    half = target.with_name(target.name + ".part")
    try:
        original = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        with contextlib.closing(original) as source, contextlib.closing(sqlite3.connect(half)) as copy:
            source.backup(copy)
            if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise StoreError(f"The copy of {file} is not sound; nothing was written to {target}.")
        os.replace(half, target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"The backup failed: {error}") from error
    finally:
        half.unlink(missing_ok=True)
    return target.stat().st_size
