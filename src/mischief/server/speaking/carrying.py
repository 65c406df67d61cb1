"""Who somebody is, carried from one browser to another: left here for some minutes under a code, and fetched once.

The code is 79 random bits, short enough to be typed and far too long to be guessed in its ten minutes. It is not kept:
what was left lies under the code's hash, veiled by a stream that only the code can make again, so that neither the
database nor a backup of it tells anybody's keys. Whoever is late, wrong or second gets one and the same answer.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request

from mischief.server.keeping import circles as kept
from mischief.server.keeping.database import Base
from mischief.server.keeping.store import Job
from mischief.server.protocol import circles as c
from mischief.server.speaking.asking import Endpoint
from mischief.server.tables.entries import ALPHABET, key_of
from mischief.server.tables.refusing import Denied

if TYPE_CHECKING:
    from mischief.server.speaking.api import Api

GOOD_FOR = 10 * 60 * 1000
"""Milliseconds until what was left is thrown away."""
NOTHING = "There is nothing to fetch with this code: it was used, it is older than ten minutes, or it is mistyped."


def new_code() -> str:
    """Four groups of four characters."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(4)) for _ in range(4))


def veil(body: bytes, code: str) -> bytes:
    """Lay a stream over something that the code alone can make; laid again, it is gone. Each code is used once."""
    stream = hashlib.shake_256(b"mischief carries " + code.encode()).digest(len(body))
    return bytes(a ^ b for a, b in zip(body, stream, strict=True))


async def carry(api: Api, _request: Request, wish: c.Baggage) -> c.Carried:
    code, now = new_code(), api.server.now()
    body = base64.b64encode(veil(msgspec.json.encode(wish), code)).decode()
    until = now + GOOD_FOR
    work = partial(kept.leave_baggage, key=key_of(code), until=until, body=body, now=now)
    await api.server.keep(Job(lambda outcome: None, work=work))
    return c.Carried(code, until)


async def take(api: Api, _request: Request, wish: c.Code) -> c.Baggage:
    found: list[str | None] = []

    async def work(base: Base) -> None:
        found.append(await kept.take_baggage(base, key_of(wish.code), api.server.now()))

    await api.server.keep(Job(lambda outcome: None, work=work))
    if (body := found[-1]) is None:
        raise Denied("unknown_circle", NOTHING)
    return msgspec.json.decode(veil(base64.b64decode(body), wish.code), type=c.Baggage)


async def look(api: Api, _request: Request, wish: c.Code) -> c.Waits:
    key, now = key_of(wish.code), api.server.now()
    reading = api.server.store.database.read(lambda base: kept.baggage_waits(base, key, now))
    return c.Waits(await api.server.read(reading))


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/carry", "Leave who you are.", c.Carried, carry, c.Baggage, 32 * 1024),
    Endpoint("POST", "/api/carry/take", "Fetch it elsewhere.", c.Baggage, take, c.Code, 1024),
    Endpoint("POST", "/api/carry/look", "Is it still there?", c.Waits, look, c.Code, 1024),
)
