"""How a game of Pie Rats ended, line by line (PR-12.3 to PR-12.9); and the points so far."""

from __future__ import annotations

from mischief.engine.game import Result, Tally

from .rules import PieRats


def result(state: PieRats) -> Result:
    seats, house = range(int(state.seats)), state.house
    ranks = [int(state.rank(s)) for s in seats]
    pies = [[int(state.loot_which(i)) for i in range(int(state.looted)) if state.loot_seat(i) == s] for s in seats]
    points = tuple(sum(int(house.points[p]) for p in mine) for mine in pies)
    weights = tuple(sum(int(house.weight[p]) for p in mine) for mine in pies)
    counts = tuple(len(mine) for mine in pies)
    winners = tuple(s for s in seats if ranks[s] == max(ranks))
    why, clause = _criterion(winners, points, weights, counts)
    return Result(
        scores=points,
        places=tuple(1 + sum(other > mine for other in ranks) for mine in ranks),
        winners=winners,
        why=why,
        clause=clause,
        tally=(
            Tally("Points", "PR-12.3", points),
            Tally("Weight", "PR-12.4", weights, tie_break=True),
            Tally("Pies", "PR-12.5", counts, tie_break=True),
        ),
        how=f"with {counts[winners[0]]} {'pie' if counts[winners[0]] == 1 else 'pies'} worth {max(points)}",
    )


def running_scores(state: PieRats) -> tuple[int, ...]:
    return tuple(int(state.points(s)) for s in range(int(state.seats)))


def _criterion(
    winners: tuple[int, ...], points: tuple[int, ...], weights: tuple[int, ...], counts: tuple[int, ...]
) -> tuple[str, str]:
    """What decided the game, and its clause."""
    tied = [s for s in range(len(points)) if points[s] == max(points)]
    if len(tied) == 1:
        return "Most points from looted Pies.", "PR-12.3"
    heaviest = max(weights[s] for s in tied)
    tied = [s for s in tied if weights[s] == heaviest]
    if len(tied) == 1:
        return "Equal points; the heavier Pies decide.", "PR-12.4"
    most = max(counts[s] for s in tied)
    tied = [s for s in tied if counts[s] == most]
    if len(tied) == 1:
        return "Equal points and weight; the greater number of Pies decides.", "PR-12.5"
    if len(winners) == 1:
        return "Equal in everything; the earliest first loot decides.", "PR-12.7"
    return "Equal in points, weight and Pies: the win is shared.", "PR-12.6"
