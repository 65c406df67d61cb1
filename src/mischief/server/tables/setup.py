"""A table as it was set up: what was chosen when it was created, and its line in the list of tables."""

from __future__ import annotations

from typing import Any

import msgspec

from mischief.server.protocol.messages import ClockRules, Millis


class Setup(msgspec.Struct):
    """What was chosen when a table was created."""

    seats: int
    options: dict[str, Any]
    rules_version: int
    host: str
    hints: bool = True
    listed: bool = False
    clock: ClockRules | None = None
    deal_of: str = ""
    """The finished game whose deal is played again."""
    deal: list[int] = []
    """That game's outcomes, in the order in which they came."""
    undo: bool = True
    stand_in: str = "normal"
    """The level of the bot that others may call for somebody who is away."""
    absence: Millis = 24 * 3600 * 1000
    """How long somebody has to be gone before the game may be ended without asking them."""
    circle: str = ""
    """The circle of friends whose table it is."""


class TableRow(msgspec.Struct):
    """A table as it stands in the list of tables."""

    id: str
    game: str
    setup: Setup
    created: Millis
    status: str = "waiting"
    ended: Millis | None = None
