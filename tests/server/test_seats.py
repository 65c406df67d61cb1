"""Sitting down, standing up, being away, coming back, and playing again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from harness import Served, come, play_to_the_end, started, table_of

from mischief.engine.errors import MischiefError
from mischief.trials.client import ask


def refused(server: Served, path: str, body: dict[str, Any]) -> str:
    with pytest.raises(MischiefError) as caught:
        ask(server.url, path, body)
    return str(caught.value)


def test_a_name_and_nothing_else(server: Served) -> None:
    table, tokens, _ = table_of(server.url, people=1)
    assert len(tokens[0]) >= 32, "192 bits"
    sit = f"/api/tables/{table}/sit"
    assert "taken" in refused(server, sit, {"name": "ada"})
    assert "taken" in refused(server, sit, {"name": "Bo", "seat": 0})
    assert "seats 0 to 1" in refused(server, sit, {"name": "Bo", "seat": 7})
    assert "name" in refused(server, sit, {"name": "\u200b"})
    assert "malformed" in refused(server, sit, {"name": ""})
    assert "malformed" in refused(server, sit, {"name": "x" * 25})
    assert "malformed" in refused(server, sit, {"nmae": "Bo"})
    assert ask(server.url, sit, {"name": "  Bo \n Peep "})["seat"] == 1
    assert "full" in refused(server, sit, {"name": "Cy"})
    assert [s["name"] for s in ask(server.url, f"/api/tables/{table}")["seats"]] == ["Ada", "Bo Peep"]
    assert "unknown_table" in refused(server, "/api/tables/nowhere/sit", {"name": "Cy"})


def test_tokens_are_kept_only_as_hashes(server: Served) -> None:
    table, tokens, host = table_of(server.url, people=2)
    file = server.inside.store.address
    with open(file, "rb") as base, open(file + "-wal", "rb") as wal:
        kept = base.read() + wal.read()
    assert table.encode() in kept
    for token in [*tokens, host]:
        assert token.encode() not in kept


def test_a_cleared_seat_is_lost_at_once_to_whoever_held_it(server: Served) -> None:
    """Before the start a seat can be cleared; the old token must see and do nothing in it any more."""

    async def scene() -> None:
        table, tokens, host = await asyncio.to_thread(table_of, server.url, people=2)
        ada = await come(server.url, table, tokens[0], host)
        bo = await come(server.url, table, tokens[1])
        assert (await ada.do({"type": "clear_seat", "seat": 1}))["type"] == "ok"
        await bo.until(lambda: any(o["type"] == "resync" for o in bo.others))
        cy = await asyncio.to_thread(ask, server.url, f"/api/tables/{table}/sit", {"name": "Cy"})
        assert cy["seat"] == 1
        assert (await bo.do({"type": "start"}, seat=1))["code"] == "unknown_table"
        with pytest.raises(MischiefError, match="not_yours"):
            await bo.watch()
        await come(server.url, table, cy["token"])

    asyncio.run(scene())


def test_a_hot_seat_plays_several_seats_on_one_connection(server: Served) -> None:
    async def scene() -> None:
        table, tokens, _ = await asyncio.to_thread(table_of, server.url, people=2)
        both = await come(server.url, table, *tokens)
        assert list(both.eyes) == [0, 1]
        await both.do({"type": "start"}, seat=0)
        await both.until(lambda: both.status == "playing")
        for _ in range(5):
            for seat in (0, 1):
                await both.until(lambda s=seat: bool(both.legal(s)))
                answer = await both.do({"type": "play", "actions": [both.legal(seat)[0]]}, seat=seat)
                assert answer["type"] == "ok"
                await both.until(lambda a=answer["seq"]: both.seq >= a)
        await both.until(lambda: both.status == "over")
        for seat in (0, 1):
            mine = [e["facts"].get("paw") for e in both.events[seat] if e["kind"] == "chose"]
            assert [paw is not None for paw in mine] == [s == seat for _ in range(5) for s in (0, 1)]

    asyncio.run(scene())


def test_the_same_seat_from_another_device(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        phone = await come(server.url, one.table, *one.tokens)
        assert (await phone.do({"type": "play", "actions": [0]}))["type"] == "ok"
        await one.until(lambda: one.eyes[0]["view"]["mine"] == 1)
        assert two.eyes[1]["view"]["mine"] is None

    asyncio.run(scene())


def test_a_bot_plays_while_its_owner_is_away_and_the_seat_comes_back(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        answer = await one.do({"type": "hand_over", "seat": 1, "level": "normal"})
        assert (answer["code"], "minute" in answer["text"]) == ("not_yours", True)
        assert (await one.do({"type": "hand_over", "seat": 0, "level": "normal"}))["type"] == "ok"
        await two.until(lambda: two.eyes[1]["view"]["chosen"][0])
        answer = await one.do({"type": "play", "actions": [0]})
        assert (answer["code"], "Take it back" in answer["text"]) == ("not_now", True)
        assert (await one.do({"type": "take_back"}))["type"] == "ok"
        await two.do({"type": "play", "actions": [0]})
        await one.until(lambda: bool(one.legal()))
        assert (await one.do({"type": "play", "actions": [one.legal()[0]]}))["type"] == "ok"

    asyncio.run(scene())


def test_who_stands_up_in_mid_game_is_replaced_by_a_bot(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        assert (await two.do({"type": "stand"}))["type"] == "ok"
        await play_to_the_end([one])
        info = server.inside.tables[one.table].fold.seat_infos()[1]
        assert (info.left, info.stand_in) == (True, "normal")

    asyncio.run(scene())


def test_a_game_is_abandoned_when_everybody_agrees(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        await one.do({"type": "abandon", "agree": True})
        await one.do({"type": "abandon", "agree": False})
        await two.do({"type": "abandon", "agree": True})
        assert two.status == "playing"
        await one.do({"type": "abandon", "agree": True})
        await two.until(lambda: two.status == "abandoned")
        assert (await two.do({"type": "play", "actions": [0]}))["code"] == "not_now"
        assert two.eyes[1]["legal"] == []

    asyncio.run(scene())


def test_a_rematch_seats_the_same_people_with_the_same_tokens(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        assert (await one.do({"type": "rematch"}))["code"] == "not_now"
        await play_to_the_end([one, two])
        assert (await two.do({"type": "rematch"}))["type"] == "ok"
        await one.until(lambda: one.rematch is not None)
        assert (await one.do({"type": "rematch"}))["code"] == "taken"
        again = [await come(server.url, str(one.rematch), *p.tokens) for p in (one, two)]
        assert [list(p.eyes) for p in again] == [[0], [1]]
        assert (await again[1].do({"type": "start"}))["type"] == "ok"
        await play_to_the_end(again)
        assert again[0].status == "over"

    asyncio.run(scene())


def test_your_tables_are_those_whose_tokens_you_keep(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url)
        waiting, tokens, host = await asyncio.to_thread(table_of, server.url, people=1)
        keys = [
            {"table": waiting, "token": host},
            {"table": one.table, "token": one.tokens[0]},
            {"table": waiting, "token": tokens[0]},
            {"table": one.table, "token": "Z" * 32},
            {"table": "nowhere", "token": "Z" * 32},
        ]
        found = await asyncio.to_thread(ask, server.url, "/api/mine", {"keys": keys})
        mine = [(t["table"]["info"]["id"], t["seat"], t["your_turn"]) for t in found["tables"]]
        assert mine[0] == (one.table, 0, True), "those that wait for you come first"
        assert mine[1:] == [(waiting, None, False), (waiting, 0, False)]
        assert found["gone"] == [one.table, "nowhere"]

    asyncio.run(scene())


def test_bots_before_the_start(server: Served) -> None:
    async def scene() -> None:
        table, tokens, _ = await asyncio.to_thread(table_of, server.url, people=1)
        ada = await come(server.url, table, *tokens)
        assert "empty" in (await ada.do({"type": "start"}))["text"]
        assert (await ada.do({"type": "add_bot", "seat": 1, "level": "genius"}))["code"] == "malformed"
        assert (await ada.do({"type": "add_bot", "seat": 1, "level": "search:9999s"}))["code"] == "malformed"
        assert (await ada.do({"type": "add_bot", "seat": 0, "level": "easy"}))["code"] == "taken"
        assert (await ada.do({"type": "add_bot", "seat": 9, "level": "easy"}))["code"] == "malformed"
        assert (await ada.do({"type": "add_bot", "seat": 1, "level": "easy"}))["type"] == "ok"
        assert (await ada.do({"type": "clear_seat", "seat": 1}))["type"] == "ok"
        assert (await ada.do({"type": "add_bot", "seat": 1, "level": "search:20it"}))["type"] == "ok"
        assert (await ada.do({"type": "rename", "name": "Augusta"}))["type"] == "ok"
        assert (await ada.do({"type": "start"}))["type"] == "ok"
        await play_to_the_end([ada])
        assert ada.status == "over"

    asyncio.run(scene())
