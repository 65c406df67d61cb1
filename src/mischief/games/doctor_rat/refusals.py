"""Why a move is not legal now: the sentence, and the clause that forbids it."""

from __future__ import annotations

from . import numbers as n
from .rules import DoctorRat
from .seeing import phase_seen
from .sets import highest
from .setup_supply import Supply

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
    if action < n.PASS:
        return _card(state, seat, action)
    if action == n.PASS:
        return "There is nothing to pass on now.", "DR-9.2"
    if action == n.YUCK_FRONT:
        return _yuck_front(state)
    if action < n.MEDICATE:
        return _yuck_back(state, action - int(n.YUCK_BACK))
    if action < n.STRICT:
        return _medicine(state, (action - int(n.MEDICATE)) // int(n.PLACES), (action - int(n.MEDICATE)) % int(n.PLACES))
    if action < n.SERVE:
        return _strict(state, action - int(n.STRICT))
    if action == n.SERVE:
        return "Dinner is ready when its cards have been chosen.", "DR-4.9"
    if action < n.PREDICT_GOOD:
        return "There is no proposal to vote on.", "DR-5.6"
    if action < n.SEAT:
        return "Only the holder of Megalomania predicts, when all have chosen.", "DR-10.15"
    if action < n.DIET:
        if state.phase == n.E_HOLDER:
            return f"Seat {action - int(n.SEAT)} is not of the group that has the complication.", "DR-10.6"
        return "There is no Complication card to hand over.", "DR-10.6"
    return _part(state, seat, action)


def _not_asked(state: DoctorRat, seat: int) -> tuple[str, str]:
    if state.phase in (n.C_VOTE, n.C_REPLACE_VOTE):
        if (state.voted >> seat) & 1:
            return "You have voted; votes are shown when all are in.", "DR-5.6"
        if seat == state.chair:
            return "The chair does not vote on its own proposal.", "DR-5.6"
        return "You have no say in this choice.", "DR-5.4"
    for phase, clause in (
        (n.C_MADNESS, "DR-10.10"),
        (n.C_INSOMNIA, "DR-10.11"),
        (n.C_PARANOIA, "DR-10.12"),
        (n.C_GLUTTONY, "DR-10.13"),
        (n.C_PREDICT, "DR-10.15"),
    ):
        if state.phase == phase:
            return "The holder of the complication decides this alone.", clause
    if state.phase == n.C_YUCK and not state.house.colony:
        return "The other team is asked about Yuck! now.", "DR-11.13"
    if state.phase == n.B_YUCK:
        return "The other team is asked about Yuck! now.", "DR-11.11"
    if state.phase in (n.C_YUCK, n.C_GLUTTONY_YUCK):
        return "The Doctor looks at the plates.", "DR-5.11"
    name = phase_seen(state, seat)
    if name.startswith("C_"):
        return f"Seat {int(state.actor())} has the choice now.", "DR-5.5"
    sentence, clause = NOT_NOW.get(name.split("_")[0], ("Cards are being dealt.", "DR-3.1"))
    return sentence + " It is not your move.", clause


def _card(state: DoctorRat, seat: int, card: int) -> tuple[str, str]:
    code = n.CODES[card]
    phase = state.phase
    if phase == n.B_PICK:
        if (state.picked >> card) & 1:
            return f"{code} is chosen already.", "DR-4.6"
        if not (state.stock >> card) & 1:
            return f"{code} is not in your stock.", "DR-4.6"
        if state.picked and card < highest(state.picked):
            return "Step by step, a dinner goes in the order of the card numbers. In one command any order will do.", ""
        return f"Behind {code} there are too few cards for a whole dinner.", "DR-4.6"
    if phase == n.B_STRICT:
        return f"{code} is not one of the cards that you chose yourself.", "DR-9.10"
    if phase == n.C_MADNESS:
        return f"{code} is not in your hand; Madness keeps one of its two cards.", "DR-10.10"
    if phase == n.C_PARANOIA:
        return f"{code} is not in the trash can, from which Paranoia eats.", "DR-10.12"
    if phase in (n.C_INSOMNIA, n.C_GLUTTONY):
        group = int(state.group_under(n.INSOMNIA if phase == n.C_INSOMNIA else n.GLUTTONY))
        return _not_to_take(state, group, card)
    group = int(state.next_group()) if state.chair >= 0 else -1
    if group >= 0:
        return _not_to_take(state, group, card)
    if phase == n.SETUP:
        return "Diets are being given; food comes later.", "DR-2.6"
    return "No card is to be chosen now.", "DR-5.2"


def _not_to_take(state: DoctorRat, group: int, card: int) -> tuple[str, str]:
    code = n.CODES[card]
    if (state.of(group, n.BANNED) >> card) & 1:
        return f"The Doctor said Yuck! to {code} for this group in this meal.", "DR-9.4"
    if any(state.of(g, n.PROPOSAL) == card for g in range(int(state.house.groups))):
        return f"{code} is proposed for another group.", "DR-5.3"
    if any(state.plate(g, s) == card for g in range(int(state.house.groups)) for s in range(4)):
        return f"{code} lies on a plate already.", "DR-5.3"
    if state.under(group, n.PARANOIA) and (state.centre >> card) & 1:
        return f"{code} is not in the trash can, from which Paranoia eats.", "DR-10.22"
    return f"{code} lies neither in the centre nor in the trash can.", "DR-5.2"


def _yuck_front(state: DoctorRat) -> tuple[str, str]:
    if state.meal == n.MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if state.yuck == 0:
        return "No Yuck! token is left.", "DR-9.2"
    if state.phase == n.B_PICK:
        if state.picked:
            return "Yuck! on the stock comes before the first card is chosen.", "DR-9.3"
        return "The pile has too few cards to replace the stock.", "DR-9.3"
    return "Yuck! on the stock has its moment behind the draw.", "DR-4.5"


def _yuck_back(state: DoctorRat, group: int) -> tuple[str, str]:
    if state.meal == n.MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if group >= state.house.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.yuck == 0:
        return "No Yuck! token is left.", "DR-9.2"
    if state.phase == n.C_GLUTTONY_YUCK:
        return "Only the extra card of Gluttony can be sent back now.", "DR-10.13"
    if state.phase != n.C_YUCK:
        return "Yuck! on a plate has its moment when every group has a card.", "DR-5.11"
    if not state.house.colony and group == state.turn:
        return "A team says Yuck! only to the other team.", "DR-11.13"
    if state.plate(group, 0) >= 0 and state.source(group, 0) > n.TRASH:
        return "The group did not take that card itself.", "DR-9.5"
    return "There is no other card for that group to take.", "DR-9.5"


def _medicine(state: DoctorRat, group: int, index: int) -> tuple[str, str]:
    if state.meal == n.MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if not state.house.colony:
        return "There is no Medicine in Colleagues.", "DR-11.3"
    if group >= state.house.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.medicine == 0:
        return "The Medicine has been used.", "DR-9.2"
    if state.phase != n.B_SPECIAL:
        return "Medicine is given when dinner is chosen, before it is served.", "DR-9.6"
    if index + 1 >= state.of(group, n.ROW_LENGTH):
        return "Medicine covers two cards of a row; there are not so many there.", "DR-9.7"
    return "A Complication card lies there; Medicine covers two Food cards side by side.", "DR-9.7"


def _strict(state: DoctorRat, group: int) -> tuple[str, str]:
    if state.meal == n.MEALS:
        return "No token may be used in the eighth meal.", "DR-9.1"
    if not state.house.colony:
        return "There is no Strict Menu in Colleagues.", "DR-11.3"
    if group >= state.house.groups:
        return f"There is no group {group}.", "DR-1.3"
    if state.strict == 0:
        return "The Strict Menu has been used.", "DR-9.2"
    if state.phase != n.B_SPECIAL:
        return "The Strict Menu has its moment when dinner is chosen, before it is served.", "DR-9.10"
    if state.under(group, n.MADNESS) or state.under(group, n.PARANOIA):
        return "Madness and Paranoia name the only food of that group this meal.", "DR-9.11"
    return "No card that you chose yourself is left to give.", "DR-9.10"


def _part(state: DoctorRat, seat: int, action: int) -> tuple[str, str]:
    """A step of giving a restriction."""
    if state.phase != n.SETUP:
        return "Diets are given once, before the first meal, and never changed.", "DR-2.7"
    group = int(state.given_by(seat))
    kind = int(state.of(group, n.PART_KIND))
    first = int(state.of(group, n.PART_FIRST))
    food = int(state.identity_food(group))
    if action < n.SPEC:
        if kind != n.NONE:
            return f"The Diet card is {n.KIND_NAMES[kind]} already.", "DR-2.6"
        return f"No {n.KIND_NAMES[action - int(n.DIET)]} card is left that this group could have.", "DR-8.11"
    if kind == n.NONE:
        return "The Diet card comes first.", "DR-2.6"
    if n.CATEGORY <= action < n.SPEC_DONE:
        if kind not in (n.IDENTICAL, n.DIFFERENT):
            return "Category cards go only with Identical and Different.", "DR-8.3"
        return _taken(state, kind, food, action - int(n.CATEGORY), int(n.NONE))
    if kind in (n.IDENTICAL, n.DIFFERENT):
        return "Identical and Different take a Category card.", "DR-8.3"
    drawing = state.house.diet_mode == n.DRAW_SPECS
    if action >= n.FAMILY:
        if not drawing:
            return "At this table Specifications are not drawn from families of your choice.", "DR-2.16"
        if first != n.NONE:
            return "Two Specifications are drawn: say which of them lies on the left.", "DR-2.16"
        return "No cards of these families would do for this group.", "DR-8.12"
    if drawing and first == n.NONE:
        return "Say first how many Specifications of which families are drawn.", "DR-2.16"
    if action == n.SPEC_DONE:
        if kind == n.ALTERNATING:
            return "Alternating takes exactly two Specifications.", "DR-8.6"
        if first == n.NONE:
            return "At least one Specification is needed.", "DR-8.4" if kind == n.MANDATORY else "DR-8.5"
        return _unfit(state, kind, food, first, int(n.NONE))
    spec = action - int(n.SPEC)
    if drawing:
        return f"The left Specification is one of the two that were drawn, and matches {n.CODES[food]}.", "DR-8.6"
    if first == n.NONE:
        return _unfit(state, kind, food, spec, int(n.NONE))
    return _unfit(state, kind, food, first, spec)


def _unfit(state: DoctorRat, kind: int, food: int, a: int, b: int) -> tuple[str, str]:
    """What is wrong with these Specifications for an Identity."""
    code = n.CODES[food]
    book = state.house.book
    last = a if b == n.NONE else b
    if state.restriction_cards().specs[last] < 1:
        return f"Both cards of {n.SPEC_CODES[last]} are used by other groups.", "DR-8.11"
    if a == b:
        return "The two Specifications must be different cards.", "DR-8.8"
    if kind == n.ALTERNATING:
        if b == n.NONE:
            return f"The left Specification must match {code}.", "DR-8.6"
        if book.same_families:
            return "At this table both sides of Alternating are of one family.", "DR-8.7"
    elif b != n.NONE and b < a:
        return "Step by step, Specifications go in the order of their numbers. In one command any order will do.", ""
    elif kind == n.MANDATORY and not Supply(book).legal(kind, food, a, b):
        return f"At least one Specification must match {code}.", "DR-8.4"
    elif kind == n.FORBIDDEN and not Supply(book).legal(kind, food, a, b):
        if b != n.NONE and not ((book.match[a] | book.match[b]) >> food) & 1:
            return "Two Forbidden Specifications must be of different families.", "DR-8.5"
        return f"No Forbidden Specification may match {code}.", "DR-8.5"
    return _taken(state, kind, food, a, b)


def _taken(state: DoctorRat, kind: int, food: int, a: int, b: int) -> tuple[str, str]:
    if kind in (n.IDENTICAL, n.DIFFERENT) and state.restriction_cards().categories[a] < 1:
        return "Both cards of that Category are used by other groups.", "DR-8.11"
    return "Another group has exactly this restriction.", "DR-8.10"
