"""What several commands ask for in the same words: a game, its seats and its options."""

from __future__ import annotations

from typing import Annotated

import typer

from mischief.engine.game import Game
from mischief.engine.options import read_option
from mischief.games.shelf import rulebook

GameName = Annotated[str, typer.Argument(help="piratz, high-tea, rattus-cartus, doctor-rat, pie-rats, or a folder.")]
Seats = Annotated[int | None, typer.Option(help="Number of seats; the game's usual number if not given.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option as name=value; repeatable.")]

Workers = Annotated[int | None, typer.Option(help="Processes; as many as there are processors if not given.", min=1)]
On = Annotated[str | None, typer.Option(help="Where: ray (its workers on this machine) or ray://HOST:PORT.")]


def asked_game(name: str, seats: int | None, options: list[str] | None) -> Game:
    book = rulebook(name)
    return book(seats, **dict(read_option(text) for text in options or []))
