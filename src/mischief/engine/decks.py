"""Which components a game is played with: those of its box, a deck that it offers by name, or a file of somebody's own.

A game's folder may have named decks (`decks/NAME.toml`); so may a folder of one's own that MISCHIEF_DECKS names
(`FOLDER/<game>/NAME.toml`). A name can be chosen from afar, at a server's table; the path of a file cannot.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from mischief.engine.errors import BadCards

STANDARD = "standard"
FOLDER = "MISCHIEF_DECKS"
LARGEST_FILE = 200_000


def named_decks(game: str, folder: Path) -> dict[str, Path]:
    """The decks that can be chosen by name, besides the standard one."""
    places = [folder / "decks"]
    if own := os.environ.get(FOLDER):
        places.append(Path(own) / game)
    return {file.stem: file for place in places for file in sorted(place.glob("*.toml")) if file.stem != STANDARD}


def card_file(game: str, folder: Path, deck: str) -> Path:
    """The components file of a deck. Raises BadCards if there is none."""
    if deck == STANDARD:
        return folder / "cards.toml"
    named = named_decks(game, folder)
    path = named.get(deck, Path(deck))
    if path.suffix != ".toml" or not path.is_file() or path.stat().st_size > LARGEST_FILE:
        names = ", ".join((STANDARD, *named))
        raise BadCards(
            f"{deck}: there is no card file here; a deck is {names}, or the path of a .toml file such as our own "
            "cards.toml"
        )
    return path


def read_toml(path: Path) -> dict[str, Any]:
    """A components file as data. Raises BadCards if it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCards(f"{path}: the card file cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadCards(f"{path.name}: {error}") from error


def says(path: Path) -> str:
    """What a deck is, in its own words: the first line of its file, if that is a comment."""
    with path.open(encoding="utf-8") as file:
        line = file.readline().strip()
    return line.lstrip("# ").rstrip(".") if line.startswith("#") else path.stem.replace("-", " ")


def is_name(value: object, longest: int = 60) -> bool:
    """Whether something can be what people call a card: a short line of text."""
    return isinstance(value, str) and value.strip() == value and 0 < len(value) <= longest and value.isprintable()
