"""Finished games looked at again: fair, in the background, made once, and only for games that are over."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from harness import Served, fetch, play_to_the_end, served, started

from mischief.engine.errors import MischiefError
from mischief.server.afterwards import analyst
from mischief.server.tables.refusing import Denied
from mischief.server.thinking.line import Looked
from mischief.trials.client import ask


@pytest.fixture(autouse=True)
def quick_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyst, "WHOLE", 0.2)
    monkeypatch.setattr(analyst, "SHORTEST", 0.01)
    monkeypatch.setattr(analyst, "SECOND_LOOK", 0.02)


def a_game(url: str, game: str = "piratz", people: int = 2, **wish: Any) -> str:
    async def play() -> str:
        players = await started(url, game, people, seats=people, **wish)
        await play_to_the_end(players)
        return players[0].table

    return asyncio.run(play())


def analysed(url: str, table: str) -> dict[str, Any]:
    """Have it made, and wait for it: how far it was at each look, and what came of it."""
    path, seen = f"/api/games/{table}/analysis", []
    found = ask(url, path, {})
    deadline = time.monotonic() + 120
    while found["state"] != "ready":
        assert time.monotonic() < deadline, seen
        seen.append(found["done"])
        time.sleep(0.05)
        found = ask(url, path)
    assert seen == sorted(seen)
    analysis: dict[str, Any] = found["analysis"]
    return analysis


def test_a_whole_game_is_judged_and_kept(server: Served) -> None:
    table = a_game(server.url)
    assert ask(server.url, f"/api/games/{table}/analysis") == {"state": "none", "done": 0, "total": 0, "analysis": None}
    found = analysed(server.url, table)
    frames = ask(server.url, f"/api/games/{table}/replay?viewer=all&count=200")["frames"]
    assert found["points"]
    for point in found["points"]:
        assert frames[point["step"]]["by"] == point["seat"]
        assert 0 <= point["chance"] <= 1
    assert {point["seat"] for point in found["points"]} == {0, 1}
    for costly in found["costly"]:
        moves = [move["action"] for move in frames[costly["step"]]["moves"]]
        assert costly["played"]["action"] in moves
        assert costly["better"]["action"] != costly["played"]["action"]
        assert costly["lost"] >= analyst.LEAST
    for seat in (0, 1):
        mine = [costly["lost"] for costly in found["costly"] if costly["seat"] == seat]
        assert mine == sorted(mine, reverse=True)
        assert len(mine) <= 3
    thoughts = server.inside.thinker.line._shares[analyst.IN_LINE].used
    assert analysed(server.url, table) == found
    assert server.inside.thinker.line._shares[analyst.IN_LINE].used == thoughts, "it is made once"


def test_nothing_is_told_of_a_game_that_goes_on(server: Served) -> None:
    async def scene() -> str:
        return (await started(server.url, "piratz"))[0].table

    table = asyncio.run(scene())
    for body in (None, b"{}"):
        method = "GET" if body is None else "POST"
        status, _, said = fetch(
            f"{server.url}/api/games/{table}/analysis", method, body, content_type="application/json"
        )
        assert (status, b"not over yet" in said) == (409, True)


def test_it_stays_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path / "tables.db", limits=False) as server:
        table = a_game(server.url)
        found = analysed(server.url, table)
    with served(tmp_path / "tables.db", limits=False) as again:
        assert ask(again.url, f"/api/games/{table}/analysis")["analysis"] == found


def test_one_address_has_one_game_at_a_time_and_so_many_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path / "tables.db") as server:
        first, second = a_game(server.url), a_game(server.url)
        monkeypatch.setattr(analyst, "WHOLE", 60.0)
        ask(server.url, f"/api/games/{first}/analysis", {})
        with pytest.raises(MischiefError, match="One game at a time"):
            ask(server.url, f"/api/games/{second}/analysis", {})
        assert ask(server.url, f"/api/games/{first}/analysis", {})["state"] in ("waiting", "making")


def test_a_table_that_waits_is_served_first(server: Served) -> None:
    """The analyst steps aside while any table waits for the workers."""

    async def scene() -> list[str]:
        line = server.inside.thinker.line
        order: list[str] = []
        looks = analyst.Analyst(server.inside.thinker, server.inside.store, server.inside.now, False)
        fold = server.inside.tables[table].fold
        task = analyst.Task(fold, "")

        async def ours() -> None:
            await looks._do(lambda *facts: None, fold, b"", task, 0.1)
            order.append("analysis")

        async def theirs(name: str) -> None:
            async with line.turn(name, 0, 0.1, Looked.BY_NOBODY):
                await asyncio.sleep(0.01)
                order.append(name)

        first = asyncio.create_task(theirs("one"))
        await asyncio.sleep(0)
        await asyncio.gather(first, asyncio.create_task(theirs("two")), asyncio.create_task(ours()))
        return order

    table = a_game(server.url)
    assert asyncio.run_coroutine_threadsafe(scene(), server.loop).result(20) == ["one", "two", "analysis"]


def test_too_many_games_in_line_are_refused(server: Served) -> None:
    async def scene() -> None:
        looks = analyst.Analyst(server.inside.thinker, server.inside.store, server.inside.now, False)
        fold = server.inside.tables[table].fold
        looks._tasks.update({str(i): analyst.Task(fold, "") for i in range(analyst.MOST_WAITING)})
        with pytest.raises(Denied, match="Many games wait"):
            await looks.ask(fold, "somebody")

    table = a_game(server.url)
    asyncio.run_coroutine_threadsafe(scene(), server.loop).result(20)
