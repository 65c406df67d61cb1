"""One server and one chromium for the tests of a worker; every page that a test opens must keep a clean console."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from .stage import PATIENCE, UNPAINTED, Server, Visitor, launch, serving, visit

expect.set_options(timeout=5_000 * PATIENCE)

SHARED = ("test_asking", "test_boards", "test_decks", "test_glossary", "test_sets", "test_setting_up")
"""Tests of what all games have in common."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    claims: dict[object, list[pytest.Function]] = {}
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
                claims.setdefault(item.function, []).append(item)
    for cases in claims.values():
        leave_some(cases)


def leave_some(cases: list[pytest.Function]) -> None:
    """Marks as `more` the cases of a claim that only `make browser` tries. Of a claim about two things (each lesson at
    each size) `make test` takes so many that each of both comes up; of one about what all games have in common every
    third, another third for each claim; of any other all."""
    values = [tuple(map(str, case.callspec.params.values())) for case in cases]
    kinds = [list(dict.fromkeys(each)) for each in zip(*values, strict=True)]
    if len(kinds) == 2 and len(cases) == len(kinds[0]) * len(kinds[1]):
        left = [(kinds[0].index(one) + kinds[1].index(other)) % min(map(len, kinds)) for one, other in values]
    elif cases[0].path.stem in SHARED and len(cases) > 2:
        left = [(place + len(cases[0].function.__name__)) % 3 for place in range(len(cases))]
    else:
        return
    for case, is_left in zip(cases, left, strict=True):
        if is_left:
            case.add_marker(pytest.mark.more)


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
        visitors[-1].page.context.add_init_script(UNPAINTED)
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
