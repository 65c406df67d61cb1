"""Draws any game's view in the terminal: what is one per seat as columns, the rest as lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from mischief.engine.game import Game, View

SEAT_STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan", "white")
PLAIN_FIELDS = ("seat", "phase", "waiting", "over")


def style_of(seat: int) -> str:
    return f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}"


def spell(value: Any, pieces: dict[str, str]) -> str:
    """A value of a view in words: pieces by name, counts of equal things folded together."""
    if value is None or value == [] or value == {}:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        shown = [(k, v) for k, v in value.items() if v not in (None, [], {}, 0, False)]
        return ", ".join(f"{pieces.get(str(k), str(k).replace('_', ' '))} {spell(v, pieces)}" for k, v in shown) or "–"
    if isinstance(value, list | tuple):
        words = [spell(v, pieces) for v in value]
        inner = any(isinstance(v, list | tuple | dict) for v in value)
        return ("; " if inner else ", ").join(words)
    return pieces.get(str(value), str(value))


def sketch(game: Game, view: View, names: Sequence[str]) -> RenderableType:
    """The table as one seat sees it."""
    fields: dict[str, Any] = msgspec.to_builtins(view)
    pieces = game.words.pieces
    seats = Grid(box=None, padding=(0, 2))
    seats.add_column("")
    for seat, name in enumerate(names):
        arrow = "▶ " if seat in view.waiting else ""
        seats.add_column(Text(f"{arrow}{name}", style=style_of(seat)))
    lines = Grid.grid(padding=(0, 2))
    per_seat, single = 0, 0
    for key, value in fields.items():
        label = Text(key.replace("_", " "), style="dim")
        if key in PLAIN_FIELDS:
            continue
        if isinstance(value, list) and len(value) == len(names) and key not in game.words.asks:
            if all(isinstance(v, dict) for v in value):
                for part in value[0]:
                    seats.add_row(Text(part.replace("_", " "), style="dim"), *(spell(v[part], pieces) for v in value))
            else:
                seats.add_row(label, *(spell(v, pieces) for v in value))
            per_seat += 1
        else:
            lines.add_row(label, spell(value, pieces))
            single += 1
    parts: list[RenderableType] = []
    if per_seat:
        parts.append(seats)
    if single:
        parts.append(lines)
    title = f"{game.info.title} · {view.phase.replace('_', ' ')}"
    return Panel(Group(*parts), title=title, title_align="left", border_style="dim")
