"""Every trial of every bridge, for all five games and several sets of house rules:

python -m tests.bridges.everything [GAME]
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable

from tests.bridges import trials

TRIALS: list[tuple[Callable[..., None], tuple[int, ...]]] = [
    (trials.try_one_by_one, (1000,)),
    (trials.try_rendering, ()),
    (trials.try_together, (1000,)),
    (trials.try_one_seat, ()),
    (trials.try_many_tables, (500,)),
    (trials.try_simulation, (3,)),
    (trials.try_ismcts, (100,)),
    (trials.try_mcts, (100,)),
    (trials.try_mccfr, (3,)),
    (trials.try_policy_gradient, (3,)),
]


def main() -> int:
    wanted, failed = sys.argv[1:], 0
    for kind in trials.SOME + trials.MORE:
        if wanted and kind[0] not in wanted:
            continue
        for trial, numbers in TRIALS:
            began, said = time.process_time(), "ok"
            try:
                trial(kind, *numbers)
            except Exception as trouble:
                traceback.print_exc()
                said, failed = f"FAILED: {trouble}", failed + 1
            name = trial.__name__.removeprefix("try_")
            print(f"{trials.called(kind)}: {name} {said} ({time.process_time() - began:.1f} s)", flush=True)
    print(f"{failed} failed" if failed else "All passed.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
