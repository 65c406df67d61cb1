"""`mischief rules GAME`: the rulebook in the terminal, whole, by clause or by words looked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as Columns
from rich.text import Text

from mischief.commands.asking import GameName, Options, Seats, asked_game
from mischief.engine.errors import BadRulebook
from mischief.engine.game import Game
from mischief.engine.rulebook import CITED
from mischief.engine.rulebook_blocks import (
    Block,
    Clause,
    Example,
    Grid,
    Item,
    Paragraph,
    Section,
    Spans,
    clauses,
    read_rulebook,
    search,
)
from mischief.engine.rulebook_docs import write_docs

READING_WIDTH = 100
"""Lines longer than this are hard to follow with the eye."""


def leaf(sections: Iterable[Section]) -> RenderableType:
    """Sections of a rulebook as they are printed in a terminal."""
    parts: list[RenderableType] = []
    for section in sections:
        if section.level == 1:
            parts.append(Text(section.title.upper(), "bold", justify="center"))
        elif section.title:
            parts.append(Text(f"\n{section.title}", "bold underline"))
        parts += [_drawn(block) for block in section.blocks]
    return Group(*parts)


def look_up(game: Game, wanted: str) -> RenderableType:
    """One clause (`PZ-4.2`, or `4.2` for short), or what speaks of the words. Raises BadRulebook if nothing does."""
    name = wanted.strip().upper()
    name = name if name.startswith(game.info.prefix + "-") else f"{game.info.prefix}-{name}"
    if CITED.fullmatch(name):
        known = clauses(game.rulebook)
        if name not in known:
            raise BadRulebook(f"{game.info.title} has no clause {name}; they run from {_ends(known)}.")
        return _drawn(known[name])
    found = search(read_rulebook(game.rulebook), wanted)
    if not found:
        raise BadRulebook(f"No rule of {game.info.title} speaks of {wanted.strip()!r}.")
    return leaf(found)


def rules(
    game: GameName,
    wanted: Annotated[list[str] | None, typer.Argument(help="A clause (PZ-4.2 or 4.2), or words to look for.")] = None,
    seats: Seats = None,
    option: Options = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="As Markdown with anchors and links, for a site.")
    ] = False,
) -> None:
    """Read the rulebook of a game: all of it, one clause, or what speaks of certain words."""
    book = asked_game(game, seats, option)
    if markdown:
        typer.echo(write_docs(read_rulebook(book.rulebook)), nl=False)
        return
    console = Console(highlight=False)
    console.width = min(console.width, READING_WIDTH)
    if wanted:
        console.print(look_up(book, " ".join(wanted)))
    elif console.is_terminal:
        with console.pager(styles=True):
            console.print(leaf(read_rulebook(book.rulebook)))
    else:
        console.print(leaf(read_rulebook(book.rulebook)))


def _drawn(block: Block) -> RenderableType:
    match block:
        case Paragraph(spans):
            return Padding(_text(spans), (1, 0, 0, 0))
        case Item(mark, spans):
            return _hanging(Text(mark or "•", "dim"), [_text(spans)])
        case Clause(id, spans, more):
            return _hanging(Text(id, "bold cyan"), [_text(spans), *(_drawn(part) for part in more)])
        case Example(blocks):
            first, *rest = blocks
            parts = [_text(first.spans) if isinstance(first, Paragraph) else _drawn(first), *map(_drawn, rest)]
            return Padding(Panel(Group(*parts), border_style="yellow"), (1, 0, 0, 0))
        case Grid(head, rows):
            grid = Columns(box=None, pad_edge=False, header_style="bold")
            for cell in head:
                grid.add_column(_text(cell))
            for row in rows:
                grid.add_row(*(_text(cell) for cell in row))
            return Padding(grid, (1, 0, 0, 2))


def _hanging(mark: Text, parts: list[RenderableType]) -> RenderableType:
    columns = Columns.grid(padding=(0, 1, 0, 0))
    columns.add_column(no_wrap=True)
    columns.add_column()
    columns.add_row(mark, Group(*parts))
    return Padding(columns, (0, 0, 0, 2 if len(mark) < 3 else 0))


def _text(spans: Spans) -> Text:
    text = Text()
    for span in spans:
        style = "cyan" if span.clause else "bold" if span.strong else "italic" if span.emphasis else ""
        text.append(span.text, "bold green" if span.code else style)
    return text


def _ends(known: Iterable[str]) -> str:
    ids = list(known)
    return f"{ids[0]} to {ids[-1]}"
