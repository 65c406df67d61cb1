"""Piratz, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from typing import Any, ClassVar

from mischief.engine.decks import STANDARD
from mischief.engine.errors import Refused
from mischief.engine.game import Game, Info, Parts
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from .cards import read_deck, standard_deck
from .contents import contents, pieces
from .heuristic import Sensible
from .house import house_of
from .moves import OUTCOMES, moves_of
from .observing import PiratzObserver
from .observing_insight import PiratzInsight
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result, running_scores
from .rules import Piratz, new_table
from .seeing import make_view
from .writing import components, write


def counts_of(game: PiratzGame) -> list[int]:
    """How many of each treasure every card shows."""
    return [count for card in game.deck.cards for count in card.counts]


class PiratzGame(Game):
    info = Info(
        id="piratz",
        title="Piratz",
        prefix="PZ",
        seats=(2, 4),
        usual_seats=2,
        minutes=15,
        weight="light",
        pitch="Dig up treasures, leave with the best heap, and be gone before the second rat.",
        designers="Oliver Igelhaut",
    )
    master_hints_of_many: ClassVar = {"nets": 0.0}
    master_odds: ClassVar = {2: (-0.37, 0.94, 0.94), 3: (-0.26, 0.91, 0.91), 4: (-0.32, 0.92, 0.92)}
    open = True
    # The net lies nearer to a master than it should for people: all three below it stray, each more than the next.
    levels: ClassVar = {
        "easy": "net,warmth=17,reach=21",
        "normal": "net,warmth=11,reach=13",
        "hard": "net,warmth=4,reach=6",
    }
    slips = 0.06
    parts = Parts[Piratz](
        begin=lambda game: new_table(game, game.seats, game.house),
        read=read,
        write=write,
        view=make_view,
        why_not=why_not,
        result=result,
        running_scores=running_scores,
        heuristic=lambda game: Sensible(counts_of(game)),
        draw=draw,
        contents=contents,
        pieces=pieces,
        components=components,
        observer=lambda game: PiratzObserver(),
        insight=lambda game: PiratzInsight(counts_of(game)),
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.deck = standard_deck() if self.deck_name == STANDARD else read_deck(self.card_file)
        self.house = house_of(self.deck, self.seats, self.options)
        self.name_moves(moves_of(self.house), OUTCOMES)

    def refusal(self, state: State, seat: int, action: int) -> Refused:
        refused = super().refusal(state, seat, action)
        return Refused(refused.sentence, "PZ-13.3") if seat == DEALER else refused


GAME = PiratzGame
