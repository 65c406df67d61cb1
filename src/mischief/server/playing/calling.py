"""Calls people who are away when it is their move. Quietly: once for each decision, only somebody who asked for it, and
only if they have not come by themselves after a little while.

A call says which table, and that it is their move; nothing of the game.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from mischief.extras import needs
from mischief.server.keeping import notices
from mischief.server.keeping.database import TROUBLE, Base
from mischief.server.keeping.store import Job
from mischief.server.posting.post import Letter, Post
from mischief.server.protocol.bodies import Subscription

if TYPE_CHECKING:
    from mischief.server.playing.live_table import LiveTable
    from mischief.server.playing.table_server import TableServer

Place = tuple[str, int]


class Caller:
    """For each seat that is to be called: since which entry its decision is pending, and the clock that runs."""

    def __init__(self, server: TableServer) -> None:
        self.server = server
        self.waiting: dict[Place, tuple[int, asyncio.TimerHandle]] = {}
        self.called: dict[Place, int] = {}
        self._post: asyncio.Task[tuple[Post, str]] | None = None

    # On the way of every move, so it must cost next to nothing

    def look(self, live: LiveTable) -> None:
        """After an entry of this process's own: is somebody asked who is not here?"""
        fold, state = live.fold, live.fold.state
        if fold.status != "playing" or state is None:
            return
        here: set[int] | None = None
        for seat, place in enumerate(fold.places):
            if not place.person or not state.waits_for(seat) or seat in live.attending:
                continue
            if here is None:
                here = {viewer for viewers in live.followers.all.values() for viewer in viewers}
            where = (live.id, seat)
            asked = fold.asked[seat]
            waits = self.waiting.get(where)
            if seat in here or self.called.get(where) == asked or (waits is not None and waits[0] == asked):
                continue
            if waits is not None:
                waits[1].cancel()
            clock = self.server.later(self.server.settings.call_after, partial(self._ring, where))
            self.waiting[where] = (asked, clock)

    # When the little while is over

    def _ring(self, where: Place) -> None:
        asked, _ = self.waiting.pop(where)
        self.server.spawn(self._call(where, asked))

    async def _call(self, where: Place, asked: int) -> None:
        table, seat = where
        live = await self.server.table(table)
        state = None if live is None else live.fold.state
        if live is None or live.fold.status != "playing" or state is None:
            return
        fold, here = live.fold, live.followers.present()[0]
        if fold.asked[seat] != asked or not state.waits_for(seat) or seat in here or not fold.places[seat].person:
            return
        key = fold.places[seat].key
        try:
            found = await self.server.store.database.read(lambda base: notices.subscribers(base, key))
        except TROUBLE:  # the store's own trouble is said elsewhere
            return
        if not found:
            return
        self.called[where] = asked
        if len(self.called) > 10_000:
            self.called.pop(next(iter(self.called)))
        post, _ = await self.post()
        body = msgspec.json.encode({"table": table, "title": fold.game.info.title})
        for subscription in found:
            post.put(Letter(subscription, f"{table[:24]}-{seat}", body))

    # The post, which is there only where somebody wants it

    async def post(self) -> tuple[Post, str]:
        """The post, and the public part of the server's key."""
        if self._post is None or (self._post.done() and (self._post.cancelled() or self._post.exception())):
            self._post = asyncio.get_running_loop().create_task(self._open())
        return await asyncio.shield(self._post)

    async def _open(self) -> tuple[Post, str]:
        with needs("public"):
            from mischief.server.posting.push import Sender, new_key, public_part
        found: list[str] = []

        async def work(base: Base) -> None:
            found.append(await notices.own_key(base, new_key()))

        await self.server.keep(Job(lambda outcome: None, work=work))
        sender = await asyncio.to_thread(Sender, found[0], self.server.settings.contact)
        post = Post(sender)
        post.on_gone = self.forget
        post.count = lambda outcome: self.server.metrics.pushes.labels(outcome).inc()
        return post, public_part(found[0])

    def forget(self, subscription: Subscription) -> None:
        """A push service knows it no longer, or its browser wants no more."""
        self.server.store.write(Job(lambda outcome: None, work=lambda base: notices.unsubscribe(base, subscription)))

    async def close(self) -> None:
        """Whoever would be called in a moment is called now: nobody will be here to do it later."""
        calls = []
        for where, (asked, clock) in self.waiting.items():
            clock.cancel()
            calls.append(self._call(where, asked))
        self.waiting.clear()
        if calls and not self.server.store.paused:
            await asyncio.wait([asyncio.ensure_future(call) for call in calls], timeout=3.0)
        if self._post is not None and self._post.done() and not self._post.cancelled() and not self._post.exception():
            await self._post.result()[0].close()


async def ask_for(server: TableServer, keys: list[str], to: Subscription) -> None:
    """A browser wants to be told, for these seats."""
    work = partial(notices.subscribe, keys=keys, to=to, now=server.now())
    await server.keep(Job(lambda outcome: None, work=work))
