"""What beliefs could be worth at most: `master` that sees the true table against `master` as it is.

    python benchmarks/peeking.py rattus-cartus --games 100 --time 30

Both think equally long. Whoever peeks tries its moves on the true table instead of imagined ones; what will be drawn
and thrown neither knows. No way of weighing imagined worlds can tell more than the truth does, so where peeking wins
little there is little to be had from beliefs. Every deal is played twice, with the seats changed.

`--hands` is for Rattus Cartus: whoever peeks sees the hands and piles of the others, but not the Nun-row. What others
do may tell what they hold; of the Nun-row it tells next to nothing.
"""

from __future__ import annotations

import argparse
import math
import time

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.master import MasterBot
from mischief.bots.search_worlds import Worlds
from mischief.bots.thinker import Budget
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.state import State
from mischief.engine.table import Table
from mischief.games.rattus_cartus import numbers as n
from mischief.games.rattus_cartus.rules import RattusCartus


class TheTruth(Worlds):
    """One world only: the true one."""

    def __init__(self, state: State, seat: int) -> None:
        super().__init__(state, seat)
        self.state = state

    def imagine(self, rng: Rng) -> State:
        return self.state.clone()

    def believe(self, rng: Rng) -> State:
        return self.state.clone()


class TheHands(TheTruth):
    """The true table of Rattus Cartus, but for the Nuns that the seat has not seen: those change places with cards of
    the deck."""

    def imagine(self, rng: Rng) -> State:
        world = super().imagine(rng)
        assert isinstance(world, RattusCartus)
        for slot in range(n.NUN_SLOTS):
            if not world.has_seen(self.seat, slot):
                world.shift(n.DECK + world.nun_card(slot), 1)
        for slot in range(n.NUN_SLOTS):
            if not world.has_seen(self.seat, slot):
                deck = [kind for kind in range(n.POPULATION) for _ in range(world.cards[n.DECK + kind])]
                world.figures[n.NUNS + slot] = deck[rng.below(len(deck))]
                world.shift(n.DECK + world.nun_card(slot), -1)
        return world

    def believe(self, rng: Rng) -> State:
        return self.imagine(rng)


def play(game: Game, seed: int, peeks: int, bot: MasterBot, look: type[TheTruth]) -> float:
    """A deal in which one seat peeks: what that seat gets of the win."""
    table, rng = Table(game, seed), Rng(seed * 2 + peeks)
    while not table.state.over:
        seat = table.state.actors()[0]
        perspective = Perspective(table.state, seat)
        if seat == peeks:
            perspective.worlds = look(table.state, seat)
        table.play(seat, bot.choose(perspective, rng))
    return float(table.state.payoff(peeks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=30.0, help="milliseconds of core time a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hands", action="store_true", help="in Rattus Cartus: the others' cards, not the Nun-row")
    asked = parser.parse_args()
    if asked.hands and asked.game != "rattus-cartus":
        parser.error("--hands is for rattus-cartus alone")
    look = TheHands if asked.hands else TheTruth
    game = mischief.game(asked.game, 2)
    bot = MasterBot(game, Budget(seconds=asked.time / 1000), clock=time.process_time)
    rounds: list[float] = []
    for seed in range(asked.seed, asked.seed + asked.games // 2):
        rounds.append(sum(play(game, seed, peeks, bot, look) for peeks in (0, 1)) / 2)
        mean = sum(rounds) / len(rounds)
        spread = 1.96 * math.sqrt(sum((x - mean) ** 2 for x in rounds)) / len(rounds)
        print(f"{2 * len(rounds)} games: whoever peeks gets {100 * mean:.1f} % ± {100 * spread:.1f}", flush=True)


if __name__ == "__main__":
    main()
