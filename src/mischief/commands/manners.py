"""`mischief manners`: whether bots ever propose an illegal move, at any game in any variant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.manners import Conduct, portions, watch_all
from mischief.arena.pieces import take_up
from mischief.bots.levels import make_bot
from mischief.commands.piecework import do_missing
from mischief.engine.errors import BadOption
from mischief.games.shelf import BOXES, rulebook


def manners(
    game: Annotated[list[str] | None, typer.Argument(help="The games; all of them if none is named.")] = None,
    bot: Annotated[list[str] | None, typer.Option("--bot", "-b", help="A bot; repeatable.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games for each bot at each game.")] = 1000,
    workers: Annotated[
        int | None, typer.Option(help="Processes; as many as there are processors if not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="What was found, as JSON lines; taken up again if it is there.")
    ] = None,
) -> None:
    """Hold every answer of bots against the rules, at all seat counts with all option values; nothing is forgiven."""
    if games < 1:
        raise BadOption(f"--games should be at least 1, not {games}.")
    if workers is not None and workers < 1:
        raise BadOption(f"--workers should be at least 1, not {workers}.")
    names, bots = game or list(BOXES), bot or ["random", "heuristic", "easy"]
    for name in names:
        for word in bots:
            make_bot(word, rulebook(name)())
    console = Console()
    work = portions(names, bots, games)
    before = take_up(out, Conduct, "games of one bot")
    found, stopped = do_missing(
        console, work, before, lambda conduct: conduct.portion, lambda todo: watch_all(todo, workers), out
    )
    report(console, names, bots, found)
    if stopped:
        console.print(f"Stopped.{f' The same command goes on from {out}.' if out else ''}")
        raise typer.Exit(130)
    if any(c.faults for c in found):
        raise typer.Exit(1)


def report(console: Console, names: Sequence[str], bots: Sequence[str], found: Sequence[Conduct]) -> None:
    """One line for each bot at each game, and the first faults in full."""
    grid = Grid("game", "bot", "games", "decisions", "illegal or failed", "slowest answer, ms of processor time")
    for name in names:
        for word in bots:
            own = [c for c in found if c.portion.game == name and c.portion.bot == word]
            if own:
                grid.add_row(
                    rulebook(name).info.id,
                    word,
                    f"{sum(c.portion.games for c in own):,}",
                    f"{sum(c.decisions for c in own):,}",
                    str(sum(len(c.faults) for c in own)),
                    f"{1000 * max(c.slowest for c in own):.2f}",
                )
    console.print(grid)
    for fault in [fault for conduct in found for fault in conduct.faults][:10]:
        console.print(fault, style="red", markup=False)
