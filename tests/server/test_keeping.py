"""What is acknowledged is kept: through restarts, crashes, full disks and changes of schema."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from harness import Served, come, play_to_the_end, quick, served, started

from mischief.engine.errors import MischiefError
from mischief.server.keeping import schema
from mischief.server.keeping.database import StoreError, open_database
from mischief.server.keeping.sqlite import Sqlite, backup
from mischief.server.keeping.store import Job, Store
from mischief.server.tables.setup import Setup, TableRow
from mischief.trials.client import ask
from mischief.trials.crashing import crash_test


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with served(file) as server:

        async def begin() -> tuple[str, list[list[str]], dict[Any, Any], dict[Any, Any]]:
            one, two = await started(server.url)
            await one.do({"type": "play", "actions": [2]}, cmd_id="kept")
            await one.do({"type": "say", "text": "Back in a minute."})
            await one.do({"type": "auto_pass", "on": True})
            await two.until(lambda: two.seq == one.seq)
            return one.table, [one.tokens, two.tokens], one.events, one.eyes[0]["view"]

        table, tokens, events, view = asyncio.run(begin())
    with served(file) as server:

        async def go_on() -> None:
            one, two = [await come(server.url, table, *token) for token in tokens]
            assert one.events == events
            assert one.eyes[0]["view"] == view
            assert one.eyes[0]["auto_pass"] == {"type": "auto_pass", "on": True}
            assert one.snapshot["chat"][0]["text"] == "Back in a minute."
            again = await one.do({"type": "play", "actions": [2]}, cmd_id="kept", seen=0)
            assert again["type"] == "ok", "a retry after the restart is known"
            await play_to_the_end([one, two])
            assert one.status == "over"

        asyncio.run(go_on())


def test_kill_9_under_load_loses_nothing(tmp_path: Path) -> None:
    """A small one; `mischief crashtest` does two hundred."""
    report = asyncio.run(crash_test(str(tmp_path / "crash.db"), kills=2, tables=4, people=2))
    assert report.kills == 2
    assert report.acknowledged > 20
    assert report.taken_back > 0
    assert report.reconnects >= 8


def test_a_full_disk_pauses_play_with_a_banner_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "full.db", limits=False) as server:
        full = False

        database = server.inside.store.database
        assert isinstance(database, Sqlite)
        connect = database.connect

        def no_more_pages() -> sqlite3.Connection:
            connection = connect()
            if full:
                connection.execute("PRAGMA max_page_count=1")
            return connection

        monkeypatch.setattr(database, "connect", no_more_pages)

        async def fill(limit: str) -> None:
            """As a disk without room would: from here on SQLite may not grow the file."""
            work = database.write(lambda base: base.run(f"PRAGMA max_page_count={limit}"))
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))

        async def play() -> None:
            nonlocal full
            one, two = await started(server.url)
            full = True
            await fill("1")
            codes = []
            for number in range(60):
                answer = await two.do({"type": "say", "text": "x" * 290}, cmd_id=f"say-{number}")
                codes.append(answer.get("code", "ok"))
                if answer.get("code") == "paused":
                    break
                await asyncio.sleep(0)
                server.inside.tables[two.table].said.clear()
            assert codes[-1] == "paused", codes
            await one.until(lambda: bool(one.banners))
            assert one.banners[-1]["paused"]
            assert "Nothing is lost" in one.banners[-1]["text"]
            assert (await one.do({"type": "play", "actions": [0]}, cmd_id="while-full"))["code"] == "paused"
            assert "paused" in _refused(server, {"game": "last-crumb"})
            with pytest.raises(MischiefError, match="false"):
                ask(server.url, "/healthz")
            full = False
            await one.until(lambda: not one.banners[-1]["paused"])
            assert (await one.do({"type": "play", "actions": [0]}, cmd_id="while-full"))["type"] == "ok"
            await play_to_the_end([one, two])
            fresh = await come(server.url, one.table, *one.tokens)
            assert fresh.events == one.events
            said = [line["text"] for line in fresh.snapshot["chat"]]
            assert len(said) == codes.count("ok"), "every acknowledged line is there, and no other"

        asyncio.run(play())


def _refused(server: Served, body: dict[str, Any]) -> str:
    with pytest.raises(MischiefError) as caught:
        ask(server.url, "/api/tables", body)
    return str(caught.value)


def test_a_backup_can_be_made_while_the_server_runs(tmp_path: Path) -> None:
    with served(tmp_path / "live.db") as server:

        async def play() -> str:
            players = await started(server.url)
            playing = asyncio.create_task(play_to_the_end(players))
            assert await asyncio.to_thread(backup, str(tmp_path / "live.db"), tmp_path / "copy.db") > 0
            await playing
            return players[0].table

        table = asyncio.run(play())
    with served(tmp_path / "copy.db") as server:
        assert ask(server.url, f"/api/tables/{table}")["status"] in ("playing", "over")
    with pytest.raises(StoreError, match="already"):
        backup(str(tmp_path / "live.db"), tmp_path / "copy.db")
    with pytest.raises(StoreError, match="no database"):
        backup(str(tmp_path / "missing.db"), tmp_path / "other.db")
    with pytest.raises(StoreError, match="pg_dump"):
        backup("postgresql://x/y", tmp_path / "other.db")


def test_a_database_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    base.execute("INSERT INTO schema_version VALUES (1)")
    for statement in schema.STEPS[0]:
        base.execute(statement.format(clustered="WITHOUT ROWID"))
    setup = '{"seats":2,"options":{"crumbs":"plenty"},"rules_version":1,"host":"h"}'
    base.execute("INSERT INTO tables VALUES ('oldtable','last-crumb',?,'waiting',0,1000,NULL)", (setup,))
    base.execute("""INSERT INTO entries VALUES ('oldtable',1,1000,'{"kind":"sat","seat":0,"name":"Ada","key":"k"}')""")
    base.commit()
    base.close()
    with served(file) as server:
        card = ask(server.url, "/api/tables/oldtable")
        assert card["seats"][0]["name"] == "Ada"
        assert ask(server.url, "/api/tables/oldtable/sit", {"name": "Bo"})["seat"] == 1
    version = sqlite3.connect(file).execute("SELECT version FROM schema_version").fetchone()
    assert version == (len(schema.STEPS),)


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "new.db"
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    base.execute("INSERT INTO schema_version VALUES (99)")
    base.commit()

    async def open_it() -> None:
        store = Store(str(file))
        try:
            await store.open()
        finally:
            await store.database.close()

    with pytest.raises(MischiefError, match="newer Mischief"):
        asyncio.run(open_it())


def test_a_job_that_cannot_be_written_does_not_take_others_down(tmp_path: Path) -> None:
    """Two new tables with one id in the same group: one is kept, the other refused, and play is not paused."""

    async def scene() -> None:
        store = Store(str(tmp_path / "poison.db"))
        await store.open()
        setup = Setup(2, {}, 1, "h")
        outcomes: list[str] = []
        for name in ("a", "b", "b", "c"):
            store.write(Job(outcomes.append, table=TableRow(name, "last-crumb", setup, 1)))
        async with asyncio.timeout(10):
            while len(outcomes) < 4:
                await asyncio.sleep(0.01)
        assert sorted(outcomes) == ["failed", "written", "written", "written"]
        assert not store.paused
        assert len(await store.find(["waiting"], None, False, 10)) == 3
        await store.close()

    asyncio.run(scene())


def test_one_server_to_a_file(tmp_path: Path) -> None:
    with served(tmp_path / "one.db"), pytest.raises(StoreError, match="in use by another"):
        open_database(str(tmp_path / "one.db"))
    with pytest.raises(StoreError, match="postgresql://user@host/name") as caught:
        open_database("mysql://ada:secret@host/x")
    assert "secret" not in str(caught.value)


def test_a_database_that_cannot_be_had_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "noise.db").write_bytes(b"not a database, but long enough to look like one" * 100)
    with served(tmp_path / "busy.db"):
        for file, words in (("busy.db", "in use by another"), ("noise.db", "not a database")):
            command = [sys.executable, "-m", "mischief", "serve", "--port", "0", "--database", str(tmp_path / file)]
            ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
            assert ended.returncode == 2
            assert words in ended.stderr
            assert "Traceback" not in ended.stderr
    ended = subprocess.run(
        [*command[:-1], "postgresql://nobody:hush@127.0.0.1:1/none"], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 2
    assert "cannot be opened" in ended.stderr
    assert "hush" not in ended.stderr


def test_tables_that_nobody_uses_leave_memory_and_come_back(tmp_path: Path) -> None:
    settings = quick(tmp_path / "idle.db", tables={"keep_seconds": 0.3})
    with Served(settings) as server:

        async def scene() -> None:
            one, two = await started(server.url)
            await one.do({"type": "play", "actions": [0]})
            for player in (one, two):
                player.leave()
            async with asyncio.timeout(10):
                while one.table in server.inside.tables:
                    await asyncio.sleep(0.05)
            back = await come(server.url, one.table, *one.tokens)
            assert back.eyes[0]["view"]["mine"] == 1

        asyncio.run(scene())
