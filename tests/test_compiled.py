"""The compiled and the uncompiled engine play the same game from the same seed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tests.shelf_of_tests import ALL_GAMES, seat_counts

TELL = """
import hashlib, json, sys
import mischief
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.engine.playout import play_out
print(mischief.COMPILED)
for name, seats in json.loads(sys.argv[1]):
    game = mischief.game(name, seats)
    told = hashlib.sha256()
    for seed in range(3):
        state, rng = game.begin(), Rng(seed)
        state.listener = lambda event: told.update(repr((event.kind, event.facts, event.only)).encode())
        told.update(str(int(play_out(state, rng))).encode())
        told.update(json.dumps(state.position()).encode())
        policy, table = game.heuristic(), game.start(seed)
        for step in range(25):
            if table.over:
                break
            seat = table.actor()
            world = table.imagine(max(int(seat), 0), rng)
            told.update(json.dumps(world.position()).encode())
            action = table.sample(rng) if seat == DEALER else policy.choose(world, seat, rng)
            table.play(int(seat), int(action))
        told.update(json.dumps(table.position()).encode())
    print(name, seats, told.hexdigest())
"""


def tell(pure: bool) -> list[str]:
    import json

    tables = [(name, seats) for name in ALL_GAMES for seats in (seat_counts(name)[0], seat_counts(name)[-1])]
    env = {**os.environ, "MISCHIEF_PURE": "1" if pure else "0"}
    told = subprocess.run(
        [sys.executable, "-c", TELL, json.dumps(tables)], capture_output=True, text=True, check=True, env=env
    )
    return told.stdout.splitlines()


@pytest.mark.skipif(not (shutil.which("cc") or shutil.which("gcc")), reason="without a C compiler nothing is compiled")
def test_same_seed_same_game_compiled_or_not() -> None:
    compiled, pure = tell(False), tell(True)
    assert compiled[0] == "True"
    assert pure[0] == "False"
    assert compiled[1:] == pure[1:]
