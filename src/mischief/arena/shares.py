"""A share of wins with its 95 % interval, kept as a few sums, so that it can grow game by game.

The games of one round share a seed and are no independent witnesses: a lucky deal may favour a seat in all of them, or
rotating the seats may cancel the luck. So rounds are what is counted: the interval is Wilson's for as many games as the
scatter between rounds says they are worth.
"""

from __future__ import annotations

import math

Z95 = 1.959964
TRUST = 4
"""For so many rounds of scatter counts what it would be if all games were independent: a handful of rounds that happen
to be alike prove little; the more rounds there are, the less it counts."""


def interval(rate: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion out of n independent games; the proportion itself lies in it, whatever was
    lost in rounding."""
    if n <= 0:
        return 0.0, 1.0
    z2 = z * z
    middle = (rate + z2 / (2 * n)) / (1 + z2 / n)
    half = z / (1 + z2 / n) * math.sqrt(rate * (1 - rate) / n + z2 / (4 * n * n))
    return max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half))


def student95(freedom: float) -> float:
    """What takes the place of 1.96 where a scatter is itself only estimated."""
    z, f = Z95, max(1.0, freedom)
    return z + (z**3 + z) / (4 * f) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f * f)


class Share:
    """What part of its games an entrant won, round by round."""

    def __init__(self) -> None:
        self.rounds = 0
        self.games = 0
        self.won = 0.0
        self._ww = self._wg = self._gg = 0.0

    def add(self, won: float, games: int) -> None:
        """One round: all games on one seed."""
        self.rounds += 1
        self.games += games
        self.won += won
        self._ww += won * won
        self._wg += won * games
        self._gg += games * games

    @property
    def rate(self) -> float:
        return min(1.0, self.won / self.games) if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """The bounds of the share, with 95 % confidence."""
        p = self.rate
        alone = p * (1 - p)
        if self.rounds < 2 or alone <= 0:
            return interval(p, self.games)
        free = self.rounds - 1
        scatter = (self._ww - 2 * p * self._wg + p * p * self._gg) * self.rounds / free / self.games**2
        trust = TRUST / (1 + free / 20)
        variance = (free * scatter + trust * alone / self.games) / (free + trust)
        return interval(p, alone / variance, student95(free + trust))
