"""A run of training: first the net follows the game's heuristic and learns how such games end, then it plays against
itself and others and does more of what went well (proximal policy optimisation).

A run can be stopped at any time and goes on from its last checkpoint. `net.bin` is written at every one.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import mischief.games.shelf as shelf
from mischief.bots.nets import Head, fields_mark, write_net
from mischief.learning.ladder import strength
from mischief.learning.learners import Learner, NumpyLearner, Pace
from mischief.learning.on_torch import TorchLearner
from mischief.learning.players import Players, shape_of
from mischief.learning.rollouts import Recorder, even_out, in_parts, lessons_of, outcomes_of


class Plan(msgspec.Struct, frozen=True):
    """Everything that makes a run; it stands in `net.toml` beside the net."""

    game: str
    seed: int = 1
    minutes: float = 10.0
    follow: float = 0.25
    """Which part of the time goes to following the heuristic."""
    processes: int = 2
    tables: int = 256
    steps: int = 32
    hidden: int = 128
    narrow: int = 64
    against: float = 0.3
    """Which part of the tables is played against the heuristic."""
    slips: float = 0.1
    rows: int = 16384
    passes: int = 1
    step: float = 1e-3
    last_step: float = 1e-4
    variety: float = 0.02
    last_variety: float = 0.001
    carry: float = 0.95
    backend: str = "torch"


class Line(msgspec.Struct):
    """One line of a run's diary."""

    seconds: float
    decisions: int
    stage: str
    value: float
    entropy: float
    agrees: float
    strength: dict[str, float] = {}


class Training:
    """A run in a folder: `checkpoint.pkl`, `diary.jsonl`, `net.bin`."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan, self.folder = plan, folder
        self.shape = shape_of(plan.game, plan.processes, plan.tables)
        self.game = shelf.game(plan.game)
        scales = scales_of(plan.game)
        kind = NumpyLearner if plan.backend == "numpy" else TorchLearner
        self.learner: Learner = kind(scales, plan.hidden, plan.narrow, self.shape.actions, plan.seed)
        self.rng = np.random.default_rng(plan.seed)
        self.spent = 0.0
        self.decisions = 0
        self.diary: list[Line] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._resume()

    # Going on later

    def _resume(self) -> None:
        kept = self.folder / "checkpoint.pkl"
        if kept.is_file():
            saved = pickle.loads(kept.read_bytes())
            self.learner.load(saved["learner"])
            self.spent, self.decisions = saved["spent"], saved["decisions"]
            self.diary = msgspec.convert(saved["diary"], list[Line])

    def keep(self) -> None:
        """Write a checkpoint and the net as it is."""
        saved = {"learner": self.learner.save(), "spent": self.spent, "decisions": self.decisions}
        saved["diary"] = msgspec.to_builtins(self.diary)
        fresh = self.folder / "checkpoint.new"
        fresh.write_bytes(pickle.dumps(saved))
        fresh.replace(self.folder / "checkpoint.pkl")
        self.write(self.folder / "net.bin")
        lines = b"\n".join(msgspec.json.encode(line) for line in self.diary)
        (self.folder / "diary.jsonl").write_bytes(lines + b"\n")

    def write(self, path: Path) -> None:
        """Write the net for `bots/nets.py`."""
        plan, shape = self.plan, self.shape
        sizes = (shape.length, plan.hidden, plan.narrow, shape.actions)
        head = Head(plan.game, self.game.info.rules_version, *sizes, fields_mark(self.game))
        write_net(path, head, self.learner.parts())

    # The run

    def run(self, tell: Callable[[Line], None], every: float = 20.0) -> None:
        """Train until the plan's minutes are spent; a checkpoint and a line of the diary every so many seconds."""
        plan = self.plan
        whole = plan.minutes * 60
        players = Players(self.shape, plan.seed + round(self.spent), plan.against)
        recorder = Recorder(players, plan.steps)
        began, said = time.monotonic() - self.spent, 0.0
        try:
            while self.spent < whole:
                following = self.spent < whole * plan.follow
                costs = self._follow(recorder) if following else self._play(recorder, self._left(whole))
                self.decisions += plan.steps * self.shape.rows
                self.spent = time.monotonic() - began
                if self.spent - said > every or self.spent >= whole:
                    said = self.spent
                    off, entropy, agrees = (float(costs[name]) for name in ("value", "entropy", "agrees"))
                    line = Line(self.spent, self.decisions, "follow" if following else "play", off, entropy, agrees)
                    line.strength = {
                        "heuristic": strength(self.game, self.learner, self.shape.actions, seed=len(self.diary))
                    }
                    self.diary.append(line)
                    tell(line)
                    self.keep()
        finally:
            players.close()
        self.keep()

    def _left(self, whole: float) -> float:
        """Which part of the playing stage is still to come, from 1 to 0."""
        start = whole * self.plan.follow
        return max(0.0, 1 - (self.spent - start) / max(1.0, whole - start))

    def _follow(self, recorder: Recorder) -> dict[str, Any]:
        lesson = outcomes_of(recorder.follow(self.rng, self.plan.slips))
        return self._study(lesson, Pace(self.plan.step, 0.0))

    def _play(self, recorder: Recorder, left: float) -> dict[str, Any]:
        plan = self.plan
        lesson = lessons_of(recorder.play(self.learner), plan.carry)
        lesson.credit = even_out(lesson.credit, lesson.weights)
        step = plan.last_step + (plan.step / 2 - plan.last_step) * left
        variety = plan.last_variety + (plan.variety - plan.last_variety) * left
        return self._study(lesson, Pace(step, variety))

    def _study(self, lesson: Any, pace: Pace) -> dict[str, Any]:
        costs: dict[str, Any] = {}
        for _ in range(self.plan.passes):
            for part in in_parts(lesson, self.plan.rows, self.rng):
                costs = self.learner.study(part, pace)
        return costs


def scales_of(name: str) -> Any:
    """By what to multiply each number of an observation, so that counts come down to about 1."""
    observer = shelf.game(name).observer()
    scales = np.ones(int(observer.length), np.float32)
    for field in observer.fields:
        if field.form == "counts":
            scales[field.first : field.first + field.length] = 1 / min(field.most, 20)
    return scales
