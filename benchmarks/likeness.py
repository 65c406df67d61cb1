"""Who plays like whom: how often bots would make the same move, at decisions of one of them.

    python benchmarks/likeness.py piratz --seats 4 search:40ms heuristic net

The first plays all seats. `master` takes the others for nets, or for rules of thumb: this says which of the two another
bot is more like, and so what to take it for. A bot that is named twice is compared with itself: nobody can foretell its
moves better than it does.
"""

from __future__ import annotations

import argparse
import random
import time

from decisions import decisions, player

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", help="as in mischief arena; the first plays")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = mischief.game(asked.game, asked.seats)
    bots = [make_bot(word, game, time.process_time) for word in asked.bots]
    play, rng, lots = player(bots[0]), Rng(asked.seed), random.Random(asked.seed)
    found: list[list[int]] = []
    for state, seat in decisions(game, play, rng, lots, asked.decisions):
        look = Perspective(state, seat)
        found.append([bot.choose(look, rng) for bot in bots])
    print(f"of {len(found)} decisions, those in which two would make the same move")
    wide = max(map(len, asked.bots))
    print(" " * wide, *(f"{word:>{wide}}" for word in asked.bots))
    for one, word in enumerate(asked.bots):
        alike = (sum(chosen[one] == chosen[other] for chosen in found) / len(found) for other in range(len(bots)))
        print(f"{word:{wide}}", *(f"{part:{wide}.0%}" for part in alike))


if __name__ == "__main__":
    main()
