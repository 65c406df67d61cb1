"""Installs the packages in dist/ the way strangers do, in every way they may: `make dist-test`.

    python tests/dist/matrix.py [--pythons 3.11 3.12] [--only sdist] [--newest]

For every Python that is here: a wheel is made from the sdist; then wheel and sdist are each installed into an empty
environment outside the repository, with a C compiler and without, and everything that people try first is tried.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.dist.stranger import PLAIN, ROOT, Stranger

PYTHONS = ("3.11", "3.12", "3.13")


def find_python(version: str) -> str | None:
    """The interpreter of this version: pyenv's, or the one on the path."""
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    return str(kept[-1]) if kept else shutil.which(f"python{version}")


def make_wheel(sdist: Path, python: str, folder: Path) -> Path:
    """A wheel for this Python, built from the sdist alone."""
    builder = Stranger(folder / "builder", python)
    builder.variables["MISCHIEF_COMPILE_MUST"] = "1"
    target = folder / "wheels"
    pip = [sys.executable, "-m", "pip", "--python", builder.python]
    builder.run(*pip, "wheel", "--no-deps", "--disable-pip-version-check", "-w", str(target), str(sdist))
    return next(target.glob("*.whl"))


def try_one(package: Path, python: str, compiler: bool, folder: Path, newest: bool) -> str:
    """Install and try; returns what to write into the table."""
    stranger = Stranger(folder, python, compiler)
    started = time.monotonic()
    told = stranger.install(package, newest)
    took = time.monotonic() - started
    compiled = compiler or package.suffix == ".whl"
    assert (PLAIN in told) is not compiled, "one line says that the rules stay plain Python, and only then"
    size = stranger.try_everything(compiled)
    rules = "compiled" if compiled else "plain"
    return f"{rules:<9} {size / 1e6:5.1f} MB   installed in {took:4.0f} s, tried in {time.monotonic() - started - took:4.0f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pythons", nargs="+", default=PYTHONS, help="versions, such as 3.12; all that are here")
    parser.add_argument("--only", choices=("sdist", "wheel"), help="one of the two packages")
    parser.add_argument("--newest", action="store_true", help="the newest of every dependency, without our pins")
    wishes = parser.parse_args()
    found = sorted((ROOT / "dist").glob("mischief-*.tar.gz"))
    if len(found) != 1:
        sys.exit(f"dist/ has {len(found)} sdists and should have one: `make dist` makes it anew.")
    failures = 0
    for version in wishes.pythons:
        python = find_python(version)
        if python is None:
            print(f"{version:<5} is not here")
            continue
        with tempfile.TemporaryDirectory(prefix="mischief-strangers-") as name:
            folder = Path(name)
            packages = {"sdist": found[0]}
            if wishes.only != "sdist":
                started = time.monotonic()
                packages["wheel"] = make_wheel(found[0], python, folder)
                print(f"{version:<5} wheel made in {time.monotonic() - started:.0f} s", flush=True)
            for kind, package in packages.items():
                for compiler in (True, False):
                    if wishes.only in (None, kind):
                        label = f"{version:<5} {kind:<5} {'with' if compiler else 'without'} a C compiler"
                        try:
                            told = try_one(package, python, compiler, folder / f"{kind}-{compiler}", wishes.newest)
                        except (AssertionError, OSError, subprocess.SubprocessError):
                            failures += 1
                            told = "FAILED\n" + traceback.format_exc()
                        print(f"{label:<38} {told}", flush=True)
    print("Every stranger can play." if not failures else f"{failures} failed.")
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
