"""Room for lessons, as the players of a training run find it."""

import numpy as np

from mischief.learning.learners import Lesson


def empty_stretch(length: int, actions: int, size: tuple[int, int] = (8, 16)) -> Lesson:
    """A stretch in which nothing is written yet."""
    return Lesson(
        np.zeros((*size, length), np.uint8),
        np.zeros((*size, actions), np.uint8),
        np.zeros(size, np.int32),
        *(np.zeros(size, np.float32) for _ in range(4)),
    )
