"""The phase as a seat may know it: what the Doctor does behind his screen, and what givers of diets do, is theirs."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.seats import DEALER

from . import numbers as n
from .rules import DoctorRat

COOKING: Final[i64] = 29
"""Somewhere between drawing the stock and serving: all that rats see of it."""
SETUP_DIET: Final[i64] = 30
SETUP_SPEC: Final[i64] = 31
SEEN_PHASES: Final = [*n.PHASE_NAMES, "B", "setup_diet", "setup_spec"]


def is_cooking(state: DoctorRat) -> bool:
    return state.phase >= n.DEAL_STOCK and state.phase <= n.B_STRICT


def phase_seen(state: DoctorRat, seat: i64) -> i64:
    """By its number in SEEN_PHASES: others than the giver see only `setup`, others than the Doctor only `B`."""
    house = state.house
    phase = state.phase
    if phase > n.DEAL_IDENTITY and phase <= n.SETUP:
        if house.colony:
            return phase_of_giver(state, state.being_given()) if seat == house.doctor else n.SETUP
        if phase == n.SETUP:
            mine = 1 - house.group_of(seat)
            return n.SETUP if state.of(mine, n.KIND) != n.NONE else phase_of_giver(state, mine)
        group = state.diet_drawn_for() if phase == n.DEAL_DIET else state.being_given()
        return phase if house.giver_sees(seat, group) else n.SETUP
    if house.colony and seat != house.doctor and is_cooking(state):
        return COOKING
    return phase


def phase_of_giver(state: DoctorRat, group: i64) -> i64:
    """What the giver of a group's diet is asked."""
    if state.phase != n.SETUP:
        return state.phase
    return SETUP_DIET if state.of(group, n.PART_KIND) == n.NONE else SETUP_SPEC


def seems_waited_for(state: DoctorRat, other: i64, seat: i64) -> bool:
    """Whether a seat has a decision to make: behind his screen it is the Doctor, whatever he does there."""
    house = state.house
    if house.colony and seat != house.doctor:
        by_hand = house.diet_mode != n.RANDOM and house.diet_mode != n.FIRST_GAME
        giving = by_hand and state.phase > n.DEAL_IDENTITY and state.phase <= n.SETUP
        if giving or is_cooking(state):
            return other == house.doctor
    return state.actor() != DEALER and state.waits_for(other)
