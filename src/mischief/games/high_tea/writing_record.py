"""Writes the record in words: what the whole table has heard, as JSON.

Each entry names its event and the public facts of it; what was secret is not in the record at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from . import numbers as n
from .memory import note_length

OF_ONE_RAT = {
    "privilege": int(n.HEARD_PRIVILEGE),
    "start_pick": int(n.HEARD_START),
    "banker_gain": int(n.HEARD_BANKER),
    "pauper_gain": int(n.HEARD_PAUPER),
    "bauble_gain": int(n.HEARD_BAUBLE),
    "nest_built": int(n.HEARD_NEST),
    "bonus_gain": int(n.HEARD_GIFT),
}
"""Events of which the table hears only whom they were about, by name."""
NAMES = {number: name for name, number in OF_ONE_RAT.items()}


def write_record(log: Sequence[int], seats: int) -> list[dict[str, Any]]:
    """The record as a list of events."""
    told: list[dict[str, Any]] = []
    at = 0
    while at < len(log):
        head = log[at]
        kind, first, second, third = head & 255, head >> 8 & 255, head >> 16 & 255, head >> 24 & 255
        rest = log[at + 1 : at + int(note_length(head, seats))]
        if kind == n.HEARD_DRAW:
            told.append({"event": "start_draw", "seat": first, "number": second + 1})
        elif kind == n.HEARD_ROLL:
            told.append({"event": "scavenge_roll", "d1": first, "d2": second})
        elif kind == n.HEARD_CALL:
            said = [None if count == n.RATS else count for count in rest]
            told.append({"event": "call", "supply": n.SUPPLY_IDS[first], "host": second, "said": said})
        elif kind == n.HEARD_REQUEST:
            told.append(
                {
                    "event": "request",
                    "seat": first,
                    "target": second,
                    "supply": n.SUPPLY_IDS[third],
                    "amount": rest[0] or "all",
                    "given": max(rest[1], 0),
                }
            )
        else:
            told.append({"event": NAMES[kind], "seat": first})
        at += 1 + len(rest)
    return told
