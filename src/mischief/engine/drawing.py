"""What the games draw their tables with in a terminal: names, pieces, lists and rows, made for 80 columns.

Only the `terminal.py` of a game and the commands import it: a server never needs rich."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from mischief.engine.game import Game, View
from mischief.engine.words import YOU

SEAT_STYLES = ("red", "blue", "green", "yellow", "magenta", "cyan", "white")
TO_ACT = "▶"
Cell = str | Text


class Draw(Protocol):
    """A game's `terminal.py` has one: the table as the seat of the view sees it, and nothing that it does not see."""

    def __call__(self, game: Any, view: Any, names: Sequence[str]) -> RenderableType: ...


def style_of(seat: int) -> str:
    """The colour of a seat. It says nothing that the name beside it does not say."""
    return f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}"


class Easel:
    """A table being drawn: rows of a label and what it says, and grids, in the order in which they are put."""

    def __init__(self, game: Game, view: View, names: Sequence[str]) -> None:
        self.game = game
        self.view = view
        self.names = names
        self.called = game.words.pieces
        self._parts: list[RenderableType] = []
        self._rows: Grid | None = None

    # Words

    def name(self, seat: int | None) -> str:
        return "nobody" if seat is None else self.names[seat]

    def does(self, seat: int, what: str, you: str) -> str:
        """A seat and its verb: `Ada asks`, `You ask`."""
        return f"{self.names[seat]} {you if self.names[seat] == YOU else what}"

    def them(self, seats: Iterable[int]) -> str:
        return ", ".join(self.names[s] for s in seats) or "nobody"

    def coloured(self, seat: int) -> Text:
        """A seat's name with the arrow of those who are to act; you are told that it is you."""
        mark = f"{TO_ACT} " if seat in self.view.waiting else "  "
        you = " (you)" if seat == self.view.seat and self.names[seat] != "You" else ""
        return Text(f"{mark}{self.names[seat]}{you}", style_of(seat))

    def piece(self, id: str) -> str:
        return self.called.get(id, id.replace("_", " "))

    def some(self, count: int, id: str) -> str:
        """So many of a piece: `1 flower`, `3 flowers`."""
        return f"{count} {self.called.get(f'{id}:{1 if count == 1 else 2}', self.piece(id))}"

    def pieces(self, ids: Iterable[str], nothing: str = "none") -> str:
        return folded((self.piece(id) for id in ids), nothing)

    # What is put on the table

    def row(self, label: str, said: Cell) -> None:
        """A line with its label; long ones wrap beside it."""
        if self._rows is None:
            self._rows = Grid.grid(padding=(0, 2, 0, 0))
            self._rows.add_column(style="dim", width=12)
            self._rows.add_column(ratio=1)
            self._parts.append(self._rows)
        self._rows.add_row(Text(label), Text(said) if isinstance(said, str) else said)

    def rows(self, label: str, said: Iterable[Cell]) -> None:
        """Several lines under one label."""
        for place, line in enumerate(said):
            self.row("" if place else label, line)

    def grid(self, head: Sequence[str], rows: Iterable[Sequence[Cell]], right: Iterable[int] = ()) -> None:
        """A table with a head; the columns in `right` are of numbers."""
        self._rows = None
        numbers = set(right)
        grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
        for place, title in enumerate(head):
            grid.add_column(Text(title), justify="right" if place in numbers else "left")
        for row in rows:
            grid.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in row))
        self._parts.append(grid)

    def line(self, said: Cell, indent: int = 0) -> None:
        self._rows = None
        self._parts.append(Padding(Text(said) if isinstance(said, str) else said, (0, 0, 0, indent)))

    def gap(self) -> None:
        self._rows = None
        self._parts.append(Text())

    def done(self, *title: str) -> RenderableType:
        """The drawing, with its title and with who is to do what."""
        if self.view.waiting:
            deed = self.game.words.waits.get(self.view.phase, self.view.phase.replace("_", " "))
            self.row("To act", f"{self.them(self.view.waiting)}: {deed}")
        heading = Text(" · ".join(part for part in title if part))
        return Panel(Group(*self._parts), title=heading, title_align="left", border_style="dim")


def folded(items: Iterable[str], nothing: str = "none") -> str:
    """A list that can be counted: equal things together, one from the other by a semicolon.

    >>> folded(["a ring and a coin", "a rat", "a rat"])
    'a ring and a coin; 2 × a rat'
    """
    counted = Counter(items)
    return "; ".join(what if many == 1 else f"{many} × {what}" for what, many in counted.items()) or nothing


def many(count: int, one: str, more: str = "") -> str:
    """So many of something.

    >>> many(0, "card"), many(1, "card"), many(2, "loss", "losses")
    ('0 cards', '1 card', '2 losses')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


def ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
