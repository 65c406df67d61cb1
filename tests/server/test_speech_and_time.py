"""Who may speak, whose clock runs, and windows that go by themselves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from harness import Served, all_heard, come, started, table_of

from mischief.server.playing import autopilot
from mischief.server.protocol.messages import ClockRules
from mischief.server.tables.entries import Played, Row, Started
from mischief.server.tables.fold import Fold
from mischief.server.tables.setup import Setup, TableRow
from mischief.server.thinking.pool import Thought


def soon(server: Served, call: Callable[[], object]) -> None:
    """Do something on the server's own loop."""
    done = asyncio.run_coroutine_threadsafe(_call(call), server.loop)
    done.result(10)


async def _call(call: Callable[[], object]) -> None:
    call()


def test_chat_reaches_everybody_and_is_only_text(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        two.keep_raw = True
        await one.do({"type": "say", "text": "  <script>alert(1)</script>\n\n \u202e reversed\u0007  "})
        async with asyncio.timeout(5):
            while not any(b'"chat"' in raw for raw in two.raw):
                await asyncio.sleep(0.01)
        line = next(json.loads(raw)["chat"] for raw in two.raw if b'"chat"' in raw)
        assert (line["seat"], line["name"]) == (0, "Ada")
        assert line["text"] == "<script>alert(1)</script> reversed"
        for number in range(5):
            answer = await one.do({"type": "say", "text": f"again {number}"})
        assert answer["code"] == "too_fast"
        watcher = await come(server.url, one.table)
        assert (await watcher.do({"type": "say", "text": "psst"}, seat=0))["code"] == "not_yours"

    asyncio.run(scene())


def test_the_doctor_is_silent_where_the_rules_say_so(server: Served) -> None:
    async def scene() -> None:
        players = await started(server.url, "doctor-rat", 4, seats=4)
        muted = spoke = 0
        for _ in range(60):
            for player in players:
                if player.status != "playing":
                    break
                silence = player.eyes[player.seat].get("silence")
                server.inside.tables[player.table].said.clear()
                answer = await player.do({"type": "say", "text": "Take two and call me."})
                if silence is None:
                    assert answer["type"] == "ok", answer
                    spoke += 1
                else:
                    assert (answer["code"], answer["clause"]) == ("silence", silence["clause"])
                    assert answer["clause"].startswith("DR-")
                    muted += 1
            if (muted and spoke) or players[0].status != "playing":
                break
            mover = next(p for p in players if p.legal())
            await mover.do({"type": "play", "actions": [mover.legal()[0]]})
            await all_heard(players)
        assert muted
        assert spoke

    asyncio.run(scene())


def test_when_the_time_is_up_the_house_decides(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """By rules of thumb: a level for people errs on purpose, and nobody asked for that."""
    asked: list[str] = []
    thinker = server.inside.thinker
    think = thinker.choose

    async def listen(fold: Fold, seat: int, level: str, *more: Any) -> Thought:
        asked.append(level)
        return await think(fold, seat, level, *more)

    monkeypatch.setattr(thinker, "choose", listen)

    async def scene() -> None:
        clock = {"move_seconds": 5, "bank_seconds": 3}
        one, two = await started(server.url, clock=clock)
        assert one.snapshot["info"]["clock"] == clock
        live = server.inside.tables[one.table]

        def let_time_pass() -> None:
            live.fold.asked_at[:] = [at - 8_100 for at in live.fold.asked_at]
            autopilot.attend(live, mine=True)

        await two.do({"type": "play", "actions": [4]})
        soon(server, let_time_pass)
        await two.until(lambda: two.eyes[1]["view"]["round"] == 2)
        hands = [row.entry.hand for row in await rows(server, one.table) if isinstance(row.entry, Played)]
        assert hands == ["", "clock"]
        assert asked == ["heuristic"]
        assert live.fold.bank[0] == 0

    asyncio.run(scene())


async def rows(server: Served, table: str) -> list[Row]:
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(server.inside.store.log_of(table), server.loop))


def test_the_bank_pays_for_what_a_move_takes_longer(server: Served) -> None:
    library = server.inside.library
    book = library.rulebook("piratz", 2, {})
    setup = Setup(2, book.game.options, 1, "host", clock=ClockRules(10, 30))
    fold = Fold(TableRow("t", "piratz", setup, 0), book)
    state = book.game.start(3)
    moves = []
    trial = book.game.begin()
    from mischief.engine.chance import Rng

    rng = Rng(3)
    while trial.actor() < 0:
        outcome = int(trial.sample(rng))
        moves.append((-1, outcome))
        trial.apply(-1, outcome)
    fold.apply(Row("t", 1, 1_000, Started(moves=moves)))
    assert fold.state is not None
    mover = int(fold.state.actor())
    assert fold.deadline(mover) == 1_000 + 10_000 + 30_000
    assert fold.deadline(1 - mover) is None
    action = fold.state.legal(mover)[0]
    after = fold.state.clone()
    after.apply(mover, action)
    dealt = [(mover, action)]
    while after.actor() == -1:
        outcome = int(after.sample(rng))
        dealt.append((-1, outcome))
        after.apply(-1, outcome)
    fold.apply(Row("t", 2, 1_000 + 10_000 + 12_000, Played(seat=mover, moves=dealt)))
    assert fold.bank[mover] == 18_000
    assert fold.bank[1 - mover] == 30_000
    assert state.seats == 2


def test_a_clock_that_ran_out_while_no_server_was_there_starts_again(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url, clock={"move_seconds": 5, "bank_seconds": 0})
        live = server.inside.tables[one.table]
        before = one.seq

        def slept() -> None:
            autopilot.wind(live, None)
            live.fold.asked_at[:] = [at - 60_000 for at in live.fold.asked_at]
            autopilot.resume_clock(live)

        soon(server, slept)
        await one.until(lambda: one.seq == before + 1)
        assert one.legal(), "the decision is still theirs"

    asyncio.run(scene())


def test_windows_go_by_for_who_wants_that(server: Served) -> None:
    """Pie Rats asks in windows; a seat that lets them go by is never asked in one, and answers what it would answer."""

    async def scene() -> None:
        players = await started(server.url, "pie-rats", 3, seats=3)
        for player in players[1:]:
            assert (await player.do({"type": "auto_pass", "on": True}))["type"] == "ok"
        table = players[0].table
        game = server.inside.tables[table].fold.game
        for _ in range(400):
            if any(isinstance(r.entry, Played) and r.entry.hand == "auto" for r in await rows(server, table)):
                break
            live = server.inside.tables[table]
            await asyncio.sleep(0.005)
            for player in players:
                state = live.fold.state
                assert state is not None
                seat = player.seat
                assert seat is not None
                window = state.waits_for(seat) and game.window_pass(state, seat) is not None
                if player.legal() and player.status == "playing" and not (seat > 0 and window):
                    await player.do({"type": "play", "actions": [player.legal()[len(player.legal()) // 2]]})
            if players[0].status != "playing":
                break
        auto = [r.entry for r in await rows(server, table) if isinstance(r.entry, Played) and r.entry.hand == "auto"]
        assert auto
        assert all(entry.seat > 0 for entry in auto)

    asyncio.run(scene())


def test_spectators_are_counted_and_absence_is_known(server: Served) -> None:
    async def scene() -> None:
        table, tokens, _ = await asyncio.to_thread(table_of, server.url, people=2)
        one = await come(server.url, table, tokens[0])
        two = await come(server.url, table, tokens[1])
        watcher = await come(server.url, table)
        await one.until(lambda: any(o.get("watchers") == 1 and o.get("here") == [0, 1] for o in one.others))
        two.leave()
        watcher.leave()
        await one.until(lambda: one.others[-1].get("here") == [0])
        assert list(one.others[-1]["away"]) == ["1"]

    asyncio.run(scene())
