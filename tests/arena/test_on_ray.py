"""On a cluster everything comes to the same as here, also when a worker is killed half-way."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

psutil = pytest.importorskip("psutil")
ray = pytest.importorskip("ray", reason="the extra ray is not installed")


def mischief(*words: str) -> str:
    done = subprocess.run([sys.executable, "-m", "mischief", *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def workers_of(process: int) -> list[int]:
    """The workers of a local cluster that are at work on our pieces now (`undisturbed` in arena/on_ray.py)."""
    found = []
    for child in psutil.Process(process).children(recursive=True):
        try:
            if child.name().startswith("ray::undistu"):
                found.append(child.pid)
        except psutil.NoSuchProcess:
            continue
    return found


def test_a_killed_worker_s_games_are_played_again(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    words = ["study", "rattus-cartus", "--games", "1200", "--watched", "6", "--workers", "2", "--out"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mischief", *words, str(there), "--on", "ray"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    kept = there / "study.jsonl"
    deadline = time.time() + 120
    while time.time() < deadline and not (kept.exists() and kept.read_bytes().count(b"\n") > 40):
        time.sleep(0.05)
    killed: list[int] = []
    while time.time() < deadline and not killed and process.poll() is None:
        killed = workers_of(process.pid)[:1]
    assert killed, "no worker was at work"
    os.kill(killed[0], signal.SIGKILL)
    told, _ = process.communicate(timeout=300)
    assert process.returncode == 0, told
    mischief(*words, str(here))
    for name in ("measures.csv", "counts.csv"):
        assert (there / name).read_bytes() == (here / name).read_bytes()


def test_ctrl_c_on_a_cluster_leaves_a_study_that_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "stopped"
    words = ["study", "rattus-cartus", "--games", "2000", "--watched", "0", "--out", str(out), "--on", "ray"]
    process = subprocess.Popen(
        [sys.executable, "-m", "mischief", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    kept = out / "study.jsonl"
    deadline = time.time() + 120
    while time.time() < deadline and not (kept.exists() and kept.read_bytes().count(b"\n") > 3):
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert b"Traceback" not in told
    assert 3 < kept.read_bytes().count(b"\n") < 200


def test_matches_and_selfplay_come_to_the_same() -> None:
    arena = ("arena", "piratz", "heuristic", "easy", "--games", "60", "--workers", "2")
    here, there = mischief(*arena), mischief(*arena, "--on", "ray")
    rows = [[line for line in told.splitlines() if "│" in line] for told in (here, there)]
    assert rows[0] == rows[1]
    assert len(rows[0]) >= 2
    selfplay = ("selfplay", "piratz", "--games", "300", "--events")
    here, there = mischief(*selfplay), mischief(*selfplay, "--on", "ray")
    rows = [[line for line in told.splitlines() if re.search("[│%]", line)] for told in (here, there)]
    assert rows[0] == rows[1]
    assert len(rows[0]) > 10


def test_a_cluster_that_does_not_answer_is_told_in_a_sentence(tmp_path: Path) -> None:
    words = ["study", "piratz", "--games", "10", "--out", str(tmp_path / "out"), "--on", "ray://127.0.0.1:9"]
    done = subprocess.run([sys.executable, "-m", "mischief", *words], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "does not answer" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "out").exists()
