"""setup.py compiles what the plan of files says, all of it or nothing, and any trouble leaves plain Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.dist.stranger import ROOT

HAS_COMPILER = bool(shutil.which("cc") or shutil.which("gcc"))


@pytest.fixture(scope="module")
def plan() -> ModuleType:
    """setup.py as a module, which builds nothing."""
    spec = importlib.util.spec_from_file_location("mischief_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("setuptools.setup", lambda **words: None)
        spec.loader.exec_module(found)
    return found


@pytest.fixture
def tree(tmp_path: Path, plan: ModuleType) -> Path:
    """As small a Mischief as setup.py can compile."""
    shutil.copy(ROOT / "setup.py", tmp_path)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "mischief"\nversion = "1"\n')
    for room in ("engine", "bots", "games/crumbs"):
        (tmp_path / "src/mischief" / room).mkdir(parents=True)
        (tmp_path / "src/mischief" / room / "__init__.py").touch()
    (tmp_path / "src/mischief/__init__.py").touch()
    for name in plan.ENGINE:
        (tmp_path / f"src/mischief/engine/{name}.py").write_text("def one() -> int:\n    return 1\n")
    (tmp_path / "src/mischief/games/crumbs/rules.py").write_text("CRUMBS: int = 3\n")
    return tmp_path


def build(tree: Path, **settings: str) -> tuple[int, str, int]:
    """Compile in place: the exit code, what was said, and how many compiled files lie there afterwards."""
    told = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tree,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=300,
    )
    return told.returncode, told.stderr, len([*(tree / "src").rglob("*.so")])


def test_the_name_of_a_file_says_whether_it_is_compiled(plan: ModuleType, tmp_path: Path) -> None:
    for name in ("rules", "rules_meals", "table", "view", "tables", "rulebook", "reading", "game", "__init__"):
        (tmp_path / f"{name}.py").touch()
    (tmp_path / "rules.md").touch()
    assert [file.stem for file in plan.in_a_game(tmp_path)] == ["rules", "rules_meals", "table"]


def test_every_game_has_rules_that_are_compiled(plan: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    games = {file.parent.name for file in plan.modules() if file.stem == "rules"}
    assert games == {"piratz", "high_tea", "rattus_cartus", "doctor_rat", "pie_rats"}
    assert {file.parent.name for file in plan.modules("piratz")} == {"engine", "bots", "piratz"}
    assert plan.modules("0") == []


def test_without_a_compiler_one_line_says_so(tree: Path) -> None:
    code, told, files = build(tree, CC="nowhere-to-be-found")
    assert (code, files) == (0, 0)
    assert told == (
        "mischief: the rules stay plain Python (there is no C compiler 'nowhere-to-be-found'); "
        "everything works, more slowly\n"
    )
    code, told, _ = build(tree, CC="nowhere-to-be-found", MISCHIEF_COMPILE_MUST="1")
    assert code == 1
    assert "MISCHIEF_COMPILE_MUST=1 says they must be" in told


@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler")
def test_trouble_of_any_kind_leaves_plain_python_and_nothing_stale(tree: Path) -> None:
    code, told, files = build(tree)
    assert (code, told) == (0, "")
    assert files > 9, "every module and the libraries of the folders"
    old = tree / "src/mischief/games/crumbs/scoring.cpython-311-x86_64-linux-gnu.so"
    old.touch()
    assert build(tree) == (0, "", files), "what hides no source has gone"
    rules = tree / "src/mischief/games/crumbs/rules.py"
    for trouble, setting, said in (
        ('CRUMBS: int = "three"\n', {}, "mypyc refuses them"),
        ("CRUMBS: int = 4\n", {"CC": "false"}, "the C compiler gave up"),
    ):
        rules.write_text(trouble)
        code, told, files = build(tree, **setting)
        assert (code, files) == (0, 0)
        assert told.strip().splitlines()[-1].startswith("mischief: the rules stay plain Python (")
        assert said in told
        assert build(tree, MISCHIEF_COMPILE_MUST="1", **setting)[0] == 1
    assert build(tree)[0] == 0
