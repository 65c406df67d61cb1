"""Fills a view of Piratz."""

from __future__ import annotations

from mischief.engine.seats import NOBODY, WATCHER

from . import numbers as n
from .cards import COLOURS
from .rules import Piratz
from .table import in_words
from .view import PiratzView


def make_view(state: Piratz, seat: int) -> PiratzView:
    seats = int(state.seats)
    faceup = state.faceup_in_words()
    cubes = state.cubes_in_words()
    if state.phase == n.SETUP:
        cubes = {treasure: left for treasure, left in cubes.items() if left}
    buried: list[tuple[str, int]] = []
    middle: list[int] = []
    for place in range(state.passed):
        owner = state.placed[place]
        card = state.spade[owner]
        if card == n.BARE:
            middle.append(int(owner))
        else:
            buried.append((n.CARD_IDS[card], int(owner)))
    won: list[list[str]] = [[] for _ in range(seats)]
    for cube in state.won:
        won[cube // n.CUBE_COLOURS].append(COLOURS[cube % n.CUBE_COLOURS])
    return PiratzView(
        seat=None if seat == WATCHER else seat,
        phase=n.PHASES[state.phase],
        waiting=[s for s in state.actors() if s >= 0],
        over=state.over,
        active=None if state.active == NOBODY else int(state.active),
        round=int(state.round_number),
        final_round=state.final_round,
        idle=state.idle,
        spades=[state.holds_spade(s) for s in range(state.seats)],
        faceup=faceup,
        buried=buried,
        middle=middle,
        piles=[in_words(state.piles[s]) for s in range(seats)],
        discard=in_words(state.discard),
        draw=in_words(state.bag),
        last_revealed=faceup[-1] if state.phase == n.AFTER_REVEAL or state.phase == n.ALERT else None,
        cubes=cubes,
        won=won,
        treasure=int(state.kind) if state.phase == n.CHOOSE_CUBE else None,
        totals=[int(state.house.treasures(state.house.deck, kind)) for kind in range(n.KINDS)],
    )
