"""A whole game of each, typed by a person at a terminal of 80 columns."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Iterator

import pytest

from mischief.games.shelf import BOXES

COLUMNS, ROWS = 80, 24
PROMPT = "? for help"
COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
LONGEST = 90
"""Seconds for a whole game, on a machine that does much else."""


class Typist:
    """`mischief` at a pseudo-terminal; `screen` is all that it has printed."""

    def __init__(self, *words: str) -> None:
        self.side, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        surroundings = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "mischief", *words],
            stdin=inside,
            stdout=inside,
            stderr=inside,
            env=surroundings | {"TERM": "xterm-256color", "PAGER": "cat"},
            start_new_session=True,
        )
        os.close(inside)
        self.raw, self.reads = "", getincrementaldecoder("utf-8")()
        self.last = ""
        self.until = time.monotonic() + LONGEST

    def asks(self) -> bool:
        """Wait until something is asked; False once the program has ended. `last` is what was said before."""
        begin = len(self.raw)
        try:
            return self.hears(begin)
        finally:
            self.last = self.raw[begin:]

    def hears(self, begin: int) -> bool:
        while PROMPT not in self.raw[begin:] and "only you look" not in self.raw[begin:]:
            assert time.monotonic() < self.until, self.screen[-2000:]
            if not select.select([self.side], [], [], 1)[0]:
                continue
            try:
                heard = os.read(self.side, 1 << 16)
            except OSError:  # the other side was closed: the program has ended
                return False
            if not heard:
                return False
            self.raw += self.reads.decode(heard)
        return True

    def type(self, line: str) -> None:
        os.write(self.side, f"{line}\n".encode())

    @property
    def screen(self) -> str:
        return COLOUR.sub("", self.raw).replace("\r", "")

    def leave(self) -> int:
        os.close(self.side)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


@pytest.fixture
def typists() -> Iterator[list[Typist]]:
    found: list[Typist] = []
    yield found
    for typist in found:
        if typist.process.poll() is None:
            typist.process.kill()
            typist.process.wait()


@pytest.mark.parametrize("name", BOXES)
def test_a_whole_game_is_played_by_typing_at_80_columns(name: str, typists: list[Typist]) -> None:
    typist = Typist("play", name, "--level", "easy", "--seed", "11")
    typists.append(typist)
    for line in ("?", "hint", "table", "? all", "nonsense"):
        assert typist.asks()
        typist.type(line)
    number = 1
    while typist.asks():
        if "'ok' to do it" in typist.last:
            typist.type("ok")
        else:
            number = 1 if "To act" in typist.last else number + 1
            typist.type(str(number) if number % 12 else "clear")
    assert typist.leave() == 0
    assert "Score" in typist.screen
    assert "The same deal again: mischief play" in typist.screen
    assert "No move reads 'nonsense'" in typist.screen
    assert "Traceback" not in typist.screen
    assert "\x1b[" in typist.raw
    told = typist.screen[: typist.screen.rindex("The same deal again")]
    assert max(map(len, told.splitlines())) <= COLUMNS


def test_two_people_hand_the_keyboard_over(typists: list[Typist]) -> None:
    """The screen is cleared before the other person looks, who then reads what happened."""
    typist = Typist("play", "piratz", "--people", "2", "--seed", "11")
    typists.append(typist)
    for line in ("", "1", "1", ""):
        assert typist.asks()
        typist.type(line)
    assert typist.asks()
    typist.type("quit")
    assert not typist.asks()
    assert typist.leave() == 0
    cleared = re.split(r"\x1b\[2J", typist.raw)
    assert len(cleared) == 3
    last = COLOUR.sub("", cleared[-1])
    assert "Bertie, your turn" in last
    assert "Ada turned up" in last
