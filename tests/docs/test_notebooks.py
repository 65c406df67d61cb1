"""The notebooks run, in a short form: each says in the metadata of a cell which of its numbers are made smaller."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs/notebooks").glob("*.ipynb"))
NEEDS = {"ppo": "torch"}
"""What the suite does without, unless it is there: `make notebooks` runs these."""


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_runs_in_its_short_form(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if notebook.stem in NEEDS:
        pytest.importorskip(NEEDS[notebook.stem])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    names: dict[str, object] = {"__name__": "__main__"}
    cells = [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert any("short" in cell["metadata"] for cell in cells)
    for number, cell in enumerate(cells):
        exec(
            compile(plain("".join(cell["source"])), f"{notebook.name}, cell {number}", "exec", dont_inherit=True), names
        )
        for name, value in cell["metadata"].get("short", {}).items():
            assert name in names
            names[name] = value


def plain(source: str) -> str:
    """A cell as plain Python: a line that begins with `!` is a command, in which {NAME} stands for a value."""
    return re.sub(
        r"^!(.+)$", r"__import__('subprocess').run(f'\1', shell=True, check=True)", source, flags=re.MULTILINE
    )


def test_notebooks_are_kept_without_outputs() -> None:
    """So that a change of one can be read."""
    assert len(NOTEBOOKS) == 5
    for notebook in NOTEBOOKS:
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), notebook.name
            assert cell.get("execution_count") is None, notebook.name
