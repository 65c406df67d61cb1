"""How a game of Last Crumb ended."""

from mischief.engine.game import Result, Tally

from .rules import LastCrumb


def result(state: LastCrumb) -> Result:
    scores = running_scores(state)
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Result(
        scores=scores,
        places=tuple(1 + sum(other > mine for other in scores) for mine in scores),
        winners=winners,
        why="Most crumbs taken." if len(winners) == 1 else "Equal crumbs share the win.",
        clause="LC-3.1",
        tally=(Tally("Crumbs", "LC-3.1", scores),),
        how=f"with {max(scores)} crumbs",
    )


def running_scores(state: LastCrumb) -> tuple[int, ...]:
    return tuple(int(state.scores[s]) for s in range(int(state.seats)))
