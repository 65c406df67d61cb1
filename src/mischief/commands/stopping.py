"""Ctrl-C in long work: it ends at once or, at the latest, at the next whole piece of work."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def heeding_ctrl_c() -> Generator[Callable[[], None]]:
    """Hands over a check to be made after every piece of work, which raises KeyboardInterrupt if Ctrl-C was pressed.

    Python raises it by itself, but if that happens to fall into a destructor or a callback, it is printed and
    forgotten, and the work goes on.
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
