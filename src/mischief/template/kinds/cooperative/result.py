"""How a game of Last Crumb ended: all rats win together, or lose."""

from mischief.engine.game import Result, Tally

from . import numbers as n
from .rules import LastCrumb


def result(state: LastCrumb) -> Result:
    scores = running_scores(state)
    won = scores[0] >= n.ENOUGH
    return Result(
        scores=scores,
        places=tuple(1 for _ in scores),
        winners=tuple(range(len(scores))) if won else (),
        why="Enough for the winter." if won else "Too little was carried off.",
        clause="LC-3.1",
        tally=(Tally("Carried off", "LC-3.1", scores),),
        how=f"with {scores[0]} of {int(n.ENOUGH)} crumbs",
    )


def running_scores(state: LastCrumb) -> tuple[int, ...]:
    return tuple(int(state.scores[s]) for s in range(int(state.seats)))
