"""Speed beside others, like with like, in one run on one core: `make bench`.

Every column compares the same kind of work done in the same way: docs/benchmarks.md says what each means. Decisions
are those of players and of chance (OpenSpiel's chance nodes, our Dealer), unless it says "player moves".
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import hearts
from clock import Job, best_of, rate

import bridges
import mischief
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.seats import DEALER, NOBODY

ROUNDS = 3
SECONDS = 0.4
TABLES = 1024
HERE = Path(__file__).resolve().parent


def ours(name: str) -> dict[str, Job]:
    """The jobs of one of our games, at its usual number of seats."""
    game = mischief.game(name)
    rng = mischief.Rng(1)
    dice = random.Random(1)
    middle = game.start(1)
    play_out(middle, rng, 30)
    middle.deal_on(rng)
    dealt = game.start(2)

    def inside() -> int:
        return sum(int(play_out(game.begin(), rng)) for _ in range(50))

    def listed() -> int:
        """Everything that may happen is listed, chance included, and Python chooses."""
        state, steps = game.begin(), 0
        seat = state.actor()
        while seat != NOBODY:
            if seat == DEALER:
                outcomes, weights = state.chances()
                seat = state.step(dice.choices(outcomes, weights)[0])
            else:
                seat = state.step(dice.choice(state.legal(seat)))
            steps += 1
        return steps

    def moves() -> int:
        """Python makes the moves of players; what is dealt between them is not counted."""
        state, steps = dealt.clone(), 0
        seat = state.actor()
        while seat != NOBODY:
            seat = state.step(dice.choice(state.legal(seat)), rng)
            steps += 1
        return steps

    def clone() -> int:
        for _ in range(1000):
            middle.clone()
        return 1000

    def observe() -> int:
        seat = middle.actor()
        for _ in range(100):
            middle.observe(seat)
        return 100

    def view() -> int:
        seat = middle.actor()
        for _ in range(100):
            middle.view(seat)
        return 100

    return {"inside": inside, "listed": listed, "moves": moves, "clone": clone, "observe": observe, "view": view}


def batched(name: str) -> dict[str, Job]:
    """Many tables at once: observation and mask of every decision, forced moves not counted. Random legal moves are
    picked by the batch, or by numpy out of the masks."""
    import numpy as np

    batch = mischief.batch(name, TABLES, seed=1)
    rng = Rng(1)
    dice = np.random.default_rng(1)
    noise = [dice.integers(1, 255, (TABLES, batch.game.num_actions), np.uint8) for _ in range(20)]

    def deciding() -> int:
        for _ in noise:
            batch.look()
            batch.step(batch.any_legal(rng))
        return TABLES * len(noise)

    def by_numpy() -> int:
        for each in noise:
            _, masks, _ = batch.look()
            batch.step((masks.view(np.uint8) * each).argmax(axis=1))
        return TABLES * len(noise)

    return {"deciding": deciding, "by_numpy": by_numpy}


def in_a_process(code: str, **environment: str) -> list[float]:
    """The numbers that a piece of Python prints, run by itself."""
    told = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(HERE)!r}); {code}"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(number) for number in told.stdout.split()]


def batch_rates(name: str) -> list[float]:
    """With the batch's own picking, and with numpy's. In a process of its own: thousands of tables of other games would
    be in the way of these."""
    return in_a_process(f"import speed; print(*speed.best_of(speed.batched({name!r}), 5, 0.3).values())")


def pure_rate(name: str) -> float:
    """Playouts of the uncompiled rules."""
    code = f"import speed; print(speed.rate(speed.ours({name!r})['inside'], 0.4))"
    return in_a_process(code, MISCHIEF_PURE="1")[0]


def size_of(name: str) -> int:
    """Bytes of a state: what thousands of clones add to the process, each."""
    code = (
        "import mischief; rss = lambda: int(open('/proc/self/statm').read().split()[1]) * 4096;"
        f"s = mischief.game({name!r}).start(1); n = 20000;"
        "a = rss(); keep = [s.clone() for _ in range(n)]; print((rss() - a) // n)"
    )
    return int(in_a_process(code)[0])


def import_seconds() -> float:
    code = "import time; t = time.process_time(); import mischief; print(time.process_time() - t)"
    return min(in_a_process(code)[0] for _ in range(3))


def peers() -> dict[str, float]:
    """What other libraries do with their own games; from the environment that MISCHIEF_PEERS names, if it does."""
    python = os.environ.get("MISCHIEF_PEERS", sys.executable)
    told = subprocess.run(
        [python, str(HERE / "peers.py")], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with contextlib.suppress(ValueError, IndexError):
        return dict(json.loads(told.stdout.splitlines()[-1]))
    return {}


def show(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table that can stand in a page."""
    print(f"\n{title}\n")
    print(f"| {' | '.join(head)} |")
    print(f"| {' | '.join(['---'] + ['---:'] * (len(head) - 1))} |")
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)


def millions(number: float) -> str:
    return f"{number / 1e6:.2f}"


def beside_hearts(best: Mapping[str, Mapping[str, float]]) -> None:
    """The columns that have a counterpart in OpenSpiel."""
    base = best["hearts"]
    rows = []
    for name, mine in best.items():
        row = [name]
        for kind in ("inside", "listed", "moves"):
            row += [millions(mine[kind]), f"{mine[kind] / base[kind]:.1f}"]
        rows.append(row)
    head = ["", "inside, M/s", "x", "stepped, chance listed, M/s", "x", "player moves, M/s", "x"]
    show("Decisions a second", head, rows)
    rows = []
    for name, mine in best.items():
        row = [name]
        for kind in ("clone", "observe"):
            row += [f"{1e6 / mine[kind]:.2f}", f"{mine[kind] / base[kind]:.1f}"]
        length = hearts.row_length() if name == "hearts" else int(mischief.game(name).observer().length)
        rows.append([*row, str(length)])
    head = ["", "clone, µs", "x faster", "observation, µs", "x faster", "its numbers"]
    show("One call from Python", head, rows)


def through_bridges(games: Sequence[str], others: Mapping[str, float], theirs: Mapping[str, float]) -> None:
    """Our games through the libraries, beside the libraries' own."""
    found = best_of(bridges.jobs(games), ROUNDS, SECONDS)
    steps = [name for name in found if not name.startswith("clone ")]
    rows = [[name, f"{found[name] / 1e3:.0f}"] for name in steps]
    rows += [
        [f"{name} (its own)", f"{others[name] / 1e3:.0f}"] for name in others if name.startswith(bridges.LIBRARIES)
    ]
    rows.append(["OpenSpiel hearts (its own)", f"{theirs['listed'] / 1e3:.0f}"])
    show("Through bridges", ["", "steps, k/s"], rows)
    rows = [[game, f"{1e6 / found[f'clone {game}']:.1f}"] for game in games if f"clone {game}" in found]
    rows.append(["hearts (its own)", f"{1e6 / theirs['clone']:.1f}"])
    show("Clone through OpenSpiel", ["", "µs"], rows)


def main() -> None:
    wanted = sys.argv[1:] or list(mischief.BOXES)
    print(f"compiled: {mischief.COMPILED}; import mischief: {import_seconds():.2f} s of processor time")
    jobs: dict[str, Job] = {}
    for name in ("hearts", *wanted):
        for kind, work in (hearts.jobs() if name == "hearts" else ours(name)).items():
            jobs[f"{name} {kind}"] = work
    rates = best_of(jobs, ROUNDS, SECONDS)
    best: dict[str, dict[str, float]] = {"hearts": {}, **{name: {} for name in wanted}}
    for place, found in rates.items():
        name, kind = place.split()
        best[name][kind] = found
    beside_hearts(best)
    others = peers()
    rows = [[name, *map(millions, batch_rates(name))] for name in wanted]
    rows += [[name, millions(others[name]), ""] for name in others if name.startswith(("Pgx", "EnvPool"))]
    head = ["", "decisions, M/s", "picked by numpy, M/s"]
    show(f"Batches of {TABLES} on one core, with observations and masks", head, rows)
    through_bridges(wanted, others, best["hearts"])
    rows = []
    for name in wanted:
        mine = best[name]
        row = [f"{mine['inside'] / pure_rate(name):.0f}", str(size_of(name)), f"{1e6 / mine['view']:.1f}"]
        rows.append([name, *row])
    show("Our own", ["", "x uncompiled", "bytes of a state", "view, µs"], rows)


__all__ = ["batched", "best_of", "main", "ours", "rate"]

if __name__ == "__main__":
    main()
