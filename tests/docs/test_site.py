"""The site as a whole: its navigation, its links, and that a reader's browser fetches nothing from elsewhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt

import mischief
from tests.docs.blocks import PAGES, ROOT

DOCS = ROOT / "docs"
BUILT = ROOT / "build/site"
GENERATED = {f"rulebooks/{name}.md" for name in mischief.BOXES} | {
    f"notebooks/{file.stem}.md" for file in (DOCS / "notebooks").glob("*.ipynb")
}
built = pytest.mark.skipif(not BUILT.is_dir(), reason="the site is not built (make docs)")


def in_navigation(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    else:
        for inner in part.values() if isinstance(part, dict) else part:
            yield from in_navigation(inner)


def test_every_page_is_in_the_navigation_once() -> None:
    navigation = re.search(r"^nav:\n.*", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert navigation
    named = list(in_navigation(yaml.safe_load(navigation[0])["nav"]))
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    assert sorted(named) == sorted(pages | GENERATED)


def test_links_between_pages_lead_somewhere() -> None:
    """As they are read on a code host, and on the site for pages that only the site has."""
    lost = []
    for page in PAGES:
        for link in links_of(page):
            path, _, anchor = link.partition("#")
            aim = (page.parent / path).resolve() if path else page
            if re.match(r"\w+:", link) or (aim.is_relative_to(DOCS) and aim.relative_to(DOCS).as_posix() in GENERATED):
                continue
            if not aim.exists() or (anchor and aim.suffix == ".md" and anchor not in anchors_of(aim)):
                lost.append(f"{page.relative_to(ROOT)}: {link}")
    assert lost == []


def links_of(page: Path) -> Iterator[str]:
    for token in MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8")):
        for inner in token.children or []:
            link = inner.attrGet("href") or inner.attrGet("src")
            if link:
                yield str(link)


def anchors_of(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


class Fetched(HTMLParser):
    """What a browser loads for a page by itself."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "link" and told.get("rel") in ("next", "prev", "canonical"):
            return  # says where pages are, and loads nothing
        if tag in ("script", "link", "img", "iframe", "source", "object", "use", "embed", "video", "audio"):
            self.addresses += [told[name] or "" for name in ("src", "href", "data", "srcset") if name in told]


@built
def test_no_page_fetches_anything_from_elsewhere() -> None:
    pages = list(BUILT.rglob("*.html"))
    assert len(pages) > 40
    far = {f"{page.name}: {a}" for page in pages for a in Fetched(page).addresses if re.match(r"(\w+:)?//", a)}
    assert far == set()
    sheets = [file for file in BUILT.rglob("*.css") if re.search(r"url\(['\"]?(\w+:)?//", file.read_text("utf-8"))]
    assert sheets == []


@built
def test_notebooks_show_what_was_left_on_the_screen() -> None:
    """A progress bar writes over itself a thousand times; who reads the page wants none of it."""
    for notebook in (DOCS / "notebooks").glob("*.ipynb"):
        page = (BUILT / "notebooks" / f"{notebook.stem}.html").read_text(encoding="utf-8")
        assert "\x1b" not in page
        assert page.count("0:00:00") < 3


@built
def test_the_search_knows_rules_names_and_notebooks() -> None:
    index = json.loads((BUILT / "search/search_index.json").read_text(encoding="utf-8"))
    found = " ".join(entry["location"] for entry in index["docs"])
    for place in ("rulebooks/pie-rats.html", "reference/state.html", "notebooks/ppo.html", "tutorials/game-night.html"):
        assert place in found
    assert (BUILT / "search/search_index.js").is_file()  # for a page that was opened from a folder


@built
def test_every_clause_can_be_linked_to() -> None:
    page = (BUILT / "rulebooks/piratz.html").read_text(encoding="utf-8")
    assert 'id="PZ-4.7"' in page
    assert 'href="#PZ-7.4"' in page
