"""A file of JSON lines, each written as soon as it is known, that can be taken up again: what was cut off in the middle
of a line (power cut, kill -9) loses that line alone."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import msgspec


def begun(path: Path) -> bool:
    """Whether there is a whole line in the file."""
    return path.exists() and b"\n" in path.read_bytes()


def whole_lines(path: Path) -> list[bytes]:
    """Its lines, without half a one at the end."""
    return path.read_bytes().split(b"\n")[:-1]


class Journal:
    """Goes on after the last whole line of a file, or begins it with a head."""

    def __init__(self, path: Path, head: msgspec.Struct) -> None:
        if begun(path):
            whole = path.read_bytes().rfind(b"\n") + 1
            if whole != path.stat().st_size:
                os.truncate(path, whole)
        else:
            write_whole(path, msgspec.json.encode(head) + b"\n")
        self._file = path.open("ab")

    def write(self, line: msgspec.Struct) -> None:
        """Add a line: in the file before this returns."""
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


def write_whole(path: Path, content: bytes) -> None:
    """A file that is there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
