"""Writes the memory in a position: what every seat has noted of cards seen, drawn, shown and given (RC-15.8)."""

from __future__ import annotations

from typing import Any

from mischief.engine.seats import WATCHER

from .cards import KIND_NAMES, in_words
from .memory import DECK_MADE, DRAWN, GAVE, LOCATED, SHOWED, TOOK, notes
from .rules import RattusCartus


def write_memory(state: RattusCartus) -> dict[str, Any]:
    """`deck_made` and the public `trace` once; for each seat `located`, `own_drawn` and, by place in the trace, the
    cards of the gifts that it gave or received; the watcher's `located` too."""
    trace: list[dict[str, Any]] = []
    gifts: list[dict[str, list[str]]] = [{} for _ in range(int(state.seats))]
    for note in notes(state.memory, state.noted):
        if note.what == TOOK:
            trace.append({"what": "took", "seat": note.seat, "kind": KIND_NAMES[note.kind], "count": note.count})
        elif note.what == SHOWED:
            trace.append({"what": "showed", "seat": note.seat, "cards": in_words(note.cards)})
        elif note.what == GAVE:
            for seat in (note.seat, note.other):
                gifts[seat][str(len(trace))] = in_words(note.cards)
            trace.append(
                {
                    "what": "gave",
                    "giver": note.seat,
                    "receiver": note.other,
                    "count": note.count,
                    "hand": note.before,
                    "pile": note.laid,
                }
            )
    recalls = [state.recall(s) for s in range(int(state.seats))]
    watching = state.recall(WATCHER)
    return {
        "deck_made": watching.of_each(DECK_MADE),
        "trace": trace,
        "seats": [
            {"located": r.of_each(LOCATED), "own_drawn": r.of_each(DRAWN), "gifts": gifts[s]}
            for s, r in enumerate(recalls)
        ],
        "watcher": {"located": watching.of_each(LOCATED)},
    }
