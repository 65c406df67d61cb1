"""The one mutable thing: a table in the middle of a game.

A game's rules are one subclass. It answers the few questions of the first half; the second half, which players,
bots and servers call, is built on those and is the same for every game. Rules contain no randomness: where dice
would roll or a card be drawn, the state waits for the seat DEALER.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, final

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Odds, Rng
from mischief.engine.errors import MischiefError, Refused
from mischief.engine.events import Facts, Listener, event
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY, WATCHER
from mischief.engine.whole import whole

if TYPE_CHECKING:
    from mischief.engine.game import Game, Result, View


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A table in the middle of a game.

    Two states are equal when the same lies on their tables. They can be pickled, and copied with `clone` or with
    Python's `copy`; listeners stay behind.
    """

    def __init__(self, game: Game, seats: i64) -> None:
        self.game = game
        self.seats = seats
        self.listener: Listener | None = None
        self.past: Past | None = None
        """The moves so far, if they were written down, ..."""
        self.age: i64 = 0
        """... and how many of them are this table's."""

    # What every rulebook answers. These are the hot ones: no checking, no allocation where it can be avoided.

    def actor(self) -> i64:
        """The first seat with a decision pending (the lowest number, when several decide together); DEALER when
        chance is next; NOBODY when the game is over."""
        raise NotImplementedError

    def waits_for(self, seat: i64) -> bool:
        """Whether this seat (or DEALER) has a decision pending. Games with together-decisions say more here."""
        return self.actor() == seat

    def list_moves(self, seat: i64, moves: Moves) -> None:
        """Add the legal actions of a seat that has a decision pending, in rising order."""
        raise NotImplementedError

    def list_odds(self, odds: Odds) -> None:
        """Add the outcomes that the Dealer may bring about now, in rising order, with their weights."""
        raise NotImplementedError

    def apply(self, seat: i64, action: i64) -> None:
        """Carry out an action that is known to be legal (for DEALER: an outcome that is possible). Nothing is checked
        or written down: `play` and `step` do that."""
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that shares nothing mutable; with the past, without the listener."""
        raise NotImplementedError

    def imagine_as(self, seat: i64, rng: Rng) -> State:
        """What `imagine` answers, for a seat that is there (or WATCHER)."""
        raise NotImplementedError

    def suppose_as(self, seat: i64, rng: Rng) -> State:
        """What `suppose` answers. Games override this where imagining takes long thought."""
        return self.imagine_as(seat, rng)

    def forget(self) -> None:
        """Drop what is noted beside the table of who has seen what, where a game keeps such notes. An imagined world
        has those of the true one: its own seat may use them, but what others have noted is not for it to know."""

    def share(self, seat: i64) -> float:
        """What `payoff` answers, of a game that is over."""
        raise NotImplementedError

    def sample(self, rng: Rng) -> i64:
        """One of the Dealer's outcomes, by its odds. Games override this where listing them would be slow."""
        odds = Odds()
        self.list_odds(odds)
        return odds.pick(rng)

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        """What `viewer` sees of an action at the moment it is taken: the action itself, or a negative number that
        stands for whatever cannot be told apart."""
        return action

    def laid_open(self) -> i64:
        """A number that stands for what everybody can see but glimpses did not show when it was done: secret choices
        that were compared, hidden cards that were turned up. Search tells positions apart by it; 0 where glimpses tell
        all that matters."""
        return 0

    # What everybody else calls.

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.actor() == NOBODY

    def actors(self) -> list[int]:
        """The seats that have a decision pending: one, several together, [DEALER], or none when the game is over."""
        first = self.actor()
        if first == NOBODY:
            return []
        if first == DEALER:
            return [int(DEALER)]
        return [s for s in range(int(self.seats)) if self.waits_for(s)]

    def legal(self, seat: SupportsIndex) -> list[int]:
        """The actions that this seat may take now, sorted; empty if it has no decision pending."""
        who = self._seat(seat, True)
        found: list[int] = []
        if not self.waits_for(who):
            return found
        moves = borrow()
        self._list_choices(who, moves)
        items = moves.items
        for i in range(moves.count):
            found.append(int(items[i]))
        SPARE.append(moves)
        return found

    def legal_into(self, moves: Moves) -> int:
        """The choices of whoever is to act now (`actor()`; the Dealer's outcomes, if it is the Dealer) into an array
        that can be used again and again; says how many there are. `moves[0]`, `len(moves)` and `random.choice(moves)`
        work as with a list."""
        moves.clear()
        seat = self.actor()
        if seat != NOBODY:
            self._list_choices(seat, moves)
        return int(moves.count)

    def legal_mask(self, seat: SupportsIndex) -> bytes:
        """A 1 for every action that this seat may take now, a 0 for every other."""
        who = self._seat(seat, False)
        mask = BytesWriter()
        mask.write(bytes(self.game.num_actions))
        if self.waits_for(who):
            moves = borrow()
            self.list_moves(who, moves)
            for i in range(moves.count):
                mask[moves.items[i]] = 1
            SPARE.append(moves)
        return mask.getvalue()

    def odds(self) -> dict[int, int]:
        """The Dealer's possible outcomes with their weights; empty unless the Dealer is to act."""
        outcomes, weights = self.chances()
        return dict(zip(outcomes, weights, strict=True))

    def chances(self) -> tuple[list[int], list[int]]:
        """The same as two lists, outcomes and weights, as `random.choices` takes them."""
        outcomes: list[int] = []
        weights: list[int] = []
        if self.actor() == DEALER:
            odds = Odds()
            self.list_odds(odds)
            for i in range(odds.count):
                outcomes.append(int(odds.outcomes[i]))
                weights.append(int(odds.weights[i]))
        return outcomes, weights

    def play(self, seat: SupportsIndex, action: SupportsIndex | str) -> None:
        """Make a move: an action number, or its text (`"pass rings, bury pz07"`, applied whole or not at all).

        Raises Refused, with the clause that forbids it, and changes nothing, if the move is not legal.
        """
        who = self._seat(seat, True)
        if isinstance(action, str):
            self.play_all(int(who), self.game.command(action, int(who), self))
            return
        self._make(who, self._allowed(who, action))

    def play_all(self, seat: SupportsIndex, actions: Sequence[SupportsIndex]) -> None:
        """Several small decisions of one seat as one command, applied whole or not at all."""
        if len(actions) > 1:
            trial = self.clone()
            for action in actions:
                trial.play(seat, action)
        for action in actions:
            self.play(seat, action)

    def step(self, action: SupportsIndex, rng: Rng | None = None) -> int:
        """Make the move of whoever is to act, be it a seat or the Dealer, and say who is to act then (NOBODY: the game
        is over): one call a decision. With `rng` the Dealer does not ask, but deals from it.

        Raises Refused, with the clause that forbids it, and changes nothing, if the move is not legal.
        """
        seat = self.actor()
        if seat == NOBODY:
            raise Refused("The game is over.")
        self._make(seat, self._allowed(seat, action))
        return int(self.actor()) if rng is None else self.deal_on(rng)

    def deal_on(self, rng: Rng) -> int:
        """Let the Dealer deal until a seat has to decide, and say which (NOBODY: the game is over)."""
        seat = self.actor()
        while seat == DEALER:
            self._make(seat, self.sample(rng))
            seat = self.actor()
        return int(seat)

    def check(self, seat: SupportsIndex, action: SupportsIndex) -> None:
        """Raise Refused, naming the clause, unless this seat may take this action now."""
        self._allowed(self._seat(seat, True), action)

    def _list_choices(self, seat: i64, moves: Moves) -> None:
        """The moves of a seat, or the outcomes of the Dealer, that is waited for."""
        if seat != DEALER:
            self.list_moves(seat, moves)
            return
        odds = Odds()
        self.list_odds(odds)
        for i in range(odds.count):
            moves.add(odds.outcomes[i])

    def _allowed(self, seat: i64, action: object) -> i64:
        """The number of an action that this seat may take now."""
        number = action if isinstance(action, int) and not isinstance(action, bool) else whole(action)
        if number is None:
            raise Refused(f"An action is a whole number or a text such as a move's own; {action!r} is neither.")
        if self.waits_for(seat) and -(2**62) < number < 2**62:
            wanted = i64(number)
            moves = borrow()
            self._list_choices(seat, moves)
            there = moves.has(wanted)
            SPARE.append(moves)
            if there:
                return wanted
        raise self.game.refusal(self, int(seat), number)

    def _make(self, seat: i64, action: i64) -> None:
        """Make a legal move, and write it down."""
        self.apply(seat, action)
        if self.past is not None:
            self.write_down(seat, action)

    def write_down(self, seat: i64, action: i64) -> None:
        """Add a move to the past."""
        past = self.past
        if past is not None:
            if not past.goes_on_at(self.age):
                past = Past(past, self.age)
                self.past = past
            past.add(seat, action)
            self.age += 1

    def keep_past_of(self, other: State) -> None:
        """For `clone`: this table has the same past as the one it is copied from."""
        self.past = other.past
        self.age = other.age

    def _seat(self, seat: object, or_dealer: bool) -> i64:
        """The number of a seat that is there."""
        number = seat if isinstance(seat, int) and not isinstance(seat, bool) else whole(seat)
        if number is not None and (0 <= number < int(self.seats) or (or_dealer and number == int(DEALER))):
            return i64(number)
        deals = f", and {int(DEALER)} deals" if or_dealer else ""
        raise Refused(f"There is no seat {seat!r}: seats are 0 to {int(self.seats) - 1}{deals}.")

    def _viewer(self, seat: object) -> i64:
        """The number of a seat that is there, or WATCHER."""
        number = whole(seat)
        if number is not None and (0 <= number < int(self.seats) or number == int(WATCHER)):
            return i64(number)
        watches = f"and {int(WATCHER)} watches"
        raise Refused(f"There is no seat {seat!r}: seats are 0 to {int(self.seats) - 1}, {watches}.")

    def tell(self, kind: str, facts: Facts, only: Mapping[str, Sequence[int]] | None = None) -> None:
        """Tell the listener what happened. Rules ask `if self.listener is not None` first, so that it costs nothing."""
        listener = self.listener
        if listener is not None:
            listener(event(kind, facts, only))

    # What a seat may know

    def view(self, seat: SupportsIndex | None) -> View:
        """All and only what this seat may know; of None, what a spectator may."""
        return self.game.view(self, int(WATCHER) if seat is None else int(self._seat(seat, False)))

    def observe(self, seat: SupportsIndex) -> bytes:
        """All and only what this seat may know, as a row of small numbers (0 to 255) that always has the same length:
        `game.observer().fields` says what they mean."""
        return self.game.observer().row(self, self._seat(seat, False))

    def imagine(self, seat: SupportsIndex, rng: Rng) -> State:
        """A clone in which all that this seat (or WATCHER) cannot know has been dealt afresh, in the right
        proportions. Search bots see the world only through this door."""
        return self.imagine_as(self._viewer(seat), rng)

    def suppose(self, seat: SupportsIndex, rng: Rng) -> State:
        """The same in no particular proportions: any world that the seat cannot tell from the true one. Enough for a
        policy, which looks at nothing hidden."""
        return self.suppose_as(self._viewer(seat), rng)

    def info_key(self, seat: SupportsIndex) -> str:
        """A short text that stands for all that this seat has seen and done since the beginning: the same text exactly
        where it cannot tell two histories apart, on every machine. In which order others took a decision that is taken
        together does not matter. Fit for the tables of CFR and its kin.

        Needs the past: of a table that `game.begin`, `start` or `load` made and that `play` and `step` brought here.
        """
        return self.game.info_key(self, int(self._seat(seat, False)))

    def history(self) -> list[tuple[int, int]]:
        """The moves so far as (seat, action), the Dealer's included: `game.replay` makes them again. Of a table that
        was loaded, those since then."""
        if self.past is None:
            raise MischiefError("This table was not written down: it was imagined, or moved on by `apply`.")
        return self.past.moves(self.age)

    # How it ended

    def payoff(self, seat: SupportsIndex) -> float:
        """Of a game that is over: 1 for the winner, shared among several; 0 for the others. All alike when the
        table wins or loses together."""
        who = self._seat(seat, False)
        if self.actor() != NOBODY:
            raise Refused("Nobody has a payoff yet: the game is not over.")
        return self.share(who)

    def returns(self) -> list[float]:
        """What each seat has got so far: its payoff when the game is over, 0 until then."""
        if self.actor() != NOBODY:
            return [0.0] * int(self.seats)
        return [self.share(seat) for seat in range(self.seats)]

    def result(self) -> Result | None:
        """Scores, places, winners and why; None while the game goes on."""
        return self.game.result(self) if self.over else None

    # As an object

    def position(self) -> dict[str, object]:
        """The whole table as plain JSON, for `game.load`."""
        return self.game.position(self)

    def __str__(self) -> str:
        return self.game.picture(self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, State) or self.seats != other.seats or self.actor() != other.actor():
            return False
        return self.position() == other.position()

    def __hash__(self) -> int:
        """Of what lies on the table now: play on, and it is another."""
        return hash(repr(self.position()))

    def __reduce__(self) -> tuple[Any, ...]:
        past = self.past
        if past is None:
            return restore, (self.game, self.position(), None, None)
        loaded = past.beginning().loaded
        moves = past.moves(self.age)
        return restore, (self.game, self.position(), moves, None if loaded is None else loaded.position())

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.clone()


@final
class Past:
    """A stretch of moves that were made one after the other, and the past that they began from.

    Copies of a table share their past. The first of them that goes on writes on in the same stretch; one that goes on
    otherwise begins another there. So a past costs next to nothing, however many copies are made.
    """

    def __init__(self, before: Past | None, begins: i64, loaded: State | None = None) -> None:
        self.before = before
        self.begins = begins
        """How many moves were made before this stretch; NEVER of a beginning, where none is written."""
        self.written: vec[i64] = vec[i64]()
        """The moves, seat and action in one number."""
        self.loaded = loaded
        """Of a beginning: the table that was loaded; None if the game began as it should."""
        self.known: dict[tuple[int, int], object] = {}
        """What was worked out about its moments, kept by mischief.engine.recollection."""

    def goes_on_at(self, age: i64) -> bool:
        """Whether the next move of a table with so many moves can be written here."""
        return age == self.begins + len(self.written)

    def add(self, seat: i64, action: i64) -> None:
        self.written = append(self.written, action * SEATS + seat + SEATS // 2)

    def beginning(self) -> Past:
        """Where it all began."""
        here = self
        before = here.before
        while before is not None:
            here = before
            before = here.before
        return here

    def moves(self, age: i64) -> list[tuple[int, int]]:
        """The first so many moves of a table with this past."""
        found: list[tuple[int, int]] = []
        here: Past | None = self
        while here is not None and here.begins != NEVER:
            for i in range(age - here.begins - 1, i64(-1), -1):
                move = here.written[i]
                found.append((int(move % SEATS - SEATS // 2), int(move // SEATS)))
            age = here.begins
            here = here.before
        found.reverse()
        return found


NEVER: Final[i64] = -1
SEATS: Final[i64] = 256
"""More than there are seats, the Dealer and the like included: they share a number with an action."""
BEGINNING: Final = Past(None, NEVER)
"""Of a game that began as it should."""


def restore(
    game: Game, position: dict[str, Any], moves: list[tuple[int, int]] | None, loaded: dict[str, Any] | None
) -> State:
    """The state that was pickled."""
    state = game.load(position)
    state.past = None
    if moves is not None:
        state.past = BEGINNING if loaded is None else Past(None, NEVER, game.load(loaded))
        for seat, action in moves:
            state.write_down(seat, action)
    return state


SPARE: Final[list[Moves]] = []
"""Arrays of moves that are not in use: asking what is legal makes none anew."""


def borrow() -> Moves:
    """An empty array of moves; put it back into SPARE."""
    if len(SPARE) == 0:
        return Moves()
    moves = SPARE.pop()
    moves.clear()
    return moves
