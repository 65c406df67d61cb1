"""The tables of the database, and the steps that bring any older database up to date.

A step, once released, is never changed: a change of mind is another step.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from mischief.engine.errors import MischiefError

metadata = sa.MetaData()

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("listed", sa.Integer, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("ended", sa.BigInteger),
    sa.Column("timed", sa.Integer, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

settings = sa.Table(
    "settings",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)

VERSION = sa.Table("schema_version", metadata, sa.Column("version", sa.Integer, nullable=False))

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
]
"""Step n brings a database from version n to version n + 1."""


def migrate(connection: Connection) -> int:
    """Bring the database up to date, one process at a time; returns how many steps it took."""
    sqlite = connection.dialect.name == "sqlite"
    if not sqlite:
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(7283041)"))
    VERSION.create(connection, checkfirst=True)
    found = connection.execute(sa.select(VERSION.c.version)).scalar()
    version = found or 0
    if version > len(STEPS):
        raise MischiefError(
            f"The database has schema version {version}, made by a newer Mischief; this one knows {len(STEPS)}. "
            "Run the newer one, or another database."
        )
    for step in STEPS[version:]:
        for statement in step:
            connection.execute(sa.text(statement.format(clustered="WITHOUT ROWID" if sqlite else "")))
    if found is None:
        connection.execute(VERSION.insert().values(version=len(STEPS)))
    elif version < len(STEPS):
        connection.execute(VERSION.update().values(version=len(STEPS)))
    return len(STEPS) - version
