"""Whose time it was: what each address has used of ours lately, in seconds."""

from __future__ import annotations

import time
from collections import OrderedDict

KNOWN = 20_000
"""Addresses whose account is kept; those not seen for longest are forgotten first."""


class Accounts:
    """Each address has `burst` seconds, and `rate` more in each second. They are paid when the work is done, so that
    one may be in debt; who is has to wait."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._known: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, who: str) -> float:
        """What an address may still use."""
        at, left = self._known.get(who, (0.0, self.burst))
        return min(self.burst, left + (time.monotonic() - at) * self.rate)

    def pay(self, who: str, seconds: float) -> None:
        self._known[who] = (time.monotonic(), self.left(who) - seconds)
        self._known.move_to_end(who)
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)
