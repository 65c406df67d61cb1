"""The choices of Rattus Cartus that are sets: cards laid, given and discarded."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.gathering import Gathering

from . import numbers as n
from .rules import RattusCartus


def gathering(state: RattusCartus, seat: int) -> Gathering | None:
    """The set that this seat, which is asked, is choosing now. What it lacks is judged by the table as it lies
    now, also when it is asked later."""
    if state.stage == n.LAY_CARDS:
        kinds = range(int(n.LAYABLE))
        left = sum(int(state.hand(seat, kind) - state.laid(seat, kind)) for kind in kinds)

        def laid(run: Sequence[int]) -> str:
            return "" if len(run) >= left else "Name all the cards that you lay in one go and end with 'done'."

        return Gathering(kinds, int(state.picked), laid, int(n.DONE), "RC-5.3")
    if state.stage == n.HOSPITAL_DISCARD:
        most = int(state.due - state.picked)

        def given_up(run: Sequence[int]) -> str:
            return "" if len(run) >= most else "Name all the cards that you discard in one go and end with 'done'."

        return Gathering(range(int(n.KINDS)), int(state.picked), given_up, int(n.DONE), "RC-9.16")
    if state.stage in (n.SWORD_GIFT, n.TOWER_GIFT):
        sword = state.stage == n.SWORD_GIFT
        made = int(state.picked) if sword else len(state.picks_of(seat))
        need = int(state.due if sword else state.demand(seat)) - made

        left_of = [int(state.hand(seat, kind) - state.set_aside(seat, kind)) for kind in range(int(n.KINDS))]

        def gift(run: Sequence[int]) -> str:
            if any(run.count(kind) > left_of[kind] for kind in set(run)):
                return "You do not have these cards in your hand."
            if len(run) == need:
                return ""
            return f"Give {need} card{'s' if need > 1 else ''}: name all of them in one go."

        return Gathering(range(int(n.KINDS)), made, gift, clause="RC-7.3" if sword else "RC-9.4")
    return None
