"""Variants in words: a game with what is changed in it, such as `piratz,deck=mine.toml,seats=3,bots=easy`.

A study is a list of variants, or a grid: every value of every column with every value of the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from mischief.arena.match import team_of
from mischief.bots.levels import make_bot
from mischief.engine.errors import BadOption, MischiefError
from mischief.engine.game import Game
from mischief.engine.options import read_option
from mischief.games.shelf import BOXES, game, rulebook


class BadStudy(MischiefError):
    """A study that cannot be played, or a folder that holds another one."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """One way to play: a game, its seats and options, and who plays. `bots` has one word per seat, or one for all."""

    name: str
    game: str
    seats: int
    options: dict[str, Any]
    bots: list[str]

    def make(self) -> Game:
        return game(self.game, self.seats, **self.options)

    def line_up(self, turn: int) -> list[str]:
        """Who sits in each seat: everybody moves on by one from game to game."""
        return [self.bots[(seat + turn) % len(self.bots)] for seat in range(self.seats)]


class Column(msgspec.Struct, frozen=True):
    """A column of a grid: what is changed, and its values; the first is what the others are compared with."""

    name: str
    values: list[Any]

    def words(self, value: Any) -> str:
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        return f"{self.name}={Path(shown).stem if shown.endswith('.toml') else shown}"


def split(text: str) -> list[str]:
    """The parts of a list written with commas; those in brackets or quotes do not count."""
    parts, depth, quoted = [""], 0, False
    for letter in text:
        quoted ^= letter == '"'
        depth += (letter in "[{") - (letter in "]}") if not quoted else 0
        if letter == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def read_variant(text: str, usual: str | None = None) -> tuple[str, dict[str, Any]]:
    """A variant as it is typed: the game, and what is set. Without a game it is a change of the usual one."""
    parts = split(text)
    if not parts:
        raise BadStudy("A variant is a game and what is changed in it, such as piratz,seats=3; this one is empty.")
    name = usual
    if parts[0] in BOXES or "=" not in parts[0] or (Path(parts[0]) / "game.py").is_file():
        name = parts.pop(0)
    if name is None:
        raise BadStudy(f"{text!r}: the first variant begins with a game: {', '.join(BOXES)}, or a folder.")
    rulebook(name)
    return name, dict(read_option(part) for part in parts)


def read_column(text: str) -> Column:
    """A column as it is typed: `seats=2,3,4` or `deck=standard,mine.toml`."""
    name, sign, values = text.partition("=")
    if not sign or not split(values):
        raise BadStudy(f"A column is written name=value,value; {text!r} has no values.")
    return Column(name.strip(), [read_option(f"{name}={value}")[1] for value in split(values)])


def settle(name: str, settings: Mapping[str, Any], called: str) -> Variant:
    """A variant with everything checked: its seats, its options (a deck is read), and its bots."""
    chosen = dict(settings)
    seats, bots = chosen.pop("seats", None), chosen.pop("bots", "heuristic")
    book = rulebook(name)
    known = {option.name for option in book.option_list}
    for option in chosen:
        if option not in known:
            raise BadStudy(
                f"There is no column {option!r} in a study of {book.info.title}: there are seats, bots"
                f"{''.join(f', {known_one}' for known_one in sorted(known))}."
            )
    words = bots.split() if isinstance(bots, str) else list(bots)
    if not words:
        raise BadStudy(f"{called}: bots should name at least one bot, such as heuristic.")
    table = book(seats, **chosen)
    for word in words:
        for part in team_of(word, 1) if "+" not in word else word.split("+"):
            make_bot(part, table)
    if len(words) > table.seats:
        raise BadStudy(f"{called}: {len(words)} bots cannot sit on {table.seats} seats.")
    if len(words) > 1:
        words += [words[-1]] * (table.seats - len(words))
    return Variant(name=called, game=name, seats=table.seats, options=dict(table.options), bots=words)


def grid(
    variants: Sequence[tuple[str, dict[str, Any]]], columns: Sequence[Column], names: Sequence[str] = ()
) -> list[Variant]:
    """Every variant with every value of every column. The first is what the others are compared with."""
    seen = [column.name for column in columns]
    if len(set(seen)) < len(seen):
        raise BadStudy(f"A column is there twice: {', '.join(seen)}.")
    found: list[Variant] = []
    for number, (name, settings) in enumerate(variants):
        for values in product(*(column.values for column in columns)):
            changed = {column.name: value for column, value in zip(columns, values, strict=True)}
            words = [column.words(value) for column, value in zip(columns, values, strict=True)]
            if len(variants) > 1 or not words:
                words.insert(0, names[number] if names else title(name, settings))
            try:
                found.append(settle(name, {**settings, **changed}, ", ".join(words)))
            except BadOption as error:
                raise BadStudy(f"{', '.join(words)}: {error}") from error
    if not found:
        raise BadStudy("The grid is empty: it needs at least one variant, and every column a value.")
    doubles = {v.name for v in found if sum(w.name == v.name for w in found) > 1}
    if doubles:
        raise BadStudy(f"Two variants are both called {sorted(doubles)[0]!r}; give each something of its own.")
    return found


def title(name: str, settings: Mapping[str, Any]) -> str:
    """What a variant is called: what is changed in it; the game, if nothing is."""
    if not settings:
        return rulebook(name).info.id if name in BOXES else Path(name).name
    return ", ".join(Column(key, []).words(value) for key, value in settings.items())
