"""The table of Doctor Rat as text, for `print(state)`. Full information."""

from __future__ import annotations

from .board import CROSSES, FIRST, KIND, MEDICINE, PENDING, SECOND, WHO
from .foods import CODES, codes
from .meals import EFFECTS
from .phases import phase_name
from .rules import DoctorRat
from .setting_up import restriction
from .writing import write_claims, write_row


def draw(state: DoctorRat) -> str:
    plan = state.plan
    lines = [f"Doctor Rat, {int(state.seats)} seats, meal {int(state.meal)} of 8, {phase_name(state)}"]
    for g in range(int(plan.groups)):
        lines.append(_group(state, g))
    if plan.colony:
        lines.append(f"Stock: {_heap(state.stock)}" + (f"  chosen: {_heap(state.picked)}" if state.picked else ""))
    lines.append(f"Centre: {_heap(state.centre)}")
    lines.append(f"Trash can: {_heap(state.trash)}")
    tokens = f"{int(state.yuck)} Yuck!"
    if plan.colony:
        tokens += f", {int(state.medicine)} Medicine, {int(state.strict)} Strict Menu"
    lines.append(f"Tokens: {tokens}")
    return "\n".join(lines)


def _heap(cards: int) -> str:
    return " ".join(codes(cards)) or "nothing"


def _group(state: DoctorRat, g: int) -> str:
    identity = CODES[state.identity_food(g)] if state.of(g, WHO) >= 0 else "?"
    diet = restriction(int(state.of(g, KIND)), int(state.of(g, FIRST)), int(state.of(g, SECOND)))
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
    if state.of(g, PENDING) >= 0:
        line += f" [{EFFECTS[state.of(g, PENDING)]}]"
    if state.of(g, MEDICINE) >= 0 or state.of(g, CROSSES) > 0:
        line += f", crosses {int(state.of(g, CROSSES))}"
    return line
