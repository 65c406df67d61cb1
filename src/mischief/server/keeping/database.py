"""SQLite and PostgreSQL, used alike: work is a function over a connection, done in one transaction.

Statements are written once, in the SQL that both understand, with `?` for each value. `sqlite.py` and `postgres.py` do
the work; this is what they have in common: how they are found, and what may be the matter with them.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from mischief.engine.errors import MischiefError

Found = TypeVar("Found")

PATIENCE = 5.0
"""Seconds in which a database in use has to answer."""

Why = Literal["full", "slow", "away", "lost", "broken"]
"""What is the matter with a database: no room; no answer in time; a server that cannot be reached; a file that is no
longer where it was; anything else."""


class Base(Protocol):
    """A connection within its transaction."""

    postgres: bool

    async def run(self, statement: str, *values: Any) -> Sequence[Any]:
        """Run a statement; returns its rows."""
        ...


Work = Callable[[Base], Coroutine[Any, Any, Found]]


class DatabaseTrouble(Exception):
    """The database cannot be used now."""

    def __init__(self, text: str = "", why: Why = "broken") -> None:
        super().__init__(text)
        self.why: Why = why


class Unwritable(DatabaseTrouble):
    """What was to be written cannot be, whatever the state of the database."""


TROUBLE = (DatabaseTrouble, OSError, TimeoutError)
"""What a database that is full, gone or slow raises."""


class StoreError(MischiefError):
    """The database cannot be opened."""


class Database(Protocol):
    """Where work is done. `write` has one connection of its own and one caller at a time. `patience`: the seconds that
    work may take; None while the schema is brought up to date, which may take as long as it takes."""

    postgres: bool
    patience: float | None

    async def write(self, work: Work[Found]) -> Found: ...

    async def read(self, work: Work[Found]) -> Found: ...

    async def listen(self, channel: str, hear: Callable[..., None], ready: Callable[[], None]) -> None:
        """Hear what other processes say on a channel, until the connection is lost; a file's one process hears
        nobody."""

    async def close(self) -> None: ...


def read_address(address: str) -> tuple[str, Path | None]:
    """A database's address, and the file if it is one: a path, sqlite:///path or postgresql://... The file is the real
    one, whatever links lead to it: whoever takes it takes it under all its names."""
    if address.startswith(("postgresql://", "postgres://")):
        return "postgresql://" + address.split("://", 1)[1], None
    address = address.removeprefix("sqlite:///")
    if "://" in address or not address:
        raise StoreError(
            f"--database is a file, sqlite:///file or postgresql://user@host/name, not {shown(address)!r}."
        )
    file = Path(address).expanduser().resolve()
    return f"sqlite:///{file}", file


def open_database(address: str) -> Database:
    """The database at an address; each kind is loaded only where it is used."""
    url, file = read_address(address)
    if file is None:
        from mischief.server.keeping.postgres import Postgres

        return Postgres(url)
    from mischief.server.keeping.sqlite import Sqlite

    return Sqlite(file)


def shown(address: str) -> str:
    """An address without its password."""
    front, at, rest = address.rpartition("@")
    return f"{front.split('://')[0]}://...@{rest}" if at else address


def cause(error: BaseException) -> str:
    """What went wrong, in one line for the log."""
    found = error.__cause__ if isinstance(error, DatabaseTrouble) and error.__cause__ else error
    return f"{type(found).__name__}: {found}".split("\n")[0]


def why(error: BaseException) -> Why:
    """What is the matter, for people."""
    if isinstance(error, DatabaseTrouble):
        return error.why
    if isinstance(error, TimeoutError):
        return "slow"
    return "away" if isinstance(error, OSError) else "broken"
