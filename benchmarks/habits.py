"""Counts what rats choose in secret in High Tea, and writes it as likings: `python benchmarks/habits.py --out
src/mischief/games/high_tea/habits.toml`. Half of the rats follow the rules of thumb, half the net. The likings of a
kind add up, and it is chosen with a chance that grows as e to the sum; they are fitted so that what was
chosen is likeliest.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

import mischief
from mischief.bots.nets import net_policy
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.games.high_tea import imagining_habits as h
from mischief.games.high_tea import numbers as n
from mischief.games.high_tea.rules import HighTea

OCCASIONS = {
    int(n.AT_SCAVENGE): (int(n.SCAVENGE), int(h.SCAVENGING)),
    int(n.AT_BAUBLES): (int(n.BAUBLE), int(h.BAUBLES)),
    int(n.AT_STRAW): (int(n.NEST), int(h.NESTING)),
    int(n.AT_START): (int(n.START), int(h.STARTING)),
    int(n.AT_BONUS): (int(n.GIFT), int(h.GIVEN)),
}
SORTS = ("occasion", "hat", "after", "held", "turn", "roll", "nest", "table")
PLACES = (h.BY_OCCASION, h.BY_HAT, h.BY_AFTER, h.BY_HELD, h.BY_TURN, h.BY_ROLL, h.BY_NEST, h.BY_TABLE, h.NUMBERS)


def places(state: HighTea, seat: int, occasion: int, kind: int) -> list[int]:
    """Which likings speak for a kind, as `LikelySheets.weigh` reads them."""
    hat, nest, held = int(state.host == seat), int(state.nests(seat) >> kind & 1), int(state.held(seat, kind))
    house = state.house
    gains = (int(state.base_amount(kind)) if occasion == h.SCAVENGING else 0, house.bauble_gain, 0)
    gain = int((*gains, house.start_amount, house.start_amount)[occasion])
    gain *= int(house.factor(state.vocation(seat))) if occasion == h.SCAVENGING and nest else 1
    roll = int(state.progress) if occasion == h.SCAVENGING else 0
    after, held = min(held + gain, int(h.MOST_AFTER)), min(held, int(h.MOST_HELD))
    return [
        int(h.BY_OCCASION) + 6 * occasion + kind,
        int(h.BY_HAT) + 6 * hat + kind,
        int(h.BY_AFTER) + (6 * hat + kind) * (int(h.MOST_AFTER) + 1) + after,
        int(h.BY_HELD) + kind * (int(h.MOST_HELD) + 1) + held,
        int(h.BY_TURN) + 6 * (int(state.turn) - 1) + kind,
        int(h.BY_ROLL) + 6 * min(roll, int(h.ROLLS) - 1) + kind,
        int(h.BY_NEST) + (nest * int(h.OCCASIONS) + occasion) * 6 + kind,
        int(h.BY_TABLE) + (2 * int(state.seats == 2) + hat) * 6 + kind,
    ]


def gather(games: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """Of every secret choice: the likings of each kind, which kinds there were, which was chosen, in which game."""
    chance = random.Random(seed)
    found: list[list[list[int]]] = []
    there, chosen, numbers = [], [], []
    for number in range(games):
        game = mischief.game("high-tea", chance.choice([2, 2, 2, 3, 4, 5]))
        net = net_policy(game, 1.0)
        players = [chance.choice([game.heuristic(), net]) for _ in range(game.seats)]
        state, rng = game.begin(), Rng(seed * 1_000_000 + number)
        assert isinstance(state, HighTea)
        while not state.over:
            seat = state.actor()
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            player = players[seat]
            assert player is not None
            action = int(player.choose(state, seat, rng))
            first, occasion = OCCASIONS.get(int(state.phase), (0, -1))
            kinds = [move - first for move in state.legal(int(seat))]
            if occasion >= 0 and len(kinds) > 1 and min(kinds) >= 0 and max(kinds) < n.KINDS:
                found.append([places(state, int(seat), occasion, kind) for kind in range(int(n.KINDS))])
                there.append([kind in kinds for kind in range(int(n.KINDS))])
                chosen.append(action - first)
                numbers.append(number)
            state.apply(seat, action)
    return np.array(found), np.array(there), np.array(chosen), np.array(numbers)


def chances(likings: Any, found: Any, there: Any) -> Any:
    sums = np.where(there, likings[found].sum(2), -1e9)
    parts = np.exp(sums - sums.max(1, keepdims=True))
    return parts / parts.sum(1, keepdims=True)


def fit(found: Any, there: Any, chosen: Any, steps: int = 600) -> Any:
    """The likings under which what was chosen is likeliest (Adam, with a little pull to 0)."""
    rng = np.random.default_rng(1)
    size = int(h.NUMBERS)
    likings, slow, fast = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, steps + 1):
        some = rng.choice(len(chosen), 8192)
        push = chances(likings, found[some], there[some])
        push[np.arange(len(some)), chosen[some]] -= 1
        each = np.repeat(push.reshape(-1), found.shape[2])
        slope = np.bincount(found[some].reshape(-1), each, size) / len(some) + 2e-5 * likings
        slow, fast = 0.9 * slow + 0.1 * slope, 0.99 * fast + 0.01 * slope**2
        pace = 0.05 if step < 0.6 * steps else 0.01
        likings -= pace * slow / (1 - 0.9**step) / (np.sqrt(fast / (1 - 0.99**step)) + 1e-8)
    return likings


def surprise(parts: Any, chosen: Any) -> float:
    return float(-np.log(parts[np.arange(len(chosen)), chosen]).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--out", type=Path, default=Path("habits.toml"))
    asked = parser.parse_args()
    found, there, chosen, numbers = gather(asked.games, asked.seed)
    kept = numbers % 5 == 0
    likings = fit(found[~kept], there[~kept], chosen[~kept])
    said = surprise(chances(likings, found[kept], there[kept]), chosen[kept])
    even = float(np.log(there[kept].sum(1)).mean())
    lines = [
        "# What rats tend to choose in secret, as likings of the six kinds (imagining_habits.py); made by",
        f"# python benchmarks/habits.py --games {asked.games} --seed {asked.seed}",
        f"# On games kept apart a choice surprises by {said:.3f} nats; taken for a throw of dice, by {even:.3f}.",
    ]
    for name, first, last in zip(SORTS, PLACES, PLACES[1:], strict=False):
        lines.append(f"{name} = [{', '.join(f'{x:.2f}' for x in likings[int(first) : int(last)])}]")
    asked.out.write_text("\n".join(lines) + "\n")
    print("\n".join(lines[:3]))


if __name__ == "__main__":
    main()
