"""How far apart the differences of moves lie in master's trials: the less, the fewer trials tell which move is better.

    python benchmarks/scatter.py pie-rats --seats 2 --positions 60 --trials 600

Takes positions from games of the net, lets `master` make so many trials in each, and prints the variance of how much
more a rival brought than the net's own move in the same world, and how long a trial takes.
"""

from __future__ import annotations

import argparse
import random
import time

from decisions import decisions

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_policy
from mischief.bots.search_paired import Paired
from mischief.bots.thinker import Budget
from mischief.engine.chance import Rng

OFTEN = 15
"""A rival that was tried less often is left out."""


def spread(search: Paired) -> tuple[float, int]:
    """The squared distances of all differences from the mean of their move, summed up, and how many they are."""
    whole, count = 0.0, 0
    for place in range(1, search.count):
        tried = int(search.tried[place])
        if tried >= OFTEN:
            whole += search.gap_squares[place] - search.gaps[place] ** 2 / tried
            count += tried
    return whole, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--trials", type=int, default=600)
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    game = mischief.game(asked.game, asked.seats)
    net, bot = net_policy(game, warmth=0.5), MasterBot(game, Budget(simulations=asked.trials))
    if net is None:
        raise SystemExit(f"{asked.game} has no net.")
    rng, lots = Rng(asked.seed), random.Random(asked.seed)
    whole, count, seconds = 0.0, 0, 0.0
    for state, seat in decisions(game, net.choose, rng, lots, asked.positions):
        began = time.process_time()
        search = bot.think(Perspective(state, seat), rng.fork())
        seconds += time.process_time() - began
        assert isinstance(search, Paired)
        more, of_these = spread(search)
        whole, count = whole + more, count + of_these
    each = 1e6 * seconds / (asked.positions * asked.trials)
    print(f"{asked.game}, {asked.seats} seats: variance {whole / max(1, count):.4f}, {each:.0f} µs a trial")


if __name__ == "__main__":
    main()
