"""What is counted in a game by listening to what is told at the table: who took which card, built what, was whom.

A game says in a `study.toml` in its folder what is worth counting. Without one, every fact of every event that names a
piece is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from mischief.engine.errors import BadCards
from mischief.engine.events import Event
from mischief.engine.game import Game


class Subject(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is counted piece by piece.

    `events` says which fact of which event names the piece (`{taken = "cards"}`; `"diet.kind"` looks inside; a list
    names several; `"=spinach"` stands for that piece, whatever the facts). `seat` is the fact that says whose it is: a
    seat, a list of seats, or with `@` a list by seats, in which those count who got the most. `only` holds facts that
    an event must have.
    """

    id: str
    title: str
    says: str
    """Who is counted, in words: "who took {piece}"."""
    events: dict[str, str]
    seat: str = "seat"
    only: dict[str, Any] = {}
    role: bool = False
    """Whether it is what a seat is all game long."""


Seen = dict[tuple[str, str], tuple[int, set[int]]]
"""For a subject and a piece: how often it was told of, and the seats it was told of."""


@cache
def read_subjects(folder: Path) -> tuple[Subject, ...]:
    """What a game's folder says is worth counting; nothing if it says nothing."""
    path = folder / "study.toml"
    if not path.is_file():
        return ()
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("subject", [])
        return msgspec.convert(rows, tuple[Subject, ...])
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadCards(f"{folder.name}/study.toml: {error}") from error


class Ear:
    """Listens to one game after the other and says what was seen in each."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pieces = game.words.pieces
        self.subjects = read_subjects(game.folder)
        self.by_kind: dict[str, list[tuple[Subject, str]]] = {}
        for subject in self.subjects:
            for kind, fact in subject.events.items():
                self.by_kind.setdefault(kind, []).append((subject, fact))
        self.seen: Seen = {}

    def begin(self) -> None:
        self.seen = {}

    def hear(self, event: Event) -> None:
        """The listener of a state."""
        if not self.subjects:
            self._hear_anything(event)
            return
        for subject, fact in self.by_kind.get(event.kind, ()):
            facts = event.facts
            if all(facts.get(key) == value for key, value in subject.only.items()):
                seats = self._seats(facts, subject.seat)
                for piece in _names(facts, fact):
                    self._count(subject.id, piece, seats)

    def _hear_anything(self, event: Event) -> None:
        for fact, value in event.facts.items():
            for piece in _names({fact: value}, fact):
                if piece in self.pieces:
                    self._count(f"{event.kind}.{fact}", piece, self._seats(event.facts, "seat"))

    def _count(self, subject: str, piece: str, seats: Iterable[int]) -> None:
        times, whose = self.seen.get((subject, piece), (0, set()))
        self.seen[subject, piece] = times + 1, whose.union(seats)

    def _seats(self, facts: Mapping[str, Any], name: str) -> list[int]:
        if self.game.info.cooperative:
            return [0]
        value = facts.get(name.removesuffix("@"))
        if name.endswith("@") and isinstance(value, list | tuple):
            return [seat for seat, got in enumerate(value) if got and got == max(value)]
        found = value if isinstance(value, list | tuple) else [value]
        return [seat for seat in found if isinstance(seat, int) and 0 <= seat < self.game.seats]


def subject_of(game: Game, key: str) -> Subject:
    """The subject behind a key, also where nobody wrote it down."""
    for subject in read_subjects(game.folder):
        if subject.id == key:
            return subject
    kind, _, fact = key.partition(".")
    words = f"{kind} ({fact})".replace("_", " ")
    return Subject(id=key, title=words.capitalize(), says=f"{words}: {{piece}}", events={kind: fact})


def piece_name(game: Game, piece: str) -> str:
    """A piece in the words of the game."""
    return game.words.pieces.get(piece, piece.replace("_", " "))


def _names(facts: Mapping[str, Any], path: str) -> list[str]:
    """The pieces that a fact names."""
    if path.startswith("="):
        return [path[1:]]
    value: Any = facts
    for part in path.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return [v for v in (value if isinstance(value, list | tuple) else [value]) if isinstance(v, str)]
