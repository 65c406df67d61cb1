"""How a game of Doctor Rat ended: won or lost together, and how far it went."""

from __future__ import annotations

from mischief.engine.game import Result, Tally

from . import numbers as n
from .rules import DoctorRat


def result(state: DoctorRat) -> Result:
    win = state.reason == n.EXAM_PASSED
    seats = range(int(state.seats))
    if win:
        why, clause = "Every group passed the exam.", "DR-7.4"
    elif state.reason == n.EXAM_CROSS:
        why, clause = "Group {group} ate a bad card in the exam.", "DR-7.3"
    else:
        why, clause = "Group {group} got its third cross.", "DR-7.1"
    meals = int(state.meal) - (0 if win else 1)
    crosses = sum(int(state.of(g, n.CROSSES)) for g in range(int(state.house.groups)))
    return Result(
        scores=tuple(int(win) for _ in seats),
        places=tuple(1 for _ in seats),
        winners=tuple(seats) if win else (),
        why=state.game.words.fill(why, {"group": int(state.lost_by)}, ()),
        clause=clause,
        tally=(
            Tally("Meals completed", "DR-14.2", tuple(meals for _ in seats)),
            Tally("Crosses at the table", "DR-14.2", tuple(crosses for _ in seats)),
        ),
        how=f"{'with' if win else 'after'} {meals} of {int(n.MEALS)} meals",
    )
