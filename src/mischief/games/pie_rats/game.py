"""Pie Rats of the Carob Bean Farm, the rulebook: what starts tables and puts moves into words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from mischief.engine.errors import BadOption
from mischief.engine.game import Game, Info, Move, Result, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import numbering as nr
from . import positions, refusals
from .cards import read_deck
from .deck import Deck, House
from .heuristic import Sensible
from .rules import PieRats, new_table
from .table import NO_CAPTAIN, NONE
from .view import make_view

FOLDER = Path(__file__).parent
WINDOWS = (nr.W2, nr.W5, nr.W5B, nr.W6)
PICKS = ("pick", "protect", "send", "lose")
"""Words for choosing one of one's own rats: which of them is said depends on the decision; all are read."""


@cache
def box(path: Path) -> Deck:
    """The cards of a components file, read once."""
    return read_deck(path)


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
    slips = 0.12
    # Some rounds ahead the outlook says more than playing all the Pies out.
    search_hints: ClassVar = {"cutoff": 60}
    option_list = (
        Option(
            name="phase6",
            title="Disturbing a loot",
            says="How looting in phase 6 may be disturbed.",
            default="call",
            values=("call", "frozen", "never", "nice"),
            means=(
                "a captain's call freezes the table while it loots",
                "no card at all is played in phase 6",
                "nothing protects a loot: the aggressive game",
                "no Carob Bean and no Kidnapping in phase 6",
            ),
            clause="PR-1.8",
            first_game="nice",
        ),
        Option(
            name="pies",
            title="Pies",
            says="How many Pies are in the pile.",
            default=10,
            kind="whole",
            low=1,
            high=15,
            clause="PR-1.1",
        ),
        Option(
            name="lead",
            title="First Lead Player",
            says="Who holds the Lead Player card first.",
            default="random",
            values=("random",),
            means=("chance decides",),
            kind="seat",
            clause="PR-1.9",
        ),
        Option(
            name="captain_pick",
            title="Handing out captains",
            says="How captains come to their players.",
            default="lobby",
            values=("lobby", "table"),
            means=("chosen beforehand, the others by chance", "picked at the table, clockwise from the Lead"),
            clause="PR-1.11",
        ),
        Option(
            name="captains",
            title="Captains",
            says="Who sails under whom. It has no effect on play.",
            default=[],
            kind="list",
            examples=([1], [None, 4]),
            clause="PR-1.3",
            applies={"captain_pick": ("lobby",)},
            picks=(None, *range(6)),
            pick_means=("by chance", *box(FOLDER / "cards.toml").captain_ids),
        ),
        Option(
            name="tie_break",
            title="Last tie-break",
            says="What decides after points, weight and number of Pies.",
            default="shared",
            values=("shared", "first_pie"),
            means=("the win is shared", "the earliest first loot wins"),
            clause="PR-12.6",
        ),
        Option(
            name="fail_discard",
            title="Price of not looting",
            says="Who loses the strongest rat for not looting.",
            default="always",
            values=("always", "pie", "called"),
            means=(
                "every captain who was not able to loot",
                "the same, but only while a Pie lies on the sill",
                "only a captain who called and failed",
            ),
            clause="PR-8.17",
        ),
        Option(
            name="stall_rounds",
            title="Rounds without a loot",
            says="Lootless rounds in a row, with the pile empty, that end the game.",
            default=8,
            kind="whole",
            low=3,
            high=20,
            clause="PR-12.2",
        ),
    )
    folder = FOLDER
    num_actions = int(nr.ACTIONS)
    num_outcomes = int(nr.OUTCOMES)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.deck = box(FOLDER / "cards.toml")
        self.house = House(
            mode=nr.MODE_NAMES.index(self.options["phase6"]),
            fail_discard=nr.FAIL_NAMES.index(self.options["fail_discard"]),
            stall_rounds=self.options["stall_rounds"],
            first_pie=self.options["tie_break"] == "first_pie",
            captains_picked=self.options["captain_pick"] == "table",
        )
        self.captains = self._supplied_captains()

    def _supplied_captains(self) -> int:
        """The captains chosen beforehand, packed as the table keeps them."""
        given = self.options["captains"]
        if len(given) > self.seats:
            raise BadOption(f"pie-rats: option captains names {len(given)} captains for {self.seats} seats.")
        packed = 0
        for seat in range(self.seats):
            captain = given[seat] if seat < len(given) else None
            if captain is None:
                captain = int(NO_CAPTAIN)
            elif isinstance(captain, bool) or not isinstance(captain, int) or not 0 <= captain < nr.CAPTAINS:
                raise BadOption(f"pie-rats: option captains has {captain!r}; a captain is 0 to 5, or null for none.")
            elif captain in given[:seat]:
                raise BadOption(f"pie-rats: option captains has captain {captain} twice; no captain is used twice.")
            packed |= captain << (4 * seat)
        return packed

    # Tables

    def begin(self) -> State:
        lead = self.options["lead"]
        first = int(NONE) if lead == "random" else lead
        return new_table(self, self.seats, self.deck, self.house, self.options["pies"], first, self.captains)

    def load(self, position: Mapping[str, Any]) -> State:
        return positions.read(self, self.deck, self.house, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, PieRats)
        return positions.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, PieRats)
        return make_view(state, seat)

    # The end

    def result(self, state: State) -> Result:
        """PR-12.3 to 12.9."""
        assert isinstance(state, PieRats)
        seats = range(self.seats)
        ranks = [int(state.rank(s)) for s in seats]
        pies = [[int(state.loot_which(i)) for i in range(state.looted) if state.loot_seat(i) == s] for s in seats]
        points = tuple(sum(int(self.deck.points[p]) for p in mine) for mine in pies)
        weights = tuple(sum(int(self.deck.weight[p]) for p in mine) for mine in pies)
        counts = tuple(len(mine) for mine in pies)
        winners = tuple(s for s in seats if ranks[s] == max(ranks))
        why, clause = _criterion(winners, points, weights, counts)
        return Result(
            scores=points,
            places=tuple(1 + sum(other > mine for other in ranks) for mine in ranks),
            winners=winners,
            why=why,
            clause=clause,
            tally=(
                Tally("Points", "PR-12.3", points),
                Tally("Weight", "PR-12.4", weights, tie_break=True),
                Tally("Pies", "PR-12.5", counts, tie_break=True),
            ),
        )

    def running_scores(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, PieRats)
        return tuple(int(state.points(s)) for s in range(self.seats))

    # Moves and words

    def move(self, action: int) -> Move:
        if not 0 <= action < nr.ACTIONS:
            raise self.no_action(action)
        if action >= nr.TOSS:
            card = self.deck.ids[action - int(nr.TOSS)]
            return Move(action, "toss", {"card": card}, f"toss {card}")
        for name, first in RAT_MOVES:
            if action >= first:
                rat = self.deck.ids[action - first]
                return Move(action, name, {"crew": rat}, f"{name} {rat}")
        if action >= nr.LOOT:
            pie = self.deck.pie_ids[action - int(nr.LOOT)]
            return Move(action, "loot", {"pie": pie}, f"loot {pie}")
        if action >= nr.THEFT:
            victim, kind = divmod(action - int(nr.THEFT), int(nr.CHARISMA))
            name = self._charisma(kind)
            return Move(action, "steal", {"kind": name, "victim": victim}, f"steal {name} from {victim}")
        if action >= nr.TABLE:
            verb, first = ("pay", int(nr.PAY)) if action >= nr.PAY else ("table", int(nr.TABLE))
            name = self._charisma(action - first)
            return Move(action, verb, {"kind": name}, f"{verb} {name}")
        if action >= nr.PICK_CAPTAIN:
            captain = self.deck.captain_ids[action - int(nr.PICK_CAPTAIN)]
            return Move(action, "captain", {"captain": captain}, f"captain {captain}")
        name, text = PLAIN_MOVES[action]
        return Move(action, name, {}, text)

    def outcome(self, outcome: int) -> Move:
        if not 0 <= outcome < nr.OUTCOMES:
            raise self.no_outcome(outcome)
        if outcome >= nr.FACE_OF:
            captain = self.deck.captain_ids[outcome - int(nr.FACE_OF)]
            return Move(outcome, "captain", {"captain": captain}, f"captain {captain}")
        if outcome >= nr.LEAD_TO:
            seat = outcome - int(nr.LEAD_TO)
            return Move(outcome, "lead", {"seat": seat}, f"lead {seat}")
        if outcome >= nr.REVEAL:
            pie = self.deck.pie_ids[outcome - int(nr.REVEAL)]
            return Move(outcome, "reveal", {"pie": pie}, f"reveal {pie}")
        card = self.deck.ids[outcome]
        return Move(outcome, "deal", {"card": card}, f"deal {card}")

    def _charisma(self, kind: int) -> str:
        return self.deck.ids[int(nr.CREW) + kind]

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """Choosing one of one's own rats may be said as `pick`, `protect`, `send` or `lose`."""
        parts = []
        for part in text.split(","):
            words = part.split()
            if len(words) == 2 and words[0].lower() in PICKS:
                words[0] = PICKS[0]
            parts.append(" ".join(words))
        return super().parse(",".join(parts), seat, state)

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, PieRats)
        return refusals.why_not(state, seat, action)

    def form(self, state: State) -> str:
        assert isinstance(state, PieRats)
        if state.phase in WINDOWS:
            return "window"
        return "together" if state.phase == nr.READY else super().form(state)

    def window_pass(self, state: State, seat: int) -> int | None:
        assert isinstance(state, PieRats)
        return int(nr.PASS) if state.phase in WINDOWS and state.waits_for(seat) else None

    def heuristic(self) -> Policy:
        return Sensible()


PLAIN_MOVES = (
    ("pass", "pass"),
    ("will_lure", "will lure"),
    ("call", "call"),
    ("only_that_one", "only that one"),
    ("mirror", "mirror"),
)
RAT_MOVES = (
    ("spinach", int(nr.FEED_SPINACH)),
    ("kidnap", int(nr.KIDNAP)),
    ("bean", int(nr.BEAN)),
    ("lure", int(nr.LURE)),
    ("pick", int(nr.MINE)),
    ("place", int(nr.PLACE)),
)
"""The families of moves that name a rat, highest numbers first."""


def _criterion(
    winners: tuple[int, ...], points: tuple[int, ...], weights: tuple[int, ...], counts: tuple[int, ...]
) -> tuple[str, str]:
    """What decided the game, and its clause."""
    tied = [s for s in range(len(points)) if points[s] == max(points)]
    if len(tied) == 1:
        return "Most points from looted Pies.", "PR-12.3"
    heaviest = max(weights[s] for s in tied)
    tied = [s for s in tied if weights[s] == heaviest]
    if len(tied) == 1:
        return "Equal points; the heavier Pies decide.", "PR-12.4"
    most = max(counts[s] for s in tied)
    tied = [s for s in tied if counts[s] == most]
    if len(tied) == 1:
        return "Equal points and weight; the greater number of Pies decides.", "PR-12.5"
    if len(winners) == 1:
        return "Equal in everything; the earliest first loot decides.", "PR-12.7"
    return "Equal in points, weight and Pies: the win is shared.", "PR-12.6"


GAME = PieRatsGame
