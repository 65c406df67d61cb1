"""What one seat may see of Rattus Cartus."""

from __future__ import annotations

import msgspec

from mischief.engine.game import View
from mischief.engine.seats import WATCHER

from . import scoring
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES, OTHER_NAMES
from .memory import GAVE, SHOWED, TOOK, in_order, recall_of
from .pieces import (
    D1,
    D2,
    D3,
    D4,
    D5,
    D6,
    D7,
    D8,
    D9,
    D10,
    D11,
    ENDED,
    KINDS,
    N1,
    N2,
    N3,
    N4,
    N5,
    N6,
    N7,
    N8,
    N9,
    NUN_SLOTS,
    OVER,
    PHASE_A,
    PHASE_D,
    POPULATION,
    SETUP,
)
from .rules import RattusCartus
from .table import BARRED, BOTTOM, CHOICE, COUNT, HANDS, LAID, NOT_ASKED, OPEN, SUPPLIES

STEPS = {
    int(N1): "choose_buildings",
    int(N2): "choose_buildings",
    int(N3): "choose_start",
    int(N4): "deal",
    int(N5): "deal",
    int(N6): "draw_buildings",
    int(N7): "draw_buildings",
    int(N8): "draw",
    int(N9): "draw_tokens",
    int(D1): "supply",
    int(D2): "look",
    int(D3): "enter",
    int(D4): "lay",
    int(D5): "sword_target",
    int(D6): "sword_gift",
    int(D7): "flute_target",
    int(D8): "perform",
    int(D9): "tower_gift",
    int(D10): "hospital",
    int(D11): "tent_look",
    int(ENDED): "over",
}
"""The phase that a view names, by step: N1 to N9, D1 to D11, the end."""

PHASES = ("setup", "A", "B", "C", "D", "over")


class SeatView(msgspec.Struct):
    """A seat as everybody sees it; `hand`, `laid` and `tokens` are there where the viewer may know them."""

    hand_size: int
    hand: list[str] | None
    rats: int
    token_count: int
    tokens: list[int] | None
    seen: list[int]
    influence: list[int]
    supply: int | None
    slot: int | None
    space: int | None
    laid_count: int
    laid: list[str] | None
    strength: int | None
    answered: bool


class Traced(msgspec.Struct, omit_defaults=True):
    """A move of cards that can be followed: `took`, `showed` or `gave` (its cards only for giver and receiver)."""

    what: str
    seat: int
    kind: str | None = None
    count: int = 0
    cards: list[str] | None = None
    receiver: int | None = None
    hand: int | None = None
    pile: int | None = None


class RattusCartusView(View):
    """The table from one side. `part` is the phase of the round; `slot` the building being resolved; `due` what the
    present decision still asks for; `taker` who receives the cards being given; `barred` the Nun-row slot that the
    present look may not name again. `picks` and `answer` are the viewer's own. The last four are its memory."""

    part: str
    round: int
    rounds: int
    final: bool
    start: int | None
    row: list[str]
    building_deck: int
    replacement: int
    replacement_bottom: list[str]
    buildings_unseen: list[str]
    building_discard: list[str]
    deck_size: int
    discard: dict[str, int]
    supplies: dict[str, int]
    token_pool: int
    nun_row: list[str | None]
    ranking: dict[str, list[int]]
    seats: list[SeatView]
    line: list[int]
    entries: list[int]
    acting: int | None
    slot: int | None
    due: int
    taker: int | None
    premium: int | None
    barred: int | None
    picks: list[str]
    answer: int | None
    rat_display: str
    points: list[int] | None
    located: dict[str, int]
    own_drawn: dict[str, int]
    deck_made: dict[str, int]
    trace: list[Traced]


def make_view(state: RattusCartus, seat: int) -> RattusCartusView:
    seats = range(int(state.seats))
    step, over = int(state.step), state.step == ENDED
    in_d = state.phase == PHASE_D
    recall = recall_of(state.memory, seat, state.box)
    started = state.step > N3
    return RattusCartusView(
        seat=None if seat == WATCHER else seat,
        phase=STEPS[step],
        waiting=[s for s in state.actors() if s >= 0],
        over=over,
        part=PHASES[state.phase],
        round=int(state.round_number),
        rounds=int(state.box.rounds),
        final=state.is_final(),
        start=int(state.start) if started else None,
        row=[BUILDING_IDS[state.row_card(i)] for i in range(int(state.box.row)) if state.row_card(i) >= 0],
        building_deck=deck_of_buildings(state),
        replacement=int(state.box.replacement),
        replacement_bottom=[BUILDING_IDS[state.figures[BOTTOM + i]] for i in range(int(state.bottom))],
        buildings_unseen=named(state.unseen),
        building_discard=named(state.gone),
        deck_size=int(state.deck_size),
        discard={KIND_NAMES[k]: int(state.pile(k)) for k in range(int(POPULATION)) if state.pile(k)},
        supplies={name: int(state.figures[SUPPLIES + i]) for i, name in enumerate(OTHER_NAMES)},
        token_pool=int(state.pool_size()),
        nun_row=[nun_as_seen(state, seat, slot) for slot in range(int(NUN_SLOTS))],
        ranking={name: list(scoring.ranking(state, i)) for i, name in enumerate(CLASS_NAMES)},
        seats=[seat_view(state, s, seat) for s in seats],
        line=[int(state.line(i)) for i in range(int(state.waiting))],
        entries=[int(state.entry(i)) for i in range(int(state.entered))],
        acting=int(state.winner)
        if step == D9
        else int(state.seat)
        if state.seat >= 0 and not state.is_together()
        else None,
        slot=int(state.slot) if in_d or state.phase == PHASE_A else None,
        due=due_as_seen(state, seat),
        taker=int(state.winner) if step in (D6, D9) else None,
        premium=premium_seat(state) if in_d else None,
        barred=barred_slot(state, seat),
        picks=[KIND_NAMES[k] for k in own_picks(state, seat)],
        answer=int(state.answer(seat))
        if seat >= 0 and step in (D1, D2) and state.is_together() and state.answer(seat) >= 0
        else None,
        rat_display=str(state.game.options["rat_display"]),
        points=list(scoring.points(state)) if over else None,
        located=counted(recall.located),
        own_drawn=counted(recall.drawn),
        deck_made=counted(recall.deck_made),
        trace=trace_as_seen(state, seat),
    )


def deck_of_buildings(state: RattusCartus) -> int:
    """Cards in the Building deck: those of the rounds to come, and of this one while it is being drawn."""
    row, rounds = int(state.box.row), int(state.box.rounds)
    if state.phase == SETUP:
        return row * rounds
    if state.phase == OVER:
        return 0
    drawn = sum(state.row_card(i) >= 0 for i in range(row))
    return row * (rounds - int(state.round_number) + 1) - drawn


def named(mask: int) -> list[str]:
    return [name for i, name in enumerate(BUILDING_IDS) if (mask >> i) & 1]


def counted(counts: object) -> dict[str, int]:
    assert hasattr(counts, "__iter__")
    return {KIND_NAMES[k]: int(n) for k, n in enumerate(counts) if n}


def nun_as_seen(state: RattusCartus, viewer: int, slot: int) -> str | None:
    known = state.step == ENDED or (viewer >= 0 and state.has_seen(viewer, slot))
    return KIND_NAMES[state.nun_card(slot)] if known else None


def seat_view(state: RattusCartus, seat: int, viewer: int) -> SeatView:
    over, own = state.step == ENDED, seat == viewer
    slot = int(state.slot_of(seat))
    shows_laid = slot >= 0 and not state.is_laying(seat) and (own or state.is_face_up(seat))
    return SeatView(
        hand_size=int(state.hand_size(seat)),
        hand=listed(state, HANDS + seat * KINDS) if own or over else None,
        rats=int(state.rats(seat)),
        token_count=int(state.token_count(seat)),
        tokens=[v for v in (1, 2, 3) for _ in range(int(state.tokens(seat, v)))] if own or over else None,
        seen=[i for i in range(int(NUN_SLOTS)) if state.has_seen(seat, i)],
        influence=[int(state.influence(seat, c)) for c in range(len(CLASS_NAMES))],
        supply=int(state.figures[CHOICE + seat]) if state.figures[CHOICE + seat] >= 0 else None,
        slot=slot if slot >= 0 else None,
        space=int(state.space_of(seat)) if slot >= 0 else None,
        laid_count=int(state.figures[COUNT + seat]) if slot >= 0 else 0,
        laid=listed(state, LAID + seat * KINDS) if shows_laid else None,
        strength=int(state.strength(seat)) if state.is_face_up(seat) else None,
        answered=state.is_together() and state.answer(seat) > OPEN,
    )


def listed(state: RattusCartus, first: int) -> list[str]:
    return [KIND_NAMES[k] for k in state.cards_at(first, KINDS)]


def due_as_seen(state: RattusCartus, viewer: int) -> int:
    """Cards or looks still to come. How far another seat's choice has got is not shown."""
    if state.step == D9:
        return int(state.demand(viewer)) - len(state.picks_of(viewer)) if viewer >= 0 and state.waits_for(viewer) else 0
    if state.step in (D6, D10):
        return int(state.due - state.picked) if state.seat == viewer else int(state.due)
    return int(state.due)


def premium_seat(state: RattusCartus) -> int | None:
    holder = int(state.premium_holder(state.slot))
    return holder if holder >= 0 else None


def barred_slot(state: RattusCartus, viewer: int) -> int | None:
    """The slot just seen, at a second look."""
    if state.step not in (D2, D11):
        return None
    if state.is_together():
        slot = int(state.figures[BARRED + viewer]) if viewer >= 0 and state.answer(viewer) != NOT_ASKED else -1
    else:
        slot = int(state.figures[BARRED + state.seat])
    return slot if slot >= 0 else None


def own_picks(state: RattusCartus, viewer: int) -> list[int]:
    if viewer < 0:
        return []
    if state.step == D9:
        return [int(k) for k in state.picks_of(viewer)]
    if state.seat != viewer:
        return []
    if state.step == D4:
        return [int(k) for k in state.cards_at(LAID + viewer * KINDS, KINDS)]
    if state.step in (D6, D10):
        return [k for k in range(int(KINDS)) for _ in range(int(state.gift(k)))]
    return []


def trace_as_seen(state: RattusCartus, viewer: int) -> list[Traced]:
    found = []
    for note in in_order(state.memory):
        seat, count = int(note.seat), int(note.count)
        if note.what == TOOK:
            found.append(Traced("took", seat, kind=KIND_NAMES[note.kind], count=count))
        elif note.what == SHOWED:
            found.append(Traced("showed", seat, cards=[KIND_NAMES[k] for k in note.cards], count=count))
        elif note.what == GAVE:
            known = viewer in (note.seat, note.other)
            cards = [KIND_NAMES[k] for k in note.cards] if known else None
            hand, pile = int(note.before), int(note.laid)
            found.append(Traced("gave", seat, receiver=int(note.other), count=count, hand=hand, pile=pile, cards=cards))
    return found
