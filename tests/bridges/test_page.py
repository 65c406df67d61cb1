"""What docs/bridges.md shows is what happens."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs/bridges.md"


def test_the_page_of_bridges_is_true() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False) == (0, len(examples()))


def examples() -> list[doctest.Example]:
    return doctest.DocTestParser().get_examples(PAGE.read_text(encoding="utf-8"))
