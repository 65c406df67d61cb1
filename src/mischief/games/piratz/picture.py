"""The table of Piratz as text, for `print(state)`."""

from __future__ import annotations

from . import numbers as n
from .cards import TREASURES, card_id
from .rules import Piratz
from .sets import members, size


def draw(state: Piratz) -> str:
    printed = state.house.printed.cards

    def heap(cards: list[int]) -> str:
        return "  ".join(spell(card) for card in cards) or "nothing"

    def spell(card: int) -> str:
        return f"{card_id(card)}{'*' if printed[card].rat else ''} {printed[card].shows}"

    seats = range(int(state.seats))
    lines = [f"Piratz, {state.seats} seats, round {state.round_number}{', the last' if state.final_round else ''}"]
    lines += [f"  {name:8}{' '.join(state.cubes_on(kind))}" for kind, name in enumerate(TREASURES)]
    lines.append(f"Face up: {heap(state.faceup_in_order())}")
    placed = [int(state.placed[i]) for i in range(int(state.passed))]
    for seat in sorted(placed, key=lambda seat: state.spade[seat] == n.BARE):  # as positions tell them
        where = "bare in the middle" if state.spade[seat] == n.BARE else f"on {spell(int(state.spade[seat]))}"
        lines.append(f"Spade {seat}: {where}")
    lines.append(f"Draw pile: {size(state.bag)}; discarded: {heap(members(int(state.discard)))}")
    for seat in seats:
        pile = state.piles[seat]
        counts = [f"{state.house.treasures(pile, k)} {TREASURES[k]}" for k in range(int(n.KINDS))]
        counts.append(f"{size(pile & state.house.rats)} rats")
        mark = ">" if seat == state.active else " "
        lines.append(f"{mark} Seat {seat}: {size(pile)} cards, {', '.join(counts)}; score {state.score(seat)}")
    phase = "set-up" if state.phase == n.SETUP else n.PHASES[state.phase].replace("_", " ")
    lines.append(f"Phase: {phase}")
    return "\n".join(lines)
