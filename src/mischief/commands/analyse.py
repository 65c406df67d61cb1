"""`mischief analyse`: a finished game of an arena file, looked at move by move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.results import BadResults, read_results
from mischief.bots.analysis import analyse as judge
from mischief.bots.levels import make_bot


def analyse(
    file: Annotated[Path, typer.Argument(help="Results of `mischief arena --logs --out FILE`.")],
    number: Annotated[int, typer.Option("--game", help="Number of the game in the file.")] = 0,
    bot: Annotated[str, typer.Option(help="Who judges: heuristic, master:200ms, search:500it, ...")] = "master:100ms",
    least: Annotated[float, typer.Option(help="Show only moves that gave away at least this much win chance.")] = 0.0,
) -> None:
    """Say for every decision of a finished game what a bot would have done, and what the move gave away."""
    if not file.is_file():
        raise BadResults(f"{file} is not there; `mischief arena ... --logs --out {file}` writes such a file")
    match, played = read_results(file)
    found = next((g for g in played if g.index == number), None)
    if found is None or found.log is None:
        raise BadResults(f"{file} has no moves of a game {number}; was it played with --logs?")
    game = match.make()
    grid = Grid("step", "seat", "played", "better", "lost", "why")
    for move in judge(game, found.log, make_bot(bot, game)):
        if (move.lost or 0.0) >= least:
            better = "" if move.hint.action == move.played else move.hint.text
            lost = "" if move.lost is None else f"{move.lost:.0%}"
            grid.add_row(str(move.step), str(move.seat), move.text, better, lost, move.hint.sentence)
    Console().print(grid)
