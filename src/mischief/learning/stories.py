"""Whole games to learn from: moments of them, and what each of those was worth to whoever saw it."""

from __future__ import annotations

from typing import Any

import numpy as np

from mischief.bots.search_net import Net
from mischief.learning.copies import Copy
from mischief.learning.learners import Lesson

Parts = list[tuple[int, float]]
"""Moves, and how often each of them should be made."""

NO_CHOICE: Parts = [(0, 1.0)]
"""How a moment is written down at which nothing was chosen."""


class Moment:
    """What a seat saw at some moment of a game, and what to learn to do there, if it is an example."""

    def __init__(self, seat: int, row: bytes, mask: bytes = b"", choice: Parts | None = None) -> None:
        self.seat = seat
        self.row = row
        self.mask = mask
        self.choice: Parts = choice or []


class Story:
    """Moments of games, one game after the other, and how each game ended."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self.ends: list[tuple[int, list[float]]] = []
        """Where each game ends among the moments, and what everybody got."""

    def add(self, moments: list[Moment], shares: list[float]) -> None:
        """Add a game."""
        self.moments += moments
        self.ends.append((len(self.moments), shares))

    def write(self, stretch: Lesson, copy: Copy, carry: float) -> None:
        """Write down as many moments as there is room for, with what each of them was worth."""
        rows = np.frombuffer(b"".join(moment.row for moment in self.moments), np.uint8)
        rows = rows.reshape(len(self.moments), -1)
        worth = np.array(self.looking_back(copy.worth(rows).tolist(), carry), np.float32)
        size = stretch.actions.size
        parts = [(n, *part) for n, moment in enumerate(self.moments) for part in moment.choice or NO_CHOICE][:size]
        of = np.array([n for n, _, _ in parts])
        stretch.observations.reshape(size, -1)[:] = rows[of]
        stretch.targets.reshape(-1)[:] = worth[of]
        stretch.actions.reshape(-1)[:] = [action for _, action, _ in parts]
        stretch.weights.reshape(-1)[:] = [part for _, _, part in parts]
        stretch.was[:] = np.nan
        masks, credit = stretch.masks.reshape(size, -1), stretch.credit.reshape(-1)
        masks[:], credit[:] = 0, 0
        masks[:, 0] = 1  # where nothing was chosen there is one move, from which nothing is learnt
        for place, n in enumerate(of):
            if self.moments[n].choice:
                mask = self.moments[n].mask
                masks[place, : len(mask)] = np.frombuffer(mask, np.uint8)
                credit[place] = 1

    def looking_back(self, values: list[float], carry: float) -> list[float]:
        """What each moment was worth to its seat: what it got in the end, and what the net said (`values`) of its
        moments on the way there, the nearest ones most. The more `carry`, the further it looks (1: the end alone
        counts)."""
        worth = values[:]
        begin = 0
        for end, shares in self.ends:
            later, said = shares[:], shares[:]
            for place in range(end - 1, begin - 1, -1):
                seat = self.moments[place].seat
                worth[place] = (1 - carry) * said[seat] + carry * later[seat]
                later[seat], said[seat] = worth[place], values[place]
            begin = end
        return worth


def in_play(copy: Copy) -> Net:
    """A copy of the net as it is in play."""
    parts: list[Any] = [copy.first, copy.first_bias, copy.second, copy.second_bias]
    parts += [copy.policy, copy.policy_bias, copy.value, copy.value_bias]
    (inputs, hidden), (actions, narrow) = copy.first.shape, copy.policy.shape
    return Net(inputs, hidden, narrow, actions, *(part.ravel().tolist() for part in parts))
