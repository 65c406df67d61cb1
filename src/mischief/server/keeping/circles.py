"""What is kept of circles: their links and members, the results of their games, and what is on its way to another
device. Of links, keys and codes only hashes are here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from mischief.server.keeping.database import Base
from mischief.server.protocol.circles import Member
from mischief.server.protocol.messages import Millis

MOST_MEMBERS = 60
"""Who may ever join one circle, those who have gone included."""


class Entry(msgspec.Struct):
    """A circle, and who has come in: a member's number, or nobody in particular."""

    circle: str
    title: str
    created: Millis
    member: int | None


async def found(base: Base, circle: str, title: str, link: str, now: Millis) -> None:
    await base.run("INSERT INTO circles (id, title, link, created) VALUES (?, ?, ?, ?)", circle, title, link, now)


async def by_link(base: Base, link: str) -> Entry | None:
    rows = await base.run("SELECT id, title, created FROM circles WHERE link = ?", link)
    return Entry(rows[0][0], rows[0][1], rows[0][2], None) if rows else None


async def by_key(base: Base, key: str) -> Entry | None:
    """The circle in which a key proves a member who has not gone."""
    rows = await base.run(
        "SELECT c.id, c.title, c.created, m.number FROM members m JOIN circles c ON c.id = m.circle "
        "WHERE m.key = ? AND m.gone = 0",
        key,
    )
    return Entry(*rows[0]) if rows else None


async def join(base: Base, circle: str, key: str, name: str, rat: int, now: Millis) -> int | None:
    """A new member's number; None if there are too many."""
    ((number,),) = await base.run("SELECT count(*) FROM members WHERE circle = ?", circle)
    if number >= MOST_MEMBERS:
        return None
    await base.run(
        "INSERT INTO members (circle, number, key, name, rat, joined, gone) VALUES (?, ?, ?, ?, ?, ?, 0)",
        *(circle, number, key, name, rat, now),
    )
    return int(number)


async def members(base: Base, circle: str) -> list[Member]:
    rows = await base.run(
        "SELECT number, name, rat, joined, gone FROM members WHERE circle = ? ORDER BY number", circle
    )
    return [Member(number, name, rat, joined, bool(gone)) for number, name, rat, joined, gone in rows]


async def rename(base: Base, key: str, name: str, rat: int) -> None:
    await base.run("UPDATE members SET name = ?, rat = ? WHERE key = ?", name, rat, key)


async def renew(base: Base, circle: str, link: str) -> None:
    await base.run("UPDATE circles SET link = ? WHERE id = ?", link, circle)


async def leave(base: Base, circle: str, member: int) -> None:
    await base.run("UPDATE members SET gone = 1 WHERE circle = ? AND number = ?", circle, member)


# Tables and results


async def tables(base: Base, circle: str, limit: int) -> list[str]:
    """Tables that wait or are played at, the newest first."""
    rows = await base.run(
        "SELECT id FROM tables WHERE circle = ? AND status IN ('waiting', 'playing') ORDER BY created DESC LIMIT ?",
        *(circle, limit),
    )
    return [table for (table,) in rows]


async def unwritten(base: Base, circle: str, limit: int) -> list[tuple[str, Millis]]:
    """Games that are over and whose results have not been written down yet, the oldest first: when they ended."""
    rows = await base.run(
        "SELECT t.id, t.ended FROM tables t LEFT JOIN results r ON r.table_id = t.id "
        "WHERE t.circle = ? AND t.status = 'over' AND r.table_id IS NULL ORDER BY t.ended LIMIT ?",
        *(circle, limit),
    )
    return [(table, ended) for table, ended in rows]


async def write_result(base: Base, circle: str, table: str, ended: Millis, body: bytes) -> None:
    await base.run(
        "INSERT INTO results (table_id, circle, ended, body) VALUES (?, ?, ?, ?) ON CONFLICT (table_id) DO NOTHING",
        *(table, circle, ended, body.decode()),
    )


async def results(base: Base, circle: str, limit: int) -> list[str]:
    """The results of the latest games, in the order in which they ended."""
    rows: Sequence[Any] = await base.run(
        "SELECT body FROM results WHERE circle = ? ORDER BY ended DESC, table_id DESC LIMIT ?", circle, limit
    )
    return [body for (body,) in reversed(rows)]


async def how_many(base: Base, circle: str) -> int:
    ((count,),) = await base.run("SELECT count(*) FROM results WHERE circle = ?", circle)
    return int(count)


# From one device to another


async def leave_baggage(base: Base, key: str, until: Millis, body: str, now: Millis) -> None:
    """Keep something for a while; what has waited too long goes."""
    await base.run("DELETE FROM carried WHERE until < ?", now)
    await base.run("INSERT INTO carried (key, until, body) VALUES (?, ?, ?)", key, until, body)


async def take_baggage(base: Base, key: str, now: Millis) -> str | None:
    """Whatever is there under a key, once."""
    rows = await base.run("DELETE FROM carried WHERE key = ? RETURNING until, body", key)
    return rows[0][1] if rows and rows[0][0] >= now else None


async def baggage_waits(base: Base, key: str, now: Millis) -> bool:
    return bool(await base.run("SELECT 1 FROM carried WHERE key = ? AND until >= ?", key, now))
