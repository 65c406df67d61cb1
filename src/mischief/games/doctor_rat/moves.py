"""What the numbers of Doctor Rat mean, in words; and several moves named in one breath."""

from __future__ import annotations

from mischief.engine.families import Families, Family
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .rules import DoctorRat

GROUPS = range(3)
SEATS = range(7)

MOVES = Families(
    [
        Family(0, "card", "{card}", {"card": n.CODES}),
        Family(n.PASS, "pass", "pass"),
        Family(n.YUCK_FRONT, "yuck_front", "yuck stock"),
        Family(n.YUCK_BACK, "yuck_back", "yuck group {group}", {"group": GROUPS}),
        Family(
            n.MEDICATE,
            "medicine",
            "medicine group {group} at {index}",
            {"group": GROUPS, "index": range(int(n.PLACES))},
        ),
        Family(n.STRICT, "strict", "strict menu group {group}", {"group": GROUPS}),
        Family(n.SERVE, "serve", "dinner's ready"),
        Family(n.ACCEPT, "accept", "accept"),
        Family(n.OBJECT, "object", "object"),
        Family(n.PREDICT_GOOD, "predict_good", "good"),
        Family(n.PREDICT_BAD, "predict_bad", "bad"),
        Family(n.SEAT, "seat", "seat {seat}", {"seat": SEATS}, seat="seat"),
        Family(n.DIET, "diet", "diet {diet}", {"diet": n.KIND_NAMES}),
        Family(n.SPEC, "spec", "spec {spec}", {"spec": n.SPEC_CODES}),
        Family(n.CATEGORY, "category", "category {category}", {"category": n.CATEGORY_NAMES}),
        Family(n.SPEC_DONE, "spec_done", "no second spec"),
        Family(n.FAMILY, "draw_specs", "draw {families}", {"families": n.FAMILY_CHOICES}),
    ]
)


def outcomes_of(house: House) -> Families:
    """What the Dealer does, with these Identities."""
    identities = [n.CODES[food] for food in house.book.identity_foods]
    return Families(
        [
            Family(0, "card", "{card}", {"card": n.CODES}),
            Family(n.DEALT_DIET, "diet", "diet {diet}", {"diet": n.KIND_NAMES}),
            Family(n.DEALT_SPEC, "spec", "spec {spec}", {"spec": n.SPEC_CODES}),
            Family(n.DEALT_CATEGORY, "category", "category {category}", {"category": n.CATEGORY_NAMES}),
            Family(n.DEALT_SPEC_DONE, "spec_done", "no second spec"),
            Family(n.DEALT_COMPLICATION, "complication", "complication {effect}", {"effect": n.EFFECT_NAMES}),
            Family(n.DEALT_IDENTITY, "identity", "identity {card}", {"card": identities}),
        ]
    )


def as_asked(state: DoctorRat, seat: int, actions: list[int]) -> list[int]:
    """Several moves named together, without those that are made by themselves. Unchanged where they do not fit."""
    trial = state.clone()
    kept: list[int] = []
    for action in actions:
        if trial.waits_for(seat) and action in trial.legal(seat):
            trial.apply(seat, action)
            kept.append(action)
        elif not _done_by_itself(state, trial, action):
            return actions
    return kept


def _done_by_itself(before: DoctorRat, after: State, action: int) -> bool:
    """Whether a step named in a sequence has happened by itself after an earlier one."""
    assert isinstance(after, DoctorRat)
    if action >= n.SPEC and before.house.colony:
        group = int(before.being_given())
        return group >= 0 and after.being_given() != group
    return action == n.SERVE and bool(before.phase == n.B_PICK and after.picked == 0)
