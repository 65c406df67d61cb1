"""Finds the blocks of code in README and docs, and runs them as docs/making.md says.

- `python -m tests.docs.blocks [PAGE...]`: as they stand, the long ones too (`make docs-test`);
- `python -m tests.docs.blocks --short [PAGE...]`: all of them too, with small numbers.

With the `mischief` of whatever Python runs it: tests/dist/tutorials.py has strangers do it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import typer
import yaml
from markdown_it import MarkdownIt

from mischief.cli import build
from mischief.engine.errors import MischiefError

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
INFO = re.compile(r'(\w+)(?: title="([^"]*)")?')
SMALL = {"--games": 8, "--watched": 1, "--minutes": 0.02, "--workers": 1, "--close": 100}
"""What quick runs put in place of greater numbers, and of numbers that are not given."""
ALIASES = {"-n": "--games"}

RUN, REFUSED = "", "is refused"
LONG, ENDLESS, ASKING = "takes minutes", "goes on until Ctrl-C", "asks you for moves"
SERVER = "on a server"
CLONE = ("in a clone", "in a clone, takes minutes", "in a clone, goes on until Ctrl-C")
AFTER_TRAINING = "after training"
TITLES = (RUN, REFUSED, LONG, ENDLESS, ASKING, SERVER, *CLONE)
SHELL = ("cp", "mkdir", "sed", "source", "python3")
"""Programs that everybody has and that touch nothing but the folder."""


class Wrong(AssertionError):
    """A block that is not as it says; the message begins with its place."""


class Block(NamedTuple):
    page: Path
    line: int
    language: str
    title: str
    text: str

    def __str__(self) -> str:
        return f"{os.path.relpath(self.page, ROOT)}:{self.line}"


def blocks(page: Path) -> Iterator[Block]:
    """All blocks of a page, in order. Raises Wrong for one that does not say what it is."""
    for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
        if token.type not in ("fence", "code_block"):
            continue
        line = (token.map or [0])[0] + 1
        info = INFO.fullmatch(token.info.strip())
        if info is None:
            raise Wrong(
                f"{Block(page, line, '', '', '')}: a block says its language (docs/making.md), not {token.info!r}"
            )
        yield Block(page, line, info[1], info[2] or "", token.content)


class Reader:
    """Somebody who follows one page from top to bottom, in an empty folder; in `full` where it takes long too, and with
    numbers as great as they stand there unless it is `short`."""

    def __init__(self, page: Path, folder: Path, full: bool = False, short: bool = True) -> None:
        self.page, self.folder, self.full, self.short = page, folder, full, short
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.refusal = ""
        for block in blocks(page):
            if block.language in ("toml", "yaml") and block.title:
                (folder / block.title).write_text(block.text, encoding="utf-8")

    def follow(self) -> int:
        """Do all that the page says; how many blocks that were."""
        before = Path.cwd()
        os.chdir(self.folder)
        followed = list(blocks(self.page))
        try:
            for block in followed:
                try:
                    self.do(block)
                except Wrong:
                    raise
                except Exception as error:
                    raise Wrong(f"{block}: {type(error).__name__}: {error}") from error
        finally:
            os.chdir(before)
        return len(followed)

    def do(self, block: Block) -> None:
        match block.language:
            case "python":
                self.python(block)
            case "sh":
                self.shell(block)
            case "toml":
                tomllib.loads(block.text)
            case "yaml":
                yaml.safe_load(block.text)
            case "text":
                if self.refusal and self.refusal != block.text.strip():
                    raise Wrong(f"{block}: the refusal is {self.refusal!r}")
                self.refusal = ""
            case "nginx":
                pass  # tests/dist/proxy.py tries it
            case other:
                raise Wrong(f"{block}: docs/making.md does not say what happens with {other!r}")

    def python(self, block: Block) -> None:
        if block.title not in (RUN, AFTER_TRAINING):
            raise Wrong(f"{block}: docs/making.md does not know the title {block.title!r}")
        if ">>>" in block.text:
            test = doctest.DocTestParser().get_doctest(block.text, self.names, str(block), str(block.page), block.line)
            told: list[str] = []
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            if runner.run(test, out=told.append, clear_globs=False).failed:
                raise Wrong(f"{block}:\n{''.join(told)}")
            self.names.update(test.globs)
        else:
            code = compile(block.text, str(block), "exec", dont_inherit=True)
            if block.title == RUN or self.full:
                exec(code, self.names)

    def shell(self, block: Block) -> None:
        if block.title not in TITLES:
            raise Wrong(f"{block}: docs/making.md does not know the title {block.title!r}")
        text = block.text.replace("\\\n", " ")
        lines = [words for line in text.splitlines() if (words := shlex.split(line, comments=True))]
        for number, words in enumerate(lines):
            program = Path(words[0]).name
            if program == "mischief":
                last = number == len(lines) - 1
                self.mischief(block, words[1:], refused=block.title == REFUSED and last)
            elif program == "pip":
                check_extras(block, words)
            elif program == "make":
                check_targets(block, words[1:])
            elif program == "python" and block.title in CLONE:
                if not (ROOT / words[1]).is_file():
                    raise Wrong(f"{block}: there is no {words[1]}")
            elif program in SHELL and block.title in (RUN, REFUSED):
                if words[1:3] != ["-m", "venv"]:
                    subprocess.run(words, cwd=self.folder, check=True, timeout=60)
            elif block.title not in (SERVER, ENDLESS):
                raise Wrong(f"{block}: docs/making.md does not say what happens with {program!r}")

    def mischief(self, block: Block, words: list[str], refused: bool) -> None:
        words = ["open", *words] if not words or words[0].startswith("-") else words
        command = command_of(words)
        if block.title in (RUN, REFUSED) or (self.full and block.title == LONG):
            self.run(block, smaller(command, words) if self.short else words, refused)
        elif self.full and block.title == ENDLESS:
            start_and_end(block, words)
        else:
            command.make_context(words[0], words[1:])

    def run(self, block: Block, words: list[str], refused: bool) -> None:
        if self.full:  # in a process of its own, which may start others
            told = subprocess.run([sys.executable, "-m", "mischief", *words], capture_output=refused, text=True)
            code, said = told.returncode, told.stderr or ""
        else:
            try:
                code, said = build(words)(words, standalone_mode=False) or 0, ""
            except MischiefError as error:
                code, said = 2, str(error)
            except typer.Exit as ended:
                code, said = ended.exit_code, ""
        if refused:
            self.refusal = said.strip()
        if bool(code) != refused:
            raise Wrong(f"{block}: mischief {shlex.join(words)} ended with {code}. {said}")


def command_of(words: list[str]) -> Any:
    """The command as the command line reads it."""
    commands = getattr(typer.main.get_command(build(words)), "commands", {})
    if words[0] not in commands:
        raise ValueError(f"there is no command `mischief {words[0]}`")
    return commands[words[0]]


def smaller(command: Any, words: list[str]) -> list[str]:
    """The same command with small numbers."""
    known = {name for parameter in command.params for name in parameter.opts}
    found = [ALIASES.get(word, word) if word in known else word for word in words]
    for option, most in SMALL.items():
        if option in found:
            at = found.index(option) + 1
            found[at] = str(min(type(most)(found[at]), most))
        elif option in known:
            found += [option, str(most)]
    return found


def check_extras(block: Block, words: list[str]) -> None:
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = [word for word in words if "mischief" in word]
    if not named:
        raise Wrong(f"{block}: pip installs no mischief here")
    for extras in re.findall(r"\[([\w,]+)\]", " ".join(named)):
        for extra in extras.split(","):
            if extra not in known:
                raise Wrong(f"{block}: there is no extra {extra!r}")


def check_targets(block: Block, targets: list[str]) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in targets:
        if not re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE):
            raise Wrong(f"{block}: there is no target {target!r}")


def start_and_end(block: Block, words: list[str]) -> None:
    """A server starts, and ends when it is told to."""
    extra = ["--no-browser"] if words[0] == "open" else []
    own = {**os.environ, "MISCHIEF_DATABASE": "blocks.db"}
    server = subprocess.Popen([sys.executable, "-m", "mischief", *words, *extra], stdout=subprocess.PIPE, env=own)
    try:
        assert server.stdout is not None
        if b"http://" not in server.stdout.readline():
            raise Wrong(f"{block}: mischief {shlex.join(words)} does not say where it is")
        time.sleep(2)
        server.send_signal(signal.SIGINT)
        if server.wait(30) != 0:
            raise Wrong(f"{block}: mischief {shlex.join(words)} ended with {server.returncode}")
    finally:
        server.kill()
        server.wait()


def main(words: list[str]) -> None:
    short, names = "--short" in words, [word for word in words if word != "--short"]
    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for page in PAGES:
        if names and not any(name in str(page) for name in names):
            continue
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            count = Reader(page, Path(folder), full=True, short=short).follow()
        print(f"{page.relative_to(ROOT)}: {count} blocks, {time.perf_counter() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
