"""Decks by recipe: a card file with some of its numbers turned up or down, in every combination.

A recipe is a TOML file with knobs. A knob names a table of the card file, a field of its rows, one way to change it
(`low`, `high`, `plus`, `times` or `set`) and the values to try:

    [[knob]]
    table = "pie"
    field = "points"
    high = [10, 7]      # as it is, or no Pie worth more than 7
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from mischief.engine.decks import STANDARD, card_file, read_toml
from mischief.engine.errors import BadCards
from mischief.games.shelf import rulebook
from mischief.study.variants import BadStudy

WAYS: dict[str, Callable[[float, float], float]] = {
    "low": max,
    "high": min,
    "plus": lambda number, by: number + by,
    "times": lambda number, by: number * by,
    "set": lambda number, to: to,
}
MOST = 500
"""So many decks at most come of one recipe."""


class Knob(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is turned, and how far. `where` picks rows by their other fields."""

    table: str
    field: str
    where: dict[str, Any] = {}
    low: list[float] | None = None
    high: list[float] | None = None
    plus: list[float] | None = None
    times: list[float] | None = None
    set: list[float] | None = None

    def way(self) -> tuple[str, list[float]]:
        """How it is turned, and the values to try. Raises BadStudy if the knob does not say exactly one way."""
        found = [(name, getattr(self, name)) for name in WAYS if getattr(self, name) is not None]
        if len(found) != 1 or not found[0][1]:
            raise BadStudy(
                f"The knob {self.table} {self.field} should have one list of values, called {', '.join(WAYS)}."
            )
        return found[0]


class Recipe(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What is tuned: a game, the deck to begin with, the knobs, and what the deck should be better at."""

    game: str
    knob: list[Knob]
    deck: str = STANDARD
    seats: int | None = None
    aim: str = ""
    within: dict[str, float] = {}
    """What may not go far: `length = 0.1` leaves out decks whose games are longer or shorter by more than a tenth."""
    options: dict[str, Any] = {}


class Deck(msgspec.Struct, frozen=True):
    """A deck of a recipe: what was turned, in words, and its card file as text."""

    name: str
    text: str


def read_recipe(path: Path) -> Recipe:
    """A recipe out of a file. Raises BadStudy, naming what is wrong in it."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Recipe)
    except OSError as error:
        raise BadStudy(f"{path} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadStudy(f"{path}: {error}") from error


def decks_of(recipe: Recipe) -> list[Deck]:
    """Every deck of a recipe that differs from the others, the one to begin with first."""
    book = rulebook(recipe.game)
    file = card_file(book.info.id, book.folder, recipe.deck)
    if not file.is_file():
        raise BadStudy(f"{book.info.title} has no card file to tune.")
    if not recipe.knob:
        raise BadStudy("A recipe needs at least one [[knob]].")
    ways = [knob.way() for knob in recipe.knob]
    plain = dump(read_toml(file))
    found = {plain: Deck(recipe.deck, plain)}
    if (many := _times(len(values) for _, values in ways)) > MOST:
        raise BadStudy(f"The recipe makes {many} decks; {MOST} are the most. Leave values or knobs out.")
    for chosen in product(*(values for _, values in ways)):
        data = read_toml(file)
        turned = []
        for knob, (way, _), value in zip(recipe.knob, ways, chosen, strict=True):
            if _turn(data, knob, way, value, file.name):
                turned.append(f"{knob.table} {knob.field} {way} {value:g}")
        text = dump(data)
        found.setdefault(text, Deck("; ".join(turned), text))
    if len(found) == 1:
        raise BadStudy("The recipe changes nothing: every deck of it is the one that it begins with.")
    return list(found.values())


def write_decks(recipe: Recipe, decks: Sequence[Deck], folder: Path) -> tuple[list[tuple[Deck, Path]], list[str]]:
    """The decks as files, those that the game accepts; and why it refuses the others."""
    folder.mkdir(parents=True, exist_ok=True)
    kept: list[tuple[Deck, Path]] = []
    refused: list[str] = []
    for number, deck in enumerate(decks):
        path = folder / f"deck{number:03}.toml"
        path.write_text(f"# Tuned: {deck.name}.\n{deck.text}", encoding="utf-8")
        try:
            rulebook(recipe.game)(recipe.seats, **recipe.options, deck=str(path))
        except BadCards as error:
            refused.append(str(error))
            path.unlink()
            continue
        kept.append((deck, path))
    return kept, refused


def _times(sizes: Iterator[int]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def _turn(data: dict[str, Any], knob: Knob, way: str, by: float, file: str) -> bool:
    """Turn a knob; whether anything became different by it."""
    table = data.get(knob.table)
    rows: list[Any]
    if isinstance(table, list):
        rows = table
    elif isinstance(table, dict):
        rows = list(table.values()) if all(isinstance(row, dict) for row in table.values()) else [table]
    else:
        raise BadStudy(f"{file} has no table {knob.table!r}: there are {', '.join(data)}.")
    if not any(knob.field in row for row in rows):
        raise BadStudy(f"{file}: no row of {knob.table} has a field {knob.field!r}.")
    changed = False
    for row in rows:
        if knob.field not in row or any(row.get(name) != value for name, value in knob.where.items()):
            continue
        before = row[knob.field]
        if isinstance(before, bool) or not isinstance(before, int | float):
            raise BadStudy(f"{file}: {knob.table} {knob.field} is {before!r}, which is no number to be turned.")
        after = WAYS[way](before, by)
        row[knob.field] = round(after) if isinstance(before, int) else after
        changed = changed or row[knob.field] != before
    return changed


def dump(data: Mapping[str, Any]) -> str:
    """A card file as TOML: what is plain first, then the sections.

    >>> print(dump({"pie": [{"id": "p00", "points": 2}], "totals": {"pie": 1}}), end="")
    pie = [
      { id = "p00", points = 2 },
    ]
    <BLANKLINE>
    [totals]
    pie = 1
    """
    lines = []
    for name, value in data.items():
        if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            lines += [f"{name} = [", *(f"  {_inline(row)}," for row in value), "]"]
        elif not isinstance(value, dict):
            lines.append(f"{name} = {_inline(value)}")
    for name, value in data.items():
        if isinstance(value, dict):
            lines += ["", f"[{name}]", *(f"{key} = {_inline(each)}" for key, each in value.items())]
    return "\n".join(lines) + "\n"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(each) for each in value) + "]"
    return msgspec.json.encode(value).decode()  # text, numbers and truth are written alike in both
