"""A game as its moves: all that it takes to play it again in another process."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from mischief.server.tables.fold import Fold
from mischief.server.tables.library import Library, Rulebook

Sources = tuple[tuple[str, str], ...]
"""Which games a server offers, and where each comes from."""


class Record(msgspec.Struct, frozen=True):
    """`moves` and `marks` are the fold's, as bytes."""

    sources: Sources
    game: str
    seats: int
    options: bytes
    names: list[str]
    moves: bytes
    marks: bytes

    @classmethod
    def of(cls, fold: Fold, library: Library) -> Record:
        setup = fold.row.setup
        options = msgspec.json.encode(setup.options, order="sorted")
        moves, marks = fold.moves.tobytes(), fold.marks.tobytes()
        return cls(sources_of(library), fold.row.game, setup.seats, options, list(fold.names), moves, marks)

    def book(self) -> Rulebook:
        return open_library(self.sources).rulebook(self.game, self.seats, msgspec.json.decode(self.options))

    def steps(self) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
        """The game's entries in order: seq, moment, decisions."""
        moves, marks = array("i"), array("q")
        moves.frombytes(self.moves)
        marks.frombytes(self.marks)
        pairs, start = list(zip(moves[0::2], moves[1::2], strict=True)), 0
        for i in range(0, len(marks), 3):
            yield marks[i], marks[i + 1], pairs[start : marks[i + 2]]
            start = marks[i + 2]


def sources_of(library: Library) -> Sources:
    return tuple((name, library.sources[name]) for name in library.books)


@lru_cache(maxsize=4)
def open_library(sources: Sources) -> Library:
    return Library(dict(sources))
