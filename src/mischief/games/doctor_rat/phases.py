"""The names of the phases, and what of them each seat may know."""

from __future__ import annotations

from .board import (
    B_STRICT,
    C_GLUTTONY,
    C_INSOMNIA,
    C_MADNESS,
    C_PARANOIA,
    C_PREDICT,
    DEAL_DIET,
    DEAL_IDENTITY,
    DEAL_MADNESS,
    DEAL_STOCK,
    DEAL_TRASH,
    INSOMNIA,
    KIND,
    PARANOIA,
    PART_KIND,
    PENDING,
    SETUP,
)
from .foods import NONE
from .rules import DoctorRat

NAMES = (
    "deal_identity",
    "deal_diet",
    "deal_spec",
    "setup",
    "deal_trash",
    "deal_stock",
    "B_pick",
    "deal_extra",
    "B_special",
    "B_strict",
    "deal_centre",
    "B_yuck",
    "deal_madness",
    "C_madness",
    "C_insomnia",
    "C_paranoia",
    "C_propose",
    "C_vote",
    "C_final",
    "C_yuck",
    "C_replace",
    "C_replace_vote",
    "C_replace_final",
    "C_gluttony",
    "C_gluttony_yuck",
    "C_predict",
    "deal_complication",
    "E_holder",
    "over",
)
PHASES = {name: number for number, name in enumerate(NAMES) if name != "setup"} | {
    "setup_diet": int(SETUP),
    "setup_spec": int(SETUP),
}
HOLDERS = (DEAL_MADNESS, C_MADNESS, C_INSOMNIA, C_PARANOIA, C_GLUTTONY, C_PREDICT)


def phase_name(state: DoctorRat) -> str:
    """The phase as the rules name it."""
    if state.phase != SETUP:
        return NAMES[state.phase]
    groups = [state.being_given()] if state.plan.colony else [0, 1]
    choosing = any(state.of(g, KIND) == NONE and state.of(g, PART_KIND) == NONE for g in groups)
    return "setup_diet" if choosing else "setup_spec"


def phase_seen(state: DoctorRat, seat: int) -> str:
    """The phase as a seat may know it: others than the giver read only `setup`, others than the Doctor only `B`."""
    plan = state.plan
    if DEAL_IDENTITY < state.phase <= SETUP:
        if plan.colony:
            return phase_name(state) if seat == plan.doctor else "setup"
        if state.phase == SETUP:
            mine = 1 - int(plan.group_of(seat)) if seat >= 0 else -1
            if mine < 0 or state.of(mine, KIND) != NONE:
                return "setup"
            return "setup_diet" if state.of(mine, PART_KIND) == NONE else "setup_spec"
        group = state.diet_drawn_for() if state.phase == DEAL_DIET else state.being_given()
        return phase_name(state) if plan.giver_sees(seat, group) else "setup"
    if plan.colony and seat != plan.doctor and DEAL_STOCK <= state.phase <= B_STRICT:
        return "B"
    return NAMES[state.phase]


def waiting_for(state: DoctorRat, seat: int) -> list[int]:
    """Who is to act, as a seat may know it: behind the Doctor's screen it is the Doctor, whatever he does there."""
    plan = state.plan
    if plan.colony and seat != plan.doctor:
        cooking = DEAL_STOCK <= state.phase <= B_STRICT
        giving = DEAL_IDENTITY < state.phase <= SETUP and state.game.options["diet_mode"] in ("choose", "draw_diet")
        if cooking or giving:
            return [int(plan.doctor)]
    return [s for s in state.actors() if s >= 0]


def complication_pending(state: DoctorRat) -> bool:
    """Whether a holder decides alone now, without advice (DR-10.7, DR-12)."""
    if state.phase in HOLDERS:
        return True
    if not state.replacing():
        return False
    hungry = state.choosers()
    return any(
        (hungry >> g) & 1 and state.of(g, PENDING) in (INSOMNIA, PARANOIA) for g in range(int(state.plan.groups))
    )


def in_setup(state: DoctorRat) -> bool:
    return state.phase <= SETUP or (state.phase == DEAL_TRASH and state.removed == 0)
