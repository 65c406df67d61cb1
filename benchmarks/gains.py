"""What thinking adds to a net: how much better the moves of `master` are than those of its net alone.

    python benchmarks/gains.py high-tea --positions 60 cutoff=3 cutoff=8 cutoff=8,nets=0.5

Takes positions from games of the net, lets `master` choose with each setting and for each time, and where it leaves the
net's move plays both to the end many times, on the same luck: by the net in all seats, and with the rules of thumb in
the others'. It plays on from the true table, or with `--imagined` from worlds that the seat cannot tell from it, which
scatters less but takes for granted that they are imagined well. A match of as long a time says far less, since one game
is won or lost by sixty decisions.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import time
from concurrent.futures import ProcessPoolExecutor

from decisions import decisions

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.bots.nets import net_policy
from mischief.bots.search_net import NetPolicy
from mischief.engine.chance import Rng
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

WARMTH = 0.5


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


def worth(starts: list[State], seat: int, action: int, own: Policy, others: Policy, seed: int) -> float:
    """The same on average, from each of these tables with luck of its own."""
    return sum(finish(start, seat, action, own, others, Rng(seed + k)) for k, start in enumerate(starts)) / len(starts)


def mean(numbers: list[float]) -> str:
    middle = sum(numbers) / len(numbers)
    scatter = math.sqrt(sum((x - middle) ** 2 for x in numbers)) / len(numbers)
    return f"{100 * middle:+.2f} ± {100 * 1.96 * scatter:.2f}"


def bot_word(words: str, ms: float) -> str:
    """The bot of a line-up that is meant: `master` with settings such as `cutoff=8,nets=0.5`, or a bot by its name."""
    kind, comma, settings = words.partition(",") if words.startswith(("search", "master")) else ("master", ",", words)
    return f"{kind}:{ms:g}ms{comma}{settings}"


class Gains:
    """A game, its net, and what each setting has gained so far, in two kinds of company."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.game = mischief.game(asked.game, asked.seats)
        net, likeliest = net_policy(self.game, WARMTH), net_policy(self.game)
        if net is None or likeliest is None:
            raise SystemExit(f"{asked.game} has no net.")
        self.net: NetPolicy = net
        self.likeliest: NetPolicy = likeliest
        self.rollouts: int = asked.rollouts
        self.imagined: bool = asked.imagined
        self.bots = {
            word: make_bot(word, self.game, time.process_time)
            for word in (bot_word(words, ms) for words in asked.settings for ms in asked.times)
        }
        self.found: dict[str, list[tuple[float, float]]] = {word: [] for word in self.bots}

    def look(self, state: State, seat: int, rng: Rng, seed: int) -> None:
        """Let every bot choose, and weigh what they chose against the net's own move, on the same luck."""
        own = int(self.likeliest.choose(state, seat, rng))
        chosen = {word: bot.choose(Perspective(state, seat), rng) for word, bot in self.bots.items()}
        found: dict[int, list[float]] = {}
        if set(chosen.values()) != {own}:
            worlds = Perspective(state, seat).worlds
            starts = [worlds.imagine(Rng(seed + k)) if self.imagined else state for k in range(self.rollouts)]
            for action in {own, *chosen.values()}:
                found[action] = [
                    worth(starts, seat, action, self.net, others, seed) for others in (self.net, self.game.heuristic())
                ]
        for word, action in chosen.items():
            pair = (0.0, 0.0)
            if action != own:
                pair = (found[action][0] - found[own][0], found[action][1] - found[own][1])
            self.found[word].append(pair)


def look_at_some(asked: argparse.Namespace, seed: int, positions: int) -> dict[str, list[tuple[float, float]]]:
    """What each setting gained in so many positions."""
    gains = Gains(asked)
    rng, lots = Rng(seed), random.Random(seed)
    for state, seat in decisions(gains.game, gains.net.choose, rng, lots, positions):
        gains.look(state, seat, rng, lots.getrandbits(60))
    return gains.found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="+", help="such as master, search, or cutoff=8,nets=0.5")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--times", type=float, nargs="+", default=[30.0, 100.0], help="milliseconds of core time")
    parser.add_argument("--imagined", action="store_true", help="play on from imagined worlds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    each = -(-asked.positions // asked.processes)
    with ProcessPoolExecutor(asked.processes) as pool:
        parts = list(
            pool.map(
                look_at_some,
                [asked] * asked.processes,
                [asked.seed * 1000 + number for number in range(asked.processes)],
                [each] * asked.processes,
            )
        )
    found = {word: [pair for part in parts for pair in part[word]] for word in parts[0]}
    first = before = next(iter(found.values()))
    print("points of win chance a decision, with 95 % intervals: among nets, among rules of thumb, moves changed;")
    print("how much more than the first, in both, and how much more than the one before")
    for word, pairs in found.items():
        changed = sum(pair != (0.0, 0.0) for pair in pairs) / len(pairs)
        nets, thumbs = ([pair[k] for pair in pairs] for k in (0, 1))
        line = [f"{word:24} {mean(nets)}   {mean(thumbs)}   {changed:4.0%}"]
        line += [f"{more(pairs, other, 0)}   {more(pairs, other, 1)}" for other in (first, before)]
        print(" | ".join(line))
        before = pairs


def more(pairs: list[tuple[float, float]], others: list[tuple[float, float]], company: int) -> str:
    """By how much these gained more than others, on the same positions, in one kind of company."""
    return mean([pair[company] - other[company] for pair, other in zip(pairs, others, strict=True)])


if __name__ == "__main__":
    main()
