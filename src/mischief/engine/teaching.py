"""A lesson being taught: where it stands, and what comes of a move. For the terminal and the tests; the browser does
the same by the server's sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from mischief.engine.errors import MischiefError, Refused
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.lessons import Lesson, LessonMove, Step, accepted, answer_to, following
from mischief.engine.scenarios import MakeGame
from mischief.engine.seats import DEALER
from mischief.engine.state import State

FALLBACK = "That is allowed, but try the other thing first."


class Reply(msgspec.Struct):
    """`done`: True if the step is, None if there is more to do in it, False if another move is asked for."""

    done: bool | None
    says: str


class Classroom:
    """One pupil and the table before them."""

    def __init__(self, lesson: Lesson, make_game: MakeGame) -> None:
        self.lesson = lesson
        self.make_game = make_game
        self.number = -1
        self.so_far = ""
        self.told: list[Event] = []
        self.game: Game
        self.state: State

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number]

    def go_on(self) -> None:
        """Open the next step."""
        self.number += 1
        self.so_far = ""
        given = self.step.given
        if given is not None:
            seats = given.get("players", given.get("n"))
            self.game = self.make_game(self.lesson.game, seats, given.get("options", {}))
            self.state = self.game.load(given)
            self.state.listener = self.told.append
        self.script(self.step.before)

    def script(self, moves: list[LessonMove]) -> None:
        for move in moves:
            self.state.play(move.seat, move.text)

    def attempt(self, text: str) -> Reply:
        """A pupil's move: done, or answered. What the rules forbid raises Refused. A wrong move changes nothing."""
        actions = self.game.command(text, self.lesson.seat, self.state)
        text = ", ".join(self.game.move(action).text for action in actions)
        whole = f"{self.so_far}, {text}" if self.so_far else text
        trial = self.state.clone()
        trial.play_all(self.lesson.seat, actions)
        done = accepted(self.step, whole)
        if done is False:
            return Reply(False, answer_to(self.step, whole) or FALLBACK)
        self.state.play_all(self.lesson.seat, actions)
        self.so_far = whole
        if done:
            self.script(following(self.step, whole))
        return Reply(done, self.step.done if done else "")

    def fork(self) -> Classroom:
        """The same moment once more, to try something else from it."""
        twin = Classroom(self.lesson, self.make_game)
        twin.number, twin.so_far, twin.game = self.number, self.so_far, self.game
        twin.state = self.state.clone()
        return twin


def faults(lesson: Lesson, make_game: MakeGame) -> Iterator[str]:
    """Everything that is wrong with a lesson: positions that cannot lie there, steps that cannot be done, moves that
    nobody answers, chance that nobody scripted. Steps that go on are tried after every way to do the one before."""
    yield from _from_here(Classroom(lesson, make_game))


def _from_here(room: Classroom) -> Iterator[str]:
    while room.number + 1 < len(room.lesson.steps):
        try:
            room.go_on()
        except MischiefError as error:
            yield f"step {room.number + 1}: {error}"
            return
        place = f"step {room.number + 1}"
        step, state = room.step, room.state
        if state.actor() == DEALER:
            yield f"{place}: the Dealer is asked, and nobody says what comes"
            return
        if not step.moves:
            continue
        if not state.waits_for(room.lesson.seat):
            yield f"{place}: seat {room.lesson.seat} is not asked"
            return
        yield from (f"{place}: {fault}" for fault in _unanswered(room))
        ways = _ways(room)
        if not ways:
            yield f"{place}: nothing that is asked for can be done"
            return
        goes_on = room.number + 1 < len(room.lesson.steps) and room.lesson.steps[room.number + 1].given is None
        for text in ways:
            twin = room.fork()
            try:
                reply = twin.attempt(text)
            except Refused as refused:
                yield f"{place}: {text}: {refused}"
                continue
            if not reply.done:
                yield f"{place}: {text} does not finish the step"
            elif goes_on and text != ways[0]:
                yield from _from_here(twin)
        try:
            room.attempt(ways[0])
        except Refused:
            return


def _ways(room: Classroom) -> list[str]:
    """Every way to do a step; a star is filled with what is legal."""
    legal = [room.game.move(a).text for a in room.state.legal(room.lesson.seat)]
    ways: list[str] = []
    for wanted in room.step.moves:
        ways += [t for t in legal if t.startswith(wanted[:-1])] if wanted.endswith("*") else [wanted]
    return list(dict.fromkeys(ways))


def _unanswered(room: Classroom) -> Iterator[str]:
    """Legal moves that are not asked for and get no answer of their own; answers that no legal move can get."""
    legal = [room.game.move(a).text for a in room.state.legal(room.lesson.seat)]
    others = [text for text in legal if accepted(room.step, text) is False]
    for text in others:
        if answer_to(room.step, text) is None:
            yield f"nothing answers {text!r}"
    for pattern, answer in room.step.wrong.items():
        if "," not in pattern and not any(answer_to(room.step, text) == answer for text in others):
            yield f"the answer to {pattern!r} can never be heard"
