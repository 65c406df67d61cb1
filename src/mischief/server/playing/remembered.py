"""What was made once and may be asked for again: so many bytes of it, the rest is forgotten."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable


class Remembered:
    """Bytes by what was asked; what was not asked for longest is forgotten first."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 0
        self._known: OrderedDict[Hashable, tuple[bytes, ...]] = OrderedDict()

    def get(self, question: Hashable) -> tuple[bytes, ...] | None:
        found = self._known.get(question)
        if found is not None:
            self._known.move_to_end(question)
        return found

    def put(self, question: Hashable, *answer: bytes) -> tuple[bytes, ...]:
        self.size -= sum(map(len, self._known.pop(question, ())))
        self._known[question] = answer
        self.size += sum(map(len, answer))
        while self.size > self.room:
            _, old = self._known.popitem(last=False)
            self.size -= sum(map(len, old))
        return answer
