"""`mischief selfplay`: random games at full speed, with every promise checked on the way if asked."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from mischief.arena.crew import check_place, do_all
from mischief.commands.asking import GameName, On, Options, Seats, asked_game
from mischief.commands.stopping import heeding_ctrl_c
from mischief.engine.chance import Rng
from mischief.engine.errors import BadOption
from mischief.engine.events import Listener
from mischief.engine.examining import Examiner
from mischief.engine.game import Game, Result
from mischief.engine.invariants import Broken, check_end, check_replay, check_state
from mischief.engine.playout import play_out, walk
from mischief.engine.state import State
from mischief.engine.variants import variants
from mischief.games.shelf import rulebook

Play = Callable[[Game, int, "Tale"], None]
WHOLE_GAME = 100_000
PORTIONS = 100
"""Into how many parts a cluster's work is cut."""
EAGER = 20
"""So many games of a table are looked at closely in any case: forty games are to find what a thousand do."""


class Tale(msgspec.Struct):
    """What a run of random games came to."""

    games: int = 0
    decisions: int = 0
    shortest: int = 0
    longest: int = 0
    seconds: float = 0.0
    scores: list[int] = []
    wins: list[float] = []
    firsts: Counter[int] = msgspec.field(default_factory=Counter)
    events: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, game: Game, length: int, scores: tuple[int, ...], winners: tuple[int, ...]) -> None:
        if not self.games:
            self.scores, self.wins, self.shortest = [0] * game.seats, [0.0] * game.seats, length
        self.games += 1
        self.decisions += length
        self.shortest, self.longest = min(self.shortest, length), max(self.longest, length)
        self.firsts[len(winners)] += 1
        for seat in range(game.seats):
            self.scores[seat] += scores[seat]
            self.wins[seat] += 1 / len(winners) if seat in winners else 0

    def take_in(self, other: Tale) -> None:
        """Add what somebody else played."""
        first = not self.games
        self.games += other.games
        self.decisions += other.decisions
        self.shortest = other.shortest if first else min(self.shortest, other.shortest)
        self.longest = max(self.longest, other.longest)
        self.scores = other.scores if first else [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.wins = other.wins if first else [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.firsts += other.firsts
        self.events += other.events


class Portion(msgspec.Struct, frozen=True, kw_only=True):
    """Some games that one worker of a cluster plays in one go: those with the seeds from `first` on."""

    game: str
    seats: int
    options: dict[str, Any]
    first: int
    games: int
    events: bool


def play_portion(portion: Portion) -> tuple[int, Tale]:
    """The first seed of a portion, and what it came to."""
    table = rulebook(portion.game)(portion.seats, **portion.options)
    how, tale = Player(False, portion.events, 1), Tale()
    for seed in range(portion.first, portion.first + portion.games):
        how(table, seed, tale)
    return portion.first, tale


def play_fast(game: Game, seed: int, tale: Tale, listener: Listener | None = None) -> None:
    """One random game, nothing checked."""
    state = game.begin()
    state.listener = listener
    length = int(play_out(state, Rng(seed)))
    result = state.result()
    assert result is not None
    tale.add(game, length, result.scores, result.winners)


def play_checked(
    game: Game,
    seed: int,
    tale: Tale,
    closely: bool = True,
    listener: Listener | None = None,
    examiner: Examiner | None = None,
) -> None:
    """The game that `play_fast` plays from this seed, and one more in which seats that decide together do so in any
    order. In both the choices of every state are checked; and, if looked at closely, every promise at two random states
    and at the end of the second, the whole record of the first is replayed, and an examiner looks at a third."""
    usual = tale.decisions // tale.games if tale.games else 60
    log: list[tuple[int, int]] = []
    state = game.begin()
    state.listener = listener
    _walk(state, Rng(seed), WHOLE_GAME, log, any_order=False)
    result = _end(state)
    tale.add(game, len(log), result.scores, result.winners)
    if closely:
        check_replay(game, log, state)
    _look_around(game, Rng(seed), Rng(seed + 1), usual if closely else 0)
    if closely:
        (examiner or Examiner(game)).examine(Rng(seed + 2), usual)


def _look_around(game: Game, rng: Rng, looks: Rng, usual: int) -> None:
    """A game in which seats that decide together do so in any order."""
    state = game.begin()
    log: list[tuple[int, int]] = []
    for mark in sorted(int(looks.below(usual + 10)) for _ in range(2)) if usual else []:
        _walk(state, rng, mark - len(log), log)
        check_state(state, looks)
    _walk(state, rng, WHOLE_GAME, log)
    if usual:
        check_state(state, looks)
    _end(state)


def _walk(state: State, rng: Rng, steps: int, log: list[tuple[int, int]], any_order: bool = True) -> None:
    promise = walk(state, rng, steps, log, any_order)
    if promise:
        raise Broken(promise, state)


def _end(state: State) -> Result:
    result = state.result()
    if result is None:
        raise Broken(f"the game did not end within {WHOLE_GAME} decisions", state)
    check_end(state)
    return result


class Player:
    """How games are played: every one checked, one in `close` of them closely (and the first `eager`), and what is told
    counted, if asked."""

    def __init__(self, check: bool, events: bool, close: int, eager: int = 0) -> None:
        self.check, self.events, self.close, self.eager = check, events, close, eager
        self.examiner: Examiner | None = None

    def __call__(self, game: Game, seed: int, tale: Tale) -> None:
        count = (lambda event: tale.events.update([event.kind])) if self.events else None
        if not self.check:
            play_fast(game, seed, tale, count)
            return
        if self.examiner is None or self.examiner.game is not game:
            self.examiner = Examiner(game)
        closely = tale.games < self.eager or tale.games % self.close == 0
        play_checked(game, seed, tale, closely, count, self.examiner)

    def conclude(self) -> list[str]:
        """What the games of the latest table could not show; raises Broken for what they show only together."""
        return self.examiner.conclude() if self.examiner else []


def report(console: Console, game: Game, tale: Tale, brief: bool = False) -> None:
    console.print(
        f"[bold]{game!r}[/]: {tale.games:,} games in {tale.seconds:.1f} s = {tale.games / tale.seconds:,.0f} games/s,"
        f" {tale.decisions / tale.seconds:,.0f} decisions/s; length {tale.decisions / tale.games:.1f}"
        f" ({tale.shortest} to {tale.longest})",
        highlight=False,
    )
    if brief:
        return
    grid = Grid("seat", "share of wins", "mean score")
    for seat in range(game.seats):
        grid.add_row(str(seat), f"{100 * tale.wins[seat] / tale.games:.1f} %", f"{tale.scores[seat] / tale.games:.2f}")
    console.print(grid)
    how = ", ".join(
        f"{'nobody' if n == 0 else 'one' if n == 1 else n} won {100 * c / tale.games:.1f} %"
        for n, c in sorted(tale.firsts.items())
    )
    console.print(how, highlight=False)
    if tale.events:
        grid = Grid("event", "per game")
        for kind, times in sorted(tale.events.items(), key=lambda pair: -pair[1]):
            grid.add_row(kind, f"{times / tale.games:.3f}")
        console.print(grid)


def portions(name: str, game: Game, games: int, seed: int, events: bool) -> list[Portion]:
    """The games of a table, cut up for a cluster."""
    size = -(-games // PORTIONS)
    return [
        Portion(
            game=name,
            seats=game.seats,
            options=dict(game.options),
            first=seed + first,
            games=min(size, games - first),
            events=events,
        )
        for first in range(0, games, size)
    ]


def play_elsewhere(work: Sequence[Portion], on: str, console: Console) -> Tale:
    """The same games on a cluster; what its workers played is put together in the order of the seeds."""
    found: dict[int, Tale] = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    try:
        with (
            heeding_ctrl_c() as check,
            Progress(*columns, transient=True, console=console) as bar,
            closing(do_all(play_portion, work, on=on)) as tales,
        ):
            task = bar.add_task(work[0].game, total=sum(portion.games for portion in work))
            for first, part in tales:
                found[first] = part
                bar.advance(task, part.games)
                check()
    except KeyboardInterrupt:
        console.print(f"Stopped after {sum(tale.games for tale in found.values())} games.")
    tale = Tale()
    for first in sorted(found):
        tale.take_in(found[first])
    tale.seconds = time.perf_counter() - started
    return tale


def play_many(game: Game, games: int, seed: int, how: Play, console: Console) -> Tale:
    """Random games with a progress bar; Ctrl-C ends them early and keeps what was played."""
    tale = Tale()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    started = time.perf_counter()
    try:
        with heeding_ctrl_c() as check, Progress(*columns, transient=True, console=console) as bar:
            task = bar.add_task(repr(game), total=games)
            for number in range(games):
                how(game, seed + number, tale)
                check()
                if number % 64 == 0:
                    bar.update(task, completed=number)
    except KeyboardInterrupt:
        console.print(f"Stopped after {tale.games} games.")
    tale.seconds = time.perf_counter() - started
    return tale


def selfplay(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seats: Seats = None,
    option: Options = None,
    seed: Annotated[int, typer.Option(help="Seed of the first game; the others count on from it.")] = 1,
    check: Annotated[bool, typer.Option("--check", help="Verify every promise of the engine on the way.")] = False,
    events: Annotated[bool, typer.Option("--events", help="Count how often each event happens.")] = False,
    close: Annotated[int, typer.Option(help="With --check: look closely at one game in so many.", min=1)] = 10,
    every: Annotated[bool, typer.Option("--every", help="At every seat count, with every option value.")] = False,
    on: On = None,
) -> None:
    """Play random games: speed, length, results; with --check, proof that nothing breaks."""
    if games < 1:
        raise BadOption(f"--games should be at least 1, not {games}.")
    if every and (seats is not None or option):
        raise BadOption("--every tries all seats and options; leave --seats and --option out.")
    check_place(on)
    if on is not None and check:
        raise BadOption("--check looks at all games of a table together, on one machine; leave --on or --check out.")
    console = Console()
    how = Player(check, events, close, 0 if every else EAGER)
    total = 0
    for table in variants(rulebook(game)) if every else [asked_game(game, seats, option)]:
        if on is None:
            tale = play_many(table, games, seed, how, console)
        else:
            tale = play_elsewhere(portions(game, table, games, seed, events), on, console)
        total += tale.games
        if tale.games:
            report(console, table, tale, brief=every)
        notes = how.conclude()
        if not every:
            for note in notes:
                console.print(f"[yellow]{note}[/]", highlight=False)
        if tale.games < games:
            raise typer.Exit(130)
    if check:
        console.print(f"[green]All promises held in {total:,} games.[/]")
