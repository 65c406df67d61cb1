"""How the levels for people err: how much worse their moves are than those of a master, and whether any is nonsense.

    python benchmarks/slips.py piratz --decisions 200 easy normal

Every level plays against itself. At some of its decisions `master` says what it would do, and where that is something
else both moves are played to the end by the net, from the same imagined worlds and on the same luck. An easy bot may
lose a few points often; one that loses a game at a stroke, now and then, does not play like a beginner, who can see
what lies before him. A few hundred decisions tell a level from one that plays nonsense, not one level from another:
single slips may cost the game, and levels that play better have more to lose.
"""

from __future__ import annotations

import argparse
import random

from decisions import decisions, player
from gains import WARMTH, mean, worth

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.bots.nets import net_policy
from mischief.bots.search_net import NetPolicy
from mischief.engine.chance import Rng
from mischief.engine.game import Game

JUDGE = "master:200it"
STEPS = (2, 5, 10, 20)
"""Losses, in points of win chance, that are counted apart."""


def losses(game: Game, word: str, net: NetPolicy, count: int, rollouts: int, seed: int) -> list[float]:
    """By how much less a level may hope for after its moves than after those of a master, at so many decisions."""
    bot, judge = make_bot(word, game), make_bot(JUDGE, game)
    rng, lots = Rng(seed), random.Random(seed)
    found: list[float] = []
    for state, seat in decisions(game, player(bot), rng, lots, count):
        look = Perspective(state, seat)
        action, better, luck = bot.choose(look, rng), judge.choose(look, rng), lots.getrandbits(60)
        if action == better:
            found.append(0.0)
            continue
        starts = [look.worlds.imagine(Rng(luck + k)) for k in range(rollouts)]
        found.append(worth(starts, seat, better, net, net, luck) - worth(starts, seat, action, net, net, luck))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", help="such as easy, normal, heuristic")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--rollouts", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = mischief.game(asked.game, asked.seats)
    net = net_policy(game, WARMTH)
    if net is None:
        raise SystemExit(f"{asked.game} has no net.")
    print(
        "points of win chance lost a decision, with 95 % intervals; decisions in 100 that lose more than "
        + ", ".join(map(str, STEPS))
    )
    for word in asked.bots:
        found = losses(game, word, net, asked.decisions, asked.rollouts, asked.seed)
        parts = "  ".join(f"{100 * sum(100 * loss > step for loss in found) / len(found):5.1f}" for step in STEPS)
        print(f"{word:24} {mean(found)}   {parts}")


if __name__ == "__main__":
    main()
