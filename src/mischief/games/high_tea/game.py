"""RATS: High Tea at Sea, the rulebook: what starts tables and puts moves into words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from mischief.engine.game import Game, Info, Move, Result, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import moves, positions, refusals, setting
from .cards import read_cards
from .heuristic import Sensible
from .house import (
    ACTIONS,
    AT_BAUBLES,
    AT_FLOWERS,
    AT_PAUPER,
    AT_SCAVENGE,
    AT_START,
    CARRY_ON,
    CHEAP,
    EVERY_TURN,
    GOAL_IDS,
    NEWCOMER,
    OUTCOMES,
    STANDARD,
    House,
)
from .picture import draw
from .rules import HighTea, new_table
from .view import make_view

FOLDER = Path(__file__).parent
PRIVILEGE = {"standard": STANDARD, "newcomer": NEWCOMER, "every_turn": EVERY_TURN}
TOGETHER = (*range(int(AT_BAUBLES), int(AT_FLOWERS) + 1), int(AT_SCAVENGE), int(AT_START))


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
    slips = 0.35
    # A meal or two ahead the outlook says more than dice thrown to the end.
    search_hints: ClassVar = {"cutoff": 20}
    option_list = (
        Option(
            name="vocations",
            title="Vocations",
            says="Vermin Vocations: every rat drafts a calling with an ability of its own.",
            default=False,
            values=(False, True),
            means=("without vocations", "with the seven vocations"),
            clause="HT-13.1",
        ),
        Option(
            name="first_host",
            title="First Host",
            says="Who begins with the hat.",
            default="random",
            values=("random",),
            means=("drawn by lot",),
            kind="seat",
            clause="HT-1.4",
            applies={"vocations": (False,)},
        ),
        Option(
            name="start_supply",
            title="First supplies",
            says="How the rats without the hat get their first supplies.",
            default="choose",
            values=("choose", "random"),
            means=("own secret choice", "a secret draw"),
            clause="HT-1.6",
            first_game="random",
        ),
        Option(
            name="privilege",
            title="Host's Privilege",
            says="When the Host gains one of everything after the flowers.",
            default="standard",
            values=("standard", "newcomer", "every_turn"),
            means=(
                "a new Host only; at a table of two every turn",
                "a new Host only, also at a table of two",
                "every turn, new Host or not",
            ),
            clause="HT-10.7",
        ),
        Option(
            name="two_player_kinds",
            title="Gifts at a table of two",
            says="Whether the two gifts must be of different kinds.",
            default="distinct",
            values=("distinct", "any"),
            means=("two different kinds", "both may be the same"),
            clause="HT-14.2",
            applies={"seats": (2,)},
        ),
        Option(
            name="sheet",
            title="Pieces of flowers",
            says="Whether others see what kind of piece was made of flowers.",
            default="private",
            values=("private", "open"),
            means=("hidden until the ceremony", "shown when made"),
            clause="HT-10.1",
        ),
        Option(
            name="ship_name",
            title="Name of the ship",
            says="The name on the ship's bow.",
            default=read_cards(FOLDER / "cards.toml").ship_name,
            kind="text",
            low=1,
            high=40,
            examples=("SS Whiskers",),
            display=True,
        ),
    )
    folder = FOLDER
    num_actions = int(ACTIONS)
    num_outcomes = int(OUTCOMES)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        cards = read_cards(FOLDER / "cards.toml")
        chosen = self.options
        self.house = House(
            self.seats,
            chosen["vocations"],
            -1 if chosen["first_host"] == "random" else chosen["first_host"],
            chosen["start_supply"] == "random",
            PRIVILEGE[chosen["privilege"]],
            chosen["two_player_kinds"] == "distinct",
            chosen["sheet"] == "open",
            cards.numbers,
            cards.awards,
        )

    def begin(self) -> State:
        return new_table(self, self.house)

    def load(self, position: Mapping[str, Any]) -> State:
        return setting.read(self, self.house, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, HighTea)
        return positions.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, HighTea)
        return make_view(state, seat)

    def result(self, state: State) -> Result:
        assert isinstance(state, HighTea)
        seats = range(self.seats)
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
            tally=tuple(self._tally(state, goal) for goal in positions.goals(state)),
        )

    def _tally(self, state: HighTea, goal: int) -> Tally:
        _, awards = state.judged(goal)
        name = read_cards(FOLDER / "cards.toml").names[GOAL_IDS[goal - int(CHEAP)]]
        return Tally(name, f"HT-12.{goal}", tuple(awards))

    def move(self, action: int) -> Move:
        if not 0 <= action < self.num_actions:
            raise self.no_action(action)
        return moves.read_move(action)

    def outcome(self, outcome: int) -> Move:
        if not 0 <= outcome < self.num_outcomes:
            raise self.no_outcome(outcome)
        return moves.read_outcome(outcome)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        assert state is None or isinstance(state, HighTea)
        actions: list[int] = []
        for part in text.split(","):
            tidy = " ".join(part.split()).lower()
            if seat == DEALER:
                actions += super().parse(moves.tidy_outcome(tidy), seat, state)
                continue
            whole = moves.whole_choice(tidy, state, seat)
            actions += whole if whole is not None else super().parse(part, seat, state)
        return actions

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, HighTea)
        return refusals.why_not(state, seat, action)

    def form(self, state: State) -> str:
        assert isinstance(state, HighTea)
        if state.phase == AT_PAUPER:
            return "window"
        return "together" if state.phase in TOGETHER else super().form(state)

    def window_pass(self, state: State, seat: int) -> int | None:
        """A Pauper that is level can only carry on; below the Host there is no passing (HT-13.12)."""
        return int(CARRY_ON) if int(CARRY_ON) in state.legal(seat) else None

    def running_scores(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, HighTea)
        totals = [0] * self.seats
        for goal in positions.goals(state):
            for seat, amount in enumerate(self._tally(state, goal).amounts):
                totals[seat] += amount
        return tuple(totals)

    def picture(self, state: State) -> str:
        assert isinstance(state, HighTea)
        return draw(state)

    def heuristic(self) -> Policy:
        return Sensible()


GAME = HighTeaGame
