"""What other libraries do with their own games, for `speed.py` to stand beside: prints one JSON object of rates.

Runs by itself in an environment of its own, in which Mischief need not be, on one core: `python benchmarks/peers.py`.
What is not installed is left out.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

from clock import Job, best_of

ROUNDS = 2
SECONDS = 0.5
TABLES = 1024
STEPS = 20


def pgx(name: str) -> Job:
    """Random legal moves at many tables, all inside one compiled XLA loop: observation, mask and new games included."""
    import jax
    import pgx as them
    from pgx.experimental import auto_reset

    env = them.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(carry: Any, _: Any) -> Any:
        state, key = carry
        key, for_moves, for_chance = jax.random.split(key, 3)
        scores = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(for_moves, scores, axis=1)
        state = step(state, actions, jax.random.split(for_chance, TABLES))
        return (state, key), state.observation.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(once, (state, key), None, length=STEPS))
    begin = jax.jit(jax.vmap(env.init))
    now = [begin(jax.random.split(jax.random.PRNGKey(0), TABLES)), jax.random.PRNGKey(1)]

    def work() -> int:
        carry, seen = run(*now)
        jax.block_until_ready(seen)
        now[:] = carry
        return TABLES * STEPS

    return work


def envpool(name: str) -> Job:
    """Random moves in many environments at once, on one thread."""
    import envpool as them
    import numpy as np

    env = them.make_gymnasium(name, num_envs=TABLES, num_threads=1)
    env.reset()
    most = env.action_space.n
    dice = [np.random.default_rng(1).integers(0, most, TABLES, np.int32) for _ in range(STEPS)]

    def work() -> int:
        for actions in dice:
            env.step(actions)
        return TABLES * STEPS

    return work


def pettingzoo(name: str) -> Job:
    """Random legal moves of one of its card games, as its documentation loops."""
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{name}").env()

    def work() -> int:
        steps = 0
        env.reset(seed=1)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else random.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return work


def gymnasium(name: str) -> Job:
    """Random moves of one of its own light environments, bare."""
    import gymnasium as them

    env = them.make(name).unwrapped

    def work() -> int:
        env.reset(seed=1)
        for _ in range(500):
            _, _, over, cut, _ = env.step(random.randrange(env.action_space.n))
            if over or cut:
                env.reset()
        return 500

    return work


PEERS: dict[str, tuple[Callable[[str], Job], tuple[str, ...]]] = {
    "Pgx": (pgx, ("leduc_holdem", "backgammon", "sparrow_mahjong")),
    "EnvPool": (envpool, ("Blackjack-v1", "CartPole-v1")),
    "PettingZoo": (pettingzoo, ("leduc_holdem_v4", "texas_holdem_v4")),
    "Gymnasium": (gymnasium, ("Blackjack-v1", "CartPole-v1")),
}


def main() -> None:
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.environ["JAX_PLATFORMS"] = "cpu"
    jobs: dict[str, Job] = {}
    for library, (make, games) in PEERS.items():
        for game in games:
            try:
                with contextlib.redirect_stdout(sys.stderr):
                    jobs[f"{library} {game}"] = make(game)
            except ImportError as missing:
                print(f"{library} {game}: not here ({missing})", file=sys.stderr)
            except Exception as trouble:  # others' libraries may not fit each other, which is not our benchmark's end
                print(f"{library} {game}: does not run ({type(trouble).__name__}: {trouble})", file=sys.stderr)
    with contextlib.redirect_stdout(sys.stderr):
        rates = best_of(jobs, ROUNDS, SECONDS)
    print(json.dumps(rates))


if __name__ == "__main__":
    main()
