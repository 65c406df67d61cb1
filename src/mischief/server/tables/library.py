"""The games that this server offers, each ready to be played; and their moves in words, written once."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from mischief.bots.levels import LEVELS, BadBot, make_bot, meant
from mischief.engine.coach import read_coach
from mischief.engine.decks import STANDARD, named_decks, read_toml, says
from mischief.engine.errors import BadOption, MischiefError, UnknownGame
from mischief.engine.game import Game
from mischief.engine.lessons import LessonInfo, about, read_lessons
from mischief.engine.options import Option
from mischief.engine.rulebook_blocks import read_rulebook
from mischief.games import shelf
from mischief.server.protocol.bodies import Box, Lessons, LevelInfo
from mischief.server.protocol.messages import LegalMove
from mischief.server.tables.trail import TOOK_BACK

log = logging.getLogger("mischief.library")

LEVEL_WORDS = {
    "easy": LevelInfo("easy", "Easy", "Sees what lies at hand, and errs as beginners do."),
    "normal": LevelInfo("normal", "Normal", "Plays soundly, and overlooks things now and then."),
    "hard": LevelInfo("hard", "Hard", "Goes by what it has learnt from many games, or thinks ahead for a second."),
    "master": LevelInfo("master", "Master", "Thinks ahead for a second with what it has learnt, or for three without."),
}

TABLE_EVENTS = {TOOK_BACK: "{seat} took back a move."}
"""What happens at every table, whatever is played there."""


class Rulebook:
    """A game with its options fixed, shared by all tables that play it so, and its moves as JSON."""

    def __init__(self, game: Game, source: str) -> None:
        self.game = game
        self.source = source
        self.words = game.words
        self._written: dict[int, msgspec.Raw] = {}
        self._meant = {level: meant(level, game) for level in LEVEL_WORDS}

    def meant(self, level: str) -> str:
        """What a level comes down to at these tables."""
        return self._meant.get(level, level)

    def moves(self, actions: Sequence[int], names: Sequence[str]) -> list[msgspec.Raw]:
        """Legal moves as `LegalMove` in JSON."""
        return [self._written.get(action) or self._write(action, names) for action in actions]

    def legal_move(self, action: int, names: Sequence[str]) -> LegalMove:
        move = self.game.move(action)
        return LegalMove(action, move.name, move.args, move.text, self.words.name_move(move.name, move.args, names))

    def _write(self, action: int, names: Sequence[str]) -> msgspec.Raw:
        raw = msgspec.Raw(msgspec.json.encode(self.legal_move(action, names)))
        nameless = msgspec.json.encode(self.legal_move(action, ["\0"] * len(names)))
        if nameless == bytes(raw):  # speaks of no seat, so that it reads the same at every table
            self._written[action] = raw
        return raw


class Library:
    """Games by id. Only these can be asked for from outside: a name in a request never reaches the file system."""

    def __init__(self, sources: Mapping[str, str] | None = None) -> None:
        self.sources = dict(sources) if sources is not None else {name: name for name in shelf.BOXES}
        self.books: dict[str, type[Game]] = {}
        for name, source in list(self.sources.items()):
            try:
                self.books[name] = shelf.rulebook(source)
            except (ImportError, MischiefError) as error:  # one spoilt box leaves the others playable
                log.error("a game is left out: it cannot be loaded", extra={"game": name, "why": str(error)})
        self.open = lru_cache(maxsize=256)(self._open)
        self.box = lru_cache(maxsize=64)(self._box)
        self.lessons = lru_cache(maxsize=64)(self._lessons)

    def rulebook(self, name: str, seats: int | None, options: Mapping[str, Any]) -> Rulebook:
        """A game with these options. Raises UnknownGame or BadOption."""
        book = self.book(name)
        for option in book.option_list:
            offered = (option.default, *(named_decks(name, book.folder) if option.name == "deck" else ()))
            if option.local and options.get(option.name, option.default) not in offered:
                raise BadOption(
                    f"{name}: option {option.name} names a file, and is one of these on a server: {', '.join(offered)}."
                )
        return self.open(name, seats, msgspec.json.encode(options, order="sorted"))

    def book(self, name: str) -> type[Game]:
        if name not in self.books:
            raise UnknownGame(f"There is no game {name!r} here: there are {', '.join(self.books)}.")
        return self.books[name]

    def levels(self) -> list[LevelInfo]:
        return [LEVEL_WORDS[level] for level in LEVELS]

    def is_level(self, level: str, game: Game) -> bool:
        """Whether a bot of that name can be had here: the levels for people, and those for trials."""
        if level in LEVELS or level in ("random", "heuristic"):
            return True
        if not level.startswith(("search:", "master:")) or len(level) > 16:
            return False
        try:
            budget = getattr(make_bot(level, game), "budget", None)
        except BadBot:
            return False
        return budget is not None and budget.seconds <= 1 and budget.simulations <= 2000

    def _open(self, name: str, seats: int | None, options: bytes) -> Rulebook:
        read = msgspec.json.decode(options)
        return Rulebook(self.books[name](seats, **read), self.sources[name])

    def _box(self, name: str, deck: str = STANDARD) -> bytes:
        """All that is in a box, as JSON; with another deck, its cards and what they are called."""
        book = self.book(name)
        decks = named_decks(name, book.folder)
        if deck not in (STANDARD, *decks):
            raise UnknownGame(f"{name} has no deck {deck!r} here: there are {', '.join((STANDARD, *decks))}.")
        game = book() if deck == STANDARD else book(None, deck=deck)
        cards = read_toml(game.card_file) if game.card_file.is_file() else {}
        words = msgspec.structs.replace(game.words, events=game.words.events | TABLE_EVENTS)
        options = [_offered(option, decks) for option in book.option_list]
        return msgspec.json.encode(
            Box(
                book.info,
                [option for option in options if not option.local],
                words,
                read_rulebook(game.rulebook),
                cards,
                read_coach(book.folder),
            )
        )

    def unpack(self) -> None:
        """Read all that the boxes say of themselves, before somebody waits for it: the first who came would have made
        all tables wait for an eighth of a second."""
        for name in self.books:
            with contextlib.suppress(MischiefError, OSError):  # it is said to whoever asks for that game
                self.lessons(name)
                self.box(name)

    def taught(self) -> dict[str, list[LessonInfo]]:
        """What can be learnt, by game."""
        return {name: [about(each) for each in read_lessons(book.folder, name)] for name, book in self.books.items()}

    def _lessons(self, name: str) -> bytes:
        """The lessons of a game, as JSON."""
        return msgspec.json.encode(Lessons(list(read_lessons(self.book(name).folder, name))))


def _offered(option: Option, decks: Mapping[str, Path]) -> Option:
    """An option as it is offered from afar: of decks, those that have names."""
    if option.name != "deck" or not decks:
        return option
    return msgspec.structs.replace(
        option,
        values=(STANDARD, *decks),
        means=(*option.means, *(says(path) for path in decks.values())),
        kind="choice",
        local=False,
    )
