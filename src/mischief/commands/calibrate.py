"""`mischief calibrate`: whether the win chances that hints and analyses name are true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.calibration import Call, Heard, Sitting, by_tenths, cut, draw_calls, error_of, fit, hear
from mischief.arena.crew import do_all
from mischief.arena.pieces import take_up
from mischief.arena.plot import easel
from mischief.bots.levels import make_bot
from mischief.bots.nets import own_net
from mischief.bots.putting_right import AS_FOUND, as_found, numbers_of
from mischief.commands.asking import GameName, Options, Seats, Workers, asked_game
from mischief.commands.piecework import do_missing
from mischief.engine.errors import BadOption
from mischief.engine.game import Game
from mischief.engine.options import read_option


def calibrate(
    game: GameName,
    judge: Annotated[str, typer.Option(help="Whose win chances: master:100ms, search:500it, ...")] = "master:100ms",
    player: Annotated[str, typer.Option(help="Who plays in all seats: heuristic, net, master:10ms, ...")] = "heuristic",
    games: Annotated[int, typer.Option("--games", "-n", help="How many games; each gives one position.", min=1)] = 400,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="What was said, as JSON lines; taken up again if there.")] = None,
    plot: Annotated[Path | None, typer.Option(help="A picture of the result: .svg, .png or .pdf.")] = None,
    fitted: Annotated[bool, typer.Option("--fit", help="Say how chances are put right (Game.master_odds).")] = False,
) -> None:
    """Ask a bot for its win chances in positions of many games, and compare them with how the games ended."""
    if plot:
        easel(plot)  # what is missing is said now, not after a thousand games
    console = Console()
    table = asked_game(game, seats, option)
    options = dict(read_option(text) for text in option or [])
    for bot in (player, judge):
        make_bot(bot, table)
    pieces = cut(Sitting(game, table.seats, options, player, judge, seed, games))
    before = take_up(out, Heard, "what was said of positions")
    found, stopped = do_missing(
        console, pieces, before, lambda heard: heard.sitting, lambda todo: do_all(hear, todo, workers), out
    )
    calls = [call for heard in found for call in heard.calls]
    if stopped:
        had = sum(heard.sitting.games for heard in found)
        console.print(f"Stopped after {had} of {games} games.{f' The same command goes on from {out}.' if out else ''}")
    elif not calls:
        raise BadOption(f"{judge} names no win chances; ask search:200ms or master:200ms.")
    if calls:
        report(console, table, calls, judge, player, fitted, plot)
    if stopped:
        raise typer.Exit(130)


def report(
    console: Console, table: Game, calls: list[Call], judge: str, player: str, fitted: bool, plot: Path | None
) -> None:
    """What was called against what was won."""
    tenths = by_tenths(calls)
    title = f"{table.info.title}, {table.seats} seats: {judge} on games of {player}"
    grid = Grid("called", "positions", "won", "95 %", title=title)
    for t in tenths:
        grid.add_row(f"{t.said:.0%}", str(t.count), f"{t.got:.0%}", f"{t.low:.0%} to {t.high:.0%}")
    console.print(grid)
    console.print(f"Off by {100 * error_of(tenths):.1f} points on average, beyond what luck makes of it.")
    if fitted:
        was = numbers_of(table, own_net(table) is not None) if judge.startswith("master") else AS_FOUND
        numbers = fit([Call(as_found(call.said, was), call.got) for call in calls])
        console.print(f"Put right by {{{table.seats}: ({', '.join(f'{n:.2f}' for n in numbers)})}}.", highlight=False)
    if plot:
        draw_calls(title, tenths, plot)
        console.print(f"Drawn: {plot}")
