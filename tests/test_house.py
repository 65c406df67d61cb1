"""The house keeps its shape: one direction of imports, documents that tell the truth."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import mischief
from mischief.engine import events, words

ROOT = Path(__file__).parent.parent


def test_imports_point_one_way() -> None:
    told = subprocess.run(["lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False, env=_path())
    assert told.returncode == 0, told.stdout


def _path() -> dict[str, str]:
    import os

    return {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def test_the_readme_example_is_typed(tmp_path: Path) -> None:
    """Whoever copies it into a program that is checked with `mypy --strict` has nothing to mend."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    program = tmp_path / "example.py"
    program.write_text("".join(each.source for each in doctest.DocTestParser().get_examples(page)), encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout


def test_examples_in_the_code_are_true() -> None:
    for module in (mischief, events, words):
        failed, tried = doctest.testmod(module)
        assert tried > 0
        assert failed == 0


def test_importing_is_light() -> None:
    """No game, no web server and no plotting library is loaded before it is asked for."""
    heavy = ["starlette", "sqlalchemy", "matplotlib", "typer", "rich", "numpy", "mischief.games.piratz"]
    told = subprocess.run(
        [sys.executable, "-c", f"import sys, mischief; print([m for m in {heavy} if m in sys.modules])"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == "[]"


def test_a_moves_way_names_functions_that_are_there() -> None:
    """docs/architecture.md leads through the files; each function it names is in the file that it names."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    section = page.partition("## A move's way")[2].partition("\n## ")[0]
    path, named = ROOT, 0
    for word in re.findall(r"`([^`]+)`", section):
        if "/" in word:
            path = ROOT / word if word.startswith("web/") else ROOT / "src/mischief" / word
        elif word != "ok":
            named += 1
            begins = "(async )?def " if path.suffix == ".py" else "(private )?(async )?"
            assert re.search(rf"^ *{begins}{word}\(", path.read_text(encoding="utf-8"), re.MULTILINE), f"{path}: {word}"
    assert named >= 10


def test_the_house_page_names_files_that_are_there() -> None:
    """Whoever follows docs/architecture.md to a file or another page finds it."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    games = (ROOT / "src/mischief/games").iterdir()
    rooms = (ROOT, ROOT / "src/mischief", ROOT / "src/mischief/server", *games)
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", page)
    lost = [name for name in named if not any((room / name).exists() for room in rooms)]
    lost += [link for link in re.findall(r"\]\(([\w./-]+)\)", page) if not (ROOT / "docs" / link).exists()]
    assert named
    assert lost == []
