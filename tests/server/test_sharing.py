"""Thinking is shared fairly: who asks all the time takes nothing from the others, and many make thoughts short."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from harness import Served, come, quick, served, started

from mischief.server.playing.autopilot import _think
from mischief.server.thinking import pool, worker
from mischief.server.thinking.line import ROUND, Line, Looked
from mischief.server.thinking.pool import BURST, Thinker
from mischief.trials.client import Player, ask

PEOPLE, OTHERS, NOBODY = Looked


def slowly(job: Callable[..., Any]) -> Callable[..., Any]:
    """The same thought, in a tenth of a second."""

    def think(*facts: Any) -> Any:
        time.sleep(0.1)
        return job(*facts)

    return think


async def with_a_bot(server: Served, level: str = "normal", **wish: Any) -> Player:
    """A table of Ada and a bot, who is next after her."""
    bots = [{"seat": 1, "level": level}]
    wish = {"game": "last-crumb", "seats": 2, "name": "Ada", "bots": bots, "start": True, **wish}
    made = await asyncio.to_thread(ask, server.url, "/api/tables", wish)
    return await come(server.url, made["table"], made["token"])


# At a real server


def test_a_seat_gets_one_hint_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "explain", slowly(worker.explain))
    with served(tmp_path / "hints.db", limits=False) as server:

        async def scene() -> None:
            one, _ = await started(server.url)
            answers = await asyncio.gather(*(one.do({"type": "hint"}) for _ in range(6)))
            assert [a["type"] for a in answers].count("ok") == 1
            assert {a["code"] for a in answers if a["type"] == "no"} == {"too_fast"}
            assert (await one.do({"type": "hint"}))["hint"]["text"], "and the next when it has come"

        asyncio.run(scene())


def test_hints_without_end_do_not_hold_up_another_tables_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """38 hints a second made a bot elsewhere take 20 seconds instead of 2.4."""
    monkeypatch.setattr(pool, "explain", slowly(worker.explain))
    with served(tmp_path / "storm.db", limits=False) as server:

        async def scene() -> None:
            greedy, _ = await started(server.url)
            ada = await with_a_bot(server)
            hints = [greedy.send({"type": "hint"}) for _ in range(38)]
            await asyncio.sleep(0.05)
            await ada.until(lambda: bool(ada.legal()))
            answer = await ada.do({"type": "play", "actions": [ada.legal()[0]]})
            await ada.until(lambda: ada.seq > answer["seq"])
            given = [h.result()["type"] for h in hints if h.done()].count("ok")
            assert given <= 2, "the bot waited behind the hints"

        asyncio.run(scene())


def test_an_address_has_so_many_hints_and_others_have_theirs(tmp_path: Path) -> None:
    with served(tmp_path / "address.db") as server:

        async def scene() -> None:
            one, _ = await started(server.url)
            thinker = server.inside.thinker
            thinker.accounts.pay("127.0.0.1", BURST + 5)
            assert (await one.do({"type": "hint"}))["code"] == "too_fast"
            assert thinker.accounts.left("127.0.0.9") == BURST
            assert (await one.do({"type": "play", "actions": [one.legal()[0]]}))["type"] == "ok"

        asyncio.run(scene())


def test_a_bot_that_waited_moves_as_soon_as_it_has_thought(tmp_path: Path) -> None:
    """The pause in which a move can be seen is over, if the wait for a worker was as long."""
    settings = quick(tmp_path / "pace.db", limits=False)
    settings.tables.bot_pace = 30.0
    with Served(settings) as server:

        async def scene() -> None:
            ada = await with_a_bot(server)
            await ada.until(lambda: bool(ada.legal()))
            live = server.inside.tables[ada.table]
            delays: list[float] = []
            live.server.later = lambda seconds, call: delays.append(seconds)  # type: ignore[method-assign, assignment, return-value, func-returns-value]

            async def waited(*_: Any) -> pool.Thought:
                return pool.Thought([0], time.monotonic(), 25.0)

            live.server.thinker.choose = waited  # type: ignore[method-assign, assignment]
            await _think(live, 0, live.fold.asked[0], "normal", "bot")
            assert 0 <= delays[-1] < 30 * 1.4 - 25

        asyncio.run(scene())


# The line before the workers


class Scene:
    """A line whose thoughts end when the test says so."""

    def __init__(self, workers: int = 1) -> None:
        self.line = Line(workers)
        self.begun: list[tuple[str, int, float]] = []
        self.ends: list[asyncio.Event] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, table: str, seat: int = 0, seconds: float = 1.0, looked: Looked = PEOPLE) -> None:
        async def think() -> None:
            async with self.line.turn(table, seat, seconds, looked) as granted:
                self.begun.append((table, seat, granted))
                end = asyncio.Event()
                self.ends.append(end)
                await end.wait()

        self.tasks.append(asyncio.create_task(think()))
        await asyncio.sleep(0)

    async def end_one(self) -> None:
        self.ends.pop(0).set()
        for _ in range(4):
            await asyncio.sleep(0)

    async def end_all(self) -> list[str]:
        """Who thought, in turn."""
        while self.ends:
            await self.end_one()
        await asyncio.gather(*self.tasks)
        assert self.line.busy == self.line.waiting == 0
        return [table for table, _, _ in self.begun]


def test_every_table_has_the_same_share() -> None:
    async def scene() -> None:
        one = Scene()
        for _ in range(6):
            await one.ask("greedy")
        await one.end_one()
        await one.ask("modest")
        await one.ask("modest", 1)
        assert (await one.end_all())[2:5].count("modest") == 2

    asyncio.run(scene())


def test_a_share_is_time_not_thoughts() -> None:
    """Who thinks briefly thinks more often."""

    async def scene() -> None:
        one = Scene()
        for _ in range(4):
            await one.ask("long", seconds=1.0)
        for _ in range(8):
            await one.ask("short", seconds=0.25)
        order = (await one.end_all())[:10]
        assert order.count("short") >= 3 * (order.count("long") - 1)

    asyncio.run(scene())


def test_every_seat_of_a_table_has_the_same_share() -> None:
    async def scene() -> None:
        one = Scene()
        for _ in range(3):
            await one.ask("t", 0)
        await one.ask("t", 1)
        await one.ask("t", 2)
        await one.end_all()
        assert [seat for _, seat, _ in one.begun] == [0, 1, 2, 0, 0]

    asyncio.run(scene())


def test_people_who_look_come_first_and_tables_that_nobody_watches_last() -> None:
    async def scene() -> None:
        one = Scene()
        await one.ask("begun")
        await one.ask("empty", looked=NOBODY)
        await one.ask("left alone", looked=NOBODY)
        await one.ask("watched", looked=OTHERS)
        await one.ask("played", looked=PEOPLE)
        one.line.see("left alone", PEOPLE)  # somebody comes back
        assert await one.end_all() == ["begun", "played", "left alone", "watched", "empty"]

    asyncio.run(scene())


def test_many_make_thoughts_shorter_not_waits_longer() -> None:
    async def scene() -> None:
        one = Scene()
        await one.ask("first")
        for number in range(20):
            await one.ask(f"table {number}")
        for number in range(100):
            await one.ask(f"unwatched {number}", looked=NOBODY)
        await one.end_all()
        seconds = {table: granted for table, _, granted in one.begun}
        assert seconds["first"] == 1.0, "it was alone"
        assert sum(seconds[f"table {number}"] for number in range(20)) <= 2 * ROUND
        assert seconds["table 0"] == ROUND / 20, "those that nobody watches take nothing from it"
        await one.ask("table 0")
        assert one.begun[-1][2] == 1.0, "when the others have thought, there is time again"
        await one.end_all()

    asyncio.run(scene())


def test_who_gives_up_waiting_leaves_no_gap() -> None:
    async def scene() -> None:
        one = Scene()
        for table in ("a", "b", "c"):
            await one.ask(table)
        one.tasks[1].cancel()
        one.ends.pop(0).set()  # its turn comes before it has heard that it is given up
        one.tasks.pop(1)
        for _ in range(4):
            await asyncio.sleep(0)
        assert await one.end_all() == ["a", "c"]

    asyncio.run(scene())


def test_under_load_a_search_is_shorter_and_rules_of_thumb_stay_what_they_are() -> None:
    thinker = Thinker(1)
    assert thinker._fitting("search:1s", 1.0) == "search:1s"
    assert thinker._fitting("search:1s", 0.25) == "search:0.250s"
    assert thinker._fitting("search:2000it", 0.25) == "search:0.250s"
    assert thinker._fitting("master", 2.0) == "master:2.000s"
    assert thinker._fitting("search:1s", 0.001) == "heuristic"
    at_a_glance = ("easy", "net", "net,warmth=4,reach=6", "master:16it")
    assert [thinker._fitting(word, 0.001) for word in at_a_glance] == list(at_a_glance)
    assert thinker.shortened == 4


@pytest.mark.parametrize(("level", "seconds"), [("search:300ms", 0.3), ("master:400it", 0.4), ("net", 0.0)])
def test_what_a_level_thinks_is_told_after_its_time_even_if_there_was_no_choice(level: str, seconds: float) -> None:
    """Trials have their time too, though nobody looks at the clock while they are made."""
    fold: Any = SimpleNamespace(book=SimpleNamespace(meant=lambda word: word), row=SimpleNamespace(id="a"))
    began = time.monotonic()
    thought = asyncio.run(Thinker(1).choose(fold, 0, level, only=7))
    assert thought.actions == [7]
    assert seconds <= thought.ready - began < seconds + 0.2
