"""Plays the games of a match, in parallel processes or on a cluster, and hands each over as it ends."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from functools import lru_cache

import msgspec

from mischief.arena.crew import do_all
from mischief.arena.match import Match, Played, members, play
from mischief.engine.game import Game

QUICK = ("random", "heuristic", "easy", "normal")

Piece = tuple[Match, list[int], bool]
"""A match, the numbers of some of its games, and whether to keep their moves."""


def run(
    match: Match, indexes: Sequence[int], workers: int | None = None, keep_logs: bool = False, on: str | None = None
) -> Generator[Played, None, None]:
    """Play the games with these numbers, in any order. Closing the generator, or an error, ends the workers at once."""
    hands = workers or os.cpu_count() or 1
    size = max(1, min(32, len(indexes) // (hands * 8))) if is_quick(match) and (hands > 1 or on) else 1
    pieces: list[Piece] = [
        (match, list(indexes[first : first + size]), keep_logs) for first in range(0, len(indexes), size)
    ]
    for games in do_all(_play, pieces, workers, on):
        yield from games


def is_quick(match: Match) -> bool:
    """Whether no bot of the line-up thinks for long."""
    return all(part in QUICK or part.startswith("partner:") for word in match.bots for part in members(word))


@lru_cache(maxsize=4)
def _game(match: bytes) -> Game:
    """Made once per process."""
    return msgspec.json.decode(match, type=Match).make()


def _play(piece: Piece) -> list[Played]:
    match, indexes, keep_logs = piece
    game = _game(msgspec.json.encode(match))
    return [play(match, game, index, keep_logs) for index in indexes]
