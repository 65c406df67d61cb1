"""The coach speaks beside the first decision, covers nothing, comes once, and can be sent away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

from .stage import GAMES, Server, sit_down_with_bots

Opener = Callable[..., Page]
COACH = "[data-testid=coach]"


def box(page: Page, what: str) -> FloatRect:
    found = page.locator(what).bounding_box()
    assert found is not None, what
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["wide", "phone"])
def test_the_coach_speaks_once_beside_the_decision(
    server: Server, open_page: Opener, game: str, size: tuple[int, int]
) -> None:
    page = open_page(width=size[0], height=size[1])
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(COACH)
    card = box(page, COACH)
    for zone in ("section.actions", "section.board"):
        other = box(page, zone)
        assert card["y"] >= other["y"] + other["height"] - 1 or card["y"] + card["height"] <= other["y"] + 1, zone
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    said = page.inner_text(f"{COACH} b")
    page.click("[data-testid=coach-read]")
    expect(page.locator(f"{COACH} b").filter(has_text=said)).to_have_count(0)
    page.reload()
    page.wait_for_selector("[data-seat]")
    expect(page.locator(f"{COACH} b").filter(has_text=said)).to_have_count(0)


def test_the_coach_can_be_sent_away_and_called_back(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=coach-off]")
    expect(page.locator(COACH)).to_have_count(0)
    page.click("[data-testid=menu]")
    page.check("[data-testid=coach-switch]")
    page.keyboard.press("Escape")
    expect(page.locator(COACH)).to_be_visible()
