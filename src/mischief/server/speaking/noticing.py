"""Who wants to be told that it is their move: a browser hands over where its push service is, and proves its seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.requests import Request

from mischief.extras import MissingExtra, needs
from mischief.server.playing.calling import ask_for
from mischief.server.protocol import bodies as b
from mischief.server.speaking.asking import Endpoint
from mischief.server.tables.entries import key_of
from mischief.server.tables.refusing import Denied
from mischief.server.tables.unreadable import Unreadable

if TYPE_CHECKING:
    from mischief.server.speaking.api import Api


@contextmanager
def _told_kindly() -> Iterator[None]:
    """Without the extra that push messages need, people are told that nobody can be called, and owners why."""
    try:
        yield
    except MissingExtra as missing:
        raise Denied("refused", f"This server cannot call anybody. For its owner: {missing}.") from None


async def tell_key(api: Api, _request: Request, _body: None) -> b.PushKey:
    """GET /api/notices."""
    with _told_kindly():
        _, key = await api.server.caller.post()
    return b.PushKey(key)


async def notice(api: Api, _request: Request, wish: b.Notices) -> b.Noticed:
    """POST /api/notices."""
    with _told_kindly(), needs("public"):
        from mischief.server.posting.push import is_sound
    if not is_sound(wish.subscription):
        raise Denied("malformed", "subscription: that is none of a browser's.")
    if not wish.on:
        api.server.caller.forget(wish.subscription)
        return b.Noticed(0)
    proven: list[str] = []
    for key in wish.keys:
        try:
            live = await api.server.table(key.table)
        except Unreadable:
            continue
        proof = key_of(key.token)
        if live is not None and live.fold.seat_of(proof) is not None and live.fold.status in ("waiting", "playing"):
            proven.append(proof)
    if proven:
        await ask_for(api.server, proven, wish.subscription)
    return b.Noticed(len(proven))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/notices", "The server's key for push messages.", b.PushKey, tell_key),
    Endpoint("POST", "/api/notices", "Be told when it is your move.", b.Noticed, notice, b.Notices),
)
