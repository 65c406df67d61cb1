"""First lessons as data: positions, scripted chance and scripted others, what is said, what is asked, what answers a
wrong move. The format is documented in docs/lessons.md; the browser, `mischief learn` and the tests play the same data.

Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import yaml

from mischief.engine.errors import BadLesson
from mischief.engine.scenarios import PlainLoader
from mischief.engine.seats import DEALER

WORDS_A_MINUTE = 200
ANY = "*"


class LessonMove(msgspec.Struct):
    """A scripted move; seat -1 is the Dealer."""

    seat: int
    text: str


class Step(msgspec.Struct, forbid_unknown_fields=True):
    """One step. Without a `given` position it goes on where the last one ended; without `asks` there is only reading.

    `moves` are the texts that count as done; several small moves of one step are joined by commas, and `bury *` stands
    for every text that begins so. `wrong` has the answers to other moves in the same way, `then` what others and the
    Dealer do after a move (under `*`: after any)."""

    says: list[str]
    given: dict[str, Any] | None = None
    before: list[LessonMove] = []
    asks: str = ""
    moves: list[str] = []
    wrong: dict[str, str] = {}
    then: dict[str, list[LessonMove]] = {}
    done: str = ""
    point: list[str] = []
    clause: str = ""


class FirstGame(msgspec.Struct, forbid_unknown_fields=True):
    """The table for "Play your first game": what differs from the usual first-game settings."""

    seats: int | None = None
    options: dict[str, Any] = {}


class Lesson(msgspec.Struct):
    """A whole lesson. `short` says in a word or two whom it is for, where a game has several."""

    id: str
    game: str
    title: str
    short: str
    seat: int
    names: list[str]
    steps: list[Step]
    tip: str
    first: FirstGame
    minutes: int = 0


class LessonInfo(msgspec.Struct):
    """What the shelf says of a lesson."""

    id: str
    title: str
    short: str
    minutes: int


KEYS = ("lesson", "title", "short", "seat", "names", "table", "steps", "tip", "first")


@cache
def read_lessons(folder: Path, game: str) -> tuple[Lesson, ...]:
    """The lessons in a game's folder: `lesson.yaml`, then `lesson_*.yaml`. None where there is no such file."""
    files = [f for f in (folder / "lesson.yaml", *sorted(folder.glob("lesson_*.yaml"))) if f.is_file()]
    return tuple(_lesson(file, game) for file in files)


def about(lesson: Lesson) -> LessonInfo:
    return LessonInfo(lesson.id, lesson.title, lesson.short, lesson.minutes)


def seconds(lesson: Lesson) -> float:
    """How long a lesson takes whoever does what is asked: words at 200 a minute, a second for every tap, and for every
    move of somebody else that is watched."""
    said = [lesson.tip]
    taps = 0
    for step in lesson.steps:
        said += [*step.says, step.asks, step.done]
        wanted = step.moves[0] if step.moves else ""
        taps += 1 + (len(wanted.split(",")) if wanted else 0)
        taps += len(step.before) + len(following(step, wanted))
    return sum(len(text.split()) for text in said) * 60 / WORDS_A_MINUTE + taps


def matches(pattern: str, text: str) -> bool:
    """Whether a text is the one that stands there, or begins as a pattern with a star does.

    >>> matches("bury *", "bury pz04"), matches("reveal", "stay"), matches("*", "stay")
    (True, False, True)
    """
    return text.startswith(pattern[:-1]) if pattern.endswith(ANY) else text == pattern


def accepted(step: Step, text: str) -> bool | None:
    """True if this is what a step asks for, None if it is the beginning of it, False if it is something else.

    >>> step = Step(says=[], moves=["enter 1, magic-0, done"])
    >>> accepted(step, "enter 1, magic-0, done"), accepted(step, "enter 1"), accepted(step, "enter 0")
    (True, None, False)
    """
    if any(matches(wanted, text) for wanted in step.moves):
        return True
    return None if any(wanted.startswith(text + ", ") for wanted in step.moves) else False


def answer_to(step: Step, text: str) -> str | None:
    """What is said to a move that is not asked for; the answer that fits most closely."""
    fitting = [pattern for pattern in step.wrong if matches(pattern, text)]
    return step.wrong[max(fitting, key=len)] if fitting else None


def following(step: Step, text: str) -> list[LessonMove]:
    """What happens after a move that was asked for."""
    fitting = [pattern for pattern in step.then if matches(pattern, text)]
    return step.then[max(fitting, key=len)] if fitting else []


def _lesson(path: Path, game: str) -> Lesson:
    try:
        row = yaml.load(path.read_text(encoding="utf-8"), PlainLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise BadLesson(f"{path.name}: {error}") from error
    except yaml.MarkedYAMLError as error:
        line = f" line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise BadLesson(f"{path.name}{line}: {error.problem}") from error
    if not isinstance(row, dict) or not isinstance(row.get("steps"), list):
        raise BadLesson(f"{path.name}: should be an object with 'lesson', 'title', 'names' and a list of 'steps'")
    for key in row:
        if key not in KEYS:
            raise BadLesson(f"{path.name}: there is no field {key!r}; the fields are {', '.join(KEYS)}")
    table = {"game": game, **row.get("table", {})}
    steps = [_step(f"{path.name}, step {n}", each, table) for n, each in enumerate(row["steps"], 1)]
    try:
        lesson = msgspec.convert(
            {"short": "", "seat": 0, "first": {}, **row, "id": row.get("lesson"), "game": game, "steps": steps}, Lesson
        )
    except msgspec.ValidationError as error:
        raise BadLesson(f"{path.name}: {error}") from error
    lesson.minutes = round(seconds(lesson) / 60)
    return lesson


def _step(place: str, row: Any, table: Mapping[str, Any]) -> Step:
    if not isinstance(row, dict):
        raise BadLesson(f"{place}: should be an object with 'says', not {row!r}")
    told = dict(row)
    says = told.get("says", [])
    told["says"] = [says] if isinstance(says, str) else says
    if isinstance(told.get("given"), dict):
        told["given"] = {**table, **told["given"]}
    told["before"] = _moves(place, told.get("before", []))
    then = told.get("then", {})
    by_move = {ANY: then} if isinstance(then, list) else then
    told["then"] = {text: _moves(place, moves) for text, moves in by_move.items()}
    try:
        return msgspec.convert(told, Step)
    except msgspec.ValidationError as error:
        raise BadLesson(f"{place}: {error}") from error


def _moves(place: str, rows: Iterable[Any]) -> list[LessonMove]:
    """Scripted moves as in scenarios: `{deal: ...}` for the Dealer, `{1: ...}` for a seat; a list is several."""
    found = []
    for row in rows:
        if not isinstance(row, dict) or len(row) != 1:
            raise BadLesson(f"{place}: a scripted move has one key, 'deal' or a seat, not {row!r}")
        [(who, texts)] = row.items()
        if who != "deal" and not isinstance(who, int):
            raise BadLesson(f"{place}: a scripted move is of 'deal' or of a seat, not of {who!r}")
        seat = int(DEALER) if who == "deal" else who
        found += [LessonMove(seat, str(text)) for text in (texts if isinstance(texts, list) else [texts])]
    return found
