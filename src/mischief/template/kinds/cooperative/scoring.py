"""Last Crumb, the scoring: whether a crumb is carried off, and whether the table has won."""

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import zeros

from . import numbers as n


def takers_of(chosen: vec[i64], seats: i64, crumb: i64) -> vec[i64]:
    """All rats or none: the paws together must come to the crumb's worth for every rat (LC-2.3)."""
    takers = zeros(seats)
    strength: i64 = 0
    for seat in range(seats):
        strength += chosen[seat]
    if strength >= crumb * seats:
        for seat in range(seats):
            takers[seat] = 1
    return takers


def payoff_of(scores: vec[i64], seats: i64, seat: i64) -> float:
    """1 for all if enough was carried off, else 0 for all (LC-3.1)."""
    return 1.0 if scores[seat] >= n.ENOUGH else 0.0
