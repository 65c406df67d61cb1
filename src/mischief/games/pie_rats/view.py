"""What one seat may see of Pie Rats: everything that lies open, its own hand, and the ages of the other cards."""

from __future__ import annotations

import msgspec

from mischief.engine.game import View
from mischief.engine.seats import WATCHER

from .numbering import CREW, END, GOODS, LEAD, MOST_SEATS, P5_PAY, P5_SECOND, PHASE_NAMES, PIES, READY, W5
from .table import NO_CAPTAIN, NONE, PieTable, copies_in


class Rat(msgspec.Struct):
    """A crew member on the table; `strength` counts Spinach, `price` is what luring it costs."""

    id: str
    strength: int
    loyalty: int
    price: int
    sideways: bool
    spinach: bool


class Lure(msgspec.Struct):
    """A lure being declared, or waiting for answers."""

    seat: int
    targets: list[str]
    pay: list[str]


class Loot(msgspec.Struct):
    """A loot called or announced; `pie` is None until it is named."""

    seat: int
    pie: str | None
    send: list[str]
    called: bool


class Window(msgspec.Struct):
    """A window: who is asked now, and who has passed since the last play."""

    kind: str
    next: int
    passed: list[int]


class LootedPie(msgspec.Struct):
    seat: int
    pie: str
    round: int


class PieRatsView(View):
    """`hand` and `hand_ages` are the viewer's own, in the order drawn; of the others only the sorted `ages` are known.
    `aside` are the cards that the viewer has set aside while getting ready, `done` whether it has finished."""

    round: int
    lead: int | None
    turn: int | None
    captains: list[str | None]
    hand: list[str]
    hand_ages: list[int]
    ages: list[list[int]]
    reshuffles: int
    crews: list[list[Rat]]
    charisma: list[list[str]]
    charisma_totals: list[int]
    strengths: list[int]
    declared: list[str | None]
    draw: int
    discard: list[str]
    pie_pile: int
    sill: list[str]
    loots: list[LootedPie]
    scores: list[int]
    stall: int
    lure: Lure | None
    loot: Loot | None
    window: Window | None
    aside: list[str]
    done: bool


def make_view(state: PieTable, seat: int) -> PieRatsView:
    seats = range(int(state.seats))
    own = seat >= 0
    return PieRatsView(
        seat=None if seat == WATCHER else seat,
        phase=PHASE_NAMES[state.phase],
        waiting=_waiting(state, seat),
        over=state.phase == END,
        round=int(state.round_number),
        lead=None if state.phase == LEAD else int(state.lead),
        turn=turn_of(state),
        captains=[_captain(state, s) for s in seats],
        hand=[card(state, seat, i) for i in range(state.hand_size(seat))] if own else [],
        hand_ages=[int(state.age_at(seat, i)) for i in range(state.hand_size(seat))] if own else [],
        ages=[sorted(int(state.age_at(s, i)) for i in range(state.hand_size(s))) for s in seats],
        reshuffles=int(state.reshuffles),
        crews=[[_rat(state, c) for c in range(int(CREW)) if (state.crews[s] >> c) & 1] for s in seats],
        charisma=[goods(state, int(state.charisma[s])) for s in seats],
        charisma_totals=[int(state.charisma_total(s)) for s in seats],
        strengths=[int(state.party_strength(state.crews[s])) for s in seats],
        declared=[declared(state, s) for s in seats],
        draw=int(state.draw_size),
        discard=discard_pile(state),
        pie_pile=int(state.pie_pile),
        sill=sill(state),
        loots=[
            LootedPie(int(state.loot_seat(i)), state.deck.pie_ids[state.loot_which(i)], int(state.loot_round(i)))
            for i in range(state.looted)
        ],
        scores=[int(state.points(s)) for s in seats],
        stall=int(state.stall),
        lure=_lure(state),
        loot=_loot(state),
        window=_window(state),
        aside=aside(state, seat) if own else [],
        done=own and state.phase == READY and state.is_done(seat),
    )


def _waiting(state: PieTable, seat: int) -> list[int]:
    """While getting ready nobody knows who else has finished: all with a hand card seem to be waited for."""
    if state.phase != READY:
        return [s for s in state.actors() if s >= 0]
    seats = range(int(state.seats))
    return [s for s in seats if state.hand_size(s) > 0 and not (s == seat and state.is_done(s))]


def _captain(state: PieTable, seat: int) -> str | None:
    number = captain_of(state, seat)
    return None if number is None else state.deck.captain_ids[number]


def _rat(state: PieTable, c: int) -> Rat:
    deck = state.deck
    sideways = (state.sideways >> c) & 1 == 1
    strength, loyalty, price = int(state.strength_of(c)), int(deck.loyalty[c]), int(deck.price[c])
    return Rat(deck.ids[c], strength, loyalty, price, sideways, state.has_spinach(c))


# The words of positions and views alike


def turn_of(state: PieTable) -> int | None:
    """The seat whose turn it is, or whose act opened the window; none while the Dealer deals."""
    if state.turn == NONE or state.actors() == [-1]:
        return None
    return int(state.turn)


def captain_of(state: PieTable, seat: int) -> int | None:
    captain = int(state.captain_of(seat))
    return None if captain == NO_CAPTAIN else captain


def card(state: PieTable, seat: int, slot: int) -> str:
    return state.deck.ids[state.kind_at(seat, slot)]


def crew(state: PieTable, mask: int) -> list[str]:
    return [state.deck.ids[c] for c in range(int(CREW)) if (mask >> c) & 1]


def goods(state: PieTable, bag: int) -> list[str]:
    names: list[str] = []
    for good in range(int(GOODS)):
        names += [state.deck.ids[int(CREW) + good]] * int(copies_in(bag, good))
    return names


def discard_pile(state: PieTable) -> list[str]:
    return crew(state, int(state.discard_crew)) + goods(state, int(state.discard_goods))


def sill(state: PieTable) -> list[str]:
    return [state.deck.pie_ids[p] for p in range(int(PIES)) if (state.sill >> p) & 1]


def declared(state: PieTable, seat: int) -> str | None:
    if (state.protecting >> seat) & 1:
        return "protect"
    return "lure" if (state.luring >> seat) & 1 else None


def targets(state: PieTable) -> list[str]:
    return [state.deck.ids[c] for c in (state.target_a, state.target_b) if c != NONE]


def payment(state: PieTable) -> list[str]:
    """With two targets Charm comes first, as it was put in."""
    names = goods(state, int(state.pay))
    if state.target_b != NONE:
        names.remove(names[-1])
        names.insert(0, goods(state, int(state.pay))[-1])
    return names


def aside(state: PieTable, seat: int) -> list[str]:
    """The cards set aside, in the order of their kinds."""
    kinds = sorted(int(state.kind_at(seat, i)) for i in range(state.hand_size(seat)) if state.is_aside(seat, i))
    return [state.deck.ids[kind] for kind in kinds]


def _lure(state: PieTable) -> Lure | None:
    if state.phase not in (P5_SECOND, P5_PAY, W5):
        return None
    return Lure(int(state.turn), targets(state), payment(state))


def _loot(state: PieTable) -> Loot | None:
    if not has_loot(state):
        return None
    pie = None if state.loot_pie == NONE else state.deck.pie_ids[state.loot_pie]
    return Loot(int(state.turn), pie, crew(state, int(state.sent)), state.called)


def has_loot(state: PieTable) -> bool:
    """Whether a loot is under way: a Pie named, or a call made."""
    return state.loot_pie != NONE or state.called


def _window(state: PieTable) -> Window | None:
    if state.window_next == NONE:
        return None
    passed = [s for s in range(int(MOST_SEATS)) if (state.passed >> s) & 1]
    return Window(PHASE_NAMES[state.phase], int(state.window_next), passed)
