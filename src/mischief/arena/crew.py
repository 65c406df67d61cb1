"""Who does the work: processes of this machine, or the workers of a Ray cluster. What comes out is the same.

Work is cut into pieces that depend on nothing but themselves; each piece is handed over as it is done, in any order.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from mischief.engine.errors import BadOption
from mischief.processes import fresh_pool

Piece = TypeVar("Piece")
Done = TypeVar("Done")


def do_all(
    work: Callable[[Piece], Done], pieces: Sequence[Piece], workers: int | None = None, on: str | None = None
) -> Generator[Done, None, None]:
    """Do all pieces. Closing the generator, or an error, ends the work at once."""
    if on is not None:
        from mischief.arena.on_ray import do_on_ray

        yield from do_on_ray(work, pieces, on, workers)
        return
    workers = min(workers or os.cpu_count() or 1, max(1, len(pieces)))
    if workers == 1:
        yield from map(work, pieces)
        return
    with fresh_pool(workers) as pool:
        yield from pool.imap_unordered(work, pieces)


def check_place(on: str | None) -> None:
    """Raises BadOption unless `--on` names something to work on."""
    if on is not None and on != "ray" and not on.startswith("ray://"):
        raise BadOption(f"--on is ray (on this machine) or ray://HOST:PORT (a cluster), not {on!r}.")
