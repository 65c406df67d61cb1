"""Reading positions with care: every value is checked where it stands, and what is wrong is said with its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn

from mischief.engine.errors import BadPosition


class Reader:
    """A JSON object being read. `done()` at the end refuses keys that nobody asked for."""

    def __init__(self, data: object, where: str = "top", clause: str = "") -> None:
        self.where = where
        self.clause = clause
        if not isinstance(data, Mapping):
            self.fail(f"should be an object with named fields, not {data!r}")
        self.data: Mapping[str, Any] = data
        self.asked: set[str] = set()

    def fail(self, sentence: str, key: str = "", clause: str = "") -> NoReturn:
        place = f"{self.where}.{key}" if key and self.where != "top" else key or self.where
        raise BadPosition(place, sentence, clause or self.clause)

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return self.data.get(key) is not None

    def raw(self, key: str, default: Any = None) -> Any:
        """The value as it stands; the default where the key is absent or null."""
        self.asked.add(key)
        value = self.data.get(key)
        return default if value is None else value

    def whole(self, key: str, default: int | None = None, low: int = 0, high: int = 2**31) -> int:
        value = self.raw(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(f"should be a whole number from {low} to {high}, not {value!r}", key)
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        value = self.raw(key, default)
        if not isinstance(value, bool):
            self.fail(f"should be true or false, not {value!r}", key)
        return value

    def word(self, key: str, among: Collection[str], default: str | None = None) -> str:
        value = self.raw(key, default)
        if not isinstance(value, str) or value not in among:
            self.fail(f"should be one of {', '.join(among)}, not {value!r}", key)
        return value

    def many(self, key: str, length: int | None = None) -> list[Any]:
        """A list (empty where absent), of the given length if one is given."""
        value = self.raw(key, [])
        if not isinstance(value, list | tuple):
            self.fail(f"should be a list, not {value!r}", key)
        if length is not None and len(value) != length:
            self.fail(f"should have {length} entries, not {len(value)}", key)
        return list(value)

    def part(self, key: str) -> Reader:
        """An object inside (empty where absent)."""
        return Reader(self.raw(key, {}), key if self.where == "top" else f"{self.where}.{key}", self.clause)

    def done(self) -> None:
        for key in self.data:
            if key not in self.asked:
                self.fail(f"there is no such field; the fields are {', '.join(sorted(self.asked))}", key)


def lay_out(vector: Any, numbers: Sequence[int]) -> None:
    """Fill a state's flat vector. In place: a vector that plain Python hands to compiled code is never let go."""
    for place, number in enumerate(numbers):
        vector[place] = number
