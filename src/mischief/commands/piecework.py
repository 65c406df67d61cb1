"""Long work that is cut into pieces: a bar while it is done, and a file to go on from after Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Protocol, TypeVar

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mischief.arena.journal import Lines
from mischief.commands.stopping import heeding_ctrl_c


class Games(Protocol):
    """A piece of work: so many games."""

    @property
    def games(self) -> int: ...


Piece = TypeVar("Piece", bound=Games)
Done = TypeVar("Done", bound=msgspec.Struct)


def do_missing(
    console: Console,
    pieces: Sequence[Piece],
    before: Sequence[Done],
    piece_of: Callable[[Done], Piece],
    work: Callable[[list[Piece]], Generator[Done, None, None]],
    out: Path | None,
) -> tuple[list[Done], bool]:
    """Do those pieces that were not done before, and write each into the file as it is done. Everything that is done,
    and whether Ctrl-C was pressed."""
    found = [done for done in before if piece_of(done) in pieces]
    there = [piece_of(done) for done in found]
    todo = [piece for piece in pieces if piece not in there]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with closing(Lines(out)) if out else nullcontext() as kept:
        try:
            with (
                heeding_ctrl_c() as check,
                Progress(*columns, transient=True, console=console) as bar,
                closing(work(todo)) as results,
            ):
                task = bar.add_task("games", total=sum(piece.games for piece in todo))
                for done in results:
                    found.append(done)
                    if kept:
                        kept.write(done)
                    bar.advance(task, piece_of(done).games)
                    check()
        except KeyboardInterrupt:
            return found, True
    return found, False
