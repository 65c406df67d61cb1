"""The plan of a study: its variants, how many games of each, and how these are cut into blocks.

All variants are played on the same seeds. A block is so many seeds of every variant: the piece of work that one process
does in one go, that is written down when it is done, and whose scatter from block to block gives the intervals.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from mischief.study.variants import BadStudy, Column, Variant, grid

FORMAT = 1
BLOCKS = 200
"""Enough to know a scatter by, few enough to keep."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played: the first line of the file that a study is kept in."""

    study: int = FORMAT
    title: str
    variants: list[Variant]
    columns: list[Column] = []
    games: int
    seed: int
    watched: int
    """In so many games of each variant the running chances are reckoned."""
    rules_version: list[int] = []

    @property
    def size(self) -> int:
        """Seeds in a block."""
        return max(1, -(-self.games // BLOCKS))

    @property
    def blocks(self) -> int:
        return -(-self.games // self.size)

    def numbers(self, block: int) -> range:
        """The games of a block."""
        return range(block * self.size, min(self.games, (block + 1) * self.size))

    def is_watched(self, number: int) -> bool:
        """Whether the running chances of this game are reckoned: evenly spread over all games."""
        return (number + 1) * self.watched // self.games > number * self.watched // self.games


class Typed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A study as people write it down in a TOML file."""

    game: str
    title: str = ""
    games: int | None = None
    seed: int | None = None
    watched: int | None = None
    seats: int | None = None
    bots: str | list[str] | None = None
    options: dict[str, Any] = {}
    vary: dict[str, list[Any]] = {}
    variant: list[dict[str, Any]] = []

    def fixed(self) -> dict[str, Any]:
        """What is the same in all variants."""
        found = dict(self.options)
        if self.seats is not None:
            found["seats"] = self.seats
        if self.bots is not None:
            found["bots"] = self.bots
        return found


def read_grid(path: Path) -> Typed:
    """A study out of a file. Raises BadStudy, naming what is wrong in it."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
        fields = [field.encode_name for field in msgspec.structs.fields(Typed)]
        for name in written:
            if name not in fields:
                raise BadStudy(f"{path}: there is no {name!r} in a study; there are {', '.join(fields)}.")
        if "game" not in written:
            raise BadStudy(f'{path}: a study needs a line with its game, such as game = "piratz".')
        return msgspec.convert(written, Typed)
    except OSError as error:
        raise BadStudy(f"{path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadStudy(f"{path}: {error}") from error


def grid_of(typed: Typed) -> tuple[list[Variant], list[Column]]:
    """The variants of a written study: those listed, crossed with the columns that vary."""
    columns = [Column(name, values) for name, values in typed.vary.items()]
    for column in columns:
        if not column.values:
            raise BadStudy(f"The grid is empty: column {column.name!r} has no values.")
    listed, names = [], []
    for row in typed.variant or [{}]:
        settings = dict(row)
        called = str(settings.pop("name", ""))
        listed.append((str(settings.pop("game", typed.game)), {**typed.fixed(), **settings}))
        names.append(called or ", ".join(f"{k}={v}" for k, v in settings.items()) or typed.game)
    return grid(listed, columns, names), columns
