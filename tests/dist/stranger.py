"""Somebody who has never seen the repository: an empty environment of their own, a home, and an empty folder to stand in.

They install a package and try what everybody tries first. Whatever is not as it should be is an AssertionError.
"""

from __future__ import annotations

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CONSTRAINTS = ROOT / "constraints.txt"
MOST_BYTES = 60_000_000
"""What the default install may take on the disk."""
PLAIN = "mischief: the rules stay plain Python (there is no C compiler"
PATIENCE = 1800.0


def build_here(*words: str) -> None:
    """Build something of this very tree, with what is compiled already, so that it takes seconds; one at a time."""
    (ROOT / "build").mkdir(exist_ok=True)
    with open(ROOT / "build" / "packing.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, *words], cwd=ROOT, check=True, timeout=PATIENCE)


class Stranger:
    """An environment outside the repository, for one Python, with or without a C compiler at hand."""

    def __init__(self, folder: Path, python: str = sys.executable, compiler: bool = True) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.here = folder / "here"
        self.environment = folder / "environment"
        for made in (self.home, self.here):
            made.mkdir(parents=True)
        words = [python, "-m", "venv", "--without-pip", str(self.environment)]
        subprocess.run(words, check=True, env=_plain_environment(), timeout=PATIENCE)
        self.python = str(self.environment / "bin" / "python")
        path = [str(self.environment / "bin")]
        if compiler:
            path.append(os.environ["PATH"])
        self.variables = {**_plain_environment(), "HOME": str(self.home), "PATH": os.pathsep.join(path)}

    def run(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run a command in the empty folder; returns all it said. It must end with one of these codes."""
        told = subprocess.run(
            words,
            cwd=self.here,
            env=self.variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
        )
        assert told.returncode in codes, f"{' '.join(words)} ended with {told.returncode}:\n{told.stdout[-4000:]}"
        assert "Traceback" not in told.stdout, told.stdout[-4000:]
        return told.stdout

    def mischief(self, *words: str, codes: tuple[int, ...] = (0,)) -> str:
        return self.run(str(self.environment / "bin" / "mischief"), *words, codes=codes)

    def install(self, package: Path, newest: bool = False) -> str:
        """Install with the pins of constraints.txt, or with the newest of everything; returns what pip said."""
        pins = [] if newest else ["-c", str(CONSTRAINTS)]
        # Our own pip works for the other environment, which stays empty but for what is asked for.
        words = [sys.executable, "-m", "pip", "--python", self.python, "install", "-v", "--no-input", *pins]
        return self.run(*words, "--disable-pip-version-check", str(package))

    def size(self) -> int:
        """What the installed files take on the disk, in bytes."""
        site = next(self.environment.rglob("site-packages"))
        return sum(_on_disk(file) for file in site.rglob("*") if file.is_file())

    def compiled(self) -> bool:
        told = self.run(self.python, "-c", "import mischief; print(mischief.__version__, mischief.COMPILED)")
        version, compiled = told.split()
        assert version == self.run(self.python, "-c", VERSION).strip(), "the package and the module name one version"
        return compiled == "True"

    def try_everything(self, compiled: bool) -> int:
        """What everybody tries first; returns the size of what was installed."""
        assert self.compiled() is compiled
        size = self.size()
        assert size <= MOST_BYTES, f"{size / 1e6:.1f} MB installed"
        # 1 as well: clauses that only our own tests touch are reported as untouched where those are not.
        checked = re.search(r"(\d+) of (\d+) scenarios came out as they say", self.mischief("check", codes=(0, 1)))
        assert checked and checked[1] == checked[2] != "0"
        assert "All promises held" in self.mischief("selfplay", "pie-rats", "--games", "20", "--check")
        line_up = ["search:30it", "heuristic", "random"]
        assert "search:30it" in self.mischief("arena", "piratz", *line_up, "--games", "3", "--workers", "1")
        told = self.mischief("arena", "piratz", "random", "random", "--plot", "plot.svg", codes=(2,))
        assert told.strip() == "This needs the extra \"study\": pip install 'mischief[study]'"
        self.mischief("new-game", "cheese-heist")
        self.mischief("check", "cheese_heist")
        self.serve()
        assert sorted(os.listdir(self.here)) == ["cheese_heist"], "games are kept at home, not here"
        return size

    def serve(self) -> None:
        """The page and its files are there, and bots play a game to its end, which is kept in the stranger's home."""
        words = [str(self.environment / "bin" / "mischief"), "serve", "--port", "0", "--bot-pace", "0"]
        with subprocess.Popen(
            words, cwd=self.here, env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            try:
                url = server.stdout.readline().split()[-1]
                kept = server.stdout.readline().partition("Games are kept in ")[2].strip()
                assert self.home in Path(kept).parents, f"games are kept in {kept!r}"
                page = fetch(url, 30).decode()
                files = re.findall(r'(?:src|href)="/(assets/[^"]+)"', page)
                assert any(file.endswith(".js") for file in files), page
                for file in files:
                    assert fetch(url + file)
                try:
                    fetch(f"{url}api/notices")
                    raise AssertionError("calls by web push are an extra")
                except urllib.error.HTTPError as refusal:
                    assert "mischief[public]" in refusal.read().decode()
                bots = [{"seat": 0, "level": "normal"}, {"seat": 1, "level": "easy"}]
                wish = {"game": "piratz", "seats": 2, "bots": bots, "start": True}
                table = json.loads(fetch(f"{url}api/tables", body=wish))["table"]
                deadline = time.monotonic() + 300
                while json.loads(fetch(f"{url}api/tables/{table}"))["status"] != "over":
                    assert time.monotonic() < deadline, "the bots do not come to an end"
                    time.sleep(0.3)
            finally:
                server.terminate()
        assert Path(kept).is_file()
        assert server.returncode in (0, -signal.SIGTERM)


VERSION = "import importlib.metadata as m; print(m.version('mischief'))"


def fetch(url: str, patience: float = 0, body: dict[str, Any] | None = None) -> bytes:
    """What the server answers; for so many seconds it may still be on its way."""
    deadline = time.monotonic() + patience
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            asked = urllib.request.Request(url, data, {"content-type": "application/json"})
            with urllib.request.urlopen(asked, timeout=30) as answer:
                found: bytes = answer.read()
                return found
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def _plain_environment() -> dict[str, str]:
    """This one without what would lead back into the repository, or say where anything is kept."""
    ours = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "CC", "CXX", "XDG_DATA_HOME")
    return {k: v for k, v in os.environ.items() if k not in ours and not k.startswith(("MISCHIEF_", "PYTEST_"))}


def _on_disk(file: Path) -> int:
    stat = file.stat()
    return getattr(stat, "st_blocks", 0) * 512 or stat.st_size
