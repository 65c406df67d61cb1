"""Doctor Rat, the rulebook: options, tables, and moves in words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mischief.engine.game import Game, Info, Move, Result, Silence, Tally, View
from mischief.engine.options import Option
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER
from mischief.engine.state import State

from . import picture, positions, refusals, speech, writing
from .actions import (
    ACCEPT,
    ACTIONS,
    CATEGORY,
    DEALT_COMPLICATION,
    DEALT_DIET,
    DEALT_IDENTITY,
    DIET,
    MEDICATE,
    OBJECT,
    OUTCOMES,
    PASS,
    PLACES,
    PREDICT_BAD,
    PREDICT_GOOD,
    SEAT,
    SERVE,
    SHIFT,
    SPEC,
    SPEC_DONE,
    STRICT,
    YUCK_BACK,
    YUCK_FRONT,
)
from .board import B_PICK, B_YUCK, C_YUCK, CROSSES, EXAM_CROSS, EXAM_PASSED
from .cards import read_cards
from .foods import CODES
from .heuristic import Sensible
from .meals import EFFECTS
from .notebook import Possible, notebook
from .plan import make_plan
from .rules import DoctorRat, new_table
from .setting_up import CATEGORY_NAMES, KIND_NAMES, SPEC_CODES
from .view import DoctorRatView, make_view

FOLDER = Path(__file__).parent


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
    slips = 0.25
    option_list = (
        Option(
            name="variant",
            title="Variant",
            says="One Doctor and a colony of rats, or two Doctors who feed each other.",
            default="colony",
            values=("colony", "colleagues"),
            means=("one Doctor, two or three groups of rats", "two teams, each the other's Doctor"),
            clause="DR-1.2",
        ),
        Option(
            name="doctor_seat",
            title="The Doctor",
            says="Which seat is the Doctor.",
            default=0,
            kind="seat",
            clause="DR-1.2",
            applies={"variant": ("colony",)},
        ),
        Option(
            name="groups",
            title="Groups",
            says="How many groups of rats there are.",
            default="auto",
            values=("auto", 2, 3),
            means=("2 with one or two rat seats, otherwise 3", "two groups", "three groups"),
            clause="DR-1.3",
            applies={"variant": ("colony",)},
        ),
        Option(
            name="seat_groups",
            title="Who plays which group",
            says="For each rat seat, clockwise from the Doctor, its groups, counted from 0: 0; 1 2.",
            default="auto",
            values=("auto",),
            means=("spread evenly",),
            kind="list",
            clause="DR-1.6",
            applies={"variant": ("colony",)},
        ),
        Option(
            name="teams",
            title="Teams",
            says="The team of each seat.",
            default="auto",
            values=("auto",),
            means=("the first half is A, the rest B",),
            kind="list",
            clause="DR-11.2",
            applies={"variant": ("colleagues",)},
            picks=("A", "B"),
        ),
        Option(
            name="identities",
            title="Identity cards",
            says="The Identity of each group by its code: LB1 is a blue drink, VG2 two apples, CR3 three red cheeses.",
            default="random",
            values=("random",),
            means=("drawn",),
            kind="list",
            clause="DR-1.5",
        ),
        Option(
            name="diet_mode",
            title="Diets",
            says="How the secret diets are given.",
            default="random",
            values=("random", "draw_diet", "choose", "first_game"),
            means=(
                "everything is drawn",
                "Diet cards are drawn, the Doctor adds the rest",
                "the Doctor chooses everything",
                "the three easy diets of a first game (colony)",
            ),
            clause="DR-2.10",
        ),
        Option(
            name="spec_count",
            title="Specifications",
            says="How many Specifications a drawn Mandatory or Forbidden diet has.",
            default="random",
            values=("random", 1, 2),
            means=("one or two, by a coin", "always one", "always two"),
            clause="DR-2.11",
            first_game=1,
        ),
        Option(
            name="alternating_families",
            title="Alternating diets",
            says="Whether both sides of Alternating must be of one family.",
            default="any",
            values=("any", "same"),
            means=("any two Specifications", "both types, both quantities or both colour pairs"),
            clause="DR-8.7",
            first_game="same",
        ),
        Option(
            name="complications",
            title="Complications",
            says="Whether groups that do too well get a complication.",
            default=False,
            values=(False, True),
            means=("without", "with the five Complication cards"),
            clause="DR-10.1",
            applies={"variant": ("colony",)},
        ),
        Option(
            name="yuck_tokens",
            title="Yuck! tokens",
            says="How many Yuck! tokens there are: fewer is harder.",
            default=3,
            values=(0, 1, 2, 3),
            means=("none", "one", "two", "three"),
            clause="DR-2.3",
        ),
        Option(
            name="agreement",
            title="Agreement",
            says="How rats decide who eats what.",
            default="consensus",
            values=("consensus", "speaker"),
            means=("a proposal and a vote", "each group's speaker chooses for it"),
            clause="DR-5.4",
        ),
        Option(
            name="youngest",
            title="The last word",
            says="Who has the last word when talk fails.",
            default="auto",
            values=("auto",),
            means=("the last seat clockwise",),
            kind="seat",
            clause="DR-5.8",
        ),
        Option(
            name="speakers",
            title="Speakers",
            says="The seat that speaks for each group or team, counted from 0: 1, 2, 3.",
            default="auto",
            values=("auto",),
            means=("its first seat",),
            kind="list",
            clause="DR-5.10",
        ),
    )
    folder = FOLDER
    num_actions = int(ACTIONS)
    num_outcomes = int(OUTCOMES)

    def __init__(self, seats: int | None = None, **options: Any) -> None:
        super().__init__(seats, **options)
        self.cards = read_cards(FOLDER / "cards.toml")
        self.plan = make_plan(self.cards, self.seats, self.options)

    def begin(self) -> State:
        return new_table(self, self.plan)

    def load(self, position: Mapping[str, Any]) -> State:
        return positions.read(self, self.plan, position)

    def position(self, state: State) -> dict[str, Any]:
        assert isinstance(state, DoctorRat)
        return writing.write(state)

    def view(self, state: State, seat: int) -> View:
        assert isinstance(state, DoctorRat)
        return make_view(state, seat)

    def result(self, state: State) -> Result:
        assert isinstance(state, DoctorRat)
        win = state.reason == EXAM_PASSED
        seats = range(self.seats)
        if win:
            why, clause = "Every group passed the exam.", "DR-7.4"
        elif state.reason == EXAM_CROSS:
            why, clause = "Group {group} ate a bad card in the exam.", "DR-7.3"
        else:
            why, clause = "Group {group} got its third cross.", "DR-7.1"
        meals = int(state.meal) - (0 if win else 1)
        return Result(
            scores=tuple(int(win) for _ in seats),
            places=tuple(1 for _ in seats),
            winners=tuple(seats) if win else (),
            why=self.words.fill(why, {"group": int(state.lost_by)}, ()),
            clause=clause,
            tally=(
                Tally("Meals completed", "DR-14.2", tuple(meals for _ in seats)),
                Tally("Crosses at the table", "DR-14.2", tuple(self._crosses(state) for _ in seats)),
            ),
        )

    def _crosses(self, state: DoctorRat) -> int:
        return sum(int(state.of(g, CROSSES)) for g in range(int(self.plan.groups)))

    # Moves in words

    def move(self, action: int) -> Move:
        if not 0 <= action < ACTIONS:
            raise self.no_action(action)
        if action < PASS:
            return Move(action, "card", {"card": CODES[action]}, CODES[action])
        for first, name, text in (
            (PASS, "pass", "pass"),
            (YUCK_FRONT, "yuck_front", "yuck stock"),
            (SERVE, "serve", "dinner's ready"),
            (ACCEPT, "accept", "accept"),
            (OBJECT, "object", "object"),
            (PREDICT_GOOD, "predict_good", "good"),
            (PREDICT_BAD, "predict_bad", "bad"),
            (SPEC_DONE, "spec_done", "no second spec"),
        ):
            if action == first:
                return Move(action, name, {}, text)
        if action < MEDICATE:
            group = action - int(YUCK_BACK)
            return Move(action, "yuck_back", {"group": group}, f"yuck group {group}")
        if action < STRICT:
            group, index = divmod(action - int(MEDICATE), int(PLACES))
            return Move(action, "medicine", {"group": group, "index": index}, f"medicine group {group} at {index}")
        if action < SERVE:
            group = action - int(STRICT)
            return Move(action, "strict", {"group": group}, f"strict menu group {group}")
        if action < DIET:
            seat = action - int(SEAT)
            return Move(action, "seat", {"seat": seat}, f"seat {seat}")
        if action < SPEC:
            kind = KIND_NAMES[action - int(DIET)]
            return Move(action, "diet", {"diet": kind}, f"diet {kind}")
        if action < CATEGORY:
            spec = SPEC_CODES[action - int(SPEC)]
            return Move(action, "spec", {"spec": spec}, f"spec {spec}")
        category = CATEGORY_NAMES[action - int(CATEGORY)]
        return Move(action, "category", {"category": category}, f"category {category}")

    def outcome(self, outcome: int) -> Move:
        if not 0 <= outcome < OUTCOMES:
            raise self.no_outcome(outcome)
        if outcome >= DEALT_IDENTITY:
            code = CODES[self.plan.book.identity_foods[outcome - int(DEALT_IDENTITY)]]
            return Move(outcome, "identity", {"card": code}, f"identity {code}")
        if outcome >= DEALT_COMPLICATION:
            effect = EFFECTS[outcome - int(DEALT_COMPLICATION)]
            return Move(outcome, "complication", {"effect": effect}, f"complication {effect}")
        like = self.move(outcome if outcome < DEALT_DIET else outcome + int(SHIFT))
        return Move(outcome, like.name, like.args, like.text)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """A dinner may be named in any order of its cards; steps that are taken by themselves may be named or not."""
        actions = super().parse(text, seat, state)
        if seat == DEALER or not isinstance(state, DoctorRat) or len(actions) < 2:
            return actions
        if state.phase == B_PICK and state.waits_for(seat):
            dinner = sorted(a for a in actions if a < PASS)
            if actions[: len(dinner)] and all(a < PASS for a in actions[: len(dinner)]):
                actions = dinner + actions[len(dinner) :]
        trial = state.clone()
        kept: list[int] = []
        for action in actions:
            if trial.waits_for(seat) and action in trial.legal(seat):
                trial.apply(seat, action)
                kept.append(action)
            elif not self._done_by_itself(state, trial, seat, action):
                return actions
        return kept

    def _done_by_itself(self, before: DoctorRat, after: State, seat: int, action: int) -> bool:
        """Whether a step named in a sequence has happened by itself behind an earlier one."""
        assert isinstance(after, DoctorRat)
        if action < PASS:
            gone = before.stock & ~after.stock
            return bool(before.phase == B_PICK and (gone >> action) & 1)
        if action >= SPEC and before.plan.colony:
            group = int(before.being_given())
            return group >= 0 and after.being_given() != group
        return action == SERVE and bool(before.phase == B_PICK and after.picked == 0)

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        assert isinstance(state, DoctorRat)
        return refusals.why_not(state, seat, action)

    # Windows, silence, words

    def form(self, state: State) -> str:
        assert isinstance(state, DoctorRat)
        if not self.plan.colony and state.phase in (B_YUCK, C_YUCK):
            return "window"
        return super().form(state)

    def window_pass(self, state: State, seat: int) -> int | None:
        return int(PASS) if self.form(state) == "window" and state.waits_for(seat) else None

    def silence(self, state: State, seat: int) -> Silence | None:
        assert isinstance(state, DoctorRat)
        return speech.silence(state, seat)

    def channels(self, state: State, seat: int) -> list[str]:
        """The channels in which a seat may write now: `open`, and in Colleagues `team` (DR-12)."""
        assert isinstance(state, DoctorRat)
        return speech.channels(state, seat)

    def notebook(self, view: View) -> list[list[Possible]]:
        """For each group the diets that are still possible, from a seat's view alone; the likeliest first."""
        assert isinstance(view, DoctorRatView)
        return notebook(self.plan.book, view)

    def picture(self, state: State) -> str:
        assert isinstance(state, DoctorRat)
        return picture.draw(state)

    def heuristic(self) -> Policy:
        return Sensible()


GAME = DoctorRatGame
