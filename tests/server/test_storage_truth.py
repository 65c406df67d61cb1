"""A store that cannot be written says so, once, and goes on only when it can: a full disk, a deleted file, a database
that has stopped answering; and a file that two names lead to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import psutil
import pytest
from harness import Served, come, fetch, play_to_the_end, served, started

from mischief.server.keeping.database import StoreError, open_database
from mischief.trials.client import Player


def paused(server: Served, why: str) -> tuple[float | None, float | None]:
    """How often play was paused for a reason, and whether it is now, as the metrics say."""
    look = server.inside.metrics.registry.get_sample_value
    return look("mischief_pauses_total", {"why": why}), look("mischief_store_paused")


def test_a_full_disk_pauses_once_and_not_again_and_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What still fits must not be taken for room: SQLite can write over pages that it has, long after the file can no
    longer grow by a move."""
    with served(tmp_path / "full.db", limits=False) as server:
        database = server.inside.store.database
        connect, full = database.connect, True

        def no_more_pages() -> sqlite3.Connection:
            connection: sqlite3.Connection = connect()
            if full:
                connection.execute("PRAGMA max_page_count=1")
            return connection

        async def play() -> None:
            nonlocal full
            one, _ = await started(server.url)
            monkeypatch.setattr(database, "connect", no_more_pages)
            work = database.write(lambda base: base.run("PRAGMA max_page_count=1"))
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))
            until = time.monotonic() + 4
            number = 0
            while time.monotonic() < until:
                server.inside.tables[one.table].said.clear()
                await one.do({"type": "say", "text": "x" * 290}, cmd_id=f"say-{number}")
                number += 1
                await asyncio.sleep(0.02)
            assert [banner["paused"] for banner in one.banners] == [True]
            assert "full" in one.banners[0]["text"]
            assert paused(server, "full") == (1, 1)
            full = False
            await one.until(lambda: len(one.banners) == 2)
            assert (await one.do({"type": "play", "actions": [0]}))["type"] == "ok"
            await asyncio.sleep(0.7)
            assert [banner["paused"] for banner in one.banners] == [True, False]
            assert paused(server, "full") == (1, 0)

        asyncio.run(play())
        left = sqlite3.connect(tmp_path / "full.db").execute("SELECT count(*) FROM entries WHERE length(body) > 2000")
        assert left.fetchone() == (0,), "what was written for trying is gone again"


def test_a_deleted_file_is_noticed_and_what_was_acknowledged_is_rescued(tmp_path: Path) -> None:
    file = tmp_path / "gone.db"
    with served(file, limits=False) as server:

        async def play() -> Player:
            one, two = await started(server.url)
            assert (await one.do({"type": "play", "actions": [2]}))["type"] == "ok"
            file.unlink()
            answer = await two.do({"type": "play", "actions": [1]})
            assert answer.get("code") == "paused", answer
            await one.until(lambda: bool(one.banners))
            assert "gone" in one.banners[0]["text"]
            assert paused(server, "lost") == (1, 1)
            status, _, body = await asyncio.to_thread(fetch, server.url + "/healthz")
            assert (status, json.loads(body)["why"]) == (503, "lost")
            await asyncio.sleep(1.2)
            assert not file.exists(), "an empty file in its place would look as if all were well"
            assert [banner["paused"] for banner in one.banners] == [True]
            return one

        one = asyncio.run(play())
    with served(tmp_path / "gone.db.rescued") as server:

        async def look() -> None:
            fresh = await come(server.url, one.table, *one.tokens)
            assert fresh.events == one.events
            assert fresh.eyes[0]["view"]["mine"] == 3

        asyncio.run(look())


def test_a_deleted_file_is_noticed_though_nobody_moves(tmp_path: Path) -> None:
    for name in ("idle.db", "idle.db-wal"):
        folder = tmp_path / name
        folder.mkdir()
        with served(folder / "idle.db", limits=False) as server:

            async def wait(server: Served = server, file: Path = folder / name) -> None:
                one, _ = await started(server.url)
                file.unlink()
                await one.until(lambda: bool(one.banners), 10)
                assert one.banners[0]["paused"]

            asyncio.run(wait())


def test_a_file_that_comes_back_is_played_on_and_another_in_its_place_is_not(tmp_path: Path) -> None:
    file, away = tmp_path / "moved.db", tmp_path / "away.db"
    with served(file, limits=False) as server:

        async def play() -> None:
            one, two = await started(server.url)
            file.rename(away)
            assert (await one.do({"type": "play", "actions": [2]}, cmd_id="moved"))["code"] == "paused"
            file.write_text("something else")
            await asyncio.sleep(1.2)
            assert (await one.do({"type": "play", "actions": [2]}, cmd_id="moved"))["code"] == "paused"
            file.unlink()
            away.rename(file)
            await one.until(lambda: not one.banners[-1]["paused"])
            assert (await one.do({"type": "play", "actions": [2]}, cmd_id="moved"))["type"] == "ok"
            await play_to_the_end([one, two])
            assert one.status == "over"

        asyncio.run(play())


def test_one_server_to_a_file_whatever_name_leads_to_it(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "alias.db").symlink_to(tmp_path / "folder" / "real.db")
    (tmp_path / "beside").symlink_to(tmp_path / "folder")
    with served(tmp_path / "folder" / "real.db"):
        for name in ("alias.db", "beside/real.db", "folder/../folder/real.db"):
            with pytest.raises(StoreError, match="in use by another"):
                open_database(str(tmp_path / name))
    with served(tmp_path / "alias.db"), pytest.raises(StoreError, match="in use by another"):
        open_database(str(tmp_path / "folder" / "real.db"))


@contextlib.asynccontextmanager
async def locked(database: str) -> AsyncIterator[None]:
    """Somebody else holds what every write and every look needs."""
    import asyncpg

    other = await asyncpg.connect(database)
    try:
        async with other.transaction():
            await other.execute("LOCK TABLE entries, tables IN ACCESS EXCLUSIVE MODE")
            yield
    finally:
        await other.close()


@contextlib.contextmanager
def frozen(server: Served) -> Iterator[None]:
    """The whole PostgreSQL stands still: it takes connections and says nothing."""
    connection = server.inside.store.database.connection
    backend = psutil.Process(connection.get_server_pid())
    postmaster = backend.parent()
    assert postmaster is not None
    assert "postgres" in postmaster.name()
    processes = [postmaster, *postmaster.children()]
    for process in processes:
        os.kill(process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGCONT)


@pytest.mark.postgres
def test_a_postgres_that_does_not_answer_pauses_play(postgres: Callable[[], str]) -> None:
    database = postgres()
    with served(database, limits=False) as server:
        server.inside.store.database.patience = 0.6

        async def stalled(one: Player, number: int) -> None:
            """While it is stalled."""
            move = {"type": "play", "actions": [one.legal()[0]]}
            answer = await asyncio.wait_for(one.do(move, cmd_id=f"stalled-{number}"), 8)
            assert answer.get("code") == "paused", answer
            assert one.banners[-1]["paused"]
            assert "does not answer" in one.banners[-1]["text"]
            assert paused(server, "slow") == (number, 1)
            status, _, _ = await asyncio.to_thread(fetch, server.url + "/healthz")
            assert status == 503

        async def play() -> None:
            one, two = await started(server.url)
            async with locked(database):
                await stalled(one, 1)
                banners = len(one.banners)
                await asyncio.sleep(2)
                assert len(one.banners) == banners, "an answer to something small is no room for a move"
            await one.until(lambda: not one.banners[-1]["paused"])
            assert (await one.do({"type": "play", "actions": [one.legal()[0]]}, cmd_id="stalled-1"))["type"] == "ok"
            assert (await two.do({"type": "play", "actions": [0]}))["type"] == "ok"
            await one.until(lambda: bool(one.legal()))
            with frozen(server):
                await stalled(one, 2)
            await one.until(lambda: not one.banners[-1]["paused"])
            assert (await one.do({"type": "play", "actions": [one.legal()[0]]}))["type"] == "ok"
            fresh = await come(server.url, one.table, *one.tokens)
            await one.until(lambda: one.seq == fresh.seq)
            assert fresh.events == one.events

        asyncio.run(play())


@pytest.mark.postgres
def test_a_postgres_that_does_not_answer_is_noticed_though_nobody_moves(postgres: Callable[[], str]) -> None:
    with served(postgres(), limits=False) as server:
        server.inside.store.database.patience = 0.5

        async def wait() -> None:
            one, _ = await started(server.url)
            with frozen(server):
                await one.until(lambda: bool(one.banners), 10)
                assert one.banners[0]["paused"]
            await one.until(lambda: not one.banners[-1]["paused"])

        asyncio.run(wait())


def test_trouble_that_nobody_foresaw_pauses_play_and_the_writer_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database's library may raise what it likes: a writer that ended of it would leave everybody without an
    answer, for ever."""
    with served(tmp_path / "odd.db", limits=False) as server:
        database = server.inside.store.database
        write = database.write

        async def odd(work: object) -> object:
            raise ValueError("cannot switch to state 15")

        async def play() -> None:
            one, two = await started(server.url)
            monkeypatch.setattr(database, "write", odd)
            assert (await one.do({"type": "play", "actions": [0]}))["code"] == "paused"
            assert paused(server, "broken") == (1, 1)
            monkeypatch.setattr(database, "write", write)
            await one.until(lambda: len(one.banners) == 2)
            await play_to_the_end([one, two])

        asyncio.run(play())
