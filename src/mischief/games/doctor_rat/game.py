"""Doctor Rat, the rulebook: what stands on the box, and the parts it is put together from."""

from __future__ import annotations

from typing import Any, ClassVar

from mischief.engine.decks import STANDARD
from mischief.engine.game import Channel, Game, Info, Parts, Silence, View
from mischief.engine.gathering import Gathering
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import notebook
from . import numbers as n
from . import seeing_speech as speech
from .cards import read_cards, standard_cards
from .contents import contents, pieces
from .gathering import gathering
from .heuristic import Sensible
from .house import house_of
from .moves import MOVES, as_asked, outcomes_of
from .observing import DoctorObserver
from .partners import PARTNERS
from .picture import draw
from .reading import read
from .refusals import why_not
from .result import result
from .rules import DoctorRat, new_table
from .seeing import make_view
from .view import DoctorRatView
from .writing import components, write


class DoctorRatGame(Game):
    info = Info(
        id="doctor-rat",
        title="Doctor Rat",
        prefix="DR",
        seats=(2, 7),
        usual_seats=4,
        minutes=30,
        weight="medium",
        pitch="The Doctor knows what every rat may eat and must not say it. Eight dinners to work it out together.",
        designers="Johannes Krenner",
        cooperative=True,
    )
    levels: ClassVar = {"easy": "partner:hungry"}  # a beginner, who looks at its own plate
    master_hints: ClassVar = {"heed": 0.0}  # partners count on what is usual: it is kept unless surely worse
    search_odds: ClassVar = {
        2: (0.27, 0.70, 0.70),
        3: (0.34, 0.69, 0.69),
        4: (0.47, 0.63, 0.63),
        5: (0.56, 0.59, 0.59),
        6: (0.61, 0.57, 0.57),
        7: (0.57, 0.59, 0.59),
    }
    parts = Parts[DoctorRat](
        begin=lambda game: new_table(game, game.house),
        read=read,
        write=write,
        view=make_view,
        why_not=why_not,
        result=result,
        heuristic=lambda game: Sensible(),
        draw=draw,
        contents=contents,
        pieces=pieces,
        components=components,
        observer=lambda game: DoctorObserver(),
        partners=PARTNERS,
    )

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.cards = standard_cards() if self.deck_name == STANDARD else read_cards(self.card_file)
        self.house = house_of(self.cards, self.seats, self.options)
        self.name_moves(MOVES, outcomes_of(self.house))

    def command(self, text: str, seat: int, state: State) -> list[int]:
        assert isinstance(state, DoctorRat)
        actions = super().command(text, seat, state)
        return actions if seat == DEALER or len(actions) < 2 else as_asked(state, seat, actions)

    def gathering(self, state: State, seat: int) -> Gathering | None:
        assert isinstance(state, DoctorRat)
        return gathering(state, seat)

    # Windows and silence

    def form(self, state: State) -> str:
        assert isinstance(state, DoctorRat)
        if not self.house.colony and state.phase in (n.B_YUCK, n.C_YUCK):
            return "window"
        return super().form(state)

    def window_pass(self, state: State, seat: int) -> int | None:
        return int(n.PASS) if self.form(state) == "window" and state.waits_for(seat) else None

    def silence(self, state: State, seat: int) -> Silence | None:
        assert isinstance(state, DoctorRat)
        return speech.silence(state, seat)

    def channels(self, state: State, seat: int) -> list[Channel]:
        """In Colleagues, a team of two or more talks among itself at any time (DR-12.4)."""
        assert isinstance(state, DoctorRat)
        team = speech.team(state, seat)
        return [Channel("team", "Your team", team)] if len(team) > 1 else []

    def notebook(self, view: View) -> list[list[notebook.Possible]]:
        """For each group the diets that are still possible, from a seat's view alone; the likeliest first."""
        assert isinstance(view, DoctorRatView)
        return notebook.notebook(self.house.book, view)


GAME = DoctorRatGame
