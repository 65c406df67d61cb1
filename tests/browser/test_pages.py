"""Every page passes axe; bad links and bad luck get a friendly page."""

from __future__ import annotations

import gzip
import json
import random
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .axe import serious
from .stage import (
    GAMES,
    PATIENCE,
    STATIC,
    SUMMARY,
    Server,
    finish,
    large_text,
    painted,
    press_something,
    sit_down_with_bots,
)

Opener = Callable[..., Page]


def test_axe_finds_nothing_serious_on_any_page(server: Server, open_page: Opener) -> None:
    page = open_page(bypass_csp=True)
    wrong: list[str] = []

    def look(what: str) -> None:
        wrong.extend(f"{what}, {found}" for found in serious(page))

    page.goto(server.url("/"))
    page.wait_for_selector("[data-testid=box-piratz]")
    look("lobby")
    page.goto(server.url("/rules/piratz#PZ-4.1"))
    page.wait_for_selector("[data-clause='PZ-4.1']")
    look("rules")
    page.goto(server.url("/learn/piratz"))
    page.wait_for_selector("[data-testid=next]")
    look("lesson")
    page.goto(server.url("/no/such/page"))
    look("no page")
    page.goto(server.url("/new/piratz"))
    page.wait_for_selector("[data-testid=begin]")
    look("new table")
    page.locator(".chairs select").first.select_option("open")
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-testid=link]")
    look("waiting room")
    sit_down_with_bots(page, server, "piratz")
    page.wait_for_selector("[data-testid=reveal]")
    page.click("[data-testid=menu]")
    look("table menu")
    page.keyboard.press("Escape")
    for tab in ("chat", "notes", "rules"):
        page.click(f"#tab-{tab}")
        look(f"side: {tab}")
    finish(page, server)
    look("summary")
    page.click("[data-testid=share]")
    page.wait_for_selector("[data-testid=share-card]")
    look("share card")
    page.keyboard.press("Escape")
    page.click("[data-testid=to-replay]")
    page.wait_for_selector("[data-testid=slider]")
    look("replay")
    assert not wrong, "\n".join(wrong)


def test_a_note_lies_above_the_drawer_that_it_is_told_in(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    for _ in range(2):  # also when the drawer that held the last note has gone
        page.click("[data-testid=menu]")
        page.get_by_role("button", name="Copy the link").click()
        page.wait_for_function(
            """() => {
                const box = document.querySelector('.note')?.getBoundingClientRect()
                const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
                return !!top?.closest('.note')
            }"""
        )
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_on_any_board(server: Server, open_page: Opener, game: str) -> None:
    """At the first decision, with a word explained, and some way into the game."""
    page = open_page(bypass_csp=True)
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(".actions button, .board .legal, .me .legal")
    wrong = serious(page)
    page.keyboard.press("x")
    page.locator("main [data-explains]").first.click(force=True)
    wrong += serious(page)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    rng = random.Random(2)
    for _ in range(40):
        press_something(page, rng)
        page.wait_for_timeout(20)
    wrong += serious(page)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/t/nosuchtable", "No table has this link"),
        ("/replay/nosuchgame", "No table has this link"),
        ("/new/tiddlywinks", "not on our shelf"),
        ("/rules/tiddlywinks", "not on our shelf"),
        ("/learn/tiddlywinks", "not on our shelf"),
        ("/somewhere/else", "There is no such page"),
    ],
)
def test_a_bad_link_gets_a_page_that_says_what_to_do(server: Server, open_page: Opener, path: str, says: str) -> None:
    page = open_page(forgives="404")
    page.goto(server.url(path))
    expect(page.locator("main")).to_contain_text(says)
    page.get_by_role("button", name="To the shelf").click()
    page.wait_for_selector("[data-testid=box-piratz]")


def test_a_full_table_offers_to_watch(server: Server, open_page: Opener) -> None:
    host, late = open_page(), open_page()
    sit_down_with_bots(host, server, "piratz")
    late.goto(host.url)
    expect(late.locator(".actions")).to_have_text("You are watching.")
    expect(late.locator("header.bar")).to_contain_text("Watching")


def test_an_old_page_is_asked_to_reload(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    table = page.url
    page.add_init_script(
        "const send = WebSocket.prototype.send;"
        "const aged = (text) => text.replace('\"protocol\":1', '\"protocol\":99');"
        "WebSocket.prototype.send = function (text) { send.call(this, aged(text)) }"
    )
    page.goto(table)
    expect(page.locator("main")).to_contain_text("This page is from an older visit")


def test_without_storage_one_can_still_play(server: Server, open_page: Opener) -> None:
    page = open_page()
    page.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('off') } })")
    sit_down_with_bots(page, server, "piratz")
    expect(page.locator(".forgetful")).to_contain_text("remembered only while this page stays open")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")


def test_an_unreachable_server_is_said_so(browser_server: Server, open_page: Opener) -> None:
    page = open_page(forgives="ERR_CONNECTION_REFUSED|Failed to load resource")
    page.goto(browser_server.url("/"))
    page.wait_for_selector("[data-testid=box-piratz]")
    browser_server.stop()
    page.click("[data-testid=box-piratz]")
    expect(page.locator("main")).to_contain_text("The server cannot be reached")
    browser_server.start()
    page.get_by_role("button", name="Load the page again").click()
    page.wait_for_selector("[data-testid=begin]")


def test_an_illegal_wish_is_answered_with_the_rule(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    page.click("[data-testid=draw]")
    note = page.locator(".note")
    expect(note).to_contain_text("Rule PZ-")
    clause = re.search(r"PZ-[\d.]+", note.inner_text())
    assert clause is not None
    note.get_by_role("button").click()
    expect(page.locator(f".side [data-clause='{clause.group()}']")).to_be_visible()


def test_a_hint_points_at_a_move(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.wait_for_selector("[data-testid=reveal]")
    page.click("[data-testid=hint]")
    advice = page.locator("[data-testid=advice]")
    expect(advice).to_contain_text("Hint:")
    said = advice.inner_text()
    names = [name.strip().lower() for name in page.locator(".actions button").all_inner_texts()]
    named = said.removeprefix("Hint:").split(".")[0].strip().lower()
    assert any(named in name for name in names), (said, names)
    assert "%" not in said
    assert "imagined" not in said


def test_notes_survive_a_reload_and_belong_to_the_table(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.keyboard.press("n")
    page.fill("#my-notes", "Crumpet hoards rings")
    page.reload()
    page.click("#tab-notes")
    expect(page.locator("#my-notes")).to_have_value("Crumpet hoards rings")


def test_a_game_goes_out_as_a_file_and_comes_back_as_a_replay(
    server: Server, open_page: Opener, tmp_path: Path
) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    with page.expect_download() as download:
        page.get_by_text("Keep as a file").click()
    kept = tmp_path / "game.json"
    download.value.save_as(kept)
    assert json.loads(kept.read_text())["game"] == "piratz"
    page.goto(server.url("/"))
    page.set_input_files("input[type=file]", kept)
    page.wait_for_selector("[data-testid=slider]")
    page.keyboard.press("End")
    expect(page.locator(".status")).to_have_text("Replay: Piratz")
    page.locator("[data-testid=viewer]").select_option("1")
    expect(page).to_have_url(re.compile(r"as=1"))


def test_a_finished_game_is_shared_as_a_picture(server: Server, open_page: Opener, tmp_path: Path) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    sit_down_with_bots(page, server, "piratz", name="Ada <b>&")
    finish(page, server)
    table = page.url.rpartition("/")[2]
    card = page.locator("[data-testid=share-card]")
    drawn = "(img) => img.decode().then(() => [img.naturalWidth, img.naturalHeight])"

    page.click("[data-testid=share]")
    assert card.evaluate(drawn) == [1200, 630]
    expect(card).to_have_attribute("alt", re.compile(r"Ada <b>& and "))
    page.click("[data-testid=copy-link]")
    expect(page.locator("dialog [role=status]")).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == server.url(f"/replay/{table}")
    with page.expect_download() as download:
        page.click("[data-testid=save-picture]")
    download.value.save_as(tmp_path / "card.svg")
    assert "Ada &lt;b&gt;&amp;" in (tmp_path / "card.svg").read_text(encoding="utf-8")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)

    page.goto(server.url(f"/replay/{table}#t=2"))
    page.click("[data-testid=share]")
    assert card.evaluate(drawn) == [1200, 630]
    page.get_by_text("Copy link to this moment").click()
    expect(page.locator("dialog [role=status]")).to_contain_text("very moment")
    assert page.evaluate("navigator.clipboard.readText()") == server.url(f"/replay/{table}#t=2")
    page.get_by_text("Play this deal").click()
    expect(page.locator(".deal")).to_contain_text("once more")


def test_a_what_if_branches_off_and_leaves_the_record_alone(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    page.click("[data-testid=to-replay]")
    page.wait_for_selector("[data-testid=slider]")
    page.keyboard.press("ArrowRight")
    said = page.inner_text("p.says")
    page.keyboard.press("w")
    expect(page.locator("[data-testid=sandbox]")).to_contain_text("This never happened")
    expect(page).to_have_url(re.compile(r"#t=1&what-if$"))
    page.reload()  # the address is a what-if from that moment
    page.wait_for_selector("[data-testid=sandbox]")
    page.click(".actions button")
    expect(page.locator("[data-testid=take-back]")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.locator("[data-testid=take-back]")).to_be_disabled()
    for bot in page.locator("[data-testid=sandbox] input").all():
        bot.check()
    expect(page.locator(".status")).to_contain_text("would have won", timeout=30_000 * PATIENCE)
    page.click("[data-testid=back-to-record]")
    expect(page.locator("p.says")).to_have_text(said)
    expect(page.locator("[data-testid=slider]")).to_have_value("1")


def test_after_the_end_there_are_turning_points_notes_and_the_same_deal(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    first = page.locator(".beach [data-piece]").get_attribute("data-piece")
    page.keyboard.press("n")
    page.fill("#my-notes", "The goblets are mine")
    finish(page, server)
    expect(page.locator(SUMMARY)).to_contain_text("The goblets are mine")
    expect(page.locator(f"{SUMMARY} figure")).to_be_visible()
    for moment in page.locator("[data-testid=turning-points] a").all():
        assert re.search(r"/replay/\w+#t=\d+$", moment.get_attribute("href") or "")
    page.get_by_text("Play this deal again").click()
    expect(page.locator(".deal")).to_contain_text("once more")
    page.click("[data-testid=begin]")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    expect(page.locator(".beach [data-piece]")).to_have_attribute("data-piece", first or "")


def test_a_card_is_enlarged_by_resting_on_it_by_holding_it_and_by_a_key(server: Server, open_page: Opener) -> None:
    page = open_page(width=390, height=844)
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    card, large = page.locator(".beach .card"), page.locator("[data-testid=enlarged]")
    small = card.bounding_box()
    card.hover()
    expect(large).to_be_visible()
    big = large.locator(".room").bounding_box()
    assert small is not None
    assert big is not None
    assert big["width"] > 2 * small["width"]
    page.mouse.move(2, 2)
    expect(large).to_have_count(0)
    card.locator("button").focus()
    page.keyboard.press("e")
    expect(large).to_contain_text(card.locator("button").get_attribute("aria-label") or "?")
    page.keyboard.press("Escape")
    expect(large).to_have_count(0)
    finger = {"pointerType": "touch", "bubbles": True}
    card.dispatch_event("pointerdown", finger)
    expect(large).to_be_visible()
    card.dispatch_event("pointerup", finger)
    card.locator("button").dispatch_event("click")  # the click that ends a long press plays and explains nothing
    expect(large).to_have_count(0)
    expect(page.locator(".note")).to_have_count(0)


def test_without_motion_a_new_theme_is_everywhere_at_once(server: Server, open_page: Opener) -> None:
    """Also far inside: no colour creeps from element to element (this once made axe read half a theme)."""
    page = open_page()
    page.goto(server.url("/"))
    with painted(page):
        outer, inner = page.evaluate(
            """() => {
                const deep = '<div>'.repeat(20) + '<i id="innermost"></i>' + '</div>'.repeat(20)
                document.body.insertAdjacentHTML('beforeend', deep)
                const colours = () =>
                    ['body', '#innermost'].map((at) => getComputedStyle(document.querySelector(at)).color)
                const before = colours()
                document.documentElement.dataset.theme = 'dark'
                const after = colours()
                return [0, 1].map((which) => [before[which], after[which]])
            }"""
        )
    assert outer == inner
    assert inner[0] != inner[1]


def test_motion_off_and_on_end_in_the_same_table(server: Server, open_page: Opener) -> None:
    """With full motion every copy of a moving card is gone once the table rests."""
    page = open_page(motion=True)
    sit_down_with_bots(page, server, "piratz")
    page.click("[data-testid=reveal]")
    page.wait_for_selector("[data-testid=stay]")
    page.wait_for_timeout(1200)
    expect(page.locator(".beach li[data-piece]")).to_have_count(1)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_load_for_any_game_is_light(server: Server, open_page: Opener, game: str) -> None:
    """Scripts and styles as gzip packs them; the faces beside them, which nobody waits for; and all of it as a browser
    of today is sent it."""
    page = open_page()
    loaded: set[str] = set()
    page.on("request", lambda r: loaded.add(r.url) if re.search(r"\.(js|css|woff2)$", r.url) else None)
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(".actions button, .board .legal, .me .legal")
    page.evaluate("document.fonts.ready")
    files = [STATIC / url.split("/", 3)[3] for url in loaded]
    code = [f for f in files if f.suffix != ".woff2"]
    faces = [f for f in files if f.suffix == ".woff2"]
    assert len(faces) == 3, sorted(f.name for f in faces)
    zipped = sum(len(gzip.compress(f.read_bytes())) for f in code)
    letters = sum(f.stat().st_size for f in faces)
    sent = sum(f.with_name(f"{f.name}.br").stat().st_size for f in code) + letters
    assert zipped <= 120_000, f"{zipped} bytes of script and style in {len(code)} files"
    assert letters <= 20_000, f"{letters} bytes of letters"
    assert sent <= 120_000, f"{sent} bytes are sent in {len(files)} files"
    with urllib.request.urlopen(server.url("/api/shelf")) as answer:
        assert answer.status == 200


def test_the_summary_counts_as_the_rules_do(server: Server, open_page: Opener) -> None:
    page = open_page()
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    page.locator(f"{SUMMARY} details:has(table) > summary").click()
    rows = page.locator(f"{SUMMARY} table tbody tr").all_inner_texts()
    total = page.locator(f"{SUMMARY} table tfoot td").all_inner_texts()
    sums = [sum(int(row.split("\t")[seat + 1]) for row in rows) for seat in range(2)]
    assert [int(t) for t in total] == sums


@pytest.mark.parametrize("width", [320, 390])
def test_no_page_scrolls_sideways_on_the_smallest_screen_or_at_200_percent_text(
    server: Server, open_page: Opener, width: int
) -> None:
    page = open_page(width=width, height=640)
    if width > 320:
        large_text(page)
    wide: list[str] = []

    def measure(what: str) -> None:
        found = page.evaluate("document.documentElement.scrollWidth")
        if found > width:
            wide.append(f"{what}: {found}")

    for path, wait in (
        ("/", "[data-testid=box-piratz]"),
        ("/new/doctor-rat", "[data-testid=begin]"),
        ("/rules/piratz", "[data-clause='PZ-1.1']"),
        ("/learn/piratz", "[data-testid=next]"),
        ("/nowhere/at/all", "main h1"),
    ):
        page.goto(server.url(path))
        page.wait_for_selector(wait)
        measure(path)
    assert wide == []


@pytest.mark.parametrize("game", GAMES)
def test_every_board_has_room_on_the_smallest_and_the_lowest_screen(
    server: Server, open_page: Opener, game: str
) -> None:
    page = open_page(width=320, height=640)
    sit_down_with_bots(page, server, game)
    page.wait_for_selector(".actions button, .board .legal, .me .legal")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.set_viewport_size({"width": 720, "height": 450})  # 1440 × 900 at 200 %, or a phone on its side
    page.wait_for_function("() => document.documentElement.scrollHeight <= 450")
    board, actions = (page.locator(zone).bounding_box() for zone in ("section.board", "section.actions"))
    assert board is not None
    assert actions is not None
    assert board["height"] > 200
    assert actions["y"] + actions["height"] <= 451
    page.set_viewport_size({"width": 390, "height": 844})
    large_text(page)
    page.wait_for_function("() => innerWidth === 390 && getComputedStyle(document.body).fontSize === '32px'")
    page.wait_for_function("() => document.documentElement.scrollWidth <= 390")
