"""Whatever README and docs show can be done: every block of code on every page is run, or read (docs/making.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.blocks import PAGES, ROOT, Reader, Wrong, blocks

WITH_BLOCKS = [page for page in PAGES if "```" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_can_be_followed(page: Path, tmp_path: Path) -> None:
    assert Reader(page, tmp_path).follow() > 0


def test_no_page_hides_code_outside_of_blocks_that_say_what_they_are() -> None:
    told = [block for page in PAGES for block in blocks(page)]
    assert len(told) > 60


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("```\nmischief check\n```\n", "says its language"),
        ("    indented code\n", "says its language"),
        ("```sh\nmischief chekc piratz\n```\n", "no command `mischief chekc`"),
        ("```sh\nmischief check piratz --nonsense\n```\n", "nonsense"),
        ('```sh title="takes minutes"\nmischief arena piratz --gmaes 3 random\n```\n', "--gmaes"),
        ('```sh title="some day"\nmischief check piratz\n```\n', "does not know the title"),
        ("```sh\nmischief selfplay piratzz\n```\n", "Did you mean"),
        ("```sh\npip install 'mischief[everything]'\n```\n", "no extra 'everything'"),
        ('```sh title="in a clone"\nmake coffee\n```\n', "no target 'coffee'"),
        ("```sh\nrm -rf /\n```\n", "does not say what happens"),
        ("```python\n1 / 0\n```\n", "division by zero"),
        ("```python\n>>> 1 + 1\n3\n\n```\n", "Got:\n    2"),
        ("```toml\n= 3\n```\n", "TOMLDecodeError"),
        ("```cobol\nSTOP RUN.\n```\n", "'cobol'"),
        ('```sh title="is refused"\nmischief selfplay piratzz\n```\n\n```text\nNo.\n```\n', "the refusal is"),
        ('```sh title="is refused"\nmischief rules piratz 4.7\n```\n', "ended with 0"),
    ],
)
def test_a_block_that_cannot_be_followed_is_found(text: str, wrong: str, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text, encoding="utf-8")
    with pytest.raises(Wrong, match=wrong):
        Reader(page, tmp_path).follow()
