"""Work on a Ray cluster: on workers of this machine (`ray`), or on one that runs elsewhere (`ray://HOST:PORT`).

A piece depends on nothing but itself, so one that was lost with its worker is simply done again and comes out the same.
Only a few pieces per worker are under way at a time: memory stays bounded, and Ctrl-C has little to call back.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import urllib.parse
from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from mischief.engine.errors import MischiefError
from mischief.extras import needs

Piece = TypeVar("Piece")
Done = TypeVar("Done")
PATIENCE = 10.0
"""Seconds that a cluster has to answer."""
AHEAD = 2
"""Pieces under way for each processor of the cluster."""


class NoCluster(MischiefError):
    """A cluster that does not answer, or that lost a piece of work for good."""


def do_on_ray(
    work: Callable[[Piece], Done], pieces: Sequence[Piece], on: str, workers: int | None = None
) -> Generator[Done, None, None]:
    """Do all pieces on a cluster; each is handed over as it is done. Closing the generator calls the rest back."""
    with needs("ray"):
        import ray
    _connect(ray, on, workers)
    try:
        # A lost worker's piece is done again, however often; an error of the work itself is not tried again.
        task = ray.remote(max_retries=-1, num_cpus=1)(_undisturbed(work))
        left = list(reversed(pieces))
        under_way: list[Any] = []
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        try:
            while left or under_way:
                while left and len(under_way) < most:
                    under_way.append(task.remote(left.pop()))
                done, under_way = ray.wait(under_way, num_returns=1)
                for found in done:
                    yield _fetch(ray, found)
        finally:
            for reference in under_way:
                ray.cancel(reference, force=True)
    finally:
        ray.shutdown()


def _undisturbed(work: Callable[[Piece], Done]) -> Callable[[Piece], Done]:
    def undisturbed(piece: Piece) -> Done:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the business of whoever asked
        return work(piece)

    return undisturbed


def _fetch(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        cause = error.cause
        raise cause if isinstance(cause, MischiefError) else NoCluster(f"A worker failed: {cause!r}") from error
    except ray.exceptions.RayError as error:
        raise NoCluster(f"The cluster lost a piece of work: {error}") from error


def _connect(ray: Any, on: str, workers: int | None) -> None:
    # What a local cluster would report about its use to its makers is nobody's business.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    quiet: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if on == "ray":
        os.environ.setdefault("RAY_worker_niceness", "0")  # as quick as processes of our own
        try:
            ray.init(num_cpus=workers or os.cpu_count(), include_dashboard=False, **quiet)
        except Exception as error:  # whatever keeps it from starting is told in a sentence
            raise NoCluster(f"Ray does not start on this machine: {error}") from error
        return
    place = urllib.parse.urlsplit(on)
    try:
        with socket.create_connection((place.hostname or "", place.port or 10001), PATIENCE):
            pass  # Ray itself would wait for minutes
        ray.init(on, **quiet)
    except Exception as error:  # a cluster can fail to answer in many ways; all of them are one sentence
        raise NoCluster(
            f"The cluster at {on} does not answer ({error}); is it up, is this its client port, and, if it wants"
            " a token, is that in RAY_AUTH_TOKEN, with RAY_AUTH_MODE=token?"
        ) from error
