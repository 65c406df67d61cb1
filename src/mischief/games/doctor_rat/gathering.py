"""The choices of Doctor Rat that are sets: a dinner, and the Specifications of a Mandatory or Forbidden diet."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.gathering import Gathering

from . import numbers as n
from .rules import DoctorRat
from .sets import size


def gathering(state: DoctorRat, seat: int) -> Gathering | None:
    """The set that this seat, which is asked, is choosing now."""
    if state.phase == n.B_PICK:
        picked = int(size(state.picked))
        need = int(state.cards_to_choose()) - picked

        def dinner(run: Sequence[int]) -> str:
            if len(set(run)) == need:
                return ""
            return f"A dinner has {need + picked} cards: name all of them in one go."

        return Gathering(range(int(n.PASS)), picked, dinner, clause="DR-4.6")
    chosen = state.phase == n.SETUP and state.house.diet_mode != n.DRAW_SPECS
    group = int(state.being_given()) if chosen else -1
    if group >= 0 and state.of(group, n.PART_KIND) in (n.MANDATORY, n.FORBIDDEN):
        before = int(state.of(group, n.PART_FIRST) != n.NONE)

        def specs(run: Sequence[int]) -> str:
            if before + len(run) == 2:
                return ""
            return "Name both Specifications in one go, or end with 'no second spec'."

        return Gathering(range(int(n.SPEC), int(n.SPEC + n.SPECS)), before, specs, int(n.SPEC_DONE), "DR-8.3")
    return None
