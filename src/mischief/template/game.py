"""Last Crumb, the rulebook: what starts tables and puts moves into words."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.game import Game, Info, Move, Result, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import positions
from .cards import read_crumbs
from .heuristic import Sensible
from .rules import PAWS, LastCrumb, new_table
from .view import make_view

FOLDER = Path(__file__).parent


class LastCrumbGame(Game):
    info = Info(
        id="last-crumb",
        title="Last Crumb",
        prefix="LC",
        seats=(2, 4),
        usual_seats=2,
        minutes=5,
        weight="light",
        pitch="Five paws, five crumbs: bid high enough, but not as high as anyone else.",
        designers="you",
    )
    option_list = (
        Option(
            name="crumbs",
            title="Crumbs",
            says="Which crumbs are in the bag.",
            default="plenty",
            values=("plenty", "scarce"),
            means=("two of each", "one of each"),
            clause="LC-1.2",
        ),
    )
    folder = FOLDER
    num_actions = int(PAWS)
    num_outcomes = int(PAWS)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        copies = read_crumbs(FOLDER / "cards.toml")
        self.crumbs = copies if self.options["crumbs"] == "plenty" else [min(n, 1) for n in copies]

    def begin(self) -> State:
        return new_table(self, self.seats, vec[i64](self.crumbs))

    def load(self, position: Mapping[str, Any]) -> State:
        return positions.read(self, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, LastCrumb)
        return positions.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, LastCrumb)
        return make_view(state, seat)

    def result(self, state: State) -> Result:
        assert isinstance(state, LastCrumb)
        scores = tuple(int(state.scores[s]) for s in range(self.seats))
        winners = tuple(s for s in range(self.seats) if scores[s] == max(scores))
        return Result(
            scores=scores,
            places=tuple(1 + sum(other > mine for other in scores) for mine in scores),
            winners=winners,
            why="Most crumbs taken." if len(winners) == 1 else "Equal crumbs share the win.",
            clause="LC-3.1",
            tally=(Tally("Crumbs", "LC-3.1", scores),),
        )

    def move(self, action: int) -> Move:
        return Move(action, "paw", {"paw": action + 1}, f"paw {action + 1}")

    def outcome(self, outcome: int) -> Move:
        return Move(outcome, "crumb", {"crumb": outcome + 1}, f"crumb {outcome + 1}")

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, LastCrumb)
        if state.crumb == 0:
            return "No crumb has been turned up yet.", "LC-2.1"
        if not state.waits_for(seat):
            return "You have chosen your paw; it stays down until all have.", "LC-2.2"
        return f"You have used your {action + 1} already.", "LC-2.5"

    def heuristic(self) -> Policy:
        return Sensible()

    def running_scores(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, LastCrumb)
        return tuple(int(state.scores[s]) for s in range(self.seats))


GAME = LastCrumbGame
