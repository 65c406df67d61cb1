"""How the benchmarks measure: the processor's time of this process, several jobs in turns, the best of each kept.

Machines are shared and noisy. Time on the wall would count what others do; a single round would count a bad moment;
and one job after the other would give each its own moment. What counts in the end are the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

Job = Callable[[], int]
"""Does a piece of work and says how many units of it were done."""


def rate(work: Job, seconds: float) -> float:
    """Units a second."""
    done, started = 0, time.process_time()
    while True:
        done += work()
        spent = time.process_time() - started
        if spent > seconds:
            return done / spent


def best_of(jobs: Mapping[str, Job], rounds: int, seconds: float) -> dict[str, float]:
    """The best rate of each job, measured in turns."""
    best = dict.fromkeys(jobs, 0.0)
    for work in jobs.values():
        work()  # the first time compiles, imports or fills caches
    for _ in range(rounds):
        for name, work in jobs.items():
            best[name] = max(best[name], rate(work, seconds))
    return best
