"""The new-table form: what can be written is checked while it is written, and what would be refused cannot be sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .stage import Server

Opener = Callable[..., Page]
OPEN_ALL = "document.querySelectorAll('details').forEach((d) => (d.open = true))"
ALL_FARMS = ", ".join(f"farm-{n}" for n in range(1, 6))


@pytest.mark.parametrize(
    ("game", "first", "option", "wrong", "right"),
    [
        ("doctor-rat", None, "identities", "LB1, LB1, CR3", "LB1, VG2, CR3"),
        ("doctor-rat", None, "seat_groups", "0; 1", "0; 1; 2"),
        ("doctor-rat", None, "speakers", "0, 0, 0", "1, 2, 3"),
        ("rattus-cartus", ("buildings", "custom"), "custom_cards", ALL_FARMS, ""),
        ("pie-rats", None, "pies", "0", "5"),
    ],
)
@pytest.mark.parametrize("width", [1440, 390])
def test_a_wrong_list_is_told_beside_its_field_and_the_start_waits(
    server: Server,
    open_page: Opener,
    game: str,
    first: tuple[str, str] | None,
    option: str,
    wrong: str,
    right: str,
    width: int,
) -> None:
    page = open_page(width=width, height=844)
    page.goto(server.url(f"/new/{game}"))
    page.fill("[data-testid=my-name]", "Ada")
    page.evaluate(OPEN_ALL)
    if first:
        choose(page, *first)
        page.evaluate(OPEN_ALL)
    field = page.locator(f"#option-{option}")
    if field.evaluate("e => e.tagName") == "SELECT":
        field.select_option(label="Something else")
        field = page.locator(f"#option-{option}-own")
    field.fill(wrong)
    field.press("Tab")
    told = page.locator(f"[data-testid=wrong-{option}]")
    expect(told).to_be_visible()
    expect(page.locator("[data-testid=begin]")).to_be_disabled()
    expect(page.locator("[data-testid=why-not]")).to_contain_text(told.inner_text())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    field.fill(right)
    field.press("Tab")
    expect(told).to_have_count(0)
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-seat]")


def choose(page: Page, option: str, value: str) -> None:
    """Choose a value of a house rule by its place in the box's own list."""
    box = page.evaluate("(game) => fetch('/api/shelf/' + game).then((r) => r.json())", page.url.rsplit("/", 1)[1])
    values = next(each["values"] for each in box["options"] if each["name"] == option)
    page.locator(f"#option-{option}").select_option(index=values.index(value))
