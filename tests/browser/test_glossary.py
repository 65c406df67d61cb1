"""Words of a game explain themselves by a tap, and by the keyboard: in the log, on the coach's card, and in a list."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from mischief.engine.coach import read_coach
from mischief.games.shelf import rulebook

from .stage import GAMES, Server, sit_down_with_bots

Opener = Callable[..., Page]


@pytest.mark.parametrize("game", GAMES)
def test_every_word_in_the_list_is_explained_by_a_tap(server: Server, open_page: Opener, game: str) -> None:
    page = open_page(width=390, height=844)
    page.goto(server.url(f"/rules/{game}"))
    page.click("[data-testid=glossary] summary")
    terms = read_coach(rulebook(game).folder).terms
    words = page.locator("[data-testid=glossary] [data-term]")
    assert sorted(words.evaluate_all("all => all.map((e) => e.dataset.term)")) == sorted(terms)
    note = page.locator(".layer .note")
    for place, word in enumerate(words.evaluate_all("all => all.map((e) => e.dataset.term)")):
        words.nth(place).evaluate("e => e.click()")
        expect(note).to_contain_text(terms[word].means)
        expect(note).to_contain_text(terms[word].clause)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("game", GAMES)
def test_words_on_the_coachs_card_explain_themselves(server: Server, open_page: Opener, game: str) -> None:
    page = open_page(width=1440, height=900)
    sit_down_with_bots(page, server, game)
    word = page.locator("[data-testid=coach] [data-term]").first
    word.focus()
    page.keyboard.press("Enter")
    term = word.get_attribute("data-term") or ""
    expect(page.locator(".layer .note")).to_contain_text(read_coach(rulebook(game).folder).terms[term].means)
    page.keyboard.press("Escape")
    expect(page.locator(".layer .note")).to_have_count(0)


ALONE = """() => [...document.querySelectorAll('[data-term]')].flatMap((word) => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  texts.currentNode = word
  let stop = texts.nextNode()
  while (stop && (word.contains(stop) || !stop.length)) stop = texts.nextNode()
  if (!stop || !/^[.,;:!?]/.test(stop.data)) return []
  const range = document.createRange()
  range.setStart(stop, 0)
  range.setEnd(stop, 1)
  const lower = range.getBoundingClientRect().bottom - word.getBoundingClientRect().bottom
  return Math.abs(lower) > 8 ? [word.textContent] : []
})"""
"""Explained words whose full stop or comma has gone on to the next line."""


def test_no_line_begins_with_the_full_stop_of_an_explained_word(server: Server, open_page: Opener) -> None:
    page = open_page(width=844, height=390)
    sit_down_with_bots(page, server, "doctor-rat")
    page.wait_for_selector(".status [data-term]")
    for width in range(320, 900, 8):
        page.set_viewport_size({"width": width, "height": 390})
        assert page.evaluate(ALONE) == [], f"at a width of {width}"
