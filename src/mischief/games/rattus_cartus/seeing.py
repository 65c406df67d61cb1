"""Fills a view of Rattus Cartus: what lies open, the seat's own cards and what it remembers (RC-15.8)."""

from __future__ import annotations

from typing import cast

from mischief.engine.seats import WATCHER

from . import numbers as n
from . import scoring
from .cards import CLASS_NAMES, KIND_NAMES, in_words
from .memory import DECK_MADE, DRAWN, GAVE, LOCATED, SHOWED, TOOK, Recall, notes_after
from .rules import RattusCartus
from .table import buildings_in_words
from .view import RattusCartusView, SeatView, Traced
from .writing import bag, picks_so_far

WHAT_IS_ASKED = {
    int(n.PICK_TYPE): "choose_buildings",
    int(n.PICK_COPY): "choose_buildings",
    int(n.PICK_START): "choose_start",
    int(n.DEAL_NUNS): "deal",
    int(n.DEAL_HANDS): "deal",
    int(n.DRAW_ROW): "draw_buildings",
    int(n.REPLACE_LAST): "draw_buildings",
    int(n.DRAW_CARDS): "draw",
    int(n.DRAW_TOKENS): "draw_tokens",
    int(n.CHOOSE_SUPPLY): "supply",
    int(n.LOOK_FOR_SUPPLY): "look",
    int(n.ENTER_A_BUILDING): "enter",
    int(n.LAY_CARDS): "lay",
    int(n.SWORD_TARGET): "sword_target",
    int(n.SWORD_GIFT): "sword_gift",
    int(n.FLUTE_TARGET): "flute_target",
    int(n.PERFORM_OR_NOT): "perform",
    int(n.TOWER_GIFT): "tower_gift",
    int(n.HOSPITAL_DISCARD): "hospital",
    int(n.TENT_LOOK): "tent_look",
    int(n.ENDED): "over",
}
"""The phase that a view names, by step."""


def make_view(state: RattusCartus, seat: int) -> RattusCartusView:
    seats = range(int(state.seats))
    step, over = int(state.stage), state.stage == n.ENDED
    in_d = state.phase == n.PHASE_D
    recall = state.recall(seat)
    started = state.stage > n.PICK_START
    return RattusCartusView(
        seat=None if seat == WATCHER else seat,
        phase=WHAT_IS_ASKED[step],
        waiting=[s for s in state.actors() if s >= 0],
        over=over,
        part=n.PHASES[state.phase],
        round=int(state.round_number),
        rounds=int(state.house.rounds),
        final=state.is_final(),
        start=int(state.start) if started else None,
        row=state.row_in_words(),
        building_deck=deck_of_buildings(state),
        replacement=int(state.house.replacement),
        replacement_bottom=state.bottom_in_words(),
        buildings_unseen=buildings_in_words(state.unseen),
        building_discard=buildings_in_words(state.gone),
        deck_size=int(state.deck_size),
        discard=bag(state, n.PILE, n.POPULATION),
        supplies=state.supplies_in_words(),
        token_pool=int(state.pool_size()),
        nun_row=[nun_as_seen(state, seat, slot) for slot in range(int(n.NUN_SLOTS))],
        ranking={name: list(scoring.ranking(state, i)) for i, name in enumerate(CLASS_NAMES)},
        seats=[seat_view(state, s, seat) for s in seats],
        line=[int(state.line(i)) for i in range(int(state.waiting))],
        entries=[int(state.entry(i)) for i in range(int(state.entered))],
        acting=acting_seat(state),
        slot=int(state.slot) if in_d or state.phase == n.PHASE_A else None,
        due=due_as_seen(state, seat),
        taker=int(state.winner) if step in (n.SWORD_GIFT, n.TOWER_GIFT) else None,
        premium=premium_seat(state) if in_d else None,
        barred=barred_slot(state, seat),
        picks=own_picks(state, seat),
        answer=own_answer(state, seat),
        rat_display=str(state.game.options["rat_display"]),
        points=list(scoring.points(state)) if over else None,
        located=recall.of_each(LOCATED),
        own_drawn=recall.of_each(DRAWN),
        deck_made=recall.of_each(DECK_MADE),
        trace=trace_as_seen(recall),
    )


def deck_of_buildings(state: RattusCartus) -> int:
    """Cards in the Building deck: those of the rounds to come, and of this one while it is being drawn."""
    row, rounds = int(state.house.row), int(state.house.rounds)
    if state.phase == n.SETUP:
        return row * rounds
    if state.phase == n.OVER:
        return 0
    drawn = sum(state.row_card(i) >= 0 for i in range(row))
    return row * (rounds - int(state.round_number) + 1) - drawn


def nun_as_seen(state: RattusCartus, viewer: int, slot: int) -> str | None:
    known = state.stage == n.ENDED or (viewer >= 0 and state.has_seen(viewer, slot))
    return KIND_NAMES[state.nun_card(slot)] if known else None


def seat_view(state: RattusCartus, seat: int, viewer: int) -> SeatView:
    over, own = state.stage == n.ENDED, seat == viewer
    slot = int(state.slot_of(seat))
    shows_laid = slot >= 0 and not state.is_laying(seat) and (own or state.is_face_up(seat))
    return SeatView(
        hand_size=int(state.hand_size(seat)),
        hand=in_words(state.cards_at(n.HANDS + seat * n.KINDS, n.KINDS)) if own or over else None,
        rats=int(state.rats(seat)),
        token_count=int(state.token_count(seat)),
        tokens=state.token_list(seat) if own or over else None,
        seen=[i for i in range(int(n.NUN_SLOTS)) if state.has_seen(seat, i)],
        influence=[int(state.influence(seat, c)) for c in range(len(CLASS_NAMES))],
        supply=int(state.figures[n.CHOICE + seat]) if state.figures[n.CHOICE + seat] >= 0 else None,
        slot=slot if slot >= 0 else None,
        space=int(state.space_of(seat)) if slot >= 0 else None,
        laid_count=int(state.figures[n.ANNOUNCED + seat]) if slot >= 0 else 0,
        laid=in_words(state.cards_at(n.LAID + seat * n.KINDS, n.KINDS)) if shows_laid else None,
        strength=int(state.strength(seat)) if state.is_face_up(seat) else None,
        answered=state.is_together() and state.answer(seat) > n.OPEN,
    )


def acting_seat(state: RattusCartus) -> int | None:
    """Whose decision or action this is, where it is of one seat."""
    if state.stage == n.TOWER_GIFT:
        return int(state.winner)
    return int(state.seat) if state.seat >= 0 and not state.is_together() else None


def due_as_seen(state: RattusCartus, viewer: int) -> int:
    """Cards or looks still to come. How far another seat's choice has got is not shown."""
    if state.stage == n.TOWER_GIFT:
        return int(state.demand(viewer)) - len(state.picks_of(viewer)) if viewer >= 0 and state.waits_for(viewer) else 0
    if state.stage in (n.SWORD_GIFT, n.HOSPITAL_DISCARD):
        return int(state.due - state.picked) if state.seat == viewer else int(state.due)
    return int(state.due)


def premium_seat(state: RattusCartus) -> int | None:
    holder = int(state.premium_holder(state.slot))
    return holder if holder >= 0 else None


def barred_slot(state: RattusCartus, viewer: int) -> int | None:
    """The slot just seen, at a second look."""
    if state.stage not in (n.LOOK_FOR_SUPPLY, n.TENT_LOOK):
        return None
    if state.is_together():
        slot = int(state.figures[n.BARRED + viewer]) if viewer >= 0 and state.answer(viewer) != n.NOT_ASKED else -1
    else:
        slot = int(state.figures[n.BARRED + state.seat])
    return slot if slot >= 0 else None


def own_picks(state: RattusCartus, viewer: int) -> list[str]:
    """The viewer's picks in a choice that is not finished (RC-15.7)."""
    if viewer >= 0 and (state.stage == n.TOWER_GIFT or state.seat == viewer):
        return in_words(picks_so_far(state, viewer))
    return []


def own_answer(state: RattusCartus, viewer: int) -> int | None:
    """The slot that the viewer has named in secret, while others are still asked."""
    slots = state.stage in (n.CHOOSE_SUPPLY, n.LOOK_FOR_SUPPLY) and state.is_together()
    return int(state.answer(viewer)) if slots and viewer >= 0 and state.answer(viewer) >= 0 else None


def trace_as_seen(recall: Recall) -> list[Traced]:
    """A note never changes: it is put into words once, as long as its seat goes on from there."""
    told = cast(list[Traced], recall.told)
    for note in notes_after(recall):
        known = recall.viewer in (note.seat, note.other)
        if note.what == TOOK:
            told.append(Traced("took", note.seat, kind=KIND_NAMES[note.kind], count=note.count))
        elif note.what == SHOWED:
            told.append(Traced("showed", note.seat, cards=in_words(note.cards), count=note.count))
        elif note.what == GAVE:
            cards = in_words(note.cards) if known else None
            told.append(Traced("gave", note.seat, None, note.count, cards, note.other, note.before, note.laid))
    return told[:]
