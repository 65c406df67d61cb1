"""Reads positions of Last Crumb: the whole table from JSON, refused with a sentence where it cannot be."""

from collections.abc import Mapping
from typing import Any

from mischief.engine.game import Game
from mischief.engine.reading import Reader, lay_out

from . import numbers as n
from .rules import LastCrumb, new_table

MOST = 1_000_000
"""More than any count at this table can come to."""


def read(game: Game, data: Mapping[str, Any]) -> LastCrumb:
    reader = Reader(data, clause="LC-4.1")
    for key in ("game", "players", "options"):
        reader.raw(key)
    seats, paws = game.seats, int(n.PAWS)
    round_number = reader.whole("round", 1, 1, int(n.ROUNDS) + 1)
    crumb = reader.whole("crumb", 0, 0, paws)
    bag = [_count(reader, "bag", count) for count in reader.many("bag", paws)]
    held = []
    for seat, hand in enumerate(reader.many("paws", seats)):
        if not isinstance(hand, list) or hand != [p for p in range(1, paws + 1) if p in hand]:
            reader.fail(f"seat {seat} should hold different paws from 1 to {paws} in order, not {hand!r}", "paws")
        if len(hand) != paws - (round_number - 1):
            reader.fail(
                f"seat {seat} holds {len(hand)} paws, but round {round_number} leaves it {paws + 1 - round_number}",
                "paws",
            )
        held += [int(p in hand) for p in range(1, paws + 1)]
    chosen = [_count(reader, "chosen", paw) for paw in reader.many("chosen", seats)]
    for seat, paw in enumerate(chosen):
        if paw and (not crumb or paw > paws or not held[seat * paws + paw - 1]):
            reader.fail(f"seat {seat} cannot have chosen paw {paw}", "chosen", "LC-2.2")
    if all(chosen):
        reader.fail("all have chosen, so the paws would have been compared", "chosen", "LC-2.3")
    scores = [_count(reader, "scores", score) for score in reader.many("scores", seats)]
    reader.done()
    state = new_table(game, seats, bag)
    state.round_number = round_number
    state.crumb = crumb
    lay_out(state.paws, held)
    lay_out(state.chosen, chosen)
    lay_out(state.scores, scores)
    return state


def _count(reader: Reader, key: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST:
        reader.fail(f"{value!r} should be a whole number from 0 to {MOST}", key)
    return int(value)
