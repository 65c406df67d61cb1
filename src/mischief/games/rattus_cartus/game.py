"""Rattus Cartus, the rulebook: what starts tables and puts moves into words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mischief.engine.errors import BadOption
from mischief.engine.game import Game, Info, Move, Result, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import pieces, positions, refusals, scoring
from .cards import BUILDING_IDS, BUILDING_NAMES, CLASS_NAMES, KIND_NAMES, read_components
from .heuristic import Sensible
from .picture import draw
from .pieces import Box
from .rules import RattusCartus, new_table
from .view import make_view

FOLDER = Path(__file__).parent

METHODS = {
    "first_game": pieces.SET_CHOSEN,
    "random_building": pieces.RANDOM_BUILDING,
    "random_cards": pieces.RANDOM_CARDS,
    "custom": pieces.COUNTED,
}


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
    option_list = (
        Option(
            name="buildings",
            title="Buildings",
            says="How the 30 building cards are chosen, five of each class.",
            default="first_game",
            values=("first_game", "random_building", "random_cards", "custom"),
            means=(
                "the six buildings of a first game",
                "one of the two buildings of each class, by chance",
                "five cards of each class, by chance",
                "your own choice",
            ),
            clause="RC-1.12",
        ),
        Option(
            name="custom_counts",
            title="How many of each building",
            says="Of the five cards of each class, how many are of its first building; the rest are of its second.",
            default=[5, 5, 5, 5, 5, 5],
            kind="list",
            examples=([0, 0, 0, 0, 0, 0], [5, 2, 0, 3, 1, 4]),
            clause="RC-1.16",
            applies={"buildings": ("custom",)},
            each=BUILDING_NAMES[::2],
            picks=tuple(range(6)),
        ),
        Option(
            name="custom_cards",
            title="The very cards",
            says="All 30 by name, five of each class, instead of the numbers above; empty for those.",
            default=[],
            kind="list",
            examples=([f"{name}-{copy}" for name in BUILDING_NAMES[1::2] for copy in range(1, 6)],),
            clause="RC-1.16",
            applies={"buildings": ("custom",)},
        ),
        Option(
            name="guard_tower_2p",
            title="Guard Towers at a table of two",
            says="Whether chance may bring Guard Towers to a table of two.",
            default="avoid",
            values=("avoid", "allow"),
            means=("with two players Chivalry is five Castles", "Guard Towers as with more players"),
            clause="RC-1.17",
            applies={"seats": (2,), "buildings": ("random_building", "random_cards")},
        ),
        Option(
            name="supply_order",
            title="Choosing supplies",
            says="Whether supplies are chosen one after the other or all at once.",
            default="turn",
            values=("turn", "together"),
            means=("in turn, from the starting player", "everybody at once, in secret"),
            clause="RC-4.6",
        ),
        Option(
            name="all_dead",
            title="If nobody survives",
            says="What happens if the plague takes everybody.",
            default="all_lose",
            values=("all_lose", "lowest_rats"),
            means=("nobody wins", "those with fewest rats count as survivors"),
            clause="RC-13.6",
        ),
        Option(
            name="optional_actions",
            title="Building actions",
            says="Whether a building's action may be declined.",
            default="ask",
            values=("ask", "auto"),
            means=("everybody is asked", "actions are carried out as far as possible"),
            clause="RC-8.9",
        ),
        Option(
            name="vp_tokens",
            title="Victory point tokens",
            says="What the twenty victory point tokens are worth.",
            default="mixed",
            values=("mixed", "ones"),
            means=("ten of 1, seven of 2, three of 3", "1 each"),
            clause="RC-12.13",
        ),
        Option(
            name="rat_display",
            title="Rats of others",
            says="Whether the table prints other seats' rats. They can be counted in either case.",
            default="hidden",
            values=("hidden", "open"),
            means=("a closed sack until the end", "the number"),
            clause="RC-15.3",
            display=True,
        ),
        Option(
            name="start_seat",
            title="First round",
            says="Who begins the first round.",
            default="random",
            values=("random",),
            means=("chance decides",),
            kind="seat",
            clause="RC-1.18",
        ),
    )
    folder = FOLDER
    num_actions = int(pieces.ACTIONS)
    num_outcomes = int(pieces.OUTCOMES)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.components = read_components(FOLDER / "cards.toml")
        self.box = self._fill_box()

    def _fill_box(self) -> Box:
        parts, options = self.components, self.options
        setting = parts.settings[self.seats]
        method, chosen, counts = METHODS[options["buildings"]], 0, [0] * 12
        if options["buildings"] == "first_game":
            chosen = sum(31 << 5 * BUILDING_NAMES.index(name) for name in parts.first_game)
        custom_cards, custom_counts = self._custom_cards(), self._custom_counts()
        if options["buildings"] == "custom":
            if custom_cards:
                method, chosen = pieces.SET_CHOSEN, sum(1 << BUILDING_IDS.index(name) for name in custom_cards)
            else:
                counts = custom_counts
        tokens = parts.tokens_mixed if options["vp_tokens"] == "mixed" else parts.tokens_ones
        by_chance = options["buildings"] in ("random_building", "random_cards")
        return Box(
            copies=list(parts.copies),
            tokens=list(tokens),
            draw=list(parts.draw),
            rats=list(parts.rats),
            look=list(parts.look),
            row=setting.row,
            replacement=setting.replacement,
            rounds=setting.rounds,
            method=method,
            chosen=chosen,
            counts=counts,
            castles_only=self.seats == 2 and by_chance and options["guard_tower_2p"] == "avoid",
            start=-1 if options["start_seat"] == "random" else options["start_seat"],
            together=options["supply_order"] == "together",
            ask=options["optional_actions"] == "ask",
            all_lose=options["all_dead"] == "all_lose",
        )

    def _custom_counts(self) -> list[int]:
        """Cards of each of the twelve buildings (RC-1.16)."""
        given = self.options["custom_counts"]
        whole = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 5 for n in given)
        if len(given) != 6 or not whole:
            raise BadOption(
                f"rattus-cartus: option custom_counts should be six whole numbers from 0 to 5, in the order "
                f"{', '.join(CLASS_NAMES)}; not {given!r}. [RC-1.16]"
            )
        return [n for first in given for n in (first, 5 - first)]

    def _custom_cards(self) -> list[str]:
        given = self.options["custom_cards"]
        if not given:
            return []
        for name in given:
            if name not in BUILDING_IDS:
                raise BadOption(
                    f"rattus-cartus: option custom_cards has no building card {name!r}; they are farm-1 "
                    f"to treasury-5. [RC-1.16]"
                )
            if given.count(name) > 1:
                raise BadOption(f"rattus-cartus: option custom_cards names {name} twice; there is one. [RC-1.16]")
        for place, which in enumerate(CLASS_NAMES):
            count = sum(BUILDING_IDS.index(name) // 10 == place for name in given)
            if count != 5:
                raise BadOption(
                    f"rattus-cartus: option custom_cards has {count} cards of {which}; it needs 5 of each class, 30 in "
                    f"all. [RC-1.16]"
                )
        return list(given)

    # Tables

    def begin(self) -> State:
        return new_table(self, self.seats, self.box)

    def load(self, position: Mapping[str, Any]) -> State:
        return positions.read(self, self.box, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, RattusCartus)
        return positions.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, RattusCartus)
        return make_view(state, seat)

    def result(self, state: State) -> Result:
        assert isinstance(state, RattusCartus)
        totals, winners = list(scoring.points(state)), scoring.winners(state)
        rats, nuns = [int(state.rats(s)) for s in range(self.seats)], int(scoring.nuns(state))
        alive = scoring.survivors(state)
        best = [s for s in range(self.seats) if (alive >> s) & 1 and winners and totals[s] == totals[winners[0]]]
        if not winners:
            why, clause = f"Only {nuns} nuns: the plague has taken everybody, and nobody wins.", "RC-13.6"
        elif min(rats) > nuns:
            why, clause = f"Only {nuns} nuns: the plague has taken everybody; fewest rats, then most points.", "RC-13.7"
        elif len(winners) > 1:
            why, clause = "Equal points and equal rats: the crown is shared.", "RC-13.5"
        elif len(best) > 1:
            why, clause = "Equal points: fewer rats decide.", "RC-13.4"
        else:
            why, clause = f"Most points of those whom {nuns} nuns could save.", "RC-13.3"
        return Result(
            scores=tuple(totals),
            places=tuple(scoring.places(state)),
            winners=tuple(winners),
            why=why,
            clause=clause,
            tally=self._tally(state),
        )

    def _tally(self, state: RattusCartus) -> tuple[Tally, ...]:
        lines = [
            Tally(name.capitalize(), "RC-12.2", tuple(scoring.class_points(state, place)))
            for place, name in enumerate(CLASS_NAMES)
        ]
        for label, clause, kind in (
            ("Cards in hand", "RC-12.6", pieces.JOKER),
            ("Swords", "RC-12.7", pieces.SWORD),
            ("Flutes", "RC-12.7", pieces.FLUTE),
            ("Passes", "RC-12.7", pieces.PASS),
            ("Gold", "RC-12.8", pieces.GOLD),
        ):
            lines.append(Tally(label, clause, tuple(scoring.hand_points(state, kind))))
        tokens = tuple(int(scoring.token_points(state, s)) for s in range(self.seats))
        return (*lines, Tally("Tokens", "RC-12.13", tokens))

    def running_scores(self, state: State) -> tuple[int, ...]:
        assert isinstance(state, RattusCartus)
        return tuple(scoring.points(state))

    # Moves and words

    def move(self, action: int) -> Move:
        if 0 <= action < pieces.KINDS:
            return Move(action, "card", {"card": KIND_NAMES[action]}, KIND_NAMES[action])
        for first, count, name, place, text in (
            (pieces.SUPPLY, 3, "supply", "slot", "supply {}"),
            (pieces.ENTER, 3, "enter", "slot", "enter {}"),
            (pieces.LOOK, 5, "look", "slot", "look {}"),
            (pieces.TARGET, 5, "target", "target", "at S{}"),
        ):
            if first <= action < first + count:
                number = int(action - first)
                return Move(action, name, {place: number}, text.format(number))
        plain = {pieces.DONE: "done", pieces.PLAY_PASS: "pass", pieces.PERFORM: "perform", pieces.SKIP: "skip"}
        if action in plain:
            name = plain[action]
            return Move(action, name, {}, "play pass" if name == "pass" else name)
        raise self.no_action(action)

    def outcome(self, outcome: int) -> Move:
        if 0 <= outcome < pieces.BUILDING:
            return Move(outcome, "deal", {"card": KIND_NAMES[outcome]}, f"deal {KIND_NAMES[outcome]}")
        if pieces.BUILDING <= outcome < pieces.TOKEN:
            name = BUILDING_IDS[outcome - pieces.BUILDING]
            return Move(outcome, "building", {"building": name}, f"building {name}")
        if pieces.TOKEN <= outcome < pieces.START:
            value = int(outcome - pieces.TOKEN + 1)
            return Move(outcome, "token", {"value": value}, f"token {value}")
        if pieces.START <= outcome < pieces.TYPE:
            seat = int(outcome - pieces.START)
            return Move(outcome, "start", {"seat": seat}, f"start S{seat}")
        if pieces.TYPE <= outcome < pieces.OUTCOMES:
            name = BUILDING_NAMES[outcome - pieces.TYPE]
            return Move(outcome, "type", {"building": name}, f"type {name}")
        raise self.no_outcome(outcome)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """Cards of one command may be named in any order; a last `done` may be said even where it is implied."""
        actions = super().parse(text, seat, state)
        if seat == DEALER:
            return actions
        sorted_runs: list[int] = []
        run: list[int] = []
        for action in actions:
            if action < pieces.KINDS:
                run.append(action)
            else:
                sorted_runs += [*sorted(run), action]
                run = []
        sorted_runs += sorted(run)
        if state is not None and len(sorted_runs) > 1 and sorted_runs[-1] == pieces.DONE:
            return refusals.without_implied_done(state, seat, sorted_runs)
        return sorted_runs

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, RattusCartus)
        return refusals.why_not(state, seat, action)

    def picture(self, state: State) -> str:
        assert isinstance(state, RattusCartus)
        return draw(state)

    def heuristic(self) -> Policy:
        return Sensible()


GAME = RattusCartusGame
