"""`mischief secrecy`: asks two servers everything, in worlds that the asker cannot tell apart, and compares."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import Progress

from mischief.games import shelf


def secrecy(
    answers: Annotated[
        int, typer.Option(min=1, help="Single answers, and as many two-step answers, in all.")
    ] = 200_000,
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be said several times.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed asks the same questions.")] = 1,
) -> None:
    """Look for anything that a server's answers tell a seat which the rules do not."""
    from mischief.server.tables.library import Library
    from mischief.trials.secrecy import try_secrecy

    games = game or list(shelf.BOXES)
    console = Console(stderr=True)
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task("two-step answers", total=answers)
        report = try_secrecy(Library(), games, answers, seed, lambda done: bar.update(task, completed=done))
    typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
    console.print("[green]No difference: the answers tell nothing that the rules do not.[/]")
