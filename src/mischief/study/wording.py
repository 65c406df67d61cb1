"""The measures of a study in words: what each is called, how it is written, and the sentence about what it shows."""

from __future__ import annotations

import re
from functools import cached_property

from mischief.engine.game import Game
from mischief.study.figures import ALARM, Change, Figures, Value, is_share
from mischief.study.subjects import piece_name, subject_of

TITLES = {
    "wins": "games won by the table",
    "shared": "games that were shared",
    "nobody": "games that nobody won",
    "score": "points of a seat",
    "winning score": "points of the winner",
    "length": "decisions in a game",
    "margin": "points between first and second",
    "leads": "changes of the lead",
    "behind": "winners who were behind at half-time",
    "decided": "part of the game until it is decided",
}
STATEMENTS = {
    "score": "A seat makes {} points on average ({}).",
    "length": "A game takes {} decisions on average ({}).",
    "margin": "The winner is {} points ahead of the second on average ({}).",
    "leads": "The lead changes {} times in a game ({}).",
    "behind": "In {} of games ({}) the winner was behind at half-time.",
}
"""What a measure says by itself, with its value and its bounds; the others are named and given."""

NUMBERED = re.compile(r"(.+)-(\d+)")
"""Ids of pieces that have one name and are numbered through: palace-3."""


class Wording:
    """Words for the measures of one study."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.games: list[Game] = [variant.make() for variant in figures.plan.variants]

    @property
    def game(self) -> Game:
        return self.games[0]

    @cached_property
    def _doubles(self) -> set[tuple[str, str]]:
        """Names that several pieces of one subject have."""
        seen: dict[tuple[str, str], set[str]] = {}
        for key in self.figures.keys("seen|"):
            _, subject, piece = key.split("|", 2)
            seen.setdefault((subject, self._plain(piece)), set()).add(piece)
        return {name for name, pieces in seen.items() if len(pieces) > 1}

    def _plain(self, piece: str) -> str:
        for game in self.games:
            name = piece_name(game, piece)
            if name != piece.replace("_", " "):
                return name
        return piece.replace("_", " ")

    def piece(self, subject: str, piece: str) -> str:
        """A piece by its name; where several have that name, by its number or its id, too."""
        name = self._plain(piece)
        if (subject, name) not in self._doubles:
            return name
        number = NUMBERED.fullmatch(piece)
        slug = re.sub(r"[^a-z]+", "_", name.lower().replace("'", ""))
        return f"{name} {number[2]}" if number and number[1] == slug else f"{name} ({piece})"

    def title(self, key: str) -> str:
        """What a measure is called."""
        kind, _, rest = key.partition("|")
        if kind in ("seen", "won", "times"):
            subject, _, piece = rest.partition("|")
            who = subject_of(self.game, subject).says.format(piece=self.piece(subject, piece))
            if kind == "won":
                return f"wins of {who.replace('who ', 'whoever ', 1)}" if who.startswith("who ") else f"wins {who}"
            words = who.removeprefix("who ")
            return f"games in which somebody {words}" if who.startswith("who ") else f"games {words}"
        if kind == "wins" and rest:
            return f"wins of {rest}"
        if kind == "score" and rest:
            return f"points of {rest}"
        return TITLES.get(kind, kind) + (f" ({rest})" if rest else "")

    def amount(self, key: str, value: float) -> str:
        """A value as people write it."""
        return f"{100 * value:.1f} %" if is_share(key) else f"{value:.2f}"

    def difference(self, key: str, value: float) -> str:
        text = f"{100 * value:+.1f} points" if is_share(key) else f"{value:+.2f}"
        return text.replace("-", "−")

    def bounds(self, key: str, value: Value) -> str:
        if is_share(key):
            return f"{100 * value.low:.1f} to {100 * value.high:.1f} %"
        return f"{value.low:.2f} to {value.high:.2f}"

    def statement(self, key: str, value: Value) -> str:
        """What a measure came to, in a sentence."""
        amount, bounds = self.amount(key, value.value), self.bounds(key, value)
        if key in STATEMENTS:
            return STATEMENTS[key].format(amount, bounds)
        return f"{upper(self.title(key))}: {amount} ({bounds})."

    def verdict(self, change: Change) -> str:
        """Whether it is more than chance."""
        if change.chance is None:
            return "too few cases to judge"
        if change.sure:
            return "more than chance"
        if change.chance < ALARM:
            return "no more than chance among so many comparisons"
        return "no more than chance"

    def sentence(self, change: Change) -> str:
        """A change in a sentence."""
        title = self.title(change.key)
        before, after = self.amount(change.key, change.before), self.amount(change.key, change.after)
        if abs(change.difference) < 1e-12:
            return f"{upper(title)}: {before} on both sides; not a single game differs in it."
        word = "rose" if change.difference > 0 else "fell"
        low, high = self.difference(change.key, change.low), self.difference(change.key, change.high)
        return (
            f"{upper(title)} {word} from {before} to {after} ({low.removesuffix(' points')} to {high}):"
            f" {self.verdict(change)}."
        )


def upper(text: str) -> str:
    return text[:1].upper() + text[1:]
