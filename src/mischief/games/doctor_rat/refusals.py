"""Why a move is not legal now: the sentence, and the clause that forbids it."""

from __future__ import annotations

from .actions import (
    CATEGORY,
    DIET,
    MEDICATE,
    PASS,
    PLACES,
    PREDICT_GOOD,
    SEAT,
    SERVE,
    SPEC,
    SPEC_DONE,
    STRICT,
    YUCK_BACK,
    YUCK_FRONT,
)
from .board import (
    B_PICK,
    B_SPECIAL,
    B_STRICT,
    B_YUCK,
    BANNED,
    C_GLUTTONY,
    C_GLUTTONY_YUCK,
    C_INSOMNIA,
    C_MADNESS,
    C_PARANOIA,
    C_PREDICT,
    C_REPLACE_VOTE,
    C_VOTE,
    C_YUCK,
    E_HOLDER,
    GLUTTONY,
    INSOMNIA,
    LENGTH,
    MADNESS,
    MEALS,
    PARANOIA,
    PART_FIRST,
    PART_KIND,
    PROPOSAL,
    SETUP,
    TRASH,
)
from .diets import ALTERNATING, DIFFERENT, FORBIDDEN, IDENTICAL, MANDATORY, Supply
from .foods import CODES, NONE, highest
from .phases import phase_seen
from .rules import DoctorRat
from .setting_up import KIND_NAMES, SPEC_CODES

NOT_NOW = {
    "setup": ("Diets are being given.", "DR-2.6"),
    "B": ("The Doctor is cooking.", "DR-4.6"),
    "C": ("The rats are choosing.", "DR-5.4"),
    "E": ("The Doctor is handing over a complication.", "DR-10.6"),
}


def why_not(state: DoctorRat, seat: int, action: int) -> tuple[str, str]:
    """For a seat of a game that goes on, whether or not it is asked now."""
    if not state.waits_for(seat):
        return _not_asked(state, seat)
    if action < PASS:
        return _card(state, seat, action)
    if action == PASS:
        return "There is nothing to pass on now.", "DR-9.2"
    if action == YUCK_FRONT:
        return _yuck_front(state)
    if action < MEDICATE:
        return _yuck_back(state, action - int(YUCK_BACK))
    if action < STRICT:
        return _medicine(state, (action - int(MEDICATE)) // int(PLACES), (action - int(MEDICATE)) % int(PLACES))
    if action < SERVE:
        return _strict(state, action - int(STRICT))
    if action == SERVE:
        return "Dinner is ready when its cards have been chosen.", "DR-4.9"
    if action < PREDICT_GOOD:
        return "There is no proposal to vote on.", "DR-5.6"
    if action < SEAT:
        return "Only the holder of Megalomania predicts, when all have chosen.", "DR-10.15"
    if action < DIET:
        if state.phase == E_HOLDER:
            return f"Seat {action - int(SEAT)} is not of the group that has the complication.", "DR-10.6"
        return "There is no Complication card to hand over.", "DR-10.6"
    return _part(state, seat, action)


def _not_asked(state: DoctorRat, seat: int) -> tuple[str, str]:
    if state.phase in (C_VOTE, C_REPLACE_VOTE):
        if (state.voted >> seat) & 1:
            return "You have voted; votes are shown when all are in.", "DR-5.6"
        if seat == state.chair:
            return "The chair does not vote on its own proposal.", "DR-5.6"
        return "You have no say in this choice.", "DR-5.4"
    for phase, clause in (
        (C_MADNESS, "DR-10.10"),
        (C_INSOMNIA, "DR-10.11"),
        (C_PARANOIA, "DR-10.12"),
        (C_GLUTTONY, "DR-10.13"),
        (C_PREDICT, "DR-10.15"),
    ):
        if state.phase == phase:
            return "The holder of the complication decides this alone.", clause
    if state.phase == C_YUCK and not state.plan.colony:
        return "The other team is asked about Yuck! now.", "DR-11.13"
    if state.phase == B_YUCK:
        return "The other team is asked about Yuck! now.", "DR-11.11"
    if state.phase in (C_YUCK, C_GLUTTONY_YUCK):
        return "The Doctor looks at the plates.", "DR-5.11"
    name = phase_seen(state, seat)
    if name.startswith("C_"):
        return f"Seat {int(state.actor())} has the choice now.", "DR-5.5"
    sentence, clause = NOT_NOW.get(name.split("_")[0], ("Cards are being dealt.", "DR-3.1"))
    return sentence + " It is not your move.", clause


def _card(state: DoctorRat, seat: int, card: int) -> tuple[str, str]:
    code = CODES[card]
    phase = state.phase
    if phase == B_PICK:
        if (state.picked >> card) & 1:
            return f"{code} is chosen already.", "DR-4.6"
        if not (state.stock >> card) & 1:
            return f"{code} is not in your stock.", "DR-4.6"
        if state.picked and card < highest(state.picked):
            return "Dinner is chosen in the order of the card numbers, so that one dinner is one sequence.", "DR-4.10"
        return f"Behind {code} there are too few cards for a whole dinner.", "DR-4.6"
    if phase == B_STRICT:
        return f"{code} is not one of the cards that you chose yourself.", "DR-9.10"
    if phase == C_MADNESS:
        return f"{code} is not in your hand; Madness keeps one of its two cards.", "DR-10.10"
    if phase == C_PARANOIA:
        return f"{code} is not in the trash can, from which Paranoia eats.", "DR-10.12"
    if phase in (C_INSOMNIA, C_GLUTTONY):
        group = int(state.group_under(INSOMNIA if phase == C_INSOMNIA else GLUTTONY))
        return _not_to_take(state, group, card)
    group = int(state.next_group()) if state.chair >= 0 else -1
    if group >= 0:
        return _not_to_take(state, group, card)
    if phase == SETUP:
        return "Diets are being given; food comes later.", "DR-2.6"
    return "No card is to be chosen now.", "DR-5.2"


def _not_to_take(state: DoctorRat, group: int, card: int) -> tuple[str, str]:
    code = CODES[card]
    if (state.of(group, BANNED) >> card) & 1:
        return f"The Doctor said Yuck! to {code} for this group in this meal.", "DR-9.4"
    if any(state.of(g, PROPOSAL) == card for g in range(int(state.plan.groups))):
        return f"{code} is proposed for another group.", "DR-5.3"
    if any(state.plate(g, s) == card for g in range(int(state.plan.groups)) for s in range(4)):
        return f"{code} lies on a plate already.", "DR-5.3"
    if state.under(group, PARANOIA) and (state.centre >> card) & 1:
        return f"{code} is not in the trash can, from which Paranoia eats.", "DR-10.22"
    return f"{code} lies neither in the centre nor in the trash can.", "DR-5.2"


def _yuck_front(state: DoctorRat) -> tuple[str, str]:
    if state.meal == MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if state.yuck == 0:
        return "No Yuck! token is left.", "DR-9.2"
    if state.phase == B_PICK:
        if state.picked:
            return "Yuck! on the stock comes before the first card is chosen.", "DR-9.3"
        return "The pile has too few cards to replace the stock.", "DR-9.3"
    return "Yuck! on the stock has its moment behind the draw.", "DR-4.5"


def _yuck_back(state: DoctorRat, group: int) -> tuple[str, str]:
    if state.meal == MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if group >= state.plan.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.yuck == 0:
        return "No Yuck! token is left.", "DR-9.2"
    if state.phase == C_GLUTTONY_YUCK:
        return "Only the extra card of Gluttony can be sent back now.", "DR-10.13"
    if state.phase != C_YUCK:
        return "Yuck! on a plate has its moment when every group has a card.", "DR-5.11"
    if not state.plan.colony and group == state.turn:
        return "A team says Yuck! only to the other team.", "DR-11.13"
    if state.plate(group, 0) >= 0 and state.source(group, 0) > TRASH:
        return "The group did not take that card itself.", "DR-9.5"
    return "There is no other card for that group to take.", "DR-9.5"


def _medicine(state: DoctorRat, group: int, index: int) -> tuple[str, str]:
    if state.meal == MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if not state.plan.colony:
        return "There is no Medicine in Colleagues.", "DR-11.3"
    if group >= state.plan.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.medicine == 0:
        return "The Medicine has been used.", "DR-9.2"
    if state.phase != B_SPECIAL:
        return "Medicine is given when dinner is chosen, before it is served.", "DR-9.6"
    if index + 1 >= state.of(group, LENGTH):
        return "Medicine covers two cards of a row; there are not so many there.", "DR-9.7"
    return "A Complication card lies there; Medicine covers two Food cards side by side.", "DR-9.7"


def _strict(state: DoctorRat, group: int) -> tuple[str, str]:
    if state.meal == MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if not state.plan.colony:
        return "There is no Strict Menu in Colleagues.", "DR-11.3"
    if group >= state.plan.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.strict == 0:
        return "The Strict Menu has been used.", "DR-9.2"
    if state.phase != B_SPECIAL:
        return "The Strict Menu has its moment when dinner is chosen, before it is served.", "DR-9.10"
    if state.under(group, MADNESS) or state.under(group, PARANOIA):
        return "Madness and Paranoia name the only food of that group this meal.", "DR-9.11"
    return "No card that you chose yourself is left to give.", "DR-9.10"


def _part(state: DoctorRat, seat: int, action: int) -> tuple[str, str]:
    """A step of giving a restriction."""
    if state.phase != SETUP:
        return "Diets are given once, before the first meal, and never changed.", "DR-2.7"
    group = int(state.given_by(seat))
    kind = int(state.of(group, PART_KIND))
    first = int(state.of(group, PART_FIRST))
    food = int(state.identity_food(group))
    if action < SPEC:
        if kind != NONE:
            return f"The Diet card is {KIND_NAMES[kind]} already.", "DR-2.6"
        return f"No {KIND_NAMES[action - int(DIET)]} card is left that this group could have.", "DR-8.11"
    if kind == NONE:
        return "The Diet card comes first.", "DR-2.6"
    if CATEGORY <= action < SPEC_DONE:
        if kind not in (IDENTICAL, DIFFERENT):
            return "Category cards go only with Identical and Different.", "DR-8.3"
        return _taken(state, kind, food, action - int(CATEGORY), int(NONE))
    if kind in (IDENTICAL, DIFFERENT):
        return "Identical and Different take a Category card.", "DR-8.3"
    if action == SPEC_DONE:
        if kind == ALTERNATING:
            return "Alternating takes exactly two Specifications.", "DR-8.6"
        if first == NONE:
            return "At least one Specification is needed.", "DR-8.4" if kind == MANDATORY else "DR-8.5"
        return _unfit(state, kind, food, first, int(NONE))
    spec = action - int(SPEC)
    if first == NONE:
        return _unfit(state, kind, food, spec, int(NONE))
    return _unfit(state, kind, food, first, spec)


def _unfit(state: DoctorRat, kind: int, food: int, a: int, b: int) -> tuple[str, str]:
    """What is wrong with these Specifications for an Identity."""
    code = CODES[food]
    book = state.plan.book
    last = a if b == NONE else b
    if state.restriction_cards().specs[last] < 1:
        return f"Both cards of {SPEC_CODES[last]} are used by other groups.", "DR-8.11"
    if a == b:
        return "The two Specifications must be different cards.", "DR-8.8"
    if kind == ALTERNATING:
        if b == NONE:
            return f"The left Specification must match {code}.", "DR-8.6"
        if book.same_families:
            return "At this table both sides of Alternating are of one family.", "DR-8.7"
    elif b != NONE and b < a:
        return "Specifications are laid in the order of their numbers.", "DR-8.8"
    elif kind == MANDATORY and not Supply(book).legal(kind, food, a, b):
        return f"At least one Specification must match {code}.", "DR-8.4"
    elif kind == FORBIDDEN and not Supply(book).legal(kind, food, a, b):
        if b != NONE and not ((book.match[a] | book.match[b]) >> food) & 1:
            return "Two Forbidden Specifications must be of different families.", "DR-8.5"
        return f"No Forbidden Specification may match {code}.", "DR-8.5"
    return _taken(state, kind, food, a, b)


def _taken(state: DoctorRat, kind: int, food: int, a: int, b: int) -> tuple[str, str]:
    if kind in (IDENTICAL, DIFFERENT) and state.restriction_cards().categories[a] < 1:
        return "Both cards of that Category are used by other groups.", "DR-8.11"
    return "Another group has exactly this restriction.", "DR-8.10"
