"""Observations: what a seat may know, as a row of small whole numbers for a net to look at.

An observer declares its fields once, in its constructor: each call (`bits`, `one_of`, `counts`) says what the next
numbers mean and returns the place where they begin. The length of the row, the table that `mischief fields` prints and
the checks of the suite come from these declarations. `write` then puts the numbers in their places, in a row that is
all 0.

Every row of a game has the same length and the same places, whatever the seat count and the options, so that one net
can serve them all; both stand in the row. Seats are told from the observer's: 0 is its own, 1 the next clockwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from mischief.engine.fields import BITS, COUNTS, ONE_OF, Field, Omission
from mischief.engine.moves import Moves
from mischief.engine.state import State

MOST: Final[i64] = 255
"""The largest number of a row: what is more, is written as this."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Writes what a seat may know. A game's own observer declares its fields and overrides `write`."""

    def __init__(self, most_seats: int) -> None:
        self.most_seats = most_seats
        self.fields: list[Field] = []
        self.omissions: list[Omission] = []
        self.length: i64 = 0
        self.blank = b""

    # Declaring

    def bits(self, name: str, says: str, entries: Sequence[str] = (), each_seat: bool = False) -> i64:
        """The next numbers are 0 or 1, one for each entry (a single one, if there are none)."""
        return self._declare(name, says, entries, BITS, 1, each_seat)

    def one_of(self, name: str, says: str, entries: Sequence[str], each_seat: bool = False) -> i64:
        """At most one of the next numbers is 1: that of the entry which is the case."""
        return self._declare(name, says, entries, ONE_OF, 1, each_seat)

    def counts(
        self, name: str, says: str, entries: Sequence[str] = (), most: int = 255, each_seat: bool = False
    ) -> i64:
        """The next numbers count something, one for each entry; write them with `put`, which heeds the limit of 255."""
        return self._declare(name, says, entries, COUNTS, most, each_seat)

    def one_of_seats(self, name: str, says: str) -> i64:
        """At most one of the next numbers is 1: that of a seat, told from the observer's."""
        return self._declare(name, says, [], ONE_OF, 1, True)

    def me(self) -> i64:
        """At most one of the next numbers is 1: that of the observer's own seat, by its number at the table. For games
        some of whose moves name a seat; a batch with `turned` moves does not need it, so it comes last."""
        return self._declare(
            "me",
            "The observer's own seat by its number, since moves name seats so; turned moves do not (docs/learning.md).",
            [f"seat {seat}" for seat in range(self.most_seats)],
            ONE_OF,
            1,
            False,
        )

    def omit(self, path: str, says: str, order_only: bool = False) -> None:
        """The row does not say what the view shows there: `says` tells why nothing hangs on it."""
        self.omissions.append(Omission(path, says, order_only))

    def _declare(self, name: str, says: str, entries: Sequence[str], form: str, most: int, each_seat: bool) -> i64:
        first = self.length
        field = Field(
            name=name,
            first=int(first),
            entries=tuple(entries) if entries else (name,),
            form=form,
            most=most,
            says=says,
            blocks=self.most_seats if each_seat else 1,
        )
        self.fields.append(field)
        self.length = first + field.length
        self.blank = bytes(int(self.length))
        return first

    # Writing

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        """Put what this seat may know into the row that begins at `at` and is all 0 so far."""
        raise NotImplementedError

    def add_row(self, state: State, seat: i64, rows: BytesWriter) -> None:
        """Put a row behind the others."""
        at = i64(len(rows))
        rows.write(self.blank)
        self.write(state, seat, rows, at)

    def row(self, state: State, seat: i64) -> bytes:
        """What this seat may know."""
        rows = BytesWriter()
        self.add_row(state, seat, rows)
        return rows.getvalue()

    # Reading

    def field(self, name: str) -> Field:
        """The field of this name."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"There is no field {name!r}; there are {', '.join(field.name for field in self.fields)}.")

    def read(self, row: bytes) -> dict[str, list[list[int]]]:
        """A row taken apart again, for people: of every field its numbers, stretch by stretch."""
        found: dict[str, list[list[int]]] = {}
        for field in self.fields:
            size = len(field.entries)
            starts = range(field.first, field.first + field.length, size)
            found[field.name] = [list(row[start : start + size]) for start in starts]
        return found


def from_me(other: i64, me: i64, seats: i64) -> i64:
    """How many seats clockwise from mine another one sits."""
    return other - me if other >= me else other - me + seats


def put(row: BytesWriter, at: i64, count: i64) -> None:
    """A count, or the most that a row can say."""
    row[at] = u8(count) if count < MOST else u8(MOST)


def put_all(row: BytesWriter, at: i64, numbers: vec[i64], first: i64, count: i64) -> None:
    """Counts that stand side by side, from `first` on: one call for all of them. Each is written, 0 or not: to find out
    which are 0 takes longer."""
    for i in range(count):
        number = numbers[first + i]
        row[at + i] = u8(number) if number < MOST else u8(MOST)


def put_bytes(row: BytesWriter, at: i64, numbers: vec[u8], first: i64, count: i64) -> None:
    """The same of small counts."""
    for i in range(count):
        row[at + i] = numbers[first + i]


def one_more(row: BytesWriter, at: i64) -> None:
    """One more of what is counted there."""
    row[at] = row[at] + 1  # not `+= 1`, which compiles to a detour through Python's numbers


PRIME: Final[i64] = 61
"""The powers of 2 up to 2^59 leave different remainders modulo 61: so a lone bit tells its place."""


def _places() -> vec[i64]:
    places = [0] * int(PRIME)
    for bit in range(int(PRIME) - 1):
        places[2**bit % int(PRIME)] = bit
    return vec[i64](places)


PLACES: Final = _places()


def put_set(row: BytesWriter, at: i64, members: i64) -> None:
    """A set that is kept as the bits of one number (below 2^60): a 1 for each member."""
    while members != 0:
        row[at + PLACES[(members & -members) % PRIME]] = 1
        members &= members - 1


def add_mask(moves: Moves, blank: bytes, rows: BytesWriter) -> None:
    """Put a mask behind the others: a 1 for every move."""
    at = i64(len(rows))
    rows.write(blank)
    for i in range(moves.count):
        rows[at + moves.items[i]] = 1
