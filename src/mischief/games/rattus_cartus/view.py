"""What one seat may see of Rattus Cartus."""

from __future__ import annotations

import msgspec

from mischief.engine.game import View


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


class Traced(msgspec.Struct, frozen=True, omit_defaults=True):
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
