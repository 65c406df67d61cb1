"""Rattus Cartus, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from typing import Any

from mischief.engine.game import Game, Info, Parts
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from .cards import read_components
from .contents import contents
from .heuristic import Sensible
from .house import house_of
from .moves import MOVES, OUTCOMES, cards_in_order, without_implied_done
from .observing import RattusObserver
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import RattusCartus, new_table
from .view import make_view
from .writing import write


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
    slips = 0.09
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
        observer=lambda game: RattusObserver(),
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.components = read_components(self.folder / "cards.toml")
        self.house = house_of(self.components, self.seats, self.options)
        self.name_moves(MOVES, OUTCOMES)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """Cards of one command may be named in any order; a last `done` may be said even where it is implied."""
        actions = super().parse(text, seat, state)
        if seat == DEALER:
            return actions
        actions = cards_in_order(actions)
        return actions if state is None else without_implied_done(state, seat, actions)


GAME = RattusCartusGame
