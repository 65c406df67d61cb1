"""Why a move is not allowed: the sentence, and the clause that says so."""

from __future__ import annotations

from . import numbers as n
from .cards import KIND_NAMES
from .rules import RattusCartus

Why = tuple[str, str]

ORDER_CLAUSES = {
    int(n.CHOOSE_SUPPLY): "RC-4.6",
    int(n.LOOK_FOR_SUPPLY): "RC-4.6",
    int(n.ENTER_A_BUILDING): "RC-5.1",
    int(n.LAY_CARDS): "RC-5.1",
    int(n.SWORD_TARGET): "RC-7.2",
    int(n.SWORD_GIFT): "RC-7.3",
    int(n.FLUTE_TARGET): "RC-7.6",
    int(n.PERFORM_OR_NOT): "RC-8.5",
    int(n.HOSPITAL_DISCARD): "RC-8.5",
    int(n.TENT_LOOK): "RC-8.5",
}
"""For each step that asks one seat, the clause that says whom."""


def why_not(state: RattusCartus, seat: int, action: int) -> Why:
    step = int(state.stage)
    if step <= n.LAST_OF_THE_DEALER:
        return "The Dealer has a card to deal first.", "RC-2.2"
    if not state.waits_for(seat):
        return not_asked(state, seat, step)
    if step == n.CHOOSE_SUPPLY:
        return wrong_supply(state, action)
    if step in (n.LOOK_FOR_SUPPLY, n.TENT_LOOK):
        return wrong_look(state, seat, action, step)
    if step == n.ENTER_A_BUILDING:
        return wrong_entry(state, seat, action)
    if step == n.LAY_CARDS:
        return wrong_lay(state, seat, action)
    if step in (n.SWORD_TARGET, n.FLUTE_TARGET):
        return wrong_target(state, seat, action, step)
    if step in (n.SWORD_GIFT, n.TOWER_GIFT):
        return wrong_gift(state, seat, action, step)
    if step == n.PERFORM_OR_NOT:
        return "The action is performed or declined: say 'perform' or 'skip'.", "RC-8.9"
    return wrong_discard(state, seat, action)


def not_asked(state: RattusCartus, seat: int, step: int) -> Why:
    if state.is_together():
        if state.answer(seat) == n.NOT_ASKED:
            if step == n.TOWER_GIFT:
                return "The Guard Tower asks nothing of you.", "RC-9.14" if state.is_protected(seat) else "RC-9.4"
            return "Your supply action has no look.", "RC-4.2"
        return (
            "You have answered; the answers are opened when all are in.",
            "RC-9.13" if step == n.TOWER_GIFT else "RC-4.7",
        )
    return f"It is seat {int(state.seat)}'s decision, not yours.", ORDER_CLAUSES[step]


def wrong_supply(state: RattusCartus, action: int) -> Why:
    if n.SUPPLY <= action < n.ENTER:
        return f"The row has {int(state.house.row)} buildings: slots 0 to {int(state.house.row) - 1}.", "RC-3.1"
    if action == n.SKIP:
        return "A supply action must be chosen; it cannot be declined.", "RC-4.1"
    return "Now supplies are chosen: name a building of the row, as in 'supply 0'.", "RC-2.2"


def wrong_look(state: RattusCartus, seat: int, action: int, step: int) -> Why:
    clause = "RC-4.5" if step == n.LOOK_FOR_SUPPLY else "RC-9.12"
    if n.LOOK <= action < n.TARGET and action - n.LOOK == state.figures[n.BARRED + seat]:
        return "You have just seen this card; the second look is at another one.", clause
    if action == n.SKIP:
        if step == n.LOOK_FOR_SUPPLY:
            return "A supply action is carried out whole: its look cannot be declined.", "RC-4.1"
        return "At this table actions are always carried out.", "RC-8.9"
    return "Name a card of the Nun-row, as in 'look 0'.", clause


def wrong_entry(state: RattusCartus, seat: int, action: int) -> Why:
    if action == n.PLAY_PASS:
        return "You hold no Pass.", "RC-5.6"
    if n.ENTER <= action < n.LOOK:
        return f"The row has {int(state.house.row)} buildings: slots 0 to {int(state.house.row) - 1}.", "RC-3.1"
    if action == n.SKIP or action == n.DONE:
        return "Everybody must enter a building.", "RC-5.1"
    if action < n.KINDS:
        return "Enter a building first; then cards are laid.", "RC-5.3"
    return "Now a building is entered: name one of the row, as in 'enter 0'.", "RC-2.2"


def wrong_lay(state: RattusCartus, seat: int, action: int) -> Why:
    if action == n.PLAY_PASS:
        return "A Pass is played before entering, not after.", "RC-5.6"
    if n.ENTER <= action < n.LOOK:
        return "You have entered a building; one a round.", "RC-5.1"
    if action in (n.PASS, n.GOLD):
        return f"A {KIND_NAMES[action].capitalize()} cannot be laid.", "RC-5.4"
    if action < n.LAYABLE:
        if state.hand(seat, action) <= state.laid(seat, action):
            return f"You have no {KIND_NAMES[action]} left in your hand.", "RC-5.3"
        return out_of_order(action, state.low)
    return "Now cards are laid: name a card of your hand, or say 'done'.", "RC-5.3"


def wrong_target(state: RattusCartus, seat: int, action: int, step: int) -> Why:
    what, clause = ("Swords", "RC-7.2") if step == n.SWORD_TARGET else ("Flutes", "RC-7.6")
    if n.TARGET <= action < n.PERFORM:
        target = action - n.TARGET
        if target >= state.seats:
            return f"There is no seat {target} at this table.", clause
        if state.slot_of(target) != state.slot:
            return f"Seat {target} is not in this building.", "RC-7.1" if step == n.SWORD_TARGET else "RC-7.5"
        return f"Seat {target} is not among those with the fewest {what}.", clause
    return f"Choose one of those with the fewest {what}, as in 'at S0'.", clause


def wrong_gift(state: RattusCartus, seat: int, action: int, step: int) -> Why:
    clause = "RC-7.3" if step == n.SWORD_GIFT else "RC-9.4"
    need = int(state.due) if step == n.SWORD_GIFT else int(state.demand(seat))
    number = f"{need} card{'s' if need > 1 else ''}"
    if action in (n.DONE, n.SKIP):
        return f"You must give {number}, neither more nor fewer.", clause
    if action < n.KINDS:
        if state.hand(seat, action) <= state.set_aside(seat, action):
            return f"You have no {KIND_NAMES[action]} left in your hand.", clause
        picked = (
            [int(k) for k in state.picks_of(seat)] if step == n.TOWER_GIFT else [int(state.low)] * bool(state.picked)
        )
        if picked and action < picked[-1]:
            return out_of_order(action, picked[-1])
        return f"You must give {number}. Step by step, cards go in rising order, and from here on too few are left.", ""
    return f"Choose {number} of your hand to give.", clause


def wrong_discard(state: RattusCartus, seat: int, action: int) -> Why:
    if action < n.KINDS:
        if state.hand(seat, action) <= state.gift(action):
            return f"You have no {KIND_NAMES[action]} left in your hand.", "RC-9.16"
        return out_of_order(action, state.low)
    return "Name a card to discard for a rat, or say 'done'.", "RC-9.6"


def out_of_order(kind: int, named: int) -> Why:
    """A matter of naming, not of the rules: in one command any order will do."""
    return (
        f"Step by step, cards go in rising order, and {KIND_NAMES[kind]} comes before {KIND_NAMES[named]}, which you "
        "have named. In one command any order will do.",
        "",
    )
