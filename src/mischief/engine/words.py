"""The message catalogue: events, questions, moves and pieces in words, from a game's `words.toml`.

A sentence has named places: `{seat}` becomes a name, `{card}` the piece's name, and `{count|card|cards}` the number
with the right form of the noun. `{amount*supply}` is so many of a piece (one of them is called what the
piece `id:1` is called, several what `id:2` is, if the catalogue has it), `{slot+1}` a number for people, who count from
1, and `{points@}` a list by seats, noughts too: the name of each with its number. `[has|have]` agrees with the seat
named before it, who may be called You: "Ada has", "You have", "Ada and Ben have". Where a sentence depends on a secret,
the catalogue lists several, the most telling first; the first whose places can all be filled is used:

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

PLACE = re.compile(r"\{(\w+)(\+1|@|\*\w+)?(?:\|([^|}]*)\|([^}]*))?\}('s\b)?|\[([^|\]]*)\|([^\]]*)\]")
YOU = "You"
"""What the person who reads is called, at a table where it is clear who that is."""


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
                said = self.fill(form, facts, names)
                return said[:1].upper() + said[1:]
        return ""

    def ask(self, view: Mapping[str, Any], moves: Sequence[str], names: Sequence[str]) -> str:
        """What a seat that may make these moves is asked, by what its view holds; empty if nothing is written."""
        phase = str(view["phase"])
        special = next((f"{phase}.{move}" for move in moves if f"{phase}.{move}" in self.asks), phase)
        return self.fill(self.asks.get(special, ""), view, names)

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
        'It paid Ada 0, Ben 7 and Cy 2, or nobody.'
        >>> words.fill("{seat} [has|have] {target}'s hat.", {"seat": 0, "target": 1}, ["You", "Ben"])
        "You have Ben's hat."
        """
        several = False
        """Whether whoever was named last takes the second form of a verb."""

        def place(found: re.Match[str]) -> str:
            nonlocal several
            key, how, one, many, owner, verb, verb_of_several = found.groups()
            if key is None:
                return str(verb_of_several if several else verb)
            value = facts.get(key)
            first = found.start() == 0 or form[: found.start()].endswith((". ", "! ", "? "))
            if one is not None:
                text = f"{value} {one if value == 1 else many}"
            elif how == "+1" and isinstance(value, int):
                text = str(value + 1)
            elif how == "@" and isinstance(value, list | tuple):
                named = [f"{_you(name, False)} {n}" for name, n in zip(names, value, strict=False)]
                text = _and(named) if any(value) else "nobody"
            elif how and how[0] == "*":
                piece = str(facts.get(how[1:]))
                one_or_two = f"{piece}:{1 if value == 1 else 2}"
                text = f"{value} {self.pieces.get(one_or_two, self.pieces.get(piece, piece))}"
            else:
                text = self._spell(key, value, names, first)
                if key.split("_")[0] in SEAT_KEYS:
                    several = text.lower() == "you" or (isinstance(value, list | tuple) and len(value) > 1)
            if owner:
                return f"{text}r" if text.lower() == "you" else text + owner
            return text

        return PLACE.sub(place, form)

    def _spell(self, key: str, value: Any, names: Sequence[str], first: bool = False) -> str:
        stem = key.split("_")[0]
        if isinstance(value, list | tuple):
            spelt = [self._spell(key, v, names, first and i == 0) for i, v in enumerate(value)]
            return _and(spelt) or ("nobody" if stem in SEAT_KEYS else "nothing")
        if value is None:
            return "nothing"
        called = names if stem in SEAT_KEYS else self.called.get(stem, ())
        if isinstance(value, int) and 0 <= value < len(called):
            return _you(called[value], first) if stem in SEAT_KEYS else called[value]
        return self.pieces.get(str(value), str(value))


SEAT_KEYS = (
    *("seat", "seats", "target", "giver", "taker", "holder", "winners", "winner", "host", "owner", "next"),
    *("victim", "from", "lead", "receiver", "by", "chair", "objectors", "previous", "chosen"),
)


def _keys(found: re.Match[str]) -> list[str]:
    """The facts that a place needs."""
    if found.group(1) is None:
        return []
    how = found.group(2) or ""
    return [found.group(1), how[1:]] if how.startswith("*") else [found.group(1)]


def places(form: str) -> list[str]:
    """The facts that a sentence needs.

    >>> places("{seat} took {n*supply}.")
    ['seat', 'n', 'supply']
    """
    return [key for found in PLACE.finditer(form) for key in _keys(found)]


def _you(name: str, first: bool) -> str:
    """Inside a sentence, you are small."""
    return "you" if name == YOU and not first else name


def _and(items: list[str]) -> str:
    """A list that can be counted: items that are lists themselves have semicolons between them."""
    if len(items) < 2:
        return "".join(items)
    if any(", " in item or " and " in item for item in items):
        return "; ".join(items[:-1]) + "; and " + items[-1]
    return ", ".join(items[:-1]) + " and " + items[-1]


@cache
def read_words(path: Path) -> Words:
    """Read a catalogue; raises BadCards if it is not one."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Words)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadCards(f"{path.name}: {error}") from error
