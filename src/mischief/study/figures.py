"""What the blocks of a study prove: every measure with its interval, and every change with its probability.

A measure is a ratio of sums. Its scatter is read off the blocks (the residuals of a ratio), which needs no assumption
about what a game is like; two variants are compared block by block on the same seeds, so that the luck they share falls
out. Among many comparisons some look striking by chance: Holm's way keeps the probability of even one false alarm in a
whole study at 5 %.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from mischief.arena.shares import student95
from mischief.study.plan import Plan
from mischief.study.tally import Block

ENOUGH = 25
"""Fewer cases than this are not judged."""
FEW_BLOCKS = 10
ALARM = 0.05
Sums = tuple[list[float], list[float]]
"""What is divided and by what, block by block."""


class Value(msgspec.Struct, frozen=True):
    """A measure of one variant with the bounds of its 95 % interval, and in how many cases it rests on."""

    value: float
    low: float
    high: float
    cases: float


class Change(msgspec.Struct, kw_only=True):
    """What became of a measure from one side to the other. `chance` is the probability of so large a difference by
    luck alone; `sure`, whether it is more than chance with all comparisons of the study reckoned with. Where there were
    too few cases to judge, `chance` is None."""

    key: str
    sides: str
    before: float
    after: float
    low: float
    high: float
    chance: float | None
    sure: bool = False
    corrected: float = 1.0

    @property
    def difference(self) -> float:
        return self.after - self.before


class Figures:
    """All measures of all variants of a study."""

    def __init__(self, plan: Plan, blocks: Sequence[Block]) -> None:
        self.plan = plan
        self.blocks = blocks
        self.games = sum(block.tallies[0].games for block in blocks)
        self.sums: list[dict[str, Sums]] = [_columns(blocks, v) for v in range(len(plan.variants))]

    def has(self, variant: int, key: str) -> bool:
        return key in self.sums[variant]

    def value(self, variant: int, key: str) -> Value:
        """A measure with its interval."""
        above, below = self.sums[variant][key]
        value, residuals = _ratio(above, below)
        half = _half(residuals)
        low, high = value - half, value + half
        if is_share(key):
            cases = sum(below)
            if cases and (value * cases < 5 or (1 - value) * cases < 5):  # so rare that scatter says little
                half = 3 / cases
                low, high = min(low, value - half), max(high, value + half)
            low, high = max(0.0, low), min(1.0, high)
        return Value(value, low, high, sum(below))

    def counts(self, variant: int, key: str) -> dict[int, int]:
        """How often each value came up."""
        found: dict[int, int] = {}
        for block in self.blocks:
            for value, times in block.tallies[variant].counts.get(key, {}).items():
                found[value] = found.get(value, 0) + times
        return dict(sorted(found.items()))

    def keys(self, start: str, variants: Sequence[int] | None = None) -> list[str]:
        """The measures that begin so and are there in any of the variants, in a steady order."""
        chosen = range(len(self.sums)) if variants is None else variants
        return sorted({key for v in chosen for key in self.sums[v] if key.startswith(start)}, key=_order)

    # What changed

    def change(self, key: str, before: Sequence[int], after: Sequence[int], sides: str) -> Change | None:
        """A measure of some variants compared with that of others, on the same seeds. None where one side lacks it."""
        if not all(self.has(v, key) for v in (*before, *after)):
            return None
        values, residuals = [0.0, 0.0], [0.0] * len(self.blocks)
        enough = len(self.blocks) >= FEW_BLOCKS
        for side, chosen in enumerate((before, after)):
            for v in chosen:
                above, below = self.sums[v][key]
                value, own = _ratio(above, below)
                values[side] += value / len(chosen)
                sign = 1 if side else -1
                residuals = [r + sign * o / len(chosen) for r, o in zip(residuals, own, strict=True)]
                enough = enough and _is_enough(key, above, below)
        difference = values[1] - values[0]
        half = _half(residuals)
        chance = _chance(difference, residuals) if enough else None
        return Change(
            key=key,
            sides=sides,
            before=values[0],
            after=values[1],
            low=difference - half,
            high=difference + half,
            chance=chance,
        )

    def against(self, variant: int, key: str, what: float | str) -> Change | None:
        """A measure compared with a fixed value, or with another measure of the same variant."""
        if not self.has(variant, key) or (isinstance(what, str) and not self.has(variant, what)):
            return None
        above, below = self.sums[variant][key]
        value, residuals = _ratio(above, below)
        enough = len(self.blocks) >= FEW_BLOCKS and _is_enough(key, above, below)
        if isinstance(what, str):
            other, own = _ratio(*self.sums[variant][what])
            residuals = [r - o for r, o in zip(residuals, own, strict=True)]
        else:
            other = what
        half = _half(residuals)
        chance = _chance(value - other, residuals) if enough else None
        return Change(
            key=key, sides="", before=other, after=value, low=value - other - half, high=value - other + half,
            chance=chance,
        )  # fmt: skip


def is_share(key: str) -> bool:
    """Whether a measure lies between 0 and 1."""
    return key.split("|")[0] in ("wins", "shared", "nobody", "behind", "decided", "chance", "seen", "won")


def holm(changes: Sequence[Change]) -> None:
    """Say of each change whether it is more than chance, all of them reckoned with. What concerns the game as a whole
    and what concerns single pieces have half of the false alarms each: there are many pieces, and a change of the
    whole should not be lost among them."""
    for pieces in (False, True):
        judged = [c for c in changes if c.chance is not None and is_of_a_piece(c.key) == pieces]
        judged.sort(key=lambda c: c.chance or 0.0)
        worst = 0.0
        for place, change in enumerate(judged):
            worst = max(worst, min(1.0, 2 * (change.chance or 0.0) * (len(judged) - place)))
            change.corrected = worst
            change.sure = worst < ALARM


def is_of_a_piece(key: str) -> bool:
    return key.startswith(("seen|", "won|", "times|"))


def _columns(blocks: Sequence[Block], variant: int) -> dict[str, Sums]:
    """The sums of a variant by measures, block by block; pieces become three measures each: in how many games they are
    seen (`seen`), how often in a game (`times`), and what those who had them won (`won`)."""
    found: dict[str, Sums] = {}
    size = len(blocks)

    def put(key: str, block: int, above: float, below: float) -> None:
        if key not in found:
            found[key] = [0.0] * size, [0.0] * size
        found[key][0][block] += above
        found[key][1][block] += below

    for number, block in enumerate(blocks):
        tally = block.tallies[variant]
        for key, (above, below) in tally.sums.items():
            put(key, number, above, below)
        for name, (games, times, had, won) in tally.pieces.items():
            put(f"seen|{name}", number, games, 0)
            put(f"times|{name}", number, times, 0)
            put(f"won|{name}", number, won, had)
            put(f"won|{name.split('|')[0]}|", number, won, had)
    for number, block in enumerate(blocks):
        for key in found:
            if key.startswith(("seen|", "times|")):
                found[key][1][number] = float(block.tallies[variant].games)
    return found


def _ratio(above: Sequence[float], below: Sequence[float]) -> tuple[float, list[float]]:
    """The ratio, and how each block pulls at it."""
    total = sum(below)
    if not total:
        return 0.0, [0.0] * len(above)
    value = sum(above) / total
    return value, [(a - value * b) / total for a, b in zip(above, below, strict=True)]


def _error(residuals: Sequence[float]) -> float:
    size = len(residuals)
    return math.sqrt(sum(r * r for r in residuals) * size / (size - 1)) if size > 1 else math.inf


def _half(residuals: Sequence[float]) -> float:
    return student95(len(residuals) - 1) * _error(residuals)


def _chance(difference: float, residuals: Sequence[float]) -> float:
    """The probability of a difference so large if there were none."""
    error = _error(residuals)
    if error < 1e-12:
        return 1.0 if abs(difference) < 1e-9 else 0.0
    t, free = abs(difference) / error, len(residuals) - 1
    z = math.sqrt(free * math.log1p(t * t / free)) * (8 * free + 1) / (8 * free + 3)
    return math.erfc(z / math.sqrt(2))


def _is_enough(key: str, above: Sequence[float], below: Sequence[float]) -> bool:
    cases = sum(below)
    if not is_share(key) or key.startswith(("decided", "chance")):
        return cases >= ENOUGH
    happened = sum(above)
    return min(happened, cases - happened) >= ENOUGH or (happened == 0 and cases >= 10 * ENOUGH) or happened == cases


def _order(key: str) -> tuple[str, int, str]:
    """Seats and stages by number, the rest by name."""
    digits = "".join(letter for letter in key if letter.isdigit())
    return key.rstrip("0123456789"), int(digits[:9] or 0), key


def changes_of(figures: Figures, sides: Sequence[tuple[str, Sequence[int], Sequence[int]]]) -> list[Change]:
    """Every measure compared between the sides, and judged together."""
    found: list[Change] = []
    for name, before, after in sides:
        for key in figures.keys(""):
            if key.startswith(("chance", "times")) or key.endswith("|"):
                continue
            change = figures.change(key, before, after, name)
            if change is not None:
                found.append(change)
    holm(found)
    return sorted(found, key=lambda c: (not c.sure, c.corrected, 1.0 if c.chance is None else c.chance))


def sides_of(plan: Plan) -> list[tuple[str, list[int], list[int]]]:
    """What is compared with what: along every column each value with the first, whatever else is set; where variants
    are merely listed, each with the first."""
    variants, columns = plan.variants, plan.columns
    found: list[tuple[str, list[int], list[int]]] = []
    inner = math.prod(len(column.values) for column in columns)
    listed = len(variants) // inner
    for other in range(1, listed):
        name = f"{_short(plan, 0, inner)} → {_short(plan, other, inner)}"
        found.append((name, list(range(inner)), list(range(other * inner, (other + 1) * inner))))
    step = inner
    for column in columns:
        step //= len(column.values)
        size = len(column.values)
        by_value: Mapping[int, list[int]] = {
            value: [v for v in range(len(variants)) if v // step % size == value] for value in range(size)
        }
        for value in range(1, size):
            name = f"{column.words(column.values[0])} → {column.words(column.values[value])}"
            found.append((name, by_value[0], by_value[value]))
    return found


def _short(plan: Plan, listed: int, inner: int) -> str:
    name = plan.variants[listed * inner].name
    return name.split(", ")[0] if inner > 1 else name
