"""How a game of Piratz ended, line by line; and how it would end now."""

from __future__ import annotations

from mischief.engine.game import Result, Tally

from . import numbers as n
from .cards import COLOURS
from .rules import Piratz


def result(state: Piratz) -> Result:
    seats = range(int(state.seats))
    scores = tuple(state.all_scores())
    winners = tuple(state.winners())
    tally = []
    for colour, name in enumerate(COLOURS):
        value = int(n.CUBE_COLOURS) - colour
        cubes = [sum(w == s * n.CUBE_COLOURS + colour for w in state.won) for s in seats]
        tally.append(Tally(f"{name.capitalize()} cubes, {value} each", "PZ-12.1", tuple(c * value for c in cubes)))
    return Result(
        scores=scores,
        places=tuple(1 + sum(other > mine for other in scores) for mine in scores),
        winners=winners,
        why="The most valuable cubes win." if len(winners) == 1 else "Equal cubes share the victory.",
        clause="PZ-12.2" if len(winners) == 1 else "PZ-12.3",
        tally=tuple(tally),
        how=f"with cubes worth {max(scores)}",
    )


def running_scores(state: Piratz) -> tuple[int, ...]:
    """What the cubes would be worth if the piles were scored now, every choice being for the dearer cube."""
    trial = state.clone()
    assert isinstance(trial, Piratz)
    if trial.phase == n.SETUP:
        return (0,) * int(state.seats)
    if trial.phase not in (n.CHOOSE_CUBE, n.OVER):
        trial.score_from(0)
    while trial.phase == n.CHOOSE_CUBE:
        trial.choose_cube(True)
    return tuple(trial.all_scores())
