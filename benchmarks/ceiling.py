"""The ceiling of Doctor Rat: how often a colony wins whose rats know their own diets, on the deals of the others.

    python benchmarks/ceiling.py [--games N]

Everybody plays by the same rules of thumb; only that the knowing rats see what they are allowed to eat. No bot can sit
down so: what it measures is how much of the game is luck and how much is learning.
"""

from __future__ import annotations

import argparse

import mischief
from mischief.arena.standings import interval
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out_by
from mischief.engine.policy import AnyMove, Policy
from mischief.games.doctor_rat.heuristic import Sensible


def wins(policy: Policy, seats: int, groups: int, games: int) -> int:
    """Of so many games with random diets."""
    game = mischief.game("doctor-rat", seats, groups=groups, diet_mode="random")
    won = 0
    for seed in range(1, games + 1):
        state = game.start(seed)
        play_out_by(state, policy, Rng(seed << 8))
        won += state.payoff(0) == 1.0
    return won


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=20000)
    games = asked.parse_args().games
    for seats, groups in ((3, 2), (4, 3)):
        for name, policy in (("all-knowing", Sensible(knowing=True)), ("heuristic", Sensible()), ("random", AnyMove())):
            won = wins(policy, seats, groups, games)
            low, high = interval(won / games, games)
            print(
                f"{groups} groups, {seats} seats, {name} rats: {won / games:.2%} ({low:.2%} to {high:.2%}) of {games:,}"
            )


if __name__ == "__main__":
    main()
