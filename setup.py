"""Compiles the rules, playouts and search with mypyc where a C compiler is there; works without.

MISCHIEF_COMPILE=0 leaves everything as plain Python. MISCHIEF_COMPILE=piratz,pie_rats compiles the engine, the bots
and only these games (quicker while working on one).
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

ENGINE = ["seats", "moves", "chance", "state", "policy", "playout", "observing", "batch"]
HOT = [
    "numbers",
    "house",
    "sets",
    "table",
    "setup",
    "legal",
    "rules",
    "scoring",
    "memory",
    "imagining",
    "heuristic",
    "observing",
]
"""In a game's folder, the files with these names are compiled, and those that begin with one of them and an underscore
(docs/architecture.md has the plan of files); besides every other file named in its `compiled.txt`."""


def modules() -> list[str]:
    wanted = os.environ.get("MISCHIEF_COMPILE", "all")
    if wanted in ("0", "none"):
        return []
    found = [f"src/mischief/engine/{name}.py" for name in ENGINE]
    found += sorted(str(p) for p in Path("src/mischief/bots").glob("search*.py"))
    for folder in sorted(Path("src/mischief/games").iterdir()):
        if wanted != "all" and folder.name not in wanted.split(","):
            continue
        listed = (folder / "compiled.txt").read_text().split() if (folder / "compiled.txt").is_file() else []
        found += [str(p) for p in sorted(folder.glob("*.py")) if p.stem.split("_")[0] in HOT or p.name in listed]
    return found


class BuildOrGoWithout(build_ext):
    """A failed compilation leaves a slower Mischief, not a broken one."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:  # any compiler trouble at all
            if os.environ.get("MISCHIEF_COMPILE_MUST") == "1":
                raise
            print(f"mischief: the rules stay uncompiled ({error}); everything works, more slowly", file=sys.stderr)


def extensions() -> list[object]:
    paths = modules()
    if not paths or not (shutil.which("cc") or shutil.which("gcc")):
        return []
    os.environ.setdefault("MYPYPATH", "src")
    from mypyc.build import mypycify

    words = ["--config-file=", "--explicit-package-bases", *paths]
    try:
        return list(mypycify(words, opt_level="2", separate=True))
    except ValueError:  # the incremental cache of an earlier build does not fit this set of modules
        for stale in ("build", ".mypy_cache"):
            shutil.rmtree(stale, ignore_errors=True)
        return list(mypycify(words, opt_level="2", separate=True))


wants_build = any(word in sys.argv for word in ("build_ext", "bdist_wheel", "build", "install", "editable_wheel"))
setup(ext_modules=extensions() if wants_build else [], cmdclass={"build_ext": BuildOrGoWithout})
