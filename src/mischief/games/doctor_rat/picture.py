"""The table of Doctor Rat as text, for `print(state)`. Full information."""

from __future__ import annotations

from . import numbers as n
from .rules import DoctorRat
from .sets import codes
from .writing import phase_name, write_claims, write_row


def draw(state: DoctorRat) -> str:
    house = state.house
    lines = [f"Doctor Rat, {int(state.seats)} seats, meal {int(state.meal)} of 8, {phase_name(state)}"]
    for g in range(int(house.groups)):
        lines.append(_group(state, g))
    if house.colony:
        lines.append(f"Stock: {_heap(state.stock)}" + (f"  chosen: {_heap(state.picked)}" if state.picked else ""))
    lines.append(f"Centre: {_heap(state.centre)}")
    lines.append(f"Trash can: {_heap(state.trash)}")
    tokens = f"{int(state.yuck)} Yuck!"
    if house.colony:
        tokens += f", {int(state.medicine)} Medicine, {int(state.strict)} Strict Menu"
    lines.append(f"Tokens: {tokens}")
    return "\n".join(lines)


def _heap(cards: int) -> str:
    return " ".join(codes(cards)) or "nothing"


def _group(state: DoctorRat, g: int) -> str:
    identity = n.CODES[state.identity_food(g)] if state.of(g, n.IDENTITY) >= 0 else "?"
    diet = state.restriction_of(g)
    kept = "no diet yet" if diet is None else " ".join(str(part) for part in diet.values())
    row = []
    for index, entry in enumerate(write_row(state, g)):
        mark = {"good": "+", "bad": "-"}.get(entry.get("mark", ""), "")
        word = f"{entry.get('card', entry.get('complication'))}{mark}"
        row.append(f"({word})" if state.covered(g, index) else word)
    line = f"Group {g} (seats {', '.join(map(str, state.seats_of(g)))}), {kept}: {identity} | {' '.join(row)}"
    eating = [claim["card"] for claim in write_claims(state, g) if claim["card"]]
    if eating:
        line += f" <- {' '.join(eating)}"
    if state.of(g, n.PENDING) >= 0:
        line += f" [{n.EFFECT_NAMES[state.of(g, n.PENDING)]}]"
    if state.of(g, n.MEDICINE) >= 0 or state.of(g, n.CROSSES) > 0:
        line += f", crosses {int(state.of(g, n.CROSSES))}"
    return line
