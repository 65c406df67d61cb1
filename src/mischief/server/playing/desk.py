"""The desk: questions that take time (all of a table for somebody who comes, would this move be allowed) are answered
there one at a time, in turn among the addresses that ask.

The desk works for no more than a moment without a rest, and rests as long as it has worked: between two questions there
is time for everybody's moves, however many ask.
"""

from __future__ import annotations

import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from mischief.server.thinking.accounts import Accounts

log = logging.getLogger("mischief.desk")

MOMENT = 0.002
"""Seconds of work before a rest."""
RATE, BURST = 0.2, 2.0
"""Seconds of the desk's time for one address: in each second, and at once."""
TOO_MUCH = "That takes work, and much of it has been asked for from here. Wait a little."

Work = Callable[[], None]


class Desk:
    """Without `limits` everything is answered at once. `later` is how it rests."""

    def __init__(self, limits: bool, later: Callable[[float, Callable[[], None]], object]) -> None:
        self.limits = limits
        self.later = later
        self.accounts = Accounts(RATE, BURST)
        self.resting = False
        self._lines: OrderedDict[str, deque[Work]] = OrderedDict()
        self._spent = 0.0
        self._total = 0.0

    def affords(self, who: str) -> bool:
        """Whether an address may still ask."""
        return not self.limits or self.accounts.left(who) > 0

    def ask(self, who: str, work: Work) -> None:
        """Have something done: at once if the desk is free, else when it is this address's turn."""
        if not self.limits:
            work()
        elif self.resting or self._lines:
            self._lines.setdefault(who, deque()).append(work)
        else:
            self._do(who, work)

    def pay(self, who: str, seconds: float) -> None:
        """For work that was done elsewhere on the same clock."""
        if self.limits:
            self.accounts.pay(who, seconds)

    def _do(self, who: str, work: Work) -> None:
        before, began = self._total, time.thread_time()
        try:
            work()
        except Exception:  # one question's trouble is not the next one's
            log.exception("a question could not be answered")
        took = time.thread_time() - began - (self._total - before)  # what was asked within it has paid for itself
        self._total += took
        self._spent += took
        self.accounts.pay(who, took)
        if self._spent >= MOMENT and not self.resting:
            self.resting = True
            self.later(self._spent, self._go_on)

    def _go_on(self) -> None:
        self.resting = False
        self._spent = 0.0
        while self._lines and not self.resting:
            who, line = self._lines.popitem(last=False)
            work = line.popleft()
            if line:
                self._lines[who] = line
            self._do(who, work)
