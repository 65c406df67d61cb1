"""What plain Python asks of compiled rules, over and over, takes no memory with it.

A flat vector that plain Python hands to a compiled function, or sets as an attribute of a compiled object, is never let
go (a fault of the compiler that rules must not run into): lists go across that border, and vectors stay behind it.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.seats import WATCHER
from tests.shelf_of_tests import ALL_GAMES, title

STATUS = Path("/proc/self/statm")
ROUNDS = 200
PART = 0.002
"""How much of its memory a process may gain in so many rounds, for what allocators do."""


def kilobytes() -> int:
    return int(STATUS.read_text().split()[1]) * 4


def go_round(name: str, hoard: list[object] | None = None) -> None:
    """Everything that servers, bots and studies ask of a table, once, in the middle of a game and at its end."""
    game = mischief.game(name, 3)
    middle, end = game.start(3), game.begin()
    play_out(middle, Rng(1), 40)
    end.listener = lambda event: None
    play_out(end, Rng(1))
    for state in (middle, end):
        again = game.load(state.position())
        for seat in (0, 1, None):
            again.view(seat)
            again.imagine(int(WATCHER) if seat is None else seat, Rng(2))
        for seat in state.actors():
            game.heuristic().choose(again.suppose(seat, Rng(3)), seat, Rng(4))
        again.clone()
        again.result()
        game.running_scores(again)
        str(again)
        if hoard is not None:
            hoard.append(again)


def growth(name: str, hoard: list[object] | None = None) -> float:
    """By what part of itself the process grows, the least of three times: what is lost is lost every time, while caches
    and allocators have had enough at some point."""
    grown = []
    for _ in range(3):
        before = kilobytes()
        for _ in range(ROUNDS):
            go_round(name, hoard)
        grown.append((kilobytes() - before) / before)
    return min(grown)


def growth_alone(*words: str) -> float:
    """The same in a process of its own."""
    told = subprocess.run([sys.executable, "-m", "tests.test_memory", *words], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    return float(told.stdout)


pytestmark = pytest.mark.skipif(not STATUS.exists(), reason="reads the process's memory where Linux tells it")


@pytest.mark.parametrize("name", ALL_GAMES, ids=title)
def test_no_game_takes_memory_with_it(name: str) -> None:
    assert growth_alone(name) < PART


def test_what_is_kept_would_be_noticed() -> None:
    assert growth_alone("piratz", "hoard") > PART


if __name__ == "__main__":
    print(growth(sys.argv[1], [] if "hoard" in sys.argv else None))
