"""Whole games to learn from: moments of them, and what each of those was worth to whoever saw it."""

from __future__ import annotations

from typing import Any

import numpy as np

from mischief.bots.search_net import Net
from mischief.learning.copies import Copy
from mischief.learning.learners import Lesson

NO_CHOICE = -1


class Moment:
    """What a seat saw at some moment of a game, and what it chose there, if that is an example."""

    def __init__(self, seat: int, row: bytes, mask: bytes = b"", action: int = NO_CHOICE) -> None:
        self.seat = seat
        self.row = row
        self.mask = mask
        self.action = action


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
        stretch.observations.reshape(size, -1)[:] = rows[:size]
        stretch.targets.reshape(-1)[:] = worth[:size]
        stretch.weights[:] = 1
        stretch.was[:] = np.nan
        masks, actions = stretch.masks.reshape(size, -1), stretch.actions.reshape(-1)
        credit = stretch.credit.reshape(-1)
        masks[:], actions[:], credit[:] = 0, 0, 0
        masks[:, 0] = 1  # where nothing was chosen there is one move, from which nothing is learnt
        for place, moment in enumerate(self.moments[:size]):
            if moment.action != NO_CHOICE:
                masks[place, : len(moment.mask)] = np.frombuffer(moment.mask, np.uint8)
                actions[place], credit[place] = moment.action, 1

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
