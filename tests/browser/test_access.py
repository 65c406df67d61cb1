"""What axe says of boards in the middle of games, wherever the coach has something to say: also phases that hardly ever
come up, and tables with house rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from mischief.games.shelf import rulebook

from .axe import serious
from .laid import Decision, decisions, every_card, sit_down_at
from .stage import GAMES, Server

Opener = Callable[..., Page]


def late(game: str) -> list[Decision]:
    """The last decision of each seat in one game: what has gathered on the table lies there."""
    found: dict[int, Decision] = {}
    for one in decisions(rulebook(game)(), seed=3):
        found[one.seat] = Decision(one.game, one.seat, one.state.clone(), list(one.log))
    return list(found.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_at_any_decision(
    server: Server, open_page: Opener, game: str, size: tuple[int, int]
) -> None:
    page = open_page(width=size[0], height=size[1], bypass_csp=True)
    wrong: list[str] = []
    for found in [*every_card(rulebook(game)).values(), *late(game)]:
        sit_down_at(page, server, found)
        page.wait_for_selector("section.board *")
        wrong += [f"{found.card or found.phase}: {fault}" for fault in serious(page)]
    assert not wrong, "\n".join(wrong)
