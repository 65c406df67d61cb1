"""PostgreSQL: a server, shared by any number of our processes; on asyncpg, which is imported only here.

A server that is stuck (a stopped machine, a network that swallows, a lock that nobody lets go) takes what is sent and
never answers. What waits for longer than it should is therefore cut off from our side: the connection is ended, which
makes everything that waits on it fail at once. Asking it politely to cancel would wait for an answer again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
from collections.abc import AsyncIterator, Callable, Sequence
from functools import lru_cache
from typing import Any

from mischief.extras import needs
from mischief.server.keeping.database import PATIENCE, DatabaseTrouble, Found, Unwritable, Why, Work

BEAT = 5.0
"""Seconds between two looks whether a connection that only listens still hears."""


class Postgres:
    """One connection that writes, some that read."""

    postgres = True

    def __init__(self, url: str) -> None:
        with needs("postgres"):
            import asyncpg
        self.url = url
        self.asyncpg = asyncpg
        # What a connection raises that was ended while nobody looked: asyncpg's own state may be half-way between open
        # and closed (InternalClientError), or the event loop's may (RuntimeError).
        own = (asyncpg.InterfaceError, asyncpg.InternalClientError)
        self.ended = (asyncpg.PostgresError, *own, OSError, RuntimeError)
        self.patience: float | None = None
        self.connection: Any = None
        self.pool: Any = None

    async def write(self, work: Work[Found]) -> Found:
        async with self._troubles():
            try:
                transaction = await self._begin()
                async with self._in_time(self.connection):
                    found = await work(PostgresBase(self.connection))
                    await transaction.commit()
                    return found
            except BaseException:
                self._let_go()
                raise

    async def _begin(self) -> Any:
        """A transaction. That the server has ended our connection may be known only when it is used; nothing has been
        written then, so that a new one is made and nobody notices."""
        if self.connection is not None and not self.connection.is_closed():
            try:
                return await self._start()
            except TimeoutError:
                raise
            except self.ended:
                self._let_go()
        self.connection = await self._connect()
        return await self._start()

    async def _start(self) -> Any:
        transaction = self.connection.transaction()
        async with self._in_time(self.connection):
            await transaction.start()
        return transaction

    def _let_go(self) -> None:
        connection, self.connection = self.connection, None
        if connection is not None:
            connection.terminate()

    async def read(self, work: Work[Found]) -> Found:
        async with self._troubles():
            if self.pool is None:
                self.pool = self.asyncpg.create_pool(self.url, min_size=0, max_size=8, timeout=PATIENCE)
            await self.pool  # it begins empty, so that this waits for nothing
            connection = await self.pool.acquire(timeout=self.patience)
            try:
                async with self._in_time(connection), connection.transaction():
                    return await work(PostgresBase(connection))
            finally:
                await self.pool.release(connection, timeout=self.patience)

    async def listen(self, channel: str, hear: Callable[..., None], ready: Callable[[], None]) -> None:
        """Hear what is said on a channel, until the connection is lost."""
        async with self._troubles():
            ear = await self._connect()
            try:
                async with self._in_time(ear):
                    await ear.add_listener(channel, hear)
                ready()
                while not ear.is_closed():
                    await asyncio.sleep(BEAT)
                    async with self._in_time(ear):
                        await ear.execute("SELECT 1")
            finally:
                ear.terminate()

    async def _connect(self) -> Any:
        return await self.asyncpg.connect(self.url, timeout=self.patience or PATIENCE)

    @contextlib.asynccontextmanager
    async def _in_time(self, connection: Any) -> AsyncIterator[None]:
        """End a connection that does not answer in time."""
        if self.patience is None:
            yield
            return
        late = False

        def cut() -> None:
            nonlocal late
            late = True
            connection.terminate()

        timer = asyncio.get_running_loop().call_later(self.patience, cut)
        try:
            yield
        except self.ended as error:
            if late:
                raise TimeoutError(f"no answer in {self.patience:g} s") from error
            raise
        finally:
            timer.cancel()

    @contextlib.asynccontextmanager
    async def _troubles(self) -> AsyncIterator[None]:
        errors = self.asyncpg
        try:
            yield
        except (errors.IntegrityConstraintViolationError, errors.DataError) as error:
            raise Unwritable from error
        except (errors.PostgresError, errors.InterfaceError) as error:
            why: Why = "broken"
            if isinstance(error, errors.DiskFullError):
                why = "full"
            elif isinstance(error, (errors.PostgresConnectionError, errors.OperatorInterventionError)):
                why = "away"
            raise DatabaseTrouble(why=why) from error
        except (errors.InternalClientError, RuntimeError) as error:
            raise DatabaseTrouble(why="away") from error

    async def close(self) -> None:
        if self.connection is not None:
            with contextlib.suppress(Exception):
                await self.connection.close(timeout=2)
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
