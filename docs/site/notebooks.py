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
SCREEN = re.compile(r"(\x1b\[[0-9;?]*[A-Za-z]|\r?\n|\r)")
"""What moves the cursor of a terminal, or colours what it writes."""

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
        quiet = ["--log-level=ERROR"]  # a kernel warns of its own port, which nobody else here can reach
        resources = {"metadata": {"path": folder}}
        NotebookClient(notebook, timeout=LONGEST, resources=resources, extra_arguments=quiet).execute()
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
            shown = [_shown(output, pictures) for output in _joined(cell.outputs)]
            if any(shown):
                parts.append('<div class="output" markdown>\n\n' + "\n\n".join(filter(None, shown)) + "\n\n</div>")
    return "\n\n".join(parts) + "\n", pictures


def _joined(outputs: list[Notebook]) -> list[Notebook]:
    """What a cell printed, whole, however many pieces it came in."""
    found: list[Notebook] = []
    for output in outputs:
        if found and output.output_type == found[-1].output_type == "stream" and output.name == found[-1].name:
            found[-1] = nbformat.from_dict({**found[-1], "text": found[-1].text + output.text})
        else:
            found.append(output)
    return found


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


def on_screen(text: str) -> str:
    """What is left on a terminal's screen: of a line that was written over and over, as it was last."""
    lines = [""]
    for part in SCREEN.split(text):
        if part.endswith("\n"):
            lines.append("")
        elif part in ("\r", "\x1b[2K"):
            lines[-1] = ""
        elif part.startswith("\x1b["):
            if part.endswith("A"):  # so many lines up
                lines = lines[: -int(part[2:-1] or 1)] or [""]
        else:
            lines[-1] += part
    return "\n".join(lines)


def _text(text: str) -> str:
    text = on_screen(text).rstrip()
    return f"```text\n{text}\n```" if text else ""


def main(words: list[str]) -> None:
    for source in sources():
        if not words or source.stem in words:
            run(source)


if __name__ == "__main__":
    main(sys.argv[1:])
