"""How long a page takes on a slow line: from the address to something that can be pressed.

    python benchmarks/page_load.py            lobby, a Piratz table, and the table of every other game
    python benchmarks/page_load.py --full     the same on a fast line, for comparison

Chrome's own "Slow 4G" (1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back) and a processor four times slower, with
an empty cache each time. Needs the built pages and Debian's chromium. `shift` is the layout shift after the first
paint (0 is none; under 0.1 counts as good); `kB` is everything that came over the line.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/browser"))
from stage import GAMES, Server, launch, serving, sit_down_with_bots, visit

SLOW = {"latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8, "offline": False}
SHIFTS = (
    "window.shift = 0;"
    "new PerformanceObserver((list) => { for (const e of list.getEntries()) window.shift += e.value })"
    ".observe({ type: 'layout-shift', buffered: true })"
)
READY = "[data-testid=box-piratz], [data-testid=begin], .actions button:not([disabled]), .board .legal, .me .legal"


def load(browser: Browser, url: str, kept: str, slow: bool, cpu: float) -> tuple[float, float, float]:
    """Seconds until the page can be used, layout shift, kB."""
    page = visit(browser, motion=True).page
    page.add_init_script(SHIFTS)
    if kept:
        page.add_init_script(f"for (const [k, v] of Object.entries({kept})) localStorage.setItem(k, v)")
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    if slow:
        line.send("Network.emulateNetworkConditions", SLOW)
        line.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    received = [0.0]
    line.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.goto(url, wait_until="commit")
    page.wait_for_selector(READY, timeout=60_000)
    seconds = page.evaluate("performance.now()") / 1000
    page.wait_for_timeout(1500)
    shift = page.evaluate("window.shift")
    page.context.close()
    return seconds, shift, sum(received) / 1000


def tables(browser: Browser, server: Server, only: str) -> list[tuple[str, str, str]]:
    """A table of every game with its seat's token, ready to be opened anew."""
    found = []
    for game in GAMES:
        if only not in f"table: {game}":
            continue
        page = visit(browser).page
        sit_down_with_bots(page, server, game)
        page.wait_for_selector(READY)
        found.append((f"table: {game}", page.url, page.evaluate("JSON.stringify(localStorage)")))
        page.context.close()
    return found


def main() -> None:
    wish = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wish.add_argument("--full", action="store_true", help="no throttling")
    wish.add_argument("--cpu", type=float, default=4, help="how many times slower the processor is (4)")
    wish.add_argument("--only", default="", help="only pages whose name has this in it")
    wish.add_argument("--times", type=int, default=3, help="how often each page is loaded; the median counts")
    asked = wish.parse_args()
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as server, sync_playwright() as playwright:
        browser = launch(playwright)
        pages = [("lobby", server.url("/"), ""), ("set-up: piratz", server.url("/new/piratz"), "")]
        print(f"{'page':24}{'seconds':>9}{'shift':>9}{'kB':>8}")
        if any(asked.only in f"table: {game}" for game in GAMES):
            pages += tables(browser, server, asked.only)
        for name, url, kept in [page for page in pages if asked.only in page[0]]:
            runs = [load(browser, url, kept, not asked.full, asked.cpu) for _ in range(asked.times)]
            seconds, shift, size = (statistics.median(column) for column in zip(*runs, strict=True))
            print(f"{name:24}{seconds:9.2f}{shift:9.3f}{size:8.0f}", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
