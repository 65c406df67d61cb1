"""Pictures of every page, state and board, in both themes and four sizes: `make screenshots` fills `screenshots/`.

python tests/browser/screenshots.py            everything
python tests/browser/screenshots.py pages      pages and states of the shell
python tests/browser/screenshots.py places     what one comes back to: one's own page, circles, analysis, in all sizes
python tests/browser/screenshots.py piratz     one game's board
"""

from __future__ import annotations

import random
import sys
import tempfile
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from stage import GAMES, ROOT, SUMMARY, Server, finish, launch, play_to_the_end, press_something, serving, visit

SIZES = {"desktop": (1440, 900), "phone": (390, 844), "lying": (844, 390), "small": (320, 640)}
PAGES_IN = ("desktop", "phone")
"""Sizes in which every page is shown; the others show boards only."""
AGED = (
    "const send = WebSocket.prototype.send;"
    "WebSocket.prototype.send = function (text) {"
    " send.call(this, text.replace('\"protocol\":1', '\"protocol\":99')) }"
)
FORGETFUL = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off') } })"


def main(only: str = "") -> None:
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size in SIZES:
            for theme in ("light", "dark"):
                tour = Tour(browser, server, folder, size, theme)
                if only in ("", "pages") and size in PAGES_IN:
                    tour.pages()
                if only == "places":
                    tour.places()
                for game in [g["id"] for g in server.games()]:
                    if only in ("", game):
                        tour.board(game)
                tour.page.context.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


class Tour:
    def __init__(self, browser: Browser, server: Server, folder: Path, size: str, theme: str) -> None:
        self.browser, self.server, self.folder = browser, server, folder
        self.size, self.theme = size, theme
        self.page = self.visitor()

    def visitor(self, script: str = "", **more: Any) -> Page:
        width, height = SIZES[self.size]
        page = visit(self.browser, width, height, self.theme, **more).page
        if script:
            page.add_init_script(script)
        return page

    def shoot(self, name: str, page: Page | None = None) -> None:
        page = page or self.page
        page.mouse.move(2, 2)
        page.wait_for_timeout(250)
        page.screenshot(path=self.folder / f"{name}-{self.size}-{self.theme}.png")

    def go(self, path: str, wait: str, name: str, page: Page | None = None) -> None:
        page = page or self.page
        page.goto(self.server.url(path))
        page.wait_for_selector(wait)
        self.shoot(name, page)

    def sit(self, game: str, first_chair: str = "bot", page: Page | None = None) -> None:
        page = page or self.page
        page.goto(self.server.url(f"/new/{game}"))
        page.fill("[data-testid=my-name]", "Ada")
        page.locator(".chairs select").first.select_option(first_chair)
        if first_chair == "here":
            page.get_by_placeholder("Their name").fill("Ben")
        page.click("[data-testid=begin]")
        page.wait_for_selector("[data-testid=link]" if first_chair == "open" else "[data-seat]")

    # Pages and states

    def pages(self) -> None:
        self.go("/", "[data-testid=box-piratz]", "lobby-empty")
        for game in GAMES:
            self.go(f"/new/{game}", "[data-testid=begin]", f"new-{game}")
        self.go("/rules/piratz", "[data-clause='PZ-1.1']", "rules")
        self.go("/rules/piratz#PZ-4.1", "[data-clause='PZ-4.1']", "rules-clause")
        self.lesson()
        self.waiting_room()
        self.table()
        self.hot_seat()
        self.after_the_end()
        self.bad_luck()
        self.go("/", "[data-testid=box-piratz]", "lobby-full")
        self.places()

    def lesson(self) -> None:
        page = self.page
        self.go("/learn/piratz", "[data-testid=next]", "lesson-1-first")
        for shot, until in (("lesson-2-middle", 6), ("lesson-3-end", 99)):
            for _ in range(200):
                button = page.locator("[data-testid=next]:not([disabled])")
                words = page.inner_text("[data-testid=teacher] .muted")
                if button.count() and (button.inner_text() == "Play your first game" or f": {until} of" in words):
                    break
                if button.count():
                    button.click()
                page.wait_for_timeout(30)
            self.shoot(shot)

    def waiting_room(self) -> None:
        self.sit("piratz", "open")
        self.shoot("waiting-room-host")
        guest = self.visitor()
        guest.goto(self.page.url)
        guest.wait_for_selector("[data-testid=sit]")
        self.shoot("waiting-room-guest", guest)
        guest.context.close()

    def table(self) -> None:
        page = self.page
        self.sit("piratz")
        page.wait_for_selector("[data-testid=reveal]")
        page.click("[data-testid=menu]")
        self.shoot("table-menu")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        self.shoot("table-keys")
        page.keyboard.press("Escape")
        page.click("[data-testid=pass-empty]")
        self.shoot("table-confirm")
        page.click("[data-testid=reveal]")
        page.wait_for_selector("[data-testid=stay]")
        page.click("[data-testid=draw]")
        page.wait_for_selector(".note")
        self.shoot("table-why-not")
        page.locator(".note button").click()
        self.shoot("table-rules")
        for key, name in (("c", "talk"), ("n", "notes"), ("l", "log")):
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.keyboard.press(key)
            self.shoot(f"table-{name}")
        page.keyboard.press("Escape")
        watcher = self.visitor()
        watcher.goto(page.url)
        watcher.wait_for_selector("[data-seat]")
        self.shoot("table-spectator", watcher)
        watcher.goto(page.url.replace("/t/", "/replay/"))
        watcher.wait_for_selector("main h1")
        self.shoot("oops-not-over", watcher)
        watcher.context.close()
        self.server.stop()
        page.wait_for_selector(".banner")
        self.shoot("table-connection-lost")
        self.server.start()
        page.wait_for_selector(".banner", state="detached")

    def hot_seat(self) -> None:
        page = self.page
        self.sit("piratz", "here")
        page.click("[data-testid=reveal]")
        page.click("[data-testid=stay]")
        page.wait_for_selector("[data-testid=hand-over]")
        self.shoot("table-hand-over")

    def after_the_end(self) -> None:
        page = self.page
        self.sit("piratz")
        page.keyboard.press("n")
        page.fill("#my-notes", "Crumpet hoards rings.\nThe goblets are mine.")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        play_to_the_end(page)
        page.wait_for_timeout(600)
        self.shoot("summary-1-top")
        page.locator("[data-testid=to-replay]").scroll_into_view_if_needed()
        self.shoot("summary-2-bottom")
        page.click("[data-testid=share]")
        page.wait_for_selector("[data-testid=share-card]")
        self.shoot("summary-3-share")
        page.keyboard.press("Escape")
        table = page.url.rpartition("/")[2]
        page.click("[data-testid=to-replay]")
        page.wait_for_selector("[data-testid=slider]")
        page.keyboard.press("End")
        for _ in range(20):
            page.keyboard.press("ArrowLeft")
        self.shoot("replay-1-all-open")
        page.locator("[data-testid=viewer]").select_option("1")
        self.shoot("replay-2-as-a-seat")
        page.click("[data-testid=what-if]")
        page.wait_for_selector("[data-testid=sandbox]")
        self.shoot("replay-3-what-if")
        self.go(f"/new/piratz#deal={table}", ".deal", "new-same-deal")

    def places(self) -> None:
        """What one comes back to: one's own page, what waits, a circle with a game in it, a game thought through."""
        page = self.page
        self.go("/moves", "[data-testid=digest]", "moves")
        self.go("/me", "[data-testid=carry]", "me")
        page.goto(self.server.url("/"))
        page.click("[data-testid=to-circle]")
        page.fill("[data-testid=circle-title]", "Thursday rats")
        self.shoot("circle-1-new")
        page.click("[data-testid=open-circle]")
        page.wait_for_selector("[data-testid=link]")
        page.click("[data-testid=circle-new-piratz]")
        page.click("[data-testid=begin]")
        page.wait_for_selector("[data-seat]")
        finish(page, self.server)
        page.click("[data-testid=to-analysis]")
        page.wait_for_selector("[data-testid=chances]")
        self.shoot("analysis")
        page.goto(page.url.partition("#")[0].replace("/replay/", "/t/"))
        page.click("[data-testid=back-to-circle]")
        page.wait_for_selector("[data-testid=history]")
        self.shoot("circle-2-played")

    def bad_luck(self) -> None:
        for path, name in (
            ("/no/such/page", "oops-no-page"),
            ("/t/nosuchtable", "oops-no-table"),
            ("/new/tiddlywinks", "oops-no-game"),
        ):
            self.go(path, "main h1", name)
        self.sit("piratz")
        table = self.page.url
        for script, path, name, wait in (
            (AGED, table, "oops-old-page", "main h1"),
            (FORGETFUL, self.server.url("/"), "no-storage", ".forgetful"),
        ):
            page = self.visitor(script)
            page.goto(path)
            page.wait_for_selector(wait)
            self.shoot(name, page)
            page.context.close()
        self.page.goto(self.server.url("/"))
        self.page.wait_for_selector("[data-testid=box-piratz]")
        self.server.stop()
        self.page.click("[data-testid=box-piratz]")
        self.page.wait_for_selector("main h1")
        self.shoot("oops-unreachable")
        self.server.start()
        with urllib.request.urlopen(
            urllib.request.Request(
                self.server.url("/api/tables"),
                b'{"game": "doctor-rat", "name": "Greta", "listed": true}',
                {"content-type": "application/json"},
            )
        ):
            pass

    # Boards

    def board(self, game: str) -> None:
        page = self.page
        self.sit(game)
        page.wait_for_selector(".actions button, .board .legal, .me .legal")
        self.shoot(f"{game}-1-start")
        self.press(22, lambda: page.locator(".mine").count() > 0)
        self.shoot(f"{game}-2-middle")
        play_to_the_end(page, seconds=150)
        page.wait_for_timeout(500)
        self.shoot(f"{game}-3-end")
        page.click("[data-testid=to-replay]")
        page.wait_for_selector("[data-testid=slider]")
        for _ in range(12):
            page.click("[data-testid=step]")
        self.shoot(f"{game}-4-replay")
        page.click("[data-testid=share]")
        page.wait_for_selector("[data-testid=share-card]")
        self.shoot(f"{game}-5-share")

    def press(self, count: int, there: Callable[[], bool]) -> None:
        """Play on for so many presses, and until the moment is there."""
        rng = random.Random(4)
        pressed = 0
        for _ in range(600):
            if (pressed >= count and there()) or self.page.locator(SUMMARY).count():
                return
            pressed += bool(press_something(self.page, rng))
            self.page.wait_for_timeout(20)


if __name__ == "__main__":
    main(*sys.argv[1:2])
