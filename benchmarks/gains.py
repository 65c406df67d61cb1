"""What thinking adds to a net: how much better the moves of `master` are than those of its net alone.

    python benchmarks/gains.py high-tea --positions 60 cutoff=3 cutoff=8 cutoff=8,nets=0.5

Takes positions from games of the net, lets `master` choose with each setting and for each time, and where it leaves the
net's move plays both to the end many times from the true table: by the net in all seats, and with the rules of thumb in
the others'. A match of as long a time says far less, since one game is won or lost by sixty decisions.
"""

from __future__ import annotations

import argparse
import math
import random
import time

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_policy
from mischief.bots.search_net import NetPolicy
from mischief.bots.thinker import Budget
from mischief.engine.chance import Rng
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

WARMTH = 0.5
ONE_IN = 8
"""One of so many decisions is looked at."""


def finish(state: State, seat: int, action: int, own: Policy, others: Policy, rng: Rng) -> float:
    """What a seat gets that makes this move and goes on by a policy, the others by another."""
    state = state.clone()
    state.apply(seat, action)
    while not state.over:
        asked = state.actor()
        if asked == DEALER:
            state.apply(asked, state.sample(rng))
        else:
            state.apply(asked, (own if asked == seat else others).choose(state, asked, rng))
    return float(state.payoff(seat))


def mean(numbers: list[float]) -> str:
    middle = sum(numbers) / len(numbers)
    scatter = math.sqrt(sum((x - middle) ** 2 for x in numbers)) / len(numbers)
    return f"{100 * middle:+.2f} ± {100 * 1.96 * scatter:.2f}"


class Gains:
    """A game, its net, and what each setting has gained so far, in two kinds of company."""

    def __init__(self, name: str, seats: int, settings: list[str], times: list[float], rollouts: int) -> None:
        self.game = mischief.game(name, seats)
        net, likeliest = net_policy(self.game, WARMTH), net_policy(self.game)
        if net is None or likeliest is None:
            raise SystemExit(f"{name} has no net.")
        self.net: NetPolicy = net
        self.likeliest: NetPolicy = likeliest
        self.rollouts = rollouts
        self.bots = {
            f"{words} {ms:g} ms": MasterBot(
                self.game,
                Budget(seconds=ms / 1000),
                clock=time.process_time,
                **{key: float(value) for key, value in (pair.split("=") for pair in words.split(","))},
            )
            for words in settings
            for ms in times
        }
        self.found: dict[str, list[tuple[float, float]]] = {word: [] for word in self.bots}

    def look(self, state: State, seat: int, rng: Rng, seed: int) -> None:
        """Let every bot choose, and weigh what they chose against the net's own move, on the same luck."""
        own = int(self.likeliest.choose(state, seat, rng))
        chosen = {word: bot.choose(Perspective(state, seat), rng) for word, bot in self.bots.items()}
        worth: dict[int, list[float]] = {}
        if set(chosen.values()) != {own}:
            company = (self.net, self.game.heuristic())
            for action in {own, *chosen.values()}:
                worth[action] = [
                    sum(finish(state, seat, action, self.net, others, Rng(seed + k)) for k in range(self.rollouts))
                    / self.rollouts
                    for others in company
                ]
        for word, action in chosen.items():
            pair = (0.0, 0.0)
            if action != own:
                pair = (worth[action][0] - worth[own][0], worth[action][1] - worth[own][1])
            self.found[word].append(pair)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="+", help="such as cutoff=8,nets=0.5")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--times", type=float, nargs="+", default=[30.0, 100.0], help="milliseconds of core time")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    gains = Gains(asked.game, asked.seats, asked.settings, asked.times, asked.rollouts)
    rng, lots, left = Rng(asked.seed), random.Random(asked.seed), asked.positions
    while left:
        state = gains.game.begin()
        while not state.over and left:
            seat = int(state.actor())
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            if len(state.legal(seat)) > 1 and lots.random() < 1 / ONE_IN:
                left -= 1
                gains.look(state, seat, rng, lots.getrandbits(60))
            state.apply(seat, gains.net.choose(state, seat, rng))
    print("points of win chance a decision, with 95 % intervals: among nets, among rules of thumb, moves changed")
    for word, pairs in gains.found.items():
        changed = sum(pair != (0.0, 0.0) for pair in pairs) / len(pairs)
        print(f"{word:40} {mean([a for a, _ in pairs])}   {mean([b for _, b in pairs])}   {changed:.0%}")


if __name__ == "__main__":
    main()
