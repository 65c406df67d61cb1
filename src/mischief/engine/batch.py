"""Many tables of one game at once, for learning and for matches: everything between two decisions happens inside.

`look` says what each table asks: whom, what that seat may know, what it may do. `step` takes one action for each. The
Dealer deals, forced moves are made, policies play the seats that are theirs, and a finished game makes way for the
next. All that comes out are flat buffers of numbers, which numpy reads without copying.

Each table has its own two streams of chance, forked one after the other from the seed: one deals, the other is for the
policies. So a table plays the same game alone or among others, and who plays does not change what is dealt.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter, write_f32_le, write_i32_le
from mypy_extensions import i32, i64

from mischief.engine.chance import Rng
from mischief.engine.errors import BadBatch
from mischief.engine.moves import Moves, flat, zeros
from mischief.engine.observing import Observer, add_mask
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

if TYPE_CHECKING:
    from mischief.engine.game import Game

IDLE: Final[i64] = 200
"""After so many games in a row in which nobody was asked, nobody ever will be."""


class Look:
    """What the tables ask, in the order of the tables. Where several seats decide together, one after the other is
    asked, and none is shown what the others chose."""

    def __init__(self, observations: bytes, masks: bytes, seats: bytes) -> None:
        self.observations = observations
        """A row of `batch.length` numbers (u8) for each table: what the seat may know."""
        self.masks = masks
        """A row of `game.num_actions` numbers (u8) for each table: 1 for what the seat may do."""
        self.seats = seats
        """The seat that is asked (u8), for each table."""


class Ended:
    """The games that ended in a step, in the order of their tables; a table is there twice if two games ended on it."""

    def __init__(self, count: int, tables: bytes, payoffs: bytes) -> None:
        self.count = count
        self.tables = tables
        """The number of its table (little-endian i32), for each game."""
        self.payoffs = payoffs
        """What each seat of it got (little-endian f32), seat by seat, game by game."""


class Batch:
    """Tables of one game that go on together.

    `policies` has the seats that are not asked, because a policy plays them; with `rotate` everybody sits one seat
    further on at every table than at the one before, so that seats are shared fairly. With `forced`, a seat that has
    only one move is not asked either. With `turned`, moves that name a seat count it from the one that is asked, as
    rows do, in masks and in actions; otherwise actions are the game's own numbers.
    """

    def __init__(
        self,
        game: Game,
        tables: int,
        seed: int,
        policies: Mapping[int, Policy] | None = None,
        rotate: bool = False,
        forced: bool = True,
        turned: bool = False,
    ) -> None:
        if tables < 1:
            raise BadBatch(f"A batch needs at least one table, not {tables}.")
        self.game = game
        self.tables: i64 = tables
        self.seats: i64 = game.seats
        self.observer: Observer = game.observer()
        self.length: i64 = self.observer.length
        self.num_actions: i64 = game.num_actions
        self.forced = forced
        self.turned = turned
        self.decisions: i64 = 0
        """How many actions were taken from outside."""
        self.games: i64 = 0
        """How many games have ended."""
        self.turns = flat(game.moves.turns(game.seats) if turned else [])
        """Where each move goes, turned by 0, 1, 2 ... seats."""
        self.moves = Moves()
        self.fresh: State = game.begin()
        self.fresh.past = None
        self.no_moves = bytes(game.num_actions)
        self.asked = zeros(self.tables)
        self.rows = BytesWriter()
        self.masks = BytesWriter()
        self.ended = BytesWriter()
        self.payoffs = BytesWriter()
        self.players: list[Policy | None] = [None] * (tables * game.seats)
        self.states: list[State] = []
        self.chance: list[Rng] = []
        self.thoughts: list[Rng] = []
        streams = Rng(seed)
        for _ in range(tables):
            self.states.append(self.fresh.clone())
            self.chance.append(streams.fork())
            self.thoughts.append(streams.fork())
        for seat, policy in (policies or {}).items():
            if not 0 <= seat < game.seats:
                raise BadBatch(f"A policy cannot play seat {seat}: seats are 0 to {game.seats - 1}.")
            for table in range(tables):
                self.players[table * game.seats + (seat + table * rotate) % game.seats] = policy
        for number in range(self.tables):
            if self._nobody_asked(number):
                raise BadBatch(f"At table {number} policies play every seat: nobody is left to ask.")
        self.whole = False
        self._go_on([])

    def sit(self, table: int, seat: int, policy: Policy | None) -> None:
        """From the next question on, let a policy play this seat of this table; None: ask."""
        if not 0 <= table < self.tables or not 0 <= seat < self.seats:
            raise BadBatch(f"There is no seat {seat} at a table {table}.")
        was = self.players[table * int(self.seats) + seat]
        self.players[table * int(self.seats) + seat] = policy
        if self._nobody_asked(table):
            self.players[table * int(self.seats) + seat] = was
            raise BadBatch(f"At table {table} policies would play every seat: nobody would be left to ask.")

    def look(self) -> Look:
        """What the tables ask now."""
        self._is_whole()
        seats = BytesWriter()
        for table in range(self.tables):
            seats.append(int(self.asked[table]))
        return Look(self.rows.getvalue(), self.masks.getvalue(), seats.getvalue())

    def step(self, actions: object) -> Ended:
        """Take one action at every table, and go on until each asks again. The actions are a list, or a buffer of whole
        numbers such as a numpy array (bytes: of 1, 4 or 8 a number). If one of them is not legal, none is taken."""
        self._is_whole()
        chosen = read_actions(actions, int(self.tables))
        actions_there = int(self.num_actions)
        for table in range(self.tables):
            action = chosen[table]
            if not 0 <= action < actions_there or self.masks[table * self.num_actions + i64(action)] == 0:
                raise self._illegal(int(table), int(self.asked[table]), action)
        self.whole = False
        self._go_on(chosen)
        self.decisions += self.tables
        count = len(self.ended) // 4
        return Ended(count, self.ended.getvalue(), self.payoffs.getvalue())

    def advise(self, policy: Policy) -> bytes:
        """What a policy would do at every table in the place of the seat that is asked (little-endian i32)."""
        self._is_whole()
        advice = BytesWriter()
        for table in range(self.tables):
            seat, thoughts = self.asked[table], self.thoughts[table]
            write_i32_le(advice, i32(policy.choose(self.states[table].suppose_as(seat, thoughts), seat, thoughts)))
        return advice.getvalue()

    def _go_on(self, chosen: list[int]) -> None:
        """Take the actions, if there are any, let every table go on to its next question, and write all questions
        down."""
        self.rows.truncate(0)
        self.masks.truncate(0)
        self.ended.truncate(0)
        self.payoffs.truncate(0)
        collects = gc.isenabled()
        gc.disable()  # tables hold no circles, and looking for some at thousands of them takes long
        try:
            for table in range(self.tables):
                if chosen:
                    self._take(table, i64(chosen[table]))
                self._ask(table)
        finally:
            if collects:
                gc.enable()
        self.whole = True

    def _take(self, table: i64, action: i64) -> None:
        seat = self.asked[table]
        self.states[table].apply(seat, self.turns[seat * self.num_actions + action] if self.turned else action)

    def _ask(self, table: i64) -> None:
        seat = self._settle(table)
        self.asked[table] = seat
        self.observer.add_row(self.states[table], seat, self.rows)
        if self.turned:
            self._turn_back(seat)
        add_mask(self.moves, self.no_moves, self.masks)

    def _settle(self, table: i64) -> i64:
        """Play on at a table until a seat has to be asked: that seat; its moves are in `moves`."""
        state = self.states[table]
        idle: i64 = 0
        while True:
            seat = state.actor()
            if seat == DEALER:
                state.apply(seat, state.sample(self.chance[table]))
                continue
            if seat == NOBODY:
                idle += 1
                if idle > IDLE:
                    raise self._never_asked(int(table))
                self._end(table, state)
                state = self.fresh.clone()
                self.states[table] = state
                continue
            self.moves.clear()
            state.list_moves(seat, self.moves)
            if self.moves.count == 1 and self.forced:
                state.apply(seat, self.moves.items[0])
                continue
            policy = self.players[table * self.seats + seat]
            if policy is None:
                return seat
            thoughts = self.thoughts[table]
            action = policy.choose(state.suppose_as(seat, thoughts), seat, thoughts)
            if not self.moves.has(action):
                raise self._illegal(int(table), int(seat), int(action))
            state.apply(seat, action)

    def _turn_back(self, seat: i64) -> None:
        """Let the moves listed name seats from this one."""
        turns = (self.seats - seat) % self.seats * self.num_actions
        for i in range(self.moves.count):
            self.moves.items[i] = self.turns[turns + self.moves.items[i]]

    def _end(self, table: i64, state: State) -> None:
        self.games += 1
        write_i32_le(self.ended, i32(table))
        for seat in range(self.seats):
            write_f32_le(self.payoffs, state.share(seat))

    def _nobody_asked(self, table: i64) -> bool:
        for seat in range(self.seats):
            if self.players[table * self.seats + seat] is None:
                return False
        return True

    def _never_asked(self, table: int) -> BadBatch:
        free = [seat for seat in range(int(self.seats)) if self.players[table * int(self.seats) + seat] is None]
        seats = " and ".join(str(seat) for seat in free)
        return BadBatch(
            f"At table {table} policies play everything: {int(IDLE)} games in a row ended without a question to seat "
            f"{seats}. With these options others decide; leave a seat free that has something to say."
        )

    def _is_whole(self) -> None:
        if not self.whole:
            raise BadBatch("A step of this batch was broken off by an error; begin a new one.")

    def _illegal(self, table: int, seat: int, action: int) -> BadBatch:
        refusal = self.game.refusal(self.states[table], seat, action)
        return BadBatch(f"Table {table}, seat {seat}: action {action} is not legal. {refusal}")


def read_actions(actions: object, tables: int) -> list[int]:
    """One action for each table, out of a list or a buffer."""
    found: list[object] = []
    if isinstance(actions, list):
        found = actions
    elif isinstance(actions, tuple):
        found = list(actions)
    else:
        found = _read_buffer(actions, tables)
    if len(found) != tables:
        raise BadBatch(f"A step takes one action for each of {tables} tables, not {len(found)}.")
    chosen: list[int] = []
    for action in found:
        if not isinstance(action, int):
            raise BadBatch(f"Actions are whole numbers; {action!r} is none.")
        chosen.append(action)
    return chosen


def _read_buffer(actions: object, tables: int) -> list[object]:
    try:
        view = memoryview(actions)  # type: ignore[arg-type]
        if isinstance(actions, bytes | bytearray) and len(view) in (4 * tables, 8 * tables):
            view = view.cast("i" if len(view) == 4 * tables else "q")
        if view.ndim != 1:
            raise BadBatch(f"A step takes actions in one row, not in {view.ndim} dimensions.")
        return list(view.tolist())
    except (TypeError, NotImplementedError) as error:
        raise BadBatch(f"A step takes a list or a buffer of whole numbers: {error}.") from error
