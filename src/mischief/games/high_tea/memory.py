"""What the whole table has heard: notes, and the record that they make. Imagined tables have none, so that playouts do
not pay for it.

A note is one number: what was heard (`HEARD_...`) and up to three small figures, eight bits apiece. After the notes of
calls and requests come the counts that were said.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from mischief.engine.moves import flat

from . import numbers as n


def note(kind: i64, first: i64 = 0, second: i64 = 0, third: i64 = 0) -> i64:
    return kind | first << 8 | second << 16 | third << 24


def note_length(head: i64, seats: i64) -> i64:
    """How many numbers a note takes, its head included."""
    kind = head & 255
    if kind == n.HEARD_CALL:
        return 1 + seats
    return 3 if kind == n.HEARD_REQUEST else 1


class Conclusion:
    """What somebody has worked out from a record (imagining_sheets.py), up to some point of it."""

    def __init__(self) -> None:
        self.read: i64 = 0
        """How much of the record has been taken in."""


class Record:
    """What has been heard. Only ever grows: a clone shares it and knows how much of it is its own past; whoever goes on
    from an older point takes a copy first. What was worked out about each rat is kept beside it."""

    def __init__(self, log: list[int]) -> None:
        self.log = flat(log)
        self.size: i64 = len(log)
        self.about: dict[int, Conclusion] = {}
        """By seat."""

    def fork(self, size: i64) -> Record:
        """Its first part, as a record of its own."""
        record = Record([])
        record.log = self.log[:size]
        record.size = size
        return record

    def add(self, figure: i64) -> None:
        self.log = append(self.log, figure)
        self.size += 1
