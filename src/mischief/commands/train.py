"""`mischief train GAME`: a net that learns to play a game."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from mischief.bots.nets import net_for
from mischief.commands.stopping import heeding_ctrl_c
from mischief.extras import MissingExtra, needs
from mischief.games.shelf import rulebook
from mischief.learning.diary import Line, Plan
from mischief.processes import holding_ctrl_c
from mischief.study.schooling import write_page

if TYPE_CHECKING:
    from mischief.learning.training import Training

SPARING = 50
"""Drawing takes at most one part in so many of the time."""


def train(
    game: Annotated[str, typer.Argument(help="The game to learn.")],
    minutes: Annotated[float, typer.Option(help="How long to train in all; a stopped run goes on.")] = 10.0,
    into: Annotated[Path | None, typer.Option(help="The folder of the run (default: runs/GAME).")] = None,
    processes: Annotated[int, typer.Option(help="Processes that play.")] = 2,
    tables: Annotated[int, typer.Option(help="Tables that each of them plays at once.")] = 256,
    steps: Annotated[int, typer.Option(help="Decisions at each table between two lessons.")] = 32,
    hidden: Annotated[int, typer.Option(help="Cells of the first layer.")] = 128,
    narrow: Annotated[int, typer.Option(help="Cells of the second layer.")] = 64,
    rows: Annotated[int, typer.Option(help="Decisions learnt from at once.")] = 16384,
    sitting: Annotated[float, typer.Option(help="Minutes of this sitting at most; 0: until the end.", min=0)] = 0.0,
    passes: Annotated[int, typer.Option(help="How often each stretch of play is gone over.")] = 1,
    follow: Annotated[
        float, typer.Option(help="Part of the time in which it follows the heuristic or its teacher.")
    ] = 0.25,
    against: Annotated[float, typer.Option(help="Part of the tables with the heuristic in other seats.")] = 0.3,
    seats: Annotated[list[int] | None, typer.Option(help="Only tables of so many seats; repeatable.")] = None,
    begin: Annotated[Path | None, typer.Option(help="Begin as this net.bin and learn on from there.")] = None,
    teacher: Annotated[Path | None, typer.Option(help="Follow this net.bin at first, not the heuristic.")] = None,
    rival: Annotated[
        Path | None, typer.Option(help="Play those tables against this net.bin: learn to beat it.")
    ] = None,
    weigh: Annotated[
        bool, typer.Option("--weigh", help="Learn what tables are worth, in games without secrets.")
    ] = False,
    insight: Annotated[
        bool, typer.Option("--insight", help="Look at what a player reckons, not at single cards.")
    ] = False,
    step: Annotated[float, typer.Option(help="How far one lesson changes the net, at the beginning.")] = 1e-3,
    variety: Annotated[float, typer.Option(help="How much variety is rewarded, at the beginning.")] = 0.02,
    carry: Annotated[float, typer.Option(help="How far the end of a game reaches back (0 to 1).")] = 0.95,
    smooth: Annotated[float, typer.Option(help="How slowly the net that is kept follows (0: at once, to 1).")] = 0.0,
    seed: Annotated[int, typer.Option(help="The same seed begins with the same net and the same deals.")] = 1,
    every: Annotated[float, typer.Option(help="Seconds between two checkpoints.", min=0)] = 20.0,
    backend: Annotated[str, typer.Option(help="torch, or numpy for small runs without it.")] = "torch",
) -> None:
    """Train a net: it follows the heuristic first, then plays against itself and others."""
    for library in ("OPENBLAS", "OMP", "MKL"):  # each playing process calculates on one core
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    counts = check_counts(game, seats or [])
    if weigh and not rulebook(game).open:
        raise typer.BadParameter(
            f"{game} has secrets, so nobody can look at where a move leads; train it without", param_hint="--weigh"
        )
    if weigh and (rival or teacher):
        raise typer.BadParameter(
            "a net that weighs tables plays itself and the heuristic, no rival, and follows no net",
            param_hint="--weigh",
        )
    if insight and rulebook(game).parts.insight is None:
        raise typer.BadParameter(
            f"nobody has written down what a player of {game} reckons (observing_insight.py); train it without",
            param_hint="--insight",
        )
    if teacher and not follow:
        raise typer.BadParameter("with --follow 0 no teacher is followed", param_hint="--teacher")
    low, high = rulebook(game).info.seats
    for net in filter(None, (rival, teacher)):  # one that is missing, of another game or seat count is said now
        for count in counts or range(low, high + 1):
            net_for(rulebook(game)(count), net)
    with needs("train"):
        from mischief.learning.training import Training

    console = Console(soft_wrap=True)
    plan = Plan(
        game=game,
        seed=seed,
        minutes=minutes,
        follow=follow,
        processes=processes,
        tables=tables,
        steps=steps,
        hidden=hidden,
        narrow=narrow,
        against=against,
        seats=counts,
        begin=str(begin.resolve()) if begin else "",
        teacher=str(teacher.resolve()) if teacher else "",
        rival=str(rival.resolve()) if rival else "",
        weigh=weigh,
        insight=insight,
        rows=rows,
        passes=passes,
        step=step,
        variety=variety,
        carry=carry,
        smooth=smooth,
        backend=backend,
    )
    command = shlex.join(["mischief", *sys.argv[1:]])
    run = Training(plan, into or Path("runs") / game, command, commit_here())
    report = Report(console, run)

    def tell(line: Line) -> None:
        shares = ", ".join(f"{share:.3f} at {seats}" for seats, share in line.strength.items())
        console.print(
            f"{line.seconds:6.0f} s  {line.decisions / 1e6:8.2f} M decisions  {line.stage:6}  "
            f"value off by {line.value:.4f}  entropy {line.entropy:.3f}  "
            f"× its share against the heuristic: [bold]{shares}[/]"
        )
        report.draw_now_and_then()

    if run.finished:
        had = f"This run has had its minutes ({run.spent / 60:.1f}); with more --minutes it goes on."
        console.print(f"{had} The net: {run.folder / 'net.bin'}")
        return
    if run.spent:
        console.print(f"Going on after {run.spent:.0f} s, {run.decisions / 1e6:.1f} M decisions.")
    try:
        with heeding_ctrl_c() as check:
            run.run(tell, every, sitting, check)
    except KeyboardInterrupt:
        run.keep()
        report.draw()
        console.print(f"Stopped; the same command goes on from here. The net so far: {run.folder / 'net.bin'}")
        raise typer.Exit(130) from None
    page = report.draw()
    console.print(f"[green]Done.[/] {run.folder / 'net.bin'}{f'; its course: {page}' if page else ''}")


def check_counts(game: str, counts: list[int]) -> list[int]:
    """These seat counts, in order; an error names one that the game does not have."""
    low, high = rulebook(game).info.seats
    for count in counts:
        if not low <= count <= high:
            raise typer.BadParameter(f"{game} has {low} to {high} seats, not {count}", param_hint="--seats")
    return sorted(set(counts))


class Report:
    """Draws the page of a run while it goes on. Without what draws, training goes on all the same."""

    def __init__(self, console: Console, run: Training) -> None:
        self.console, self.run = console, run
        self.next = 0.0
        self.can = True

    def draw_now_and_then(self) -> None:
        """Draw, unless that was done a moment ago."""
        if time.monotonic() >= self.next:
            self.draw()

    def draw(self) -> Path | None:
        """Draw; where the page lies."""
        if not self.can:
            return None
        began = time.monotonic()
        try:
            with holding_ctrl_c():
                return write_page(self.run.record, self.run.folder)
        except MissingExtra as missing:
            self.can = False
            self.console.print(f"No report with curves is drawn. {missing}", markup=False, highlight=False)
            return None
        finally:
            now = time.monotonic()
            self.next = now + SPARING * (now - began)


def commit_here() -> str:
    """The commit of the sources that run, if they lie in a repository; else nothing."""
    ask = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(ask, capture_output=True, text=True, timeout=5, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""
