"""Writes a table of Doctor Rat as plain JSON: the whole position, and the open parts that views share with it."""

from __future__ import annotations

from typing import Any

from . import numbers as n
from .rules import DoctorRat
from .sets import codes

TEAMS = "AB"


def write(state: DoctorRat) -> dict[str, Any]:
    """The whole table as plain JSON."""
    house = state.house
    groups = range(int(house.groups))
    end = None
    if state.phase == n.OVER:
        end = {"reason": n.REASON_NAMES[state.reason], "group": _or_none(state.lost_by)}
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
        "extra": n.CODES[state.extra] if state.extra >= 0 else None,
        "centre": codes(state.centre),
        "trash": codes(state.trash),
        "removed": codes(state.removed),
        "discards": [{"card": n.CODES[state.discard], "holder": int(state.discard_holder)}]
        if state.discard >= 0
        else [],
        "madness": _write_madness(state),
        "strict": write_strict(state),
        "claims": [claim for g in groups for claim in write_claims(state, g)],
        "bans": write_bans(state),
        "predictions": write_predictions(state),
        "tokens": write_tokens(state),
        "complication_supply": write_complications(state),
        "vote": _write_vote(state),
        "window": None if state.turn < 0 else {"turn": TEAMS[state.turn], "passes": int(state.passes)},
        "setup": [write_part(state, g) for g in groups if state.of(g, n.PART_KIND) != n.NONE],
        "to_draw": int(state.to_draw),
        "to_draw_trash": int(state.to_draw_trash),
        "end": end,
    }


def phase_name(state: DoctorRat) -> str:
    """The phase as the rules name it."""
    if state.phase != n.SETUP:
        return n.PHASE_NAMES[state.phase]
    groups = [state.being_given()] if state.house.colony else [0, 1]
    choosing = any(state.of(g, n.KIND) == n.NONE and state.of(g, n.PART_KIND) == n.NONE for g in groups)
    return "setup_diet" if choosing else "setup_spec"


def _or_none(value: int) -> int | None:
    return int(value) if value >= 0 else None


def _write_group(state: DoctorRat, g: int) -> dict[str, Any]:
    pending = state.of(g, n.PENDING)
    return {
        "identity": n.CODES[state.identity_food(g)] if state.of(g, n.IDENTITY) >= 0 else None,
        "seats": state.seats_of(g),
        "diet": state.restriction_of(g),
        "row": write_row(state, g),
        "medicine": _or_none(state.of(g, n.MEDICINE)),
        "pending": None
        if pending == n.NONE
        else {"complication": n.EFFECT_NAMES[pending], "holder": _or_none(state.of(g, n.HOLDER))},
        "ghosts": write_ghosts(state, g),
    }


def write_row(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    row: list[dict[str, Any]] = []
    for index in range(int(state.of(g, n.ROW_LENGTH))):
        entry = int(state.row(g, index))
        if entry >= n.COMPLICATION:
            row.append({"complication": n.EFFECT_NAMES[entry - n.COMPLICATION]})
        else:
            row.append({"card": n.CODES[entry % n.GOOD], "mark": "good" if entry >= n.GOOD else "bad"})
    return row


def write_ghosts(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    found = []
    for i in range(0, len(state.ghosts), int(n.GHOST)):
        group, after, via, card, good = [int(state.ghosts[i + j]) for j in range(int(n.GHOST))]
        if group == g:
            found.append(
                {"after": after, "via": n.CODES[via] if via >= 0 else None, "card": n.CODES[card], "good": good == 1}
            )
    return found


def write_claims(state: DoctorRat, g: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for slot in range(int(n.SLOTS)):
        card = state.plate(g, slot)
        if card == n.NO_CARD_LEFT:
            found.append({"group": g, "card": None, "from": None, "extra": False})
        elif card >= 0:
            source = n.SOURCE_NAMES[state.source(g, slot)]
            found.append({"group": g, "card": n.CODES[card], "from": source, "extra": slot > 0})
    return found


def write_bans(state: DoctorRat) -> list[dict[str, Any]]:
    groups = range(int(state.house.groups))
    return [{"group": g, "card": code} for g in groups for code in codes(state.of(g, n.BANNED))]


def write_predictions(state: DoctorRat) -> list[str]:
    return ["good" if (state.said_good >> i) & 1 else "bad" for i in range(int(state.predicted))]


def write_tokens(state: DoctorRat) -> dict[str, int]:
    return {"yuck": int(state.yuck), "medicine": int(state.medicine), "strict": int(state.strict)}


def write_complications(state: DoctorRat) -> list[str]:
    """The Complication cards that nobody has drawn yet."""
    return [name for effect, name in enumerate(n.EFFECT_NAMES) if (state.supply >> effect) & 1]


def write_strict(state: DoctorRat) -> dict[str, Any] | None:
    """The Strict Menu of this meal: for whom, and the card once it is given."""
    if state.strict_group >= 0:
        return {"group": int(state.strict_group), "card": None}
    for g in range(int(state.house.groups)):
        if state.plate(g, 0) >= 0 and state.source(g, 0) == n.DOCTOR:
            return {"group": g, "card": n.CODES[state.plate(g, 0)]}
    return None


def write_part(state: DoctorRat, g: int) -> dict[str, Any]:
    drawn = [state.of(g, n.PART_FIRST), state.of(g, n.PART_SECOND)]
    families = state.of(g, n.PART_FAMILIES)
    part: dict[str, Any] = {
        "group": g,
        "kind": n.KIND_NAMES[state.of(g, n.PART_KIND)],
        "specs": [n.SPEC_CODES[spec] for spec in drawn if spec >= 0],
    }
    return part if families < 0 else {**part, "families": n.FAMILY_CHOICES[families]}


def _write_madness(state: DoctorRat) -> dict[str, Any] | None:
    if state.hand == 0:
        return None
    return {"holder": int(state.of(state.group_under(n.MADNESS), n.HOLDER)), "cards": codes(state.hand)}


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
    for g in range(int(state.house.groups)):
        card = state.of(g, n.PROPOSAL)
        if card != n.NONE:
            found.append({"group": g, "card": n.CODES[card] if card >= 0 else None})
    return found


def components(state: DoctorRat) -> dict[str, int]:
    """Every food is there once, and the pile holds whatever lies nowhere else: so no food may lie in two places."""
    table = write(state)
    rows = [group["row"] for group in table["groups"]]
    lists = ("stock", "picked", "centre", "trash", "removed")
    foods = [entry["card"] for row in rows for entry in row if "card" in entry]
    foods += [food for where in lists for food in table[where]]
    return {"foods in two places": len(foods) - len(set(foods))}
