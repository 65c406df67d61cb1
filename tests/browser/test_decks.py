"""A table with a deck of somebody's own: its rules and the page of rules tell of the cards that are there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from mischief.engine import decks
from tests.study.test_study import four_rings
from tests.test_decks import changed

from .stage import GAMES, Server, serving

TOLD = {
    "piratz": (r"Rings\s*17", r"Rings\s*14"),
    "high-tea": ("4 of one supply", "5 of one supply"),
    "rattus-cartus": ("Beekeeper", "Peasant(?!ry)"),
    "doctor-rat": (r"Pea\s*vegetable", r"Plum\s*vegetable"),
    "pie-rats": ("Mighty Mallow", "Mighty Myrtle"),
}
"""What the tables of the changed deck say, and what those of the standard deck say in its place."""


@pytest.fixture(scope="module")
def server_with_decks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("decks")
    for game in GAMES:
        (folder / game).mkdir()
        file = folder / game / "mine.toml"
        if game == "piratz":
            text = four_rings(tmp_path_factory.mktemp("rings")).read_text(encoding="utf-8")
            file.write_text(f"# Mine, for a trial.\n{text}", encoding="utf-8")
        else:
            changed(game, folder / game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(decks.FOLDER, str(folder))
        with serving(tmp_path_factory.mktemp("tables")) as running:
            yield running


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_table_are_those_of_its_deck(
    server_with_decks: Server, open_page: Callable[..., Page], game: str
) -> None:
    page = open_page()
    page.goto(server_with_decks.url(f"/new/{game}"))
    page.fill("[data-testid=my-name]", "Ada")
    page.evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    page.select_option("#option-deck", label="Mine, for a trial")
    link = page.get_by_role("link", name="Read the rules").get_attribute("href")
    assert link == f"/rules/{game}?deck=mine"
    page.click("[data-testid=begin]")
    page.wait_for_selector("[data-seat]")
    page.click("#tab-rules")
    rules = page.locator("#panel-rules")
    new, old = (re.compile(text) for text in TOLD[game])
    expect(rules.get_by_role("row", name=new).first).to_be_attached()
    expect(rules.get_by_role("row", name=old)).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_rules_shows_the_deck_that_its_address_names(
    server_with_decks: Server, open_page: Callable[..., Page], game: str
) -> None:
    page = open_page()
    new, old = (re.compile(text) for text in TOLD[game])
    page.goto(server_with_decks.url(f"/rules/{game}?deck=mine"))
    expect(page.get_by_text("With the deck mine (Mine, for a trial)")).to_be_visible()
    expect(page.get_by_role("row", name=new).first).to_be_attached()
    expect(page.get_by_role("row", name=old)).to_have_count(0)
    page.get_by_role("link", name="Rather the standard deck").click()
    expect(page.get_by_role("row", name=old).first).to_be_attached()
    expect(page.get_by_role("row", name=new)).to_have_count(0)
