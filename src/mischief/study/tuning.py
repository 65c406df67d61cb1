"""What a deck is to be better at, and which deck is best at it.

The best of many always looks better than it is, so a winner is only proposed here: it has to prove itself against the
deck to begin with on fresh seeds.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mischief.study.figures import Figures, Value
from mischief.study.variants import BadStudy

MEASURES = {
    "seat gap": "wins of the best seat less those of the worst",
    "margin": "points between first and second",
    "leads": "how often the lead changes hands",
    "behind": "games won from behind",
    "length": "decisions in a game",
    "shared": "games that are shared",
}


class Aim(msgspec.Struct, frozen=True):
    """Least or most of a measure."""

    least: bool
    measure: str

    def __str__(self) -> str:
        return f"{'least' if self.least else 'most'} {self.measure}"


class Rank(msgspec.Struct, frozen=True):
    """A deck of a heat and how it did."""

    variant: int
    value: Value


def read_aim(text: str) -> Aim:
    """An aim as people write it: `least seat gap`, `most leads`."""
    way, _, measure = text.strip().partition(" ")
    if way not in ("least", "most") or measure not in MEASURES:
        raise BadStudy(f"An aim is least or most of one of {', '.join(MEASURES)}; {text!r} is none.")
    return Aim(way == "least", measure)


def check_within(within: Mapping[str, float]) -> None:
    for name in within:
        if name not in MEASURES:
            raise BadStudy(f"within: there is no measure {name!r}; there are {', '.join(MEASURES)}.")


def value_of(figures: Figures, variant: int, aim: Aim) -> Value:
    """The measure of a variant, with its interval."""
    if aim.measure != "seat gap":
        if not figures.has(variant, aim.measure):
            raise BadStudy(f"This game has no {aim.measure!r}: where all win or lose together nobody leads.")
        return figures.value(variant, aim.measure)
    seats = figures.keys("wins|seat", [variant])
    if len(seats) < 2:
        raise BadStudy("This game has no 'seat gap': all seats win or lose together.")
    shares = {seat: figures.value(variant, seat).value for seat in seats}
    best, worst = max(seats, key=lambda s: shares[s]), min(seats, key=lambda s: shares[s])
    gap = figures.against(variant, best, worst)
    assert gap is not None
    return Value(shares[best] - shares[worst], gap.low, gap.high, float(figures.games))


def ranking(figures: Figures, aim: Aim, within: Mapping[str, float]) -> list[Rank]:
    """The variants, the best first; without those that go too far from the first in something else."""

    def near(variant: int) -> bool:
        for name, far in within.items():
            plain, here = (value_of(figures, v, Aim(True, name)).value for v in (0, variant))
            if abs(here - plain) > far * abs(plain):
                return False
        return True

    ranks = [Rank(v, value_of(figures, v, aim)) for v in range(len(figures.plan.variants)) if near(v)]
    return sorted(ranks, key=lambda rank: rank.value.value if aim.least else -rank.value.value)


def difference(figures: Figures, aim: Aim) -> tuple[float, float, float]:
    """From the first variant to the second: how much the measure changed, and the bounds of its 95 % interval."""
    if aim.measure != "seat gap":
        change = figures.change(aim.measure, [0], [1], "")
        if change is None:
            raise BadStudy(f"This game has no {aim.measure!r}.")
        return change.difference, change.low, change.high
    gaps = [value_of(figures, v, aim) for v in (0, 1)]
    halves = [(gap.high - gap.low) / 2 for gap in gaps]
    apart = gaps[1].value - gaps[0].value
    half = (halves[0] ** 2 + halves[1] ** 2) ** 0.5  # as if the luck were not shared: rather too wide
    return apart, apart - half, apart + half
