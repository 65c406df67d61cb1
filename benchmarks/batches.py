"""Batches beside single tables stepped from Python, in one run on one core: `python benchmarks/batches.py [GAME ...]`.

Both make random decisions with the observation and the mask of every one; forced moves are not counted. Time is the
process's own, measured in turns, several rounds, and the best of each is kept: machines are shared and noisy, so what
counts are the ratios.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import mischief
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER

ROUNDS = 3
SECONDS = 0.6
TABLES = 1024
STEPS = 50


def rate(work: Callable[[], int]) -> float:
    """Units per second of a piece of work that says how many units it did."""
    done, started = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - started
        if spent > SECONDS:
            return done / spent


def jobs(name: str, game: Game) -> dict[str, Callable[[], int]]:
    batch = mischief.batch(name, TABLES, game.seats, seed=1)
    rng = Rng(1)
    choose = random.Random(1).choice
    state = game.start(1)
    for _ in range(30):
        seat = state.actor()
        state.apply(seat, state.sample(rng) if seat == DEALER else choose(state.legal(int(seat))))
    seat = state.actors()[0] if state.actors()[0] >= 0 else 0

    def batched() -> int:
        for _ in range(STEPS):
            batch.look()
            batch.step(batch.any_legal(rng))
        return TABLES * STEPS

    def stepped() -> int:
        state, decisions = game.begin(), 0
        while not state.over:
            seat = state.actors()[0]
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            legal = state.legal(seat)
            if len(legal) > 1:
                state.observe(seat)
                state.legal_mask(seat)
                decisions += 1
            state.play(seat, choose(legal))
        return decisions

    def observe() -> int:
        for _ in range(1000):
            state.observe(seat)
        return 1000

    def mask() -> int:
        for _ in range(1000):
            state.legal_mask(seat)
        return 1000

    return {"batched": batched, "stepped": stepped, "observe": observe, "mask": mask}


def main() -> None:
    wanted = sys.argv[1:] or [name for name in mischief.BOXES if mischief.rulebook(name).parts.observer]
    print(f"compiled: {mischief.COMPILED}; {TABLES} tables")
    print("game | row | actions | batch M/s | stepped M/s | x | observe µs | mask µs")
    for name in wanted:
        game = mischief.game(name)
        best: dict[str, float] = {}
        work = jobs(name, game)
        for _ in range(ROUNDS):
            for kind in work:
                best[kind] = max(best.get(kind, 0.0), rate(work[kind]))
        row = [
            f"{name} ({game.seats})",
            str(game.observer().length),
            str(game.num_actions),
            f"{best['batched'] / 1e6:.2f}",
            f"{best['stepped'] / 1e6:.3f}",
            f"{best['batched'] / best['stepped']:.1f}",
            f"{1e6 / best['observe']:.2f}",
            f"{1e6 / best['mask']:.2f}",
        ]
        print(" | ".join(row), flush=True)


if __name__ == "__main__":
    main()
