"""`mischief league`: everybody against everybody, and who fares worst against whom."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.crew import check_place
from mischief.arena.league import Place, as_markdown, check_field, draw_league, draw_up, places
from mischief.arena.plot import easel
from mischief.commands.asking import GameName, On, Options, Workers
from mischief.commands.series import play_series
from mischief.engine.options import read_option
from mischief.files import make_folder, write_whole
from mischief.games.shelf import rulebook


def league(
    game: GameName,
    bots: Annotated[
        list[str] | None, typer.Argument(help="Who plays, as in mischief arena; the usual field if nobody is named.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of every pairing.", min=1)] = 40,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the first games; the others count on from it.")] = 1,
    workers: Workers = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="The folder of the games (default: leagues/GAME).")] = None,
    plot: Annotated[Path | None, typer.Option(help="A picture of the table: .svg, .png or .pdf.")] = None,
) -> None:
    """Let everybody meet everybody, two at a time; say how each fares on average and at worst."""
    check_place(on)
    if plot:
        easel(plot)  # what is missing is said now, not after a thousand games
    matches = draw_up(game, bots or [], dict(read_option(text) for text in option or []), seed)
    check_field(matches)
    info = rulebook(game).info
    folder = make_folder(out or Path("leagues") / info.id, "--out")
    console = Console()
    plans = [(match, games) for match in matches]
    found, stopped = play_series(console, info.title, plans, folder, workers, on)
    results = [(match, played) for match, played in zip(matches, found, strict=True) if played]
    if not results:
        console.print("Stopped before the first game was over.")
        raise typer.Exit(130)
    table = places(results)
    report(console, f"{info.title}, {games} games of every pairing, seeds from {seed}", table)
    write_whole(folder / "table.md", as_markdown(table).encode())
    if plot:
        draw_league(f"{info.title}: {games} games of every pairing", table, plot)
        console.print(f"Drawn: {plot}")
    if stopped:
        console.print(f"Stopped. The files are whole: the same command goes on from {folder}.")
        raise typer.Exit(130)
    console.print(f"Everybody against everybody: {folder / 'table.md'}", highlight=False)


def report(console: Console, title: str, table: list[Place]) -> None:
    """The table of a league."""
    grid = Grid("bot", "mean", "worst", "against", "rating", title=title)
    for place in table:
        worst = place.worst
        at_worst = f"{worst.rate:.0%} ({worst.low:.0%} to {worst.high:.0%})" if worst else ""
        grid.add_row(place.bot, f"{place.mean:.0%}", at_worst, worst.other if worst else "", place.rating.in_words())
    console.print(grid)
