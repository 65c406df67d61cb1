"""Slow games: clocks on every chip, the quiet page of what waits, and notices that reach a browser without a page."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .axe import serious
from .stage import PATIENCE, Server, take_a_chair

Opener = Callable[..., Page]

SUBSCRIBED = """
const point = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const words = { endpoint: 'https://push.example/ada', keys: { p256dh: point, auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }
const mine = { toJSON: () => words, unsubscribe: async () => ((made = null), true) }
let made = localStorage.getItem('mischief:notices') === 'true' ? mine : null
PushManager.prototype.getSubscription = async () => made
PushManager.prototype.subscribe = async function (wish) {
  window.asked = { visible: wish.userVisibleOnly, key: new Uint8Array(wish.applicationServerKey).length }
  return (made = mine)
}
"""
"""No push service can be reached from here: the page gets a subscription as from one."""


def by_letter(host: Page, guest: Page, server: Server, clock: str = "letter") -> None:
    host.goto(server.url("/new/piratz"))
    host.fill("[data-testid=my-name]", "Ada")
    host.locator(".chairs select").first.select_option("open")
    host.get_by_label("Time for a move").select_option(clock)
    host.click("[data-testid=begin]")
    take_a_chair(guest, host.input_value("[data-testid=link]"))
    host.click("[data-testid=start]")
    for page in (host, guest):
        page.wait_for_selector("[data-seat]")


class PushLine:
    """The browser's debugging protocol, through which messages come as if from its push service."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self.origin = origin
        self.found: list[dict[str, Any]] = []
        self.awake: list[dict[str, Any]] = []
        self.line = page.context.new_cdp_session(page)
        self.line.on("ServiceWorker.workerRegistrationUpdated", lambda told: self.found.extend(told["registrations"]))
        self.line.on("ServiceWorker.workerVersionUpdated", lambda told: self.awake.extend(told["versions"]))
        self.line.send("ServiceWorker.enable")

    def deliver(self, message: Any) -> None:
        for _ in range(1000 * PATIENCE):
            if self.found and any(version["status"] == "activated" for version in self.awake):
                break
            self.page.wait_for_timeout(5)
        what = {"origin": self.origin, "registrationId": self.found[0]["registrationId"]}
        self.line.send("ServiceWorker.deliverPushMessage", {**what, "data": json.dumps(message)})


SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((n) => [n.title, n.body, n.tag, n.data.path])"""
"""The notices on the screen. Asked while one is just being shown, chromium forgets it: so only when all is quiet."""


def test_every_chip_has_a_clock_that_says_what_it_shows(server: Server, open_page: Opener) -> None:
    host, guest = open_page(), open_page(width=390, height=844)
    by_letter(host, guest, server)
    for page in (host, guest):
        clocks = page.locator("[data-seat] [data-testid=clock]")
        expect(clocks).to_have_count(2)
        told = [re.sub(r"\d", "n", " ".join(word.split())) for word in clocks.all_text_contents()]
        assert sorted(told) == [", clock: n days in hand", ", clock: n days left"]


def test_a_push_message_becomes_a_notice_that_leads_to_the_table(server: Server, open_page: Opener) -> None:
    ada, ben = open_page(permissions=["notifications"]), open_page()
    ada.add_init_script(SUBSCRIBED)
    by_letter(ada, ben, server)
    table = ada.url.rpartition("/")[2]
    ada.click("[data-testid=menu]")
    with ada.expect_response("**/api/notices") as told:  # the key, which has to be right for the browser
        ada.check("[data-testid=notices]")
    assert told.value.ok
    expect(ada.locator("[data-testid=notices]")).to_be_enabled()
    expect(ada.locator("[data-testid=notices]")).to_be_checked()
    assert ada.evaluate("window.asked") == {"visible": True, "key": 65}

    ada.goto(server.url("/moves"))
    expect(ada.locator("[data-testid=digest]")).to_be_visible()
    ada.evaluate("() => { navigator.serviceWorker.onmessage = (e) => (window.told ??= []).push(e.data.waits) }")
    push = PushLine(ada, server.url(""))
    push.deliver({"table": table, "title": "Piratz"})
    ada.wait_for_function("() => window.told?.length === 1")
    assert ada.evaluate(SHOWN) == [["Your move", "Piratz", f"move-{table}", f"/t/{table}"]]
    push.deliver({"table": table, "title": "Piratz"})  # the same table again: still one
    ada.wait_for_function("() => window.told.length === 2")
    push.deliver({"table": "../evil", "title": 7})  # and nonsense leads nowhere strange
    ada.wait_for_function("() => window.told.length === 3")
    assert sorted(notice[3] for notice in ada.evaluate(SHOWN)) == ["/moves", f"/t/{table}"]

    ada.goto(server.url(f"/t/{table}"))  # whoever looks at the table needs no notice of it
    for _ in range(400 * PATIENCE):
        if [notice[3] for notice in ada.evaluate(SHOWN)] == ["/moves"]:
            break
        ada.wait_for_timeout(10)
    assert [notice[3] for notice in ada.evaluate(SHOWN)] == ["/moves"]
    ada.click("[data-testid=menu]")
    ada.uncheck("[data-testid=notices]")
    expect(ada.locator("[data-testid=notices]")).to_be_enabled()
    expect(ada.locator("[data-testid=notices]")).not_to_be_checked()


def test_the_quiet_page_says_where_it_is_my_move(server: Server, open_page: Opener) -> None:
    ada, ben = (open_page(bypass_csp=True, width=390, height=844) for _ in range(2))
    by_letter(ada, ben, server)
    for page in (ada, ben):
        page.goto(server.url("/moves"))
        page.wait_for_selector("[data-testid=digest]")
    said = sorted(page.inner_text("[data-testid=digest]") for page in (ada, ben))
    assert said == ["Nothing waits for you", "Your move at one table"]
    mover = ada if ada.inner_text("[data-testid=digest]").startswith("Your") else ben
    expect(mover).to_have_title("(1) Your move · Mischief")
    assert serious(mover) == []
    mover.get_by_role("list", name="Your move").get_by_role("link").click()
    mover.wait_for_selector("[data-testid=reveal]")


def test_the_table_can_be_put_on_a_home_screen(server: Server, open_page: Opener) -> None:
    page = open_page()
    page.goto(server.url("/moves"))
    line = page.context.new_cdp_session(page)
    told = line.send("Page.getAppManifest")
    assert told["errors"] == []
    manifest = json.loads(told["data"])
    assert manifest["start_url"] == "/moves"
    for icon in manifest["icons"]:
        with urllib.request.urlopen(server.url(icon["src"])) as answer:
            assert answer.headers["content-type"] == icon["type"]
