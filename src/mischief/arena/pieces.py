"""Finished pieces of long work in a file, a line each: who was stopped goes on with what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from mischief.arena.journal import begun, whole_lines
from mischief.arena.results import BadResults

Done = TypeVar("Done", bound=msgspec.Struct)


def take_up(path: Path | None, kind: type[Done], what: str) -> list[Done]:
    """What a file of an earlier run holds, if it is there. `what` is what a line should tell of."""
    if path is None or not begun(path):
        return []
    found = []
    for number, line in enumerate(whole_lines(path), 1):
        try:
            found.append(msgspec.json.decode(line, type=kind))
        except msgspec.DecodeError as error:
            raise BadResults(f"{path}, line {number}: should tell of {what}: {error}") from error
    return found
