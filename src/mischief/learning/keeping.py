"""The folder of a run: what it keeps there to go on from, which runs may go on from that, and one at a time."""

from __future__ import annotations

import pickle
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from mischief.files import hold, write_whole, writing
from mischief.learning.diary import BadRun, Line, Plan, Sitting, read_run

CHECKPOINT = "checkpoint.pkl"

SAME = ("game", "hidden", "narrow", "backend")
"""What stays as it is from the first sitting of a run to the last, as does what its rows tell."""

LOOKS = {False: "single cards", True: "what a player reckons (--insight, --weigh)"}

ANEW = "Move the folder away to begin anew, or choose another with --into."


@contextmanager
def only_here(folder: Path) -> Generator[None]:
    """No other run writes into this folder meanwhile."""
    lock = folder / ".lock"
    with writing(lock):
        opened = lock.open("wb")
    with opened as file:
        try:
            hold(file)
        except BlockingIOError:
            raise BadRun(
                f"{folder}: another run of training goes on there. Wait for it, or choose another folder with --into."
            ) from None
        yield


def read_kept(folder: Path, plan: Plan) -> tuple[dict[str, Any], list[Sitting]] | None:
    """The last checkpoint and the sittings that led to it; None if there is none. BadRun if it is spoilt, or of a run
    that this plan cannot go on with."""
    path = folder / CHECKPOINT
    if not path.is_file():
        return None
    sittings = read_run(folder).sittings if (folder / "run.json").is_file() else []
    if sittings:
        _check(folder, sittings[-1].plan, plan)
    try:
        return pickle.loads(path.read_bytes()), sittings
    except Exception as error:  # a spoilt one fails in any way
        raise BadRun(f"{path} cannot be read ({error}). {ANEW}") from error


def _check(folder: Path, there: Plan, here: Plan) -> None:
    """Whether a run may go on as this one."""
    differences = [
        f"{name} is {getattr(there, name)} there and {getattr(here, name)} here"
        for name in SAME
        if getattr(there, name) != getattr(here, name)
    ]
    if there.reckons != here.reckons:
        differences.append(f"it looks at {LOOKS[there.reckons]} there and at {LOOKS[here.reckons]} here")
    if differences:
        raise BadRun(
            f"{folder} holds another run: {', '.join(differences)}. Go on with it as it was begun, or choose another "
            "folder with --into."
        )


def keep(folder: Path, saved: dict[str, Any], sittings: list[Sitting], diary: list[Line]) -> None:
    """Write a checkpoint, and what there is to tell of the run."""
    write_whole(folder / CHECKPOINT, pickle.dumps(saved))
    write_whole(folder / "diary.jsonl", b"\n".join(map(msgspec.json.encode, diary)) + b"\n")
    write_whole(folder / "run.json", msgspec.json.encode(sittings) + b"\n")
