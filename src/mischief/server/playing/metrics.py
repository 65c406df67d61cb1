"""What the server counts, as Prometheus reads it. No names, no ids: nothing that tells who plays what with whom.

Every series is there from the start, at nought: a rate over something that has never happened is 0, not a gap, and an
alert on it works before the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import get_args

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

from mischief.server.keeping.database import Why
from mischief.server.protocol.messages import Refusal, Status

BOUNDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counters, gauges and histograms. Of the time that a command takes, two tell where it went."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self, games: Iterable[str]) -> None:
        self.registry = CollectorRegistry()
        games = list(games)
        self.tables = self._counter("tables", "Tables made here.", game=games)
        self.games = self._counter("games", "Games that came to be so.", now=get_args(Status), game=games)
        self.loads = self._counter("loads", "Tables fetched from the store.")
        self.entries = self._counter("entries", "Entries written to the tables' logs.")
        self.messages = self._counter("messages", "Updates sent to those who follow tables.")
        self.refusals = self._counter("refusals", "Commands and messages refused.", code=get_args(Refusal))
        self.requests = self._counter("requests", "Requests to the HTTP API.", path=())
        self.slow_sockets = self._counter("slow_sockets", "Connections closed because they read too slowly.")
        self.refused_connections = self._counter(
            "refused_connections", "Connections refused: too many of one address, or of all.", why=("address", "all")
        )
        self.expired_requests = self._counter("expired_requests", "Requests that did not arrive whole in time.")
        self.pauses = self._counter("pauses", "Times that the store could no longer be written.", why=get_args(Why))
        self.resumes = self._counter("resumes", "Times that it could be written again.")
        self.pushes = self._counter(
            "pushes", "Messages to push services.", outcome=("sent", "gone", "later", "refused", "lost")
        )
        self.acknowledged = self._histogram("acknowledged", "From the arrival of a command to its answer.")
        self.commit = self._histogram("commit", "To write a group of entries to the store and its disk.")
        self.late = self._histogram("late", "How late the server wakes that wanted to: its own work, or the machine's.")

    def _counter(self, name: str, says: str, **labels: Iterable[str]) -> Counter:
        """A counter with all its series; an empty list of labels is filled by whoever knows them."""
        counter = Counter(f"mischief_{name}", says, list(labels), registry=self.registry)
        series: list[list[str]] = [[]]
        for values in labels.values():
            series = [[*known, value] for known in series for value in values]
        for values in series if labels else ():
            counter.labels(*values)
        return counter

    def _histogram(self, name: str, says: str) -> Histogram:
        return Histogram(f"mischief_{name}_seconds", says, buckets=BOUNDS, registry=self.registry)

    def gauge(self, name: str, says: str, value: Callable[[], float]) -> None:
        """A number that is looked up when somebody asks."""
        Gauge(f"mischief_{name}", says, registry=self.registry).set_function(value)

    def write(self) -> bytes:
        """The page that Prometheus reads."""
        return generate_latest(self.registry)
