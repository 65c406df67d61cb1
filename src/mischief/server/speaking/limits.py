"""Buckets that fill with time: what anybody may do how often."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """`rate` a second, `burst` at once."""

    __slots__ = ("at", "level")

    def __init__(self, burst: float) -> None:
        self.level = burst
        self.at = time.monotonic()

    def take(self, rate: float, burst: float, amount: float = 1.0) -> bool:
        """Whether there was enough."""
        now = time.monotonic()
        self.level = min(burst, self.level + (now - self.at) * rate)
        self.at = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Buckets:
    """One bucket for each address; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate = rate
        self.burst = burst
        self.most = most
        self.known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self.known.get(who)
        if bucket is None:
            bucket = self.known[who] = Bucket(self.burst)
            if len(self.known) > self.most:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(who)
        return bucket.take(self.rate, self.burst)
