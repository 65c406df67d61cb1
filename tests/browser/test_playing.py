"""Whole games through the interface: each game from lobby to summary, two browsers, one screen for two, keys only."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import mischief
from mischief.engine.invariants import plain

from .laid import first, sit_down_at, to_enter
from .stage import (
    GAMES,
    PATIENCE,
    SUMMARY,
    Server,
    finish,
    open_a_table,
    play_by_keys,
    play_to_the_end,
    press_something,
    sit_down_together,
    sit_down_with_bots,
    take_a_chair,
)

Opener = Callable[..., Page]
BROKEN_WORDS = """
() => {
  const broken = []
  const walk = document.createTreeWalker(document.querySelector('.status'), NodeFilter.SHOW_TEXT)
  while (walk.nextNode())
    for (const word of walk.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange()
      range.setStart(walk.currentNode, word.index)
      range.setEnd(walk.currentNode, word.index + word[0].length)
      if (range.getClientRects().length > 1) broken.push(word[0])
    }
  return broken
}
"""
"""Words of the bar that stand on more than one line."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_bots_from_the_shelf_to_the_summary(server: Server, open_page: Opener, game: str) -> None:
    page = open_page()
    sit_down_with_bots(page, server, game)
    play_to_the_end(page, seconds=90)
    expect(page.locator(SUMMARY)).to_contain_text(re.compile(r"won|lost|share|Nobody"))
    for what in ("rematch", "to-replay", "share", "to-lobby"):
        expect(page.locator(f"[data-testid={what}]")).to_be_in_viewport(ratio=1)
    page.click("[data-testid=to-replay]")
    page.wait_for_selector("[data-testid=slider]")
    for _ in range(3):
        page.click("[data-testid=step]")
    expect(page).to_have_url(re.compile(r"#t=3"))
    page.set_viewport_size({"width": 320, "height": 640})
    expect(page.locator(".status")).not_to_contain_text("Replay")
    page.wait_for_function(f"() => ({BROKEN_WORDS})().length === 0")  # the buttons beside it take a moment to shrink
    page.set_viewport_size({"width": 1440, "height": 900})
    jump_to_when_a_piece_came_or_goes(page)


def jump_to_when_a_piece_came_or_goes(page: Page) -> None:
    """From a piece on a replay's board, by keys alone: Enter tells what it is, Tab leads to the ways, Enter goes."""
    slider, ways = page.locator("[data-testid=slider]"), page.locator("[data-testid=way]")
    middle = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(middle))
    expect(page).to_have_url(re.compile(f"#t={middle}$"))
    for piece in page.locator(".board :is(button[data-piece], [data-piece] button, button[data-sort])").all()[:9]:
        piece.focus()
        page.keyboard.press("Enter")
        if ways.count():
            break
    step = re.search(r"at step (\d+)|at the start", ways.first.inner_text())
    assert step, ways.first.inner_text()
    page.keyboard.press("Tab")
    expect(ways.first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(piece).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(ways).to_have_count(0)
    expect(slider).to_have_value(step[1] or "0")


def test_two_browsers_meet_by_an_invitation_and_a_third_watches(server: Server, open_page: Opener) -> None:
    host, guest, watcher = open_page(), open_page(), open_page()
    link = open_a_table(host, server, "piratz")
    expect(host.locator("[data-testid=start]")).to_be_disabled()
    take_a_chair(guest, link)
    expect(host.locator(".room")).to_contain_text("Ben")
    watcher.goto(link)
    expect(watcher.locator(".room")).to_contain_text("Every chair is taken")
    host.click("[data-testid=start]")
    host.wait_for_selector("[data-testid=reveal]")
    expect(guest.locator(".status")).to_have_text("Waiting for Ada to reveal a card or pass.")
    expect(watcher.locator(".actions")).to_have_text("You are watching.")
    expect(host.locator("header.bar")).to_contain_text("1 watching")

    guest.click("#tab-chat")
    guest.fill("#chat-text", "Good digging <b>to all</b>")
    guest.keyboard.press("Enter")
    host.click("#tab-chat")
    expect(host.locator(".lines")).to_contain_text("Good digging <b>to all</b>")

    rng = random.Random(3)
    for _ in range(900):
        if host.locator(SUMMARY).count() and guest.locator(SUMMARY).count():
            break
        if not press_something(host, rng) and not press_something(guest, rng):
            host.wait_for_timeout(10)
    expect(host.locator(SUMMARY)).to_be_visible()
    expect(watcher.locator(SUMMARY)).to_be_visible()
    assert host.text_content(".summary table") == watcher.text_content(".summary table")

    host.click("[data-testid=rematch]")
    host.click("[data-testid=to-rematch]")
    expect(host).not_to_have_url(link)
    host.wait_for_selector("[data-seat='1'], .room")
    expect(host.locator("main")).to_contain_text("Ben")


def test_after_a_game_with_bots_everything_stands_in_sight_and_again_is_one_press(
    server: Server, open_page: Opener
) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    for width, height in ((1440, 900), (390, 844), (844, 390), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for what in ("rematch", "to-replay", "share", "to-lobby"):
            expect(page.locator(f"[data-testid={what}]")).to_be_in_viewport(ratio=1)
            page.click(f"[data-testid={what}]", trial=True)
    before = page.url
    page.click("[data-testid=rematch]")
    expect(page.locator(".status")).to_contain_text(re.compile("Your turn|Waiting for|You are next"))
    assert page.url != before
    expect(page.locator(".chip.me")).to_contain_text("Ada")


def test_reload_lost_connection_and_restart_of_the_server(browser_server: Server, open_page: Opener) -> None:
    page = open_page(forgives="WebSocket connection to .* failed|ERR_CONNECTION_REFUSED")
    sit_down_with_bots(page, browser_server, "piratz")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    shown = page.locator(".beach li[data-piece]").count()
    page.reload()
    page.wait_for_selector("[data-testid=stay]")
    assert page.locator(".beach li[data-piece]").count() == shown
    page.goto(browser_server.url("/"))  # and from the shelf, which says whose move it is
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator("[data-testid=your-move]")).to_be_in_viewport(ratio=1)
        page.wait_for_function("(width) => document.documentElement.scrollWidth <= width", arg=width)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.click("[data-testid=your-move]")
    page.wait_for_selector("[data-testid=stay]")
    assert page.locator(".beach li[data-piece]").count() == shown

    browser_server.stop()
    expect(page.locator(".banner")).to_contain_text("Your seat is kept")
    browser_server.start()
    expect(page.locator(".banner")).to_have_count(0, timeout=20_000)
    page.click("[data-testid=stay]")
    expect(page.locator(".log")).to_contain_text("Ada stayed.")
    play_to_the_end(page)


def test_two_players_on_one_screen_hand_it_over(server: Server, open_page: Opener) -> None:
    page = open_page()
    page.goto(server.url("/new/piratz"))
    page.fill("[data-testid=my-name]", "Ada")
    page.locator(".chairs select").first.select_option("here")
    page.get_by_placeholder("Their name").fill("Ben")
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-testid=reveal]")
    expect(page.locator("[data-seat='0']").first).to_contain_text("Ada you")
    page.click("[data-testid=reveal]")
    page.click("[data-testid=stay]")
    expect(page.locator("[data-testid=hand-over]")).to_contain_text("Hand the screen to Ben")
    expect(page.locator(".beach")).to_have_count(0)
    expect(page.locator("#panel-log")).to_contain_text("The log waits until Ben has the screen.")
    page.click("[data-testid=take-back]")  # Ada thinks better of it: the screen goes back to her, face down
    expect(page.locator("[data-testid=hand-over]")).to_contain_text("Hand the screen to Ada")
    page.click("[data-testid=i-am]")
    page.click("[data-testid=stay]")
    expect(page.locator("[data-testid=hand-over]")).to_contain_text("Hand the screen to Ben")
    page.click("[data-testid=i-am]")
    expect(page.locator(".status")).to_contain_text("Your turn")
    play_to_the_end(page, seconds=90)


def test_a_whole_game_on_a_phone(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    sit_down_with_bots(page, server, "piratz")
    page.click("nav #tab-rules")
    expect(page.locator(".side")).to_be_visible()
    page.keyboard.press("Escape")
    play_to_the_end(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.evaluate(
        "[...document.querySelectorAll('main button')].filter(e => e.offsetParent && e.offsetHeight < 44"
        " && !e.closest('p, th, .log')).map(e => e.textContent)"
    )
    assert small == []


def test_a_whole_game_of_piratz_by_keys_alone(server: Server, open_page: Opener) -> None:
    """Tab between zones, arrows inside, Enter acts: no mouse is touched."""
    page = open_page()
    page.goto(server.url("/"))
    page.locator("[data-testid=box-piratz]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=begin]")
    page.locator("[data-testid=my-name]").focus()
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=draw]")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    rng = random.Random(7)
    focused = "document.activeElement?.closest('.actions, .beach') ? document.activeElement.tagName : ''"
    for _ in range(1500):
        if page.locator(SUMMARY).count():
            break
        if not page.locator(".actions button:not([disabled]), .beach .legal").count():
            page.wait_for_timeout(20)
            continue
        bury = page.locator(".beach .legal").count() > 0 and not page.locator(".actions button").count()
        zone = ".beach" if bury else ".actions"
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("(zone) => !!document.activeElement?.closest(zone)", zone):
                break
        if not page.evaluate(focused):
            continue
        for _ in range(rng.randrange(5)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        page.wait_for_timeout(20)
    expect(page.locator(SUMMARY)).to_be_visible()


KEYED = [("high-tea", 10_000), ("rattus-cartus", 12), ("doctor-rat", 10_000), ("pie-rats", 20)]


@pytest.mark.parametrize(("game", "turns"), KEYED)
def test_boards_are_played_by_keys_alone(server: Server, open_page: Opener, game: str, turns: int) -> None:
    """Digits pick from the hand, Enter presses the one main button, Tab and arrows reach everything else."""
    page = open_page()
    sit_down_with_bots(page, server, game)
    decisions = play_by_keys(page, turns=turns, seconds=150)
    if decisions < turns:  # empty questions answer themselves, so that a short game may be over before
        expect(page.locator(SUMMARY)).to_be_visible()


def test_a_move_is_taken_back_and_another_is_prepared(server: Server, open_page: Opener) -> None:
    host, guest = open_page(), open_page(width=390, height=844)
    sit_down_together(host, guest, server, "piratz")

    host.click("[data-testid=reveal]")
    host.wait_for_selector("[data-testid=stay]")
    expect(host.locator("[data-testid=undo]")).to_have_attribute("aria-disabled", "true")
    host.keyboard.press("u")
    expect(host.locator(".note")).to_contain_text("dealt or rolled")
    host.click("[data-testid=stay]")
    expect(guest.locator(".status")).to_contain_text("Your turn")
    host.keyboard.press("u")
    expect(host.locator(".status")).to_contain_text("Your turn: stay")
    expect(host.locator(".log .struck")).to_contain_text("Ada stayed.")
    expect(guest.locator(".status")).to_have_text("Waiting for Ada to stay or pass.")
    guest.click("nav #tab-log")
    expect(guest.locator(".log")).to_contain_text("Ada took back a move.")
    guest.keyboard.press("Escape")

    host.click("[data-testid=stay]")
    expect(host.locator("[data-testid=change-mind]")).to_have_text("Take it back")
    host.click("[data-testid=prepare]")
    host.click("[data-testid=prepare-reveal]")
    expect(host.locator("[data-testid=plan]")).to_contain_text("Reveal")
    shown = host.locator(".beach li[data-piece]").count()
    guest.click("[data-testid=reveal]")
    guest.wait_for_selector("[data-testid=stay], [data-testid=decline]")
    if guest.locator("[data-testid=stay]").count():
        guest.click("[data-testid=stay]")
        expect(host.locator(".beach li[data-piece]")).to_have_count(shown + 2)
    else:  # two rats in the first two cards
        expect(host.locator(".note")).to_contain_text("is dropped")
    expect(host.locator("[data-testid=plan]")).to_have_count(0)


def test_a_move_that_is_the_only_one_plays_itself_and_says_so(server: Server, open_page: Opener) -> None:
    """Nobody has dug yet, Ada passes: all that Ben can do is reveal (PZ-7.4)."""
    host, guest = open_page(), open_page(width=390, height=844)
    sit_down_together(host, guest, server, "piratz")
    expect(guest.locator(".status")).to_contain_text("Waiting for Ada")
    guest.evaluate("""() => {
      window.shown = []
      const look = () => {
        const reveal = document.querySelector('[data-testid=reveal]')
        const now = [document.querySelector('.status').textContent, reveal ? reveal.disabled : null]
        if (String(now) !== String(window.shown.at(-1)?.slice(0, 2))) window.shown.push([...now, performance.now()])
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
    }""")
    host.click("[data-testid=pass-empty]")
    host.click("[data-testid=pass-empty]")
    expect(guest.locator(".note")).to_have_text("Reveal: nothing else is possible, so it is done for you.")
    expect(guest.locator(".beach li[data-piece]")).to_have_count(1)
    expect(guest.locator(".note")).to_be_visible()  # it outlasts the move
    expect(guest.locator("[data-testid=reveal]")).to_be_enabled()
    shown = [row for row in guest.evaluate("window.shown") if row[0].startswith("Your turn")]
    assert ["Your turn, with nothing to choose: reveal.", True] in [row[:2] for row in shown], shown
    assert shown[-1][0] == "Your turn: reveal a card, or name a treasure and pass."
    assert shown[-1][2] - shown[0][2] > 500, "the move can be seen coming"


def test_cards_are_kept_between_rounds_unless_one_touches_the_table(server: Server, open_page: Opener) -> None:
    """Among bots nobody has to press for keeping what is in hand (PR-9.3)."""
    page = open_page()
    game = mischief.game("pie-rats", 4)
    found = first(lambda one: one.phase == "READY" and 1 <= len(plain(one.state.view(one.seat))["hand"]) <= 2, [game])
    sit_down_at(page, server, found, "matters", coach=False)
    counting = page.locator("[data-testid=counting]")
    expect(counting).to_have_text("You keep your cards, unless you touch the table.")
    expect(page.locator("[data-testid=confirm]")).to_be_enabled()
    page.locator("[data-digits] button").first.click()
    expect(counting).to_have_count(0)
    expect(page.locator("[data-testid=confirm]")).to_contain_text("Throw away")
    page.wait_for_timeout(5500)
    expect(page.locator("[data-testid=confirm]")).to_contain_text("Throw away")
    page.reload()
    expect(counting).to_be_visible()
    expect(page.locator(".status")).not_to_contain_text("throw away")


def test_somebody_who_taps_fast_is_never_refused(server: Server, open_page: Opener) -> None:
    """With all its motion the table takes no tap for a choice that is no longer there."""
    page = open_page(motion=True)
    refusals: list[str] = []
    sent: list[str] = []
    page.on(
        "websocket",
        lambda line: (
            line.on("framereceived", lambda raw: refusals.append(str(raw)) if '"type":"no"' in str(raw) else None),
            line.on("framesent", lambda raw: sent.append(str(raw))),
        ),
    )
    sit_down_with_bots(page, server, "piratz")
    rng = random.Random(4)
    end = time.monotonic() + 45 * PATIENCE
    while time.monotonic() < end and sum('"type":"play"' in frame for frame in sent) < 12:
        if page.locator(SUMMARY).count():  # a short game is over before
            page.click("[data-testid=rematch]")
            expect(page.locator(SUMMARY)).to_have_count(0)
        if not press_something(page, rng):
            page.wait_for_timeout(30)
        facts = page.evaluate(
            "[document.title, document.querySelector('.status').textContent,"
            " document.querySelectorAll('.actions button.primary:not([disabled])').length]"
        )
        assert facts[0].startswith("● Your turn") == facts[1].startswith("Your turn"), facts
        assert facts[2] == 0 or facts[1].startswith("Your turn"), facts
    plays = [found[1] for frame in sent if (found := re.search(r'"cmd_id":"([^"]+)".*"type":"play"', frame))]
    assert len(plays) >= 12
    assert [text for text in refusals if any(f'"{play}"' in text for play in plays)] == []


def test_what_happened_behind_a_hidden_tab_can_be_watched(server: Server, open_page: Opener) -> None:
    host, guest = open_page(motion=True), open_page()
    sit_down_together(host, guest, server, "piratz")
    host.click("[data-testid=reveal]")
    host.click("[data-testid=stay]")
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }"""
    expect(guest.locator(".status")).to_contain_text("Your turn")
    host.evaluate(hide, True)
    rng = random.Random(2)
    before = host.inner_text(".status")
    for _ in range(400):
        if host.title().startswith("●"):
            break
        if not press_something(guest, rng):
            guest.wait_for_timeout(20)
    assert host.inner_text(".status") == before, "nobody looks, nothing moves"
    host.evaluate(hide, False)
    expect(host.locator(".status")).to_contain_text("Your turn")
    if host.locator("[data-testid=missed]").count():
        host.get_by_role("button", name="Watch").click()
        expect(host.locator("[data-testid=missed]")).to_have_count(0)
        expect(host.locator(".status")).to_contain_text("Your turn")

    # Then somebody goes away: after a minute there is something to be done about it.
    guest.close()
    host.evaluate("(() => { const real = Date.now; Date.now = () => real() + 70_000 })()")
    expect(host.locator("[data-testid=away] button")).to_have_text(
        ["Wait", "Let a bot play until they are back", "Offer to end the game"]
    )
    host.get_by_role("button", name="Wait").click()
    expect(host.locator("[data-testid=away]")).to_have_count(0)


def test_every_key_of_the_sheet_does_what_it_says(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.wait_for_selector("[data-testid=reveal]")
    for key, tab in (("c", "chat"), ("r", "rules"), ("n", "notes"), ("l", "log")):
        page.keyboard.press(key)
        expect(page.locator(f".side #tab-{tab}")).to_have_attribute("aria-selected", "true")
        page.evaluate("document.activeElement.blur()")
    for key, title in (("m", "The table"), ("?", "Keys")):
        page.keyboard.press(key)
        expect(page.locator("dialog")).to_contain_text(title)
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-testid=advice]")).to_contain_text("Hint:")
    page.keyboard.press("u")
    expect(page.locator(".note")).to_contain_text("not made a move yet")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=stay]")
    page.locator(".log p").filter(has_text="Ada turned up").hover()  # the log points at what it speaks of
    expect(page.locator(".beach [data-pointed]")).to_have_count(1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    expect(page.locator(".log")).to_contain_text("Ada stayed.")

    page.keyboard.press("m")
    page.get_by_label("Ask again before").select_option("always")
    page.keyboard.press("Escape")
    page.click("[data-testid=reveal]")
    expect(page.locator(".note")).to_contain_text("for good?")
    page.locator("[data-testid=reveal]").evaluate("(button) => (button.click(), button.click())")  # within 3 seconds
    expect(page.locator(".log p").filter(has_text="Ada turned up")).to_have_count(2)


def go_to_the_buildings(page: Page, server: Server) -> None:
    """Rattus Cartus, where there are cards to lay."""
    sit_down_at(page, server, to_enter(4), "matters")
    page.wait_for_selector("[data-building]")


def test_a_card_is_dragged_to_a_building_or_back(server: Server, open_page: Opener) -> None:
    """Dropped on a building it is ready to be laid there, dropped anywhere else it stays in the hand."""
    page = open_page()
    go_to_the_buildings(page, server)
    confirm = page.locator("[data-testid=confirm]")

    def drag(card: int, to: str) -> None:
        start, end = page.locator(".me [data-draggable]").nth(card).bounding_box(), page.locator(to).bounding_box()
        assert start is not None
        assert end is not None
        page.mouse.move(start["x"] + 12, start["y"] + 40)
        page.mouse.down()
        page.mouse.move(start["x"] + 30, start["y"] - 20)
        expect(page.locator(".dragged")).to_have_css("opacity", "0.6")
        page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 20)
        page.mouse.up()
        expect(page.locator(".dragged")).to_have_count(0)

    drag(0, "header.bar")
    expect(confirm).to_have_text("Enter a building")
    drag(0, "[data-building='1']")
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 1$"))
    drag(1, "[data-building='0']")
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 2$"))
    drag(2, ".status")
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 2$"))


TAP_AFTER_THE_DROP = """
() => addEventListener('pointerup', () => setTimeout(() => {
  const third = document.querySelectorAll('.me [data-draggable] button')[2]
  for (const what of ['pointerdown', 'pointerup'])
    third.dispatchEvent(new PointerEvent(what, { bubbles: true, isPrimary: true, pointerType: 'touch' }))
  third.click()
}), { once: true })
"""
"""Tap the third card as soon as another has been dropped."""


def test_a_finger_drags_a_card_and_scrolls_where_there_is_something_to_scroll(
    server: Server, open_page: Opener
) -> None:
    page = open_page(width=390, height=844, has_touch=True, is_mobile=True)
    go_to_the_buildings(page, server)
    confirm, ghost = page.locator("[data-testid=confirm]"), page.locator(".dragged")
    line = page.context.new_cdp_session(page)

    def finger(what: str, *at: dict[str, float]) -> None:
        line.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": list(at)})

    def drag(card: int, to: str, how: str = "touchEnd") -> int:
        """How many ghosts there were on the way."""
        start, end = page.locator(".me [data-draggable]").nth(card).bounding_box(), page.locator(to).bounding_box()
        assert start is not None
        assert end is not None
        x, y = start["x"] + 12, start["y"] + 20
        dx, dy = end["x"] + end["width"] / 2 - x, end["y"] + 20 - y
        finger("touchStart", {"x": x, "y": y})
        for part in (0.1, 0.4, 0.7, 1.0):
            finger("touchMove", {"x": x + dx * part, "y": y + dy * part})
            page.wait_for_timeout(20)
        seen = ghost.count()
        finger(how)
        expect(ghost).to_have_count(0)
        return seen

    assert drag(0, ".status") == 1
    expect(confirm).to_have_text("Enter a building")
    assert drag(0, "[data-building='1']", "touchCancel") == 1  # a call comes in, say
    expect(confirm).to_have_text("Enter a building")
    assert drag(0, "[data-building='1']") == 1
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 1$"))
    page.evaluate(TAP_AFTER_THE_DROP)
    assert drag(1, "[data-building='1']") == 1
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 3$"))  # a tap is still a tap, however soon it comes
    page.locator(".me [data-draggable] button").nth(2).tap()
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 2$"))

    dock = page.locator("section.me")
    dock.evaluate("(dock) => (dock.style.maxHeight = '90px')")  # as a large hand would fill it
    assert drag(2, "[data-building='0']") == 0
    assert dock.evaluate("(dock) => dock.scrollTop") > 0
    expect(confirm).to_have_text(re.compile(r"^Enter the .*, lay 2$"))
