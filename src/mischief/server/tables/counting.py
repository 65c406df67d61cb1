"""Everybody counts the log for themselves.

What a viewer cannot notice (a small step of somebody else's secret choice, a line in a channel that it does not hear)
it is not told of, and in its own count of the log it takes no number: an empty message, or a gap, would tell how many
there were. So the numbers that go out, and those that come in, are those of the viewers at the other end; inside, the
log has its own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

Viewers = tuple[int, ...]
"""Those who look through one connection: seats, or the WATCHER alone."""


def bits(viewers: Sequence[int]) -> int:
    """A set of viewers as one number: a bit for each seat, the lowest for spectators."""
    found = 0
    for viewer in viewers:
        found |= 1 << (viewer + 1 if viewer >= 0 else 0)
    return found


class Counts:
    """Which entries are hidden from whom, and what that makes of their numbers."""

    __slots__ = ("_entries", "_gaps")

    def __init__(self) -> None:
        self._entries: dict[int, int] = {}
        """Of entries that are hidden from somebody, from whom."""
        self._gaps: dict[int, tuple[list[int], list[int]]] = {}
        """For a set of viewers: the entries hidden from all of them, and after each the number they have reached."""

    def hide(self, entry: int, viewers: int) -> None:
        """An entry, later than all so far, that these viewers are not told of."""
        if viewers:
            self._entries[entry] = viewers
            for those, gap in self._gaps.items():
                _widen(gap, entry, viewers, those)

    def hidden_from(self, entry: int) -> int:
        """The set of viewers who are not told of an entry."""
        return self._entries.get(entry, 0)

    def is_told(self, entry: int, viewers: Viewers) -> bool:
        """Whether any of these viewers is told of an entry."""
        return bool(bits(viewers) & ~self._entries.get(entry, 0))

    def number(self, entry: int, viewers: Viewers) -> int:
        """How many entries these viewers have been told of, up to and with this one."""
        return entry - bisect_right(self._gap(viewers)[0], entry)

    def entry(self, number: int, viewers: Viewers) -> int:
        """The last entry up to which these viewers know all that they may know, when they have counted so far."""
        return number + bisect_right(self._gap(viewers)[1], number)

    def _gap(self, viewers: Viewers) -> tuple[list[int], list[int]]:
        those = bits(viewers)
        gap = self._gaps.get(those)
        if gap is None:
            gap = self._gaps[those] = ([], [])
            for entry, hidden in self._entries.items():
                _widen(gap, entry, hidden, those)
        return gap


def _widen(gap: tuple[list[int], list[int]], entry: int, hidden: int, those: int) -> None:
    if those & ~hidden == 0:
        entries, numbers = gap
        entries.append(entry)
        numbers.append(entry - len(entries))
