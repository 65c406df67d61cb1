"""`mischief play`: a whole game in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import secrets
from typing import Annotated

import typer
from rich.console import Console
from rich.prompt import IntPrompt

from mischief.bots.levels import LEVELS
from mischief.commands.asking import Options, Seats, asked_game
from mischief.commands.sitting import Quit, Sitting
from mischief.engine.errors import BadOption
from mischief.games.shelf import BOXES, rulebook


def choose_game(console: Console) -> str:
    """Ask which of the five."""
    names = list(BOXES)
    for number, name in enumerate(names, 1):
        info = rulebook(name).info
        low, high = info.seats
        console.print(f"  [bold]{number}[/] {info.title} [dim]{low}–{high} seats, {info.minutes} min[/]  {info.pitch}")
    chosen = IntPrompt.ask("Which game", choices=[str(n) for n in range(1, len(names) + 1)], console=console)
    return names[chosen - 1]


def play(
    game: Annotated[str | None, typer.Argument(help="A game, or a folder; asked for if not given.")] = None,
    seats: Seats = None,
    option: Options = None,
    people: Annotated[int | None, typer.Option(help="How many seats people take; the rest are bots.")] = None,
    level: Annotated[str, typer.Option(help=f"How well the bots play: {', '.join(LEVELS)}.")] = "normal",
    seed: Annotated[int | None, typer.Option(help="Play this deal; a fresh one if not given.")] = None,
) -> None:
    """Play a whole game in the terminal."""
    console = Console()
    asked = game is None
    name = game or choose_game(console)
    info = rulebook(name).info
    low, high = info.seats
    if asked and seats is None:
        choices = [str(n) for n in range(low, high + 1)]
        seats = IntPrompt.ask("How many seats", choices=choices, default=info.usual_seats, console=console)
    table = asked_game(name, seats, option)
    if people is None:
        people = (
            IntPrompt.ask("How many of them are people", default=1, console=console) if asked and table.seats > 1 else 1
        )
    if not 0 <= people <= table.seats:
        raise BadOption(f"--people should be from 0 to {table.seats}, not {people}.")
    seed = secrets.randbits(48) if seed is None else seed
    sitting = Sitting(console, table, list(range(people)), level, seed)
    console.print(f"[bold]{table.info.title}[/], deal {seed}. {table.info.pitch}", highlight=False)
    try:
        sitting.run()
    except (Quit, KeyboardInterrupt, EOFError):
        console.print("\nThe table is cleared.")
    console.print(f"The same deal again: {sitting.again(name)}", markup=False, highlight=False, soft_wrap=True)
