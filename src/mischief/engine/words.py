"""The message catalogue: events, questions, moves and pieces in words, from a game's `words.toml`.

A sentence has named places: `{seat}` becomes a name, `{card}` the piece's name, and `{count|card|cards}` the number
with the right form of the noun. Where a sentence depends on a secret, the catalogue lists several, the most telling
first; the first whose places can all be filled is used:

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

PLACE = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


class Words(msgspec.Struct):
    """`events` and `moves` by kind and name, `asks` by phase (what a seat with a decision pending is asked),
    `waits` by phase (what others wait for it to do: "Waiting for Ada to ..."), `pieces` by id, `phrases` for quick
    chat, and `important`: the kinds of events that the short log keeps."""

    events: dict[str, str | list[str]] = {}
    moves: dict[str, str] = {}
    asks: dict[str, str] = {}
    waits: dict[str, str] = {}
    pieces: dict[str, str] = {}
    phrases: list[str] = []
    important: list[str] = []

    def say(self, kind: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
        """An event in a sentence; empty for events that the catalogue leaves unsaid."""
        forms = self.events.get(kind, "")
        for form in [forms] if isinstance(forms, str) else forms:
            if all(facts.get(p[0]) is not None for p in PLACE.findall(form)):
                return self.fill(form, facts, names)
        return ""

    def name_move(self, name: str, args: Mapping[str, Any], names: Sequence[str]) -> str:
        """A move as the words on its button."""
        return self.fill(self.moves.get(name, name), args, names)

    def fill(self, form: str, facts: Mapping[str, Any], names: Sequence[str]) -> str:
        def place(found: re.Match[str]) -> str:
            key, one, many = found.group(1), found.group(2), found.group(3)
            value = facts.get(key)
            if one is not None:
                return f"{value} {one if value == 1 else many}"
            return self._spell(key, value, names)

        return PLACE.sub(place, form)

    def _spell(self, key: str, value: Any, names: Sequence[str]) -> str:
        if isinstance(value, list | tuple):
            return _and([self._spell(key, v, names) for v in value]) or "nothing"
        if value is None:
            return "nothing"
        if key.split("_")[0] in SEAT_KEYS and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        return self.pieces.get(str(value), str(value))


SEAT_KEYS = (
    *("seat", "seats", "target", "giver", "taker", "holder", "winners", "winner", "host", "owner", "next"),
    *("victim", "from", "lead", "receiver", "by", "chair", "objectors", "previous", "chosen"),
)


def _and(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


@cache
def read_words(path: Path) -> Words:
    """Read a catalogue; raises BadCards if it is not one."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Words)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadCards(f"{path.name}: {error}") from error
