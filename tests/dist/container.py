"""Follows the Containerfile without a container: its steps one by one, in a clean folder, then the server that it ends in.

    python tests/dist/container.py [--keep FOLDER]

For machines that cannot fetch images. Each stage's files lie in a folder of their own; `COPY` takes only what
.dockerignore lets through, `RUN` is run there with the paths of the image turned into those of the folder. What changes
the image's system (packages, users) is named and left out. `podman build .` is the real thing where it can be had. Not
part of the test suite: it fetches packages, and compiles everything anew.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
OF_THE_SYSTEM = ("apt-get ", "useradd ")


def steps() -> list[tuple[str, str]]:
    """The Containerfile's instructions, with their words."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines]


def left_out(path: str) -> bool:
    """Whether .dockerignore keeps a path (below the root) from the build."""
    rules = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
    parts = path.split("/")
    above = ["/".join(parts[: n + 1]) for n in range(len(parts))]
    for rule in rules:
        if rule.startswith("**/"):
            if any(fnmatch(part, rule[3:]) for part in parts):
                return True
        elif any(fnmatch(each, rule) and each.count("/") == rule.count("/") for each in above):
            return True
    return False


def context() -> list[str]:
    """All that is sent to the builder."""
    found = []
    for folder, inside, files in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        inside[:] = [name for name in inside if not left_out((here / name).as_posix())]
        found += [(here / name).as_posix() for name in files if not left_out((here / name).as_posix())]
    return found


class Stage:
    """An image in the making: a folder in place of its root."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.at = root
        root.mkdir(parents=True)

    def place(self, path: str) -> Path:
        return self.root / path.lstrip("/") if path.startswith("/") else self.at / path

    def workdir(self, path: str) -> None:
        self.at = self.place(path)
        self.at.mkdir(parents=True, exist_ok=True)

    def copy(self, words: list[str], sent: list[str], stages: dict[str, Stage]) -> None:
        *sources, to = [word for word in words if not word.startswith("--")]
        origin = next((stages[word.partition("=")[2]] for word in words if word.startswith("--from=")), None)
        target = self.place(to)
        for source in sources:
            if origin is not None:
                shutil.copytree(origin.place(source), target, symlinks=True, dirs_exist_ok=True)
                continue
            below = [path for path in sent if source == "." or path == source or path.startswith(source + "/")]
            assert below, f"COPY {source}: nothing of that name is sent to the builder"
            for path in below:
                alone = path == source
                goal = target / (Path(path).name if alone else Path(path).relative_to(source))
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, goal)

    def run(self, command: str) -> None:
        if any(word in command for word in OF_THE_SYSTEM):
            print(f"  left out, as it changes the system: {command}", flush=True)
            return
        print(f"  {command}", flush=True)
        here = re.sub(r"(?<![\w/])/(opt|src|data)/", rf"{self.root}/\1/", command)
        plain = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV", "CC")}
        subprocess.run(here, shell=True, check=True, cwd=self.at, env=plain)


def serve(stage: Stage, words: list[str]) -> None:
    """What the image runs: does it come up, and is it healthy?"""
    (stage.root / "data").mkdir(exist_ok=True)
    here = [f"{stage.root}{word}" if word.startswith(("/opt/", "/data/")) else word for word in words]
    plain = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    # A virtual environment that was copied names the Python of the stage that it was made in: so does the image's.
    python = str(stage.root / "opt/mischief/bin/python")
    command = [python, *here[:1], *here[1:], "--host", "127.0.0.1", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=plain, cwd=stage.root / "data")
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1].rstrip("/")
        for path in ("/healthz", "/", "/api/shelf"):
            with urllib.request.urlopen(url + path, timeout=20) as answer:
                assert answer.status == 200, path
                if path == "/api/shelf":
                    games = len(json.load(answer)["games"])
        print(f"  served: healthy, the page is there, {games} games on the shelf", flush=True)
    finally:
        server.terminate()
        server.wait(20)


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--keep", type=Path, help="An empty folder to build in, which stays.")
    wish = words.parse_args()
    folder = wish.keep or Path(tempfile.mkdtemp(prefix="mischief-container-"))
    began = time.monotonic()
    try:
        sent = context()
        size = sum((ROOT / path).lstat().st_size for path in sent)
        print(f"context: {len(sent)} files, {size / 1e6:.1f} MB", flush=True)
        stages: dict[str, Stage] = {}
        stage: Stage | None = None
        for step, text in steps():
            if step == "FROM":
                name = text.partition(" AS ")[2] or "image"
                print(f"{name} ({text.split()[0]})", flush=True)
                stage = stages[name] = Stage(folder / name)
                continue
            assert stage is not None, "a Containerfile begins with FROM"
            if step == "WORKDIR":
                stage.workdir(text)
            elif step == "COPY":
                stage.copy(text.split(), sent, stages)
            elif step == "RUN":
                stage.run(text)
            elif step == "ENTRYPOINT":
                serve(stage, json.loads(text))
        print(f"done in {time.monotonic() - began:.0f} s")
    finally:
        if wish.keep is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
