"""Finished pieces of long work in a file, a line each: who was stopped goes on with what is missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeVar

import msgspec

from mischief.arena.journal import KEPT
from mischief.arena.results import BadResults
from mischief.files import writing

Done = TypeVar("Done", bound=msgspec.Struct)


def take_up(path: Path | None, kind: type[Done], what: str) -> list[Done]:
    """What a file of an earlier run holds, if it is there; half a line at its end is cut off, so that one can go on
    writing. `what` is what a line should tell of."""
    if path is None or not path.exists():
        return []
    with writing(path):
        whole = path.read_bytes()
        lines = whole.split(b"\n")
        half = lines.pop()
        if half:
            os.truncate(path, len(whole) - len(half))
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError as error:
            raise BadResults(f"{path}, line {number}: should tell of {what}: {error}") from error
    return found


class Pieces:
    """Writes pieces down as they are done. Without a path it writes nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file = None
        if path is not None:
            with writing(path):
                self._file = path.open("ab", buffering=0)

    def write(self, done: msgspec.Struct) -> None:
        """Add a piece: in the file before this returns."""
        if self._path is not None and self._file is not None:
            with writing(self._path, KEPT):
                self._file.write(msgspec.json.encode(done) + b"\n")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
