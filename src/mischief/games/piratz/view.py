"""What one seat may see of Piratz: everything, since every card was face up before it was stored (PZ-5.3)."""

from __future__ import annotations

from mischief.engine.game import View
from mischief.engine.seats import WATCHER

from . import numbers as n
from . import writing
from .rules import Piratz


class PiratzView(View):
    """The same for every seat and for a spectator: the names are those of a position (PZ-13.1). Face-up cards are in
    the order of their reveal; the bag (`draw`), the piles and the discard pile in order of card id. `totals` are the
    numbers printed on the score card."""

    active: int | None
    round: int
    final_round: bool
    idle: bool
    spades: list[bool]
    faceup: list[str]
    buried: list[tuple[str, int]]
    middle: list[int]
    piles: list[list[str]]
    discard: list[str]
    draw: list[str]
    last_revealed: str | None
    cubes: dict[str, list[str]]
    won: list[list[str]]
    treasure: int | None
    totals: list[int]


def make_view(state: Piratz, seat: int) -> PiratzView:
    table = writing.write(state)
    return PiratzView(
        seat=None if seat == WATCHER else seat,
        phase=table["phase"],
        waiting=[s for s in state.actors() if s >= 0],
        over=state.over,
        active=table["active"],
        round=table["round"],
        final_round=table["final_round"],
        idle=table["idle"],
        spades=table["spades"],
        faceup=table["faceup"],
        buried=[(card, owner) for card, owner in table["buried"]],
        middle=table["middle"],
        piles=table["piles"],
        discard=table["discard"],
        draw=table["draw"],
        last_revealed=table["last_revealed"],
        cubes=table["cubes"],
        won=table["won"],
        treasure=table.get("treasure"),
        totals=[int(state.house.treasures(state.house.deck, kind)) for kind in range(int(n.KINDS))],
    )
