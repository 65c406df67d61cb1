"""One server and one chromium for the tests of a worker; every page that a test opens must keep a clean console."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .stage import PATIENCE, Server, Visitor, launch, serving, visit

expect.set_options(timeout=5_000 * PATIENCE)

SAMPLED = ("test_asking", "test_boards", "test_decks", "test_glossary", "test_sets", "test_setting_up")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    families: dict[object, list[pytest.Function]] = {}
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
                families.setdefault(item.function, []).append(item)
    for family in families.values():
        mark_pairs(family)


def mark_pairs(family: list[pytest.Function]) -> None:
    """A claim that is tried for every pair of values (each game in each theme) is tried in `make test` so that every
    value comes up, and for the other pairs by `make browser` alone. Of a claim about code that all games share it takes
    every third case, other ones for each claim."""
    names = list(family[0].callspec.params)
    values = {name: list(dict.fromkeys(str(item.callspec.params[name]) for item in family)) for name in names}
    if len(names) != 2 or len(family) != math.prod(map(len, values.values())):
        if family[0].path.stem in SAMPLED and len(family) > 2:
            for place, item in enumerate(family, len(family[0].function.__name__)):
                if place % 3:
                    item.add_marker(pytest.mark.pair)
        return
    fewest = min(map(len, values.values()))
    for item in family:
        if sum(values[name].index(str(item.callspec.params[name])) for name in names) % fewest:
            item.add_marker(pytest.mark.pair)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("tables")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Pages of different people, each in a browser of their own; afterwards none may have complained."""
    visitors: list[Visitor] = []

    def open_one(**how: object) -> Page:
        visitors.append(visit(browser, **how))  # type: ignore[arg-type]
        return visitors[-1].page

    yield open_one
    for visitor in visitors:
        visitor.page.context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture
def browser_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one test's own, to be stopped and started at will."""
    with serving(tmp_path) as running:
        yield running
