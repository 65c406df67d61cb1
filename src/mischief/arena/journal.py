"""A file of JSON lines, each written as soon as it is known, that can be taken up again: what was cut off in the middle
of a line (power cut, kill -9) loses that line alone."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from mischief.files import write_whole, writing

KEPT = "What was played before is kept; once that is mended, the same command goes on from there."


def begun(path: Path) -> bool:
    """Whether there is a whole line in the file."""
    return path.is_file() and b"\n" in path.read_bytes()


def whole_lines(path: Path) -> list[bytes]:
    """Its lines, without half a one at the end."""
    return path.read_bytes().split(b"\n")[:-1]


class Lines:
    """Goes on after the last whole line of a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with writing(path):
            self._file = path.open("ab", buffering=0)
            whole = path.read_bytes().rfind(b"\n") + 1
            if whole != path.stat().st_size:
                os.truncate(path, whole)

    def write(self, line: msgspec.Struct) -> None:
        """Add a line: in the file before this returns."""
        left = msgspec.json.encode(line) + b"\n"
        with writing(self._path, KEPT):
            while left:  # on a full disk, part of a line may find room, and the next part not
                left = left[self._file.write(left) :]

    def close(self) -> None:
        self._file.close()


class Journal(Lines):
    """Lines behind a head, which is written first where there is none."""

    def __init__(self, path: Path, head: msgspec.Struct) -> None:
        if not begun(path):
            write_whole(path, msgspec.json.encode(head) + b"\n")
        super().__init__(path)
