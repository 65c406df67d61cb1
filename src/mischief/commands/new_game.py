"""`mischief new-game NAME`: a small, playable, tested game in a folder of your own."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mischief.engine.errors import BadOption
from mischief.files import CannotWrite
from mischief.games.shelf import BOXES, rulebook

TEMPLATE = Path(__file__).parent.parent / "template"


KINDS = {
    "simultaneous": "five rounds, secret bids, a Dealer",
    "cooperative": "five rounds, secret choices, and all win or lose together",
}
"""What can be begun with; each other than the first changes some files of the template."""
LEFT_OUT = ("__pycache__", "__compiled__", "*.so", "*.pyd", "kinds")
NETS = ("net.*", "net-*")
"""Nets were trained on the original's rules: a copy that is changed has none."""


def write_template(name: str, into: Path, kind: str = "simultaneous") -> Path:
    """Write the template game under a new name; returns its folder."""
    if kind not in KINDS:
        raise BadOption(f"--kind is {' or '.join(KINDS)}, not {kind!r}.")
    with _free_folder(name, into) as folder:
        shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if kind != "simultaneous":
            shutil.copytree(TEMPLATE / "kinds" / kind, folder, dirs_exist_ok=True)
        words = name.split("-")
        title = _title(name)
        prefix = (words[0][0] + (words[1][0] if len(words) > 1 else words[0][-1])).upper()
        for file in folder.rglob("*"):
            if file.is_file():
                text = file.read_text(encoding="utf-8")
                text = text.replace("LastCrumb", title.replace(" ", "")).replace("Last Crumb", title)
                text = text.replace("last-crumb", name).replace("LC-", f"{prefix}-").replace('"LC"', f'"{prefix}"')
                file.write_text(text, encoding="utf-8")
    return folder


def copy_game(name: str, into: Path, original: str) -> Path:
    """Copy a whole game under a new name, to be changed; its clauses keep their names. Returns its folder."""
    book = rulebook(original)
    with _free_folder(name, into) as folder:
        shutil.copytree(book.folder, folder, ignore=shutil.ignore_patterns(*LEFT_OUT, *NETS))
        text = (folder / "game.py").read_text(encoding="utf-8")
        text = text.replace(f'id="{book.info.id}"', f'id="{name}"', 1)
        text = text.replace(f'title="{book.info.title}"', f'title="{_title(name)}"', 1)
        (folder / "game.py").write_text(text, encoding="utf-8")
    return folder


@contextmanager
def _free_folder(name: str, into: Path) -> Generator[Path]:
    """A folder for a game of this name, to be filled; if that fails, nothing of it is left."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadOption(f"A game's name is lower-case words joined by hyphens, such as cheese-heist; not {name!r}.")
    if name in BOXES:
        raise BadOption(f"{name} is the name of a game on the shelf; choose another.")
    folder = into / name.replace("-", "_")
    if folder.exists():
        raise BadOption(f"{folder} is already there; choose another name or another --into.")
    try:
        into.mkdir(parents=True, exist_ok=True)
        yield folder
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        why = error.args[0][0][-1] if isinstance(error, shutil.Error) else error.strerror
        raise CannotWrite(f"{folder} cannot be written: {why}") from error


def _title(name: str) -> str:
    return " ".join(word.capitalize() for word in name.split("-"))


def new_game(
    name: Annotated[str, typer.Argument(help="The game's name: lower-case words joined by hyphens.")],
    into: Annotated[Path, typer.Option(help="Where to put its folder.")] = Path(),
    kind: Annotated[str, typer.Option(help="What to begin with: simultaneous or cooperative.")] = "simultaneous",
    copy: Annotated[str, typer.Option("--from", help="Copy this game (one of ours, or a folder) instead.")] = "",
) -> None:
    """Write a small, playable, tested game to start your own from; or copy one to change."""
    folder = copy_game(name, into, copy) if copy else write_template(name, into, kind)
    console = Console(soft_wrap=True)
    what = f"a copy of {copy}" if copy else f"a whole game: {KINDS[kind]}"
    console.print(f"[green]{folder}[/] is {what}. Try it, then change it:")
    console.print(
        f"  mischief play {folder}\n  mischief check {folder}\n  mischief selfplay {folder} --check --games 200\n"
        f"  mischief compile {folder}"
    )
