"""The matches of docs/bots.md, all of one version of the bots, as far as there is time for them.

    python benchmarks/matches.py                                  # all of them: about a day on two cores
    python benchmarks/matches.py --minutes 9                      # as much of it as nine minutes allow
    python benchmarks/matches.py --kind "1 s each" --game piratz  # some of them
    python benchmarks/matches.py --minutes 0                      # how things stand

Bots have so much work of one core, not so much time, so that games may be played side by side on as many cores as there
are. Each is written down as it ends, in a folder for the version that is checked out; the same command goes on from
there. Whether the time is up is looked at when a game ends; those that are under way then are played again.
"""

from __future__ import annotations

import argparse
import os
import time
import tomllib
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from mischief.arena.crew import do_all
from mischief.arena.match import Match, Played, plan, play
from mischief.arena.results import Ledger, read_results
from mischief.arena.standings import standings
from mischief.commands.stopping import heeding_ctrl_c
from mischief.commands.train import commit_here
from mischief.engine.errors import MischiefError

LIST = Path(__file__).with_suffix(".toml")


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"games_in": "in"}):
    """Matches of one kind, in several games."""

    name: str
    bots: list[str]
    seats: int
    games: int
    wanted: float
    seed: int
    games_in: list[str]

    def file(self, game: str) -> str:
        return f"{game}-{self.name.replace(' ', '-')}.jsonl"


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole list."""

    kind: list[Kind]


Piece = tuple[str, Match, int]
"""A game to be played: in which file it is written down, its match, and its number there."""


def play_one(piece: Piece) -> tuple[str, Played]:
    file, match, index = piece
    return file, play(match, match.make(), index)


def kinds_of(path: Path, names: Sequence[str], games: Sequence[str]) -> list[Kind]:
    """What is to be played: all of it, or only these kinds and games."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Listed).kind
    except (OSError, tomllib.TOMLDecodeError, msgspec.ValidationError) as wrong:
        raise SystemExit(f"{path}: {wrong}") from None
    every = {"kind": {kind.name for kind in found}, "game": {game for kind in found for game in kind.games_in}}
    for what, asked in (("kind", names), ("game", games)):
        for word in asked:
            if word not in every[what]:
                raise SystemExit(f"There is no {what} {word!r} in {path.name}: {', '.join(sorted(every[what]))}.")
    kinds = [kind for kind in found if not names or kind.name in names]
    return [
        msgspec.structs.replace(kind, games_in=[game for game in kind.games_in if not games or game in games])
        for kind in kinds
    ]


def play_all(kinds: Sequence[Kind], folder: Path, minutes: float, workers: int, console: Console) -> bool:
    """Play what is missing until the time is up; whether it was broken off by Ctrl-C."""
    if minutes <= 0:
        return False
    folder.mkdir(parents=True, exist_ok=True)
    until = time.monotonic() + 60 * minutes
    with ExitStack() as open_files:
        pieces: list[Piece] = []
        ledgers: dict[str, Ledger] = {}
        for kind in kinds:
            for game in kind.games_in:
                match, file = plan(game, kind.bots, kind.seats, seed=kind.seed), kind.file(game)
                ledger = ledgers[file] = open_files.enter_context(Ledger(match, folder / file))
                pieces += [(file, match, index) for index in range(kind.games) if index not in ledger.done]
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        try:
            with (
                heeding_ctrl_c() as check,
                Progress(*columns, transient=True, console=console) as bar,
                closing(do_all(play_one, pieces, workers)) as played,
            ):
                task = bar.add_task("games", total=len(pieces))
                for file, game_played in played:
                    ledgers[file].write(game_played)
                    bar.update(task, advance=1, description=file.removesuffix(".jsonl"))
                    check()
                    if time.monotonic() > until:
                        break
        except KeyboardInterrupt:
            return True
    return False


def report(kinds: Sequence[Kind], folder: Path) -> Grid:
    """How all of these stand."""
    grid = Grid("match", "game", "games", "wins", "95 % interval", "× fair", "wanted")
    for kind in kinds:
        for game in kind.games_in:
            file, strength, played = folder / kind.file(game), ["", "", ""], list[Played]()
            if file.is_file():
                match, played = read_results(file)
            if played:
                first = next(one for one in standings(match, played) if one.bot == match.bots[0])
                fair = f"{first.rate / first.fair:.2f}" if first.fair else ""
                strength = [f"{first.rate:.1%}", f"{first.low:.1%} to {first.high:.1%}", fair]
            grid.add_row(kind.name, game, f"{len(played)} of {kind.games}", *strength, f"{kind.wanted:.1%}")
    return grid


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--kind", action="append", default=[], help="only matches of this kind; repeatable")
    asking.add_argument("--game", action="append", default=[], help="only in this game; repeatable")
    asking.add_argument("--minutes", type=float, default=1e9, help="for how long to play")
    asking.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    asking.add_argument("--into", type=Path, help="the folder of the results (matches/ and the commit, if not given)")
    asking.add_argument("--list", type=Path, default=LIST, help="another list of matches")
    asked = asking.parse_args()
    console = Console()
    kinds = kinds_of(asked.list, asked.kind, asked.game)
    folder = asked.into or Path("matches") / (commit_here() or "here")
    try:
        stopped = play_all(kinds, folder, asked.minutes, asked.workers, console)
        console.print(report(kinds, folder))
    except MischiefError as wrong:
        raise SystemExit(str(wrong)) from None
    if stopped:
        console.print(f"Stopped; the same command goes on from {folder}.")
        raise SystemExit(130)


if __name__ == "__main__":
    main()
