"""Many tables of one game at once, for learning and for matches: everything between two decisions happens inside.

`look` says what each table asks: whom, what that seat may know, what it may do. `step` takes one action for each. The
Dealer deals, forced moves are made, policies play the seats that are theirs, and a finished game makes way for the
next. All that comes out are flat buffers of numbers, which numpy reads without copying.

Each table has its own two streams of chance, forked one after the other from the seed: one deals, the other is for the
policies. So a table plays the same game alone or among others, and who plays does not change what is dealt.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from librt.strings import BytesWriter, read_i32_le, read_i64_le, write_f32_le, write_i32_le
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from mischief.engine.chance import Rng
from mischief.engine.errors import BadBatch
from mischief.engine.moves import Moves, flat, zeros
from mischief.engine.observing import Observer, add_mask
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State
from mischief.engine.whole import whole

if TYPE_CHECKING:
    from mischief.engine.game import Game

FAR: Final = 1 << 40
"""No action has a number as large as this."""
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
    rows do, in masks and in actions; otherwise actions are the game's own numbers. `observer` writes the rows, where it
    is not the game's own.
    """

    def __init__(
        self,
        game: Game,
        tables: SupportsIndex,
        seed: SupportsIndex,
        policies: Mapping[Any, Policy] | None = None,
        rotate: bool = False,
        forced: bool = True,
        turned: bool = False,
        observer: Observer | None = None,
    ) -> None:
        count = whole(tables)
        if count is None or count < 1:
            raise BadBatch(f"A batch needs at least one table, and a whole number of them, not {tables!r}.")
        self.game = game
        self.tables: i64 = count
        self.seats: i64 = game.seats
        self.observer: Observer = game.observer() if observer is None else observer
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
        self.choices: vec[i64] = vec[i64]()
        """The moves of all tables, one after the other; those of a table end before `ends[table]`."""
        self.ends = zeros(self.tables)
        self.fresh: State = game.begin()
        self.fresh.past = None
        self.no_moves = bytes(game.num_actions)
        self.asked = zeros(self.tables)
        self.rows = BytesWriter()
        self.masks = BytesWriter()
        self.ended = BytesWriter()
        self.payoffs = BytesWriter()
        self.players: list[Policy | None] = [None] * (count * game.seats)
        self.states: list[State] = []
        self.chance: list[Rng] = []
        self.thoughts: list[Rng] = []
        streams = Rng(seed)
        for _ in range(count):
            self.states.append(self.fresh.clone())
            self.chance.append(streams.fork())
            self.thoughts.append(streams.fork())
        for named, policy in (policies or {}).items():
            seat = whole(named)
            if seat is None or not 0 <= seat < game.seats:
                raise BadBatch(f"A policy cannot play seat {named!r}: seats are 0 to {game.seats - 1}.")
            for table in range(count):
                self.players[table * game.seats + (seat + table * rotate) % game.seats] = policy
        for number in range(self.tables):
            if self._nobody_asked(number):
                raise BadBatch(f"At table {number} policies play every seat: nobody is left to ask.")
        self.whole = False
        self._go_on(vec[i64]())

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
        chosen = self._read(actions)
        masks, actions_there = self.masks, self.num_actions
        for table in range(self.tables):
            action = chosen[table]
            if action < 0 or action >= actions_there or masks[table * actions_there + action] == 0:
                raise self._illegal(int(table), int(self.asked[table]), int(action))
        self.whole = False
        self._go_on(chosen)
        self.decisions += self.tables
        count = len(self.ended) // 4
        return Ended(count, self.ended.getvalue(), self.payoffs.getvalue())

    def any_legal(self, rng: Rng) -> bytes:
        """One of the moves that each table offers, all equally likely (little-endian i32): what `step` takes."""
        self._is_whole()
        chosen = BytesWriter()
        choices, ends = self.choices, self.ends
        begins: i64 = 0
        for table in range(self.tables):
            write_i32_le(chosen, i32(choices[begins + rng.below(ends[table] - begins)]))
            begins = ends[table]
        return chosen.getvalue()

    def advise(self, policy: Policy) -> bytes:
        """What a policy would do at every table in the place of the seat that is asked (little-endian i32)."""
        self._is_whole()
        advice = BytesWriter()
        for table in range(self.tables):
            seat, thoughts = self.asked[table], self.thoughts[table]
            write_i32_le(advice, i32(policy.choose(self.states[table].suppose_as(seat, thoughts), seat, thoughts)))
        return advice.getvalue()

    def _go_on(self, chosen: vec[i64]) -> None:
        """Take the actions, if there are any, let every table go on to its next question, and write all questions
        down."""
        self.rows.truncate(0)
        self.masks.truncate(0)
        self.ended.truncate(0)
        self.payoffs.truncate(0)
        takes = len(chosen) > 0
        listed: i64 = 0
        collects = gc.isenabled()
        gc.disable()  # tables hold no circles, and looking for some at thousands of them takes long
        try:
            for table in range(self.tables):
                if takes:
                    self._take(table, chosen[table])
                self._ask(table)
                listed = self._list(listed)
                self.ends[table] = listed
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

    def _list(self, listed: i64) -> i64:
        """Put the moves behind those of the tables before: how many there are now."""
        moves, choices = self.moves, self.choices
        items, count = moves.items, moves.count
        while len(choices) < listed + count:
            choices = append(choices, i64(0))
            self.choices = choices
        for i in range(count):
            choices[listed + i] = items[i]
        return listed + count

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

    def _read(self, actions: object) -> vec[i64]:
        """One action for each table, out of a list or a buffer."""
        tables = int(self.tables)
        found = zeros(self.tables)
        plain = packed(actions, tables)
        size = i64(len(plain)) // self.tables
        if size > 0:
            for table in range(self.tables):
                found[table] = i64(read_i32_le(plain, table * 4)) if size == 4 else read_i64_le(plain, table * 8)
            return found
        numbers = listed(actions)
        if len(numbers) != tables:
            raise BadBatch(f"A step takes one action for each of {tables} tables, not {len(numbers)}.")
        for at in range(tables):
            action = numbers[at]
            if not isinstance(action, int):
                raise BadBatch(f"Actions are whole numbers; {action!r} is none.")
            if not -FAR < action < FAR:
                raise self._illegal(at, int(self.asked[at]), action)
            found[at] = i64(action)
        return found

    def _is_whole(self) -> None:
        if not self.whole:
            raise BadBatch("A step of this batch was broken off by an error; begin a new one.")

    def _illegal(self, table: int, seat: int, action: int) -> BadBatch:
        refusal = self.game.refusal(self.states[table], seat, action)
        return BadBatch(f"Table {table}, seat {seat}: action {action} is not legal. {refusal}")


def packed(actions: object, tables: int) -> bytes:
    """The actions as they lie in a buffer, 4 or 8 bytes each; empty if they do not."""
    if isinstance(actions, bytes | bytearray):
        return bytes(actions) if len(actions) in (4 * tables, 8 * tables) else b""
    if isinstance(actions, list | tuple) or sys.byteorder != "little":
        return b""
    view = looked_at(actions)
    fits = view.ndim == 1 and len(view) == tables and view.format in ("i", "l", "q") and view.itemsize in (4, 8)
    return bytes(view) if fits else b""


def listed(actions: object) -> list[object]:
    """The actions one by one, whatever they lie in."""
    if isinstance(actions, list):
        return actions
    if isinstance(actions, tuple):
        return list(actions)
    view = looked_at(actions)
    if view.ndim != 1:
        raise BadBatch(f"A step takes actions in one row, not in {view.ndim} dimensions.")
    try:
        return list(view.tolist())
    except NotImplementedError as error:
        raise BadBatch(f"A step takes a list or a buffer of whole numbers: {error}.") from error


def looked_at(actions: object) -> memoryview:
    try:
        return memoryview(actions)  # type: ignore[arg-type]
    except TypeError as error:
        raise BadBatch(f"A step takes a list or a buffer of whole numbers: {error}.") from error
