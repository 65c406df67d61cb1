"""A server without a network, a disk or a clock: for trials that ask it hundreds of thousands of times.

Everything between a frame that comes in and the frames that go out is the server's own. Only what surrounds it is
staged: entries are kept in memory, moments and timers are those of the trial, bots think at once.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any, cast

import msgspec

from mischief.bots.hints import Hint
from mischief.engine.chance import Rng
from mischief.engine.state import State
from mischief.server.keeping.store import Job, Store
from mischief.server.playing.calling import Caller
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.request import Request
from mischief.server.playing.table_server import TableServer, TableSettings
from mischief.server.protocol import messages as m
from mischief.server.speaking.sockets import Connection, Connections
from mischief.server.tables.entries import Entry, Played, Row, Sat, key_of
from mischief.server.tables.fold import Fold
from mischief.server.tables.library import Library, Rulebook
from mischief.server.tables.setup import TableRow
from mischief.server.thinking.line import Looked
from mischief.server.thinking.pool import Thinker, Thought
from mischief.server.thinking.worker import advise

TABLE = "twin"


def token_of(seat: int) -> str:
    return f"the-token-of-seat-number-{seat}"


class Shelf(Store):
    """Keeps entries in memory, durable at once."""

    def __init__(self) -> None:
        super().__init__("sqlite:///nowhere")
        self.log: list[Row] = []

    def write(self, job: Job) -> None:
        self.log.extend(job.entries)
        job.done("written")


class Prompter(Thinker):
    """Thinks here and now, by a seed that depends on nothing but the question."""

    def __init__(self) -> None:
        super().__init__(0)

    async def choose(
        self, fold: Fold, seat: int, level: str, looked: Looked = Looked.BY_ITS_PEOPLE, only: int | None = None
    ) -> Thought:
        raise NotImplementedError("no bot sits at a staged table")

    async def explain(self, fold: Fold, seat: int, level: str, asker: str = "") -> Hint:
        assert fold.state is not None
        return advise(fold.state, seat, level, Rng(fold.counts.number(fold.game_seq, (seat,))))


class Timer:
    """Something that was to be done later; nothing is, on a stage."""

    def cancel(self) -> None: ...


class NobodyToCall(Caller):
    """Calls nobody. A call goes to whoever is asked, by their own push service, and says only that they are: nothing of
    it, nor of the clock before it, reaches a viewer."""

    def look(self, live: LiveTable) -> None: ...


class Stage(TableServer):
    """The server. `moment` is its time; `timers` is what it meant to do later."""

    def __init__(self, library: Library) -> None:
        self.shelf = Shelf()
        self.moment = 0
        super().__init__(self.shelf, library, Prompter(), TableSettings(hint_level="normal"))
        self.caller = NobodyToCall(self)
        self.timers: list[float] = []

    def now(self) -> int:
        return self.moment

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        self.timers.append(seconds)
        return cast(asyncio.TimerHandle, Timer())

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Nothing on a stage ever waits, so that a task ends as soon as it is begun."""
        try:
            work.send(None)
        except StopIteration:
            return
        raise RuntimeError("something waits on the stage")


class Ear:
    """Stands where a socket would, and keeps what is sent to it."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def push(self, framed: bytes) -> bool:
        self.heard.append(framed[2:] if framed[1] < 126 else framed[4:] if framed[1] == 126 else framed[10:])
        return True

    def cut(self, code: int, reason: str) -> None:
        self.heard.append(f"cut {code} {reason}".encode())


class World:
    """A table on a server of its own, and one viewer's connection to it (a seat's, or a spectator's)."""

    def __init__(self, library: Library, book: Rulebook, row: TableRow, viewer: int, entries: list[Entry]) -> None:
        self.viewer = viewer
        self.stage = Stage(library)
        self.stage.chance = random.Random(7)
        setup = msgspec.structs.replace(row.setup, deal=[])
        self.live = LiveTable(self.stage, Fold(msgspec.structs.replace(row, setup=setup), book), {})
        self.stage.tables[TABLE] = self.live
        for entry in entries:
            self.stage.moment += 1000
            self._append(entry)
        self.ear = Ear()
        self.connection = Connection(Connections(self.stage, False, 1), self.ear, "here")
        self.count = 0
        self.hear({"type": "hello", "protocol": m.PROTOCOL})
        self.watch(0)

    def _append(self, entry: Entry) -> None:
        row = Row(TABLE, self.fold.seq + 1, self.stage.moment, entry)
        self.stage.shelf.log.append(row)
        self.fold.apply(row)

    @property
    def fold(self) -> Fold:
        return self.live.fold

    @property
    def state(self) -> State:
        assert self.fold.state is not None
        return self.fold.state

    # What the viewer does

    def hear(self, message: dict[str, Any]) -> None:
        """A frame from the viewer's browser."""
        self.connection.hear(json.dumps(message).encode())

    def watch(self, have: int) -> None:
        tokens = [token_of(self.viewer)] if self.viewer >= 0 else []
        self.hear({"type": "watch", "table": TABLE, "tokens": tokens, "have": have})
        self.live.followers.elsewhere["another process"] = (float("inf"), _everybody(self.fold), 0)  # nobody is away

    def do(self, what: dict[str, Any], seen: int | None = None) -> None:
        self.count += 1
        number = self.fold.counts.number(self.fold.seq, (self.viewer,))
        command = {"cmd_id": f"c{self.count}", "seat": self.viewer, "seen": number if seen is None else seen}
        self.hear({"type": "do", "table": TABLE, **command, "what": what})

    def told(self) -> list[bytes]:
        """What the viewer has been sent since it was last asked for."""
        heard, self.ear.heard = self.ear.heard, []
        return heard

    # What others do

    def act(self, seat: int, actions: list[int], outcomes: list[int]) -> None:
        """A seat moves, and chance answers as is scripted."""
        self.script(outcomes)
        answers: list[m.Ok | m.No] = []
        self.live.submit(Request(answers.append, "", seat, self.fold.seq, m.Play(actions)))
        assert isinstance(answers[0], m.Ok), answers

    def take_back(self, seat: int) -> None:
        """A seat takes back its latest move, if it may."""
        self.live.submit(Request(lambda answer: None, "", seat, self.fold.seq, m.Undo()))

    def dealt_last(self) -> bool:
        """Whether chance answered to what was done last."""
        entry = self.stage.shelf.log[-1].entry
        return isinstance(entry, Played) and any(seat < 0 for seat, _ in entry.moves)

    def script(self, outcomes: list[int]) -> None:
        """What chance will bring next: as where an old deal is played again."""
        self.fold.row.setup.deal = [outcome for seat, outcome in self.fold.pairs() if seat < 0] + outcomes


def _everybody(fold: Fold) -> frozenset[int]:
    return frozenset(range(len(fold.places)))


def sit_down(seats: int) -> list[Entry]:
    """Everybody sits down, each with a token that `World` knows."""
    return [Sat(seat=seat, name=f"P{seat}", key=key_of(token_of(seat))) for seat in range(seats)]
