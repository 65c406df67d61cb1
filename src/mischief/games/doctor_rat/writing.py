"""Writes a table of Doctor Rat as plain JSON: the whole position, and the open parts that views share with it."""

from __future__ import annotations

from typing import Any

from .board import (
    BANNED,
    COMPLICATION,
    DOCTOR,
    FIRST,
    GHOST,
    GOOD,
    HOLDER,
    IDLE,
    KIND,
    LENGTH,
    MADNESS,
    MEDICINE,
    OVER,
    PART_FIRST,
    PART_KIND,
    PENDING,
    PROPOSAL,
    SECOND,
    SLOTS,
    WHO,
)
from .choosing import SOURCES
from .foods import CODES, NONE, codes
from .meals import EFFECTS, REASONS
from .phases import phase_name
from .rules import DoctorRat
from .setting_up import KIND_NAMES, SPEC_CODES, restriction

TEAMS = "AB"


def write(state: DoctorRat) -> dict[str, Any]:
    """The whole table as plain JSON."""
    plan = state.plan
    groups = range(int(plan.groups))
    end = None
    if state.phase == OVER:
        end = {"reason": REASONS[state.reason], "group": _or_none(state.lost_by)}
    return {
        "game": state.game.info.id,
        "players": int(state.seats),
        "options": dict(state.game.options),
        "meal": int(state.meal),
        "phase": phase_name(state),
        "first_player": _or_none(state.first),
        "groups": [_write_group(state, g) for g in groups],
        "stock": codes(state.stock),
        "picked": codes(state.picked),
        "extra": CODES[state.extra] if state.extra >= 0 else None,
        "centre": codes(state.centre),
        "trash": codes(state.trash),
        "removed": codes(state.removed),
        "discards": [{"card": CODES[state.discard], "holder": int(state.discard_holder)}] if state.discard >= 0 else [],
        "madness": _write_madness(state),
        "strict": write_strict(state),
        "claims": [claim for g in groups for claim in write_claims(state, g)],
        "bans": [{"group": g, "card": code} for g in groups for code in codes(state.of(g, BANNED))],
        "predictions": ["good" if (state.said_good >> i) & 1 else "bad" for i in range(int(state.predicted))],
        "tokens": {"yuck": int(state.yuck), "medicine": int(state.medicine), "strict": int(state.strict)},
        "complication_supply": [EFFECTS[e] for e in range(5) if (state.supply >> e) & 1],
        "vote": _write_vote(state),
        "window": None if state.turn < 0 else {"turn": TEAMS[state.turn], "passes": int(state.passes)},
        "setup": [write_part(state, g) for g in groups if state.of(g, PART_KIND) != NONE],
        "to_draw": int(state.to_draw),
        "to_draw_trash": int(state.to_draw_trash),
        "end": end,
    }


def _or_none(value: int) -> int | None:
    return int(value) if value >= 0 else None


def _write_group(state: DoctorRat, g: int) -> dict[str, Any]:
    pending = state.of(g, PENDING)
    return {
        "identity": CODES[state.identity_food(g)] if state.of(g, WHO) >= 0 else None,
        "seats": state.seats_of(g),
        "diet": restriction(int(state.of(g, KIND)), int(state.of(g, FIRST)), int(state.of(g, SECOND))),
        "row": write_row(state, g),
        "medicine": _or_none(state.of(g, MEDICINE)),
        "pending": None
        if pending == NONE
        else {"complication": EFFECTS[pending], "holder": _or_none(state.of(g, HOLDER))},
        "ghosts": write_ghosts(state, g),
    }


def write_row(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    row: list[dict[str, Any]] = []
    for index in range(int(state.of(g, LENGTH))):
        entry = int(state.row(g, index))
        if entry >= COMPLICATION:
            row.append({"complication": EFFECTS[entry - COMPLICATION]})
        else:
            row.append({"card": CODES[entry % GOOD], "mark": "good" if entry >= GOOD else "bad"})
    return row


def write_ghosts(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    found = []
    for i in range(0, len(state.ghosts), int(GHOST)):
        group, after, via, card, good = (int(state.ghosts[i + j]) for j in range(int(GHOST)))
        if group == g:
            found.append(
                {"after": after, "via": CODES[via] if via >= 0 else None, "card": CODES[card], "good": good == 1}
            )
    return found


def write_claims(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for slot in range(int(SLOTS)):
        card = state.plate(g, slot)
        if card == IDLE:
            found.append({"group": g, "card": None, "from": None, "extra": False})
        elif card >= 0:
            source = SOURCES[state.source(g, slot)]
            found.append({"group": g, "card": CODES[card], "from": source, "extra": slot > 0})
    return found


def write_strict(state: DoctorRat) -> dict[str, Any] | None:
    """The Strict Menu of this meal: for whom, and the card once it is given."""
    if state.strict_group >= 0:
        return {"group": int(state.strict_group), "card": None}
    for g in range(int(state.plan.groups)):
        if state.plate(g, 0) >= 0 and state.source(g, 0) == DOCTOR:
            return {"group": g, "card": CODES[state.plate(g, 0)]}
    return None


def write_part(state: DoctorRat, g: int) -> dict[str, Any]:
    first = state.of(g, PART_FIRST)
    return {
        "group": g,
        "kind": KIND_NAMES[state.of(g, PART_KIND)],
        "specs": [SPEC_CODES[first]] if first >= 0 else [],
    }


def _write_madness(state: DoctorRat) -> dict[str, Any] | None:
    if state.hand == 0:
        return None
    return {"holder": int(state.of(state.group_under(MADNESS), HOLDER)), "cards": codes(state.hand)}


def _write_vote(state: DoctorRat) -> dict[str, Any] | None:
    if state.chair < 0:
        return None
    seats = range(int(state.seats))
    return {
        "chair": int(state.chair),
        "proposal": write_proposal(state),
        "votes": {str(s): "accept" if (state.accepted >> s) & 1 else "object" for s in seats if (state.voted >> s) & 1},
        "tried": [s for s in seats if (state.tried >> s) & 1],
    }


def write_proposal(state: DoctorRat) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for g in range(int(state.plan.groups)):
        card = state.of(g, PROPOSAL)
        if card != NONE:
            found.append({"group": g, "card": CODES[card] if card >= 0 else None})
    return found
