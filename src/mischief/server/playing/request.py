"""A command on its way to a table, and what is to hear of its answer."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from mischief.server.protocol import messages as m
from mischief.server.tables.counting import Viewers
from mischief.server.tables.deeds import Deed


class Request(msgspec.Struct):
    """A command on its way. `seat` None is the host; `hand` is set for what the server itself does for a seat.
    `viewers`: by whose count of the log `seen` and the answer's number go; None: by the log's own. `asker`: the
    address that it came from."""

    reply: Callable[[m.Ok | m.No], None]
    cmd_id: str
    seat: int | None
    seen: int
    what: Deed
    viewers: Viewers | None = None
    hand: str = ""
    asker: str = ""
    tries: int = 0
    began: float = 0.0
