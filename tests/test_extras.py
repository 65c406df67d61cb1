"""What is installed with everybody's Mischief, and the sentence about what is not."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
OPTIONAL = ["matplotlib", "numpy", "asyncpg", "uvloop", "schemathesis", "hypothesis", "cryptography"]
WITHOUT = f"""
import sys
class Hidden:
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in {OPTIONAL}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Hidden)
from mischief.cli import main
sys.argv[0] = "mischief"
main()
"""


def run_without_extras(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["arena", "piratz", "random", "random", "--games", "2", "--plot", "x.svg"], "study"),
        (["serve", "--port", "0", "--database", "postgresql://nobody@127.0.0.1:1/none"], "postgres"),
        (["serve", "--port", "0", "--tls-cert", "fullchain.pem", "--tls-key", "privkey.pem"], "public"),
        (["fuzz", "--inputs", "10"], "dev"),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(words: list[str], extra: str) -> None:
    told = run_without_extras(*words)
    assert told.stderr.strip() == f"This needs the extra \"{extra}\": pip install 'mischief[{extra}]'"
    assert told.returncode == 2


def test_help_and_selfplay_need_no_extra() -> None:
    assert run_without_extras("--help").returncode == 0
    told = run_without_extras("selfplay", "piratz", "--games", "5")
    assert told.returncode == 0, told.stderr


def test_every_extra_that_is_named_is_there() -> None:
    named = {
        extra
        for file in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r"\bneeds\(\"([^\"]+)\"\)", file.read_text(encoding="utf-8"))
    }
    assert {"study", "postgres", "dev"} <= named <= set(EXTRAS)


def test_the_document_names_every_extra() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", (ROOT / "docs/installing.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(rows) == sorted(EXTRAS)


def test_every_direct_dependency_is_pinned_once() -> None:
    pins = [line.partition("==") for line in (ROOT / "constraints.txt").read_text().split()]
    pinned = {plain(name): version for name, _, version in pins}
    assert len(pinned) == len(pins)
    direct = [*PROJECT["dependencies"], *(need for extra in EXTRAS.values() for need in extra)]
    names = {plain(re.split(r"[ =<>;\[]", need)[0]) for need in direct} - {"mischief"}
    assert names - set(pinned) == set()


def test_compiled_rules_run_with_what_they_were_built_with() -> None:
    """librt has no promise about its inner side: the build, the run and the pins name one version."""
    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    pin = next(need for need in built if need.startswith("librt"))
    assert pin in PROJECT["dependencies"]
    pins = {plain(line) for line in (ROOT / "constraints.txt").read_text().split()}
    assert {plain(need) for need in built if "==" in need} <= pins


def plain(name: str) -> str:
    return name.lower().replace("_", "-")
