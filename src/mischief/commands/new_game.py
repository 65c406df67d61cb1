"""`mischief new-game NAME`: a small, playable, tested game in a folder of your own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mischief.engine.errors import BadOption

TEMPLATE = Path(__file__).parent.parent / "template"


def write_template(name: str, into: Path) -> Path:
    """Write the template game under a new name; returns its folder."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadOption(f"A game's name is lower-case words joined by hyphens, such as cheese-heist; not {name!r}.")
    folder = into / name.replace("-", "_")
    if folder.exists():
        raise BadOption(f"{folder} is already there; choose another name or another --into.")
    title = " ".join(word.capitalize() for word in name.split("-"))
    words = name.split("-")
    prefix = (words[0][0] + (words[1][0] if len(words) > 1 else words[0][-1])).upper()
    into.mkdir(parents=True, exist_ok=True)
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for file in folder.rglob("*"):
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            text = text.replace("LastCrumb", title.replace(" ", "")).replace("Last Crumb", title)
            text = text.replace("last-crumb", name).replace("LC-", f"{prefix}-").replace('"LC"', f'"{prefix}"')
            file.write_text(text, encoding="utf-8")
    return folder


def new_game(
    name: Annotated[str, typer.Argument(help="The game's name: lower-case words joined by hyphens.")],
    into: Annotated[Path, typer.Option(help="Where to put its folder.")] = Path(),
) -> None:
    """Write a small, playable, tested game to start your own from."""
    folder = write_template(name, into)
    console = Console(soft_wrap=True)
    console.print(f"[green]{folder}[/] is a whole game: five rounds, secret bids, a Dealer. Try it, then change it:")
    console.print(
        f"  mischief play {folder}\n  mischief check {folder}\n  mischief selfplay {folder} --check --games 200"
    )
