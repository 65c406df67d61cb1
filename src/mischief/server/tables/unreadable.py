"""Tables that this server cannot read: of a game that is not on its shelf, of another version of the rules, with an
entry that only a newer Mischief knows. They are refused with what is missing, and left as they are.

A game is never played again under other rules than those it was played by: it would show what never happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from mischief.engine.errors import MischiefError
from mischief.server.tables.entries import Entry, Played, Row, Started, read_entry
from mischief.server.tables.fold import Fold, Prepared
from mischief.server.tables.library import Library, Rulebook
from mischief.server.tables.refusing import Denied
from mischief.server.tables.setup import Setup, TableRow

PIECE = 100
"""Entries that are read in one go."""
KIND = re.compile(r'"kind"\s*:\s*"([\w -]{1,40})"')


class Unreadable(Denied):
    """What is missing, in one sentence; `cause` says more to whoever runs the server."""

    def __init__(self, text: str, cause: str = "") -> None:
        super().__init__("unreadable", text)
        self.cause = cause


def read_setup(body: str) -> Setup:
    """What was chosen when a table was created."""
    try:
        return msgspec.json.decode(body, type=Setup)
    except msgspec.DecodeError as error:
        raise Unreadable("This table was set up in a way that this Mischief does not know.", str(error)) from error


def read_row(table: str, seq: int, at: int, body: str) -> Row:
    """An entry of a log, as it is kept."""
    try:
        entry: Entry = read_entry(body)
    except msgspec.DecodeError as error:
        kind = KIND.search(body)
        raise Unreadable(
            f"In this table's log, entry {seq} ({kind.group(1) if kind else 'something'}) is of a kind that this "
            "Mischief does not know. A newer one has written it.",
            str(error),
        ) from error
    return Row(table, seq, at, entry)


def open_book(library: Library, row: TableRow) -> Rulebook:
    """The rulebook that a table was set up by."""
    if row.game not in library.books:
        raise Unreadable(f"This table plays {row.game}, a game that is not on this server's shelf.")
    info, version = library.book(row.game).info, row.setup.rules_version
    if version != info.rules_version:
        raise Unreadable(
            f"This table plays {info.title} by version {version} of its rules; this server has version "
            f"{info.rules_version}."
        )
    try:
        return library.rulebook(row.game, row.setup.seats, row.setup.options)
    except MischiefError as error:
        raise Unreadable(f"This table has house rules that this server does not know. {error}") from error


def read_table(library: Library, row: TableRow, log: Sequence[Row]) -> Fold:
    """A table as its log makes it, each move of it legal when it was made."""
    *_, fold = reading_table(library, row, log)
    return fold


def reading_table(library: Library, row: TableRow, log: Sequence[Row]) -> Iterator[Fold]:
    """The same in pieces: after some entries each time, and at the end."""
    fold = Fold(row, open_book(library, row))
    for number, entry in enumerate(log, 1):
        try:
            fold.apply(entry, _checked(fold, entry.entry))
        except Exception as error:  # whatever a log that is not ours makes of the rules
            raise Unreadable(
                f"This table's log cannot be played again by the rules that this server has: entry "
                f"{entry.seq} does not fit.",
                f"{type(error).__name__}: {error}"[:300],
            ) from error
        if number % PIECE == 0:
            yield fold
    yield fold


def _checked(fold: Fold, entry: Entry) -> Prepared | None:
    """The table after an entry's moves; Refused if one of them is not legal."""
    if not isinstance(entry, Played | Started):
        return None
    state = fold.state.clone() if fold.state is not None else fold.game.begin()
    for seat, action in entry.moves:
        state.play(seat, action)
    return Prepared(state, [])
