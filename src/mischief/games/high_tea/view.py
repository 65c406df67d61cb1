"""What one seat may see of High Tea."""

from __future__ import annotations

import msgspec

from mischief.engine.game import View


class PieceView(msgspec.Struct):
    """A piece as the viewer knows it: kind and value may be hidden until the ceremony (HT-R.23)."""

    source: str
    spent: int
    kind: str | None
    value: int | None


class RatView(msgspec.Struct):
    """One rat. `supplies` and `nest_places` only of the viewer's own sheet, until the ceremony shows them all;
    `known` are the public bounds [lo, hi] of each count, hi None for no bound."""

    vocation: str | None
    nests: int
    pieces: list[PieceView]
    known: list[list[int | None]]
    supplies: list[int] | None
    nest_places: list[str] | None
    finished: bool
    """Whether it has given all its choices of the decision that is open."""
    awards: int | None


class JudgedView(msgspec.Struct):
    """A goal at the ceremony: what each rat measured (None for a rat that does not count), and its awards."""

    goal: str
    measures: list[int | None]
    awards: list[int]


class HighTeaView(View):
    """Goals, dice, calls and requests are open; sheets are secret but for what was said aloud."""

    turn: int
    turns: int
    ship_name: str
    host: int | None
    goals: list[str]
    measures: list[int | None]
    """What each circled goal measures on the viewer's own sheet; None where it does not count, or for a spectator."""
    roll: list[int] | None
    scavenge_no: int | None
    called: str | None
    announced: list[int | None] | None
    queue: list[int]
    asking: list[int | str] | None
    """Who asks, whom, and for what, as far as it has been said."""
    taken: list[list[int | str]]
    draft: list[list[int]] | None
    hat_from: int | None
    chosen: list[str]
    """The viewer's own choices that wait for the others."""
    rats: list[RatView]
    ceremony: list[JudgedView] | None
    winner: int | None
    flipper: int | None
    coin: str | None
