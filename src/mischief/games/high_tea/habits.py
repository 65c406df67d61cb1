"""Reads what rats tend to choose in secret from habits.toml, for imagining_habits.py."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

SORTS = {"occasion": 30, "hat": 12, "after": 252, "held": 78, "turn": 30, "roll": 24, "nest": 60, "table": 24}
"""The sorts of likings, in the order in which they are used, and how many numbers each has."""


@cache
def likings() -> tuple[float, ...]:
    """All of them in a row. Without the file, or with one that is not whole, every choice is equally likely."""
    path = Path(__file__).parent / "habits.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    found: list[float] = []
    for sort, count in SORTS.items():
        numbers = data.get(sort, [])
        found += [float(number) for number in numbers] if len(numbers) == count else [0.0] * count
    return tuple(found)
