"""The end of Pie Rats: points, what decides between equals, and the payoff (PR-12)."""

from __future__ import annotations

from mypy_extensions import i64

from . import events
from . import numbers as n
from .table import PieTable


class PieScoring(PieTable):
    """A table that knows who is ahead."""

    def points(self, seat: i64) -> i64:
        total: i64 = 0
        for i in range(self.looted):
            if self.loot_seat(i) == seat:
                total += self.house.points[self.loot_which(i)]
        return total

    def rank(self, seat: i64) -> i64:
        """One number that compares as PR-12.3 to 12.7 do: points, weight, number of Pies, then the first loot."""
        points: i64 = 0
        weight: i64 = 0
        count: i64 = 0
        earliest: i64 = n.PIES
        for i in range(self.looted):
            if self.loot_seat(i) == seat:
                pie = self.loot_which(i)
                points += self.house.points[pie]
                weight += self.house.weight[pie]
                count += 1
                if earliest == n.PIES:
                    earliest = i
        early = n.PIES - earliest if self.house.first_pie else i64(0)
        return ((points * 1024 + weight) * 16 + count) * 16 + early

    def share(self, seat: i64) -> float:
        mine = self.rank(seat)
        sharing: i64 = 0
        for other in range(self.seats):
            theirs = self.rank(other)
            if theirs > mine:
                return 0.0
            if theirs == mine:
                sharing += 1
        return 1.0 / float(sharing)

    def end(self, reason: str) -> None:
        self.phase = n.END
        self.turn = n.NONE
        if self.listener is not None:
            events.tell_end(self, reason)
