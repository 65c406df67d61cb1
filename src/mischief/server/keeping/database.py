"""SQLite and PostgreSQL, used alike: work is a function over a connection, done in one transaction.

Statements are written once, in the SQL that both understand, with `?` for each value. SQLite's work runs in threads of
its own: one that writes, two that read. PostgreSQL's runs on asyncpg, which is imported only for it: the common server,
on SQLite, stays small.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Protocol, TypeVar

from mischief.engine.errors import MischiefError
from mischief.extras import needs

Found = TypeVar("Found")


class Base(Protocol):
    """A connection within its transaction."""

    postgres: bool

    async def run(self, statement: str, *values: Any) -> Sequence[Any]:
        """Run a statement; returns its rows."""
        ...


Work = Callable[[Base], Coroutine[Any, Any, Found]]


class DatabaseTrouble(Exception):
    """The database is full, gone or slow."""


class Unwritable(DatabaseTrouble):
    """What was to be written cannot be, whatever the state of the database."""


TROUBLE = (DatabaseTrouble, OSError, TimeoutError)
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
    return Postgres(url) if file is None else Sqlite(file)


def shown(address: str) -> str:
    """An address without its password."""
    front, at, rest = address.rpartition("@")
    return f"{front.split('://')[0]}://...@{rest}" if at else address


def cause(error: BaseException) -> str:
    found = error.__cause__ if isinstance(error, DatabaseTrouble) and error.__cause__ else error
    return f"{type(found).__name__}: {found}".split("\n")[0]


class Sqlite:
    """A file, in WAL mode with full durability. One process at a time: a second one would be a second writer."""

    postgres = False

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = _take(file)
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self.kept = threading.local()
        self.open: set[sqlite3.Connection] = set()

    async def write(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self.writer, self._do, work)

    async def read(self, work: Work[Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self.readers, self._do, work)

    def connect(self) -> sqlite3.Connection:
        """A connection with full durability. Transactions begin when we say so, not when the driver guesses, so that a
        change of schema is whole or not at all. It is closed by whichever thread closes the database."""
        connection = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "cache_size=-2000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _do(self, work: Work[Found]) -> Found:
        """In a thread that keeps its connection as long as it is good."""
        connection: sqlite3.Connection | None = getattr(self.kept, "connection", None)
        try:
            if connection is None:
                connection = self.kept.connection = self.connect()
                self.open.add(connection)
            connection.execute("BEGIN")
            found = _at_once(work(SqliteBase(connection)))
            connection.execute("COMMIT")
        except BaseException as error:
            self.kept.connection = None
            if connection is not None:
                self.open.discard(connection)
                with contextlib.suppress(sqlite3.Error):
                    connection.close()  # which takes back whatever was not committed
            if isinstance(error, (sqlite3.IntegrityError, sqlite3.DataError)):
                raise Unwritable from error
            if isinstance(error, sqlite3.Error):
                raise DatabaseTrouble from error
            raise
        return found

    async def close(self) -> None:
        self.writer.shutdown()
        self.readers.shutdown()
        for connection in self.open:
            connection.close()
        self.lock.close()


class SqliteBase:
    postgres = False

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def run(self, statement: str, *values: Any) -> Sequence[Any]:
        return self.connection.execute(statement, values).fetchall()


def _at_once(work: Coroutine[Any, Any, Found]) -> Found:
    """Work over SQLite never waits for anything but the disk: it is done in one go, in the thread that it is in."""
    try:
        work.send(None)
    except StopIteration as done:
        found: Found = done.value
        return found
    raise AssertionError("work over a database awaits nothing but its connection")


class Postgres:
    """A PostgreSQL server, shared by any number of processes."""

    postgres = True

    def __init__(self, url: str) -> None:
        with needs("postgres"):
            import asyncpg
        self.url = url
        self.asyncpg = asyncpg
        self.connection: Any = None
        self.pool: Any = None

    async def write(self, work: Work[Found]) -> Found:
        async with self._troubles():
            try:
                if self.connection is None or self.connection.is_closed():
                    self.connection = await self.asyncpg.connect(self.url)
                async with self.connection.transaction():
                    return await work(PostgresBase(self.connection))
            except BaseException:
                connection, self.connection = self.connection, None
                if connection is not None:
                    connection.terminate()
                raise

    async def read(self, work: Work[Found]) -> Found:
        async with self._troubles():
            if self.pool is None:
                self.pool = self.asyncpg.create_pool(self.url, min_size=0, max_size=8)
            await self.pool  # it begins empty, so that this waits for nothing
            async with self.pool.acquire() as connection, connection.transaction():
                return await work(PostgresBase(connection))

    @contextlib.asynccontextmanager
    async def _troubles(self) -> AsyncIterator[None]:
        try:
            yield
        except (self.asyncpg.IntegrityConstraintViolationError, self.asyncpg.DataError) as error:
            raise Unwritable from error
        except (self.asyncpg.PostgresError, self.asyncpg.InterfaceError) as error:
            raise DatabaseTrouble from error

    async def close(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(Exception):
                await self.connection.close()
        if self.pool is not None:
            self.pool.terminate()


class PostgresBase:
    postgres = True

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    async def run(self, statement: str, *values: Any) -> Sequence[Any]:
        rows: Sequence[Any] = await self.connection.fetch(_numbered(statement), *values)
        return rows


@lru_cache(maxsize=512)
def _numbered(statement: str) -> str:
    """PostgreSQL numbers its values: `?, ?` becomes `$1, $2`."""
    numbers = itertools.count(1)
    return re.sub(r"\?", lambda _: f"${next(numbers)}", statement)


def _take(file: Path) -> IO[bytes]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = open(file.with_name(file.name + ".lock"), "wb")  # noqa: SIM115 (held until close)
        _hold(lock)
    except BlockingIOError:
        raise StoreError(
            f"{file} is in use by another Mischief server. Stop it, name another file with --database, or use "
            "PostgreSQL, which any number of servers can share."
        ) from None
    except OSError as error:
        raise StoreError(f"{file} cannot be opened: {error.strerror}") from error
    return lock


def _hold(lock: IO[bytes]) -> None:
    """Keep a file to this process as long as it is open; BlockingIOError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
