"""What is not installed with everybody's Mischief, and the sentence that says how to get it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from mischief.engine.errors import MischiefError


class MissingExtra(MischiefError):
    """A part of Mischief that is installed only where it is asked for."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"This needs the extra \"{extra}\": pip install 'mischief[{extra}]'")
        self.extra = extra


@contextmanager
def needs(extra: str) -> Generator[None]:
    """Around every import of what only an extra brings: if it is not there, the error names the extra."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "mischief":
            raise
        raise MissingExtra(extra) from missing
