"""`mischief mutate GAME`: spoils the rules on purpose, and says which changes nobody noticed."""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from mischief.commands.asking import GameName
from mischief.commands.stopping import heeding_ctrl_c
from mischief.engine.errors import BadOption


def mutate(
    game: GameName,
    changes: Annotated[int, typer.Option(min=1, help="How many changes, each tried by itself.")] = 60,
    seed: Annotated[int, typer.Option(help="The same seed makes the same changes.")] = 1,
    tests: Annotated[
        list[Path] | None,
        typer.Option(
            help="Tests that should notice, as pytest names them; repeatable. Left out: those that are found."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="Games in which promises are checked; 0 leaves them out.")] = 20,
    verbose: Annotated[bool, typer.Option("--verbose", help="Every change, and who noticed it.")] = False,
) -> None:
    """Spoil a game's rules, one small change at a time; whatever nobody notices is a rule that nothing guards."""
    from mischief.trials.mutating import Fate, Mutator

    for file in tests or ():
        if not Path(str(file).partition("::")[0]).exists():
            raise BadOption(f"--tests {file}: there is no such file.")
    console = Console(soft_wrap=True, highlight=False)
    fates: list[Fate] = []
    paths = [shlex.quote(str(file.resolve())) for file in tests] if tests else None
    with (
        tempfile.TemporaryDirectory() as place,
        heeding_ctrl_c() as check,
        Mutator(game, Path(place), paths, games) as mutator,
    ):
        drawn = mutator.sample(changes, seed)
        with Progress(console=console, transient=True) as bar:
            for change in bar.track(drawn, description=f"Spoiling {game}"):
                fates.append(mutator.try_out(change))
                check()
                if verbose:
                    console.print(f"{change}  [{fates[-1].noticed or 'nobody'}]", style="dim", markup=False)
    unnoticed = [fate for fate in fates if not fate.noticed]
    for fate in unnoticed:
        console.print(f"unnoticed  {fate.change}", style="yellow", markup=False)
    console.print(f"{len(fates) - len(unnoticed)} of {len(fates)} changes to the rules of {game} were noticed.")
    if unnoticed:
        raise typer.Exit(1)
