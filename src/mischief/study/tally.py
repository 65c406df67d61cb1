"""What a block of games of one variant comes to: sums and counts, never the games themselves.

A measure is a ratio of two sums, such as wins over games; the sums of all blocks together give its value, and how they
scatter from block to block gives its interval.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from mischief.study.subjects import Seen

STAGES = 9
"""Points of a game, evenly spread between its beginning and its end, at which the running chances are reckoned."""


class Tally(msgspec.Struct):
    """The sums of one variant in one block."""

    games: int = 0
    sums: dict[str, tuple[float, float]] = {}
    """What is divided and by what, for each measure."""
    pieces: dict[str, tuple[int, int, int, float]] = {}
    """For "subject|piece": games in which it was seen, times, seats that had it, and what these won."""
    counts: dict[str, dict[int, int]] = {}
    """How often each value came up: of scores, lengths, margins."""

    def add(self, key: str, value: float, of: float = 1.0) -> None:
        had, before = self.sums.get(key, (0.0, 0.0))
        self.sums[key] = had + value, before + of

    def count(self, key: str, value: int) -> None:
        row = self.counts.setdefault(key, {})
        row[value] = row.get(value, 0) + 1

    def add_pieces(self, seen: Seen, payoffs: Sequence[float]) -> None:
        for (subject, piece), (times, seats) in seen.items():
            key = f"{subject}|{piece}"
            games, all_times, had, won = self.pieces.get(key, (0, 0, 0, 0.0))
            gained = sum(payoffs[seat] for seat in sorted(seats))
            self.pieces[key] = games + 1, all_times + times, had + len(seats), won + gained


class Block(msgspec.Struct):
    """A finished block: one tally for each variant, in the order of the plan."""

    block: int
    tallies: list[Tally]
    seconds: float = 0.0
