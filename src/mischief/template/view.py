"""What one seat may see of Last Crumb."""

from mischief.engine.game import View
from mischief.engine.seats import WATCHER

from . import numbers as n
from .rules import LastCrumb


class LastCrumbView(View):
    """Everything is open but the paws chosen and not yet compared; `mine` is the viewer's own choice."""

    round: int
    crumb: int | None
    bag: list[int]
    paws: list[list[int]]
    chosen: list[bool]
    mine: int | None
    scores: list[int]


def make_view(state: LastCrumb, seat: int) -> LastCrumbView:
    seats = range(int(state.seats))
    mine = int(state.chosen[seat]) if seat >= 0 else 0
    return LastCrumbView(
        seat=None if seat == WATCHER else seat,
        phase="over" if state.over else "choose" if state.crumb else "turn_up",
        waiting=[s for s in state.actors() if s >= 0],
        over=state.over,
        round=int(state.round_number),
        crumb=int(state.crumb) or None,
        bag=[int(count) for count in state.bag],
        paws=[[p for p in range(1, int(n.PAWS) + 1) if state.holds(s, p)] for s in seats],
        chosen=[state.chosen[s] != 0 for s in seats],
        mine=mine or None,
        scores=[int(state.scores[s]) for s in seats],
    )
