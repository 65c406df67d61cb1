"""The table as text for people: what `print(state)` shows, with everything open."""

from __future__ import annotations

from . import numbers as n
from .cards import CLASS_NAMES, OTHER_NAMES
from .rules import RattusCartus
from .seeing import WHAT_IS_ASKED
from .writing import write


def draw(state: RattusCartus) -> str:
    table = write(state)
    lines = [f"Rattus Cartus, {_when(state)}"]
    entries = {entry["seat"]: entry for entry in table["entries"]}
    for slot, building in enumerate(table["row"]):
        inside = [f"S{seat} {_bag(entry['laid'])}" for seat, entry in entries.items() if entry["slot"] == slot]
        lines.append(f"  {slot} {building:<24}{'; '.join(inside)}".rstrip())
    lines.append(f"Nun-row: {' '.join(table['nun_row']) or 'not dealt'}")
    supplies = ", ".join(f"{table['supply'][name]} {name}" for name in OTHER_NAMES if table["supply"][name])
    lines.append(f"Deck {int(state.deck_size)}, discards {int(state.pile_size)}; {supplies}")
    lines.append("       rats  " + "  ".join(name[:5].capitalize() for name in CLASS_NAMES) + "  hand")
    for number, seat in enumerate(table["seats"]):
        tracks = "".join(f"{steps:>5}  " for steps in seat["influence"])
        lines.append(f"  S{number} {seat['rats']:>6}  {tracks}{_bag(seat['hand'])}")
    return "\n".join(lines)


def _when(state: RattusCartus) -> str:
    if state.phase == n.SETUP:
        return f"{int(state.seats)} seats, setting up"
    if state.phase == n.OVER:
        return f"{int(state.seats)} seats, over"
    asked = ", ".join(f"S{seat}" for seat in state.actors() if seat >= 0) or "the Dealer"
    return f"{int(state.seats)} seats, round {int(state.round_number)}: {asked} to {WHAT_IS_ASKED[int(state.stage)]}"


def _bag(cards: dict[str, int]) -> str:
    return ", ".join(name if count == 1 else f"{count} x {name}" for name, count in cards.items()) or "-"
