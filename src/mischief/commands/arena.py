"""`mischief arena`: bots against bots, fairly, until the figures mean something."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from mischief.arena.crew import check_place
from mischief.arena.match import Match, Played, plan
from mischief.arena.plot import draw, easel
from mischief.arena.results import Ledger
from mischief.arena.running import run
from mischief.arena.standings import Standing, standings
from mischief.commands.asking import GameName, On, Options, Seats, Workers
from mischief.commands.stopping import heeding_ctrl_c
from mischief.engine.errors import BadOption
from mischief.engine.options import read_option
from mischief.games.shelf import rulebook


def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(
            help="random, heuristic, search:200ms, master:500it, net, easy, normal, hard, master; the last fills up."
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-n", help="How many games in all.")] = 100,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the first games; the others count on from it.")] = 1,
    workers: Workers = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="Results as JSON lines; taken up again if it is there.")] = None,
    plot: Annotated[Path | None, typer.Option(help="A picture of the result: .svg, .png or .pdf.")] = None,
    logs: Annotated[bool, typer.Option("--logs", help="Write every move of every game into --out, too.")] = False,
) -> None:
    """Let bots play matches on fair seats and common seeds; say who is better and how sure that is."""
    if games < 1:
        raise BadOption(f"--games should be at least 1, not {games}.")
    check_place(on)
    if plot:
        easel(plot)  # what is missing is said now, not after a thousand games
    console = Console()
    options = dict(read_option(text) for text in option or [])
    match = plan(game, bots, seats, options, seed)
    stopped = False
    with Ledger(match, out) as ledger:
        todo = [index for index in range(games) if index not in ledger.done]
        if len(todo) < games:
            console.print(f"{games - len(todo)} of {games} games are in {out} already.")
        try:
            _play(console, match, todo, games, ledger, workers, logs, on)
        except KeyboardInterrupt:
            stopped = True
            where = f" The file is whole: the same command goes on from {out}." if out else ""
            console.print(f"Stopped after {len(ledger.played)} games.{where}")
        played = ledger.played
    if played:
        report(console, match, played)
        if plot:
            draw(match, played, plot)
            console.print(f"Drawn: {plot}")
    if stopped:
        raise typer.Exit(130)


def _play(
    console: Console,
    match: Match,
    todo: Sequence[int],
    games: int,
    ledger: Ledger,
    workers: int | None,
    logs: bool,
    on: str | None,
) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        heeding_ctrl_c() as check,
        Progress(*columns, transient=True, console=console) as bar,
        closing(run(match, todo, workers, logs, on)) as games_,
    ):
        task = bar.add_task(f"{rulebook(match.game).info.title}, {match.seats} seats", total=games)
        bar.advance(task, games - len(todo))
        for game in games_:
            ledger.write(game)
            bar.advance(task)
            check()


def report(console: Console, match: Match, played: Sequence[Played]) -> None:
    """The table of a match."""
    title = f"{rulebook(match.game).info.title}, {match.seats} seats, {len(played)} games, seeds from {match.seed}"
    grid = Grid("bot", "games", "wins", "95 % interval", "× fair", "score", "rating", title=title)
    for standing in standings(match, played):
        grid.add_row(*_row(standing))
    console.print(grid)
    seconds = sum(g.seconds for g in played)
    decisions = sum(g.decisions for g in played)
    console.print(
        f"{seconds:,.1f} s of play, {decisions / len(played):.0f} decisions a game.", style="dim", highlight=False
    )
    failures = [f"{word} in game {g.index}" for g in played for words in g.replaced.values() for word in words]
    if failures:
        console.print(f"Replaced by simpler bots: {', '.join(failures[:10])}", style="red")


def _row(standing: Standing) -> tuple[str, ...]:
    name = standing.bot if standing.seats == 1 else f"{standing.bot} (each of {standing.seats})"
    rating = standing.rating
    return (
        name,
        str(standing.games),
        f"{standing.rate:.1%}",
        f"{standing.low:.1%} to {standing.high:.1%}",
        f"{standing.rate / standing.fair:.2f}" if standing.fair else "",
        f"{standing.score:.2f}",
        rating.in_words() if rating else "",
    )
