"""`mischief intervals`: whether the arena's intervals are right, and how often studies of nothing find something."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from mischief.arena.coverage import KINDS, simulate
from mischief.arena.crew import do_all
from mischief.commands.asking import Workers
from mischief.study.nulls import Null, false_alarms


def intervals(
    matches: Annotated[int, typer.Option(help="How many matches of each kind.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
    studies: Annotated[int, typer.Option(help="Instead, play so many studies in which nothing is changed.", min=0)] = 0,
    game: Annotated[str, typer.Option(help="With --studies: of which game.")] = "piratz",
    games: Annotated[int, typer.Option(help="With --studies: games of each side.", min=1)] = 2000,
    workers: Workers = None,
) -> None:
    """Simulate matches between bots of known strength; count the 95 % intervals that contain the truth."""
    console = Console()
    if studies:
        _nothing(console, [Null(game, games, number) for number in range(studies)], workers)
        return
    grid = Grid("match", "share of wins", "rating", title=f"Intervals that contain the truth, of {matches:,} matches")
    for kind in KINDS:
        rates = ratings = rated = 0
        for found in track(simulate(kind, matches, seed), kind.title, matches, transient=True, console=console):
            rates += found.rates_right
            ratings += found.ratings_right
            rated += found.ratings
        grid.add_row(kind.title, f"{rates / matches:.1%}", f"{ratings / rated:.1%}" if rated else "")
    console.print(grid)


def _nothing(console: Console, work: list[Null], workers: int | None) -> None:
    """Studies in which nothing is changed but the luck."""
    alarms = 0
    found = do_all(false_alarms, work, workers)
    for changes in track(found, f"Studies of {work[0].game}", len(work), transient=True, console=console):
        alarms += bool(changes)
        for change in changes:
            console.print(f"{change.key}: {change.before:.4f} and {change.after:.4f}", style="dim", highlight=False)
    console.print(f"{alarms} of {len(work)} studies of nothing found something; one in twenty may.", highlight=False)
