"""The results file: JSON lines, the match first, then one line per finished game, written as they end."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

import msgspec

from mischief.arena.journal import Journal, begun, whole_lines
from mischief.arena.match import Match, Played
from mischief.engine.errors import MischiefError


class BadResults(MischiefError):
    """A results file that cannot be read or does not belong to this match."""


def read_results(path: Path) -> tuple[Match, list[Played]]:
    """The match of a file and its games in the order of their numbers. An unfinished last line is passed over."""
    lines = whole_lines(path)
    if not lines:
        raise BadResults(f"{path}: the first line should describe the match; the file is empty")
    try:
        match = msgspec.json.decode(lines[0], type=Match)
    except msgspec.DecodeError as error:
        raise BadResults(f"{path}, line 1: should describe a match: {error}") from error
    played: dict[int, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            game = msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError as error:
            raise BadResults(f"{path}, line {number}: {error}") from error
        played[game.index] = game
    return match, [played[index] for index in sorted(played)]


class Ledger:
    """Writes games down as they end, and knows which are there already. Without a path it only remembers."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        self.match = match
        self.path = path
        self.played: list[Played] = []
        self._journal: Journal | None = None
        if path is None:
            return
        if begun(path):
            self._take_up(path)
        self._journal = Journal(path, match)

    def _take_up(self, path: Path) -> None:
        before, self.played = read_results(path)
        if before != self.match:
            raise BadResults(
                f"{path} holds another match: {_differences(before, self.match)}. Choose another file for --out."
            )

    @property
    def done(self) -> set[int]:
        """The numbers of the games that are finished."""
        return {game.index for game in self.played}

    def write(self, game: Played) -> None:
        """Add a finished game: in the file before this returns."""
        self.played.append(game)
        if self._journal is not None:
            self._journal.write(game)

    def __enter__(self) -> Ledger:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._journal is not None:
            self._journal.close()


def _differences(there: Match, here: Match) -> str:
    a, b = msgspec.to_builtins(there), msgspec.to_builtins(here)
    return ", ".join(f"{key} is {a[key]!r} there and {b[key]!r} here" for key in a if a[key] != b[key])
