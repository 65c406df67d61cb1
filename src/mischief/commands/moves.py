"""`mischief moves GAME`: every move of a game with its number and its text."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from mischief.commands.asking import GameName, Options, Seats, asked_game


def moves(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    dealer: Annotated[bool, typer.Option("--dealer", help="The Dealer's outcomes instead.")] = False,
) -> None:
    """List every move of a game: its number and the text that scenarios and players write."""
    book = asked_game(game, seats, option)
    console = Console(highlight=False)
    for action in range(book.num_outcomes if dealer else book.num_actions):
        console.print(f"{action:4}  {(book.outcome(action) if dealer else book.move(action)).text}", markup=False)
