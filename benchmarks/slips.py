"""How the levels for people err: how much worse their moves are than those of a master, and whether any is nonsense.

    python benchmarks/slips.py piratz --decisions 200 easy normal

Every level plays against itself. At some of its decisions `master` says what it would do, and where that is something
else both moves are played to the end by the net, from the same imagined worlds and on the same luck. An easy bot may
lose a few points often; one that loses a game at a stroke, now and then, does not play like a beginner, who can see
what lies before him.
"""

from __future__ import annotations

import argparse
import random
import time

from gains import finish

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.bots.nets import net_policy
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State

PART = 1 / 8
"""Which part of the decisions is looked at."""
JUDGE = "master:200it"
WARMTH = 0.5
STEPS = (2, 5, 10, 20)
"""Losses, in points of win chance, that are counted apart."""


def lost(game: Game, state: State, seat: int, action: int, better: int, rollouts: int, seed: int) -> float:
    """By how much less a seat may hope for after a move than after one that a master prefers."""
    net = net_policy(game, WARMTH)
    assert net is not None
    worlds = Perspective(state, seat).worlds
    gap = 0.0
    for k in range(rollouts):
        world = worlds.imagine(Rng(seed + k))
        gap += finish(world, seat, better, net, net, Rng(seed + k))
        gap -= finish(world, seat, action, net, net, Rng(seed + k))
    return 100 * gap / rollouts


def losses(game: Game, word: str, decisions: int, rollouts: int, seed: int) -> list[float]:
    """What a level loses at so many of its decisions."""
    bot, judge = make_bot(word, game, time.process_time), make_bot(JUDGE, game)
    rng, lots = Rng(seed), random.Random(seed)
    found: list[float] = []
    while True:
        state = game.begin()
        while not state.over:
            seat = int(state.actor())
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            action = bot.choose(Perspective(state, seat), rng)
            if len(state.legal(seat)) > 1 and lots.random() < PART:
                better = judge.choose(Perspective(state, seat), rng)
                same = better == action
                found.append(0.0 if same else lost(game, state, seat, action, better, rollouts, lots.getrandbits(60)))
                if len(found) == decisions:
                    return found
            state.apply(seat, action)


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
    if net_policy(game) is None:
        raise SystemExit(f"{asked.game} has no net.")
    print("points of win chance lost a decision; decisions in 100 that lose more than " + ", ".join(map(str, STEPS)))
    for word in asked.bots:
        found = losses(game, word, asked.decisions, asked.rollouts, asked.seed)
        parts = "  ".join(f"{100 * sum(loss > step for loss in found) / len(found):5.1f}" for step in STEPS)
        print(f"{word:24} {sum(found) / len(found):5.2f}   {parts}   at most {max(found):.0f}")


if __name__ == "__main__":
    main()
