"""`mischief intervals`: whether the intervals of the arena are right, on matches whose true strengths are known."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table as Grid

from mischief.arena.coverage import KINDS, simulate


def intervals(
    matches: Annotated[int, typer.Option(help="How many matches of each kind.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
) -> None:
    """Simulate matches between bots of known strength; count the 95 % intervals that contain the truth."""
    console = Console()
    grid = Grid("match", "share of wins", "rating", title=f"Intervals that contain the truth, of {matches:,} matches")
    for kind in KINDS:
        rates = ratings = rated = 0
        for found in track(simulate(kind, matches, seed), kind.title, matches, transient=True, console=console):
            rates += found.rates_right
            ratings += found.ratings_right
            rated += found.ratings
        grid.add_row(kind.title, f"{rates / matches:.1%}", f"{ratings / rated:.1%}" if rated else "")
    console.print(grid)
