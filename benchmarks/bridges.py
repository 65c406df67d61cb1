"""Our games through the bridges to other libraries, looped over as those libraries' own documentation does.

What is not installed is left out; `peers.py` does the same with the libraries' own games.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Sequence
from typing import Any

from clock import Job
from hearts import whole_game

LIBRARIES = ("PettingZoo", "Gymnasium", "OpenSpiel")


def zoo(bridge: Any, game: str) -> Job:
    env = bridge.env(game)

    def work() -> int:
        steps = 0
        env.reset(seed=1)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else random.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return work


def gym(bridge: Any, game: str) -> Job:
    env = bridge.make(game, others="random")

    def work() -> int:
        steps = 0
        seen, _ = env.reset(seed=1)
        over = cut = False
        while not (over or cut):
            seen, _, over, cut, _ = env.step(random.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return work


def spiel(bridge: Any, game: str) -> Job:
    box = bridge.load(game)
    rng = random.Random(1)

    return lambda: whole_game(box, rng)


BRIDGES: dict[str, tuple[str, Callable[[Any, str], Job]]] = {
    "PettingZoo": ("zoo", zoo),
    "Gymnasium": ("gym", gym),
    "OpenSpiel": ("spiel", spiel),
}


def copying(bridge: Any, game: str) -> Job:
    """Clones of a state of OpenSpiel's that holds one of ours."""
    state, rng = bridge.load(game).new_initial_state(), random.Random(1)
    for _ in range(40):
        options = [outcome for outcome, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(rng.choice(options or state.legal_actions()))

    def work() -> int:
        for _ in range(1000):
            state.clone()
        return 1000

    return work


def jobs(games: Sequence[str]) -> dict[str, Job]:
    """One for each library that is here, and each game; of OpenSpiel also the cloning."""
    found: dict[str, Job] = {}
    for library, (name, make) in BRIDGES.items():
        try:
            bridge = importlib.import_module(f"mischief.bridges.{name}")
        except Exception as missing:  # the bridge's own sentence says what to install
            print(f"{library}: left out ({missing})")
            continue
        for game in games:
            found[f"{library} {game}"] = make(bridge, game)
            if library == "OpenSpiel":
                found[f"clone {game}"] = copying(bridge, game)
    return found
