"""Compiles the rules, playouts and search with mypyc where that can be done; everything works without, more slowly.

What is compiled is decided by the names of files (see `in_a_game`). Three settings of the environment:

- MISCHIEF_COMPILE=0 leaves everything as plain Python; MISCHIEF_COMPILE=piratz,pie_rats compiles the engine, the bots
  and only these games (quicker while working on one);
- MISCHIEF_COMPILE_MUST=1 makes any trouble with compiling an error, as it should be in a release.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import sys
import sysconfig
import textwrap
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

SOURCE = Path("src/mischief")
PAGE = SOURCE / "server/static/index.html"
ENGINE = ("seats", "moves", "chance", "state", "policy", "playout", "observing", "batch")
ROOMS = (
    *("numbers", "house", "sets", "table", "setup", "legal"),
    *("rules", "scoring", "memory", "imagining", "heuristic", "observing", "seeing", "writing"),
)
"""In a game's folder the files with these names are compiled, and those that begin with one of them and an underscore
(docs/architecture.md has the plan of files)."""
COMPILED = (".so", ".pyd")
GROUP = "compiled"
"""What the library of a folder is called; the files beside it only lead there."""


def in_a_game(folder: Path) -> list[Path]:
    """The files of a game that are compiled."""
    return [
        file
        for file in sorted(folder.glob("*.py"))
        if any(file.stem == room or file.stem.startswith(room + "_") for room in ROOMS)
    ]


def modules(wanted: str = "all") -> list[Path]:
    """Everything that is compiled."""
    if wanted in ("0", "none"):
        return []
    found = [SOURCE / "engine" / f"{name}.py" for name in ENGINE]
    found += sorted((SOURCE / "bots").glob("search*.py"))
    for folder in sorted((SOURCE / "games").iterdir()):
        if folder.is_dir() and (wanted == "all" or folder.name in wanted.split(",")):
            found += in_a_game(folder)
    return found


def groups(paths: list[str]) -> list[tuple[list[str], str]]:
    """Each folder becomes one library, which compiles in half the time that a library for each file would take."""
    folders = dict.fromkeys(Path(path).parent for path in paths)
    return [
        ([path for path in paths if Path(path).parent == folder], ".".join([*folder.parts[1:], GROUP]))
        for folder in folders
    ]


def go_without(why: BaseException | str) -> None:
    """Say in one line that the rules stay plain Python; stop instead if they must not."""
    reason = textwrap.shorten(str(why), 160, placeholder=" ...") or type(why).__name__
    if isinstance(why, SystemExit) and isinstance(why.code, int):
        reason = "mypyc refuses them, and says why above"
    if os.environ.get("MISCHIEF_COMPILE_MUST") == "1":
        sys.exit(f"mischief: the rules could not be compiled ({reason}), and MISCHIEF_COMPILE_MUST=1 says they must be")
    print(f"mischief: the rules stay plain Python ({reason}); everything works, more slowly", file=sys.stderr)


def no_compiler() -> str:
    """What is missing for compiling, as far as one can tell in a moment; empty if nothing seems to be."""
    if sys.platform == "win32":
        return ""  # where Microsoft's compiler lies is for setuptools to find out
    words = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    return "" if shutil.which(words[0]) else f"there is no C compiler {words[0]!r}"


def extensions() -> list[Any]:
    """The compiled modules; none if they cannot be made."""
    paths = [str(file) for file in modules(os.environ.get("MISCHIEF_COMPILE", "all"))]
    if not paths:
        return []
    if missing := no_compiler():
        go_without(missing)
        return []
    os.environ.setdefault("MYPYPATH", "src")
    docs = Docstrings([Path(path) for path in paths])
    docs.take_out()
    # What only an extra brings need not be here: nothing that is compiled uses it. And a cache of its own: that of
    # `mypy --strict` would not do, and each would undo the other's.
    words = ["--config-file=", "--explicit-package-bases", "--ignore-missing-imports", "--cache-dir=build/types"]
    words += paths
    try:
        from mypyc.build import mypycify

        settings = {"opt_level": "2", "debug_level": "0", "separate": groups(paths)}
        try:
            made = list(mypycify(words, **settings))
        except ValueError:  # the incremental cache of an earlier build does not fit this set of modules
            shutil.rmtree("build", ignore_errors=True)
            made = list(mypycify(words, **settings))
    except (Exception, SystemExit) as trouble:  # mypyc ends the program where it finds a mistake
        go_without(trouble)
        return []
    docs.put_in()
    for extension in made:
        if sys.platform != "win32":  # nobody outside calls these by name, so the compiler may put calls in line
            extension.extra_compile_args += ["-fvisibility=hidden"]
        if sys.platform == "linux":
            extension.extra_link_args += ["-Wl,-s"]
    return made


class Docstrings:
    """mypyc leaves docstrings out. We put them into the C code that it wrote, and take them out again before it looks
    whether that has changed."""

    PLACES = re.compile(
        r"(?P<before>\(PyCFunction\)CPyPy_(?P<function>\w+),\s*METH_[A-Z_| ]+,\s*"
        r"|PyTypeObject CPyType_(?P<type>\w+)_template_ = \{[^}]*?\.tp_doc = )"
        r'PyDoc_STR\((?P<signature>"(?:[^"\\]|\\.)*")\)'
    )

    def __init__(self, paths: list[Path]) -> None:
        self.texts: dict[str, str] = {}
        """By the names that mypyc gives to things: mischief___engine___state___State___play."""
        for path in paths:
            module = ".".join([*path.parts[1:-1], path.stem])
            for thing in ast.parse(path.read_text(encoding="utf-8")).body:
                self._note(module, thing)

    def _note(self, place: str, thing: ast.AST) -> None:
        if isinstance(thing, ast.ClassDef | ast.FunctionDef):
            name = f"{place}.{thing.name}"
            self.texts[name.replace("___", "___3_").replace(".", "___")] = ast.get_docstring(thing) or ""
            for part in thing.body if isinstance(thing, ast.ClassDef) else []:
                self._note(name, part)

    def put_in(self) -> None:
        for file in Path("build").rglob("__native*.c"):
            written, times = file.read_text(encoding="utf-8"), file.stat()
            told = self.PLACES.sub(self._add, written)
            before = file.with_suffix(".told")
            unchanged = before.is_file() and before.read_text(encoding="utf-8") == told
            file.with_suffix(".written").write_text(written, encoding="utf-8")
            for copy in (before, file):
                copy.write_text(told, encoding="utf-8")
            if unchanged:
                os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def take_out(self) -> None:
        for written in Path("build").rglob("__native*.written"):
            file = written.with_suffix(".c")
            times = file.stat()
            file.write_text(written.read_text(encoding="utf-8"), encoding="utf-8")
            os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _add(self, place: re.Match[str]) -> str:
        text = self.texts.get(place["function"] or place["type"], "").encode()
        quoted = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in text)
        return f'{place["before"]}PyDoc_STR({place["signature"]} "{quoted}")'


class Compile(build_ext):
    """All of the modules or none: those that are compiled call each other directly."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def run(self) -> None:
        try:
            super().run()
        except (Exception, SystemExit) as trouble:
            go_without(f"the C compiler gave up: {trouble}")
            self.extensions = []
        made = modules() if self.extensions else []
        tidy(Path(self.build_lib) / "mischief", made)
        if self.inplace:
            tidy(SOURCE, made)


def tidy(folder: Path, made: list[Path]) -> None:
    """Remove compiled files that hide a source which is not compiled now, or that has gone."""
    wanted = {file.relative_to(SOURCE).with_suffix("") for file in made}
    wanted |= {file.with_name(f"{GROUP}__mypyc") for file in wanted}
    for file in folder.rglob("*"):
        if file.suffix in COMPILED and file.relative_to(folder).with_name(file.name.partition(".")[0]) not in wanted:
            file.unlink()


class Pack(build_py):
    """What has left the source leaves the package, too, although an earlier build may have left it lying about."""

    def run(self) -> None:
        for file in Path(self.build_lib).rglob("*"):
            if file.is_file() and file.suffix not in COMPILED:
                file.unlink()
        if not (PAGE.is_file() or self.editable_mode):
            print(
                f"mischief: {PAGE} is not there, so that the server has no page; `make dist` builds it", file=sys.stderr
            )
        super().run()


class PackSource(sdist):
    """The browser's page goes in as it was built, so that nobody who installs needs Node."""

    def run(self) -> None:
        if not PAGE.is_file():
            sys.exit(f"mischief: {PAGE} is not there; `make dist` builds the page and then the packages")
        super().run()


compiles = any(word in sys.argv for word in ("build_ext", "bdist_wheel", "build", "install", "editable_wheel"))
setup(
    ext_modules=extensions() if compiles else [],
    cmdclass={"build_ext": Compile, "build_py": Pack, "sdist": PackSource},
)
