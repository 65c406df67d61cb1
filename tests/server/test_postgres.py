"""PostgreSQL, and several processes serving the same tables."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
from harness import come, play_to_the_end, served, started

from mischief.engine.errors import MischiefError
from mischief.trials.client import Player, ask
from mischief.trials.crashing import crash_test

pytestmark = pytest.mark.postgres


@contextlib.contextmanager
def process(database: str) -> Iterator[str]:
    """A server process of its own; its address."""
    words = ["serve", "--port", "0", "--database", database, "--no-limits", "--bot-pace", "0", "--log-level", "error"]
    running = subprocess.Popen([sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    url = running.stdout.readline().split()[-1].rstrip("/")
    deadline = time.monotonic() + 30
    try:
        while True:
            with contextlib.suppress(MischiefError):
                ask(url, "/healthz")
                break
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield url
    finally:
        running.terminate()
        running.wait(20)


def test_a_game_on_postgres(postgres: Callable[[], str]) -> None:
    with served(postgres(), limits=False) as server:

        async def play() -> None:
            players = await started(server.url)
            await play_to_the_end(players)
            assert players[0].status == "over"

        asyncio.run(play())


def test_two_processes_serve_fifty_tables_with_seats_split_between_them(postgres: Callable[[], str]) -> None:
    database = postgres()
    with process(database) as one, process(database) as two:

        async def table(number: int) -> None:
            urls = (one, two) if number % 2 else (two, one)
            game = "piratz" if number % 10 == 0 else "doctor-rat"
            wish = {"game": game, "seats": 3, "name": "Ada", "bots": [{"seat": 2, "level": "random"}]}
            made = await asyncio.to_thread(ask, urls[0], "/api/tables", wish)
            bo = await asyncio.to_thread(ask, urls[1], f"/api/tables/{made['table']}/sit", {"name": "Bo"})
            players = [
                await come(urls[0], made["table"], made["token"]),
                await come(urls[1], made["table"], bo["token"]),
            ]
            assert (await players[1].do({"type": "start"}))["type"] == "ok"
            await asyncio.gather(*(play_at_random(player) for player in players))
            spectators = [await come(url, made["table"]) for url in urls]
            assert spectators[0].result == spectators[1].result == players[0].result == players[1].result
            assert spectators[0].eyes[None]["view"] == spectators[1].eyes[None]["view"]
            assert spectators[0].events == spectators[1].events
            for player, other in ((players[0], urls[1]), (players[1], urls[0])):
                fresh = await come(other, made["table"], *player.tokens)
                assert fresh.events == player.events
                assert fresh.eyes[player.seat]["view"] == player.eyes[player.seat]["view"]

        async def everybody() -> None:
            gate = asyncio.Semaphore(25)

            async def through(number: int) -> None:
                async with gate:
                    await table(number)

            await asyncio.gather(*(through(number) for number in range(50)))

        asyncio.run(everybody())


async def play_at_random(player: Player) -> None:
    rng = random.Random(player.table)
    while True:
        await player.until(lambda: player.status == "over" or bool(player.legal()), 60)
        if player.status == "over":
            return
        answer = await player.do({"type": "play", "actions": [rng.choice(player.legal())]})
        assert answer["type"] == "ok" or answer["code"] == "stale", answer
        await player.until(lambda a=answer["seq"]: player.seq >= a, 60)


def test_kill_9_under_load_loses_nothing(postgres: Callable[[], str]) -> None:
    report = asyncio.run(crash_test(postgres(), kills=1, tables=3, people=2))
    assert report.kills == 1
    assert report.acknowledged > 5


def test_presence_is_known_across_processes(postgres: Callable[[], str]) -> None:
    database = postgres()
    with served(database, limits=False) as one, served(database, limits=False) as two:

        async def meet() -> None:
            players = await started(one.url)
            far = await come(two.url, players[0].table)
            await far.until(lambda: any(o["type"] == "presence" and o["here"] == [0, 1] for o in far.others), 30)

        asyncio.run(meet())


def test_settings_are_known_across_processes(postgres: Callable[[], str]) -> None:
    database = postgres()
    with served(database, limits=False) as one, served(database, limits=False) as two:

        async def meet() -> None:
            players = await started(one.url)
            watcher = await come(two.url, players[0].table)  # as long as somebody watches, the table is kept there
            far = two.inside.tables[players[0].table]
            assert (await players[1].do({"type": "auto_pass", "on": True}))["type"] == "ok"
            async with asyncio.timeout(20):
                while 1 not in far.auto_pass:
                    await asyncio.sleep(0.02)
            assert far.auto_pass[1].on
            watcher.leave()

        asyncio.run(meet())


async def let_in(database: str, allowed: bool) -> None:
    """Open the database's doors, or close them and put out everybody who is inside."""
    import asyncpg

    name = database.partition("?")[0].rpartition("/")[2]
    admin = await asyncpg.connect(database, database="postgres")
    await admin.execute(f"ALTER DATABASE {name} WITH ALLOW_CONNECTIONS {allowed}")
    await admin.close()
    if not allowed:
        await put_out(database)


async def put_out(database: str) -> None:
    """End everybody's connection; the doors stay as they are."""
    import asyncpg

    name = database.partition("?")[0].rpartition("/")[2]
    admin = await asyncpg.connect(database, database="postgres")
    await admin.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
    await admin.close()


def test_a_lost_database_pauses_play_and_nothing_is_lost(postgres: Callable[[], str]) -> None:
    """The database puts the server out, again and again."""
    database = postgres()
    with served(database, limits=False) as server:

        async def play() -> None:
            players = await started(server.url)
            one, two = players
            for turn in range(2):
                move = {"type": "play", "actions": [one.legal()[0]]}
                await let_in(database, False)
                assert (await one.do(move, cmd_id=f"turn-{turn}"))["code"] == "paused"
                await let_in(database, True)
                await one.until(lambda: not one.banners[-1]["paused"])
                assert (await one.do(move, cmd_id=f"turn-{turn}"))["type"] == "ok"
                assert (await two.do({"type": "play", "actions": [two.legal()[0]]}))["type"] == "ok"
                await one.until(lambda: bool(one.legal()))
                await two.until(lambda: bool(two.legal()))
            assert [banner["paused"] for banner in one.banners] == [True, False, True, False]
            fresh = await come(server.url, one.table, *one.tokens)
            assert fresh.events == one.events

        asyncio.run(play())


def test_a_connection_that_the_database_ended_is_made_again_unnoticed(postgres: Callable[[], str]) -> None:
    database = postgres()
    with served(database, limits=False) as server:

        async def play() -> None:
            players = await started(server.url)
            for _ in range(2):
                await put_out(database)
                for player in players:
                    assert (await player.do({"type": "play", "actions": [player.legal()[0]]}))["type"] == "ok"
                for player in players:
                    await player.until(lambda player=player: bool(player.legal()))
            assert players[0].banners == []

        asyncio.run(play())


def test_environment_names_the_database() -> None:
    """`MISCHIEF_DATABASE` is read where no --database is given."""
    words = [sys.executable, "-m", "mischief", "serve", "--port", "0"]
    environment = {**os.environ, "MISCHIEF_DATABASE": "mysql://nowhere"}
    ended = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "postgresql://user@host/name" in ended.stderr
