"""What is told and when: no question precedes the picture that explains it, at the player's own pace."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .stage import (
    GAMES,
    SUMMARY,
    Server,
    play_out,
    play_to_the_end,
    press_something,
    sit_down_with_bots,
    token_of,
)

Opener = Callable[..., Page]

QUICK = """
  const patient = window.setTimeout
  window.setTimeout = (f, ms = 0, ...rest) => patient(f, ms > 40 && ms < 5000 ? ms / 30 : ms, ...rest)
"""
"""Everything in its order, thirty times as fast."""

RECORDER = """
  window.record = []
  const Wire = window.WebSocket
  window.WebSocket = class extends Wire {
    set onmessage(hear) {
      super.onmessage = (event) => {
        const said = JSON.parse(event.data)
        // Before the table is on the screen, what happens is told like what happened before one came.
        if (said.type === 'update' && said.eyes && document.querySelector('[data-testid=lately]')) {
          const { events } = said.eyes[0]
          window.record.push({ entry: said.seq, events: events.map((e) => [e.seq, e.kind]) })
        }
        hear(event)
      }
    }
    send(text) {
      if (JSON.parse(text).what?.type === 'play') window.record.push({ acted: true })
      super.send(text)
    }
  }
  addEventListener('DOMContentLoaded', () => {
    const look = () => {
      const told = document.querySelector('[data-testid=lately]')
      if (!told) return
      const asked = document.querySelector('.status').textContent.startsWith('Your turn')
      const now = { told: [Number(told.dataset.seq ?? 0), told.dataset.kind ?? ''], asked }
      const last = window.record.findLast((row) => row.told)
      if (JSON.stringify(last) !== JSON.stringify(now)) window.record.push(now)
    }
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(document.body, all)
  })
"""
"""What the server says and what the screen shows, in one list."""


def too_early(record: list[dict[str, Any]], said: set[str], important: set[str]) -> tuple[list[str], int]:
    """Questions that stood on the screen before what led to them, in words; and how many questions there were."""
    faults: list[str] = []
    questions = 0
    lead: list[list[Any]] = []  # what has happened since I was last asked
    shown: list[list[Any]] = []  # what has been told, without a question beside it
    asked_before = False
    for at, row in enumerate(record):
        if "entry" in row:
            lead += [e for e in row["events"] if e[1] in said]
            continue
        if "acted" in row:  # whoever acts has seen enough of what waits to be told beside the question
            lead, shown = [], []
            continue
        if not row["asked"]:
            shown.append(row["told"])
        elif not asked_before:
            questions += 1
            due = [e for e in lead if e[1] in important] + lead[-1:]
            faults += [f"asked before {e} was shown: {record[max(0, at - 9) : at + 1]}" for e in due if e not in shown]
            lead, shown = [], []
        asked_before = row["asked"]
    return faults, questions


@pytest.mark.parametrize("game", GAMES)
def test_no_question_precedes_the_picture_that_explains_it(server: Server, open_page: Opener, game: str) -> None:
    """Over the record of a whole game: before each question everything that led to it has stood on the screen."""
    page = open_page(motion=True)
    page.add_init_script(QUICK)
    page.add_init_script(RECORDER)
    sit_down_with_bots(page, server, game)
    play_to_the_end(page, seconds=120)
    words = page.evaluate(f"fetch('/api/shelf/{game}').then((r) => r.json())")["words"]
    said = {kind for kind, form in words["events"].items() if form}
    faults, questions = too_early(page.evaluate("window.record"), said, set(words["important"]))
    assert questions > (1 if game == "doctor-rat" else 3)  # a team of Doctor Rat may have lost soon
    assert faults == []


def test_everybody_sets_their_own_pace_at_the_table(server: Server, open_page: Opener) -> None:
    """Waiting for taps, what others did stays until it has been seen; and nobody has to see all of it."""
    page = open_page(motion=True, pace="tap")
    sit_down_with_bots(page, server, "piratz")
    go_on, lately = page.locator("[data-testid=go-on]"), page.locator("[data-testid=lately]")
    rng = random.Random(5)
    for _ in range(200):
        if go_on.count():
            break
        press_something(page, rng)
        page.wait_for_timeout(30)
    for _ in range(3):
        expect(go_on).to_be_visible()
        before = lately.get_attribute("data-seq"), lately.get_attribute("data-kind")
        page.wait_for_timeout(600)
        assert (lately.get_attribute("data-seq"), lately.get_attribute("data-kind")) == before
        go_on.click()
        expect(page.locator(f"[data-testid=lately][data-seq='{before[0]}'][data-kind={before[1]}]")).to_have_count(0)
    skip = page.locator("[data-testid=skip]")
    if skip.count():
        skip.click()
        expect(go_on).to_have_count(0)
    page.click("[data-testid=menu]")
    page.locator("[data-testid=pace-setting]").select_option("off")
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=pace]")).to_have_accessible_name("Pace: all at once")
    page.click("[data-testid=pace]")
    expect(page.locator("[data-testid=pace]")).to_have_accessible_name("Pace: slow")
    assert json.loads(page.evaluate("localStorage.getItem('mischief:prefs')"))["pace"] == "slow"


ENTER_AT_ONCE = """
() => {
  new MutationObserver((_, watcher) => {
    const after = document.querySelector('[data-testid=afterwards]')
    if (!after) return
    watcher.disconnect()
    window.inertAtFirst = after.inert
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  }).observe(document.body, { childList: true, subtree: true })
}
"""
"""Press Enter in the moment in which the buttons after a game come, as somebody does who was still at the last move."""


@pytest.mark.parametrize("pace", ["tap", "slow"])
def test_the_end_is_told_for_as_long_as_one_likes(server: Server, open_page: Opener, pace: str) -> None:
    """Whoever has seen enough goes straight to the result; whoever waits for taps can tap on to the very end."""
    page = open_page(motion=True, pace=pace)
    sit_down_with_bots(page, server, "piratz")
    play_out(server, page.url.rpartition("/")[2], [token_of(page)])
    to_the_result = page.get_by_role("button", name="To the result")
    expect(to_the_result).to_be_visible()
    expect(page.locator("[data-testid=prepare]")).to_have_count(0)  # there is no move to come
    expect(page.locator(SUMMARY)).to_have_count(0)
    if pace == "tap":
        page.click("[data-testid=go-on]")
        expect(page.locator(SUMMARY)).to_have_count(0)
    table = page.url
    page.evaluate(ENTER_AT_ONCE)
    to_the_result.click()
    expect(page.locator(SUMMARY)).to_be_visible()
    expect(page.locator("[data-testid=rematch]")).to_be_visible()
    assert page.evaluate("window.inertAtFirst"), "a late press takes nobody away"
    expect(page.locator("[data-testid=afterwards]:not([inert])")).to_be_visible()
    expect(page).to_have_url(table)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(table)
