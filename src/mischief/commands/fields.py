"""`mischief fields GAME`: what the numbers of an observation mean."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from mischief.commands.asking import GameName, Options, Seats, asked_game
from mischief.engine.fields import Field
from mischief.engine.observing import Observer


def fields(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    insight: Annotated[bool, typer.Option("--insight", help="What nets look at that weigh tables.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON, with what every single number is about.")] = False,
) -> None:
    """List what a game's observations say: which numbers of a row mean what."""
    book = asked_game(game, seats, option)
    observer = book.insight() if insight else book.observer()
    if json:
        print(msgspec.json.encode(described(observer)).decode())
        return
    console = Console(highlight=False)
    if insight and book.parts.insight is None:
        console.print(f"What a player of {book.info.title} reckons is not written down; these are its observations.")
    console.print(f"{book.info.title}: a row of {observer.length} numbers, each from 0 to 255.", markup=False)
    console.print(table_of(observer))
    console.print(
        "'a seat' stands for as many stretches as the game can have seats: the observer's own, then clockwise."
    )
    if observer.omissions:
        console.print("\nA player can also see, but the row does not say:")
        for omission in observer.omissions:
            part = f"the order of {omission.path}" if omission.order_only else omission.path
            console.print(f"  {part}: {omission.says}", markup=False)


def described(observer: Observer) -> dict[str, object]:
    """Everything that an observer declares, as plain JSON."""
    fields = [{**msgspec.to_builtins(field), "length": field.length} for field in observer.fields]
    return {"length": int(observer.length), "fields": fields, "omissions": msgspec.to_builtins(observer.omissions)}


def table_of(observer: Observer) -> Table:
    table = Table("numbers", "name", "how many", "each", "what it says", box=None, pad_edge=False)
    for field in observer.fields:
        last = field.first + field.length - 1
        numbers = f"{field.first}" if field.length == 1 else f"{field.first}–{last}"
        table.add_row(numbers, field.name, how_many(field), each(field), field.says)
    return table


def how_many(field: Field) -> str:
    size = len(field.entries)
    return f"{size}" if field.blocks == 1 else f"{size} a seat"


def each(field: Field) -> str:
    return f"0–{field.most}" if field.form == "counts" else "0 or 1" if field.form == "bits" else "one is 1"
