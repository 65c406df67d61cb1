"""SQLite: a file, in WAL mode with full durability, whose work runs in threads of its own: one that writes, two that
read.

A file can be deleted or moved under a program that has it open, which then writes into nothing that anybody will find
again. So after each piece of work the file is looked up under its name. If it is no longer the same, the work counts as
failed, what the open connection still sees is copied beside where the file was, and nothing goes on until the same file
is back.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from mischief.files import hold
from mischief.server.keeping.database import DatabaseTrouble, Found, StoreError, Unwritable, Work, read_address

log = logging.getLogger("mischief.store")

Identity = tuple[int, int] | None
"""Which file it is, whatever its name: device and number."""


class Sqlite:
    """One process at a time: a second one would be a second writer."""

    postgres = False

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = _take(file)
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(2, thread_name_prefix="reader")
        self.patience: float | None = None
        self.kept = threading.local()
        self.open: set[sqlite3.Connection] = set()
        self.changing = threading.Lock()
        self.known: Identity = None
        self.wal: Identity = None
        self.rescued = False

    async def write(self, work: Work[Found]) -> Found:
        return await self._in(self.writer, work)

    async def read(self, work: Work[Found]) -> Found:
        return await self._in(self.readers, work)

    async def _in(self, threads: ThreadPoolExecutor, work: Work[Found]) -> Found:
        """A thread that waits for its disk cannot be stopped: what it does in the end is looked up later."""
        done = asyncio.get_running_loop().run_in_executor(threads, self._do, work)
        try:
            async with asyncio.timeout(self.patience):
                return await done
        except TimeoutError:
            raise TimeoutError(f"no answer in {self.patience:g} s") from None

    def connect(self) -> sqlite3.Connection:
        """A connection with full durability. Transactions begin when we say so, not when the driver guesses, so that a
        change of schema is whole or not at all. It is closed by whichever thread closes the database."""
        create = "rwc" if self.known is None else "rw"  # never a new file in place of one that is gone
        uri = f"file:{quote(str(self.file))}?mode={create}"
        connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "cache_size=-2000"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    def _do(self, work: Work[Found]) -> Found:
        """In a thread that keeps its connection as long as it is good."""
        connection: sqlite3.Connection | None = getattr(self.kept, "connection", None)
        try:
            self._look()
            if connection is None:
                connection = self.kept.connection = self._open()
            connection.execute("BEGIN")
            found = _at_once(work(SqliteBase(connection)))
            connection.execute("COMMIT")
            self._look()
        except Lost:
            self._rescue(connection)
            raise  # and the connection stays: it is the only way to what was written
        except BaseException as error:
            self.kept.connection = None
            if connection is not None:
                self._shut(connection)  # which takes back whatever was not committed
            if isinstance(error, (sqlite3.IntegrityError, sqlite3.DataError)):
                raise Unwritable from error
            if isinstance(error, sqlite3.Error):
                full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
                raise DatabaseTrouble(why="full" if full else "broken") from error
            raise
        return found

    def _open(self) -> sqlite3.Connection:
        with self.changing:
            connection = self.connect()
            self.open.add(connection)
        return connection

    def _shut(self, connection: sqlite3.Connection) -> None:
        with self.changing, contextlib.suppress(sqlite3.Error):
            self.open.discard(connection)
            connection.close()
            if not self.open:  # with the last connection SQLite has put the log away; the next will be another
                self.wal = None

    def _look(self) -> None:
        """Whether the file, and the log beside it, are still those that were opened."""
        with self.changing:
            file, wal = _identity(self.file), _identity(self.file.with_name(self.file.name + "-wal"))
            if self.known is None:
                self.known = file
            elif file != self.known:
                raise Lost(f"{self.file} is gone" if file is None else f"another file is in the place of {self.file}")
            if self.wal is None and self.open:
                self.wal = wal
            elif wal != self.wal and self.open:
                raise Lost(f"{self.file}-wal is gone")
        self.rescued = False

    def _rescue(self, connection: sqlite3.Connection | None) -> None:
        """Copy what is still seen of a file that is gone, once, beside where it was."""
        if self.rescued or connection is None:
            return
        self.rescued = True
        target = self.file.with_name(self.file.name + ".rescued")
        number = 1
        while target.exists():
            number += 1
            target = self.file.with_name(f"{self.file.name}.rescued-{number}")
        try:
            with contextlib.closing(sqlite3.connect(target)) as copy:
                connection.backup(copy)
            log.error("the database file is gone; what it held is copied", extra={"to": str(target)})
        except (sqlite3.Error, OSError) as error:
            log.error("the database file is gone, and what it held cannot be copied", extra={"why": str(error)})
            target.unlink(missing_ok=True)

    async def listen(self, channel: str, hear: Callable[..., None], ready: Callable[[], None]) -> None:
        raise NotImplementedError("a file has one process, and nobody else to hear")

    async def close(self) -> None:
        self.writer.shutdown()
        self.readers.shutdown()
        for connection in self.open:
            connection.close()
        self.lock.close()


class Lost(DatabaseTrouble):
    """The file is no longer where it was."""

    def __init__(self, text: str) -> None:
        super().__init__(text, "lost")


class SqliteBase:
    postgres = False

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    async def run(self, statement: str, *values: Any) -> Any:
        return self.connection.execute(statement, values).fetchall()


def _identity(file: Path) -> Identity:
    try:
        found = os.stat(file)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _at_once(work: Coroutine[Any, Any, Found]) -> Found:
    """Work over SQLite never waits for anything but the disk: it is done in one go, in the thread that it is in."""
    try:
        work.send(None)
    except StopIteration as done:
        found: Found = done.value
        return found
    raise AssertionError("work over a database awaits nothing but its connection")


def _take(file: Path) -> IO[bytes]:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = open(file.with_name(file.name + ".lock"), "wb")  # noqa: SIM115 (held until close)
        hold(lock)
    except BlockingIOError:
        raise StoreError(
            f"{file} is in use by another Mischief server. Stop it, name another file with --database, or use "
            "PostgreSQL, which any number of servers can share."
        ) from None
    except OSError as error:
        raise StoreError(f"{file} cannot be opened: {error.strerror}") from error
    return lock


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
        original = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True)
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
