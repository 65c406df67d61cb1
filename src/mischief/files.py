"""Files that commands write: whole or not at all, by one process at a time, and with a sentence if they cannot."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from mischief.engine.errors import MischiefError


class CannotWrite(MischiefError):
    """A file that cannot be written."""


def check_folder_for(path: Path) -> None:
    """Refuse a file that has no folder to lie in."""
    if not path.parent.is_dir():
        raise CannotWrite(f"There is no folder {path.parent} for {path.name}.")


def make_folder(folder: Path, option: str) -> Path:
    """A folder, made if it is not there; `option` is how another one is asked for."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(
            f"{folder}: no folder can be made there ({error.strerror}); choose another for {option}."
        ) from error
    return folder


@contextmanager
def writing(path: Path, then: str = "") -> Generator[None]:
    """Say in a sentence what the system has against writing there, and `then` what that means."""
    try:
        check_folder_for(path)
        yield
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}. {then}".strip()) from error


def write_whole(path: Path, content: bytes) -> None:
    """A file that is there whole or not at all."""
    with writing(path, "What it held before still stands." if path.is_file() else ""):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def hold(lock: IO[bytes]) -> None:
    """Keep a file to this process as long as it is open; BlockingIOError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
