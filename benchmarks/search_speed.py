"""Speed of search beside OpenSpiel's own information-set search, in one run on one core.

Both sides search with uniformly random playouts from the same kind of moment, early in a game; then ours once more as
its bots really think, with the game's policy in the playouts. Processor time is measured, not the clock, since machines
are shared. What counts is decisions per second: simulations of a longer game take longer.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

SECONDS = 0.5
ROUNDS = 2


def timed(work: Callable[[], tuple[int, float]]) -> tuple[float, float]:
    """Simulations per second and decisions per simulation, the best of a few rounds."""
    best = (0.0, 0.0)
    for _ in range(ROUNDS):
        simulations, decisions, began = 0, 0.0, time.process_time()
        while time.process_time() - began < SECONDS:
            more, of_these = work()
            simulations += more
            decisions += of_these
        spent = time.process_time() - began
        best = max(best, (simulations / spent, decisions / simulations))
    return best


def ours(name: str, seats: int, **settings: float) -> Callable[[], tuple[int, float]]:
    import mischief
    from mischief.bots.search import Search
    from mischief.bots.search_worlds import Worlds
    from mischief.bots.thinker import settings_for
    from mischief.engine.chance import Rng
    from mischief.engine.playout import play_out_by

    game = mischief.game(name, seats)
    policy, rng, state = game.heuristic(), Rng(1), game.start(1)
    while state.actor() < 0 or len(state.legal(int(state.actor()))) < 3:
        play_out_by(state, policy, rng, 1)
    seat = int(state.actor())

    def work() -> tuple[int, float]:
        search = Search(Worlds(state, seat), game.num_actions, policy, settings_for(game, settings), rng)
        search.run(1000)
        return 1000, float(search.decisions)

    return work


def theirs(name: str) -> Callable[[], tuple[int, float]]:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def step(state: pyspiel.State) -> None:
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))

    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) < 3:
        step(state)
    lengths = []
    for _ in range(30):
        rest, length = state.clone(), 0
        while not rest.is_terminal():
            length += not rest.is_chance_node()
            step(rest)
        lengths.append(length)
    mean = sum(lengths) / len(lengths)

    def work() -> tuple[int, float]:
        bot = pyspiel.ISMCTSBot(
            1, pyspiel.RandomRolloutEvaluator(1, 2), 1.4, 1000, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        )
        bot.step(state)
        return 1000, 1000 * mean

    return work


def main() -> None:
    import mischief

    wanted = sys.argv[1:] or list(mischief.BOXES)
    print(f"compiled: {mischief.COMPILED}; {SECONDS} s of processor time a figure, best of {ROUNDS}")
    print(f"{'game':34} {'simulations/s':>14} {'decisions each':>15} {'decisions/s':>13}")

    def row(label: str, work: Callable[[], tuple[int, float]]) -> None:
        simulations, length = timed(work)
        print(f"{label:34} {simulations:14,.0f} {length:15.1f} {simulations * length:13,.0f}", flush=True)

    for name in ("hearts", "gin_rummy"):
        row(f"OpenSpiel {name}", theirs(name))
    for name in wanted:
        seats = mischief.rulebook(name).info.usual_seats
        row(f"{name}, {seats} seats, random", ours(name, seats, wild=1.0, cutoff=0, others=True))
        row(f"{name}, {seats} seats, as bots think", ours(name, seats))


if __name__ == "__main__":
    main()
