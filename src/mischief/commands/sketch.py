"""The table in the terminal: as the game's own `terminal.py` draws it, or, for a game without one, line by line."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.text import Text

from mischief.engine.drawing import Draw, Easel
from mischief.engine.families import Move
from mischief.engine.game import Game, View

HEAD = ("seat", "phase", "waiting", "over")


def sketch(game: Game, view: View, names: Sequence[str]) -> RenderableType:
    """The table as one seat sees it."""
    package = type(game).__module__.rpartition(".")[0]
    if package and importlib.util.find_spec(f"{package}.terminal") is not None:
        draw: Draw = importlib.import_module(f"{package}.terminal").draw
        return draw(game, view, names)
    return plainly(game, view, names)


def plainly(game: Game, view: View, names: Sequence[str]) -> RenderableType:
    """Every field of a view with its name; nothing is guessed from its form."""
    easel = Easel(game, view, names)
    fields: dict[str, Any] = msgspec.to_builtins(view)
    for key, value in fields.items():
        if key not in HEAD:
            easel.row(key.replace("_", " "), spell(value, easel.called))
    return easel.done(game.info.title, view.phase.replace("_", " "))


def listed(game: Game, number: int, move: Move, names: Sequence[str]) -> Text:
    """A move to choose: its number, what it is called, and what one types for it where that is something else."""
    button = game.words.name_move(move.name, move.args, names)
    line = Text(f"{number:4} ", "bold") + Text(button, "not bold")
    return line if button.lower() == move.text.lower() else line.append(f"  {move.text}", "dim")


def spell(value: Any, pieces: Mapping[str, str]) -> str:
    """A value of a view in words, pieces by name.

    >>> spell([0, False, None, [], ["c1", "c1"]], {"c1": "a card"})
    '0; no; –; –; a card, a card'
    """
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{pieces.get(str(k), str(k).replace('_', ' '))} {spell(v, pieces)}" for k, v in value.items())
    if isinstance(value, list | tuple):
        inner = any(isinstance(v, list | tuple | dict) for v in value)
        return ("; " if inner else ", ").join(spell(v, pieces) for v in value)
    return pieces.get(str(value), str(value))
