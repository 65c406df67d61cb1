"""Lessons are played like scenarios, and the coach has a card for everything that a person is asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from mischief.cli import build
from mischief.commands.check import make_game
from mischief.engine.chance import Rng
from mischief.engine.coach import read_coach
from mischief.engine.errors import BadLesson
from mischief.engine.lessons import Lesson, read_lessons, seconds
from mischief.engine.rulebook_blocks import clauses
from mischief.engine.seats import DEALER
from mischief.engine.teaching import faults
from mischief.games.shelf import BOXES, rulebook

LESSONS = [lesson for name in BOXES for lesson in read_lessons(rulebook(name).folder, name)]
SENTENCE = re.compile(r"[.!?](?=\s+[A-Z“]|$)")

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)


@each_lesson
def test_every_step_can_be_done_and_every_other_move_is_answered(lesson: Lesson) -> None:
    assert list(faults(lesson, make_game)) == []


@each_lesson
def test_a_lesson_takes_five_to_seven_minutes_in_ten_to_fourteen_steps(lesson: Lesson) -> None:
    assert 10 <= len(lesson.steps) <= 14
    assert 5 <= seconds(lesson) / 60 <= 7
    assert lesson.minutes == round(seconds(lesson) / 60)


@each_lesson
def test_what_is_said_is_short(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps, 1):
        assert step.says, f"step {number} says nothing"
        assert len(SENTENCE.findall(" ".join(step.says))) <= 4, f"step {number} says too much"
        assert all(len(SENTENCE.findall(said)) <= 2 for said in step.says), f"step {number} says too much at once"
        assert bool(step.asks) == bool(step.moves), f"step {number}: asks and moves go together"
        assert bool(step.done) == bool(step.moves), f"step {number}: what is done is praised"


@each_lesson
def test_every_clause_of_a_lesson_exists(lesson: Lesson) -> None:
    known = clauses(rulebook(lesson.game)().rulebook)
    assert [step.clause for step in lesson.steps if step.clause not in known] == []


@each_lesson
def test_a_lesson_is_learnt_in_the_terminal_by_watching(lesson: Lesson) -> None:
    app = build(["learn"])
    told = CliRunner().invoke(app, ["learn", lesson.game, lesson.id], input="".join(_keys(lesson)))
    assert told.exit_code == 0, told.output
    said = " ".join(told.output.split())
    assert " ".join(lesson.tip.split()) in said
    for step in lesson.steps:
        assert " ".join(step.done.split()) in said


def _keys(lesson: Lesson) -> list[str]:
    return ["show\n" if step.moves else "\n" for step in lesson.steps]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("steps: 3", "should be an object"),
        ("lesson: x\nsteps: [3]", "step 1: should be an object"),
        ("lesson: x\ntitel: x\nsteps: []", "no field 'titel'"),
        ("lesson: x\nsteps: [{says: a, asks: b, move: [c]}]", "step 1: Object contains unknown field `move`"),
        ("lesson: x\nsteps: [{says: a, then: [{Anna: b}]}]", "of 'deal' or of a seat, not of 'Anna'"),
        ("lesson: [", "line"),
    ],
)
def test_a_lesson_that_cannot_be_read_is_refused_in_a_sentence(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "lesson.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(BadLesson, match=re.escape(says)):
        read_lessons(tmp_path, "piratz")


def test_every_game_can_be_learnt() -> None:
    assert {lesson.game for lesson in LESSONS} == set(BOXES)
    for name in BOXES:
        assert next(lesson.id for lesson in LESSONS if lesson.game == name) == name


@pytest.mark.parametrize("name", BOXES)
def test_the_coach_has_a_card_for_everything_that_a_person_is_asked(name: str) -> None:
    """Every phase that the words have a question for has a card, and so has every phase that games come to."""
    book = rulebook(name)
    coach = read_coach(book.folder)
    asked = {key.split(".")[0] for key in book().words.asks}
    for seed in range(6):
        game = book()
        state = game.start(seed)
        rng = Rng(seed)
        policy = game.heuristic()
        while not state.over:
            seat = state.actors()[0]
            if seat == DEALER:
                state.apply(seat, state.sample(rng))
                continue
            legal = state.legal(seat)
            if len(legal) > 1:
                asked.add(state.view(seat).phase)
                names = [game.move(action).name for action in legal]
                assert coach.key(state.view(seat).phase, names), f"no card for {state.view(seat).phase} with {names}"
            state.apply(seat, policy.choose(state, seat, rng))
    assert {phase for phase in asked if coach.key(phase, [phase]) is None} == set()  # some are named after their move


@pytest.mark.parametrize("name", BOXES)
def test_what_the_coach_cites_exists_and_what_it_says_is_short(name: str) -> None:
    book = rulebook(name)
    coach = read_coach(book.folder)
    known = clauses(book().rulebook)
    asked = {key.split(".")[0] for key in book().words.asks}
    made = {f"*.{move}" for move in book().words.moves}
    assert {key for key in coach.cards if key.split(".")[0] not in asked and key not in made} == set()
    for key, card in coach.cards.items():
        assert card.clause in known, f"{key}: {card.clause}"
        assert len((card.what + " " + card.tip).split()) <= 45, f"{key} is too long"
    for word, term in coach.terms.items():
        assert term.clause in known, f"{word}: {term.clause}"


EVERYWHERE = {"that", "with", "your", "they", "them", "this", "from", "have", "what", "when", "which", "then", "than"}


def stems(text: str) -> set[str]:
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.lower()) if word not in EVERYWHERE}


@pytest.mark.parametrize("name", BOXES)
def test_the_clause_that_the_coach_cites_speaks_of_the_same_thing(name: str) -> None:
    book = rulebook(name)
    known = clauses(book().rulebook)
    for key, card in read_coach(book.folder).cards.items():
        said = "".join(span.text for span in known[card.clause].spans)
        assert stems(f"{card.what} {card.tip}") & stems(said), f"{key}: {card.clause} says: {said}"


def test_a_card_of_a_move_is_told_in_every_phase() -> None:
    """The Pauper begs in the middle of calls that others act in: what those do is not what the Pauper is asked."""
    coach = read_coach(rulebook("high-tea").folder)
    for phase in ("pauper", "baubles", "straw", "crumbs", "rags", "flowers"):
        assert coach.key(phase, ["pauper"]) == "*.pauper"
        assert coach.key(phase, ["carry_on"]) == "*.carry_on"
    assert coach.key("crumbs", ["make"]) == "crumbs"
