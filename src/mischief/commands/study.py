"""`mischief study`: many games of several variants on the same luck; `mischief compare`: what did this change?"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from mischief.arena.crew import check_place, do_all
from mischief.commands.asking import On, Options, Seats, Workers
from mischief.commands.stopping import heeding_ctrl_c
from mischief.engine.errors import BadOption
from mischief.engine.options import read_option
from mischief.files import write_whole
from mischief.games.shelf import rulebook
from mischief.study.drawing import Easel
from mischief.study.figures import Change, Figures, changes_of, sides_of
from mischief.study.keeping import Keeper
from mischief.study.plan import Plan, grid_of, read_grid
from mischief.study.playing import play_block
from mischief.study.report import Report
from mischief.study.tables import write_tables
from mischief.study.tally import Block
from mischief.study.variants import BadStudy, Column, Variant, grid, read_column, read_variant
from mischief.study.variants import title as name_of
from mischief.study.wording import Wording

Bots = Annotated[str | None, typer.Option(help="Who plays: one bot for all seats, or several in quotes.")]
Watched = Annotated[int, typer.Option(help="In so many games of each variant, reckon when it was decided.", min=0)]
Seed = Annotated[int, typer.Option(help="Seed of the first game; the others count on from it.")]


def study(
    variants: Annotated[
        list[str] | None,
        typer.Argument(help="piratz, or with changes: piratz,seats=3,deck=mine.toml; the first is compared with."),
    ] = None,
    vary: Annotated[
        list[str] | None, typer.Option("--vary", "-v", help="A column of the grid: seats=2,3 or bots=easy,heuristic.")
    ] = None,
    grid_file: Annotated[Path | None, typer.Option("--grid", help="The whole study from a TOML file.")] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games of each variant.")] = 10_000,
    seats: Seats = None,
    option: Options = None,
    bots: Bots = None,
    seed: Seed = 1,
    watched: Watched = 200,
    out: Annotated[Path | None, typer.Option(help="A folder for report and tables; a stopped study goes on.")] = None,
    workers: Workers = None,
    on: On = None,
    title: Annotated[str, typer.Option(help="What stands above the report.")] = "",
) -> None:
    """Play many games of a game and its variants on the same luck; report what is so, what changed, how sure it is."""
    columns = [read_column(text) for text in vary or []]
    if grid_file is not None:
        if variants or columns:
            raise BadStudy("--grid holds the whole study; leave variants and --vary out.")
        typed = read_grid(grid_file)
        found, columns = grid_of(typed)
        games, seed, watched = typed.games or games, typed.seed or seed, typed.watched or watched
        title = title or typed.title
    else:
        if not variants:
            raise BadStudy("A study needs a game, such as: mischief study piratz --vary seats=2,3.")
        found = grid(*_listed(variants, _fixed(seats, option, bots), columns))
    plan = plan_of(found, columns, games, seed, watched, title)
    folder = out or Path(f"study-{Path(plan.variants[0].game).name}")
    run_study(plan, folder, workers, on, brief=False)


def compare(
    before: Annotated[str, typer.Argument(help="A game or a variant of it: piratz, or piratz,seats=3.")],
    after: Annotated[str, typer.Argument(help="What is changed: deck=mine.toml, or another game's folder.")],
    games: Annotated[int, typer.Option("--games", "-n", help="How many games of each side.")] = 4000,
    seats: Seats = None,
    option: Options = None,
    bots: Bots = None,
    seed: Seed = 1,
    watched: Watched = 100,
    out: Annotated[Path | None, typer.Option(help="A folder for report and tables.")] = None,
    workers: Workers = None,
    on: On = None,
) -> None:
    """What did this change? Both sides on the same luck: one screen, and one page with pictures."""
    found = grid(*_listed([before, after], _fixed(seats, option, bots), []))
    title = f"What changed from {found[0].name} to {found[1].name}?"
    plan = plan_of(found, [], games, seed, watched, title)
    run_study(plan, out or Path(f"compare-{Path(found[0].game).name}"), workers, on, brief=True)


def _fixed(seats: int | None, option: list[str] | None, bots: str | None) -> dict[str, Any]:
    """What is the same in all variants."""
    fixed = dict(read_option(text) for text in option or [])
    if seats is not None:
        fixed["seats"] = seats
    if bots is not None:
        fixed["bots"] = bots
    return fixed


def _listed(
    texts: Sequence[str], fixed: dict[str, Any], columns: list[Column]
) -> tuple[list[tuple[str, dict[str, Any]]], list[Column], list[str]]:
    """The variants with all their settings, and what they are called: by what is their own, not by what all share."""
    found: list[tuple[str, dict[str, Any]]] = []
    names = []
    for text in texts:
        name, settings = read_variant(text, found[0][0] if found else None)
        found.append((name, {**fixed, **settings}))
        names.append(name_of(name, settings))
    return found, columns, names


def plan_of(variants: list[Variant], columns: list[Column], games: int, seed: int, watched: int, title: str) -> Plan:
    if games < 1:
        raise BadOption(f"--games should be at least 1, not {games}.")
    box = rulebook(variants[0].game).info
    return Plan(
        title=title or f"A study of {box.title}",
        variants=variants,
        columns=columns,
        games=games,
        seed=seed,
        watched=min(watched, games),
        rules_version=[rulebook(variant.game).info.rules_version for variant in variants],
    )


def run_study(plan: Plan, folder: Path, workers: int | None, on: str | None, brief: bool) -> Figures:
    """Play what is missing, then say what it shows."""
    console = Console()
    began = time.perf_counter()
    blocks = play_study(console, plan, folder, workers, on)
    played = sum(block.seconds for block in blocks)
    figures = Figures(plan, blocks)
    changes = changes_of(figures, sides_of(plan))
    wording = Wording(figures)
    tables = write_tables(folder, figures, wording, changes)
    page = folder / "report.html"
    write_whole(page, Report(figures, wording, changes).page().encode())
    if brief or len(plan.variants) > 1:
        show_changes(console, figures, wording, changes)
    else:
        show_one(console, figures, wording)
    console.print(
        f"{figures.games * len(plan.variants):,} games, {played:,.1f} s of work"
        f" in {time.perf_counter() - began:,.1f} s. "
        f"Report: {page}; tables: {', '.join(table.name for table in tables)}.",
        style="dim",
        highlight=False,
        soft_wrap=True,
    )
    return figures


def play_study(console: Console, plan: Plan, folder: Path, workers: int | None, on: str | None) -> list[Block]:
    """All blocks of a study: those that its folder has, and the others, which are played now."""
    check_place(on)
    Easel()  # what is missing is said now, not after a hundred thousand games
    fresh = not folder.exists()
    with Keeper(plan, folder) as keeper:
        there = len(keeper.blocks)
        if there:
            console.print(f"{there} of {plan.blocks} blocks are in {folder} already.")
        try:
            _play(console, plan, keeper, workers, on)
        except KeyboardInterrupt:
            console.print(
                f"Stopped after {len(keeper.blocks)} of {plan.blocks} blocks. The same command goes on from {folder}."
            )
            raise typer.Exit(130) from None
        except BaseException:
            if fresh and not keeper.blocks:
                (folder / "study.jsonl").unlink()
                os.rmdir(folder)
            raise
        return list(keeper.done)


def _play(console: Console, plan: Plan, keeper: Keeper, workers: int | None, on: str | None) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    work = [(plan, number) for number in keeper.todo]
    if not work:
        return
    with (
        heeding_ctrl_c() as check,
        Progress(*columns, transient=True, console=console) as bar,
        closing(do_all(play_block, work, workers, on)) as blocks,
    ):
        many = f", {len(plan.variants)} variants" if len(plan.variants) > 1 else ""
        task = bar.add_task(f"{rulebook(plan.variants[0].game).info.title}{many}", total=plan.games)
        for number in keeper.blocks:
            bar.advance(task, len(plan.numbers(number)))
        for block in blocks:
            keeper.write(block)
            bar.advance(task, len(plan.numbers(block.block)))
            check()


def show_changes(console: Console, figures: Figures, wording: Wording, changes: Sequence[Change]) -> None:
    """What changed, on one screen: all that is more than chance, and how the game as a whole fared."""
    plan = figures.plan
    whole = ("wins", "length", "margin", "leads", "behind", "decided", "shared", "score")
    sure = [c for c in changes if c.sure]
    grid_ = Grid("measure", "before", "after", "difference, 95 %", title=plan.title)
    several = len({c.sides for c in changes}) > 1
    shown = sure[:16] + [c for c in changes if not c.sure and c.key.split("|")[0] in whole][: 0 if several else 12]
    for change in shown:
        low, high = (wording.difference(change.key, x) for x in (change.low, change.high))
        name = f"{change.sides}: {wording.title(change.key)}" if several else wording.title(change.key)
        grid_.add_row(
            name,
            wording.amount(change.key, change.before),
            wording.amount(change.key, change.after),
            f"{low.removesuffix(' points')} to {high}",
            style="bold" if change.sure else "dim",
        )
    if shown:
        console.print(grid_)
    judged = sum(c.chance is not None for c in changes)
    if sure:
        console.print(f"{len(sure)} of {judged} comparisons are more than chance (bold).", style="bold")
    else:
        console.print(f"No change is more than chance: {judged} measures were compared.", style="bold")


def show_one(console: Console, figures: Figures, wording: Wording) -> None:
    """A study of one variant on one screen."""
    grid_ = Grid("measure", "value", "95 % interval", title=figures.plan.title)
    for key in figures.keys(""):
        if key.split("|")[0] not in ("seen", "won", "times", "chance"):
            value = figures.value(0, key)
            grid_.add_row(wording.title(key), wording.amount(key, value.value), wording.bounds(key, value))
    console.print(grid_)
