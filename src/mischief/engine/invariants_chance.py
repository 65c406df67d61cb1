"""Whether `sample`, where a game draws without listing, follows the odds that it lists."""

from __future__ import annotations

import math
from collections import Counter

from mischief.engine.chance import Rng
from mischief.engine.invariants import Broken
from mischief.engine.state import State

DRAWS = 1000
"""Draws at one state: enough to tell weights of 2 to 1 from equal ones, few enough to be quick."""
LARGE = 6.0
"""How many standard deviations off is not chance any more: honest draws are so far off once in 500 million times."""


def check_sample(state: State, rng: Rng) -> bool:
    """Draw many outcomes where the Dealer is to act, and compare them with the odds. Returns whether there was a
    choice."""
    odds = state.odds()
    if len(odds) < 2:
        return False
    drawn = Counter(int(state.sample(rng)) for _ in range(DRAWS))
    for outcome in drawn:
        if outcome not in odds:
            raise Broken(f"sample drew {_text(state, outcome)}, which the odds do not list", state)
    total = sum(odds.values())
    for outcomes, name in _groups(state, odds):
        part = sum(odds[outcome] for outcome in outcomes) / total
        times = sum(drawn[outcome] for outcome in outcomes)
        doubt = math.sqrt(DRAWS * part * (1 - part))
        if abs(times - DRAWS * part) > LARGE * doubt + 1:
            raise Broken(
                f"sample does not follow the odds: {name} came {times} times in {DRAWS}, not about {DRAWS * part:.0f}",
                state,
            )
    return True


def _groups(state: State, odds: dict[int, int]) -> list[tuple[list[int], str]]:
    """What is counted together: each outcome, the lower half of them, and all of the same weight (so that drawing
    evenly is found out among hundreds of outcomes, too)."""
    outcomes = sorted(odds)
    groups = [([outcome], _text(state, outcome)) for outcome in outcomes]
    half = outcomes[: len(outcomes) // 2]
    groups.append((half, f"{_text(state, half[0])} to {_text(state, half[-1])}"))
    weights = sorted(set(odds.values()))
    if len(weights) > 1:
        for weight in weights:
            alike = [outcome for outcome in outcomes if odds[outcome] == weight]
            groups.append((alike, f"an outcome of weight {weight}"))
    return groups


def _text(state: State, outcome: int) -> str:
    game = state.game
    return repr(game.outcome(outcome).text) if 0 <= outcome < game.num_outcomes else f"outcome {outcome}"
