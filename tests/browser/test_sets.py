"""A choice that is a set is gathered on the board in any order, may be changed, and is sent as a whole."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from .stage import Server, sit_down_with_bots
from .test_asking import moves_sent

Opener = Callable[..., Page]


TO_ENTERING = """
() => {
  if (document.querySelector('.status').textContent.includes('enter a building')) return true
  document.querySelector('.actions button:not([disabled]):not(.aside *)')?.click()
  return false
}
"""
"""Press whatever comes before entering, and not a button too many."""


def gather(cards: Locator, order: list[int]) -> None:
    """Tap these cards in this order, the first one twice more: away and back again."""
    for place in (*order, order[0], order[0]):
        cards.nth(place).evaluate("e => e.click()")


def actions(frame: str) -> list[int]:
    found: list[int] = json.loads(frame)["what"]["actions"]
    return found


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [2, 1, 0]])
def test_the_doctor_chooses_dinner_in_any_order(server: Server, open_page: Opener, order: list[int]) -> None:
    page = open_page()
    sent = moves_sent(page)
    sit_down_with_bots(page, server, "doctor-rat")
    expect(page.locator(".status")).to_contain_text("choose dinner")
    cards = page.locator(".me ul[aria-label*=stock] button")
    main = page.locator(".actions .primary")
    expect(main).to_be_disabled()
    gather(cards, order)
    expect(page.locator(".me ul[aria-label*=stock] [aria-pressed=true]")).to_have_count(3)
    assert sent == [], "nothing is sent before it is confirmed"
    expect(main).to_be_enabled()
    main.click()
    expect(page.locator(".status")).not_to_contain_text("choose dinner")
    chosen = actions(sent[0])
    assert len(chosen) >= 3
    assert chosen[:3] == sorted(chosen[:3]), "underneath they go in rising order, whatever was tapped first"


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [2, 1, 0]])
def test_cards_are_laid_at_a_building_in_any_order(server: Server, open_page: Opener, order: list[int]) -> None:
    page = open_page()
    sent = moves_sent(page)
    sit_down_with_bots(page, server, "rattus-cartus")
    for _ in range(400):
        if page.evaluate(TO_ENTERING):
            break
        page.wait_for_timeout(40)
    expect(page.locator(".status")).to_contain_text("enter a building")
    before = len(sent)
    gather(page.locator(".me [data-digits] button"), order)
    page.locator("[data-testid=building-0]").click()
    confirm = page.locator("[data-testid=confirm]")
    expect(confirm).to_contain_text("lay 3")
    assert len(sent) == before, "nothing is sent before it is confirmed"
    confirm.click()
    expect(page.locator(".status")).not_to_contain_text("enter a building")
    laid = actions(sent[before])[1:4]
    assert len(laid) == 3
    assert laid == sorted(laid)
