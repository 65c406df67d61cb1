"""What one seat may see of Piratz: everything, since every card was face up before it was stored (PZ-5.3)."""

from __future__ import annotations

from mischief.engine.game import View


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
