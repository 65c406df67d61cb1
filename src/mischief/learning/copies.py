"""A copy of a net for the processes that play: it answers for many rows at once, with numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from mischief.learning.learners import Floats

AT_ONCE = 8192
"""So many rows are valued at once: more would only take more memory."""


def sizes_of(length: int, hidden: int, narrow: int, actions: int) -> tuple[tuple[int, ...], ...]:
    """The shapes of a net's parts, in the order of `bots/nets.py`."""
    first, second = ((length, hidden), (hidden,)), ((hidden, narrow), (narrow,))
    return (*first, *second, (actions, narrow), (actions,), (narrow,), (1,))


def numbers_in(length: int, hidden: int, narrow: int, actions: int) -> int:
    """How many numbers a net has."""
    return sum(int(np.prod(dims)) for dims in sizes_of(length, hidden, narrow, actions))


class Copy:
    """A net made of all its numbers in a row."""

    def __init__(self, numbers: Floats, length: int, hidden: int, narrow: int, actions: int) -> None:
        parts, at = [], 0
        for dims in sizes_of(length, hidden, narrow, actions):
            size = int(np.prod(dims))
            parts.append(numbers[at : at + size].reshape(dims))
            at += size
        self.first, self.first_bias, self.second, self.second_bias = parts[:4]
        self.policy, self.policy_bias, self.value, self.value_bias = parts[4:]

    def answer(self, observations: Any, masks: Any, dice: np.random.Generator | None = None) -> tuple[Any, Any, Any]:
        """For each row an action drawn by the policy (without dice: its likeliest), the logarithm of its part, and the
        value."""
        cells = self._cells(observations)
        liking = np.where(masks > 0, cells @ self.policy.T + self.policy_bias, np.float32(-1e9))
        liking -= liking.max(axis=1, keepdims=True)
        parts = np.exp(liking, out=liking)
        if dice is None:
            actions = parts.argmax(axis=1)
            whole = parts.sum(axis=1)
        else:
            sums = parts.cumsum(axis=1)
            whole = sums[:, -1]
            drawn = dice.random(len(parts), np.float32) * whole * np.float32(0.999999)
            actions = (sums > drawn[:, None]).argmax(axis=1)
        taken = parts[np.arange(len(parts)), actions]
        return actions.astype(np.int32), np.log(taken / whole + 1e-12), self._values(cells)

    def worth(self, observations: Any) -> Any:
        """The value of each row."""
        found = [
            self._values(self._cells(some)) for some in np.array_split(observations, len(observations) // AT_ONCE + 1)
        ]
        return np.concatenate(found)

    def _cells(self, observations: Any) -> Any:
        cells = np.maximum(observations.astype(np.float32) @ self.first + self.first_bias, 0)
        return np.maximum(cells @ self.second + self.second_bias, 0)

    def _values(self, cells: Any) -> Any:
        return 1 / (1 + np.exp(-(cells @ self.value + self.value_bias[0])))
