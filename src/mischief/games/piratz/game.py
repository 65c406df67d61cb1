"""Piratz, the rulebook: what starts tables, puts moves into words and counts the result."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mischief.engine.errors import Refused
from mischief.engine.game import Game, Info, Move, Result, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import positions
from .cards import COLOURS, TREASURES, Deck, card_id, read_deck, standard_deck
from .heuristic import Sensible
from .house import (
    CUBE,
    CUBE_COLOURS,
    DECLINE_RAT,
    FIRST,
    MOST_ON_A_CARD,
    OUTCOMES,
    PASS_EMPTY,
    RANDOM_SEAT,
    REVEAL,
    STAY,
    TAKE,
    TAKE_RAT,
    House,
)
from .picture import draw
from .refusals import why_not
from .rules import CHOOSE_CUBE, OVER, SETUP, Piratz, new_table
from .view import make_view

FOLDER = Path(__file__).parent


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
    slips = 0.06
    option_list = (
        Option(
            name="first_player",
            title="First turn",
            says="Who takes the first turn.",
            default=0,
            values=("random",),
            means=("any seat, drawn by lot",),
            kind="seat",
            clause="PZ-1.8",
        ),
        Option(
            name="zero_scores",
            title="Cubes for nothing",
            says="Whether a seat with none of a treasure can win a cube for it.",
            default=True,
            values=(True, False),
            means=("every seat is ranked", "a seat without the treasure wins nothing for it"),
            clause="PZ-10.7",
        ),
        Option(
            name="cube_pick",
            title="Choice of cubes",
            says="Whether the seat in first place is asked which cube it takes.",
            default="choose",
            values=("choose", "auto_high"),
            means=("it chooses", "it always takes the dearer one"),
            clause="PZ-10.9",
        ),
        Option(
            name="deck",
            title="Cards",
            local=True,
            says="Which treasure cards are played with: the standard ones, or the path of a card file.",
            default="standard",
            values=("standard",),
            means=("the 50 cards of the box",),
            kind="text",
            low=1,
            high=400,
            clause="PZ-1.2",
        ),
        Option(
            name="show_piles",
            title="Stored cards",
            says="Whose stored cards the table shows; everybody has seen them being taken.",
            default="hidden",
            values=("hidden", "own", "all"),
            means=("nobody's, as at a real table", "each player's own", "everybody's"),
            clause="PZ-5.3",
            display=True,
        ),
    )
    folder = FOLDER
    num_outcomes = int(OUTCOMES)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        name = self.options["deck"]
        self.deck = standard_deck() if name == "standard" else read_deck(Path(name))
        self.house = _house(self.deck, self.seats, self.options)
        self.num_actions = int(self.house.pick_low) + 1

    # Tables

    def begin(self) -> State:
        return new_table(self, self.seats, self.house)

    def load(self, position: Mapping[str, Any]) -> State:
        return positions.read(self, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, Piratz)
        return positions.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, Piratz)
        return make_view(state, seat)

    def picture(self, state: State) -> str:
        assert isinstance(state, Piratz)
        return draw(state, self.deck)

    # How it ended

    def result(self, state: State) -> Result:
        assert isinstance(state, Piratz)
        scores = tuple(state.all_scores())
        winners = tuple(state.winners())
        tally = []
        for colour, name in enumerate(COLOURS):
            value = int(CUBE_COLOURS) - colour
            cubes = [sum(w == s * CUBE_COLOURS + colour for w in state.won) for s in range(self.seats)]
            tally.append(Tally(f"{name.capitalize()} cubes, {value} each", "PZ-12.1", tuple(n * value for n in cubes)))
        return Result(
            scores=scores,
            places=tuple(1 + sum(other > mine for other in scores) for mine in scores),
            winners=winners,
            why="The most valuable cubes win." if len(winners) == 1 else "Equal cubes share the victory.",
            clause="PZ-12.2" if len(winners) == 1 else "PZ-12.3",
            tally=tuple(tally),
        )

    def running_scores(self, state: State) -> tuple[int, ...]:
        """What the cubes would be worth if the piles were scored now, every choice being for the dearer cube."""
        trial = state.clone()
        assert isinstance(trial, Piratz)
        if trial.phase == SETUP:
            return (0,) * self.seats
        if trial.phase not in (CHOOSE_CUBE, OVER):
            trial.score_from(0)
        while trial.phase == CHOOSE_CUBE:
            trial.choose_cube(True)
        return tuple(trial.all_scores())

    # Moves

    def move(self, action: int) -> Move:
        house = self.house
        if action == REVEAL:
            return Move(action, "reveal", {}, "reveal")
        if action == STAY:
            return Move(action, "stay", {}, "stay")
        if TAKE <= action < PASS_EMPTY:
            treasure = TREASURES[action - TAKE]
            return Move(action, "take", {"treasure": treasure}, f"pass {treasure}")
        if action == PASS_EMPTY:
            return Move(action, "pass_empty", {}, "pass empty")
        if action == DECLINE_RAT:
            return Move(action, "decline_rat", {}, "no rat")
        if TAKE_RAT <= action < house.bury:
            card = card_id(action - int(TAKE_RAT))
            return Move(action, "take_rat", {"card": card}, f"take {card}")
        if house.bury <= action < house.pick_high:
            card = card_id(action - int(house.bury))
            return Move(action, "bury", {"card": card}, f"bury {card}")
        if action == house.pick_high:
            return Move(action, "pick_high", {}, "pick high")
        if action == house.pick_low:
            return Move(action, "pick_low", {}, "pick low")
        raise self.no_action(action)

    def outcome(self, outcome: int) -> Move:
        if 0 <= outcome < CUBE:
            return Move(outcome, "deal", {"card": card_id(outcome)}, f"deal {card_id(outcome)}")
        if CUBE <= outcome < FIRST:
            colour = COLOURS[outcome - CUBE]
            return Move(outcome, "cube", {"cube": colour}, f"cube {colour}")
        if FIRST <= outcome < OUTCOMES:
            seat = outcome - int(FIRST)
            return Move(outcome, "first", {"seat": seat}, f"first {seat}")
        raise self.no_outcome(outcome)

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, Piratz)
        return why_not(state, seat, action)

    def refusal(self, state: State, seat: int, action: int) -> Refused:
        refused = super().refusal(state, seat, action)
        return Refused(refused.sentence, "PZ-13.3") if seat == DEALER else refused

    def heuristic(self) -> Policy:
        return Sensible([count for card in self.deck.cards for count in card.counts])


def _house(deck: Deck, seats: int, options: Mapping[str, Any]) -> House:
    """The deck as sets of cards, and the options as the rules use them."""
    in_play = [n for n, card in enumerate(deck.cards) if seats > 2 or not card.skull]
    at_least = [
        sum(1 << n for n in in_play if deck.cards[n].counts[kind] > more)
        for kind in range(len(TREASURES))
        for more in range(int(MOST_ON_A_CARD))
    ]
    first_player = options["first_player"]
    return House(
        sum(1 << n for n in in_play),
        sum(1 << n for n in in_play if deck.cards[n].rat),
        deck.rats,
        at_least,
        list(deck.mix),
        1 if seats == 2 else 2,
        int(RANDOM_SEAT) if first_player == "random" else first_player,
        options["zero_scores"],
        options["cube_pick"] == "auto_high",
    )


GAME = PiratzGame
