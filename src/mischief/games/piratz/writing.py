"""Writes positions of Piratz: the whole table as JSON (PZ-13.1)."""

from __future__ import annotations

from typing import Any

from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import COLOURS, TREASURES, card_id
from .rules import Piratz
from .table import in_words


def write(state: Piratz) -> dict[str, Any]:
    """The whole table as plain JSON."""
    seats = range(int(state.seats))
    placed = [int(state.placed[i]) for i in range(int(state.passed))]
    table: dict[str, Any] = {
        "game": state.game.info.id,
        "players": int(state.seats),
        "options": {o.name: state.game.options[o.name] for o in state.game.option_list if not o.display},
        "phase": n.PHASES[state.phase],
        "active": None if state.active == NOBODY else int(state.active),
        "round": int(state.round_number),
        "final_round": state.final_round,
        "idle": state.idle,
        "spades": [state.holds_spade(s) for s in seats],
        "faceup": state.faceup_in_words(),
        "buried": [[card_id(int(state.spade[s])), s] for s in placed if state.spade[s] != n.BARE],
        "middle": [s for s in placed if state.spade[s] == n.BARE],
        "piles": [in_words(state.piles[s]) for s in seats],
        "discard": in_words(state.discard),
        "draw": in_words(state.bag),
        "last_revealed": state.faceup_in_words()[-1] if state.phase in (n.AFTER_REVEAL, n.ALERT) else None,
        "cubes": {treasure: state.cubes_on(kind) for kind, treasure in enumerate(TREASURES)},
        "won": [[COLOURS[w % n.CUBE_COLOURS] for w in state.won if w // n.CUBE_COLOURS == s] for s in seats],
    }
    if state.phase == n.SETUP:
        table["cubes"] = {treasure: cubes for treasure, cubes in table["cubes"].items() if cubes}
    if state.phase == n.CHOOSE_CUBE:
        table["treasure"] = int(state.kind)
    return table


def components(state: Piratz) -> dict[str, int]:
    """What stays the same all game long: the cards of this table, and everybody's spade, which goes through a card, or
    into the sand if there is none."""
    table = write(state)
    piles = (table["faceup"], [card for card, _ in table["buried"]], *table["piles"], table["discard"], table["draw"])
    cards = [card for pile in (*piles, table["middle"]) for card in pile if isinstance(card, str)]
    sand = [seat for seat in table["middle"] if not isinstance(seat, str)]
    return {"cards": len(set(cards)), "spades": sum(table["spades"]) + len(table["buried"]) + len(sand)}
