"""What axe finds wrong with a page, in both themes."""

from __future__ import annotations

from playwright.sync_api import Page

from .stage import ROOT, painted

AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
COLOURS = ", runOnly: ['color-contrast']"
"""In the dark a page differs in its colours only."""


DRAWN = """
async () => {
  while (document.documentElement.dataset.theme !== 'dark') await new Promise((done) => setTimeout(done, 10))
  for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
}
"""
"""The colours that fade have changed: for that chromium has to draw."""


def serious(page: Page) -> list[str]:
    """What axe finds serious or critical on the page as it stands, by day and by night."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    with painted(page):
        found = look(page, "light", "")
        page.emulate_media(color_scheme="dark")
        page.evaluate(DRAWN)
        found += look(page, "dark", COLOURS)
        page.emulate_media(color_scheme="light")
    return found


def look(page: Page, theme: str, rules: str) -> list[str]:
    """Axe does not look at everything at once, so what it finds while a bot moves must be there the next time too."""

    def once() -> list[str]:
        found = page.evaluate(f"axe.run(document, {{resultTypes: ['violations']{rules}}})")
        return [
            f"{theme}, {v['id']}: {node['target']} {node.get('failureSummary', '')[:300]}"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
            for node in v["nodes"][:3]
        ]

    first = once()
    again = once() if first else []
    return [found for found in first if found in again]
