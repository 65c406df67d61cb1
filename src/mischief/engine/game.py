"""A rulebook with its options fixed: what starts tables, reads and writes positions, and puts moves into words."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, SupportsIndex, TypeVar

import msgspec

from mischief.engine.chance import Rng
from mischief.engine.decks import STANDARD, card_file, says
from mischief.engine.errors import BadOption, BadPosition, MischiefError, Refused
from mischief.engine.events import Event
from mischief.engine.families import Families
from mischief.engine.families import Move as Move
from mischief.engine.gathering import Gathering, as_gathered
from mischief.engine.observing import Observer
from mischief.engine.options import Option, as_told, read_options, settle
from mischief.engine.policy import Policy
from mischief.engine.recollection import info_key
from mischief.engine.rulebook import WHICH_NUMBERS, Rows, options_table, with_note, with_tables
from mischief.engine.seats import DEALER
from mischief.engine.state import BEGINNING, NEVER, Past, State
from mischief.engine.whole import whole
from mischief.engine.words import Words, read_words


class Tally(msgspec.Struct, frozen=True):
    """One line of the final scoring, as the rules count it."""

    label: str
    clause: str
    amounts: tuple[int, ...]
    tie_break: bool = False
    """Only looked at between equals: it is no part of the score."""


class Result(msgspec.Struct, frozen=True):
    """How a game ended. Places begin at 1; equals share a place. `how` goes on where "Ada won" or "lost together"
    leaves off, for lists: "with 3 pies worth 12"; where nobody won, what became of it: "after 5 of 8 meals"."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    why: str
    clause: str = ""
    tally: tuple[Tally, ...] = ()
    how: str = ""


class View(msgspec.Struct, kw_only=True):
    """What every view begins with; each game adds its own table. `waiting` and `phase` are as this viewer may know
    them: where the rules hide who has already chosen, they are hidden here too."""

    seat: int | None
    phase: str
    waiting: list[int]
    over: bool


class Silence(msgspec.Struct, frozen=True):
    """Why a seat may not speak now."""

    sentence: str
    clause: str


class Channel(msgspec.Struct, frozen=True):
    """Where some seats talk among themselves: `hears` is who they are. `silence`: why this seat may not speak there
    now."""

    id: str
    title: str
    hears: tuple[int, ...]
    silence: Silence | None = None


class Info(msgspec.Struct, frozen=True):
    """What stands on the box."""

    id: str
    title: str
    prefix: str
    seats: tuple[int, int]
    usual_seats: int
    minutes: int
    weight: str
    pitch: str
    designers: str
    cooperative: bool = False
    rules_version: int = 1


S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Parts(Generic[S]):
    """What a rulebook is put together from: one function of each file of the game's folder, all typed on the game's own
    state (`Parts[Piratz](...)`). `docs/architecture.md` has the plan of files."""

    begin: Callable[[Any], S]
    """setup.py: the game's table before anything is dealt."""
    read: Callable[[Any, Mapping[str, Any]], S]
    """reading.py: a table set up as a position says."""
    write: Callable[[S], dict[str, Any]]
    """writing.py: the whole table as plain JSON."""
    view: Callable[[S, int], View]
    """seeing.py, or view.py: all and only what a seat may know."""
    why_not: Callable[[S, int, int], tuple[str, str]]
    """refusals.py: the sentence and the clause that forbid an action."""
    result: Callable[[S], Result]
    """scoring.py: how a game that is over ended."""
    heuristic: Callable[[Any], Policy]
    """heuristic.py: how a sensible person plays the game."""
    draw: Callable[[S], str] | None = None
    """picture.py: the table as text."""
    running_scores: Callable[[S], tuple[int, ...]] | None = None
    """scoring.py: what each seat would have if the game ended now."""
    contents: Callable[[Any], Mapping[str, Rows]] | None = None
    """contents.py: what is in the box, as tables for the rulebook."""
    observer: Callable[[Any], Observer] | None = None
    """observing.py: what a seat may know, as a row of small numbers."""
    insight: Callable[[Any], Observer] | None = None
    """observing_insight.py: what a player reckons from what it may know, as such a row, for nets."""
    pieces: Callable[[Any], Mapping[str, str]] | None = None
    """contents.py: what the cards on the table are called, by id: for decks other than that of words.toml."""
    components: Callable[[S], Mapping[str, int]] | None = None
    """table.py: how many there are of each component, wherever they lie: the same all game long. `selfplay --check`
    counts them after every move."""
    partners: Mapping[str, Callable[[], Policy]] = field(default_factory=dict)
    """partners.py: players with habits of their own, by name, to see who gets on with them."""


class Game:
    """A rulebook with its options fixed. Nothing in it changes while games are played.

    A game says what stands on its box (`info`), which parts it is put together from (`parts`) and what its numbers mean
    (`name_moves`); it overrides a method only where it answers otherwise than most. Its options stand in options.toml.
    """

    info: ClassVar[Info]
    parts: ClassVar[Parts[Any]]
    option_list: ClassVar[tuple[Option, ...]] = ()
    folder: ClassVar[Path]
    search_hints: ClassVar[Mapping[str, float]] = {}
    """How search bots think best about this game: settings of `bots/search_settings.py` by name, where the usual ones
    do not fit."""
    master_hints: ClassVar[Mapping[str, float]] = {}
    """The same for `master`, which searches with a net."""
    master_hints_of_many: ClassVar[Mapping[str, float]] = {}
    """What changes of these where more than two sit at the table."""
    master_odds: ClassVar[Mapping[int, tuple[float, float, float]]] = {}
    """How the win chances that `master` names are put right, by the number of seats, as (a, b, c): their log odds are
    a + b times what it found below even chances, a + c times above. The nearest number of seats serves for others.
    `mischief calibrate --fit` says them."""
    search_odds: ClassVar[Mapping[int, tuple[float, float, float]]] = {}
    """The same for a `master` that searches without a net."""
    open: ClassVar[bool] = False
    """Whether everybody knows everything that can be known: then one can look at where a move leads."""
    levels: ClassVar[Mapping[str, str]] = {}
    """What the levels for people come down to, as line-ups name bots, where the usual ones lie too near together or too
    far apart, or would not play in character. Those of the net are for tables that have one."""
    slips: ClassVar[float] = 0.2
    """Which part of an easy bot's moves is any legal one where `levels` has no other: where a single slip costs much, a
    small one, so that an easy bot wins about a quarter of its games against a normal one."""
    num_actions: int
    num_outcomes: int

    def __init_subclass__(cls) -> None:
        cls.folder = Path(str(sys.modules[cls.__module__].__file__)).parent
        if "option_list" not in cls.__dict__ and (cls.folder / "options.toml").is_file():
            cls.option_list = read_options(cls.folder / "options.toml")

    def __init__(self, seats: SupportsIndex | None = None, **options: Any) -> None:
        low, high = self.info.seats
        count = self.info.usual_seats if seats is None else whole(seats)
        if count is None or not low <= count <= high:
            raise BadOption(f"{self.info.title} is for {low} to {high} seats, not {seats!r}.")
        self.seats: int = count
        self.options: dict[str, Any] = settle(self.info.id, self.option_list, options, self.seats)
        self.deck_name = str(self.options.get("deck", STANDARD))
        self.card_file = card_file(self.info.id, self.folder, self.deck_name)

    def name_moves(self, moves: Families, outcomes: Families) -> None:
        """Say what the numbers of moves, and of the Dealer's outcomes, mean."""
        self.moves, self.outcomes = moves, outcomes
        self.num_actions, self.num_outcomes = moves.count, outcomes.count

    # Tables

    def begin(self) -> State:
        """A table before anything is dealt: usually the Dealer is to act."""
        state: State = self.parts.begin(self)
        state.past = BEGINNING
        return state

    def start(self, seed: SupportsIndex) -> State:
        """A table set up from a seed and ready for its first decision."""
        state = self.begin()
        state.deal_on(Rng(seed))
        return state

    def load(self, position: Mapping[str, Any]) -> State:
        """A table set up as a full-information position says. Raises BadPosition if it cannot lie on a table, or is one
        of another game."""
        if not isinstance(position, Mapping):
            raise BadPosition("the whole", f"should be an object with named fields, not {position!r}")
        self._is_of_this_game(position)
        state: State = self.parts.read(self, position)
        state.past = Past(None, NEVER, state.clone())
        return state

    def _is_of_this_game(self, position: Mapping[str, Any]) -> None:
        """Refuse a position of another game, or of this one with other house rules."""
        named = position.get("game", self.info.id)
        if named not in (self.info.id, str(self.folder)):
            raise BadPosition("game", f"is {named!r}; this is {self.info.id!r}")
        options = position.get("options")
        if isinstance(options, Mapping):
            for name in options:
                if name not in self.options:
                    raise BadPosition(f"options.{name}", f"is no house rule of {self.info.title}")
            settled = settle(self.info.id, self.option_list, {**self.options, **options}, self.seats)
            for name, value in settled.items():
                if value != self.options[name]:
                    raise BadPosition(f"options.{name}", f"this table plays with {self.options[name]!r}, not {value!r}")

    def position(self, state: State) -> dict[str, Any]:
        """The whole table as plain JSON; `load` reads it back exactly."""
        return self.parts.write(state)

    # What seats may know, and how it ended

    def info_key(self, state: State, seat: int) -> str:
        """What `state.info_key` answers, for a seat that is there."""
        return info_key(state, seat)

    def view(self, state: State, seat: int) -> View:
        """All and only what this seat (or WATCHER) may know."""
        return self.parts.view(state, seat)

    def result(self, state: State) -> Result:
        """How a game that is over ended."""
        return self.parts.result(state)

    def options_for(self, viewer: int) -> dict[str, Any]:
        """The options as a seat (or WATCHER) may know them."""
        return as_told(self.option_list, self.options, viewer)

    # Moves and words

    def move(self, action: SupportsIndex) -> Move:
        """What an action number means. Raises Refused if there is no such action."""
        number = whole(action)
        if number is None or not 0 <= number < self.num_actions:
            raise self.no_action(action)
        return self.moves.move(number)

    def outcome(self, outcome: SupportsIndex) -> Move:
        """What one of the Dealer's outcomes means."""
        number = whole(outcome)
        if number is None or not 0 <= number < self.num_outcomes:
            raise self.no_outcome(outcome)
        return self.outcomes.move(number)

    def parse(self, text: str, seat: int = 0, state: State | None = None) -> list[int]:
        """The action numbers of a move's text; several, where it is a sequence joined by commas."""
        if not isinstance(text, str):
            raise Refused(f"The text of a move is a text, not {text!r}.")
        book = self._texts(seat == DEALER)
        actions = []
        for part in text.split(","):
            key = " ".join(part.split()).lower()
            if key not in book:
                raise Refused(f"No move reads {part.strip()!r}.{self._nearest(state, seat)}")
            actions.append(book[key])
        return actions

    def command(self, text: str, seat: int, state: State) -> list[int]:
        """What a seat that says this means: sets may be named in any order, and steps that are made by themselves may
        be named or not. Raises Refused where the rules would choose more than was named."""
        actions = self.parse(text, seat, state)
        if seat == DEALER or not state.waits_for(seat):
            return actions
        return as_gathered(self, state, seat, actions)

    def gathering(self, state: State, seat: int) -> Gathering | None:
        """The set that this seat is choosing now; None if its decision is a single thing."""
        return None

    def happened(self, trial: State, told: Sequence[Event], seat: int, action: int) -> bool:
        """Whether a move that is named has been made by itself already: by how the table lies after the moves named
        before it, and what was told on the way."""
        return False

    def _texts(self, dealer: bool) -> Mapping[str, int]:
        """The numbers of all moves, or of the Dealer's outcomes, by their texts in small letters."""
        kept: dict[bool, dict[str, int]] = self.__dict__.setdefault("_numbers_by_text", {})
        if dealer not in kept:
            word, count = (self.outcome, self.num_outcomes) if dealer else (self.move, self.num_actions)
            kept[dealer] = {word(number).text.lower(): number for number in range(count)}
        return kept[dealer]

    def _nearest(self, state: State | None, seat: int) -> str:
        """What can be played instead."""
        if state is not None and seat in state.actors():
            word = self.outcome if seat == DEALER else self.move
            legal = [word(a).text for a in state.legal(seat)]
            return f" Possible now: {'; '.join(legal[:12])}{' ...' if len(legal) > 12 else ''}."
        return ""

    def refusal(self, state: State, seat: int, action: int) -> Refused:
        """Why this action is not legal now: the sentence and the clause. Games say it in their own words by
        overriding `why_not`; this part is the same everywhere."""
        if seat == DEALER:
            if state.actor() != DEALER:
                return Refused("Nothing is to be dealt now.")
            if not 0 <= action < self.num_outcomes:
                return self.no_outcome(action)
            return Refused(f"The Dealer cannot bring about '{self.outcome(action).text}' now.")
        if not 0 <= action < self.num_actions:
            return self.no_action(action)
        if state.over:
            return Refused("The game is over.")
        sentence, clause = self.why_not(state, seat, action)
        return Refused(sentence, clause)

    def no_action(self, action: object) -> Refused:
        """What `move` raises for a number that means nothing."""
        return Refused(f"There is no action {action!r}: they are 0 to {self.num_actions - 1}.")

    def no_outcome(self, outcome: object) -> Refused:
        """What `outcome` raises for a number that means nothing."""
        return Refused(f"The Dealer has no outcome {outcome!r}: they are 0 to {self.num_outcomes - 1}.")

    def why_not(self, state: State, seat: int, action: int) -> tuple[str, str]:
        """The sentence and the clause that forbid an action, for a seat of a game that goes on (whether or not the
        seat has a decision pending)."""
        return self.parts.why_not(state, seat, action)

    # What the table asks, and who may speak; the answers here fit most games

    def form(self, state: State) -> str:
        """The form of the decision pending: deal, turn, together, window or over."""
        actors = state.actors()
        if not actors:
            return "over"
        return "deal" if actors[0] == DEALER else "turn" if len(actors) == 1 else "together"

    def window_pass(self, state: State, seat: int) -> int | None:
        """In a window, the action with which this seat lets it go by; None if no window asks it. Seats may have the
        server answer so for them."""
        return None

    def silence(self, state: State, seat: int) -> Silence | None:
        """Why this seat may not speak to everybody now; None if it may. From what everybody can see."""
        return None

    def channels(self, state: State, seat: int) -> list[Channel]:
        """Where this seat may speak to some seats only."""
        return []

    def running_scores(self, state: State) -> tuple[int, ...]:
        """The score of each seat if the game ended now, for the chart of a finished game. Full information."""
        reckon = self.parts.running_scores
        return reckon(state) if reckon else (0,) * self.seats

    def components_of(self, state: State) -> Mapping[str, int]:
        """How many there are of each component, wherever they lie; empty if the game does not count them."""
        count = self.parts.components
        return count(state) if count else {}

    @property
    def words(self) -> Words:
        """The message catalogue of this game: events, questions, moves and pieces in words. With another deck, pieces
        are called what its cards are called."""
        written = read_words(self.folder / "words.toml")
        if self.deck_name == STANDARD or self.parts.pieces is None:
            return written
        kept: Words | None = self.__dict__.get("_words")
        if kept is None:
            pieces = {**written.pieces, **self.parts.pieces(self)}
            kept = self.__dict__["_words"] = msgspec.structs.replace(written, pieces=pieces)
        return kept

    @property
    def rulebook(self) -> str:
        """The rules in our own words, as Markdown, with the tables of the cards and house rules of this very game."""
        tables = dict(self.parts.contents(self)) if self.parts.contents else {}
        written = (self.folder / "rulebook.md").read_text(encoding="utf-8")
        if self.deck_name != STANDARD:
            written = with_note(written, f"**Another deck.** {says(self.card_file)}. {WHICH_NUMBERS}")
        return with_tables(written, {"options": options_table(self.option_list), **tables})

    def picture(self, state: State) -> str:
        """The table as text for people: what `print(state)` shows. Full information."""
        if self.parts.draw is not None:
            return self.parts.draw(state)
        lines = [f"{self.info.title}, {self.seats} seats"]
        lines += [f"{key}: {value}" for key, value in self.position(state).items() if key not in ("game", "options")]
        return "\n".join(lines)

    def heuristic(self) -> Policy:
        """How a sensible person plays it."""
        return self.parts.heuristic(self)

    def partner(self, name: str) -> Policy | None:
        """A player with habits of its own; None if nobody is called so."""
        make = self.parts.partners.get(name)
        return make() if make else None

    def observer(self) -> Observer:
        """What writes observations (`state.observe(seat)`), and says what their numbers mean."""
        kept: Observer | None = self.__dict__.get("_observer")
        if kept is None:
            if self.parts.observer is None:
                raise MischiefError(f"{self.info.title} has no observer: its folder needs an observing.py.")
            kept = self.__dict__["_observer"] = self.parts.observer(self)
        return kept

    def insight(self) -> Observer:
        """What writes the rows of nets that weigh tables: in some games what a player reckons from what it may know, in
        others observations."""
        kept: Observer | None = self.__dict__.get("_insight")
        if kept is None:
            made = self.parts.insight
            kept = self.__dict__["_insight"] = self.observer() if made is None else made(self)
        return kept

    # Conveniences

    def replay(self, log: Sequence[tuple[int, int]]) -> State:
        """The state after a recorded game so far: (seat, action) pairs, the Dealer's included."""
        state = self.begin()
        for seat, action in log:
            state.play(seat, action)
        return state

    # As an object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.seats == other.seats and self.options == other.options

    def __hash__(self) -> int:
        return hash((type(self), self.seats, repr(self.options)))

    def __reduce__(self) -> tuple[Any, ...]:
        return remade, (type(self), self.seats, self.options)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """The same: nothing in a game changes."""
        return self

    def __repr__(self) -> str:
        default = {o.name: o.default for o in self.option_list}
        changed = "".join(f", {k}={v!r}" for k, v in self.options.items() if v != default[k])
        return f"mischief.game({self.info.id!r}, seats={self.seats}{changed})"


def remade(rules: type[Game], seats: int, options: Mapping[str, Any]) -> Game:
    """The game that was pickled."""
    return rules(seats, **options)
