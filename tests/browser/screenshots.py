"""Pictures of every page and every board, in both themes and two sizes: `make screenshots` fills `screenshots/`."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from stage import ROOT, SUMMARY, Server, launch, play_to_the_end, press_something, serving, visit

SIZES = {"desktop": (1440, 900), "phone": (390, 844)}


def main(only: str = "") -> None:
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        for size, (width, height) in SIZES.items():
            for theme in ("light", "dark"):
                page = visit(browser, width, height, theme).page
                tour = Tour(page, server, folder, f"{size}-{theme}", only)
                tour.pages()
                for game in [g["id"] for g in server.games()]:
                    tour.board(game)
                page.context.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


class Tour:
    def __init__(self, page: Page, server: Server, folder: Path, kind: str, only: str) -> None:
        self.page, self.server, self.folder, self.kind, self.only = page, server, folder, kind, only

    def shoot(self, name: str) -> None:
        self.page.wait_for_timeout(250)
        self.page.screenshot(path=self.folder / f"{name}-{self.kind}.png")

    def pages(self) -> None:
        if self.only not in ("", "pages"):
            return
        page = self.page
        for path, name, wait in (
            ("/", "lobby", "[data-testid=box-piratz]"),
            ("/new/piratz", "new-table", "[data-testid=begin]"),
            ("/rules/piratz#PZ-4.1", "rules", "[data-clause='PZ-4.1']"),
            ("/learn/piratz", "lesson", "[data-testid=next]"),
            ("/no/such/page", "no-such-page", "main h1"),
            ("/t/nosuchtable", "no-such-table", "main h1"),
        ):
            page.goto(self.server.url(path))
            page.wait_for_selector(wait)
            self.shoot(name)
        page.goto(self.server.url("/new/piratz"))
        page.fill("[data-testid=my-name]", "Ada")
        page.locator(".chairs select").first.select_option("open")
        page.click("[data-testid=begin]")
        page.wait_for_selector("[data-testid=link]")
        self.shoot("waiting-room")
        page.click("[data-testid=menu]")
        self.shoot("menu")

    def board(self, game: str) -> None:
        if self.only not in ("", game):
            return
        page = self.page
        page.goto(self.server.url(f"/new/{game}"))
        page.fill("[data-testid=my-name]", "Ada")
        page.click("[data-testid=begin]")
        page.wait_for_selector("[data-seat]")
        page.wait_for_selector(".actions button, .board .legal, .me .legal")
        self.shoot(f"{game}-1-start")
        rng = random.Random(4)
        pressed = 0
        for _ in range(600):
            if (pressed >= 22 and page.locator(".mine").count()) or page.locator(SUMMARY).count():
                break
            pressed += bool(press_something(page, rng))
            page.wait_for_timeout(20)
        self.shoot(f"{game}-2-middle")
        play_to_the_end(page, seconds=150)
        page.wait_for_timeout(500)
        self.shoot(f"{game}-3-end")
        page.click("[data-testid=to-replay]")
        page.wait_for_selector("[data-testid=slider]")
        for _ in range(12):
            page.click("[data-testid=step]")
        self.shoot(f"{game}-4-replay")


if __name__ == "__main__":
    main(*sys.argv[1:2])
