"""Ctrl-C in long work: it ends at once or, at the latest, at the next whole piece of work."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heeding_ctrl_c() -> Generator[Callable[[], None]]:
    """Hands over a check to be made after every piece of work, which raises KeyboardInterrupt if Ctrl-C was pressed.

    Python raises it by itself, but not where the work was started in the background of a shell that has it ignored; and
    where it happens to fall into a destructor or a callback, it is printed and forgotten.
    """
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        raise KeyboardInterrupt

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, press)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
