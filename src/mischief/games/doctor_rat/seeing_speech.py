"""Who may speak when: in this game silence is a rule (DR-12)."""

from __future__ import annotations

from mischief.engine.game import Silence

from . import numbers as n
from .rules import DoctorRat
from .view import Speech

CHOICES = (n.C_PROPOSE, n.C_VOTE, n.C_FINAL, n.C_REPLACE, n.C_REPLACE_VOTE, n.C_REPLACE_FINAL)
HOLDERS = (n.DEAL_MADNESS, n.C_MADNESS, n.C_INSOMNIA, n.C_PARANOIA, n.C_GLUTTONY, n.C_PREDICT)


def silence(state: DoctorRat, seat: int) -> Silence | None:
    """Why a seat may not write in the open channel now; None if it may."""
    if state.phase == n.DEAL_IDENTITY or state.phase == n.OVER:
        return None
    house = state.house
    if house.colony:
        if seat == house.doctor:
            return Silence("The Doctor keeps silent until the end: only the fixed calls are his.", "DR-12.3")
        if complication_pending(state):
            return Silence("A complication is decided alone, without advice.", "DR-10.7")
        return None
    if state.phase in CHOICES:
        group = int(house.group_of(seat))
        if seat >= 0 and (state.choosers() >> group) & 1:
            return None
        return Silence("Only the team that is choosing speaks now.", "DR-12.4")
    return Silence("Outside of a choice colleagues speak only within their team.", "DR-12.4")


def complication_pending(state: DoctorRat) -> bool:
    """Whether a holder decides alone now, without advice (DR-10.7, DR-12)."""
    if state.phase in HOLDERS:
        return True
    if not state.replacing():
        return False
    hungry = state.choosers()
    return any(
        (hungry >> g) & 1 and state.of(g, n.PENDING) in (n.INSOMNIA, n.PARANOIA) for g in range(int(state.house.groups))
    )


def team(state: DoctorRat, seat: int) -> tuple[int, ...]:
    """The seats of a seat's team; in Colony, where there are no teams, nobody."""
    house = state.house
    if house.colony or seat < 0:
        return ()
    return tuple(s for s in range(int(state.seats)) if house.group_of(s) == house.group_of(seat))


def speech(state: DoctorRat, seat: int) -> Speech:
    hush = silence(state, seat)
    asked = seat >= 0 and state.phase in CHOICES and state.waits_for(seat)
    return Speech(
        channels=([] if hush else ["open"]) + (["team"] if len(team(state, seat)) > 1 else []),
        sentence=hush.sentence if hush else None,
        clause=hush.clause if hush else None,
        think_aloud=asked and hush is None,
    )
