"""The coach speaks beside the first decision, covers nothing, comes once, and can be sent away."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, expect

import mischief
from mischief.engine.coach import read_coach
from mischief.games.shelf import rulebook

from .laid import every_card, first, sit_down_at
from .stage import GAMES, Server, sit_down_with_bots

Opener = Callable[..., Page]
COACH = "[data-testid=coach]"
COUNTING = "[data-testid=counting]"


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


def test_the_coach_is_silent_where_a_question_answers_itself(server: Server, open_page: Opener) -> None:
    """A card that comes and goes at once cannot be read."""
    page = open_page()
    waits = first(
        lambda one: one.phase == "P2" and set(one.moves) == {"pass", "spinach"}, [mischief.game("pie-rats", 4)]
    )
    assert waits.card is not None
    page.add_init_script(
        # The next question, which may come before this test looks, can be spoken of.
        f"""new MutationObserver(() => {{
            const counting = !!document.querySelector('{COUNTING}')
            window.next ||= window.counted && !counting
            window.counted ||= counting
            window.spoke ||= !window.next && !!document.querySelector('{COACH}')
        }}).observe(document, {{ childList: true, subtree: true }})"""
    )
    sit_down_at(page, server, waits, "matters")
    page.wait_for_selector(COUNTING)
    assert page.evaluate("window.spoke") is False


def test_the_coach_can_be_sent_away_and_called_back(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=coach-off]")
    expect(page.locator(COACH)).to_have_count(0)
    page.click("[data-testid=menu]")
    page.check("[data-testid=coach-switch]")
    page.keyboard.press("Escape")
    expect(page.locator(COACH)).to_be_visible()


# What the coach's card lies on, or pushes out of sight: zones, what can be pressed, its own words.
IN_THE_WAY = """
() => {
  const card = document.querySelector('[data-testid=coach]')
  const mine = card.getBoundingClientRect()
  const found = []
  const out = mine.top < 0 || mine.left < 0 || mine.bottom > innerHeight || mine.right > innerWidth
  if (out) found.push('off the screen')
  if (card.scrollWidth > card.clientWidth + 1 || card.scrollHeight > card.clientHeight + 1) found.push('cut off')
  for (const zone of document.querySelectorAll('section.seats, section.board, section.actions, section.me')) {
    const its = zone.getBoundingClientRect()
    if (its.bottom > mine.top + 1 && its.top < mine.bottom - 1) found.push('over ' + zone.className)
  }
  for (const button of document.querySelectorAll('.actions button, [data-testid=coach] button')) {
    if (button.disabled || button.offsetParent === null) continue
    const at = button.getBoundingClientRect()
    const hit = document.elementFromPoint((at.left + at.right) / 2, (at.top + at.bottom) / 2)
    if (!hit || !button.contains(hit)) found.push('before ' + button.textContent.trim())
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the screen')
  return found
}
"""


@pytest.mark.parametrize("game", GAMES)
def test_no_card_of_the_coach_is_in_the_way(server: Server, open_page: Opener, game: str) -> None:
    """Every card of a game on a phone, short and whole, at a decision that it speaks at."""
    book = rulebook(game)
    cards = read_coach(book.folder).cards
    decisions = every_card(book)
    assert decisions.keys() == cards.keys(), "a card that never comes up"
    page = open_page(width=390, height=844)
    for key, decision in decisions.items():
        sit_down_at(page, server, decision)
        expect(page.locator(f"{COACH} b")).to_have_text(cards[key].what)
        assert page.evaluate(IN_THE_WAY) == [], key
        page.locator(f"{COACH} .more button").click()
        expect(page.locator(f"{COACH} .tip")).to_contain_text(cards[key].tip)
        assert page.evaluate(IN_THE_WAY) == [], f"{key}, whole"
