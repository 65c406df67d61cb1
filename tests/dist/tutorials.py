"""A stranger's hour: each tutorial followed from an empty folder, with a wheel and nothing of the repository but the page.

`python tests/dist/tutorials.py [--short] [WHEEL]` takes the wheel of dist/ if none is named (`make dist`).

For each, an empty environment outside of the repository gets the wheel with the extras that the tutorial says, and
follows it from top to bottom. With --short, numbers of games and minutes are small.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def extras_of(page: Path) -> str:
    """The extras that a tutorial tells people to install, such as "[study]"."""
    line = next(line for line in page.read_text(encoding="utf-8").splitlines() if re.search("pip install .*mischief", line))
    found = re.search(r"\[[\w,]+\]", line)
    return found[0] if found else ""


def follow(page: Path, wheel: Path, words: list[str]) -> tuple[float, float]:
    """How many seconds installing took, and following."""
    with tempfile.TemporaryDirectory() as folder:
        home, here, environment = (Path(folder) / name for name in ("home", "here", "rats"))
        home.mkdir()
        here.mkdir()
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        variables |= {"HOME": str(home), "PATH": f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"}
        python = str(environment / "bin" / "python")
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        install = [python, "-m", "pip", "install", "--quiet", "-c", str(ROOT / "constraints.txt")]
        subprocess.run([*install, f"{wheel}{extras_of(page)}"], check=True, env=variables, cwd=here)
        installed = time.perf_counter()
        reader = str(ROOT / "tests/docs/blocks.py")
        subprocess.run([python, reader, *words, f"tutorials/{page.name}"], check=True, env=variables, cwd=here)
        return installed - began, time.perf_counter() - installed


def main(words: list[str]) -> None:
    named = [word for word in words if not word.startswith("-")]
    wheel = Path(named[0]) if named else next((ROOT / "dist").glob("*.whl"))
    for page in sorted((ROOT / "docs/tutorials").glob("*.md")):
        installing, following = follow(page, wheel.resolve(), [word for word in words if word.startswith("-")])
        print(f"{page.stem}: installed in {installing:.0f} s, followed in {following:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
