"""All tables that are in memory, and what they share: made and loaded here, and let go of when nobody needs them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import msgspec

from mischief.engine.seats import DEALER, WATCHER
from mischief.server.keeping.database import TROUBLE, Why, why
from mischief.server.keeping.store import Job, Outcome, Store
from mischief.server.playing.autopilot import attend, resume_clock
from mischief.server.playing.calling import Caller
from mischief.server.playing.desk import Desk
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.metrics import Metrics
from mischief.server.playing.remembered import Remembered
from mischief.server.playing.request import Request
from mischief.server.protocol import messages as m
from mischief.server.protocol.bodies import Created, CreateTable, TableCard
from mischief.server.tables.deeds import SitDown, add_bot, sit, start
from mischief.server.tables.entries import BotSat, Entry, Row, Sat, key_of, new_table_id, new_token
from mischief.server.tables.fold import Fold
from mischief.server.tables.library import Library, Rulebook
from mischief.server.tables.refusing import Denied
from mischief.server.tables.setup import Setup, TableRow
from mischief.server.tables.unreadable import Unreadable, reading_table
from mischief.server.thinking.pool import Thinker

Answer = TypeVar("Answer")

TOLD = 16 * 1024 * 1024
"""Bytes of what viewers were told that are kept."""
REMEMBERED = 50_000
"""Seats whose people have gone, and when."""
NAP = 0.1
"""Seconds between two looks at how late we are."""
PAUSED: dict[Why, str] = {
    "full": "The server's disk is full. Nothing is lost; play goes on as soon as there is room.",
    "slow": "The server's database does not answer. Nothing is lost; play goes on as soon as it does.",
    "away": "The server's database cannot be reached. Nothing is lost; play goes on as soon as it can.",
    "lost": "The server's database file is gone from its place. Play goes on when it is back; whoever runs this server "
    "can help.",
    "broken": "The server cannot write to its database just now. Nothing is lost; play goes on as soon as it can.",
}
"""What everybody is told while the store is paused."""


class TableSettings(msgspec.Struct):
    """How the tables behave."""

    bot_pace: float = 0.6
    """Seconds that a bot's move takes at least, so that it can be seen."""
    hint_level: str = "master:1s"
    keep_seconds: float = 300.0
    """How long a table that nobody uses stays in memory."""
    most_tables: int = 20_000
    long_absence: float = 24 * 3600.0
    """Seconds that somebody has to be gone before a game can be ended without them; new tables keep to it."""
    call_after: float = 20.0
    """Seconds after which somebody is called who is asked and not here."""
    contact: str = "https://github.com/mischief-table/mischief"
    """Where a push service can turn to: whoever runs this server."""


class TableServer:
    """Every table in memory, by its id; with the store, the games and the bots that all of them use."""

    def __init__(
        self,
        store: Store,
        library: Library,
        thinker: Thinker,
        settings: TableSettings | None = None,
        limits: bool = False,
    ) -> None:
        self.store = store
        self.library = library
        self.thinker = thinker
        self.settings = settings or TableSettings()
        self.metrics = Metrics(library.books)
        self.desk = Desk(limits, self.later)
        self.caller = Caller(self)
        self.told = Remembered(TOLD)
        """What viewers were told of games, ready for the next who comes."""
        self.chance = random.Random()
        """For how long bots take; nothing that a game depends on."""
        self.log = logging.getLogger("mischief.tables")
        self.tables: dict[str, LiveTable] = {}
        self.unreadable: dict[str, str] = {}
        """Tables that this server cannot read, and what is missing."""
        self.opened = self.now()
        self.seen: OrderedDict[tuple[str, int], int] = OrderedDict()
        """When a seat's person was last here, of those who have gone."""
        self.on_banner: Callable[[m.Banner], None] = lambda banner: None
        self._loading: dict[str, asyncio.Task[LiveTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        store.on_pause = self._pause
        store.on_wake = self._wake
        store.on_gossip = self._gossip
        store.on_commit = self.metrics.commit.observe

    async def open(self) -> None:
        await self.store.open()
        self.spawn(self._sweep())
        self.spawn(self._watch_the_time())
        self.spawn(asyncio.to_thread(self.library.unpack))
        for table in await self.store.find(["playing"], None, False, 5000, timed=True):
            with contextlib.suppress(Unreadable):
                await self.table(table)

    async def close(self) -> None:
        await self.caller.close()
        for task in list(self._tasks):
            task.cancel()
        await self.store.close()
        self.thinker.close()

    # Work that goes on beside

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            self.log.error("a task failed", exc_info=task.exception())

    def now(self) -> int:
        """The moment, in milliseconds since 1970."""
        return int(time.time() * 1000)

    def later(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, call)

    def see(self, table: str, seat: int) -> None:
        """A seat's person goes; since when is remembered after the table has been let go of."""
        self.seen[table, seat] = self.now()
        self.seen.move_to_end((table, seat))
        if len(self.seen) > REMEMBERED:
            self.seen.popitem(last=False)

    # Finding tables

    async def table(self, table: str) -> LiveTable | None:
        """A table by its id, from the store if need be. Raises Unreadable if this server cannot read it."""
        found = self.tables.get(table)
        if found is not None:
            return found
        if table in self.unreadable:
            raise Unreadable(self.unreadable[table])
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def read(self, reading: Coroutine[Any, Any, Answer]) -> Answer:
        """What the store says; a store that does not answer pauses what asked."""
        try:
            return await reading
        except TROUBLE as error:
            self.log.warning("the store could not be read", extra={"why": repr(error)[:200]})
            raise self.pausing(why(error)) from error

    async def _load(self, table: str) -> LiveTable | None:
        try:
            kept = await self.read(self.store.load(table))
            if kept is None:
                return None
            for piece in reading_table(self.library, kept.row, kept.log):
                fold = piece
                await asyncio.sleep(0)  # a long log is read in pieces, between which others are served
        except Unreadable as error:
            self.pass_over(table, error)
            raise
        live = self.tables[table] = LiveTable(self, fold, kept.auto_pass)
        self.store.gossip(f"{table} ?")
        resume_clock(live)
        attend(live, mine=True)
        if self.store.postgres:
            live.look_up()  # what others have written meanwhile
        self.metrics.loads.inc()
        return live

    def pass_over(self, table: str, error: Unreadable) -> None:
        """A table cannot be read: say so once, and go on without it. If it was in play here, whoever is at it looks
        again, and is told."""
        if table not in self.unreadable:
            self.log.error(
                "a table cannot be read", extra={"table": table, "why": error.text} | {"cause": error.cause or "-"}
            )
        self.unreadable[table] = error.text
        live = self.tables.pop(table, None)
        if live is not None:
            live.give_up(error)

    # Making tables

    async def create(self, wish: CreateTable, circle: str = "", member: int | None = None) -> Created:
        """A new table, of a circle whose member makes it or of nobody's; whole, with everybody in their seats, or not
        at all."""
        if len(self.tables) >= self.settings.most_tables:
            raise Denied("full", "This server has as many tables as it can hold. Come back later.")
        book = self.library.rulebook(wish.game, wish.seats, wish.options)
        if not self.library.is_level(wish.stand_in, book.game):
            raise Denied("malformed", f"stand_in: there is no bot of level {wish.stand_in!r:.60}.")
        deal = await self._deal_of(wish.deal_of, book) if wish.deal_of is not None else []
        host, token = new_token(), new_token() if wish.name is not None else None
        setup = Setup(
            seats=book.game.seats,
            options=book.game.options,
            rules_version=book.game.info.rules_version,
            host=key_of(host),
            hints=wish.hints,
            listed=wish.listed,
            clock=wish.clock,
            deal_of=wish.deal_of or "",
            deal=deal,
            undo=wish.undo,
            stand_in=wish.stand_in,
            absence=int(self.settings.long_absence * 1000),
            circle=circle,
        )
        row = TableRow(new_table_id(), wish.game, setup, self.now())
        fold = Fold(row, book)
        rows: list[Row] = []

        def add(entry: Entry) -> None:
            rows.append(Row(row.id, fold.seq + 1, row.created, entry))
            fold.apply(rows[-1])

        if wish.name is not None and token is not None:
            add(sit(fold, wish.name, 0, key_of(token), wish.rat, member).entry)
        for bot in wish.bots:
            add(add_bot(fold, self.library, bot.seat, bot.level).entry)
        if wish.start:
            add(start(fold).entry)
        row.status = fold.status
        if fold.status == "over":
            row.ended = row.created
        await self.keep(Job(lambda outcome: None, rows, row))
        self.admit(fold)
        return Created(row.id, host, 0 if token else None, token)

    async def _deal_of(self, name: str, book: Rulebook) -> list[int]:
        """What chance brought in a finished game of the same kind."""
        live = await self.table(name)
        if live is None:
            raise Denied("unknown_table", f"There is no table {name!r}.")
        fold = live.fold
        if fold.status not in ("over", "abandoned"):
            raise Denied("not_now", "That game is not over yet: its deal is still a secret.")
        kind = (fold.book.source, fold.game.seats, fold.game.options)
        if kind != (book.source, book.game.seats, book.game.options):
            raise Denied("malformed", "deal_of: the same deal needs the same game, seats and house rules.")
        return [outcome for seat, outcome in fold.pairs() if seat == DEALER]

    def game_of(self, name: str) -> tuple[str, str] | None:
        """Which game a table plays with which deck, if it is in memory."""
        live = self.tables.get(name)
        return None if live is None else (live.fold.row.game, live.fold.game.deck_name)

    def admit(self, fold: Fold) -> LiveTable:
        live = self.tables[fold.row.id] = LiveTable(self, fold, {})
        attend(live, mine=True)
        self.metrics.tables.labels(fold.row.game).inc()
        return live

    async def keep(self, job: Job) -> None:
        """Write a job and wait until it is durable."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        job.done = lambda outcome: None if done.done() else done.set_result(outcome)
        if self.store.paused:
            raise self.pausing()
        self.store.write(job)
        if await done != "written":
            raise self.pausing()

    async def sit(
        self, live: LiveTable, name: str, seat: int | None, rat: int = 0, member: int | None = None
    ) -> tuple[int, str]:
        """Sit down; returns the seat and the token that proves it."""
        token = new_token()
        answered: asyncio.Future[m.Ok | m.No] = asyncio.get_running_loop().create_future()
        live.submit(Request(answered.set_result, "", None, 0, SitDown(name, seat, key_of(token), rat, member)))
        answer = await answered
        if isinstance(answer, m.No):
            raise Denied(answer.code, answer.text, answer.clause)
        mine = live.fold.seat_of(key_of(token))
        assert mine is not None
        return mine, token

    def rematch_of(self, fold: Fold) -> tuple[TableRow, list[Row]]:
        """A new table with the same people, bots, options and tokens."""
        setup = msgspec.structs.replace(fold.row.setup, deal_of="", deal=[])
        row = TableRow(new_table_id(), fold.row.game, setup, self.now())
        entries: list[Entry] = []
        for seat, place in enumerate(fold.places):
            if place.kind == "bot":
                entries.append(BotSat(seat=seat, name=place.name, level=place.level or "normal"))
            elif place.kind == "person" and not place.left:
                entries.append(Sat(seat=seat, name=place.name, key=place.key, rat=place.rat, member=place.member))
        return row, [Row(row.id, i + 1, row.created, entry) for i, entry in enumerate(entries)]

    def card(self, fold: Fold, viewer: int = int(WATCHER)) -> TableCard:
        """A table from outside."""
        ended = fold.last_at if fold.status in ("over", "abandoned") else None
        if ended is not None and fold.marks:
            ended = max(fold.marks[-2], 0) if fold.status == "over" else fold.last_at
        return TableCard(
            info=fold.info((viewer,)),
            status=fold.status,
            seq=fold.counts.number(fold.seq, (int(WATCHER),)),
            seats=fold.seat_infos(),
            waiting=fold.public_waiting(),
            result=fold.result,
            rematch=fold.rematch,
            ended=ended,
        )

    def banner(self) -> m.Banner:
        return m.Banner(PAUSED[self.store.trouble] if self.store.trouble else "", self.store.paused)

    def pausing(self, why: Why | None = None) -> Denied:
        """The refusal of what cannot be written, or looked up, now."""
        return Denied("paused", PAUSED[self.store.trouble or why or "broken"])

    # What the store says

    def _pause(self, why: Why | None) -> None:
        self.on_banner(self.banner())
        if why is not None:
            self.metrics.pauses.labels(why).inc()
        else:
            self.metrics.resumes.inc()
            for live in list(self.tables.values()):
                if live.behind:
                    live.look_up()
                else:
                    attend(live, mine=True)

    def _wake(self, heard: dict[str, int]) -> None:
        """Other processes have written; with nothing named, some wake-ups may be lost: look everywhere."""
        for live in list(self.tables.values()) if not heard else [self.tables[t] for t in heard if t in self.tables]:
            if not heard or heard[live.id] > live.fold.seq:
                live.look_up()

    def _gossip(self, text: str) -> None:
        process, table, _, word = text.partition(" ")[0], *text.partition(" ")[2].partition(" ")
        live = self.tables.get(table)
        if live is not None and word == "?":
            live.followers.gossip()
        elif live is not None and word == "!":
            self.spawn(live.hear_settings())
        elif live is not None:
            live.followers.hear(process, word)

    async def _watch_the_time(self) -> None:
        """How late we wake."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(NAP)
            self.metrics.late.observe(max(0.0, time.monotonic() - began - NAP))

    async def _sweep(self) -> None:
        """Now and then: let go of idle tables; say again who is here."""
        while True:
            await asyncio.sleep(min(20.0, self.settings.keep_seconds))
            limit = time.monotonic() - self.settings.keep_seconds
            for live in list(self.tables.values()):
                if live.idle(limit):
                    del self.tables[live.id]
                elif self.store.postgres and live.followers.all:
                    live.followers.gossip()
