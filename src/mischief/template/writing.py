"""Writes positions of Last Crumb: the whole table as JSON."""

from typing import Any

from . import numbers as n
from .rules import LastCrumb


def write(state: LastCrumb) -> dict[str, Any]:
    seats = range(int(state.seats))
    return {
        "game": state.game.info.id,
        "players": int(state.seats),
        "options": dict(state.game.options),
        "round": int(state.round_number),
        "crumb": int(state.crumb),
        "bag": [int(count) for count in state.bag],
        "paws": [[p for p in range(1, int(n.PAWS) + 1) if state.holds(s, p)] for s in seats],
        "chosen": [int(state.chosen[s]) for s in seats],
        "scores": [int(state.scores[s]) for s in seats],
    }
