"""What the numbers of an observation stand for: one declaration from which lengths, tables and checks are made."""

from __future__ import annotations

import msgspec

BITS = "bits"
ONE_OF = "one of"
COUNTS = "counts"


class Field(msgspec.Struct, frozen=True):
    """Some numbers of a row that belong together, side by side.

    Where `blocks` is more than 1 there is one such stretch for every seat, the observer's first and then clockwise; the
    stretches of seats that are not at the table are 0.
    """

    name: str
    first: int
    """Where in the row it begins."""
    entries: tuple[str, ...]
    """What each number of one stretch is about."""
    form: str
    """bits: each 0 or 1; one of: a single 1 or, where there is nothing to say, none; counts: 0 to `most`."""
    most: int
    """The largest number that can stand here; what is more, is written as this."""
    says: str
    blocks: int = 1

    @property
    def length(self) -> int:
        return len(self.entries) * self.blocks


class Omission(msgspec.Struct, frozen=True):
    """Something that the view shows and the row does not say, because nothing hangs on it."""

    path: str
    """Where it stands in the view: `won.*` is every entry of `won`."""
    says: str
    order_only: bool = False
    """What stands there is in the row, but in no order."""
