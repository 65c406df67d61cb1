"""Imports a game from a folder of somebody's own: as plain Python, or as `mischief compile` has compiled it.

The modules of a folder belong to a package named after its whole path, so that two folders with one name are two games.
Compiled files that lie in the folder itself are passed over: they came with a copy of another game.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import os
import sys
import traceback
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

from mischief.engine.errors import MischiefError, UnknownGame
from mischief.engine.state import State
from mischief.pure import is_compiled

PREFIX = "mischief_game_"
COMPILED = "__compiled__"
"""Where `mischief compile` puts its work, in the game's folder."""
STAMP = "made_from"
ROOMS = (
    *("numbers", "house", "sets", "table", "setup", "legal"),
    *("rules", "scoring", "memory", "imagining", "heuristic", "observing", "seeing", "writing"),
)
"""The files with these names are compiled, and those that begin with one of them and an underscore."""


def package_of(folder: Path) -> str:
    """What the modules of a folder are called while they run."""
    stem = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in folder.name)
    return f"{PREFIX}{stem}_{hashlib.sha1(str(folder).encode()).hexdigest()[:8]}"


def compiled_files(folder: Path) -> list[Path]:
    """The files of a game that can be compiled."""
    return [
        file
        for file in sorted(folder.glob("*.py"))
        if any(file.stem == room or file.stem.startswith(room + "_") for room in ROOMS)
    ]


def fingerprint(folder: Path) -> str:
    """Stands for everything that a compiled game was made from: its files, the engine's, and this Python."""
    seen = hashlib.sha1(f"{package_of(folder)} {sys.version} {sys.platform}".encode())
    for file in [
        *compiled_files(folder),
        *sorted(Path(str(sys.modules["mischief"].__file__)).parent.glob("engine/*.py")),
    ]:
        seen.update(file.name.encode() + file.read_bytes())
    return seen.hexdigest()


def is_fresh(folder: Path) -> bool:
    """Whether the folder has been compiled as it is now, and compiled files are wanted."""
    if os.environ.get("MISCHIEF_PURE", "") not in ("", "0") or not is_compiled(State):
        return False
    with contextlib.suppress(OSError):
        return (folder / COMPILED / STAMP).read_text(encoding="ascii") == fingerprint(folder)
    return False


class OwnModules:
    """Finds the modules of games in folders of somebody's own."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(PREFIX) or path is None:
            return None
        for folder in path:
            compiled = Path(folder).name == COMPILED
            loader = (ExtensionFileLoader, EXTENSION_SUFFIXES) if compiled else (SourceFileLoader, [".py"])
            spec = FileFinder(folder, loader).find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def import_game(folder: Path) -> ModuleType:
    """The game.py of a folder. What breaks on the way is said in a sentence with its place, and read anew next time."""
    for file in ("__init__.py", "game.py"):
        if not (folder / file).is_file():
            raise UnknownGame(f"{folder} is no game: it has no {file}. `mischief new-game NAME` writes a whole one.")
    if OwnModules not in sys.meta_path:
        sys.meta_path.insert(0, OwnModules)
    package = package_of(folder)
    if package not in sys.modules:
        module = ModuleType(package)
        module.__path__ = [str(folder / COMPILED), str(folder)] if is_fresh(folder) else [str(folder)]
        sys.modules[package] = module
    try:
        return importlib.import_module(package + ".game")
    except MischiefError:
        raise
    except Exception as error:  # whatever a stranger's file does while it is read
        what = str(error).partition(" (")[0].replace(package, folder.name)
        raise UnknownGame(f"{folder} cannot be loaded: {_where(error, folder)}: {what}") from error
    finally:
        if package + ".game" not in sys.modules:
            for name in [name for name in sys.modules if name == package or name.startswith(package + ".")]:
                del sys.modules[name]


def _where(error: Exception, folder: Path) -> str:
    """The file and line of the folder in which something went wrong."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{Path(error.filename).name}, line {error.lineno}"
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{Path(frame.filename).name}, line {frame.lineno}: {type(error).__name__}"
    return type(error).__name__
