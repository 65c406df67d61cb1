"""The message catalogue: events, questions, moves and pieces in words, from a game's `words.toml`.

A sentence has named places: `{seat}` becomes a name, `{card}` the piece's name, and `{count|card|cards}` the number
with the right form of the noun. `{amount*supply}` is so many of a piece (one of them is called what the
piece `id:1` is called, several what `id:2` is, if the catalogue has it), `{slot+1}` a number for people, who count from
1, and `{points@}` a list by seats: whoever has any, with the name. Where a sentence depends on a secret, the catalogue
lists several, the most telling first; the first whose places can all be filled is used:

    drew = ["{seat} drew {card}.", "{seat} drew a card."]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from mischief.engine.errors import BadCards

PLACE = re.compile(r"\{(\w+)(\+1|@|\*\w+)?(?:\|([^|}]*)\|([^}]*))?\}")


class Words(msgspec.Struct):
    """`events` and `moves` by kind and name, `asks` by phase (what a seat with a decision pending is asked; where a
    phase asks different things of different seats, `phase.move` is asked of a seat that may make that move),
    `waits` by phase (what others wait for it to do: "Waiting for Ada to ..."), `pieces` by id, `called` for things that
    the rules only number (`group = ["A", "B"]`: group 1 is called B), `phrases` for quick chat, `important`: the kinds
    of events that the short log keeps, `windows`: the phases in which seats may react, or let it go by, and `befalls`:
    kinds of events that are announced to the seats they happen to, with the facts that name these (or `everybody`)."""

    events: dict[str, str | list[str]] = {}
    moves: dict[str, str] = {}
    asks: dict[str, str] = {}
    waits: dict[str, str] = {}
    pieces: dict[str, str] = {}
    called: dict[str, list[str]] = {}
    phrases: list[str] = []
    important: list[str] = []
    windows: list[str] = []
    befalls: dict[str, list[str]] = {}

    def say(self, kind: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
        """An event in a sentence; empty for events that the catalogue leaves unsaid."""
        forms = self.events.get(kind, "")
        for form in [forms] if isinstance(forms, str) else forms:
            if all(facts.get(place) is not None for place in places(form)):
                return self.fill(form, facts, names)
        return ""

    def name_move(self, name: str, args: Mapping[str, Any], names: Sequence[str]) -> str:
        """A move as the words on its button."""
        return self.fill(self.moves.get(name, name), args, names)

    def fill(self, form: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
        """A form with its places filled.

        >>> words = Words(pieces={"rags": "rags", "rags:1": "rag"})
        >>> words.fill("{seat} took {n*supply}.", {"seat": 1, "n": 1, "supply": "rags"}, ["Ada", "Ben"])
        'Ben took 1 rag.'
        >>> words.fill("Place {slot+1} is for {seats}.", {"slot": 0, "seats": []}, ["Ada", "Ben"])
        'Place 1 is for nobody.'
        >>> words.fill("It paid {points@}, or {none@}.", {"points": [0, 7, 2], "none": [0]}, ["Ada", "Ben", "Cy"])
        'It paid Ben 7 and Cy 2, or nobody.'
        """

        def place(found: re.Match[str]) -> str:
            key, how, one, many = found.groups()
            value = facts.get(key)
            if one is not None:
                return f"{value} {one if value == 1 else many}"
            if how == "+1" and isinstance(value, int):
                return str(value + 1)
            if how == "@" and isinstance(value, list | tuple):
                return _and([f"{name} {n}" for name, n in zip(names, value, strict=False) if n]) or "nobody"
            if how and how[0] == "*":
                piece = str(facts.get(how[1:]))
                return f"{value} {self.pieces.get(f'{piece}:{1 if value == 1 else 2}', self.pieces.get(piece, piece))}"
            return self._spell(key, value, names)

        return PLACE.sub(place, form)

    def _spell(self, key: str, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, list | tuple):
            nobody = "nobody" if key.split("_")[0] in SEAT_KEYS else "nothing"
            return _and([self._spell(key, v, names) for v in value]) or nobody
        if value is None:
            return "nothing"
        stem = key.split("_")[0]
        called = names if stem in SEAT_KEYS else self.called.get(stem, ())
        if isinstance(value, int) and 0 <= value < len(called):
            return called[value]
        return self.pieces.get(str(value), str(value))


SEAT_KEYS = (
    *("seat", "seats", "target", "giver", "taker", "holder", "winners", "winner", "host", "owner", "next"),
    *("victim", "from", "lead", "receiver", "by", "chair", "objectors", "previous", "chosen"),
)


def _keys(found: re.Match[str]) -> list[str]:
    """The facts that a place needs."""
    how = found.group(2) or ""
    return [found.group(1), how[1:]] if how.startswith("*") else [found.group(1)]


def places(form: str) -> list[str]:
    """The facts that a sentence needs.

    >>> places("{seat} took {n*supply}.")
    ['seat', 'n', 'supply']
    """
    return [key for found in PLACE.finditer(form) for key in _keys(found)]


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


@cache
def read_words(path: Path) -> Words:
    """Read a catalogue; raises BadCards if it is not one."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Words)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadCards(f"{path.name}: {error}") from error
