"""Last Crumb, the rulebook: what stands on the box, and the parts it is put together from."""

from typing import Any

from mischief.engine.game import Game, Info, Parts

from .cards import read_crumbs
from .heuristic import Sensible
from .moves import MOVES, OUTCOMES
from .observing import CrumbObserver
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import LastCrumb, components, new_table
from .view import make_view
from .writing import write


class LastCrumbGame(Game):
    info = Info(
        id="last-crumb",
        title="Last Crumb",
        prefix="LC",
        seats=(2, 4),
        usual_seats=2,
        minutes=5,
        weight="light",
        pitch="Five paws, five crumbs: lift them together, without a word.",
        designers="you",
        cooperative=True,
    )
    parts = Parts[LastCrumb](
        begin=lambda game: new_table(game, game.seats, game.crumbs),
        read=read,
        write=write,
        view=make_view,
        why_not=why_not,
        result=result,
        running_scores=running_scores,
        heuristic=lambda game: Sensible(),
        observer=lambda game: CrumbObserver(),
        components=components,
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        copies = read_crumbs(self.folder / "cards.toml")
        self.crumbs = copies if self.options["crumbs"] == "plenty" else [min(count, 1) for count in copies]
        self.name_moves(MOVES, OUTCOMES)


GAME = LastCrumbGame
