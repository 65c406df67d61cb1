"""Rattus Cartus, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mischief.engine.decks import STANDARD
from mischief.engine.events import Event
from mischief.engine.game import Game, Info, Parts
from mischief.engine.gathering import Gathering
from mischief.engine.state import State

from . import numbers as n
from .cards import read_components, standard_components
from .contents import contents, pieces
from .gathering import gathering
from .heuristic import Sensible
from .house import house_of
from .moves import MOVES, OUTCOMES
from .observing import RattusObserver
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import RattusCartus, new_table
from .seeing import make_view
from .writing import components, write


class RattusCartusGame(Game):
    info = Info(
        id="rattus-cartus",
        title="Rattus Cartus",
        prefix="RC",
        seats=(2, 5),
        usual_seats=4,
        minutes=45,
        weight="medium",
        pitch="Win the town, one class at a time, and hope that enough nuns are praying for your rats.",
        designers="Åse Berg and Henrik Berg",
    )
    # `normal` plays by the rules of thumb, and `hard`, the net, lies about halfway from there to a master.
    levels: ClassVar = {"easy": "net,warmth=8,reach=10"}
    slips = 0.09
    master_hints: ClassVar = {"cutoff": 16}
    master_hints_of_many: ClassVar = {"nets": 0.25}
    master_odds: ClassVar = {
        2: (-0.56, 0.88, 0.93),
        3: (-0.67, 0.83, 1.01),
        4: (-0.73, 0.93, 1.14),
        5: (-0.72, 0.91, 0.96),
    }
    parts = Parts[RattusCartus](
        begin=lambda game: new_table(game, game.seats, game.house),
        read=read,
        write=write,
        view=make_view,
        why_not=why_not,
        result=result,
        running_scores=running_scores,
        heuristic=lambda game: Sensible(),
        draw=draw,
        contents=contents,
        pieces=pieces,
        components=components,
        observer=lambda game: RattusObserver(),
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.components = standard_components() if self.deck_name == STANDARD else read_components(self.card_file)
        self.house = house_of(self.components, self.seats, self.options)
        self.name_moves(MOVES, OUTCOMES)

    def gathering(self, state: State, seat: int) -> Gathering | None:
        assert isinstance(state, RattusCartus)
        return gathering(state, seat)

    def happened(self, trial: State, told: Sequence[Event], seat: int, action: int) -> bool:
        """With nothing left to lay or discard, `done` is implied."""
        return action == int(n.DONE)


GAME = RattusCartusGame
