"""Reads the crumbs from cards.toml and says what does not add up."""

import tomllib
from pathlib import Path

from mischief.engine.errors import BadCards

VALUES = 5
ROUNDS = 5


def read_crumbs(path: Path) -> list[int]:
    """Copies of the crumbs 1 to 5."""
    try:
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("crumb", [])
    except tomllib.TOMLDecodeError as error:
        raise BadCards(f"{path.name}: {error}") from error
    copies = [0] * VALUES
    for number, row in enumerate(rows, 1):
        value, count = row.get("value"), row.get("copies")
        if value not in range(1, VALUES + 1) or not isinstance(count, int) or count < 0:
            raise BadCards(f"{path.name}, crumb {number}: needs a value from 1 to {VALUES} and copies of 0 or more")
        copies[value - 1] += count
    if sum(copies) < ROUNDS:
        raise BadCards(f"{path.name}: {sum(copies)} crumbs are too few for {ROUNDS} rounds; add copies")
    return copies
