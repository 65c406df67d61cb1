"""The tables of the database, and the steps that bring any older database up to date.

A step, once released, is never changed: a change of mind is another step.
"""

from __future__ import annotations

from mischief.engine.errors import MischiefError
from mischief.server.keeping.database import Base

STEPS: list[list[str]] = [
    [
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, setup TEXT NOT NULL, status TEXT NOT NULL,
            listed INTEGER NOT NULL, created BIGINT NOT NULL, ended BIGINT)""",
        """CREATE TABLE entries (
            table_id TEXT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (table_id, seq)) {clustered}""",
        "CREATE INDEX tables_by_end ON tables (status, ended)",
    ],
    [
        "CREATE TABLE settings (table_id TEXT NOT NULL, seat INTEGER NOT NULL, body TEXT NOT NULL, "
        "PRIMARY KEY (table_id, seat))",
        "ALTER TABLE tables ADD COLUMN timed INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tables_listed ON tables (listed, status, created)",
    ],
    [
        "ALTER TABLE tables ADD COLUMN circle TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX tables_of_circle ON tables (circle, status)",
        """CREATE TABLE circles (
            id TEXT PRIMARY KEY, title TEXT NOT NULL, link TEXT NOT NULL UNIQUE, created BIGINT NOT NULL)""",
        """CREATE TABLE members (
            circle TEXT NOT NULL, number INTEGER NOT NULL, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
            rat INTEGER NOT NULL, joined BIGINT NOT NULL, gone INTEGER NOT NULL, PRIMARY KEY (circle, number))""",
        """CREATE TABLE results (
            table_id TEXT PRIMARY KEY, circle TEXT NOT NULL, ended BIGINT NOT NULL, body TEXT NOT NULL)""",
        "CREATE INDEX results_of_circle ON results (circle, ended)",
        "CREATE TABLE carried (key TEXT PRIMARY KEY, until BIGINT NOT NULL, body TEXT NOT NULL)",
        "CREATE TABLE analyses (table_id TEXT PRIMARY KEY, made BIGINT NOT NULL, body TEXT NOT NULL)",
    ],
    [
        "CREATE TABLE secrets (name TEXT PRIMARY KEY, body TEXT NOT NULL)",
        """CREATE TABLE notices (
            key TEXT NOT NULL, endpoint TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, made BIGINT NOT NULL,
            PRIMARY KEY (key, endpoint))""",
        "CREATE INDEX notices_of_browser ON notices (endpoint)",
    ],
]
"""Step n brings a database from version n to version n + 1."""


async def migrate(base: Base) -> int:
    """Bring the database up to date, one process at a time; returns how many steps it took."""
    if base.postgres:
        await base.run("SELECT pg_advisory_xact_lock(7283041)")
    await base.run("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    found = await base.run("SELECT version FROM schema_version")
    version = found[0][0] if found else 0
    if version > len(STEPS):
        raise MischiefError(
            f"The database has schema version {version}, made by a newer Mischief; this one knows {len(STEPS)}. "
            "Run the newer one, or another database."
        )
    for step in STEPS[version:]:
        for statement in step:
            await base.run(statement.format(clustered="" if base.postgres else "WITHOUT ROWID"))
    if not found:
        await base.run("INSERT INTO schema_version (version) VALUES (?)", len(STEPS))
    elif version < len(STEPS):
        await base.run("UPDATE schema_version SET version = ?", len(STEPS))
    return len(STEPS) - version
