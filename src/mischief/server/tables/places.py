"""A seat at a table, and whose it is."""

from __future__ import annotations

import msgspec


class Place(msgspec.Struct):
    """A seat and who sits there."""

    kind: str = "empty"
    name: str = ""
    key: str = ""
    level: str | None = None
    stand_in: str | None = None
    lent: bool = False
    """Others called the bot that stands in, while the person was away."""
    left: bool = False
    abandons: bool = False
    rat: int = 0
    """Which of the rats stands for the person."""
    member: int | None = None
    """The person's number in the circle that the table belongs to."""

    @property
    def bot(self) -> str | None:
        """The level of the bot that moves for this seat now, if one does."""
        return self.level if self.kind == "bot" else self.stand_in

    @property
    def person(self) -> bool:
        """Whether a person moves for this seat now."""
        return self.kind == "person" and self.stand_in is None

    @property
    def belongs(self) -> bool:
        """Whether somebody sat down here and has not left, however long they are away."""
        return self.kind == "person" and not self.left
