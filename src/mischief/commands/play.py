"""`mischief play`: a whole game in the terminal, against bots or with friends at one keyboard."""

from __future__ import annotations

import secrets
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.panel import Panel
from rich.prompt import IntPrompt, Prompt
from rich.table import Table as Grid

from mischief.bots.bot import Bot, Perspective
from mischief.bots.levels import LEVELS, make_bot
from mischief.commands.asking import Options, Seats, asked_game
from mischief.commands.rules import leaf, look_up
from mischief.commands.sketch import sketch, style_of
from mischief.engine.chance import Rng
from mischief.engine.coach import read_coach
from mischief.engine.errors import BadOption, BadRulebook, Refused
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.gathering import Gathering, choices
from mischief.engine.rulebook_blocks import read_rulebook
from mischief.engine.seats import WATCHER
from mischief.engine.table import Table
from mischief.games.shelf import BOXES, rulebook

NAMES = ("Ada", "Bertie", "Clementine", "Digory", "Euphemia", "Fitz", "Gertie")
HELP = """A move: its number, or its words (several with commas). What is chosen as a set, such as a party, is named
in any order; then 'ok'. Also:
  rules         the whole rulebook        rule PZ-4.2   one clause
  hint          what a sensible rat does   table         draw the table again
  coach off     no more advice            quit          leave the game"""
SHOWN = 30


class Quit(Exception):
    """The player leaves."""


class TerminalTable:
    """One game at one keyboard."""

    def __init__(self, console: Console, game: Game, people: list[int], level: str, seed: int) -> None:
        self.console = console
        self.game = game
        self.people = people
        self.names = ["You" if [s] == people else NAMES[s] for s in range(game.seats)]
        self.bots: dict[int, Bot] = {s: make_bot(level, game) for s in range(game.seats) if s not in people}
        self.rng = Rng(seed).fork()
        self.watching = people[0] if len(people) == 1 else int(WATCHER)
        self.coach = read_coach(game.folder)
        self.coached: set[tuple[int, str]] | None = set()  # None: the coach was sent away
        self.table = Table(game, seed, self.hear)

    def hear(self, event: Event) -> None:
        """Say what happened, as the one person at the keyboard may know it."""
        seen = event.seen_by(self.watching)
        sentence = self.game.words.say(seen.kind, seen.facts, self.names)
        if sentence:
            strong = seen.kind in self.game.words.important
            self.console.print(f"  {sentence}", style="bold" if strong else "", markup=False, highlight=False)

    def run(self) -> None:
        while not self.table.state.over:
            seat = next((s for s in self.table.state.actors() if s in self.people), self.table.state.actors()[0])
            if seat in self.people:
                self.ask(seat)
            else:
                perspective = Perspective(self.table.state, seat)
                self.table.play(seat, self.bots[seat].choose(perspective, self.rng))
        self.tell_result()

    def draw(self, seat: int) -> None:
        self.console.print(sketch(self.game, self.table.state.view(seat), self.names))

    def ask(self, seat: int) -> None:
        if len(self.people) > 1:
            self.hand_over(seat)
        self.draw(seat)
        state, words = self.table.state, self.game.words
        legal = choices(self.game, state, seat)
        moves = [self.game.move(action).name for action in legal]
        question = words.ask(msgspec.structs.asdict(state.view(seat)), moves, self.names) or "Your move."
        self.console.print(f"{self.names[seat]}: {question}", style=style_of(seat), highlight=False)
        self.advise(seat, legal)
        for number, action in enumerate(legal[:SHOWN], 1):
            move = self.game.move(action)
            button = words.name_move(move.name, move.args, self.names)
            said = "" if button.lower() == move.text.lower() else f"  [dim]{move.text}[/]"
            self.console.print(f"  [bold]{number:2}[/] {button}{said}", highlight=False)
        if len(legal) > SHOWN:
            last = self.game.move(legal[-1]).text
            self.console.print(f"     … {len(legal) - SHOWN} more, up to '{last}': type the words", highlight=False)
        basket: list[str] = []
        while True:
            typed = Prompt.ask("[dim]move, or ? for help[/]", console=self.console).strip()
            if self.aside(typed, seat):
                continue
            if basket and typed.lower() == "clear":
                basket.clear()
                self.console.print("You begin again.", highlight=False)
                continue
            try:
                chosen = int(typed)
                move_text = self.game.move(legal[chosen - 1]).text if 1 <= chosen <= min(SHOWN, len(legal)) else typed
            except ValueError:
                move_text = typed
            if basket and typed.lower() == "ok":
                move_text = ", ".join(basket)
            elif self.gather(seat, move_text, basket):
                continue
            try:
                self.table.play(seat, move_text)
            except Refused as refusal:
                self.console.print(f"{refusal}", style="yellow", markup=False, highlight=False)
            else:
                return

    def gather(self, seat: int, text: str, basket: list[str]) -> bool:
        """A choice that is a set is gathered in any order, then confirmed. Whether this text went into the basket."""
        state = self.table.state
        gathering = self.game.gathering(state, seat)
        try:
            actions = self.game.parse(text, seat, state)
        except Refused:
            return False
        if gathering is None or not all(action in gathering.members for action in actions):
            if basket and gathering is not None and actions == [gathering.done]:
                self.console.print("'ok' confirms what you have named; 'clear' begins again.", highlight=False)
                return True
            return False
        basket[:] = [told for told in basket if told != self.done_text(gathering)]
        basket += [self.game.move(action).text for action in actions]
        basket += [self.done_text(gathering)] if gathering.done >= 0 else []
        named = [told for told in basket if told != self.done_text(gathering)]
        self.console.print(
            f"So far: {', '.join(named)}. More of them, 'ok' to do it, or 'clear' to begin again.", highlight=False
        )
        return True

    def done_text(self, gathering: Gathering) -> str:
        return self.game.move(gathering.done).text if gathering.done >= 0 else ""

    def advise(self, seat: int, legal: list[int]) -> None:
        """The coach's dim line, the first time that a decision comes up."""
        moves = [self.game.move(action).name for action in legal]
        key = self.coach.key(self.table.state.view(seat).phase, moves)
        if key is None or self.coached is None or (seat, key) in self.coached:
            return
        self.coached.add((seat, key))
        card = self.coach.cards[key]
        self.console.print(
            f"  {card.what} {card.tip} [{card.clause}; 'coach off' ends this]",
            style="dim",
            markup=False,
            highlight=False,
        )

    def hand_over(self, seat: int) -> None:
        """Several people at one keyboard: nobody sees another's secrets."""
        self.console.clear()
        Prompt.ask(
            f"[{style_of(seat)}]{self.names[seat]}[/], your turn. Enter when only you look", console=self.console
        )

    def aside(self, typed: str, seat: int) -> bool:
        """Words that are no move."""
        word = typed.lower()
        if word in ("", "?", "help"):
            self.console.print(HELP, highlight=False)
        elif word in ("quit", "exit"):
            raise Quit
        elif word == "table":
            self.draw(seat)
        elif word in ("coach off", "coach on"):
            self.coached = set() if word == "coach on" else None
        elif word == "rules":
            with self.console.pager(styles=True):
                self.console.print(leaf(read_rulebook(self.game.rulebook)))
        elif word.startswith("rule "):
            try:
                self.console.print(look_up(self.game, typed[5:]))
            except BadRulebook as unknown:
                self.console.print(str(unknown), style="yellow", markup=False, highlight=False)
        elif word == "hint":
            perspective = Perspective(self.table.state, seat)
            move = self.game.move(make_bot("normal", self.game).choose(perspective, self.rng))
            self.console.print(f"A sensible rat would say: {move.text}", highlight=False)
        else:
            return False
        return True

    def tell_result(self) -> None:
        result = self.table.state.result()
        assert result is not None
        grid = Grid("", *self.names)
        for line in result.tally:
            grid.add_row(f"{line.label} [dim]{line.clause}[/]", *(str(a) for a in line.amounts))
        grid.add_row("[bold]Score[/]", *(str(s) for s in result.scores))
        grid.add_row("Place", *(str(p) for p in result.places))
        self.console.print(Panel(grid, title=f"{result.why} {result.clause}", title_align="left"))


def choose_game(console: Console) -> str:
    """Ask which of the five."""
    names = list(BOXES)
    for number, name in enumerate(names, 1):
        info = rulebook(name).info
        low, high = info.seats
        console.print(f"  [bold]{number}[/] {info.title} [dim]{low}–{high} seats, {info.minutes} min[/]  {info.pitch}")
    chosen = IntPrompt.ask("Which game", choices=[str(n) for n in range(1, len(names) + 1)], console=console)
    return names[chosen - 1]


def play(
    game: Annotated[str | None, typer.Argument(help="A game, or a folder; asked for if not given.")] = None,
    seats: Seats = None,
    option: Options = None,
    people: Annotated[int | None, typer.Option(help="How many seats people take; the rest are bots.")] = None,
    level: Annotated[str, typer.Option(help=f"How well the bots play: {', '.join(LEVELS)}.")] = "normal",
    seed: Annotated[int | None, typer.Option(help="Play this deal; a fresh one if not given.")] = None,
) -> None:
    """Play a whole game in the terminal."""
    console = Console()
    asked = game is None
    name = game or choose_game(console)
    info = rulebook(name).info
    low, high = info.seats
    if asked and seats is None:
        choices = [str(n) for n in range(low, high + 1)]
        seats = IntPrompt.ask("How many seats", choices=choices, default=info.usual_seats, console=console)
    table = asked_game(name, seats, option)
    if people is None:
        people = (
            IntPrompt.ask("How many of them are people", default=1, console=console) if asked and table.seats > 1 else 1
        )
    if not 0 <= people <= table.seats:
        raise BadOption(f"--people should be from 0 to {table.seats}, not {people}.")
    seed = secrets.randbits(48) if seed is None else seed
    console.print(f"[bold]{table.info.title}[/], deal {seed}. {table.info.pitch}", highlight=False)
    sitting = TerminalTable(console, table, list(range(people)), level, seed)
    try:
        sitting.run()
    except (Quit, KeyboardInterrupt, EOFError):
        console.print(f"\nThe table is cleared. The same deal again: mischief play {name} --seed {seed}")
        raise typer.Exit(0) from None
