"""What one seat may see of Pie Rats: everything that lies open, its own hand, and the ages of the other cards."""

from __future__ import annotations

import msgspec

from mischief.engine.game import View


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
