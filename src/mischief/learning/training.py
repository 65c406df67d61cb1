"""A run of training: first the net follows the game's heuristic and learns how such games end, then it plays against
itself and others and does more of what went well (proximal policy optimisation).

A run can be stopped at any time and goes on from its last checkpoint. `net.bin` is written at every one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import mischief.games.shelf as shelf
from mischief.bots.nets import BadNet, Head, fields_mark, read_numbers, write_net
from mischief.engine.observing import MOST, Observer
from mischief.files import make_folder
from mischief.learning.copies import numbers_in
from mischief.learning.diary import BadRun, Line, Plan, Record, Sitting
from mischief.learning.keeping import ANEW, keep, only_here, read_kept
from mischief.learning.ladder import Ladder
from mischief.learning.learners import Learner, NumpyLearner, Pace
from mischief.learning.on_torch import TorchLearner
from mischief.learning.players import FOLLOW, PLAY, Habits, Players, Room, shape_of
from mischief.learning.tables import counts_to_look_at, observer_of

WEIGHTY = 2.0
"""How much the value counts where everything hangs on it."""

MANY, FINE = 20, 64
"""Counts of a row come down to about 1 by these: those of what lies on a table, and those of what a player reckons, who
counts in fine steps."""

PATIENCE = 20.0
"""So many seconds the end of a run waits for the ladder."""


class Training:
    """A run in a folder: `checkpoint.pkl`, `run.json`, `diary.jsonl`, `net.bin`. `command` and `commit` say how it came
    about, for those who read of it later."""

    def __init__(self, plan: Plan, folder: Path, command: str = "", commit: str = "") -> None:
        self.plan, self.folder = plan, folder
        self.shape = shape_of(plan)
        self.game = shelf.game(plan.game)
        self.observer = observer_of(self.game, plan.reckons)
        scales = scales_of(self.observer, FINE if plan.reckons else MANY)
        kind = NumpyLearner if plan.backend == "numpy" else TorchLearner
        self.learner: Learner = kind(scales, plan.hidden, plan.narrow, self.shape.actions, plan.seed)
        self.kept: list[Any] = []
        """The numbers of the net that is kept; none yet: as the learner's are."""
        self.spent = 0.0
        self.decisions = 0
        self.diary: list[Line] = []
        make_folder(folder, "--into")
        before = self._resume()
        self.sittings = [*before, Sitting(self.spent, plan, command, commit)]

    @property
    def record(self) -> Record:
        """What there is to tell of it."""
        return Record(self.sittings, self.diary)

    @property
    def finished(self) -> bool:
        """Whether it has had all its minutes."""
        return self.spent >= self.plan.minutes * 60

    # Beginning, and going on later

    def _begin_as(self, path: Path) -> None:
        """Begin with the numbers of this net."""
        head, parts = read_numbers(path)
        there = (head.hidden, head.narrow, head.actions)
        asked = (self.shape.hidden, self.shape.narrow, self.shape.actions)
        if head.game == self.plan.game and head.fields != fields_mark(self.observer):
            other = "without --weigh or --insight" if self.plan.reckons else "with --insight"
            raise BadNet(
                f"{path}: this net looks at other rows than this run; go on from it {other}, or train it anew."
            )
        if head.game != self.plan.game or there != asked:
            raise BadNet(
                f"{path}: a net of {head.game} with {head.hidden} and {head.narrow} cells; to begin as it, this run "
                f"must be of the same game, with --hidden {head.hidden} --narrow {head.narrow}."
            )
        self.learner.take_over([np.asarray(part, np.float32) for part in parts])

    def _resume(self) -> list[Sitting]:
        """Go on from the last checkpoint, if there is one; the sittings that led to it."""
        found = read_kept(self.folder, self.plan)
        if found is None:
            if self.plan.begin:
                self._begin_as(Path(self.plan.begin))
            return []
        saved, sittings = found
        try:
            self._take_up(saved)
        except (KeyError, TypeError, ValueError, RuntimeError) as error:  # as numpy and torch say it
            raise BadRun(f"{self.folder} holds no run that this game can go on with ({error}). {ANEW}") from error
        return sittings

    def _take_up(self, saved: dict[str, Any]) -> None:
        saved["learner"].setdefault("scales", scales_of(self.observer))  # a run of an earlier version has neither
        self.learner.load(saved["learner"])
        self.kept = saved.get("kept", [])
        self.spent, self.decisions = saved["spent"], saved["decisions"]
        self.diary = msgspec.convert(saved["diary"], list[Line])
        shape = self.shape
        there, here = (
            sum(map(len, self.learner.parts())),
            numbers_in(shape.length, shape.hidden, shape.narrow, shape.actions),
        )
        if there != here:
            raise ValueError(f"its net has {there} numbers, not {here}")

    def keep(self) -> None:
        """Write a checkpoint and the net as it is."""
        saved: dict[str, Any] = {"learner": self.learner.save(), "kept": self.kept}
        saved |= {"spent": self.spent, "decisions": self.decisions}
        saved["diary"] = msgspec.to_builtins(self.diary)
        keep(self.folder, saved, self.sittings, self.diary)
        self.write(self.folder / "net.bin")

    def write(self, path: Path) -> None:
        """Write the net for `bots/nets.py`."""
        plan, shape = self.plan, self.shape
        sizes = (shape.length, plan.hidden, plan.narrow, shape.actions)
        head = Head(plan.game, self.game.info.rules_version, *sizes, fields_mark(self.observer), plan.seats)
        write_net(path, head, [part.tolist() for part in self.kept or self.learner.parts()])

    # The run

    def run(
        self,
        tell: Callable[[Line], None],
        every: float = 20.0,
        sitting: float = 0.0,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """Train until the plan's minutes are spent, or those of this sitting; a checkpoint and a line of the diary
        every so many seconds. `check` is called after every lesson and may raise KeyboardInterrupt. A run that is
        finished stays as it is."""
        if not self.finished:
            with only_here(self.folder):
                self._run(tell, every, sitting, check)

    def _run(self, tell: Callable[[Line], None], every: float, sitting: float, check: Callable[[], None]) -> None:
        plan = self.plan
        whole = plan.minutes * 60
        until = min(whole, self.spent + sitting * 60) if sitting else whole
        room = Room(self.shape)
        room.publish(self.learner.parts())
        room.stage[0] = self._stage(whole)
        seed = plan.seed + round(self.spent)
        card = "" if plan.weigh else self.learner.card
        habits = Habits(seed, plan.against, plan.slips, plan.carry, plan.rival, plan.teacher, tuple(plan.seats), card)
        players = Players(room, habits)
        ladder = Ladder(plan.game, counts_to_look_at(plan.game, plan.seats), plan.games, plan.reckons)
        began, said = time.monotonic() - self.spent, self.spent
        try:
            while self.spent < until:
                stage = room.stage[0] = self._stage(whole)
                check()
                costs = self._learn(players, self._pace(stage, whole))
                fresh = self.learner.parts()
                room.publish(fresh)
                self._smooth(fresh)
                self.decisions += self.shape.rows
                self.spent = time.monotonic() - began
                self._hear(ladder.heard(), tell)
                if self.spent - said > every:
                    said = self.spent
                    self._note(stage, costs)
                    if not ladder.busy:
                        ladder.begin(self.shape.net_of(np.concatenate(self.kept)), len(self.diary) - 1)
                    self.keep()
            self._note(stage, costs)
            self.keep()
            self._hear(ladder.heard(PATIENCE), tell)
            ladder.close()
            ladder.begin(self.shape.net_of(np.concatenate(self.kept)), len(self.diary) - 1)
            self._hear(ladder.heard(PATIENCE), tell)
        finally:
            ladder.close()
            players.close()
        self.keep()

    def _smooth(self, fresh: list[Any]) -> None:
        """What is kept follows what was learnt, the more slowly the smoother it is to be."""
        smooth = self.plan.smooth
        pairs = zip(self.kept or fresh, fresh, strict=True)
        self.kept = [smooth * old + (1 - smooth) * new for old, new in pairs]

    def _note(self, stage: int, costs: dict[str, Any]) -> None:
        off, entropy, agrees = (float(costs[name]) for name in ("value", "entropy", "agrees"))
        word = "play" if stage == PLAY else "follow"
        self.diary.append(Line(self.spent, self.decisions, word, off, entropy, agrees))

    def _hear(self, measured: tuple[int, dict[str, float]] | None, tell: Callable[[Line], None]) -> None:
        """Put what the ladder has measured into the line of the diary that it belongs to."""
        if measured is not None:
            number, strength = measured
            self.diary[number].strength = strength
            tell(self.diary[number])

    def _stage(self, whole: float) -> int:
        return FOLLOW if self.spent < whole * self.plan.follow else PLAY

    def _pace(self, stage: int, whole: float) -> Pace:
        """Large steps and much variety at first, small and little in the end."""
        plan = self.plan
        value = WEIGHTY if plan.weigh else Pace().value
        if stage == FOLLOW:
            return Pace(plan.step, 0.0, value)
        start = whole * plan.follow
        left = max(0.0, 1 - (self.spent - start) / max(1.0, whole - start))
        step = plan.last_step + (plan.step / 2 - plan.last_step) * left
        variety = 0.0 if plan.weigh else plan.last_variety + (plan.variety - plan.last_variety) * left
        return Pace(step, variety, value)

    def _learn(self, players: Players, pace: Pace) -> dict[str, Any]:
        """Learn from the next stretches, while those after them are played."""
        found = players.gather()
        lesson = self.learner.take(players.lessons(found))
        players.release(found)
        costs: dict[str, Any] = {"value": 0.0, "entropy": 0.0, "agrees": 0.0}
        for _ in range(self.plan.passes):
            for part in self.learner.cut(lesson, self.plan.rows):
                costs = self.learner.study(part, pace)
        return costs


def scales_of(observer: Observer, fine: int = MANY) -> Any:
    """By what to multiply each number of a row, so that counts come down to about 1; by `fine` for those that have no
    limit of their own."""
    scales = np.ones(int(observer.length), np.float32)
    for field in observer.fields:
        if field.form == "counts":
            scales[field.first : field.first + field.length] = 1 / (
                fine if field.most == MOST else min(field.most, MANY)
            )
    return scales
