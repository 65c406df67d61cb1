"""What is this? Every word of a game on the board, on a button, in the question or in the log is explained where it
stands, by a finger, a mouse or the keyboard, and asking never plays."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, expect

from mischief.engine.coach import read_coach
from mischief.games.shelf import rulebook

from .stage import GAMES, SUMMARY, Server, press_something, sit_down_with_bots

Opener = Callable[..., Page]
NOTE = ".layer .note"
MOMENTS = 12
"""Of one game: enough for every part of a turn to come up."""

TAP_ALL = """
async ([any, known]) => {
  const found = []
  const seen = new Set(known)
  const reader = new RegExp(any, 'gi')
  for (const e of document.querySelectorAll('.seats *, .board *, .actions *, .me *')) {
    if (e.closest('[data-unasked]') || !e.isConnected) continue
    const own = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent)
    const labels = [e.getAttribute('aria-label') ?? '', e.getAttribute('title') ?? '']
    const text = [...own, ...labels].join(' ').replaceAll('\u00ad', '')
    const forms = [...text.matchAll(reader)].map((m) => m[0].toLowerCase()).filter((form) => !seen.has(form))
    if (!forms.length) continue
    e.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await new Promise((done) => setTimeout(done))
    found.push([text, forms, document.querySelector('.layer .note')?.textContent ?? ''])
    for (const form of forms) seen.add(form)
  }
  return found
}
"""
"""Tap everything that has a word whose form was not seen yet; what was read, and how it was answered."""

DOTTED = """
async (where) => {
  const text = document.querySelector(where)?.textContent ?? ''
  const words = [...document.querySelectorAll(`${where} [data-term]`)].map((button) => [button, button.dataset.term])
  const said = []
  for (const [button, word] of words) {
    const there = () => button.isConnected && button.dataset.term === word // nobody has moved meanwhile
    if (!there()) continue
    button.click()
    await new Promise((done) => setTimeout(done))
    if (!there()) continue
    said.push([word, document.querySelector('.layer .note')?.textContent ?? ''])
  }
  return [text, words.map(([, word]) => word), said]
}
"""
"""Tap every dotted word there."""


class Finder:
    """The words of a game's glossary, found in any text by a reader of our own."""

    def __init__(self, game: str) -> None:
        self.means = {word: term.means for word, term in read_coach(rulebook(game).folder).terms.items()}
        self.forms = {
            form.lower(): word
            for word, term in read_coach(rulebook(game).folder).terms.items()
            for form in (word, *term.also)
        }
        longest = sorted(self.forms, key=len, reverse=True)
        self.any = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, longest)) + r")(?![\w-])", re.IGNORECASE)

    def __call__(self, text: str) -> set[str]:
        return {self.forms[found.lower()] for found in self.any.findall(text)}


def moves_sent(page: Page) -> list[str]:
    """What this page tells the server from now on that is a move."""
    sent: list[str] = []

    def listen(line: WebSocket) -> None:
        line.on("framesent", lambda frame: sent.append(str(frame)) if '"play"' in str(frame) else None)

    page.on("websocket", listen)
    return sent


@pytest.mark.parametrize("game", GAMES)
def test_every_word_on_the_table_is_explained_where_it_stands(server: Server, open_page: Opener, game: str) -> None:
    page = open_page()
    find = Finder(game)
    sent = moves_sent(page)
    sit_down_with_bots(page, server, game)
    rng = random.Random(5)
    forms: set[str] = set()
    asked_at: set[str] = set()
    dotted: set[str] = set()
    for _ in range(400):
        if page.locator(SUMMARY).count() or len(asked_at) >= MOMENTS:
            break
        question = page.inner_text(".status")
        if not question.startswith("Your turn") or question in asked_at:
            if not press_something(page, rng):
                page.wait_for_timeout(30)
            continue
        asked_at.add(question)
        text, marked, told = page.evaluate(DOTTED, ".status")
        assert find(text) == set(marked), text
        dotted |= explained(find, told)
        page.keyboard.press("x")
        before = len(sent)
        for text, new, said in page.evaluate(TAP_ALL, [find.any.pattern, sorted(forms)]):
            for form in new:
                assert find.means[find.forms[form]] in said, f"{form} in {text!r} is answered with {said!r}"
            forms |= set(new)
        assert len(sent) == before, "asking has played"
        page.keyboard.press("x")
    assert sent
    assert len(asked_at) > 1
    assert len({find.forms[form] for form in forms}) > 5
    assert dotted
    assert explained(find, page.evaluate(DOTTED, ".log")[2])


def explained(find: Finder, told: list[tuple[str, str]]) -> set[str]:
    """The words that were told, each with its meaning."""
    assert [word for word, said in told if find.means[word] not in said] == []
    return {word for word, _ in told}


HIDDEN = "(e) => e.getBoundingClientRect().width < 2 || !e.checkVisibility()"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hand", ["mouse", "finger", "keyboard"])
def test_asking_is_done_with_any_hand_and_never_plays(server: Server, open_page: Opener, game: str, hand: str) -> None:
    phone = hand == "finger"
    page = open_page(width=390, height=844, has_touch=True) if phone else open_page(width=1440, height=900)
    find = Finder(game)
    sent = moves_sent(page)
    sit_down_with_bots(page, server, game)
    expect(page.locator(".status")).to_contain_text("Your turn: ")
    if hand == "keyboard":
        page.keyboard.press("x")
    else:
        ask = page.locator("[data-testid=what]:visible")
        ask.tap() if phone else ask.click()
    expect(page.locator(".status")).to_contain_text("What is this?")
    before = len(sent)
    note = page.locator(NOTE)
    if hand == "keyboard":
        for _ in range(80):  # Tab alone leads to something that has a word
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.matches('main [data-explains]')"):
                break
        page.keyboard.press("Enter")
    else:
        seen = page.locator("main [data-explains]:visible").filter(visible=True)
        here = next(n for n in range(seen.count()) if not seen.nth(n).evaluate(HIDDEN))
        seen.nth(here).scroll_into_view_if_needed()
        box = seen.nth(here).bounding_box()
        assert box is not None
        x, y = box["x"] + min(box["width"] / 2, 40), box["y"] + box["height"] / 2
        page.touchscreen.tap(x, y) if phone else page.mouse.click(x, y)
    expect(note).to_be_visible()
    said = note.inner_text()
    assert any(means in said for means in find.means.values()), said
    assert len(sent) == before, "asking has played"
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(page.locator(".status")).not_to_contain_text("What is this?")
    assert page.locator("main [data-explains]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1440)


def test_a_right_click_explains_without_asking_first(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    question = page.inner_text(".status")
    page.locator(".actions button").filter(has_text="Reveal").click(button="right")
    expect(page.locator(NOTE)).to_contain_text(Finder("piratz").means["reveal"])
    assert page.inner_text(".status") == question
