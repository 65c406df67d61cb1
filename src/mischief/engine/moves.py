"""The buffer that rules list their legal moves into: filled, read and filled again without allocating."""

from collections.abc import Iterator
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

ROOM: Final[i64] = 32
"""Moves that a buffer has room for before it must grow."""


def zeros(n: i64) -> vec[i64]:
    """A flat vector of n noughts, the stuff that states are made of."""
    return vec[i64]([0] * n)


def filled(n: i64, value: i64) -> vec[i64]:
    """A flat vector of n equal values."""
    return vec[i64]([value] * n)


def flat(numbers: list[int]) -> vec[i64]:
    """A list as a flat vector. Plain Python hands lists to compiled code, not vectors: those would never be let go."""
    found = vec[i64]()
    for number in numbers:
        found = append(found, i64(number))
    return found


@final
class Moves:
    """Actions in rising order: `moves[0]` to `moves[len(moves) - 1]`. Compiled rules use `items` and `count`."""

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64](capacity=ROOM)
        self.count: i64 = 0

    def clear(self) -> None:
        """Take everything out, to be filled again."""
        self.count = 0

    def add(self, action: i64) -> None:
        """One more action; they come in rising order."""
        if self.count < len(self.items):
            self.items[self.count] = action
        else:
            self.items = append(self.items, action)
        self.count += 1

    def item(self, index: i64) -> i64:
        """The same as `moves[index]`, unchecked."""
        return self.items[index]

    def __len__(self) -> int:
        return int(self.count)

    def __iter__(self) -> Iterator[int]:
        return iter([int(self.items[i]) for i in range(self.count)])

    def __getitem__(self, index: i64) -> i64:
        if index < 0:
            index += self.count
        if index < 0 or index >= self.count:
            raise IndexError(f"There are {self.count} moves.")
        return self.items[index]

    def has(self, action: i64) -> bool:
        """Whether an action is among them."""
        items = self.items
        for i in range(self.count):
            if items[i] == action:
                return True
        return False
