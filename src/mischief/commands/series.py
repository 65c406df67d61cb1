"""Several matches one after the other, each in a file of its own folder: what was played is kept, and gone on with."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mischief.arena.league import file_of
from mischief.arena.match import Match, Played
from mischief.arena.results import Ledger
from mischief.arena.running import run
from mischief.commands.stopping import heeding_ctrl_c


def play_series(
    console: Console,
    title: str,
    plans: Sequence[tuple[Match, int]],
    folder: Path,
    workers: int | None,
    on: str | None,
    until: float = math.inf,
) -> tuple[list[list[Played]], bool]:
    """Play what is missing of so many games of each match, until that moment (of `time.monotonic`) at most; all games
    of each, and whether it was stopped before the end. The clock is looked at when a game ends."""
    found: list[list[Played]] = []
    stopped = time.monotonic() >= until
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with heeding_ctrl_c() as check, Progress(*columns, transient=True, console=console) as bar:
        task = bar.add_task(title, total=sum(games for _, games in plans))
        for match, games in plans:
            with Ledger(match, folder / file_of(match)) as ledger:
                found.append(ledger.played)
                todo = [index for index in range(games) if index not in ledger.done]
                bar.advance(task, games - len(todo))
                try:
                    with closing(run(match, [] if stopped else todo, workers, False, on)) as played:
                        for one in played:
                            ledger.write(one)
                            bar.advance(task)
                            check()
                            if time.monotonic() >= until:
                                stopped = True
                                break
                except KeyboardInterrupt:
                    stopped = True
    return found, stopped
