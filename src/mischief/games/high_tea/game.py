"""RATS: High Tea at Sea, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from typing import Any, ClassVar

from mischief.engine.decks import STANDARD
from mischief.engine.game import Game, Info, Parts
from mischief.engine.gathering import Gathering
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import numbers as n
from .cards import read_cards, standard_cards
from .contents import contents, pieces
from .gathering import gathering
from .heuristic import Sensible
from .house import house_of
from .moves import MOVES, OUTCOMES, tidy_outcome, whole_choice
from .observing import HighTeaObserver
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import HighTea, new_table
from .seeing import make_view
from .writing import components, write

TOGETHER = (*range(int(n.AT_BAUBLES), int(n.AT_FLOWERS) + 1), int(n.AT_SCAVENGE), int(n.AT_START))
"""Phases in which several rats choose at the same time, even if only one of them is left to."""


class HighTeaGame(Game):
    info = Info(
        id="high-tea",
        title="RATS: High Tea at Sea",
        prefix="HT",
        seats=(2, 6),
        usual_seats=4,
        minutes=30,
        weight="medium",
        pitch="The ship is sinking and tea is served: out-do your Host, politely, and win the only raft.",
        designers="Josh DeBonis and Eric Zimmerman",
    )
    # The rules of thumb lie far below the net here, and that far below a master: two of the levels stand between.
    levels: ClassVar = {"easy": "net,warmth=10,reach=12", "normal": "net,warmth=4,reach=6", "hard": "master:16it"}
    slips = 0.35
    # A meal or two ahead the outlook says more than dice thrown to the end.
    search_hints: ClassVar = {"cutoff": 20}
    master_hints: ClassVar = {"beliefs": True}
    master_odds: ClassVar = {
        2: (-0.64, 0.99, 0.99),
        3: (-0.55, 1.10, 1.10),
        4: (-0.62, 1.19, 1.19),
        5: (-0.73, 1.19, 1.19),
        6: (-0.39, 1.48, 0.94),
    }
    parts = Parts[HighTea](
        begin=lambda game: new_table(game, game.house),
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
        observer=lambda game: HighTeaObserver(),
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        cards = standard_cards() if self.deck_name == STANDARD else read_cards(self.card_file)
        self.house = house_of(cards, self.seats, self.options)
        self.name_moves(MOVES, OUTCOMES)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """Dice may be given in any order, and some texts stand for several moves (moves.py)."""
        assert state is None or isinstance(state, HighTea)
        actions: list[int] = []
        for part in text.split(","):
            tidy = " ".join(part.split()).lower()
            if seat == DEALER:
                actions += super().parse(tidy_outcome(tidy), seat, state)
                continue
            whole = whole_choice(tidy, state, seat)
            actions += whole if whole is not None else super().parse(part, seat, state)
        return actions

    def gathering(self, state: State, seat: int) -> Gathering | None:
        assert isinstance(state, HighTea)
        return gathering(state, seat)

    def form(self, state: State) -> str:
        assert isinstance(state, HighTea)
        if state.phase == n.AT_PAUPER:
            return "window"
        return "together" if state.phase in TOGETHER else super().form(state)


GAME = HighTeaGame
