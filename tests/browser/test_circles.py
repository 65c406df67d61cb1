"""A place to come back to: a circle of friends, oneself on another device, and a finished game thought through."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import msgspec
from playwright.sync_api import Page, expect

from mischief.server.afterwards.standings import numbers
from mischief.server.protocol.circles import CircleFile

from .axe import serious
from .stage import Server, finish, play_out, sit_down_with_bots, token_of

Opener = Callable[..., Page]


def open_circle(page: Page, server: Server, name: str) -> str:
    """A circle, opened from the lobby; the link that invites into it."""
    page.goto(server.url("/"))
    page.click("[data-testid=to-circle]")
    page.fill("[data-testid=circle-title]", "Thursday rats")
    page.fill("[data-testid=my-name]", name)
    page.check("[data-testid=rat-4]")
    page.click("[data-testid=open-circle]")
    return page.input_value("[data-testid=link]")


def test_a_circle_from_its_first_link_to_its_standings(server: Server, open_page: Opener, tmp_path: Path) -> None:
    ada, ben = open_page(bypass_csp=True), open_page(bypass_csp=True)
    link = open_circle(ada, server, "Ada")
    ben.goto(link)
    ben.fill("[data-testid=my-name]", "Ben")
    ben.click("[data-testid=join-circle]")
    expect(ben.locator(".members")).to_contain_text("Ada")

    # A table of the circle: not in the lobby, but in the circle, where the others find it.
    ada.click("[data-testid=circle-new-piratz]")
    expect(ada.get_by_test_id("for-circle")).to_have_value(ada.url.rpartition("=")[2])
    ada.locator(".chairs select").first.select_option("open")
    ada.get_by_label("Seats").select_option("2")
    ada.click("[data-testid=begin]")
    ada.wait_for_selector("[data-testid=link]")
    table = ada.url.rpartition("/")[2]
    stranger = open_page()
    with stranger.expect_response("**/api/tables"):
        stranger.goto(server.url("/"))
    expect(stranger.get_by_role("heading", name="Open tables")).to_be_visible()
    assert table not in stranger.content()
    ben.reload()
    ben.click(f"a[href='/t/{table}']")
    ben.click("[data-testid=sit]")
    expect(ben.locator(".name").filter(has_text="Ben")).to_be_visible()
    ada.click("[data-testid=start]")
    ben.wait_for_selector("[data-seat]")
    for page in (ada, ben):
        page.goto(server.url("/rules/piratz"))
    play_out(server, table, [token_of(ada), token_of(ben)])
    ben.goto(server.url(f"/t/{table}"))

    # Its result and the standings; what is shown can be made again from the file alone.
    ben.click("[data-testid=back-to-circle]")
    circle = ben.url.rpartition("/")[2]
    expect(ben.get_by_test_id("history")).to_contain_text("won with cubes worth")
    expect(ben.get_by_test_id("history")).to_contain_text("today")
    with ben.expect_download() as kept:
        ben.click("[data-testid=export-json]")
    file = msgspec.json.decode(Path(kept.value.path()).read_bytes(), type=CircleFile)
    shown = ben.eval_on_selector_all("[data-strength]", "es => es.map(e => [+e.dataset.strength, +e.dataset.give])")
    assert shown == [[s.strength, s.give] for s in numbers(file.games).games[0].standings]
    with ben.expect_download() as kept:
        ben.click("[data-testid=export-csv]")
    rows = list(csv.DictReader(io.StringIO(Path(kept.value.path()).read_text())))
    assert {row["name"] for row in rows} == {"Ada", "Ben"}
    assert serious(ben) == []
    ben.set_viewport_size({"width": 320, "height": 640})
    assert ben.get_by_test_id("standings").evaluate("(e) => e.scrollWidth <= e.parentElement.clientWidth")
    assert ben.evaluate("document.documentElement.scrollWidth") <= 320

    # Another link: who has only the old one sees nothing, and members stay.
    ada.goto(server.url(f"/circle/{circle}"))
    ada.get_by_test_id("renew").click()
    with ada.expect_response("**/api/circles/renew"):
        ada.get_by_test_id("renew").click()
    outside = open_page(forgives="404")
    outside.goto(link)
    expect(outside.get_by_test_id("no-circle")).to_contain_text("no circle behind this link")
    ben.reload()
    expect(ben.get_by_test_id("standings")).to_be_visible()


def test_who_one_is_goes_to_another_device_once(server: Server, open_page: Opener) -> None:
    phone, desk = open_page(width=390, height=844), open_page(bypass_csp=True)
    open_circle(desk, server, "Ada")
    desk.goto(server.url("/new/piratz"))
    desk.locator(".chairs select").first.select_option("open")
    desk.click("[data-testid=begin]")
    desk.wait_for_selector("[data-testid=link]")
    table = desk.url
    desk.goto(server.url("/"))
    desk.click("[data-testid=me]")
    assert serious(desk) == []
    desk.click("[data-testid=carry]")
    link = desk.input_value("[data-testid=link]")
    code = desk.inner_text("[data-testid=code]")
    assert link.endswith(f"#fetch={code}")
    phone.goto(link)
    expect(phone.get_by_test_id("enter-code")).to_have_value(code)
    assert code not in phone.url
    phone.click("[data-testid=fetch]")
    expect(phone.get_by_test_id("arrived")).to_contain_text("Ada")
    phone.click("[data-testid=accept]")
    expect(phone.get_by_test_id("me")).to_contain_text("Ada")
    assert json.loads(phone.evaluate("localStorage.getItem('mischief:prefs')"))["rat"] == 4
    expect(desk.get_by_test_id("carried")).to_be_visible()
    phone.goto(table)
    expect(phone.get_by_role("button", name="Stand up")).to_be_visible()
    phone.goto(server.url("/"))
    phone.click("[data-testid=circles] a")
    expect(phone.locator(".members")).to_contain_text("Ada")
    thief = open_page(forgives="404")
    thief.goto(server.url("/me"))
    thief.fill("[data-testid=enter-code]", code)
    thief.click("[data-testid=fetch]")
    expect(thief.locator(".note")).to_contain_text("nothing to fetch")


def test_a_finished_game_is_thought_through_and_a_better_move_tried(server: Server, open_page: Opener) -> None:
    page = open_page(bypass_csp=True)
    sit_down_with_bots(page, server, "piratz")
    finish(page, server)
    page.click("[data-testid=to-analysis]")
    page.wait_for_selector("[data-testid=analysing], [data-testid=chances]")
    page.wait_for_selector("[data-testid=chances]")
    assert serious(page) == []
    address = page.url.partition("#")[0]
    page.goto(server.url("/"))
    page.goto(address)
    page.click("[data-testid=analysis]")
    page.wait_for_selector("[data-testid=chances]")  # kept: nobody asks for it again
    if page.locator("[data-testid=try-better]").count():
        page.locator("[data-testid=try-better]").first.click()
    else:
        page.keyboard.press("Escape")
        page.keyboard.press("w")
    expect(page.get_by_test_id("sandbox")).to_be_visible()


def test_a_listed_game_can_be_found_and_watched(server: Server, open_page: Opener) -> None:
    player, guest = open_page(), open_page()
    player.goto(server.url("/new/piratz"))
    player.fill("[data-testid=my-name]", "Wanda")
    player.check("[data-testid=listed]")
    player.click("[data-testid=begin]")
    player.wait_for_selector("[data-testid=reveal]")
    guest.goto(server.url("/"))
    guest.locator("[data-testid=watchable] a").filter(has_text="Wanda").click()
    expect(guest.locator(".seats")).to_contain_text("Wanda")
