"""People at one keyboard: who looks, what they are shown, what they are asked, and what they have missed."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.prompt import Prompt
from rich.table import Table as Grid
from rich.text import Text

from mischief.bots.bot import Bot, Perspective
from mischief.bots.levels import make_bot, steady_bot
from mischief.commands.rules import leaf, look_up
from mischief.commands.sketch import listed, sketch
from mischief.engine.chance import Rng
from mischief.engine.coach import read_coach
from mischief.engine.drawing import style_of
from mischief.engine.errors import BadRulebook, Refused
from mischief.engine.events import Event
from mischief.engine.game import Game
from mischief.engine.gathering import choices, copies
from mischief.engine.options import as_text
from mischief.engine.rulebook_blocks import clauses, read_rulebook
from mischief.engine.seats import WATCHER
from mischief.engine.table import Table

NAMES = ("Ada", "Bertie", "Clementine", "Digory", "Euphemia", "Fitz", "Gertie")
SHOWN = 30
HINTED = "master:1s"
"""Whose advice a hint is."""


class Quit(Exception):
    """The player leaves."""


class Sitting:
    """One game at one keyboard."""

    def __init__(self, console: Console, game: Game, people: list[int], level: str, seed: int) -> None:
        self.console = console
        self.game = game
        self.people = people
        self.level = level
        self.seed = seed
        self.names = ["You" if [s] == people else NAMES[s] for s in range(game.seats)]
        self.bots: dict[int, Bot] = {s: make_bot(level, game) for s in range(game.seats) if s not in people}
        self.rng = Rng(seed).fork()
        self.looking = people[0] if len(people) == 1 else int(WATCHER)
        """Who is at the screen: while several people share it and none has sat down, anybody."""
        self.missed: dict[int, list[Event]] = {seat: [] for seat in people}
        self.coach = read_coach(game.folder)
        self.coached: set[tuple[int, str]] | None = set()  # None: the coach was sent away
        self.table = Table(game, seed, self.hear)

    # What happened

    def hear(self, event: Event) -> None:
        """Tell whoever looks, as they may know it, and keep it for the other people."""
        for seat, kept in self.missed.items():
            if seat != self.looking:
                kept.append(event)
        if self.looking in self.people or not self.people:
            self.tell(event, self.looking)

    def tell(self, event: Event, seat: int) -> None:
        seen = event.seen_by(seat)
        sentence = self.game.words.say(seen.kind, seen.facts, self.names)
        if sentence:
            strong = seen.kind in self.game.words.important
            self.say(f"  {sentence}", "bold" if strong else "")

    def say(self, sentence: str, style: str = "") -> None:
        self.console.print(Text(sentence, style), highlight=False)

    # The game

    def run(self) -> None:
        while not self.table.state.over:
            actors = self.table.state.actors()
            near = [s for s in actors if s == self.looking] + [s for s in actors if s in self.people]
            if near:
                self.ask(near[0])
            else:
                seat = actors[0]
                self.table.play(seat, self.bots[seat].choose(Perspective(self.table.state, seat), self.rng))
        self.end()

    def sit_down(self, seat: int) -> None:
        """Several people share the screen: nobody sees another's secrets, and nobody misses what happened."""
        if seat == self.looking:
            return
        self.console.clear()
        Prompt.ask(
            f"[{style_of(seat)}]{self.names[seat]}[/], your turn. Enter when only you look", console=self.console
        )
        self.looking = seat
        for event in self.missed[seat]:
            self.tell(event, seat)
        self.missed[seat].clear()

    def draw(self, seat: int) -> None:
        view = self.table.state.view(None if seat == WATCHER else seat)
        self.console.print(sketch(self.game, view, self.names))

    def ask(self, seat: int) -> None:
        self.sit_down(seat)
        self.draw(seat)
        moves = [self.game.move(action) for action in choices(self.game, self.table.state, seat)]
        view, names = self.table.state.view(seat), [move.name for move in moves]
        question = self.game.words.ask(msgspec.structs.asdict(view), names, self.names) or "Your move."
        self.say(f"{self.names[seat]}: {question}", style_of(seat))
        self.advise(seat, view.phase, names)
        for number, move in enumerate(moves[:SHOWN], 1):
            self.console.print(listed(self.game, number, move, self.names), highlight=False)
        if len(moves) > SHOWN:
            self.say(f"     … {len(moves) - SHOWN} more, up to '{moves[-1].text}': type the words")
        basket: list[str] = []
        while not self.attempt(seat, [move.text for move in moves], basket):
            pass

    def attempt(self, seat: int, texts: list[str], basket: list[str]) -> bool:
        """Read a line; True once it was a move. What is chosen as a set is gathered in the basket first."""
        typed = Prompt.ask("[dim]move, or ? for help[/]", console=self.console).strip()
        word = typed.lower()
        if self.aside(typed, seat):
            return False
        if basket and word == "clear":
            basket.clear()
            self.say("You begin again.")
            return False
        chosen = int(typed) if typed.isdecimal() else 0
        text = texts[chosen - 1] if 1 <= chosen <= min(SHOWN, len(texts)) else typed
        if basket and word == "ok":
            text = ", ".join(basket)
            lacking = self.lacking(seat, text)
            if lacking:
                self.say(f"{lacking} Name more, or 'clear' to begin again.", "yellow")
                return False
        elif self.gather(seat, text, basket):
            return False
        try:
            self.table.play(seat, text)
        except Refused as refusal:
            self.say(str(refusal), "yellow")
            return False
        return True

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
                self.say("'ok' confirms what you have named; 'clear' begins again.")
                return True
            return False
        done = self.game.move(gathering.done).text if gathering.done >= 0 else ""
        named = [told for told in basket if told != done] + [self.game.move(action).text for action in actions]
        for action in actions:
            text, most = self.game.move(action).text, copies(self.game, state, seat, action)
            if 0 < most < named.count(text):
                often = "is named already" if most == 1 else f"can be named {most} times at most"
                self.say(f"'{text}' {often}. 'clear' begins again.", "yellow")
                return True
        basket[:] = [*named, done] if done else named
        self.say(f"So far: {', '.join(named)}. More of them, 'ok' to do it, or 'clear' to begin again.")
        return True

    def lacking(self, seat: int, text: str) -> str:
        """Why what was gathered is not the whole set yet: half of one would bind the person to the rest of it."""
        state = self.table.state
        gathering = self.game.gathering(state, seat)
        if gathering is None or gathering.done >= 0:  # what is closed by a move of its own may have any size
            return ""
        return gathering.wrong([a for a in self.game.parse(text, seat, state) if a in gathering.members])

    def advise(self, seat: int, phase: str, moves: list[str]) -> None:
        """The coach's dim line, the first time that a decision comes up."""
        key = self.coach.key(phase, moves)
        if key is None or self.coached is None or (seat, key) in self.coached:
            return
        self.coached.add((seat, key))
        card = self.coach.cards[key]
        self.say(f"  {card.what} {card.tip} [{card.clause}; 'coach off' ends this]", "dim")

    # Words that are no move

    def aside(self, typed: str, seat: int) -> bool:
        word = typed.lower()
        if word in ("", "?", "help"):
            self.help(seat)
        elif word in ("quit", "exit"):
            raise Quit
        elif word == "table":
            self.draw(seat)
        elif word in ("coach off", "coach on"):
            self.coached = set() if word == "coach on" else None
        elif word == "options":
            self.tell_options(seat)
        elif word == "rules":
            with self.console.pager(styles=self.console.is_terminal):
                self.console.print(leaf(read_rulebook(self.game.rulebook)))
        elif word.startswith("?"):
            self.say(self.coach.explain(typed[1:]))
        elif word.startswith("rule "):
            try:
                self.console.print(look_up(self.game, typed[5:]))
            except BadRulebook as unknown:
                self.say(str(unknown), "yellow")
        elif word == "hint":
            self.hint(seat)
        else:
            return False
        return True

    def hint(self, seat: int) -> None:
        """What a master would do after a second's thought, and how sure it is of that."""
        found = steady_bot(HINTED, self.game).explain(Perspective(self.table.state, seat), self.rng)
        best = found.moves[0]
        said = f"A master would choose: {self.in_words(best.action)}."
        other = next((m for m in found.moves[1:] if m.visits and m.chance is not None), None)
        if best.chance is not None and other is not None and other.chance is not None:
            wins = "the table wins" if self.game.info.cooperative else "you win"
            give = max(0.01, 2 * (best.error or 0.0))
            said += f" With it {wins} about {best.chance:.0%} of the time (give or take {100 * give:.0f}), with "
            said += f"{self.in_words(other.action)} about {other.chance:.0%}"
            said += "." if best.chance - other.chance > give else ": too close to be sure."
        self.say(said)

    def in_words(self, action: int) -> str:
        """A move as a button would say it, and what to type for it."""
        move = self.game.move(action)
        button = self.game.words.name_move(move.name, move.args, self.names)
        return button if button.lower() == move.text.lower() else f"{button} ({move.text})"

    def help(self, seat: int) -> None:
        """What can be typed, with a clause and a word of this very game."""
        state = self.table.state
        key = self.coach.key(state.view(seat).phase, [self.game.move(a).name for a in state.legal(seat)])
        clause = self.coach.cards[key].clause if key else next(iter(clauses(self.game.rulebook)), "")
        word = next(iter(self.coach.terms), "")
        rows = [
            ("a number", "the move with that number"),
            ("a move's words", "several, one after the other, with commas between them"),
            ("ok", "do what you have gathered, where several things are chosen together"),
            (f"? {word}".rstrip(), "what a word means; '? all' lists the words"),
            (f"rule {clause}".rstrip(), "one clause, or what the rules say of a word"),
            ("rules", "the whole rulebook"),
            ("options", "the house rules of this table"),
            ("hint", "what a master would do, and how sure it is"),
            ("table", "the table once more"),
            ("coach off", "no more advice; 'coach on' brings it back"),
            ("quit", "leave the game"),
        ]
        grid = Grid.grid(padding=(0, 3, 0, 0))
        for typed, does in rows:
            grid.add_row(Text(f"  {typed}", "bold"), Text(does))
        self.console.print(grid)

    def tell_options(self, seat: int) -> None:
        """The house rules, as this seat may know them."""
        told = self.game.options_for(seat)
        for option in self.game.option_list:
            if option.matters(told, self.game.seats):
                value = told[option.name]
                place = option.values.index(value) if value in option.values else -1
                named = self.names[value] if option.kind == "seat" and isinstance(value, int) else as_text(value)
                means = option.means[place] if 0 <= place < len(option.means) else named
                self.say(f"  {option.title}: {means} ({option.name}={as_text(value)})")

    # The end

    def end(self) -> None:
        """Everybody reads the last moves, the table as it lies, and the result."""
        if len(self.people) > 1:
            self.console.clear()
            self.say("The game is over; everybody may look.", "bold")
            first = max(self.missed.values(), key=len)
            for event in first:
                self.tell(event, int(WATCHER))
            self.looking = int(WATCHER)
        self.draw(self.looking)
        result = self.table.state.result()
        assert result is not None
        grid = Grid("", *map(escape, self.names))
        for line in result.tally:
            label = Text(line.label) + Text(f" {line.clause}", "dim")
            grid.add_row(label, *(str(a) for a in line.amounts))
        grid.add_row(Text("Score", "bold"), *(str(s) for s in result.scores))
        grid.add_row("Place", *(str(p) for p in result.places))
        self.console.print(Panel(grid, title=Text(f"{result.why} {result.clause}"), title_align="left"))

    def again(self, name: str) -> str:
        """What to type for the same deal with the same seats, options and people."""
        given = changed(self.game)
        options = [part for option, value in given.items() for part in ("-o", f"{option}={as_text(value)}")]
        who = ["--people", str(len(self.people)), "--level", self.level]
        words = ["mischief", "play", name, "--seats", str(self.game.seats), *options, *who, "--seed", str(self.seed)]
        return shlex.join(words)


def changed(game: Game) -> Mapping[str, Any]:
    """The options that are not at their defaults."""
    return {o.name: game.options[o.name] for o in game.option_list if game.options[o.name] != o.default}
