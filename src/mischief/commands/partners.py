"""`mischief partners`: whether bots get on with others than their like, in a game that the table wins together."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from mischief.arena.crew import check_place
from mischief.arena.journal import write_whole
from mischief.arena.league import file_of
from mischief.arena.match import Match, Played
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
from mischief.arena.results import Ledger
from mischief.arena.running import run
from mischief.commands.asking import GameName, On, Options, Seats, Workers
from mischief.commands.stopping import heeding_ctrl_c
from mischief.engine.errors import BadOption
from mischief.engine.options import read_option
from mischief.games.shelf import rulebook


def partners(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Who is tried; all are compared with the first.")],
    beside: Annotated[
        list[str] | None,
        typer.Option("--with", "-w", help='A partner, or "its like"; repeatable. Everybody if none is named.'),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", "-n", help="Deals with each partner, for every bot.")] = 40,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the first deal; the others count on from it.")] = 1,
    workers: Workers = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the games (default: partners/GAME).")] = None,
) -> None:
    """Seat bots with partners of other habits, on the same deals; say what each wins with whom."""
    if deals < 1:
        raise BadOption(f"--deals should be at least 1, not {deals}.")
    check_place(on)
    names = list(dict.fromkeys(beside or usual_partners(game)))
    matches = draw_up(game, bots, names, seats, dict(read_option(text) for text in option or []), seed)
    info = rulebook(game).info
    folder = out or Path("partners") / info.id
    folder.mkdir(parents=True, exist_ok=True)
    console = Console()
    results, stopped = _play(console, list(zip(names, matches, strict=True)), deals, workers, on, folder)
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


def _play(
    console: Console,
    matches: list[tuple[str, Match]],
    deals: int,
    workers: int | None,
    on: str | None,
    folder: Path,
) -> tuple[list[tuple[str, Match, list[Played]]], bool]:
    """Play what is missing; all games with each partner, and whether it was stopped before the end."""
    found: list[tuple[str, Match, list[Played]]] = []
    stopped = False
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with heeding_ctrl_c() as check, Progress(*columns, transient=True, console=console) as bar:
        task = bar.add_task("games", total=deals * sum(len(match.bots) for _, match in matches))
        for partner, match in matches:
            with Ledger(match, folder / file_of(match)) as ledger:
                games = deals * len(match.bots)
                todo = [index for index in range(games) if index not in ledger.done]
                bar.advance(task, games - len(todo))
                try:
                    with closing(run(match, [] if stopped else todo, workers, False, on)) as played:
                        for one in played:
                            ledger.write(one)
                            bar.advance(task)
                            check()
                except KeyboardInterrupt:
                    stopped = True
                found.append((partner, match, ledger.played))
    return found, stopped


def report(console: Console, title: str, bots: list[str], table: list[Company]) -> None:
    """What each bot won with whom."""
    grid = Grid("with", "deals", *bots, *(f"{bot} ahead by" for bot in bots[1:]), title=title)
    for row in table:
        cells = [say_won(share) for share in row.won] + [say_lead(lead) for lead in row.leads[1:]]
        grid.add_row(row.partner, str(row.deals), *cells)
    console.print(grid)
    console.print("Won, with 95 % intervals; ahead in points of the same deals.", style="dim")
