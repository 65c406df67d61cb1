"""Who may think next, and for how long: fair shares of the workers' time.

People who look come first, tables that nobody watches last. Among those alike, each table gets the same time, and at a
table each seat: who has used least is next, so that somebody who comes seldom never waits behind somebody who asks all
the time. When many wait, thoughts are shorter instead of waits longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections.abc import AsyncIterator
from enum import IntEnum

ROUND = 2.0
"""Seconds in which every table that waits shall have had a turn."""
KNOWN = 1000
"""Tables whose use is remembered, before those whose share is not spent are forgotten."""


class Looked(IntEnum):
    """Who looks at a table."""

    BY_ITS_PEOPLE = 0
    BY_OTHERS = 1
    BY_NOBODY = 2


class Wish:
    """A thought that waits; `turn` becomes the seconds that it may take."""

    __slots__ = ("seat", "seconds", "turn")

    def __init__(self, seat: int, seconds: float) -> None:
        self.seat = seat
        self.seconds = seconds
        self.turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()


class Share:
    """A table's part. `used`: seconds, on a clock that stands still while nobody waits; who was away for a while is not
    ahead of the others for it, nor behind. `seats`: the same for each seat, among themselves."""

    __slots__ = ("crowd", "entry", "looked", "seats", "used", "wishes")

    def __init__(self) -> None:
        self.used = 0.0
        self.seats: dict[int, float] = {}
        self.wishes: list[Wish] = []
        self.looked = Looked.BY_NOBODY
        self.crowd = 0
        """How many stood before it, and with it, when it came."""
        self.entry = 0
        """Its place in the line, if it waits; an older one does not count."""


class Line:
    """Those who wait for one of the workers."""

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self.busy = 0
        self._now = 0.0
        self._shares: dict[str, Share] = {}
        self._order: list[tuple[int, float, int, str]] = []
        self._numbers = itertools.count(1)
        self._tables = dict.fromkeys(Looked, 0)

    @property
    def waiting(self) -> int:
        """Tables that wait."""
        return sum(self._tables.values())

    @contextlib.asynccontextmanager
    async def turn(self, table: str, seat: int, seconds: float, looked: Looked) -> AsyncIterator[float]:
        """Wait for a worker that could be used for so many seconds; how many it may be. They count as used, however
        short the thought turns out to be: how soon a bot's next turn comes must not tell whether it had a choice."""
        wish = Wish(seat, seconds)
        share = self._shares.setdefault(table, Share())
        if not share.wishes:
            share.used = max(share.used, self._now)
            share.looked = looked
            self._tables[looked] += 1
            self._stand(table, share)
        share.wishes.append(wish)
        self._call()
        try:
            granted = await wish.turn
        except asyncio.CancelledError:
            if wish.turn.done() and not wish.turn.cancelled():
                self._done()
            elif wish in share.wishes:
                self._take(share, wish)
            raise
        try:
            yield granted
        finally:
            self._done()

    def see(self, table: str, looked: Looked) -> None:
        """Somebody has come to look at a table, or has gone."""
        share = self._shares.get(table)
        if share is not None and share.wishes and share.looked != looked:
            self._tables[share.looked] -= 1
            self._tables[looked] += 1
            share.looked = looked
            self._stand(table, share)

    def _stand(self, table: str, share: Share) -> None:
        share.entry = next(self._numbers)
        share.crowd = self._crowd(share.looked)
        heapq.heappush(self._order, (share.looked, share.used, share.entry, table))

    def _take(self, share: Share, wish: Wish) -> None:
        share.wishes.remove(wish)
        if not share.wishes:
            share.entry = 0
            self._tables[share.looked] -= 1

    def _crowd(self, looked: Looked) -> int:
        """How many tables wait or think that have the same right, or more."""
        return sum(self._tables[each] for each in Looked if each <= looked) + self.busy

    def _call(self) -> None:
        """The next ones, as long as there are workers."""
        while self.busy < self.workers and self._order:
            _, used, entry, table = heapq.heappop(self._order)
            share = self._shares.get(table)
            if share is None or share.entry != entry:
                continue
            for given_up in [wish for wish in share.wishes if wish.turn.done()]:
                self._take(share, given_up)
            if not share.wishes:
                continue
            crowd = max(share.crowd, self._crowd(share.looked))
            wish = min(share.wishes, key=lambda wish: share.seats.get(wish.seat, 0.0))
            granted = min(wish.seconds, ROUND * self.workers / crowd)
            self._now = max(self._now, used)
            share.used = used + granted
            share.seats[wish.seat] = share.seats.get(wish.seat, 0.0) + granted
            self._take(share, wish)
            if share.wishes:
                self._stand(table, share)
            self.busy += 1
            wish.turn.set_result(granted)
        if len(self._shares) > KNOWN:
            self._shares = {t: s for t, s in self._shares.items() if s.wishes or s.used > self._now}

    def _done(self) -> None:
        self.busy -= 1
        self._call()
