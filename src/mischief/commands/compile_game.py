"""`mischief compile FOLDER`: a game of one's own made as fast as ours, in seconds, with nothing else compiled."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import typer
from rich.console import Console

import mischief
from mischief.engine.errors import MischiefError
from mischief.games.own import COMPILED, STAMP, compiled_files, fingerprint, package_of
from mischief.games.shelf import BOXES, rulebook

ENGINE = ("seats", "moves", "chance", "state", "policy", "playout", "observing", "batch")
GROUP = "compiled"
TRIAL = """
import sys, mischief
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
for seed in range(20):
    state = mischief.game(sys.argv[1]).begin()
    play_out(state, Rng(seed))
    print(state.position())
"""


class CannotCompile(MischiefError):
    """The game stays plain Python: what is missing, or what the compiler said."""


def compile_folder(folder: Path) -> list[str]:
    """Compile the rules of a game, and try them: they play the games that the plain ones play. Returns the files."""
    if not mischief.COMPILED:
        raise CannotCompile("Mischief itself runs as plain Python here, so that a compiled game would not be faster.")
    files = compiled_files(folder)
    if not files:
        raise CannotCompile(f"{folder} has no file that is compiled, such as rules.py (docs/writing-a-game.md).")
    shutil.rmtree(folder / COMPILED, ignore_errors=True)
    with tempfile.TemporaryDirectory() as place:
        made = _make(folder, files, Path(place))
        shutil.copytree(made, folder / COMPILED)
    (folder / COMPILED / STAMP).write_text(fingerprint(folder), encoding="ascii")
    if _trial(folder, pure=False) != _trial(folder, pure=True):
        shutil.rmtree(folder / COMPILED)
        raise CannotCompile(
            f"{folder} plays other games compiled than as plain Python, so it stays plain: was Mischief built with "
            "another mypy, or does a number outgrow its 32 or 64 bits?"
        )
    return [file.name for file in files]


def _make(folder: Path, files: list[Path], place: Path) -> Path:
    """Compile in a folder of its own. The engine is read again, for its types, but not compiled again."""
    try:
        from mypyc.build import mypycify
        from setuptools.dist import Distribution
    except ImportError as error:
        raise CannotCompile(f"Compiling needs mypy and setuptools: pip install mypy setuptools ({error}).") from error
    package, house = package_of(folder), Path(mischief.__file__).parent
    (place / package).mkdir()
    for file in folder.glob("*.py"):
        shutil.copy(file, place / package)
    engine = [str(house / "engine" / f"{name}.py") for name in ENGINE]
    own = [str(place / package / file.name) for file in files]
    cache = platformdirs.user_cache_path("mischief", appauthor=False) / "types"
    words = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", f"--cache-dir={cache}"]
    before, os.environ["MYPYPATH"] = os.environ.get("MYPYPATH"), os.pathsep.join([str(house.parent), str(place)])
    try:
        extensions: list[Any] = mypycify(
            [*words, *engine, *own],
            opt_level="2",
            debug_level="0",
            separate=[(engine, f"mischief.engine.{GROUP}"), (own, f"{package}.{GROUP}")],
            target_dir=str(place / "c"),
        )
        mine = [extension for extension in extensions if extension.name.startswith(package)]
        for extension in mine:
            extension.extra_compile_args += ["-fvisibility=hidden"] if sys.platform != "win32" else []
        build: Any = Distribution({"ext_modules": mine}).get_command_obj("build_ext")
        build.build_lib, build.build_temp, build.parallel = str(place / "lib"), str(place / "temp"), os.cpu_count()
        build.ensure_finalized()
        build.run()
    except (Exception, SystemExit) as trouble:  # mypyc ends the program where it finds a mistake, and says it above
        why = "mypyc refuses it, and says why above" if isinstance(trouble, SystemExit) else str(trouble)
        raise CannotCompile(f"{folder} could not be compiled: {why}.") from trouble
    finally:
        os.environ.pop("MYPYPATH") if before is None else os.environ.__setitem__("MYPYPATH", before)
    return place / "lib" / package


def _trial(folder: Path, pure: bool) -> str:
    """Twenty games in a process of their own: how each ended."""
    words = {**os.environ, "MISCHIEF_PURE": "1" if pure else ""}
    ran = subprocess.run(
        [sys.executable, "-c", TRIAL, str(folder)], env=words, capture_output=True, text=True, timeout=600, check=False
    )
    return ran.stdout if ran.returncode == 0 else f"{'plain' if pure else 'compiled'}: {ran.stderr}"


def compile_game(
    folder: Annotated[Path, typer.Argument(help="The folder of a game of your own.")],
) -> None:
    """Compile a game of your own, and nothing else: it takes seconds."""
    if str(folder) in BOXES:
        raise CannotCompile(f"{folder} is one of ours: `make setup` compiles those.")
    rulebook(str(folder))
    started = time.perf_counter()
    files = compile_folder(folder.resolve())
    Console(soft_wrap=True).print(
        f"[green]{', '.join(files)}[/] of {folder} compiled in {time.perf_counter() - started:.0f} s; it plays the "
        "same games as before. Change a file and it is plain Python again until you compile it."
    )
