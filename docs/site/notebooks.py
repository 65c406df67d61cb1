"""The notebooks of docs/notebooks: run them, and make pages of what came out.

    python docs/site/notebooks.py                 run all of them afresh
    python docs/site/notebooks.py ppo study       these

They are kept without outputs, so that a change of one can be read; what a page shows was made when the site was built.
Each runs in a process of its own, in an empty folder, with whatever `mischief` this Python has.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
RAN = ROOT / "build/notebooks"
LONGEST = 1800
"""Seconds that one cell may take."""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")

Notebook = Any


def sources() -> list[Path]:
    return sorted((ROOT / "docs/notebooks").glob("*.ipynb"))


def ran(source: Path) -> Notebook:
    """A notebook with its outputs, run now unless it has been run as it is."""
    if not _kept(source).exists():
        run(source)
    return nbformat.read(_kept(source), 4)


def _kept(source: Path) -> Path:
    """Where a notebook is when it has run as it now is."""
    return RAN / f"{source.stem}-{hashlib.sha256(source.read_bytes()).hexdigest()[:12]}.ipynb"


def run(source: Path) -> None:
    """Run a notebook from top to bottom and keep it, with how long that took. An error in a cell is an error here."""
    began = time.perf_counter()
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for !mischief
    notebook = nbformat.read(source, 4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=LONGEST, resources={"metadata": {"path": folder}}).execute()
    RAN.mkdir(parents=True, exist_ok=True)
    for old in RAN.glob(f"{source.stem}-*.ipynb"):
        old.unlink()
    nbformat.write(notebook, _kept(source))
    print(f"{source.stem}: {time.perf_counter() - began:.0f} s", flush=True)


def page(notebook: Notebook) -> tuple[str, dict[str, bytes]]:
    """A notebook that ran as Markdown, and its pictures by name."""
    parts: list[str] = []
    pictures: dict[str, bytes] = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
        elif cell.cell_type == "code":
            parts.append(f"```python\n{cell.source}\n```")
            shown = [_shown(output, pictures) for output in cell.outputs]
            if any(shown):
                parts.append('<div class="output" markdown>\n\n' + "\n\n".join(filter(None, shown)) + "\n\n</div>")
    return "\n\n".join(parts) + "\n", pictures


def _shown(output: Notebook, pictures: dict[str, bytes]) -> str:
    if output.output_type == "stream":
        return _text(output.text) if output.name == "stdout" else ""
    data = output.get("data", {})
    if "image/png" in data:
        content = base64.b64decode(data["image/png"])
        name = f"{hashlib.sha256(content).hexdigest()[:12]}.png"
        pictures[name] = content
        return f"![What the cell drew]({name})"
    if "text/markdown" in data:
        return str(data["text/markdown"])
    return _text(str(data.get("text/plain", "")))


def _text(text: str) -> str:
    text = COLOURS.sub("", text).rstrip()
    return f"```text\n{text}\n```" if text else ""


def main(words: list[str]) -> None:
    for source in sources():
        if not words or source.stem in words:
            run(source)


if __name__ == "__main__":
    main(sys.argv[1:])
