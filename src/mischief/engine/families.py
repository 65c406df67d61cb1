"""What action numbers mean, as a table: families of moves, each a stretch of numbers with one name and one text.

    Family(8, "steal", "steal {kind} from {victim}", {"victim": range(4), "kind": ("cheese", "crumbs")})

is the eight moves 8 to 15. The thing named last changes fastest: 8 is `steal cheese from 0`, 9 `steal crumbs from 0`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec


class Move(msgspec.Struct, frozen=True):
    """What an action number means: `Move(24, "take", {"supply": "rags"}, "take rags")`."""

    action: int
    name: str
    args: dict[str, Any]
    text: str


class Family:
    """A stretch of action numbers that begins at `first`: one for each way to choose what the move is `about`. Where
    one of these things is a seat, `seat` says which."""

    def __init__(
        self,
        first: int,
        name: str,
        text: str,
        about: Mapping[str, Sequence[Any]] | None = None,
        seat: str | None = None,
    ) -> None:
        self.first = int(first)
        self.name = name
        self.text = text
        self.seat = seat
        self.ways = [dict(zip(about, way, strict=True)) for way in product(*about.values())] if about else [{}]

    def __len__(self) -> int:
        return len(self.ways)

    def move(self, action: int) -> Move:
        """
        >>> Family(8, "steal", "steal {kind} from {victim}", {"victim": range(4), "kind": ("brie", "feta")}).move(11)
        Move(action=11, name='steal', args={'victim': 1, 'kind': 'feta'}, text='steal feta from 1')
        """
        args = self.ways[action - self.first]
        return Move(action, self.name, dict(args), self.text.format(**args))

    def turned(self, by: int, seats: int) -> list[int]:
        """Each of its moves about the seat that sits so many further on, if they are about a seat at the table.

        >>> Family(8, "steal", "steal from {victim}", {"victim": range(4)}, seat="victim").turned(1, 3)
        [9, 10, 8, 11]
        """
        moves = list(range(self.first, self.first + len(self)))
        if self.seat is None:
            return moves
        places = {tuple(way.items()): self.first + i for i, way in enumerate(self.ways)}
        for i, way in enumerate(self.ways):
            if way[self.seat] < seats:
                moves[i] = places[tuple({**way, self.seat: (way[self.seat] + by) % seats}.items())]
        return moves


class Families:
    """All moves of a game. The families lie side by side without gaps, in any order when given."""

    def __init__(self, families: Sequence[Family]) -> None:
        self.families = sorted(families, key=lambda family: family.first)
        at = 0
        for family in self.families:
            if family.first != at:
                raise ValueError(f"the moves '{family.name}' begin at {family.first}, not at {at}")
            at += len(family)
        self.count = at
        self._firsts = [family.first for family in self.families]

    def move(self, action: int) -> Move:
        """What a number from 0 to count - 1 means."""
        return self.families[bisect_right(self._firsts, action) - 1].move(action)

    def turns(self, seats: int) -> list[int]:
        """For learners: every move about the seat that sits 0, 1, 2 ... further on, one list after the other. Turned by
        as many seats as are missing to a whole round from one's own, moves name seats as observations do: from oneself.
        """
        return [move for by in range(seats) for family in self.families for move in family.turned(by, seats)]
