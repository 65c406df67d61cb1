"""Who wants to be told that it is their move: by the key of a seat (of which only the hash is here), so that a rematch,
which has the same keys, needs no new word. And the server's own key, which all processes share."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.server.keeping.database import Base
from mischief.server.protocol.bodies import Subscription
from mischief.server.protocol.messages import Millis

MOST_BROWSERS = 8
"""For one seat: the oldest are forgotten first."""


async def own_key(base: Base, made: str) -> str:
    """The server's key: the one that is kept, or else this one from now on."""
    await base.run("INSERT INTO secrets (name, body) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", "push", made)
    ((found,),) = await base.run("SELECT body FROM secrets WHERE name = ?", "push")
    return str(found)


async def subscribe(base: Base, keys: Sequence[str], to: Subscription, now: Millis) -> None:
    """A browser is told for these seats."""
    for key in keys:
        await base.run(
            "INSERT INTO notices (key, endpoint, p256dh, auth, made) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (key, endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, "
            "made = excluded.made",
            *(key, to.endpoint, to.p256dh, to.auth, now),
        )
        old = await base.run("SELECT endpoint FROM notices WHERE key = ? ORDER BY made DESC, endpoint LIMIT 100", key)
        for (endpoint,) in old[MOST_BROWSERS:]:
            await base.run("DELETE FROM notices WHERE key = ? AND endpoint = ?", key, endpoint)


async def unsubscribe(base: Base, to: Subscription) -> None:
    """A browser is told no more, for no seat."""
    await base.run("DELETE FROM notices WHERE endpoint = ? AND auth = ?", to.endpoint, to.auth)


async def subscribers(base: Base, key: str) -> list[Subscription]:
    rows = await base.run("SELECT endpoint, p256dh, auth FROM notices WHERE key = ? ORDER BY made DESC", key)
    return [Subscription(endpoint=endpoint, p256dh=p256dh, auth=auth) for endpoint, p256dh, auth in rows]
