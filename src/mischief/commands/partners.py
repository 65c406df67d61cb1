"""`mischief partners`: whether bots get on with others than their like, in a game that the table wins together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.crew import check_place
from mischief.arena.partners import (
    OWN,
    Company,
    all_guests,
    as_markdown,
    company,
    draw_up,
    say_lead,
    say_won,
    usual_partners,
)
from mischief.commands.asking import GameName, On, Options, Seats, Workers
from mischief.commands.series import play_series
from mischief.engine.options import read_option
from mischief.files import make_folder, write_whole
from mischief.games.shelf import rulebook


def partners(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Who is tried; all are compared with the first.")],
    beside: Annotated[
        list[str] | None,
        typer.Option("--with", "-w", help='A partner, or "its like"; repeatable. Everybody if none is named.'),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", "-n", help="Deals with each partner, for every bot.", min=1)] = 40,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the first deal; the others count on from it.")] = 1,
    workers: Workers = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the games (default: partners/GAME).")] = None,
) -> None:
    """Seat bots with partners of other habits, on the same deals; say what each wins with whom."""
    check_place(on)
    names = list(dict.fromkeys(beside or usual_partners(game)))
    matches = draw_up(game, bots, names, seats, dict(read_option(text) for text in option or []), seed)
    info = rulebook(game).info
    folder = make_folder(out or Path("partners") / info.id, "--out")
    console = Console()
    plans = [(match, deals * len(match.bots)) for match in matches]
    found, stopped = play_series(console, info.title, plans, folder, workers, on)
    results = list(zip(names, matches, found, strict=True))
    rows = [company(*result) for result in results]
    if sum(partner != OWN for partner in names) > 1:
        rows.append(all_guests(results))
    table = [row for row in rows if row.deals]
    if not table:
        console.print("Stopped before anything could be compared.")
        raise typer.Exit(130)
    words = matches[0].bots if names[0] == OWN else [word.split("@")[0] for word in matches[0].bots]
    report(console, f"{info.title}, {matches[0].seats} seats, seeds from {seed}", words, table)
    write_whole(folder / "table.md", as_markdown(words, table).encode())
    if stopped:
        console.print(f"Stopped. The files are whole: the same command goes on from {folder}.")
        raise typer.Exit(130)
    console.print(f"The same for a page: {folder / 'table.md'}", highlight=False)


def report(console: Console, title: str, bots: list[str], table: list[Company]) -> None:
    """What each bot won with whom."""
    grid = Grid("with", "deals", *bots, *(f"{bot} ahead by" for bot in bots[1:]), title=title)
    for row in table:
        cells = [say_won(share) for share in row.won] + [say_lead(lead) for lead in row.leads[1:]]
        grid.add_row(row.partner, str(row.deals), *cells)
    console.print(grid)
    console.print("Won, with 95 % intervals; ahead in points of the same deals.", style="dim")
