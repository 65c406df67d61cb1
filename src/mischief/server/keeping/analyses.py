"""What was thought of finished games, kept so that it is thought once."""

from __future__ import annotations

from mischief.server.keeping.database import Base
from mischief.server.protocol.messages import Millis


async def read(base: Base, table: str) -> str | None:
    rows = await base.run("SELECT body FROM analyses WHERE table_id = ?", table)
    return rows[0][0] if rows else None


async def write(base: Base, table: str, made: Millis, body: str) -> None:
    await base.run(
        "INSERT INTO analyses (table_id, made, body) VALUES (?, ?, ?) ON CONFLICT (table_id) DO NOTHING",
        *(table, made, body),
    )
