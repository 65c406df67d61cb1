"""How a game of High Tea ended, line by line; and how it would end now."""

from __future__ import annotations

from mischief.engine.game import Result, Tally

from . import numbers as n
from .rules import HighTea
from .writing import goals


def result(state: HighTea) -> Result:
    seats = range(int(state.seats))
    scores = tuple(int(state.awards(s)) for s in seats)
    shared = scores.count(max(scores)) > 1
    why = "Most awards" if not shared else "Level in awards, and given the raft by the final Host"
    fate = "all rats escape" if state.coin == 1 else "only the raft is saved"
    return Result(
        scores=scores,
        places=tuple(int(state.place(s)) for s in seats),
        winners=(int(state.winner),),
        why=f"{why}; {fate}.",
        clause="HT-11.11" if shared else "HT-11.10",
        tally=tuple(_tally(state, goal) for goal in goals(state)),
        how=f"with {_awards(max(scores))}",
    )


def running_scores(state: HighTea) -> tuple[int, ...]:
    """The awards for the goals circled so far, if they were judged now."""
    judged = [state.judged(goal)[1] for goal in goals(state)]
    return tuple(sum(awards[seat] for awards in judged) for seat in range(int(state.seats)))


def _awards(count: int) -> str:
    return "1 award" if count == 1 else f"{count} awards"


def _tally(state: HighTea, goal: int) -> Tally:
    _, awards = state.judged(goal)
    return Tally(state.house.cards.names[n.GOAL_IDS[goal - int(n.CHEAP)]], f"HT-12.{goal}", tuple(awards))
