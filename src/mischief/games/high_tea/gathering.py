"""The choice of High Tea that is a set: the two supplies of a gift at a table of two (HT-14.2, HT-14.3)."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.gathering import Gathering

from . import numbers as n
from .rules import HighTea


def gathering(state: HighTea, seat: int) -> Gathering | None:
    """The set that this seat, which is asked, is choosing now."""
    given = state.chosen(seat)
    if state.phase == n.AT_START and state.vocation(seat) == n.BANKER:
        if given == 0:
            return None
        given >>= 8
    if state.phase == n.AT_START and state.seats == 2 and seat != state.host:
        first, word, clause = int(n.START), "start", "HT-14.2"
    elif state.phase == n.AT_BONUS:
        first, word, clause = int(n.GIFT), "gift", "HT-14.3"
    else:
        return None
    before = [int(given) - 1] if given else []

    def pair(run: Sequence[int]) -> str:
        both = [*before, *run]
        if len(both) != 2:
            return f"You gain two supplies: name both in one go, as in '{word} rags and flowers'."
        return "Choose two different supplies." if state.house.distinct and both[0] == both[1] else ""

    return Gathering(range(first, first + int(n.KINDS)), len(before), pair, clause=clause)
