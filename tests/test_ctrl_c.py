"""Ctrl-C: it ends long work in a sentence, whenever it is pressed, and nothing that was done is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from mischief.commands.stopping import heeding_ctrl_c
from mischief.processes import deaf, holding_ctrl_c

CHILDREN = Path("/proc/self/task").is_dir()
CALIBRATE = [
    "calibrate",
    "piratz",
    "--judge",
    "master:2it",
    "--player",
    "random",
    "-n",
    "60",
    "--workers",
    "2",
    "--out",
]


def test_ctrl_c_is_heeded_even_where_it_was_swallowed() -> None:
    before = signal.getsignal(signal.SIGINT)
    with heeding_ctrl_c() as check:
        check()
        with suppress(KeyboardInterrupt):  # as in a destructor, where Python prints it and goes on
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            check()
    assert signal.getsignal(signal.SIGINT) is before


def test_what_must_be_finished_is_finished_before_ctrl_c_counts() -> None:
    before, done = signal.getsignal(signal.SIGINT), []

    def work(press: bool) -> None:
        with holding_ctrl_c():
            if press:
                signal.raise_signal(signal.SIGINT)
            done.append(press)

    work(press=False)
    with pytest.raises(KeyboardInterrupt):
        work(press=True)
    assert done == [False, True]
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_that_is_pressed_while_a_process_is_begun_counts_afterwards() -> None:
    done = []

    def begin() -> None:
        with deaf():
            os.kill(os.getpid(), signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        begin()
    assert done == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def children(pid: int) -> list[str]:
    with suppress(OSError):
        return [pid for task in Path(f"/proc/{pid}/task").iterdir() for pid in (task / "children").read_text().split()]
    return []


@pytest.mark.skipif(not CHILDREN, reason="children are told by Linux alone")
@pytest.mark.parametrize(
    "words",
    [
        ["arena", "piratz", "search:1s", "--games", "100", "--workers", "2", "--out"],
        ["manners", "piratz", "-b", "search:50ms", "--games", "400", "--workers", "2", "--out"],
        ["calibrate", "piratz", "--player", "search:50ms", "-n", "400", "--workers", "2", "--out"],
        ["train", "piratz", "--backend", "numpy", "--processes", "2", "--tables", "8", "--steps", "8", "--into"],
    ],
    ids=lambda words: words[0],
)
def test_processes_that_have_only_just_begun_end_without_a_word(words: list[str], tmp_path: Path) -> None:
    """Those who are still importing what they need would print where they were; in a shell Ctrl-C reaches all."""
    process = subprocess.Popen(
        [sys.executable, "-m", "mischief", *words, str(tmp_path / "there")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    while len(children(process.pid)) < 2:
        assert process.poll() is None
        time.sleep(0.002)
    os.killpg(process.pid, signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "Stopped" in told
    assert "Traceback" not in told


def test_calibrating_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    """With the same result as if it had not been; half a line is played again."""

    def told(file: Path) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "mischief", *CALIBRATE, str(file)], capture_output=True, text=True, check=True
        )
        return done.stdout

    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    table = told(whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 3
    cut.write_bytes(lines[0] + lines[1][:-20])
    assert told(cut) == table
    kept = [sorted(line["sitting"]["seed"] for line in map(json.loads, file.open())) for file in (whole, cut)]
    assert kept[0] == kept[1]
    assert told(cut) == table
