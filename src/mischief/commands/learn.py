"""`mischief learn GAME`: the first lesson in the terminal, from the same data as in the browser."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.prompt import Prompt

from mischief.commands.asking import GameName
from mischief.commands.check import make_game
from mischief.commands.rules import look_up
from mischief.commands.sketch import listed, sketch
from mischief.engine.errors import BadLesson, Refused
from mischief.engine.families import Move
from mischief.engine.lessons import Lesson, read_lessons
from mischief.engine.teaching import Classroom
from mischief.games.shelf import rulebook

HELP = """Type the move that is asked for, by its number or its words. Also:
  show          do it for me              rule          the rule behind this step
  table         draw the table again      quit          leave the lesson"""
SHOWN = 20


class Quit(Exception):
    """The pupil leaves."""


class TerminalLesson:
    """One lesson at one keyboard."""

    def __init__(self, console: Console, lesson: Lesson) -> None:
        self.console = console
        self.lesson = lesson
        self.room = Classroom(lesson, make_game)

    def run(self) -> None:
        for number, step in enumerate(self.lesson.steps, 1):
            self.room.told.clear()
            self.room.go_on()
            self.console.rule(f"{number} of {len(self.lesson.steps)}")
            self.draw()
            self.hear()
            for sentence in step.says:
                self.say(sentence)
            if step.moves:
                self.ask()
            else:
                self.prompt("Enter to go on")
        self.say(self.lesson.tip, "bold")
        game = self.lesson.game
        self.console.print(f"Play your first game: mischief play {game} --level easy", highlight=False)

    def draw(self) -> None:
        view = self.room.state.view(self.lesson.seat)
        self.console.print(sketch(self.room.game, view, self.lesson.names))

    def hear(self) -> None:
        """What happened since, in words."""
        for event in self.room.told:
            seen = event.seen_by(self.lesson.seat)
            sentence = self.room.game.words.say(seen.kind, seen.facts, self.lesson.names)
            if sentence:
                self.console.print(f"  {sentence}", style="dim", markup=False, highlight=False)
        self.room.told.clear()

    def say(self, sentence: str, style: str = "") -> None:
        self.console.print(sentence, style=style, markup=False, highlight=False)

    def prompt(self, words: str) -> str:
        typed = Prompt.ask(f"[dim]{words}[/]", console=self.console, default="", show_default=False).strip()
        if typed.lower() in ("quit", "exit"):
            raise Quit
        return typed

    def choices(self) -> list[Move]:
        game = self.room.game
        return [game.move(action) for action in self.room.state.legal(self.lesson.seat)]

    def ask(self) -> None:
        """Until the step is done: every move is answered, none is lost."""
        self.say(self.room.step.asks, "bold cyan")
        while True:
            legal = self.choices()
            for number, move in enumerate(legal[:SHOWN], 1):
                self.console.print(listed(self.room.game, number, move, self.lesson.names), highlight=False)
            if len(legal) > SHOWN:
                self.say(f"     … {len(legal) - SHOWN} more: type the words")
            if self.attempts([move.text for move in legal]):
                return

    def attempts(self, legal: list[str]) -> bool:
        """Read moves until one is made; True if that was all of the step."""
        while True:
            typed = self.prompt("move, or ? for help")
            if typed in ("", "?", "help"):
                self.say(HELP)
                continue
            if typed == "table":
                self.draw()
                continue
            if typed == "rule":
                self.console.print(look_up(self.room.game, self.room.step.clause))
                continue
            text = legal[int(typed) - 1] if typed.isdecimal() and 1 <= int(typed) <= min(SHOWN, len(legal)) else typed
            try:
                reply = self.room.attempt(self.wanted() if typed == "show" else text)
            except Refused as refused:
                self.say(str(refused), "yellow")
                continue
            if reply.done is False:
                self.say(reply.says, "yellow")
                continue
            if not reply.done:
                return False
            self.draw()
            self.hear()
            self.say(reply.says, "green")
            return True

    def wanted(self) -> str:
        """What is left to do in this step."""
        wanted = self.room.step.moves[0]
        if wanted.endswith("*"):
            return next(move.text for move in self.choices() if move.text.startswith(wanted[:-1]))
        return wanted.removeprefix(f"{self.room.so_far}, ") if self.room.so_far else wanted


def learn(
    game: GameName,
    lesson: Annotated[str | None, typer.Argument(help="Which lesson, where a game has several.")] = None,
) -> None:
    """Learn a game in a few minutes: the first lesson, step by step."""
    found = read_lessons(rulebook(game).folder, game)
    names = ", ".join(each.id for each in found)
    if not found:
        raise BadLesson(f"There is no lesson for {game}; 'mischief rules {game}' has its rulebook.")
    chosen = next((each for each in found if lesson in (None, each.id)), None)
    if chosen is None:
        raise BadLesson(f"{game} has no lesson {lesson!r}; it has {names}.")
    console = Console()
    console.print(
        f"[bold]{chosen.title}[/], about {chosen.minutes} minutes. Anything may be tried; nothing is lost.",
        highlight=False,
    )
    if len(found) > 1:
        console.print(f"Lessons of this game: {names}", style="dim", highlight=False)
    try:
        TerminalLesson(console, chosen).run()
    except (Quit, KeyboardInterrupt, EOFError):
        console.print(f"\nUntil next time: mischief learn {game}")
        raise typer.Exit(0) from None
