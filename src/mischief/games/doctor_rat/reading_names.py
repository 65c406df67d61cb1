"""The names in a position: Food cards, each in one place only; groups; seats."""

from __future__ import annotations

from typing import Any

from mischief.engine.reading import Reader

from . import numbers as n
from .house import House


class Zones:
    """Which Food cards have been named so far, and where."""

    def __init__(self) -> None:
        self.where: dict[int, str] = {}
        self.used = 0

    def card(self, reader: Reader, key: str, code: Any, place: str = "") -> int:
        if not isinstance(code, str) or code not in n.CODES:
            reader.fail(f"{code!r} is not the code of a Food card, such as LB1", key)
        card = n.CODES.index(code)
        if card in self.where:
            reader.fail(f"{code} lies in {self.where[card]} already; there is one of each", key, "DR-13.2")
        self.where[card] = place or key
        self.used |= 1 << card
        return card

    def cards(self, reader: Reader, key: str) -> int:
        return sum(1 << self.card(reader, key, code) for code in reader.many(key))


def group_of(reader: Reader, key: str, value: Any, house: House) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < house.groups:
        reader.fail(f"group should be a number from 0 to {int(house.groups) - 1}, not {value!r}", key)
    return value


def seat_of(reader: Reader, key: str, value: Any, house: House) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < house.seats:
        reader.fail(f"should be a seat from 0 to {int(house.seats) - 1}, not {value!r}", key)
    return value
