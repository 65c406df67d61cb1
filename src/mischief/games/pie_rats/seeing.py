"""Fills a view of Pie Rats: what lies open, the seat's own hand, and the ages of the other cards."""

from __future__ import annotations

from mischief.engine.seats import WATCHER

from . import numbers as n
from . import seeing_words as words
from .rules import PieRats
from .sets import members
from .view import Loot, LootedPie, Lure, PieRatsView, Rat, Window


def make_view(state: PieRats, seat: int) -> PieRatsView:
    seats = range(int(state.seats))
    own = seat >= 0
    return PieRatsView(
        seat=None if seat == WATCHER else seat,
        phase=n.PHASES[state.phase],
        waiting=_waiting(state, seat),
        over=state.phase == n.END,
        round=int(state.round_number),
        lead=None if state.phase == n.LEAD else int(state.lead),
        turn=words.turn_of(state),
        captains=[words.captain_name(state, s) for s in seats],
        hand=words.hand(state, seat) if own else [],
        hand_ages=words.ages(state, seat) if own else [],
        ages=[sorted(words.ages(state, s)) for s in seats],
        reshuffles=int(state.reshuffles),
        crews=[[_rat(state, rat) for rat in members(int(state.crews[s]))] for s in seats],
        charisma=[words.goods(state, state.charisma[s]) for s in seats],
        charisma_totals=[int(state.charisma_total(s)) for s in seats],
        strengths=[int(state.party_strength(state.crews[s])) for s in seats],
        declared=[words.declared(state, s) for s in seats],
        draw=int(state.draw_size),
        discard=words.discard_pile(state),
        pie_pile=int(state.pie_pile),
        sill=words.sill(state),
        loots=[LootedPie(*loot) for loot in words.loots(state)],
        scores=[int(state.points(s)) for s in seats],
        stall=int(state.stall),
        lure=_lure(state),
        loot=_loot(state),
        window=_window(state),
        aside=words.aside(state, seat) if own else [],
        done=own and state.phase == n.READY and state.is_done(seat),
    )


def _waiting(state: PieRats, seat: int) -> list[int]:
    """While getting ready nobody knows who else has finished: all with a hand card seem to be waited for."""
    if state.phase != n.READY:
        return [s for s in state.actors() if s >= 0]
    seats = range(int(state.seats))
    return [s for s in seats if state.hand_size(s) > 0 and not (s == seat and state.is_done(s))]


def _rat(state: PieRats, rat: int) -> Rat:
    house = state.house
    sideways = (state.sideways >> rat) & 1 == 1
    strength, loyalty, price = int(state.strength_of(rat)), int(house.loyalty[rat]), int(house.price[rat])
    return Rat(house.ids[rat], strength, loyalty, price, sideways, state.has_spinach(rat))


def _lure(state: PieRats) -> Lure | None:
    if state.phase not in n.LURE_UNDER_WAY:
        return None
    return Lure(int(state.turn), words.targets(state), words.payment(state))


def _loot(state: PieRats) -> Loot | None:
    if not words.has_loot(state):
        return None
    return Loot(int(state.turn), words.loot_pie(state), words.crew(state, state.sent), state.called)


def _window(state: PieRats) -> Window | None:
    if state.window_next == n.NONE:
        return None
    return Window(n.PHASES[state.phase], int(state.window_next), words.passed(state))
