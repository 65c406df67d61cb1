"""Stretches of play to learn from, and what each decision in them was worth."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from mischief.learning.learners import Floats, Learner, Lesson
from mischief.learning.players import Players


class Rollout(msgspec.Struct):
    """Some steps of all tables, step by step: what was asked, what was answered, and what came of it."""

    observations: Any
    masks: Any
    seats: Any
    actions: Any
    was: Any
    values: Any
    ended: Any
    payoffs: Any
    last_values: Any
    last_seats: Any


class Recorder:
    """Plays on and writes down; its arrays are used again and again."""

    def __init__(self, players: Players, steps: int) -> None:
        shape = players.shape
        size, rows = (steps, shape.rows), shape.rows
        self.players, self.steps = players, steps
        self.observations = np.empty((*size, shape.length), np.uint8)
        self.masks = np.empty((*size, shape.actions), np.uint8)
        self.seats = np.empty(size, np.uint8)
        self.actions = np.empty(size, np.int32)
        self.was = np.empty(size, np.float32)
        self.values = np.empty(size, np.float32)
        self.ended = np.empty(size, np.uint8)
        self.payoffs = np.empty((*size, shape.seats), np.float32)
        self.rows = rows

    def play(self, learner: Learner) -> Rollout:
        """Play by the learner's own policy."""
        for step in range(self.steps):
            self._keep(step)
            answer = learner.answer(self.observations[step], self.masks[step])
            self.actions[step], self.was[step], self.values[step] = answer
            self.players.slate["answers"][:] = self.actions[step]
            self._go_on(step)
        _, _, last = learner.answer(self.players.slate["observations"], self.players.slate["masks"])
        return self._rollout(last)

    def follow(self, rng: np.random.Generator, slips: float) -> Rollout:
        """Play as the heuristic would, but for some slips; what is written down is what it would have done."""
        for step in range(self.steps):
            self._keep(step)
            self.players.advise()
            slate = self.players.slate
            self.actions[step] = slate["advice"]
            slate["answers"][:] = slate["advice"]
            slipping = np.flatnonzero(rng.random(self.rows) < slips)
            masks = self.masks[step][slipping]
            slate["answers"][slipping] = (rng.random(masks.shape) * masks).argmax(1)
            self.was[step] = np.nan
            self.values[step] = 0.5
            self._go_on(step)
        return self._rollout(np.full(self.rows, np.nan, np.float32))

    def _keep(self, step: int) -> None:
        slate = self.players.slate
        self.observations[step] = slate["observations"]
        self.masks[step] = slate["masks"]
        self.seats[step] = slate["seats"]

    def _go_on(self, step: int) -> None:
        self.players.go_on()
        self.ended[step] = self.players.slate["ended"]
        self.payoffs[step] = self.players.slate["payoffs"]

    def _rollout(self, last: Any) -> Rollout:
        found = (self.observations, self.masks, self.seats, self.actions, self.was, self.values, self.ended)
        return Rollout(*found, self.payoffs, last, self.players.slate["seats"].copy())


def lessons_of(rollout: Rollout, carry: float) -> Lesson:
    """What each decision was worth: the seat's later values, and what it got in the end, weighed by `carry` (1: only
    the end counts). Decisions of seats of which nothing later is known do not count."""
    steps, rows = rollout.seats.shape
    seats = rollout.payoffs.shape[2]
    every = np.arange(rows)
    later = np.full((rows, seats), np.nan, np.float32)
    credit_later = np.zeros((rows, seats), np.float32)
    later[every, rollout.last_seats] = rollout.last_values
    credit = np.zeros((steps, rows), np.float32)
    weights = np.zeros((steps, rows), np.float32)
    for step in reversed(range(steps)):
        over = rollout.ended[step] > 0
        later[over] = rollout.payoffs[step][over]
        credit_later[over] = 0
        seat = rollout.seats[step]
        value = rollout.values[step]
        known = ~np.isnan(later[every, seat])
        gain = np.where(known, later[every, seat] - value + carry * credit_later[every, seat], 0)
        credit[step], weights[step] = gain, known
        later[every, seat] = np.where(known, value, np.nan)
        credit_later[every, seat] = gain
    targets = np.clip(credit + rollout.values, 0, 1)
    return Lesson(rollout.observations, rollout.masks, rollout.actions, credit, targets, rollout.was, weights)


def outcomes_of(rollout: Rollout) -> Lesson:
    """The same where there are no values yet: what each seat got in the end, and every action an example to follow."""
    plain = msgspec.structs.replace(rollout, values=np.zeros_like(rollout.values))
    lesson = lessons_of(plain, 1.0)
    lesson.credit = np.ones_like(lesson.credit)
    return lesson


def in_parts(lesson: Lesson, size: int, rng: np.random.Generator) -> list[Lesson]:
    """The rows that count, shuffled, in parts of about this size."""
    flat = [_flat(getattr(lesson, name)) for name in lesson.__struct_fields__]
    counting: NDArray[np.intp] = np.flatnonzero(flat[-1] > 0)
    rng.shuffle(counting)
    cuts = np.array_split(counting, max(1, len(counting) // size))
    return [Lesson(*(array[cut] for array in flat)) for cut in cuts]


def _flat(array: Any) -> Any:
    return array.reshape(-1, *array.shape[2:])


def even_out(credit: Floats, weights: Floats) -> Floats:
    """Advantages with mean 0 and spread 1 over the rows that count."""
    counting = credit[weights > 0]
    result: Floats = (credit - counting.mean()) / (counting.std() + 1e-6) if len(counting) else credit
    return result
