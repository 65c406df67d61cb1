"""Hints as data: what a bot would do, what else it considered, and why, for the hint button and for analysis."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class Considered(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was considered. `chance` is the estimated win chance (of the table, where it wins together), `error`
    its standard error, None if the bot has no idea; `visits` how often it was tried; `share` how often it should be
    played where a mixed choice is best (None elsewhere)."""

    action: int
    text: str
    visits: int = 0
    chance: float | None = None
    error: float | None = None
    share: float | None = None


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot would do and why. `moves` is ordered, the best first."""

    bot: str
    seat: int
    action: int
    text: str
    moves: list[Considered]
    sentence: str
    chance: float | None = None
    simulations: int = 0
    seconds: float = 0.0

    @property
    def mark(self) -> float | None:
        """What other moves are measured by: the results of the move that is advised, or of the whole mix."""
        return self.moves[0].chance if self.moves[0].share is None else self.chance


def say_counts(moves: Sequence[Considered], asked: int) -> str:
    """Why, for a bot that follows rules of thumb."""
    if len(moves) == 1:
        return "The only move."
    best = moves[0]
    if best.visits == asked:
        return f"A sensible rat plays: {best.text}."
    rest = [m for m in moves[1:3] if m.visits]
    return f"A sensible rat mostly plays: {best.text}; sometimes {' or '.join(m.text for m in rest)}."


def say_chances(moves: Sequence[Considered], simulations: int) -> str:
    """Why, for a bot that has played the game on in its head."""
    if len(moves) == 1:
        return "The only move."
    best = moves[0]
    if best.share is not None:
        mixed = [m for m in moves if m.share is not None and m.share >= 0.1]
        if len(mixed) > 1:
            parts = ", ".join(f"{m.text} {m.share:.0%}" for m in mixed[:4])
            return f"Best mixed, so that nobody can guess it: {parts} ({simulations:,} imagined games)."
    others = [m for m in moves[1:] if m.chance is not None and m.visits > 0]
    said = f"{best.text} wins {best.chance or 0.0:.0%} of {simulations:,} imagined games"
    if not others:
        return said + "."
    return said + f"; next best {others[0].text}, {others[0].chance or 0.0:.0%}."
