"""What is in the packages, and that everything which names systems and versions names the same."""

from __future__ import annotations

import re
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.dist.matrix import PYTHONS
from tests.dist.stranger import ROOT, Stranger, build_here

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PAGE = "mischief/server/static/index.html"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build_here("-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-q", "-w", str(folder), ".")
    return next(folder.glob("*.whl"))


def test_a_stranger_installs_the_wheel_and_everything_works(wheel: Path, tmp_path: Path) -> None:
    """For the other package, every Python, and with a C compiler and without: `make dist-test`."""
    stranger = Stranger(tmp_path / "stranger", compiler=False)
    stranger.install(wheel)
    stranger.try_everything(compiled=not wheel.name.endswith("-none-any.whl"))


def test_the_wheel_holds_the_page_and_every_file_of_the_source_and_nothing_older(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("mischief/")}
    compiled = {name for name in packed if name.endswith(".so")}
    page = {name for name in packed if name.startswith("mischief/server/static/")}
    assert PAGE in page
    assert packed - compiled - page == source_of("src/mischief", "src/")


def test_the_sdist_is_the_whole_source_with_the_page_and_nothing_compiled(tmp_path: Path) -> None:
    build_here("setup.py", "-q", "sdist", "-d", str(tmp_path))
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert f"src/{PAGE}" in packed
    missing = {name for name in source_of(".", "") - packed if not name.startswith(".")}
    assert missing == set(), "MANIFEST.in says what goes in"
    assert [name for name in packed if re.search(r"\.(so|pyd|pyc|db|port)$|node_modules", name)] == []


def source_of(folder: str, prefix: str) -> set[str]:
    """The files that git keeps or would keep, which is what there is in a clean clone."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder]
    told = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if told.returncode:
        pytest.skip("this is no clone")
    return {name.removeprefix(prefix) for name in told.stdout.splitlines() if (ROOT / name).is_file()}


def test_releases_are_for_the_pythons_that_we_name() -> None:
    words = "\n".join(PROJECT["project"]["classifiers"])
    assert tuple(re.findall(r"Python :: (3\.\d+)", words)) == PYTHONS
    built = PROJECT["tool"]["cibuildwheel"]["build"].split()
    assert [f"cp{version.replace('.', '')}-*" for version in PYTHONS] == built
    flow: dict[str, Any] = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    assert tuple(flow["jobs"]["strangers"]["strategy"]["matrix"]["python"]) == PYTHONS
    steps = [step.get("run", "") for job in flow["jobs"].values() for step in job["steps"]]
    assert "make dist" in steps
