"""Plays the games of a match in parallel processes, and hands each over as it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Sequence

from mischief.arena.match import Match, Played, play
from mischief.engine.game import Game

QUICK = ("random", "heuristic", "easy", "normal")


def run(
    match: Match, indexes: Sequence[int], workers: int | None = None, keep_logs: bool = False
) -> Generator[Played, None, None]:
    """Play the games with these numbers, in any order. Closing the generator, or an error, ends the workers at once."""
    workers = min(workers or os.cpu_count() or 1, max(1, len(indexes)))
    if workers == 1:
        game = match.make()
        for index in indexes:
            yield play(match, game, index, keep_logs)
        return
    chunk = max(1, min(32, len(indexes) // (workers * 8))) if is_quick(match) else 1
    # Fresh processes: nothing of the parent's threads and signals is carried over.
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, _begin, (match, keep_logs)) as pool:  # leaving the block terminates the workers
        yield from pool.imap_unordered(_play, indexes, chunk)


def is_quick(match: Match) -> bool:
    """Whether no bot of the line-up thinks for long."""
    return all(part in QUICK for word in match.bots for part in word.split("+"))


class Desk:
    """What a worker process has before it."""

    match: Match
    game: Game
    keep_logs: bool


def _begin(match: Match, keep_logs: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    Desk.match, Desk.game, Desk.keep_logs = match, match.make(), keep_logs


def _play(index: int) -> Played:
    return play(Desk.match, Desk.game, index, Desk.keep_logs)
