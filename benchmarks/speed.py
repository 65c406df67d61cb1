"""Speed beside OpenSpiel, in one run on one core: `make bench`.

Machines are shared and noisy, so everything is measured in turns, several rounds, and the best of each is kept; what
counts are the ratios. Decisions include chance (OpenSpiel's chance nodes, our Dealer).
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

ROUNDS = 3
SECONDS = 0.6


def rate(work: Callable[[], int]) -> float:
    """Units per second of a piece of work that says how many units it did."""
    done, started = 0, time.perf_counter()
    while True:
        done += work()
        spent = time.perf_counter() - started
        if spent > SECONDS:
            return done / spent


def ours(name: str, seats: int) -> dict[str, Callable[[], int]]:
    import mischief
    from mischief.engine.chance import Rng
    from mischief.engine.playout import clone_many, play_out
    from mischief.engine.seats import DEALER

    game = mischief.game(name, seats)
    rng = Rng(1)
    middle = game.start(1)
    play_out(middle, rng, 20)
    choose = random.Random(1).choice

    def playout() -> int:
        return sum(int(play_out(game.begin(), rng)) for _ in range(50))

    def stepped() -> int:
        state, steps = game.begin(), 0
        while not state.over:
            seat = state.actor()
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
            else:
                state.play(seat, choose(state.legal(seat)))
            steps += 1
        return steps

    def clone() -> int:
        clone_many(middle, 1000)
        return 1000

    return {"playout": playout, "stepped": stepped, "clone": clone}


def hearts() -> dict[str, Callable[[], int]]:
    import pyspiel

    game = pyspiel.load_game("hearts")
    rng = random.Random(1)

    def stepped() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    middle = game.new_initial_state()
    while middle.is_chance_node():
        middle.apply_action(rng.choice(middle.chance_outcomes())[0])
    rest, length = middle.clone(), 0
    while not rest.is_terminal():
        rest.apply_action(rng.choice(rest.legal_actions()))
        length += 1

    def inside() -> int:
        """Whole rollouts inside C++: 100 simulations of its MCTS with 20 rollouts each, from the dealt table."""
        evaluator = pyspiel.RandomRolloutEvaluator(20, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 100, 1000, False, 42, False).mcts_search(middle)
        return 100 * 20 * length

    def clone() -> int:
        for _ in range(1000):
            middle.clone()
        return 1000

    return {"stepped": stepped, "inside": inside, "clone": clone}


def pure_rate(name: str, seats: int) -> float:
    """Playouts of the uncompiled rules, in a process of their own."""
    code = (
        f"import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r}); import speed;"
        f"print(speed.rate(speed.ours({name!r}, {seats})['playout']))"
    )
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MISCHIEF_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(told.stdout)


def size_of(name: str, seats: int) -> int:
    """Bytes of a state: what thousands of clones add to the process, each."""
    code = (
        "import mischief; rss = lambda: int(open('/proc/self/statm').read().split()[1]) * 4096;"
        f"g = mischief.game({name!r}, {seats}); s = g.start(1); n = 20000;"
        "a = rss(); keep = [s.clone() for _ in range(n)]; print((rss() - a) // n)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return int(told.stdout)


def import_seconds() -> float:
    code = "import time; t = time.perf_counter(); import mischief; print(time.perf_counter() - t)"
    runs = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
        for _ in range(3)
    ]
    return min(runs)


def main() -> None:
    import mischief

    wanted = sys.argv[1:] or list(mischief.BOXES)
    jobs: dict[str, dict[str, Callable[[], int]]] = {"hearts": hearts()}
    seats = {name: mischief.rulebook(name).info.usual_seats for name in wanted}
    for name in wanted:
        jobs[name] = ours(name, seats[name])
    best: dict[str, dict[str, float]] = {name: {} for name in jobs}
    for _ in range(ROUNDS):
        for name, kinds in jobs.items():
            for kind, work in kinds.items():
                best[name][kind] = max(best[name].get(kind, 0.0), rate(work))
    base = best["hearts"]
    print(f"compiled: {mischief.COMPILED}; import mischief: {import_seconds():.3f} s")
    print(
        f"OpenSpiel hearts: stepped from Python {base['stepped'] / 1e6:.2f} M/s,"
        f" inside C++ {base['inside'] / 1e6:.2f} M/s, clone {1e6 / base['clone']:.2f} µs"
    )
    head = ["game", "playout M/s", "x hearts", "stepped M/s", "x hearts", "clone µs", "x hearts", "x pure", "bytes"]
    print(" | ".join(head))
    for name in wanted:
        mine = best[name]
        row = [
            f"{name} ({seats[name]})",
            f"{mine['playout'] / 1e6:.2f}",
            f"{mine['playout'] / base['stepped']:.1f}",
            f"{mine['stepped'] / 1e6:.2f}",
            f"{mine['stepped'] / base['stepped']:.1f}",
            f"{1e6 / mine['clone']:.2f}",
            f"{base['clone'] / mine['clone']:.2f}",
            f"{mine['playout'] / pure_rate(name, seats[name]):.1f}",
            str(size_of(name, seats[name])),
        ]
        print(" | ".join(row))


if __name__ == "__main__":
    main()
