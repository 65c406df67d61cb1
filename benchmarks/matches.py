"""Matches of `master` against `search` and against itself, all of one version, as far as there is time for them.

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
import math
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table as Grid

from mischief.arena.match import Match, Played, plan
from mischief.arena.standings import standings
from mischief.commands.series import play_series
from mischief.commands.train import commit_here
from mischief.engine.errors import MischiefError
from mischief.files import make_folder

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


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole list."""

    kind: list[Kind]


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


def row_of(kind: Kind, game: str, match: Match, played: Sequence[Played]) -> list[str]:
    """How a match stands."""
    strength = ["", "", ""]
    if played:
        first = next(one for one in standings(match, played) if one.bot == match.bots[0])
        fair = f"{first.rate / first.fair:.2f}" if first.fair else ""
        strength = [f"{first.rate:.1%}", f"{first.low:.1%} to {first.high:.1%}", fair]
    return [kind.name, game, f"{len(played)} of {kind.games}", *strength, f"{kind.wanted:.1%}"]


def play_all(
    kinds: Sequence[Kind], folder: Path, minutes: float, workers: int | None, console: Console
) -> tuple[Grid, bool]:
    """Play what is missing until the time is up; how all of it stands, and whether Ctrl-C was pressed."""
    until = time.monotonic() + 60 * minutes
    pressed = False
    grid = Grid("match", "game", "games", "wins", "95 % interval", "× fair", "wanted")
    for kind in kinds:
        for game in kind.games_in:
            match = plan(game, kind.bots, kind.seats, seed=kind.seed)
            own = make_folder(folder / game, "--into")
            title, plans = f"{game}, {kind.name}", [(match, kind.games)]
            last = 0.0 if pressed else until
            (played,), stopped = play_series(console, title, plans, own, workers, None, last)
            pressed = pressed or (stopped and time.monotonic() < until)
            grid.add_row(*row_of(kind, game, match, played))
    return grid, pressed


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--kind", action="append", default=[], help="only matches of this kind; repeatable")
    asking.add_argument("--game", action="append", default=[], help="only in this game; repeatable")
    asking.add_argument("--minutes", type=float, default=math.inf, help="for how long to play")
    asking.add_argument("--workers", type=int, help="processes; as many as there are processors if not given")
    asking.add_argument("--into", type=Path, help="the folder of the results (matches/ and the commit, if not given)")
    asking.add_argument("--list", type=Path, default=LIST, help="another list of matches")
    asked = asking.parse_args()
    console = Console()
    folder = asked.into or Path("matches") / (commit_here() or "here")
    try:
        kinds = kinds_of(asked.list, asked.kind, asked.game)
        grid, pressed = play_all(kinds, folder, asked.minutes, asked.workers, console)
    except MischiefError as wrong:
        raise SystemExit(str(wrong)) from None
    console.print(grid)
    if pressed:
        console.print(f"Stopped; the same command goes on from {folder}.")
        raise SystemExit(130)


if __name__ == "__main__":
    main()
