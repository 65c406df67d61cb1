"""Writes the memory in a position: what every seat has noted of cards seen, drawn, shown and given (RC-15.8)."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.seats import WATCHER

from . import numbers as n
from .cards import KIND_NAMES, in_words
from .memory import GAVE, SHOWED, TOOK, in_order
from .rules import RattusCartus


def write_memory(state: RattusCartus) -> dict[str, Any]:
    """`deck_made` and the public `trace` once; for each seat `located`, `own_drawn` and, by place in the trace, the
    cards of the gifts that it gave or received; the watcher's `located` too."""
    trace: list[dict[str, Any]] = []
    gifts: list[dict[str, list[str]]] = [{} for _ in range(int(state.seats))]
    for note in in_order(state.memory):
        if note.what == TOOK:
            trace.append(
                {"what": "took", "seat": int(note.seat), "kind": KIND_NAMES[note.kind], "count": int(note.count)}
            )
        elif note.what == SHOWED:
            trace.append({"what": "showed", "seat": int(note.seat), "cards": in_words(note.cards)})
        elif note.what == GAVE:
            for seat in (int(note.seat), int(note.other)):
                gifts[seat][str(len(trace))] = in_words(note.cards)
            trace.append(
                {
                    "what": "gave",
                    "giver": int(note.seat),
                    "receiver": int(note.other),
                    "count": int(note.count),
                    "hand": int(note.before),
                    "pile": int(note.laid),
                }
            )
    recalls = [state.recall(s) for s in range(int(state.seats))]
    watching = state.recall(WATCHER)
    return {
        "deck_made": population(watching.deck_made),
        "trace": trace,
        "seats": [
            {"located": population(r.located), "own_drawn": population(r.drawn), "gifts": gifts[s]}
            for s, r in enumerate(recalls)
        ],
        "watcher": {"located": population(watching.located)},
    }


def population(counts: vec[i64]) -> dict[str, int]:
    """Counts of population cards, by id."""
    return {KIND_NAMES[kind]: int(counts[kind]) for kind in range(int(n.POPULATION)) if counts[kind]}
