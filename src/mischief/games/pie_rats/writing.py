"""Writes positions of Pie Rats: the whole table as JSON."""

from __future__ import annotations

from typing import Any

from . import numbers as n
from . import seeing_words as words
from .rules import PieRats


def write(state: PieRats) -> dict[str, Any]:
    seats = range(int(state.seats))
    return {
        "game": state.game.info.id,
        "n": int(state.seats),
        "options": dict(state.game.options),
        "round": int(state.round_number),
        "lead": None if state.lead == n.NONE else int(state.lead),
        "phase": n.PHASES[state.phase],
        "turn": words.turn_of(state),
        "captains": [words.captain_of(state, s) for s in seats],
        "hands": [words.hand(state, s) for s in seats],
        "ages": [words.ages(state, s) for s in seats],
        "reshuffles": int(state.reshuffles),
        "crews": [words.crew(state, state.crews[s]) for s in seats],
        "sideways": words.crew(state, state.sideways),
        "spinach": words.crew(state, state.spinach),
        "charisma": [words.goods(state, state.charisma[s]) for s in seats],
        "declared": [words.declared(state, s) for s in seats],
        "draw": words.crew(state, state.draw_crew) + words.goods(state, state.draw_goods),
        "discard": words.discard_pile(state),
        "pie_pile": int(state.pie_pile),
        "sill": words.sill(state),
        "loots": [list(loot) for loot in words.loots(state)],
        "stall": int(state.stall),
        "pending": _pending(state),
        "window": _window(state),
    }


def _pending(state: PieRats) -> dict[str, Any] | None:
    """What is under way: a lure, a loot, or the secret choices of getting ready."""
    if state.phase in n.LURE_UNDER_WAY:
        targets, pay = words.targets(state), words.payment(state)
        return {"kind": "lure", "seat": int(state.turn), "targets": targets, "pay": pay}
    if words.has_loot(state):
        pie, send = words.loot_pie(state), words.crew(state, state.sent)
        return {"kind": "loot", "seat": int(state.turn), "pie": pie, "send": send, "called": state.called}
    if state.phase == n.READY:
        seats = range(int(state.seats))
        done = [state.is_done(s) for s in seats]
        return {"kind": "ready", "aside": [words.aside(state, s) for s in seats], "done": done}
    return None


def _window(state: PieRats) -> dict[str, Any] | None:
    if state.phase not in n.WINDOWS:
        return None
    return {"kind": n.PHASES[state.phase], "next": int(state.window_next), "passed": words.passed(state)}


def components(state: PieRats) -> dict[str, int]:
    """The 80 cards of the deck, with Spinach that lies under a rat, and the Pies of this game (PR-1.5)."""
    table = write(state)
    piles = (*table["hands"], *table["crews"], *table["charisma"], table["draw"], table["discard"], table["spinach"])
    return {
        "cards": sum(len(pile) for pile in piles),
        "Pies": table["pie_pile"] + len(table["sill"]) + len(table["loots"]),
    }
