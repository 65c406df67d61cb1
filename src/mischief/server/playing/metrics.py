"""What the server counts, as Prometheus reads it. No names, no ids: nothing that tells who plays what with whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

BOUNDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """How many were at most so long, in seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        self.total += seconds
        for i, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.counts[i] += 1
                return
        self.counts[-1] += 1


class Metrics:
    """Counters, gauges and one histogram: from the arrival of a command to its answer."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.acknowledged = Histogram()

    def count(self, name: str, label: str = "", by: int = 1) -> None:
        """`label` is `key="value"`, or empty."""
        self.counts[name, label] += by

    def write(self, gauges: Mapping[str, float]) -> str:
        """The page that Prometheus reads."""
        lines: list[str] = []
        said: set[str] = set()
        for (name, label), value in sorted(self.counts.items()):
            if name not in said:
                said.add(name)
                lines.append(f"# TYPE mischief_{name}_total counter")
            lines.append(f"mischief_{name}_total{'{' + label + '}' if label else ''} {value}")
        for name, number in gauges.items():
            lines += [f"# TYPE mischief_{name} gauge", f"mischief_{name} {number:g}"]
        lines.append("# TYPE mischief_acknowledged_seconds histogram")
        upto = 0
        for bound, times in zip((*BOUNDS, "+Inf"), self.acknowledged.counts, strict=True):
            upto += times
            lines.append(f'mischief_acknowledged_seconds_bucket{{le="{bound}"}} {upto}')
        lines.append(f"mischief_acknowledged_seconds_sum {self.acknowledged.total:.6f}")
        lines.append(f"mischief_acknowledged_seconds_count {upto}")
        return "\n".join(lines) + "\n"
