"""`mischief crashtest`: kill -9 under load, again and again, and proof that nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from mischief.commands.stopping import heeding_ctrl_c


def crashtest(
    kills: Annotated[int, typer.Option(min=1, help="How often the server is killed.")] = 200,
    database: Annotated[
        str, typer.Option(help="postgresql://... of an empty database; a temporary SQLite file if not given.")
    ] = "",
    game: Annotated[str, typer.Option(help="The game that is played.")] = "piratz",
    tables: Annotated[int, typer.Option(min=1, help="Tables in play at once.")] = 8,
    people: Annotated[int, typer.Option(min=2, max=6, help="People at each table.")] = 3,
) -> None:
    """Kill a server without warning while people play; prove that no acknowledged move is missing."""
    from mischief.trials.crashing import crash_test

    console = Console(stderr=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        heeding_ctrl_c(),
        Progress(console=console, transient=True) as bar,
    ):
        task = bar.add_task("killing", total=kills)
        where = database or str(Path(folder) / "crash.db")
        report = asyncio.run(
            crash_test(where, kills, game, tables, people, lambda done: bar.update(task, completed=done))
        )
    typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    console.print(f"[green]{report.kills} kills: nothing acknowledged is missing, nothing was done twice.[/]")
