"""What commands do where nothing more can be written: a sentence, and what was written before stays."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

MATCH = ["arena", "piratz", "random", "heuristic", "--games", "40", "--workers", "1", "--out"]
SMALL_RUN = ["--backend", "numpy", "--processes", "1", "--tables", "16", "--steps", "8", "--minutes", "0.05", "--into"]


def mischief(words: list[str], most: int = resource.RLIM_INFINITY) -> subprocess.CompletedProcess[str]:
    """A command that may write files of so many bytes at most: the system says no as it does on a full disk."""
    limit = (most, most)
    return subprocess.run(
        [sys.executable, "-m", "mischief", *words],
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        [*MATCH, "there.jsonl"],
        ["league", "piratz", "random", "heuristic", "--games", "20", "--workers", "1", "--out", "there"],
        ["study", "piratz", "-n", "200", "--workers", "1", "--out", "there"],
        ["manners", "piratz", "-b", "random", "-n", "200", "--workers", "1", "--out", "there"],
        ["train", "piratz", *SMALL_RUN, "there"],
        ["cards", "piratz", "there.toml"],
        ["new-game", "cheese-heist", "--into", "there"],
    ],
    ids=lambda words: words[0],
)
def test_a_full_disk_is_said_in_a_sentence(words: list[str], tmp_path: Path) -> None:
    where = [str(tmp_path / word) if word.startswith("there") else word for word in words]
    told = mischief(where, 200)
    assert told.returncode == 2, told.stderr
    assert "Traceback" not in told.stderr
    assert "cannot be written: " in told.stderr
    assert "File too large" in told.stderr
    assert not list(tmp_path.rglob("*.py*"))


def test_a_match_goes_on_where_the_disk_was_full(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    assert mischief([*MATCH, str(whole)]).returncode == 0
    full = mischief([*MATCH, str(cut)], 4001)
    assert "the same command goes on from there" in full.stderr
    assert cut.stat().st_size == 4001, "with part of a line at its end"
    assert mischief([*MATCH, str(cut)]).returncode == 0
    games = [sorted(line.split(b'"seconds"')[0] for line in path.read_bytes().splitlines()) for path in (whole, cut)]
    assert games[0] == games[1]


def test_a_folder_that_is_not_there_is_said_before_anything_is_played(tmp_path: Path) -> None:
    for option in ("--out", "--plot"):
        told = mischief([*MATCH[:4], "--games", "1000000", option, str(tmp_path / "none" / "x.svg")])
        assert told.returncode == 2
        assert f"There is no folder {tmp_path / 'none'} for x.svg." in told.stderr
