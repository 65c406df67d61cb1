"""The one mutable thing: a table in the middle of a game.

A game's rules are one subclass. It answers the few questions of the first half; the second half, which players,
bots and servers call, is built on those and is the same for every game. Rules contain no randomness: where dice
would roll or a card be drawn, the state waits for the seat DEALER.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr

from mischief.engine.chance import Odds, Rng
from mischief.engine.errors import Refused
from mischief.engine.events import Facts, Listener, event
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY, WATCHER

if TYPE_CHECKING:
    from mischief.engine.game import Game, Result, View


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A table in the middle of a game."""

    def __init__(self, game: Game, seats: i64) -> None:
        self.game = game
        self.seats = seats
        self.listener: Listener | None = None

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
        """Carry out an action that is known to be legal (for DEALER: an outcome that is possible)."""
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that shares nothing mutable; without the listener."""
        raise NotImplementedError

    def imagine(self, seat: i64, rng: Rng) -> State:
        """A clone in which all that this seat (or WATCHER) cannot know has been dealt afresh, in the right
        proportions. Search bots see the world only through this door."""
        raise NotImplementedError

    def suppose(self, seat: i64, rng: Rng) -> State:
        """The same in no particular proportions: any world that the seat cannot tell from the true one. Enough for a
        policy, which looks at nothing hidden. Games override this where imagining takes long thought."""
        return self.imagine(seat, rng)

    def forget(self) -> None:
        """Drop what is noted beside the table of who has seen what, where a game keeps such notes. An imagined world
        has those of the true one: its own seat may use them, but what others have noted is not for it to know."""

    def payoff(self, seat: i64) -> float:
        """Of a game that is over: 1 for the winner, shared among several; 0 for the others. All alike when the
        table wins or loses together."""
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
        return self.actor() == NOBODY

    def actors(self) -> list[int]:
        """The seats that have a decision pending: one, several together, [DEALER], or none when the game is over."""
        first = self.actor()
        if first == NOBODY:
            return []
        if first == DEALER:
            return [int(DEALER)]
        return [s for s in range(int(self.seats)) if self.waits_for(s)]

    def legal(self, seat: int) -> list[int]:
        """The actions that this seat may take now, sorted; empty if it has no decision pending."""
        self._seat_exists(seat)
        found: list[int] = []
        if seat == DEALER:
            if self.actor() == DEALER:
                odds = Odds()
                self.list_odds(odds)
                for i in range(odds.count):
                    found.append(int(odds.outcomes[i]))
            return found
        if self.waits_for(seat):
            moves = Moves()
            self.list_moves(seat, moves)
            for i in range(moves.count):
                found.append(int(moves.items[i]))
        return found

    def odds(self) -> dict[int, int]:
        """The Dealer's possible outcomes with their weights; empty unless the Dealer is to act."""
        table: dict[int, int] = {}
        if self.actor() == DEALER:
            odds = Odds()
            self.list_odds(odds)
            for i in range(odds.count):
                table[int(odds.outcomes[i])] = int(odds.weights[i])
        return table

    def play(self, seat: int, action: object) -> None:
        """Make a move: an action number, or its text (`"pass rings, bury pz07"`, applied whole or not at all).

        Raises Refused, with the clause that forbids it, and changes nothing, if the move is not legal.
        """
        if isinstance(action, str):
            self._seat_exists(seat)
            self.play_all(seat, self.game.command(action, seat, self))
            return
        self.check(seat, action)
        assert isinstance(action, int)
        self.apply(seat, action)

    def play_all(self, seat: int, actions: Sequence[int]) -> None:
        """Several small decisions of one seat as one command, applied whole or not at all."""
        if len(actions) > 1:
            trial = self.clone()
            for action in actions:
                trial.play(seat, action)
        for action in actions:
            self.play(seat, action)

    def check(self, seat: int, action: object) -> None:
        """Raise Refused, naming the clause, unless this seat may take this action now."""
        self._seat_exists(seat)
        if not isinstance(action, int) or isinstance(action, bool):
            raise Refused(f"An action is a whole number or a text such as a move's own; {action!r} is neither.")
        if not self.waits_for(seat):
            raise self.game.refusal(self, seat, action)
        if seat == DEALER:
            if action not in self.odds():
                raise self.game.refusal(self, seat, action)
            return
        moves = Moves()
        self.list_moves(seat, moves)
        if not -(2**62) < action < 2**62 or not moves.has(action):
            raise self.game.refusal(self, seat, action)

    def _seat_exists(self, seat: int) -> None:
        if not isinstance(seat, int) or not (0 <= seat < self.seats or seat == DEALER):
            raise Refused(f"There is no seat {seat!r}: seats are 0 to {int(self.seats) - 1}, and {int(DEALER)} deals.")

    def _plays(self, seat: int) -> None:
        if not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise Refused(f"There is no seat {seat!r}: seats are 0 to {int(self.seats) - 1}.")

    def tell(self, kind: str, facts: Facts, only: Mapping[str, Sequence[int]] | None = None) -> None:
        """Tell the listener what happened. Rules ask `if self.listener is not None` first, so that it costs nothing."""
        listener = self.listener
        if listener is not None:
            listener(event(kind, facts, only))

    def view(self, seat: int | None) -> View:
        """All and only what this seat may know; of None, what a spectator may."""
        if seat is not None:
            self._seat_exists(seat)
        return self.game.view(self, int(WATCHER) if seat is None else seat)

    def observe(self, seat: int) -> bytes:
        """All and only what this seat may know, as a row of small numbers (0 to 255) that always has the same length:
        `game.observer().fields` says what they mean."""
        self._plays(seat)
        return self.game.observer().row(self, seat)

    def legal_mask(self, seat: int) -> bytes:
        """A 1 for every action that this seat may take now, a 0 for every other."""
        self._plays(seat)
        mask = BytesWriter()
        mask.write(bytes(self.game.num_actions))
        if self.waits_for(seat):
            moves = Moves()
            self.list_moves(seat, moves)
            for i in range(moves.count):
                mask[moves.items[i]] = 1
        return mask.getvalue()

    def position(self) -> dict[str, object]:
        """The whole table as plain JSON, for `game.load`."""
        return self.game.position(self)

    def result(self) -> Result | None:
        """Scores, places, winners and why; None while the game goes on."""
        return self.game.result(self) if self.over else None

    def __str__(self) -> str:
        return self.game.picture(self)
