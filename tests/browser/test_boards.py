"""What holds for every board as it lies there: full, in reach of a thumb, at rest while one is choosing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import mischief
from mischief.engine.invariants import plain

from .laid import Decision, first, sit_down_at, to_enter
from .stage import GAMES, SUMMARY, Server, finish, press_something, sit_down_with_bots

Opener = Callable[..., Page]
NO_COACH = "localStorage.setItem('mischief:prefs', JSON.stringify({pace: 'off', coach: false}))"

# Everything that is pressed, but for words within a sentence, and how small it is. A box is ticked by its label too.
SMALL = """
() => [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button]')]
  .filter((e) => e.offsetParent !== null && !e.closest('.unseen') && getComputedStyle(e).display !== 'inline')
  .filter((e) => !e.disabled && getComputedStyle(e).pointerEvents !== 'none' && !e.matches('.term, .link'))
  .map((e) => e.closest('label') ?? e)
  .map((e) => [e.getBoundingClientRect(), e])
  .filter(([r]) => r.width > 0 && (r.width < 23.5 || r.height < 23.5))
  .map(([r, e]) => `${Math.round(r.width)} x ${Math.round(r.height)}: ${e.outerHTML.slice(0, 90)}`)
"""

# The largest rectangle of the board with nothing drawn or written in it, as a share of the board. What is drawn over
# the whole of it (a night sky, a sea) is its ground.
EMPTIEST = """
() => {
  const board = document.querySelector('section.board').getBoundingClientRect()
  const STEP = 8
  const [wide, high] = [Math.floor(board.width / STEP), Math.floor(board.height / STEP)]
  const taken = Array.from({ length: high }, () => new Uint8Array(wide))
  const mark = (r) => {
    if (r.width * r.height > 0.2 * board.width * board.height) return
    const [x0, x1] = [Math.floor((r.left - board.left) / STEP), Math.ceil((r.right - board.left) / STEP)]
    const [y0, y1] = [Math.floor((r.top - board.top) / STEP), Math.ceil((r.bottom - board.top) / STEP)]
    for (let y = Math.max(0, y0); y < Math.min(high, y1); y++) taken[y].fill(1, Math.max(0, x0), Math.min(wide, x1))
  }
  const all = document.querySelectorAll('section.board :is(svg, img, button, input), .board .place')
  for (const e of all) if (e.checkVisibility()) mark(e.getBoundingClientRect())
  const walk = document.createTreeWalker(document.querySelector('section.board'), NodeFilter.SHOW_TEXT)
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    if (!text.data.trim() || text.parentElement.closest('.unseen')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const r of range.getClientRects()) mark(r)
  }
  let most = 0
  const heights = new Uint16Array(wide)
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) heights[x] = taken[y][x] ? 0 : heights[x] + 1
    for (let x = 0; x < wide; x++) {
      let low = heights[x]
      for (let to = x; to < wide && low > 0; to++) {
        low = Math.min(low, heights[to])
        most = Math.max(most, low * (to - x + 1))
      }
    }
  }
  return most / (wide * high)
}
"""


def play(page: Page, presses: int, look: Callable[[], None], seed: int = 4) -> None:
    """So many presses, and a look before each decision."""
    rng = random.Random(seed)
    done = 0
    for _ in range(800):
        if done >= presses or page.locator(SUMMARY).count():
            return
        if page.locator(".bar.mine").count():
            look()
        done += bool(press_something(page, rng))
        page.wait_for_timeout(25)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_tapped_on_a_phone_is_large_enough(server: Server, open_page: Opener, game: str) -> None:
    page = open_page(width=390, height=844, has_touch=True)
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(".actions button, .board .legal, .me .legal")
    small: set[str] = set()
    play(page, 25, lambda: small.update(page.evaluate(SMALL)))
    assert sorted(small) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_board_fills_its_table(server: Server, open_page: Opener, game: str) -> None:
    """At 1440 x 900 no empty place is larger than a quarter of the board."""
    page = open_page()
    page.add_init_script(NO_COACH)
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(".actions button, .board .legal, .me .legal")
    emptiest: list[float] = [page.evaluate(EMPTIEST)]
    play(page, 25, lambda: emptiest.append(page.evaluate(EMPTIEST)))
    assert max(emptiest) <= 0.25, f"{max(emptiest):.0%} of the board is empty"


def test_the_track_of_rattus_cartus_is_in_sight_on_a_phone(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844)
    sit_down_with_bots(page, server, "rattus-cartus")
    page.wait_for_selector(".board .legal")
    track = page.locator(".influence").bounding_box()
    board = page.locator("section.board").bounding_box()
    assert track
    assert board
    assert track["y"] + track["height"] <= board["y"] + board["height"]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_ship_stands_still_while_one_is_asking(server: Server, open_page: Opener, size: tuple[int, int]) -> None:
    page = open_page(width=size[0], height=size[1])
    asking = first(lambda one: one.phase == "swords_rat", [mischief.game("high-tea", 4)])
    sit_down_at(page, server, asking, "matters", coach=False)
    expect(page.locator("[data-testid^=ask-]").first).to_be_visible()
    stage = page.locator(".stage")
    before = stage.bounding_box()
    places = []
    for what in ("[data-testid^=ask-]:not([data-testid=ask-all])", "[data-testid^=for-]:not(.blocked)"):
        for each in page.locator(what).all():
            each.click()
            places.append(stage.bounding_box())
    assert len(places) > 3
    assert all(place == before for place in places)


def test_with_all_open_a_replay_of_piratz_shows_what_lies_in_the_piles(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    page.click("[data-testid=to-replay]")
    page.wait_for_selector("[data-testid=slider]")
    page.keyboard.press("End")
    for _ in range(12):
        page.keyboard.press("ArrowLeft")
    heaps = page.locator("[data-heap]")
    expect(heaps).to_have_count(2)
    expect(heaps.locator("[data-testid^=card-pz]").first).to_be_visible()
    page.locator("[data-testid=viewer]").select_option("0")
    expect(heaps.locator("[data-testid^=card-pz]")).to_have_count(0)


def test_the_sheet_of_a_phone_is_pulled_down_by_its_grip(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844)
    sit_down_with_bots(page, server, "piratz")
    page.locator(".handle").get_by_text("Log").click()
    grip = page.locator(".grip")
    grip.hover()  # it has come to rest
    box = grip.bounding_box()
    assert box
    page.mouse.down()
    page.mouse.move(195, box["y"] + 130, steps=4)
    page.mouse.up()
    expect(grip).to_have_count(0)


def test_no_table_of_the_rules_is_cut_off_beside_the_board(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844)
    cut: list[str] = []
    for game in GAMES:
        page.goto(server.url(f"/rules/{game}"))
        page.wait_for_selector("[data-clause]")
        wide = "(e) => e.scrollWidth > e.clientWidth + 1 && e.getAttribute('aria-label')"
        cut += [f"{game}: {label}" for e in page.locator(".scroll").all() if (label := e.evaluate(wide))]
    assert cut == []


def test_a_picked_card_leaves_its_neighbours_corner_in_sight(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844)
    sit_down_at(page, server, to_enter(6), "matters")
    cards = page.locator(".me [data-digits] button")
    cards.nth(1).evaluate("card => card.click()")
    expect(cards.nth(1)).to_have_attribute("aria-pressed", "true")
    corner = """(card) => {
        const box = card.getBoundingClientRect()
        return !!document.elementFromPoint(box.x + 6, box.y + 16)?.closest('li')?.contains(card)
    }"""
    assert [card.evaluate(corner) for card in cards.all()] == [True] * cards.count()


def test_the_doctor_sees_what_each_plate_does_before_yuck(server: Server, open_page: Opener) -> None:
    """Whoever knows the diets is not made to reckon them, and sees what the verdict will be (DR-9.2)."""
    page = open_page()
    found = first(lambda one: one.phase == "C_yuck", [mischief.game("doctor-rat", 4)])
    eaten = found.state.clone()
    eaten.apply(found.seat, found.state.legal(found.seat)[found.moves.index("pass")])
    verdicts = [group["row"][-1]["mark"] for group in plain(eaten.view(found.seat))["groups"]]
    sit_down_at(page, server, found)
    rows = page.locator("section.row")
    expect(rows).to_have_count(len(verdicts))
    for row, verdict in zip(rows.all(), verdicts, strict=True):
        expect(row.locator(".plate + .mark").get_by_role("img")).to_have_accessible_name(re.compile(f"^{verdict} for"))


def test_whoever_can_be_hit_lies_in_sight_in_a_late_round(server: Server, open_page: Opener) -> None:
    """Pie Rats at four seats: captains with two lines of cards each, and one may choose among all their rats."""

    def late(one: Decision) -> bool:
        return one.phase == "W5B" and {"bean", "kidnap"} <= set(one.moves)

    page = open_page()
    found = first(late, [mischief.game("pie-rats", 4)])
    sit_down_at(page, server, found, "matters", coach=False)
    expect(page.locator("[data-testid=play-kidnapping]")).to_be_visible()
    board = page.locator("section.board").bounding_box()
    rats = page.locator(".captains .crew [data-piece]")
    assert board
    assert rats.count() == sum(
        len(c) for s, c in enumerate(plain(found.state.view(found.seat))["crews"]) if s != found.seat
    )
    for rat in rats.all():
        box = rat.bounding_box()
        assert box
        assert box["y"] + box["height"] <= board["y"] + board["height"]
