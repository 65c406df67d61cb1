"""SQLite and PostgreSQL, used alike: work is a function over a SQLAlchemy connection, done in one transaction.

SQLite's work runs in threads of its own: one that writes, two that read. PostgreSQL's runs on asyncpg. What only one of
them needs is imported only for it: the common server, on SQLite, stays small.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from mischief.engine.errors import MischiefError

Found = TypeVar("Found")
Work = Callable[[Connection], Found]

TROUBLE = (DBAPIError, OSError, TimeoutError)
"""What a database that is full, gone or slow raises."""


class StoreError(MischiefError):
    """The database cannot be opened."""


class Database(Protocol):
    """Where work is done. `write` has one connection of its own and one caller at a time."""

    postgres: bool

    async def write(self, work: Work[Found]) -> Found: ...

    async def read(self, work: Work[Found]) -> Found: ...

    async def close(self) -> None: ...


def read_address(address: str) -> tuple[str, Path | None]:
    """A database's address, and the file if it is one: a path, sqlite:///path or postgresql://..."""
    if address.startswith(("postgresql://", "postgres://")):
        return "postgresql://" + address.split("://", 1)[1], None
    address = address.removeprefix("sqlite:///")
    if "://" in address or not address:
        raise StoreError(
            f"--database is a file, sqlite:///file or postgresql://user@host/name, not {shown(address)!r}."
        )
    file = Path(address).expanduser().absolute()
    return f"sqlite:///{file}", file


def open_database(address: str) -> Database:
    url, file = read_address(address)
    return Postgres(url) if file is None else Sqlite(url, file)


def shown(address: str) -> str:
    """An address without its password."""
    front, at, rest = address.rpartition("@")
    return f"{front.split('://')[0]}://...@{rest}" if at else address


def cause(error: BaseException) -> str:
    found = getattr(error, "orig", None) or error
    return f"{type(found).__name__}: {found}".split("\n")[0]


class Sqlite:
    """A file, in WAL mode with full durability. One process at a time: a second one would be a second writer."""

    postgres = False

    def __init__(self, url: str, file: Path) -> None:
        self.lock = _take(file)
        self.engine = sa.create_engine(url, poolclass=sa.NullPool)
        sa.event.listen(self.engine, "connect", _carefully)
        sa.event.listen(self.engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self.kept = threading.local()

    async def write(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._do, work)

    async def read(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._do, work)

    def _do(self, work: Work[Found]) -> Found:
        """In a thread that keeps its connection as long as it is good."""
        connection: Connection | None = getattr(self.kept, "connection", None)
        try:
            if connection is None:
                connection = self.kept.connection = self.engine.connect()
            with connection.begin():
                return work(connection)
        except BaseException:
            self.kept.connection = None
            if connection is not None:
                with contextlib.suppress(Exception):
                    connection.close()
            raise

    async def close(self) -> None:
        def let_go() -> None:
            connection: Connection | None = getattr(self.kept, "connection", None)
            if connection is not None:
                connection.close()

        self.writer.submit(let_go)
        self.writer.shutdown()
        self.readers.shutdown()
        self.engine.dispose()
        self.lock.close()


class Postgres:
    """A PostgreSQL server, shared by any number of processes."""

    postgres = True

    def __init__(self, url: str) -> None:
        from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

        self.engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"), pool_size=4)
        self.connection: AsyncConnection | None = None

    async def write(self, work: Work[Found]) -> Found:
        connection = self.connection
        try:
            if connection is None:
                connection = self.connection = await self.engine.connect()
            async with connection.begin():
                return await connection.run_sync(work)
        except BaseException:
            self.connection = None
            if connection is not None:
                with contextlib.suppress(Exception):
                    await connection.invalidate()
                    await connection.close()
            raise

    async def read(self, work: Work[Found]) -> Found:
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(Exception):
                await self.connection.close()
        await self.engine.dispose()


def _take(file: Path) -> IO[bytes]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = open(file.with_name(file.name + ".lock"), "wb")  # noqa: SIM115 (held until close)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreError(
            f"{file} is in use by another Mischief server. Stop it, name another file with --database, or use "
            "PostgreSQL, which any number of servers can share."
        ) from None
    except OSError as error:
        raise StoreError(f"{file} cannot be opened: {error.strerror}") from error
    return lock


def _carefully(raw: Any, _record: object) -> None:
    """Full durability; and transactions begin when we say so, not when the driver guesses, so that a change of schema
    is whole or not at all."""
    raw.isolation_level = None
    cursor = raw.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "cache_size=-2000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def backup(address: str, target: Path) -> int:
    """Copy a SQLite database that may be in use; returns the size of the copy. PostgreSQL has pg_dump for this."""
    _, file = read_address(address)
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
