"""Circles over HTTP: a group of friends under one private link, with tables, history and numbers of its own.

Who has neither the link nor a member's key gets the same answer whatever they ask for: that there is nothing.
"""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from mischief.server.afterwards.standings import packed_numbers, past_game
from mischief.server.keeping import circles as kept
from mischief.server.keeping.database import Base
from mischief.server.keeping.store import Job
from mischief.server.protocol import circles as c
from mischief.server.protocol.bodies import TableCard
from mischief.server.speaking.asking import Endpoint
from mischief.server.speaking.limits import who
from mischief.server.tables.entries import key_of, new_table_id, new_token
from mischief.server.tables.names import clean_name, clean_title
from mischief.server.tables.refusing import Denied
from mischief.server.tables.unreadable import Unreadable

if TYPE_CHECKING:
    from mischief.server.speaking.api import Api

SHOWN = 30
"""Tables and games in a circle's lists."""
MOST_GAMES = 20_000
"""Games of one circle from which its numbers are made, the latest."""
WRITTEN_AT_ONCE = 50
"""Results that are written down for one look; the next look goes on."""
NOTHING = "There is no circle behind this link."


def nothing() -> Denied:
    return Denied("unknown_circle", NOTHING)


async def come_in(api: Api, key: str | None, link: str | None) -> kept.Entry:
    """The circle behind a member's key, or else behind a link."""

    async def look(base: Base) -> kept.Entry | None:
        entry = await kept.by_key(base, key_of(key)) if key is not None else None
        if entry is None and link is not None:
            entry = await kept.by_link(base, key_of(link))
        return entry

    entry = await api.server.read(api.server.store.database.read(look))
    if entry is None:
        raise nothing()
    return entry


async def as_member(api: Api, key: str) -> tuple[kept.Entry, int]:
    entry = await come_in(api, key, None)
    assert entry.member is not None
    return entry, entry.member


async def member_at(api: Api, circle: str, keys: list[str]) -> int | None:
    """Who of a table's circle one of these keys proves. The keys of other circles, and any keys at a table that is no
    circle's, are as good as none: nobody learns from it whose table it is."""

    async def look(base: Base) -> list[kept.Entry | None]:
        return [await kept.by_key(base, key_of(key)) for key in keys]

    if not keys:
        return None
    found = await api.server.read(api.server.store.database.read(look))
    return next((entry.member for entry in found if entry is not None and entry.circle == circle), None)


async def write(api: Api, work: Callable[[Base], Awaitable[None]]) -> None:
    async def run(base: Base) -> None:
        await work(base)

    await api.server.keep(Job(lambda outcome: None, work=run))


async def open_circle(api: Api, _request: Request, wish: c.OpenCircle) -> c.CircleKey:
    title, name = clean_title(wish.title), clean_name(wish.name)
    circle, link, key, now = new_table_id(), new_token(), new_token(), api.server.now()

    async def work(base: Base) -> None:
        await kept.found(base, circle, title, key_of(link), now)
        await kept.join(base, circle, key_of(key), name, wish.rat, now)

    await write(api, work)
    return c.CircleKey(circle, title, 0, key, link)


async def join(api: Api, _request: Request, wish: c.JoinCircle) -> c.CircleKey:
    entry = await come_in(api, None, wish.link)
    name, key = clean_name(wish.name), new_token()
    numbers: list[int | None] = []

    async def work(base: Base) -> None:
        numbers.append(await kept.join(base, entry.circle, key_of(key), name, wish.rat, api.server.now()))

    await write(api, work)
    if (number := numbers[-1]) is None:
        raise Denied("full", f"A circle has at most {kept.MOST_MEMBERS} members.")
    return c.CircleKey(entry.circle, entry.title, number, key, wish.link)


async def see(api: Api, request: Request, wish: c.Pass) -> Any:
    entry = await come_in(api, wish.key, wish.link)
    await write_results(api, entry.circle)

    async def look(base: Base) -> tuple[list[c.Member], list[str], list[str], int]:
        circle = entry.circle
        return (
            await kept.members(base, circle),
            await kept.tables(base, circle, SHOWN),
            await kept.results(base, circle, SHOWN),
            await kept.how_many(base, circle),
        )

    members, tables, results, total = await api.server.read(api.server.store.database.read(look))
    cards: list[TableCard] = []
    for table in tables:
        try:
            live = await api.server.table(table)
        except Unreadable:
            continue
        if live is not None:
            cards.append(api.server.card(live.fold))
    return c.Circle(
        circle=entry.circle,
        title=entry.title,
        created=entry.created,
        me=entry.member,
        members=members,
        tables=cards,
        games=[msgspec.Raw(body.encode()) for body in reversed(results)],  # type: ignore[misc]
        total=total,
        numbers=msgspec.Raw(await numbers_of(api, request, entry.circle, total)),  # type: ignore[arg-type]
    )


async def write_results(api: Api, circle: str) -> None:
    """Write down the results of games that have ended since somebody looked. They could be made again from the games'
    logs at any time; kept, they need not be."""
    database = api.server.store.database
    ended = await api.server.read(database.read(lambda base: kept.unwritten(base, circle, WRITTEN_AT_ONCE)))
    for table, at in ended:
        try:
            live = await api.server.table(table)
        except Unreadable:
            continue
        if live is not None and live.fold.result is not None:
            body = msgspec.json.encode(past_game(live.fold, at))
            await write(api, partial(kept.write_result, circle=circle, table=table, ended=at, body=body))


async def numbers_of(api: Api, request: Request, circle: str, total: int) -> bytes:
    """`Numbers` as JSON: made by the clerk, once for each number of games."""
    database = api.server.store.database

    async def make() -> bytes:
        bodies = await api.server.read(database.read(lambda base: kept.results(base, circle, MOST_GAMES)))
        return await api.clerk.ask(who(request.scope.get("client")), packed_numbers, bodies)

    return gzip.decompress(await api.kept.get(("circle", circle, total), make))


async def change_me(api: Api, _request: Request, wish: c.MyFace) -> c.Member:
    entry, member = await as_member(api, wish.key)
    name = clean_name(wish.name)
    await write(api, partial(kept.rename, key=key_of(wish.key), name=name, rat=wish.rat))
    members = await api.server.read(api.server.store.database.read(lambda base: kept.members(base, entry.circle)))
    return members[member]


async def renew(api: Api, _request: Request, wish: c.RenewLink) -> c.Link:
    entry, member = await as_member(api, wish.key)
    if member != 0:
        raise Denied("not_yours", "Only whoever opened the circle can change its link.")
    link = new_token()
    await write(api, partial(kept.renew, circle=entry.circle, link=key_of(link)))
    return c.Link(link)


async def leave(api: Api, _request: Request, wish: c.LeaveCircle) -> c.Members:
    entry, member = await as_member(api, wish.key)
    if member not in (0, wish.member):
        raise Denied("not_yours", "Only whoever opened the circle can send others away.")
    await write(api, partial(kept.leave, circle=entry.circle, member=wish.member))
    found = await api.server.read(api.server.store.database.read(lambda base: kept.members(base, entry.circle)))
    return c.Members(found)


async def export(api: Api, request: Request, wish: c.ExportCircle) -> Any:
    entry = await come_in(api, wish.key, wish.link)
    await write_results(api, entry.circle)

    async def look(base: Base) -> tuple[list[c.Member], list[str], int]:
        circle = entry.circle
        bodies = await kept.results(base, circle, MOST_GAMES)
        return await kept.members(base, circle), bodies, await kept.how_many(base, circle)

    members, bodies, total = await api.server.read(api.server.store.database.read(look))
    if wish.form == "csv":
        table = await api.clerk.ask(who(request.scope.get("client")), as_csv, bodies, [m.name for m in members])
        return Response(table, media_type="text/csv; charset=utf-8", headers={"cache-control": "no-store"})
    return c.CircleFile(
        format="mischief-circle",
        version=1,
        title=entry.title,
        members=members,
        games=[msgspec.Raw(body.encode()) for body in bodies],  # type: ignore[misc]
        numbers=msgspec.Raw(await numbers_of(api, request, entry.circle, total)),  # type: ignore[arg-type]
    )


def as_csv(bodies: list[str], members: list[str]) -> str:
    """A line for each seat of each game."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\r\n")
    lines.writerow(("ended", "game", "table", "name", "member", "bot", "place", "score", "won"))
    for body in bodies:
        game = msgspec.json.decode(body, type=c.PastGame)
        ended = datetime.fromtimestamp(game.ended / 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        for seat in game.seats:
            name = seat.name if seat.member is None else members[seat.member]
            facts = ("" if seat.member is None else seat.member, seat.bot or "", seat.place, seat.score, int(seat.won))
            lines.writerow((ended, game.title, game.table, harmless(name), *facts))
    return out.getvalue()


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("POST", "/api/circles", "A new circle.", c.CircleKey, open_circle, c.OpenCircle, 1024),
    Endpoint("POST", "/api/circles/join", "Join a circle.", c.CircleKey, join, c.JoinCircle, 1024),
    Endpoint("POST", "/api/circles/see", "A circle.", c.Circle, see, c.Pass, 1024),
    Endpoint("POST", "/api/circles/me", "Be called otherwise.", c.Member, change_me, c.MyFace, 1024),
    Endpoint("POST", "/api/circles/renew", "Another link.", c.Link, renew, c.RenewLink, 1024),
    Endpoint("POST", "/api/circles/leave", "Leave, or send away.", c.Members, leave, c.LeaveCircle, 1024),
    Endpoint("POST", "/api/circles/export", "A circle as a file.", c.CircleFile, export, c.ExportCircle, 1024),
)
