"""Nobody can make everybody wait: what takes work is done elsewhere, once, in turn, and not without end."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from harness import Served, come, crumbs, fetch, play_to_the_end, quick, served, started

from mischief.engine.errors import MischiefError
from mischief.server.afterwards.clerk import BURST, Clerk
from mischief.server.playing.desk import MOMENT, Desk
from mischief.server.speaking.kept import Kept
from mischief.server.speaking.limits import Turns, who
from mischief.server.tables.fold import Fold
from mischief.server.tables.refusing import Denied
from mischief.trials.client import Line, ask

ADA, BO = "192.0.2.1", "192.0.2.2"


def finished_game(server: Served) -> str:
    async def play() -> str:
        players = await started(server.url, "last-crumb", 3, seats=3, listed=True)
        await play_to_the_end(players)
        return players[0].table

    return asyncio.run(play())


# The clerk


def worked(seconds: float) -> None:
    """So long at work, however busy the machine is."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def takes(seconds: float, says: str = "") -> str:
    worked(seconds)
    return says


def test_the_clerk_serves_in_turn_whoever_asks_most() -> None:
    async def scene() -> None:
        clerk = Clerk(process=False, limits=True)
        order: list[str] = []

        async def ask_for(who: str) -> None:
            await clerk.ask(who, takes, 0.01)
            order.append(who)

        many = [asyncio.create_task(ask_for(ADA)) for _ in range(10)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(ask_for(BO)) for _ in range(2)]
        await asyncio.gather(*many, *few)
        assert order[:5].count(BO) == 2, order
        clerk.close()

    asyncio.run(scene())


def test_the_clerk_refuses_who_has_had_enough_and_serves_others() -> None:
    async def scene() -> None:
        clerk = Clerk(process=False, limits=True)
        clerk.accounts.rate = 0
        clerk.accounts.pay(ADA, BURST - 0.02)
        assert await clerk.ask(ADA, takes, 0.05, "this may still be begun") != ""
        with pytest.raises(Denied) as caught:
            await clerk.ask(ADA, takes, 0.0)
        assert caught.value.code == "too_fast"
        assert await clerk.ask(BO, takes, 0.0, "served") == "served"
        waiting = [asyncio.create_task(clerk.ask(BO, takes, 0.02)) for _ in range(20)]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert 0 < sum(isinstance(result, Denied) for result in results) < 20
        assert clerk.accounts.left(BO) < BURST
        free = Clerk(process=False, limits=False)
        assert len(await asyncio.gather(*(free.ask(ADA, takes, 0.0) for _ in range(50)))) == 50
        for each in (clerk, free):
            each.close()

    asyncio.run(scene())


def fails(error: str) -> None:
    raise {"denied": Denied("refused", "No.", "LC-1"), "broken": ZeroDivisionError("oh")}[error]


def test_what_the_clerk_cannot_do_is_said_and_the_next_is_done() -> None:
    async def scene() -> None:
        clerk = Clerk(process=False, limits=True)
        with pytest.raises(Denied) as caught:
            await clerk.ask(ADA, fails, "denied")
        assert (caught.value.code, caught.value.text, caught.value.clause) == ("refused", "No.", "LC-1")
        with pytest.raises(ZeroDivisionError):
            await clerk.ask(ADA, fails, "broken")
        assert await clerk.ask(ADA, takes, 0.0, "next") == "next"
        clerk.close()

    asyncio.run(scene())


def test_the_table_goes_on_while_the_clerk_is_at_work(tmp_path: Path) -> None:
    """In a process of its own it takes nothing from the loop: hundreds of answers fit into one of its jobs."""
    settings = quick(tmp_path / "work.db", limits=False)
    settings.workers = 1
    with Served(settings, crumbs()) as server:
        table = finished_game(server)
        assert fetch(f"{server.url}/api/games/{table}/replay?viewer=all")[0] == 200
        clerk = server.app.clerk
        busy = asyncio.run_coroutine_threadsafe(clerk.ask(ADA, takes, 1.5, "done"), server.loop)

        async def pings() -> int:
            answers: Counter[str] = Counter()
            line = await Line.to(server.url, lambda raw: answers.update([json.loads(raw)["type"]]))
            while not busy.done():
                before = answers["pong"]
                line.send(b'{"type":"ping"}')
                async with asyncio.timeout(5):
                    while answers["pong"] == before:
                        await asyncio.sleep(0.001)
            line.close()
            return answers["pong"]

        assert asyncio.run(pings()) > 50
        assert busy.result(5) == "done"


# The desk


def test_the_desk_serves_in_turn_and_rests_as_long_as_it_works() -> None:
    rests: list[tuple[float, Callable[[], None]]] = []
    desk = Desk(True, lambda seconds, call: rests.append((seconds, call)))
    order: list[str] = []

    def ask_for(who: str) -> None:
        desk.ask(who, lambda: (worked(MOMENT * 1.5), order.append(who)))  # type: ignore[func-returns-value]

    for _ in range(6):
        ask_for(ADA)
    assert order == [ADA], "after a moment of work there is a rest"
    ask_for(BO)
    while rests:
        seconds, go_on = rests.pop()
        assert seconds >= MOMENT
        before = len(order)
        go_on()
        assert len(order) - before <= 1
    assert order[:3].count(BO) == 1, order
    assert order.count(ADA) == 6
    assert desk.accounts.left(ADA) < desk.accounts.left(BO)


def test_what_is_asked_within_a_question_is_paid_once() -> None:
    desk = Desk(True, lambda seconds, call: None)
    desk.ask(ADA, lambda: desk.ask(ADA, lambda: worked(0.02)))
    spent = desk.accounts.burst - desk.accounts.left(ADA)
    assert 0 < spent < 0.035


def test_all_of_a_finished_game_is_told_once_for_all_who_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path / "told.db") as server:
        table = finished_game(server)
        played_again = 0
        events_since = Fold.events_since

        def counted(fold: Fold, have: int) -> Any:
            nonlocal played_again
            played_again += 1
            return events_since(fold, have)

        monkeypatch.setattr(Fold, "events_since", counted)

        async def scene() -> None:
            one = await come(server.url, table)
            for _ in range(30):
                one.seq = 0
                one.events.clear()
                await one.watch()
            two = await come(server.url, table)
            assert one.events == two.events
            assert len(one.events[None]) > 10

        asyncio.run(scene())
        assert played_again == 1


def test_a_hundred_questions_at_once_let_others_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them in one packet; somebody else's ping is not behind them."""
    monkeypatch.setattr("mischief.server.playing.live_table.check", lambda *facts: worked(0.004))
    with served(tmp_path / "questions.db") as server:

        async def scene() -> None:
            one, two = await started(server.url)
            assert one.line is not None
            assert two.line is not None
            asked = [one.send({"type": "check", "actions": [0]}) for _ in range(100)]
            await asyncio.sleep(0.02)
            two.line.send(b'{"type":"ping"}')
            await two.until(lambda: any(o["type"] == "pong" for o in two.others), 10)
            answered = sum(future.done() for future in asked)
            assert answered < 50, "the ping waited for nearly all of them"
            answers = await asyncio.wait_for(asyncio.gather(*asked), 20)
            assert {answer["type"] for answer in answers} == {"ok"}

        asyncio.run(scene())


def test_who_asks_too_much_may_still_play(tmp_path: Path) -> None:
    with served(tmp_path / "broke.db") as server:

        async def scene() -> None:
            one, two = await started(server.url)
            server.inside.desk.accounts.pay("127.0.0.1", 60)
            assert (await one.do({"type": "check", "actions": [0]}))["code"] == "too_fast"
            assert (await one.do({"type": "undo"}))["code"] == "too_fast"
            with pytest.raises(MischiefError, match="too_fast"):
                await two.watch()
            assert (await one.do({"type": "play", "actions": [0]}))["type"] == "ok"
            await two.until(lambda: two.seq >= one.seq)
            assert (await two.do({"type": "say", "text": "hello"}))["type"] == "ok"

        asyncio.run(scene())


# What is made once


def test_a_replay_is_made_once_for_everybody(tmp_path: Path) -> None:
    with served(tmp_path / "once.db", limits=False) as server:
        table = finished_game(server)
        path = f"{server.url}/api/games/{table}"
        clerk = server.app.clerk
        with ThreadPoolExecutor(12) as threads:
            answers = list(threads.map(lambda _: fetch(path + "/replay?viewer=all"), range(12)))
        assert {status for status, _, _ in answers} == {200}
        assert len({body for _, _, body in answers}) == 1
        assert clerk.done == 1, "asked for at the same time"
        zipped = fetch(path + "/replay?viewer=all", accept_encoding="gzip")
        assert zipped[1]["content-encoding"] == "gzip"
        assert len(zipped[2]) < len(answers[0][2]) / 3
        fetch(path + "/scores")
        fetch(path + "/scores")
        assert clerk.done == 2
        fetch(path + "/replay?viewer=1")
        assert clerk.done == 3
        for bad in ("viewer=9", "from=x"):
            assert fetch(f"{path}/replay?{bad}")[0] == 400
        assert clerk.done == 3, "what is wrong at a glance takes no work"


def test_what_is_kept_has_an_end() -> None:
    async def scene() -> None:
        kept = Kept(room=100)
        made: list[int] = []

        async def make(number: int) -> bytes:
            made.append(number)
            return b"x" * 30

        for number in (1, 2, 3, 1, 4, 1, 2):
            assert len(await kept.get(number, lambda n=number: make(n))) == 30
        assert made == [1, 2, 3, 4, 2], "the one that was not asked for longest went first"
        assert kept.ready.size <= 100

        async def refuse() -> bytes:
            raise Denied("refused", "no")

        for _ in range(2):
            with pytest.raises(Denied):
                await kept.get("bad", refuse)

    asyncio.run(scene())


# Limits for each address


def test_many_threads_on_a_replay_are_told_to_wait(tmp_path: Path) -> None:
    with served(tmp_path / "many.db") as server:
        table = finished_game(server)
        statuses: Counter[int] = Counter()
        lock = threading.Lock()

        def hammer(number: int) -> None:
            for each in range(8):
                viewer = ("all", "watcher", "0", "1")[(number + each) % 4]
                status, headers, _ = fetch(f"{server.url}/api/games/{table}/replay?viewer={viewer}&from={each}")
                with lock:
                    statuses[status] += 1
                if status == 429:
                    assert headers["retry-after"]

        with ThreadPoolExecutor(16) as threads:
            list(threads.map(hammer, range(16)))
        assert set(statuses) == {200, 429}
        assert statuses[200] >= 20, statuses
        assert fetch(server.url + "/healthz")[0] == 200


def test_of_one_address_so_many_requests_are_answered_at_once() -> None:
    async def scene() -> None:
        turns = Turns(at_once=2, most_waiting=3)
        assert [await turns.take(ADA) for _ in range(2)] == [True, True]
        waiting = [asyncio.create_task(turns.take(ADA)) for _ in range(3)]
        await asyncio.sleep(0)
        assert not await turns.take(ADA), "too many wait"
        assert await turns.take(BO), "others have turns of their own"
        waiting[0].cancel()
        await asyncio.sleep(0)
        turns.give(ADA)
        await asyncio.sleep(0)
        assert [task.done() for task in waiting] == [True, True, False]
        for _ in range(2):
            turns.give(ADA)
        assert await waiting[2]
        turns.give(ADA)
        turns.give(BO)
        assert not turns.inside
        assert not turns.waiting

    asyncio.run(scene())


def test_an_address_of_the_long_kind_is_one_of_many() -> None:
    assert who(("2001:db8:1:2:3:4:5:6", 1)) == who(("2001:db8:1:2::9", 2))
    assert who(("2001:db8:1:2::1", 1)) != who(("2001:db8:1:3::1", 1))
    assert who(("::ffff:192.0.2.1", 1)) == who(("192.0.2.1", 9)) == "192.0.2.1"
    assert who(("192.0.2.1", 1)) != who(("192.0.2.2", 1))
    assert who(None) == who(None)


def test_lists_are_looked_up_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path / "lists.db") as server:
        store = server.inside.store
        asked = 0
        find = store.find

        async def counted(*facts: Any) -> list[str]:
            nonlocal asked
            asked += 1
            return await find(*facts)

        monkeypatch.setattr(store, "find", counted)
        for _ in range(20):
            assert ask(server.url, "/api/tables")["tables"] == []
        assert asked < 10
