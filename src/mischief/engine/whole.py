"""Whole numbers as people hand them over: Python's own, or numpy's."""

from __future__ import annotations

import operator
from typing import SupportsIndex


def whole(value: object) -> int | None:
    """The whole number that this is; None if it is none. A truth value is not one here: nobody means seat True."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, SupportsIndex):
        try:
            return operator.index(value)
        except TypeError:  # an array of several numbers has the method, too
            return None
    return None
