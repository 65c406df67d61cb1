"""`mischief cards GAME FILE`: the card file of a game, to change and to play with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mischief.commands.asking import GameName, Options, asked_game
from mischief.engine.errors import BadOption


def cards(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="Where to put it: a new .toml file.")],
    option: Options = None,
) -> None:
    """Write a game's cards into a file of your own, to change them (`-o deck=NAME`: those of another deck)."""
    book = asked_game(game, None, option)
    if file.suffix != ".toml":
        raise BadOption(f"A card file ends in .toml, such as mine.toml; {file} does not.")
    if not file.parent.is_dir():
        raise BadOption(f"There is no folder {file.parent} for {file.name}.")
    if not book.card_file.is_file():
        raise BadOption(f"{book.info.title} has no card file.")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as new:
            new.write(book.card_file.read_text(encoding="utf-8"))
    except FileExistsError:
        raise BadOption(f"{file} is already there; choose another name.") from None
    Console(highlight=False).print(
        f"{file} has the cards of {book.info.title}. Change a row, then:\n  mischief compare {game} deck={file}",
        soft_wrap=True,
        markup=False,
    )
