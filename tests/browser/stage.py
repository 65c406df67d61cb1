"""What the browser tests and the screenshots share: a server of our own, Debian's chromium, and a player who plays."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

from mischief.trials.client import Player

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src/mischief/server/static"
UNWANTED = (
    "HttpsUpgrades,LensOverlay,MediaRouter,OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning,Translate,"
    "InitialWebUI,PreloadTopChromeWebUI,WebUIOmniboxAimPopup,WebUIOmniboxPopup,WebUIToolbarProcessOverheadExperiment"
)
"""What a browser does for somebody who sits before it. Those of the second line start pages of its own user interface
beside ours, though nobody sees them."""
FLAGS = [
    "--no-sandbox",
    f"--disable-features={UNWANTED}",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
SUMMARY = "[data-testid=summary]"
PATIENCE = 4
"""Whatever is waited for comes as soon as it can: on a machine that is busy with other things that may be late, and no
test may fail for it. So much longer than a machine at leisure would need."""
GAMES = ["piratz", "high-tea", "rattus-cartus", "doctor-rat", "pie-rats"]


@dataclass
class Server:
    """`mischief serve` in a process of its own; it can be stopped and started again on the same database and port."""

    folder: Path
    pace: float = 0.0
    port: int = 0
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        if not (STATIC / "index.html").is_file():
            raise RuntimeError("The pages are not built: run `make setup` (or `npm run build` in web/) first.")
        if not self.port:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
        command = [sys.executable, "-c", "from mischief.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--database", str(self.folder / "tables.db")]
        command += ["--bot-pace", str(self.pace), "--no-limits", "--log-level", "warning"]
        env = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        self.process = subprocess.Popen(command, env=env, cwd=self.folder)
        for _ in range(200):
            try:
                with urllib.request.urlopen(self.url("/healthz"), timeout=1):
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError("The server did not come up.")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def games(self) -> list[dict[str, Any]]:
        with urllib.request.urlopen(self.url("/api/shelf")) as answer:
            shelf: list[dict[str, Any]] = json.load(answer)["games"]
            return shelf


@contextmanager
def serving(folder: Path, pace: float = 0.0) -> Iterator[Server]:
    server = Server(folder, pace)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def launch(playwright: Playwright) -> Browser:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    return playwright.chromium.launch(executable_path=chromium, args=FLAGS)


@dataclass
class Visitor:
    """A browser of somebody's own, with everything that went wrong in its console."""

    page: Page
    forgives: str = ""
    errors: list[str] = field(default_factory=list)

    def note(self, complaint: str) -> None:
        if not self.forgives or not re.search(self.forgives, complaint):
            self.errors.append(complaint)


def visit(
    browser: Browser,
    width: int = 1440,
    height: int = 900,
    theme: str = "light",
    motion: bool = False,
    pace: str = "",
    forgives: str = "",
    **more: Any,
) -> Visitor:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="no-preference" if motion else "reduce",
        **more,
    )
    context.set_default_timeout(15_000 * PATIENCE)
    wish = json.dumps({"pace": pace or ("normal" if motion else "off"), "volume": 0})
    keep = f"localStorage.getItem('mischief:prefs') ?? localStorage.setItem('mischief:prefs', '{wish}')"
    context.add_init_script(f"try {{ {keep} }} catch {{}}")  # a page that is not there has no storage
    visitor = Visitor(context.new_page(), forgives)
    visitor.page.on("console", lambda m: visitor.note(m.text) if m.type == "error" or "preload" in m.text else None)
    visitor.page.on("pageerror", lambda e: visitor.note(str(e)))
    return visitor


UNPAINTED = """
  window.unpainted = new CSSStyleSheet()
  window.unpainted.replaceSync('html { opacity: 0 }')
  document.adoptedStyleSheets.push(window.unpainted)
"""
"""Everything is there, laid out and can be pressed, but nothing is drawn, which is a third of chromium's work."""


@contextmanager
def painted(page: Page) -> Iterator[None]:
    """Somebody looks at the page as it stands: axe at its colours, a scanner at its picture."""
    page.evaluate("window.unpainted.disabled = true")
    yield
    page.evaluate("window.unpainted.disabled = false")


def large_text(page: Page) -> None:
    """The reader has set the browser's text to 200 %."""
    line = page.context.new_cdp_session(page)
    line.send("Page.enable")
    line.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})


def token_of(page: Page) -> str:
    """The key of the seat that somebody took last."""
    keys = json.loads(page.evaluate("localStorage.getItem('mischief:keys')"))
    token: str = next(key["token"] for key in keys if key["seat"] is not None)
    return token


def play_out(server: Server, table: str, tokens: list[str]) -> None:
    """Everybody's moves, over lines of their own: what happens in the browsers meanwhile is tried elsewhere."""

    async def moves(token: str, rng: random.Random) -> None:
        player = await Player(server.url(""), table, [token]).come()
        while True:
            await player.until(lambda: player.status == "over" or bool(player.legal()))
            if player.status == "over":
                break
            answer = await player.do({"type": "play", "actions": [rng.choice(player.legal())]})
            await player.until(lambda a=answer: player.seq >= a["seq"])  # type: ignore[misc]
        player.leave()

    async def play() -> None:
        await asyncio.gather(*(moves(token, random.Random(i)) for i, token in enumerate(tokens)))

    # In a thread: the browser's driver has the event loop of this one.
    with ThreadPoolExecutor(1) as hand:
        hand.submit(asyncio.run, play()).result(120)


def finish(page: Page, server: Server) -> None:
    """The game on the page is over: played while nobody looked at it."""
    table, token = page.url, token_of(page)
    page.goto("about:blank")
    play_out(server, table.rpartition("/")[2], [token])
    page.goto(table)
    page.wait_for_selector(SUMMARY)


SHORT = {"pie-rats": {"pies": "3"}}
"""House rules that make a game short without leaving out any of its phases."""


def sit_down_with_bots(page: Page, server: Server, game: str, name: str = "Ada", short: bool = True) -> None:
    """From the shelf to the first move: open the box, say a name, start."""
    page.goto(server.url("/"))
    page.click(f"[data-testid=box-{game}]")
    page.fill("[data-testid=my-name]", name)
    for option, value in SHORT.get(game, {}).items() if short else ():
        page.fill(f"#option-{option}", value)
        page.keyboard.press("Tab")
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-seat]")


def open_a_table(host: Page, server: Server, game: str, name: str = "Ada") -> str:
    """A table with one chair kept free for whoever has the link, which is returned."""
    host.goto(server.url(f"/new/{game}"))
    host.fill("[data-testid=my-name]", name)
    host.locator(".chairs select").first.select_option("open")
    host.click("[data-testid=begin]")
    return host.input_value("[data-testid=link]")


def take_a_chair(guest: Page, link: str, name: str = "Ben") -> None:
    guest.goto(link)
    guest.fill("[data-testid=my-name]", name)
    guest.click("[data-testid=sit]")


def sit_down_together(host: Page, guest: Page, server: Server, game: str) -> None:
    """Ada and Ben, each in a browser of their own, from the invitation to the first move."""
    take_a_chair(guest, open_a_table(host, server, game))
    host.click("[data-testid=start]")


# Everything that a player could press now: the action bar, and whatever is lifted on the board or in the hand.
PRESSABLE = """
() => {
  if (document.querySelector('[data-testid=summary]')) return []
  const seen = [...document.querySelectorAll('[data-testid=i-am]')]
  const zones = '.actions button, .board .legal, .me .legal, .board button.primary, .me button.primary'
  if (seen.length === 0) seen.push(...document.querySelectorAll(zones))
  const open = (e) => !e.disabled && e.getAttribute('aria-disabled') !== 'true' && e.offsetParent !== null
  // What stands aside takes back or prepares, and what comes after a game leads away: no moves.
  const able = seen.filter((e) => open(e) && !e.closest('.aside, [data-testid=afterwards]'))
  window.pressable = able
  return able.map((e) => (e.dataset.testid ?? '') + '|' + (e.getAttribute('aria-label') ?? e.textContent).trim())
}
"""


def press_something(page: Page, rng: random.Random) -> str:
    """One press, as a hasty but honest player would; empty if there is nothing to press."""
    words: list[str] = page.evaluate(PRESSABLE)
    if not words:
        return ""
    weights = [0.15 if "Not yet" in w or "pass-empty" in w else 1.0 for w in words]
    index = rng.choices(range(len(words)), weights)[0]
    page.evaluate("(i) => window.pressable[i]?.click()", index)
    return words[index]


# What a player without a mouse can do now: how many main buttons there are, which digits pick, and what Tab can reach.
BY_KEYS = """
() => {
  const able = (e) => !e.disabled && e.offsetParent !== null
  const hand = [...document.querySelectorAll('[data-digits] button:not([disabled])')].slice(0, 9)
  const bar = [...document.querySelectorAll('.actions button')].filter((e) => able(e) && !e.closest('.aside'))
  return {
    main: bar.filter((e) => e.classList.contains('primary')).length,
    digits: hand.flatMap((e, i) => (e.classList.contains('legal') && e.ariaPressed !== 'true' ? [i + 1] : [])),
    bar: bar.length,
    lifted: [...document.querySelectorAll('.board .legal, .me .legal:not([data-digits] *)')].filter(able).length,
    free: document.activeElement === document.body,
    over: !!document.querySelector('[data-testid=afterwards]'),
  }
}
"""


# The way there by keys: so many Tabs (back, if negative) to its zone, so many arrows inside.
ROUTE = """
([what, pick]) => {
  const able = (e) => !e.disabled && e.offsetParent !== null
  const all = 'a[href], button, input, select, textarea, [tabindex]'
  const stops = (zone) => [...zone.querySelectorAll(all)].filter(able)
  const targets = [...document.querySelectorAll(what)].filter(able)
  if (targets.length === 0) return null
  const target = targets[Math.floor(pick * targets.length)]
  const near = target.closest('[data-roving]')
  const zone = near?.dataset.roving === 'on' ? near : null
  const own = zone ? stops(zone).filter((e) => e.closest('[data-roving]') === zone) : [target]
  const tabbed = stops(document).filter((e) => e.tabIndex >= 0)
  const gate = own.find((e) => e.tabIndex >= 0)
  window.target = target
  return [tabbed.indexOf(gate) - tabbed.indexOf(document.activeElement), own.indexOf(target) - own.indexOf(gate)]
}
"""


def walk_to(page: Page, what: str, rng: random.Random) -> bool:
    """Tab to the zone of such a thing and arrows to the thing itself; True if the focus is on it."""
    page.keyboard.press("Tab")
    route = page.evaluate(ROUTE, [what, rng.random()])
    if route is None:
        return False
    for steps, on, back in ((route[0], "Tab", "Shift+Tab"), (route[1], "ArrowRight", "ArrowLeft")):
        for _ in range(abs(steps)):
            page.keyboard.press(on if steps > 0 else back)
    return bool(page.evaluate("document.activeElement === window.target"))


LIFTED = ".board button.legal, .board .legal button.pick, .me button.legal:not([data-digits] *)"


def play_by_keys(page: Page, seed: int = 1, seconds: float = 60, turns: int = 10_000) -> int:
    """Keys alone, until the summary or so many decisions: digits pick, Enter does, Tab and arrows go where neither
    leads. Returns the number of decisions."""
    rng = random.Random(seed)
    end = time.monotonic() + seconds * PATIENCE
    done = 0
    while time.monotonic() < end:
        now = page.evaluate(BY_KEYS)
        if now["over"] or done >= turns:
            return done
        if now["digits"] and rng.random() < 0.7:
            page.keyboard.press(str(rng.choice(now["digits"])))
        elif now["main"] == 1 and now["free"]:
            page.keyboard.press("Enter")
            done += 1
        elif now["lifted"] and (not now["bar"] or rng.random() < 0.4):
            if walk_to(page, LIFTED, rng):
                page.keyboard.press("Enter")
        elif now["bar"]:
            main = now["main"] and rng.random() < 0.7
            if walk_to(page, ".actions .primary" if main else ".actions button:not([disabled]):not(.aside *)", rng):
                page.keyboard.press("Enter")
                done += 1
        else:
            page.wait_for_timeout(25)
    raise AssertionError(f"No end in {seconds} s after {done} decisions; status: {page.inner_text('.status')!r}")


# For a while: what `press_something` does, again and again, inside the page, without asking the test each time.
PRESS_ON = (
    """
async ([seed, ms]) => {
  const pressable = """
    + PRESSABLE.strip()
    + """
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const rest = (ms) => new Promise((done) => setTimeout(done, ms))
  const end = performance.now() + ms
  let presses = 0
  while (performance.now() < end) {
    if (document.querySelector('[data-testid=summary]')) return { presses, seed, there: true }
    const words = pressable()
    if (words.length) {
      const weights = words.map((w) => (/Not yet|pass-empty/.test(w) ? 0.15 : 1))
      let at = chance() * weights.reduce((a, b) => a + b)
      window.pressable[weights.findIndex((w) => (at -= w) <= 0)]?.click()
      presses += 1
    }
    await rest(words.length ? 15 : 30)
  }
  return { presses, seed, there: false }
}
"""
)


def play_to_the_end(page: Page, seed: int = 1, seconds: float = 60) -> int:
    """Press buttons until the summary shows. Returns the number of presses."""
    end = time.monotonic() + seconds * PATIENCE
    presses = 0
    seed = 7919 * seed
    while time.monotonic() < end:
        done = page.evaluate(PRESS_ON, [seed, 2000])
        presses, seed = presses + int(done["presses"]), done["seed"]
        if done["there"]:
            return presses
    raise AssertionError(f"No end in {seconds} s after {presses} presses; status: {page.inner_text('.status')!r}")
