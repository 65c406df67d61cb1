"""Buckets that fill with time: what anybody may do how often."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from functools import lru_cache
from ipaddress import IPv6Address, ip_address


def who(client: tuple[str, int] | None) -> str:
    """Whose connection or request it is: its address. Who has one address of the long kind has 2^64 of them, which
    count as one."""
    return _one(client[0]) if client else "nowhere"


@lru_cache(maxsize=4096)
def _one(address: str) -> str:
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return address
    return str(read.ipv4_mapped or IPv6Address(int(read) >> 64 << 64))


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

    def take(self, who: str, amount: float = 1.0) -> bool:
        bucket = self.known.get(who)
        if bucket is None:
            bucket = self.known[who] = Bucket(self.burst)
            if len(self.known) > self.most:
                self.known.popitem(last=False)
        else:
            self.known.move_to_end(who)
        return bucket.take(self.rate, self.burst, amount)


class Turns:
    """So many things at once for each address; what it asks beyond that waits, and what is too much is refused."""

    def __init__(self, at_once: int, most_waiting: int) -> None:
        self.at_once = at_once
        self.most_waiting = most_waiting
        self.inside: Counter[str] = Counter()
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def take(self, who: str) -> bool:
        """Wait for a turn; False if too many wait already. Whoever has one gives it back."""
        if self.inside[who] < self.at_once:
            self.inside[who] += 1
            return True
        line = self.waiting.setdefault(who, deque())
        if len(line) >= self.most_waiting:
            return False
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(who)
            raise
        return True

    def give(self, who: str) -> None:
        """The turn goes to the next of that address, if one waits."""
        line = self.waiting.get(who)
        while line:
            turn = line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.waiting.pop(who, None)
        self.inside[who] -= 1
        if self.inside[who] <= 0:
            del self.inside[who]
