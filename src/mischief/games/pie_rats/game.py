"""Pie Rats of the Carob Bean Farm, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from mischief.engine.decks import STANDARD
from mischief.engine.events import Event
from mischief.engine.game import Game, Info, Parts
from mischief.engine.gathering import Gathering
from mischief.engine.state import State

from . import numbers as n
from .cards import read_deck, standard_deck
from .contents import contents, pieces
from .gathering import gathering, happened
from .heuristic import Sensible
from .house import House
from .moves import moves_of, outcomes_of, with_usual_words
from .observing import PieObserver
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import PieRats, new_table
from .seeing import make_view
from .writing import components, write


class PieRatsGame(Game):
    info = Info(
        id="pie-rats",
        title="Pie Rats of the Carob Bean Farm",
        prefix="PR",
        seats=(2, 6),
        usual_seats=3,
        minutes=40,
        weight="medium",
        pitch="Gather a crew, lure away everybody else's, and carry off the pies before they cool.",
        designers="Brian Bollinger",
    )
    # The net lies far above the rules of thumb here, `normal` a little above them.
    levels: ClassVar = {"easy": "net,warmth=9,reach=11", "normal": "net,warmth=6,reach=8"}
    slips = 0.12
    # Some rounds ahead the outlook says more than playing all the Pies out.
    search_hints: ClassVar = {"cutoff": 60}
    master_hints: ClassVar = {"cutoff": 12}
    master_odds: ClassVar = {
        2: (-0.91, 0.95, 0.95),
        3: (-0.67, 0.98, 0.98),
        4: (-0.55, 0.93, 0.93),
        5: (-0.36, 0.91, 0.91),
        6: (-0.39, 0.94, 0.94),
    }
    parts = Parts[PieRats](
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
        observer=lambda game: PieObserver(game.house.printed),
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        deck = standard_deck() if self.deck_name == STANDARD else read_deck(self.card_file)
        self.house = House(deck, self.seats, self.options)
        self.name_moves(moves_of(self.house), outcomes_of(self.house))

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """Choosing one of one's own rats may be said as `pick`, `protect`, `send` or `lose`."""
        return super().parse(with_usual_words(text), seat, state)

    def gathering(self, state: State, seat: int) -> Gathering | None:
        assert isinstance(state, PieRats)
        return gathering(state, seat)

    def happened(self, trial: State, told: Sequence[Event], seat: int, action: int) -> bool:
        assert isinstance(trial, PieRats)
        return happened(trial, told, action)

    def form(self, state: State) -> str:
        assert isinstance(state, PieRats)
        if state.phase in n.WINDOWS:
            return "window"
        return "together" if state.phase == n.READY else super().form(state)

    def window_pass(self, state: State, seat: int) -> int | None:
        assert isinstance(state, PieRats)
        return int(n.PASS) if state.phase in n.WINDOWS and state.waits_for(seat) else None


GAME = PieRatsGame
