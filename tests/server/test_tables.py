"""A table from its creation to its rematch."""

from __future__ import annotations

import asyncio

from harness import Served, come, play_to_the_end, started

from mischief.trials.client import ask


def test_two_people_play_a_game_to_the_end(server: Served) -> None:
    async def play() -> None:
        players = await started(server.url)
        await play_to_the_end(players)
        for player in players:
            assert player.status == "over"
            assert player.result is not None
            assert player.result["scores"] == players[0].result["scores"]  # type: ignore[index]
        fresh = await come(server.url, players[0].table, *players[0].tokens)
        assert fresh.events == players[0].events
        assert fresh.eyes[0]["view"] == players[0].eyes[0]["view"]

    asyncio.run(play())


def test_one_request_is_enough_to_play_against_bots(server: Served) -> None:
    async def play() -> None:
        bots = [{"seat": 1, "level": "easy"}, {"seat": 2, "level": "random"}]
        wish = {"game": "last-crumb", "seats": 3, "name": "Ada", "bots": bots, "start": True}
        made = await asyncio.to_thread(ask, server.url, "/api/tables", wish)
        ada = await come(server.url, made["table"], made["token"])
        assert [s["kind"] for s in ada.snapshot["seats"]] == ["person", "bot", "bot"]
        await play_to_the_end([ada])
        assert ada.status == "over"

    asyncio.run(play())
