"""Nets that learn: on torch where it is installed (a graphics card if there is one), else on plain numpy.

Both have the same cells as `bots/search_net.py`: two hidden layers, a value that is the expected payoff of the seat, a
policy over all actions, of which the legal ones count.
"""

from __future__ import annotations

import math
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Lesson(msgspec.Struct):
    """What is learnt from in one step: rows of observations, masks and actions, with how much to like each action
    (`credit`: an advantage, or 1 for an example to follow), what came out (`targets`), how likely the action was when
    it was taken (`was`: its logarithm; NaN for an example), and how much the row counts (`weights`)."""

    observations: Any
    masks: Any
    actions: Any
    credit: Any
    targets: Any
    was: Any
    weights: Any


class Pace(msgspec.Struct, frozen=True):
    """How to learn: step size, reward for variety, how much the value counts, and the limit on one step's change."""

    step: float = 1e-3
    variety: float = 0.01
    value: float = 0.5
    limit: float = 0.2


class Learner(Protocol):
    """Looks, and learns."""

    card: str
    """The graphics card it learns on, as torch calls it, if it does."""

    def answer(self, observations: Any, masks: Any, best: bool = False) -> tuple[Any, Any, Any]:
        """For each row an action drawn by the policy (or its likeliest), the logarithm of its part, and the value."""

    def take(self, stretches: list[Lesson]) -> Lesson:
        """The rows of these stretches that count, in a row, where they can be learnt from; nothing of the stretches is
        used later."""

    def cut(self, lesson: Lesson, size: int) -> list[Lesson]:
        """All rows, shuffled, in parts of about this size."""

    def study(self, lesson: Lesson, pace: Pace) -> dict[str, Any]:
        """Learn from some rows; what it cost."""

    def parts(self) -> list[Floats]:
        """All numbers, in the order of `bots/nets.py`."""

    def take_over(self, parts: list[Floats]) -> None:
        """Begin with these numbers, in the same order."""

    def save(self) -> dict[str, Any]:
        """Everything that is needed to go on later."""

    def load(self, saved: dict[str, Any]) -> None:
        """Go on from what was saved."""


class NumpyLearner:
    """Learns with plain numpy, by Adam: slow, for small runs and where torch is not installed."""

    card = ""

    def __init__(self, scales: Floats, hidden: int, narrow: int, actions: int, seed: int) -> None:
        rng = self.rng = np.random.default_rng(seed)
        sizes = [(len(scales), hidden), (hidden, narrow), (narrow, actions), (narrow, 1)]
        self.scales = scales
        self.weights = [rng.normal(0, math.sqrt(2 / a), (a, b)).astype(np.float32) for a, b in sizes]
        self.weights[2] *= 0.1
        self.weights[3] *= 0.1
        self.biases = [np.zeros(b, np.float32) for _, b in sizes]
        self.moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights + self.biases]
        self.steps = 0

    def _cells(self, observations: Any) -> tuple[Floats, Floats, Floats]:
        x = np.asarray(observations, np.float32) * self.scales
        h = np.maximum(x @ self.weights[0] + self.biases[0], 0)
        return x, h, np.maximum(h @ self.weights[1] + self.biases[1], 0)

    def _policy(self, k: Floats, masks: Any) -> Floats:
        logits = np.where(np.asarray(masks) > 0, k @ self.weights[2] + self.biases[2], -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        result: Floats = (logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))).astype(np.float32)
        return result

    def answer(self, observations: Any, masks: Any, best: bool = False) -> tuple[Any, Any, Any]:
        _, _, k = self._cells(observations)
        logs = self._policy(k, masks)
        noise = 0 if best else self.rng.gumbel(size=logs.shape)
        actions = (logs + noise).argmax(axis=1).astype(np.int32)
        values = 1 / (1 + np.exp(-(k @ self.weights[3] + self.biases[3])[:, 0]))
        return actions, logs[np.arange(len(logs)), actions], values

    def take(self, stretches: list[Lesson]) -> Lesson:
        counting = [stretch.weights > 0 for stretch in stretches]
        names = Lesson.__struct_fields__
        pairs = list(zip(stretches, counting, strict=True))
        return Lesson(*(np.concatenate([getattr(one, name)[count] for one, count in pairs]) for name in names))

    def cut(self, lesson: Lesson, size: int) -> list[Lesson]:
        order = self.rng.permutation(len(lesson.weights))
        cuts = np.array_split(order, max(1, len(order) // size))
        return [Lesson(*(getattr(lesson, name)[cut] for name in lesson.__struct_fields__)) for cut in cuts]

    def study(self, lesson: Lesson, pace: Pace) -> dict[str, Any]:
        x, h, k = self._cells(lesson.observations)
        logs = self._policy(k, lesson.masks)
        chances = np.exp(logs)
        rows = np.arange(len(x))
        share = (lesson.weights / max(1.0, float(lesson.weights.sum())))[:, None]
        taken = logs[rows, lesson.actions]
        example = np.isnan(lesson.was)
        ratio = np.exp(np.where(example, 0, taken - np.where(example, 0, lesson.was)))
        clipped = ((ratio > 1 + pace.limit) & (lesson.credit > 0)) | ((ratio < 1 - pace.limit) & (lesson.credit < 0))
        push = np.where(example, lesson.credit, np.where(clipped, 0, ratio * lesson.credit))
        hot = np.zeros_like(chances)
        hot[rows, lesson.actions] = 1
        known = np.where(chances > 0, logs, 0)
        entropy = -(chances * known).sum(axis=1, keepdims=True)
        by_logits = -(push[:, None] * (hot - chances)) + pace.variety * chances * (known + entropy)
        value = 1 / (1 + np.exp(-(k @ self.weights[3] + self.biases[3])))
        by_value = pace.value * (value - lesson.targets[:, None])
        by_logits, by_value = by_logits * share, by_value * share
        by_k = (by_logits @ self.weights[2].T + by_value @ self.weights[3].T) * (k > 0)
        by_h = (by_k @ self.weights[1].T) * (h > 0)
        gradients = [x.T @ by_h, h.T @ by_k, k.T @ by_logits, k.T @ by_value]
        gradients += [by_h.sum(0), by_k.sum(0), by_logits.sum(0), by_value.sum(0)]
        self._step(gradients, pace.step)
        cost = float((share[:, 0] * (value[:, 0] - lesson.targets) ** 2).sum())
        agrees = float((share[:, 0] * (logs.argmax(1) == lesson.actions)).sum())
        return {"value": cost, "entropy": float((share * entropy).sum()), "agrees": agrees}

    def _step(self, gradients: list[Any], step: float) -> None:
        self.steps += 1
        for number, (gradient, (mean, square)) in enumerate(zip(gradients, self.moments, strict=True)):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            change = (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            part = (self.weights + self.biases)[number]
            part -= (step * change).astype(np.float32)

    def parts(self) -> list[Floats]:
        first = self.weights[0] * self.scales[:, None]
        found = [first, self.biases[0], self.weights[1], self.biases[1], self.weights[2].T, self.biases[2]]
        return [part.ravel() for part in [*found, self.weights[3], self.biases[3]]]

    def take_over(self, parts: list[Floats]) -> None:
        first, second, policy, value = self.weights
        first[:] = parts[0].reshape(first.shape) / self.scales[:, None]
        second[:] = parts[2].reshape(second.shape)
        policy[:] = parts[4].reshape(policy.T.shape).T
        value[:] = parts[6].reshape(value.shape)
        for bias, part in zip(self.biases, parts[1::2], strict=True):
            bias[:] = part

    def save(self) -> dict[str, Any]:
        names = ("scales", "weights", "biases", "moments", "steps")
        return {name: getattr(self, name) for name in names}

    def load(self, saved: dict[str, Any]) -> None:
        for name, value in saved.items():
            setattr(self, name, value)
