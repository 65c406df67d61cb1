"""A position, some moves, and what comes of them: for lessons and what-ifs. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence

from mischief.engine.chance import Rng
from mischief.engine.errors import Refused
from mischief.engine.events import Event
from mischief.engine.game import View
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.server.afterwards.record import Record, Sources, open_library
from mischief.server.afterwards.replay import zipped
from mischief.server.protocol.bodies import Sandbox, SandboxAnswer, SandboxMove, SandboxRefusal, SandboxStep
from mischief.server.tables.fold import told_to
from mischief.server.tables.library import Library, Rulebook
from mischief.server.tables.refusing import Denied

MOST_STEPS = 1500
MOST_TOLD = 400


class Play:
    """A sandbox being played."""

    def __init__(self, wish: Sandbox, book: Rulebook, state: State) -> None:
        self.game = book.game
        self.book = book
        self.state = state
        self.viewer = int(WATCHER) if wish.viewer is None else wish.viewer
        self.rng = Rng(wish.seed)
        self.auto = frozenset(wish.auto)
        self.house_moves = wish.house_moves
        self.told_from = wish.told_from
        self.made = 0
        self.steps: list[SandboxStep] = []
        self.told: list[Event] = []
        state.listener = self.told.append

    def view(self) -> View:
        return self.game.view(self.state, self.viewer)

    def make(self, seat: int, action: int) -> None:
        if self.made >= MOST_STEPS or len(self.steps) >= MOST_TOLD:
            raise Denied("too_large", f"A sandbox makes at most {MOST_STEPS} moves, and tells {MOST_TOLD} of them.")
        move = self.game.outcome(action) if seat == DEALER else self.game.move(action)
        self.state.play(seat, action)
        self.made += 1
        if self.made > self.told_from:
            events = told_to(self.viewer, [(self.made, list(self.told))])
            self.steps.append(SandboxStep(seat, move, events, self.view()))
        self.told.clear()

    def deal(self) -> None:
        while self.state.actor() == DEALER:
            self.make(int(DEALER), int(self.state.sample(self.rng)))

    def script(self, moves: Sequence[SandboxMove]) -> SandboxRefusal | None:
        """Make the moves that are written down; chance that they leave open comes from the seed."""
        for index, move in enumerate(moves):
            if (move.action is None) == (move.text is None):
                raise Denied("malformed", f"moves[{index}]: a move has either an `action` or a `text`.")
            if move.seat != DEALER:
                self.deal()
            try:
                for action in self._actions(move):
                    self.make(move.seat, action)
            except Refused as refused:
                self.told.clear()
                return SandboxRefusal(index, refused.sentence, refused.clause)
        return None

    def _actions(self, move: SandboxMove) -> list[int]:
        if move.text is not None:
            return self.game.command(move.text, move.seat, self.state)
        assert move.action is not None
        self.state.check(move.seat, move.action)
        return [move.action]

    def go_on(self) -> None:
        """Let chance, and the seats that the house plays, move until somebody else is asked."""
        policy = self.game.heuristic()
        self.deal()
        for _ in range(self.house_moves):
            asked = [s for s in self.state.actors() if s in self.auto]
            if not asked:
                return
            supposed = self.state.suppose(asked[0], self.rng.fork())
            self.make(asked[0], int(policy.choose(supposed, asked[0], self.rng)))
            self.deal()


def moment(record: Record, at: int) -> State:
    """A finished game as it stood after one of its steps."""
    state = record.book().game.begin()
    for number, (_, _, decisions) in enumerate(record.steps()):
        if number > at:
            return state
        for seat, action in decisions:
            state.apply(seat, action)
    return state


def begin(wish: Sandbox, library: Library) -> tuple[Rulebook, State]:
    """The table that a sandbox starts from: a position, or a game before anything is dealt."""
    position = wish.position
    name = wish.game or (position or {}).get("game")
    if not isinstance(name, str):
        raise Denied("malformed", "game: name the game, here or in the position; or a finished game to `replay`.")
    seats, options = wish.seats, wish.options
    if position is not None:
        seats = position.get("players", position.get("n", seats))
        if seats is not None and (not isinstance(seats, int) or isinstance(seats, bool)):
            raise Denied("malformed", "position.players: the number of seats, a whole number.")
        options = options or position.get("options") or {}
        if not isinstance(options, dict):
            raise Denied("malformed", "position.options: an object with named fields.")
    book = library.rulebook(name, seats, options)
    return book, book.game.load(position) if position is not None else book.game.begin()


def sandbox(wish: Sandbox, sources: Sources, record: Record | None = None) -> bytes:
    """Play a sandbox, from a finished game if one is given: a `SandboxAnswer`, zipped. Raises BadPosition, BadOption,
    UnknownGame or Denied."""
    if record is not None:
        book, state = record.book(), moment(record, wish.at)
    else:
        book, state = begin(wish, open_library(sources))
    if wish.viewer is not None and wish.viewer >= book.game.seats:
        raise Denied("malformed", f"viewer: a seat from 0 to {book.game.seats - 1}.")
    play = Play(wish, book, state)
    start = play.view()
    refusal = play.script(wish.moves)
    if refusal is None:
        play.go_on()
    state.listener = None
    names = record.names if record is not None else [f"Seat {s + 1}" for s in range(book.game.seats)]
    actors = state.actors()
    answer = SandboxAnswer(
        position=book.game.position(state),
        start=start,
        steps=play.steps,
        view=play.view(),
        views=[book.game.view(state, s) for s in range(book.game.seats)],
        actors=actors,
        legal={str(s): [book.legal_move(a, names) for a in state.legal(s)] for s in actors if s >= 0},
        form=book.game.form(state),
        result=state.result(),
        refusal=refusal,
    )
    return zipped(answer)
