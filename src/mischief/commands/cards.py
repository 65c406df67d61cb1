"""`mischief cards GAME FILE`: the card file of a game, to change and to play with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mischief.commands.asking import GameName, Options, asked_game
from mischief.engine.errors import BadOption
from mischief.files import check_folder_for, write_whole


def cards(
    game: GameName,
    file: Annotated[Path, typer.Argument(help="Where to put it: a new .toml file.")],
    option: Options = None,
) -> None:
    """Write a game's cards into a file of your own, to change them (`-o deck=NAME`: those of another deck)."""
    book = asked_game(game, None, option)
    if file.suffix != ".toml":
        raise BadOption(f"A card file ends in .toml, such as mine.toml; {file} does not.")
    check_folder_for(file)
    if not book.card_file.is_file():
        raise BadOption(f"{book.info.title} has no card file.")
    if file.exists():
        raise BadOption(f"{file} is already there; choose another name.")
    write_whole(file, book.card_file.read_bytes())
    Console(highlight=False).print(
        f"{file} has the cards of {book.info.title}. Change a row, then:\n  mischief compare {game} deck={file}",
        soft_wrap=True,
        markup=False,
    )
