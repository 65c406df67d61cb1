"""Fair to the absent: what others may do while somebody is away, and what they find when they are back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from harness import Served, come, play_to_the_end, served, started

from mischief.engine.errors import MischiefError
from mischief.trials.client import Player, ask

DAY = 24 * 3600 * 1000


async def away(server: Served, player: Player, other: Player, millis: int = 61_000) -> None:
    """A player goes, and so much time passes."""
    seat = player.seat
    assert seat is not None
    player.leave()
    await other.until(lambda: any(seat not in o["here"] for o in other.others if o["type"] == "presence"))
    table = server.inside.tables[other.table]
    table.followers.away[seat] -= millis
    server.inside.seen[other.table, seat] -= millis
    table.fold.acted_at[seat] -= millis
    server.inside.opened -= millis


def stand_in(server: Served, player: Player, seat: int = 1) -> str | None:
    return server.inside.tables[player.table].fold.places[seat].stand_in


# A bot for somebody who is away


@pytest.mark.parametrize(("chosen", "other"), [("normal", "random"), ("easy", "normal")])
def test_others_call_the_bot_that_the_table_chose_and_no_other(server: Served, chosen: str, other: str) -> None:
    async def scene() -> None:
        one, two = await started(server.url, stand_in=chosen)
        assert one.snapshot["info"]["stand_in"] == chosen
        await away(server, two, one)
        answer = await one.do({"type": "hand_over", "seat": 1, "level": other})
        assert (answer["code"], chosen in answer["text"]) == ("not_yours", True)
        assert (await one.do({"type": "hand_over", "seat": 1, "level": chosen}))["type"] == "ok"
        again = await one.do({"type": "hand_over", "seat": 1, "level": chosen})
        assert (again["code"], "already" in again["text"]) == ("not_now", True)
        await play_to_the_end([one])
        assert one.status == "over"

    asyncio.run(scene())


def test_a_table_cannot_choose_a_bot_that_is_not_there(server: Served) -> None:
    with pytest.raises(MischiefError, match="stand_in"):
        ask(server.url, "/api/tables", {"game": "last-crumb", "stand_in": "genius"})


def test_whoever_returns_finds_their_seat_as_it_was(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        await away(server, two, one)
        await one.do({"type": "hand_over", "seat": 1, "level": "normal"})
        await one.until(lambda: one.eyes[0]["view"]["chosen"][1])
        back = await come(server.url, two.table, *two.tokens)
        await back.until(lambda: stand_in(server, one) is None)
        await one.do({"type": "play", "actions": [one.legal()[0]]})
        await back.until(lambda: bool(back.legal()))
        assert (await back.do({"type": "play", "actions": [back.legal()[0]]}))["type"] == "ok"

    asyncio.run(scene())


def test_a_bot_that_its_owner_called_stays_when_the_page_is_opened_again(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        await two.do({"type": "hand_over", "seat": 1, "level": "easy"})
        two.leave()
        back = await come(server.url, two.table, *two.tokens)
        assert (await back.do({"type": "say", "text": "still here"}))["type"] == "ok"
        assert stand_in(server, one) == "easy"
        assert (await back.do({"type": "take_back"}))["type"] == "ok"

    asyncio.run(scene())


# Ending the game


def test_nobody_ends_the_game_without_those_who_are_away_for_a_while(server: Served) -> None:
    """It took a minute: a bot into their seat, and all hands were open."""

    async def scene() -> None:
        one, two, three = await started(server.url, people=3, seats=3)
        await away(server, two, one)
        await one.do({"type": "hand_over", "seat": 1, "level": "normal"})
        for player in (one, three):
            assert (await player.do({"type": "abandon", "agree": True}))["type"] == "ok"
        assert server.inside.tables[one.table].fold.status == "playing"
        back = await come(server.url, two.table, *two.tokens)
        assert (await back.do({"type": "abandon", "agree": True}))["type"] == "ok"
        await one.until(lambda: one.status == "abandoned")

    asyncio.run(scene())


def test_who_has_left_is_not_asked(server: Served) -> None:
    async def scene() -> None:
        one, two, three = await started(server.url, people=3, seats=3)
        await one.do({"type": "abandon", "agree": True})
        await two.do({"type": "abandon", "agree": True})
        assert one.status == "playing"
        await three.do({"type": "stand"})
        await one.until(lambda: one.status == "abandoned")

    asyncio.run(scene())


@pytest.mark.parametrize(("gone", "ends"), [(DAY - 60_000, False), (DAY + 60_000, True)])
def test_after_a_long_absence_the_others_end_it(tmp_path: Path, gone: int, ends: bool) -> None:
    with served(tmp_path / "gone.db", limits=False) as server:

        async def scene() -> str:
            one, two = await started(server.url)
            assert one.snapshot["info"]["absence"] == DAY
            await away(server, two, one, gone)
            assert (await one.do({"type": "abandon", "agree": True}))["type"] == "ok"
            assert (server.inside.tables[one.table].fold.status == "abandoned") == ends
            return one.table

        table = asyncio.run(scene())
    with served(tmp_path / "gone.db", limits=False) as server:
        card = ask(server.url, f"/api/tables/{table}")
        assert (card["status"] == "abandoned") == ends, "the log says the same"


def test_how_long_is_a_setting_that_a_table_keeps(tmp_path: Path) -> None:
    for hours, seconds in ((1, 3600.0), (1, 7200.0)):
        with served(tmp_path / "set.db", tables={"long_absence": seconds}) as server:
            if hours * 3600 == seconds:
                table = ask(server.url, "/api/tables", {"game": "last-crumb", "name": "Ada"})["table"]
            assert ask(server.url, f"/api/tables/{table}")["info"]["absence"] == hours * 3600 * 1000


def test_a_server_that_was_just_started_has_seen_nobody_go(server: Served) -> None:
    """It may have been down for a day, and everybody waiting before the door."""

    async def scene() -> None:
        one, two = await started(server.url)
        await away(server, two, one, 2 * DAY)
        server.inside.seen.clear()
        server.inside.opened = server.inside.now()
        await one.do({"type": "abandon", "agree": True})
        assert server.inside.tables[one.table].fold.status == "playing"

    asyncio.run(scene())


# In two places


def test_a_player_sees_that_their_seat_is_open_in_a_second_place(server: Served) -> None:
    def places(player: Player) -> list[Any]:
        return [o.get("twice", []) for o in player.others if o["type"] == "presence"]

    async def scene() -> None:
        one, two = await started(server.url)
        phone = await come(server.url, one.table, *one.tokens)
        for here in (one, phone):
            await here.until(lambda p=here: places(p)[-1:] == [[0]])  # type: ignore[misc]
        assert all(found == [] for found in places(two)), "it is nobody else's business"
        phone.leave()
        await one.until(lambda: places(one)[-1] == [])

    asyncio.run(scene())
