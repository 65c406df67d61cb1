"""The coach: what a newcomer is told the first time a decision comes up, and what the words of the game mean. From a
game's `coach.toml`, next to its words."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path

import msgspec

from mischief.engine.errors import BadLesson


class CoachCard(msgspec.Struct, forbid_unknown_fields=True):
    """What a decision is, what usually matters there, and the clause that rules it."""

    what: str
    tip: str
    clause: str


class Term(msgspec.Struct, forbid_unknown_fields=True):
    """A word of the game, explained. `also` has its other forms, as they appear in the log and on buttons."""

    means: str
    clause: str = ""
    also: list[str] = []


class Coach(msgspec.Struct, forbid_unknown_fields=True):
    """`cards` by phase; where a phase asks different things, `phase.move` is the card of a seat that may make that
    move, as in the words, and `*.move` that of the move in whatever phase. `terms` by the word itself."""

    cards: dict[str, CoachCard] = {}
    terms: dict[str, Term] = {}

    def key(self, phase: str, moves: Collection[str]) -> str | None:
        """Which card fits a decision: the names of the moves that may be made decide between cards of one phase.

        >>> coach = Coach(cards={"P3": CoachCard("", "", ""), "P3.place": CoachCard("", "", "")})
        >>> coach.key("P3", ["pass", "place"]), coach.key("P3", ["pass"]), coach.key("P9", ["pass"])
        ('P3.place', 'P3', None)
        >>> Coach(cards={"P3": CoachCard("", "", ""), "*.beg": CoachCard("", "", "")}).key("P3", ["beg"])
        '*.beg'
        """
        for where in (phase, "*"):
            for key in self.cards:
                if key.startswith(where + ".") and key.split(".", 1)[1] in moves:
                    return key
        return phase if phase in self.cards else None

    def explain(self, word: str) -> str:
        """What a word of the game means, by any of its forms; or which words there are.

        >>> coach = Coach(terms={"nest": Term("Doubles what you scavenge.", "HT-3.6", ["nests"])})
        >>> coach.explain(" Nests ")
        'nest: Doubles what you scavenge. [HT-3.6]'
        >>> coach.explain("hat")
        "No word here is 'hat'. There are: nest."
        """
        wanted = " ".join(word.split()).lower()
        for name, term in self.terms.items():
            if wanted in (name.lower(), *(form.lower() for form in term.also)):
                return f"{name}: {term.means}" + (f" [{term.clause}]" if term.clause else "")
        known = ", ".join(self.terms) or "none"
        return f"Words: {known}." if wanted in ("", "all") else f"No word here is {word.strip()!r}. There are: {known}."


@cache
def read_coach(folder: Path) -> Coach:
    """The coach of a game's folder; an empty one where there is no file."""
    path = folder / "coach.toml"
    if not path.is_file():
        return Coach()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Coach)
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"{path.name}: {error}") from error
