"""What a table can be waiting for, and what it cannot: the check that a position's `pending` is possible."""

from __future__ import annotations

from . import numbers as n
from .cards import BUILDING_NAMES
from .rules import RattusCartus

PLACES: dict[int, tuple[int, ...]] = {
    int(n.DRAW_CARDS): (int(n.FARM), int(n.BREWERY)),
    int(n.DRAW_TOKENS): (int(n.PALACE),),
    int(n.TOWER_GIFT): (int(n.GUARD_TOWER),),
    int(n.HOSPITAL_DISCARD): (int(n.HOSPITAL),),
    int(n.TENT_LOOK): (int(n.TENT),),
}
"""The buildings at which a step happens, where it does not happen at all of them."""


def why_impossible(state: RattusCartus) -> tuple[str, str] | None:
    """Why the table cannot be waiting for this, if it cannot."""
    step, seat, slot = int(state.stage), int(state.seat), int(state.slot)
    if step == n.DRAW_CARDS and state.deck_size == 0:
        return "the deck is empty, so there is nothing to deal", "RC-11.1"
    if step == n.DRAW_CARDS and state.due > _most_to_draw(state):
        return f"at most {_most_to_draw(state)} cards are drawn here", "RC-4.2"
    if state.phase == n.SETUP:
        return _impossible_setup(state, step, seat, slot)
    if step == n.DRAW_TOKENS and state.due > state.pool_size():
        return "more tokens are due than the pool has", "RC-11.3"
    if step == n.ENTER_A_BUILDING and state.line(0) != seat:
        return f"the front of the waiting line is seat {int(state.line(0))}", "RC-5.1"
    if step == n.LAY_CARDS:
        if state.entered == 0 or state.entry(state.entered - 1) != seat:
            return "only the seat that has just entered lays cards", "RC-5.3"
        if state.picked >= state.hand_size(seat):
            return "the whole hand is laid, so the choice is over", "RC-5.3"
    if step == n.LOOK_FOR_SUPPLY and state.due < 1:
        return "should say how many looks are due, or which common look this is", "RC-4.2"
    if state.phase == n.PHASE_B and not _supplies_agree(state):
        return "the supply choices of the seats do not fit who is asked", "RC-4.6"
    if state.phase == n.PHASE_D:
        return _impossible_at_building(state, step, seat, slot)
    return None


def _impossible_setup(state: RattusCartus, step: int, seat: int, slot: int) -> tuple[str, str] | None:
    """What is chosen or dealt so far must be exactly what comes before this step."""
    sizes = [int(state.hand_size(s)) for s in range(int(state.seats))]
    if step == n.DEAL_HANDS:
        if sizes != [5] * seat + [5 - int(state.due)] + [0] * (len(sizes) - seat - 1):
            return "five cards are dealt to one seat after the other", "RC-1.8"
        return None
    if any(sizes):
        return "no hand is dealt before the Nun-row", "RC-1.8"
    if step in (n.PICK_TYPE, n.PICK_COPY):
        counted = state.house.method == n.COUNTED
        cards = [card for card in range(int(n.BUILDING_CARDS)) if (state.unseen >> card) & 1]
        size = int(n.COPIES) if counted else int(n.COPIES) * 2
        here = sum(card // size == slot for card in cards)
        due = int(state.house.counts[slot]) if counted else int(n.COPIES)
        wrong = here + state.due != due if step == n.PICK_COPY else here > 0
        if wrong or any(card // size > slot for card in cards):
            return "the buildings are chosen class by class", "RC-1.12"
    return None


def _most_to_draw(state: RattusCartus) -> int:
    """Cards that the draw in progress can have been of."""
    seat = state.seat
    if state.phase == n.PHASE_B:
        choice = state.figures[n.CHOICE + seat]
        return int(state.house.draw[state.row_card(choice)]) if choice >= 0 else 0
    premium = seat == state.premium_holder(state.slot)
    if state.building(state.slot) == n.FARM:
        return 4 if premium else 2
    return int(state.brewed(seat, premium))


def _supplies_agree(state: RattusCartus) -> bool:
    """Whoever was before the acting seat has chosen; with choices in turn, nobody after it has."""
    chosen = [state.figures[n.CHOICE + s] >= 0 for s in range(int(state.seats))]
    if state.house.together:
        return not any(chosen) if state.stage == n.CHOOSE_SUPPLY else all(chosen)
    turn = (int(state.seat) - int(state.start)) % int(state.seats)
    before = [chosen[(int(state.start) + i) % int(state.seats)] for i in range(int(state.seats))]
    return all(before[:turn]) and not any(before[turn + 1 :]) and before[turn] == (state.stage != n.CHOOSE_SUPPLY)


def _impossible_at_building(state: RattusCartus, step: int, seat: int, slot: int) -> tuple[str, str] | None:
    building = int(state.building(slot))
    acting = int(state.winner) if step in (n.SWORD_GIFT, n.TOWER_GIFT) else seat
    if not state.is_entered(slot):
        return f"nobody has entered slot {slot}", "RC-6.1"
    if state.slot_of(acting) != slot:
        return f"seat {acting} is not in slot {slot}", "RC-6.1"
    if step == n.SWORD_TARGET and (state.most(n.SWORD) != seat or len(state.legal(seat)) < 2):
        return "no Sword winner has a choice here", "RC-7.2"
    if step == n.FLUTE_TARGET and (state.most(n.FLUTE) != seat or len(state.legal(seat)) < 2 or state.rats(seat) == 0):
        return "no Flute winner has a choice here", "RC-7.6"
    if step == n.SWORD_GIFT:
        if state.most(n.SWORD) != acting or state.laid(seat, n.SWORD) != state.fewest(n.SWORD):
            return "this seat owes no Sword winner anything", "RC-7.1"
        if state.due != state.hand_size(seat) // 2 or state.picked >= state.due:
            return f"half of the hand is {int(state.hand_size(seat)) // 2} cards", "RC-7.3"
        return None
    if step >= n.PERFORM_OR_NOT or step in (n.DRAW_CARDS, n.DRAW_TOKENS):
        if state.is_final():
            return "there are no actions in the final round", "RC-8.7"
        premium = acting == state.premium_holder(slot)
        right = PLACES.get(step)
        if right is not None and building not in right:
            return f"{n.STEPS[step]} does not happen at the {BUILDING_NAMES[building]}", "RC-9.1"
        if step == n.PERFORM_OR_NOT:
            standard_hospital = building == n.HOSPITAL and not premium
            asks = state.house.ask and building != n.TENT and not standard_hospital
            if not asks or not state.has_effect(seat, building, premium):
                return "nobody is asked whether to perform this action", "RC-8.11"
        if step == n.HOSPITAL_DISCARD:
            most = min(3 if premium else 2, int(state.rats(seat)), int(state.hand_size(seat)))
            if state.due != most or state.picked >= state.due:
                return f"at most {most} cards may be discarded here", "RC-9.16"
        if step == n.TENT_LOOK and not 1 <= state.due <= (2 if premium else 1):
            return "this seat has no look left", "RC-9.12"
        if step == n.TOWER_GIFT:
            return _impossible_demand(state, acting)
    return None


def _impossible_demand(state: RattusCartus, taker: int) -> tuple[str, str] | None:
    if taker != state.premium_holder(state.slot):
        return "only the premium holder demands cards", "RC-9.4"
    for seat in range(int(state.seats)):
        hit = state.is_hit(seat, taker) and state.hand_size(seat) > 0
        if hit != (state.answer(seat) != n.NOT_ASKED):
            return f"seat {seat} is {'hit' if hit else 'not hit'} by this demand", "RC-9.4"
        made = len(state.picks_of(seat))
        if hit and (made == state.demand(seat)) != (state.answer(seat) == 1):
            return f"seat {seat} gives {int(state.demand(seat))} cards", "RC-9.4"
    return None
