"""Processes that work for a command. Ctrl-C reaches all of them at once, and is the business of the one that began the
others."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.pool import Pool
from types import FrameType

CTRL_C = {signal.SIGINT}


@contextmanager
def deaf() -> Generator[None]:
    """What is begun within does not hear Ctrl-C, from its first moment on: a process that is still importing what it
    needs would print where it was. Pressed meanwhile, it counts afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # else it is begun with the first process, and lets Ctrl-C through again
    with holding_ctrl_c():
        before = signal.pthread_sigmask(signal.SIG_BLOCK, CTRL_C)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def holding_ctrl_c() -> Generator[None]:
    """What is begun within is finished: Ctrl-C counts only afterwards. For short work that must not break off in the
    middle, such as the first import of a library, which could not be used any more in this process, or the start of
    another process, which would wait for the rest of its orders."""
    if threading.current_thread() is not threading.main_thread():  # it never falls into another
        yield
        return
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed and callable(before):
        signal.raise_signal(signal.SIGINT)
    elif pressed:  # a shell lets what it starts in the background ignore Ctrl-C; here somebody listens
        raise KeyboardInterrupt


def end_at_ctrl_c() -> None:
    """In a process that was begun deaf: from here on Ctrl-C ends it, without a word."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, CTRL_C)


def ignore_ctrl_c() -> None:
    """In a process that works for another, wherever it was begun."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def fresh_pool(workers: int, begin: Callable[[], None] = ignore_ctrl_c) -> Generator[Pool]:
    """So many fresh processes: nothing of the parent's threads and signals is carried over. Leaving ends them."""
    pool = None
    try:
        with deaf():
            pool = multiprocessing.get_context("spawn").Pool(workers, begin)
        yield pool
    finally:
        if pool is not None:
            pool.terminate()
