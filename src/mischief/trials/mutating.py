"""Spoils a game's rules on purpose, one small change at a time, and sees whether its scenarios and tests notice.

What nobody notices is a rule that nothing guards. The changes are those that hands make: a comparison turned, a number
one off, a condition or a statement dropped. The game itself is never touched: a copy is spoilt, and run uncompiled.
"""

from __future__ import annotations

import ast
import os
import random
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import mischief
from mischief.engine.errors import MischiefError
from mischief.games.shelf import BOXES, rulebook
from mischief.processes import deaf

RULES = ("rules", "legal", "setup", "scoring", "table")
"""The files that hold the rules, and those that begin with one of these words and an underscore."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}


class CannotMutate(MischiefError):
    """There is nothing to spoil, or the game fails before anything is spoilt."""


class Change(msgspec.Struct, frozen=True):
    """One change: where, of what kind, and what was made of what."""

    file: str
    line: int
    kind: str
    before: str
    after: str
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.kind}: {self.before} -> {self.after}"


class Fate(msgspec.Struct):
    """What became of a change: who noticed it (empty: nobody)."""

    change: Change
    noticed: str


def changes_in(file: Path) -> list[Change]:
    """Every change that can be made to a file."""
    text = file.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    found = []
    for node, kind, after in _spoilt(ast.parse(text)):
        assert isinstance(node, ast.expr | ast.stmt)
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        before = text.encode()[start:end].decode()
        if after != before:
            found.append(Change(file.name, node.lineno, kind, before, after, start, end))
    return found


def _spoilt(tree: ast.Module) -> Iterator[tuple[ast.AST, str, str]]:
    """Places in functions, with what is to stand there instead."""
    bodies = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    lesser = {id(node.test) for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp) and _takes_lesser(node)}
    for body in bodies:
        for node in ast.walk(ast.Module(body.body, [])):
            if id(node) in lesser:
                continue
            if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
                other = TURNED[type(node.ops[0])]()
                yield (
                    node,
                    "comparison turned",
                    ast.unparse(ast.Compare(node.left, [other, *node.ops[1:]], node.comparators)),
                )
            elif isinstance(node, ast.Constant) and type(node.value) is int:
                yield node, "number one off", str(node.value + 1)
            elif isinstance(node, ast.If) and not isinstance(node.test, ast.Constant) and not _listens(node.test):
                yield node.test, "condition dropped", "True"
            elif _does_something(node):
                yield node, "statement dropped", "pass"


def _takes_lesser(node: ast.If | ast.IfExp) -> bool:
    """Whether it only takes the lesser or the greater of two (`a if a < b else b`, `if a < b: b = a`): it does not
    matter which of two equal ones is taken."""
    if not isinstance(node.test, ast.Compare) or not isinstance(node.test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        return False
    compared = sorted(ast.unparse(side) for side in (node.test.left, *node.test.comparators))
    if isinstance(node, ast.IfExp):
        return sorted((ast.unparse(node.body), ast.unparse(node.orelse))) == compared
    only = node.body[0] if len(node.body) == 1 and not node.orelse else None
    if not isinstance(only, ast.Assign) or len(only.targets) != 1:
        return False
    return sorted((ast.unparse(only.targets[0]), ast.unparse(only.value))) == compared


def _listens(test: ast.expr) -> bool:
    """Whether a condition only asks if anybody listens: then nothing but speed hangs on it."""
    return "listener" in ast.unparse(test)


def _does_something(node: ast.AST) -> bool:
    """Whether it is a statement that changes the table: a call or a sum, but nothing that is only told."""
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    return (call or isinstance(node, ast.AugAssign)) and ".tell(" not in ast.unparse(node)


def guards_of(name: str, folder: Path, tests: Path) -> list[str]:
    """What pytest is to be asked for a game: the test files that lie in its folder or bear its name, and of others the
    tests that are marked `rules` and have the game in their brackets."""
    found = [shlex.quote(str(file)) for file in sorted(folder.rglob("test_*.py"))]
    for file in sorted(tests.rglob("test_*.py")) if name in BOXES else ():
        if file.stem.startswith(f"test_{folder.name}"):
            found.append(shlex.quote(str(file)))
        elif "pytest.mark.rules" in file.read_text(encoding="utf-8"):
            found.append(f"{shlex.quote(str(file))} -m rules -k {name}")
    return found


class Mutator:
    """Spoils a copy of a game, over and over, while a process of its own watches the copy."""

    def __init__(self, name: str, place: Path, tests: list[str] | None = None, games: int = 20) -> None:
        """`tests` as pytest takes them, each a line of arguments; None: those that are found."""
        if not hasattr(os, "fork"):
            raise CannotMutate("Spoilt games are tried in forked processes, which this system does not have.")
        book = rulebook(name)
        house = Path(mischief.__file__).parent
        if name in BOXES:
            copy = place / "mischief"
            shutil.copytree(house, copy, ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static"))
            self.folder = copy / book.folder.relative_to(house)
            path, name_there = str(place), name
        else:
            self.folder = place / book.folder.name
            shutil.copytree(
                book.folder, self.folder, ignore=shutil.ignore_patterns("__compiled__", "*.so", "__pycache__")
            )
            path, name_there = str(house.parent), str(self.folder)
        self.files = [f for f in sorted(self.folder.glob("*.py")) if f.stem.split("_")[0] in RULES]
        if not self.files:
            raise CannotMutate(f"{name} has no rules to spoil: its folder should have a rules.py.")
        self.tests = guards_of(name, self.folder, house.parent.parent / "tests") if tests is None else tests
        words = ["mischief.commands.watching", name_there, str(self.folder), str(games), *self.tests]
        with deaf():
            self.watch = subprocess.Popen(
                [sys.executable, "-m", *words],
                env={**os.environ, "PYTHONPATH": path, "MISCHIEF_PURE": "1"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        try:
            noticed = self._answer()
        except BaseException:
            self.watch.kill()
            self.close()
            raise
        if noticed:
            self.close()
            raise CannotMutate(f"{name} fails before anything is spoilt: {noticed}.")

    def close(self) -> None:
        """The watch ends with its input."""
        assert self.watch.stdin is not None
        assert self.watch.stdout is not None
        self.watch.stdin.close()
        self.watch.wait()
        self.watch.stdout.close()

    def __enter__(self) -> Mutator:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sample(self, changes: int, seed: int) -> list[Change]:
        """So many different changes, drawn by lot."""
        every = list(dict.fromkeys(change for file in self.files for change in changes_in(file)))
        return random.Random(seed).sample(every, min(changes, len(every)))

    def try_out(self, change: Change) -> Fate:
        """Make a change, see who notices, and put everything back."""
        file = self.folder / change.file
        text = file.read_bytes()
        file.write_bytes(text[: change.start] + change.after.encode() + text[change.end :])
        try:
            assert self.watch.stdin is not None
            self.watch.stdin.write("\n")
            self.watch.stdin.flush()
            return Fate(change, self._answer())
        finally:
            file.write_bytes(text)

    def _answer(self) -> str:
        """Who noticed that something is wrong; empty if nobody did."""
        assert self.watch.stdout is not None
        line = self.watch.stdout.readline()
        if not line:
            raise CannotMutate("The process that watches the spoilt game has ended; what it said stands above.")
        return line.strip()
