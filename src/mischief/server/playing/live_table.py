"""A table in play: commands come in, entries go into the store, everybody is told, and the command is acknowledged.

In that order, always. One entry of a table is on its way to the store at a time; the commands behind it wait, so that
each is decided on a state that is durable.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from mischief.bots.hints import Hint
from mischief.engine.events import Event
from mischief.server.keeping.store import Job, Outcome
from mischief.server.playing.autopilot import attend, wind
from mischief.server.playing.desk import MOMENT
from mischief.server.playing.followers import Follower, Followers
from mischief.server.playing.request import Request
from mischief.server.playing.showing import update
from mischief.server.protocol import messages as m
from mischief.server.protocol.framing import frame
from mischief.server.tables.counting import Viewers
from mischief.server.tables.deeds import Draft, check, do, play
from mischief.server.tables.entries import Played, Rematched, Row, Started
from mischief.server.tables.fold import Change, Fold, Prepared
from mischief.server.tables.refusing import Denied
from mischief.server.tables.unreadable import Unreadable

if TYPE_CHECKING:
    from mischief.server.playing.table_server import TableServer

TRIES = 50
"""How often a command is decided anew because another process was faster."""
CHAT_LINES, CHAT_SECONDS = 5, 10.0


class LiveTable:
    """A table in memory: its fold, who follows it, and what is on its way."""

    __slots__ = (
        "__weakref__",
        "attending",
        "auto_pass",
        "behind",
        "busy",
        "fold",
        "followers",
        "hinted",
        "queue",
        "resting",
        "returning",
        "said",
        "server",
        "spent",
        "timer",
        "used",
    )

    def __init__(self, server: TableServer, fold: Fold, auto_pass: dict[int, m.AutoPass]) -> None:
        self.server = server
        self.fold = fold
        self.auto_pass = auto_pass
        self.followers = Followers(server, fold)
        self.queue: deque[Request] = deque()
        self.busy = False
        self.behind = False
        self.attending: dict[int, int] = {}
        """For each seat that the server answers for (`autopilot`): since which entry its decision is pending."""
        self.hinted: set[int] = set()
        """Seats for which a hint is being thought about."""
        self.returning: set[int] = set()
        """Seats whose people are back, and from which the bot is being sent away."""
        self.said: dict[int, deque[float]] = {}
        self.spent = 0.0
        """Seconds spent on commands that came to nothing, since the last rest."""
        self.resting = False
        self.timer: asyncio.TimerHandle | None = None
        self.used = time.monotonic()

    @property
    def id(self) -> str:
        return self.fold.row.id

    # Commands

    def submit(self, request: Request) -> None:
        """Take a command; its answer comes when it is certain."""
        self.used = time.monotonic()
        request.began = request.began or self.used
        self.queue.append(request)
        self._go_on()

    def _go_on(self) -> None:
        while self.queue and not self.busy and not self.resting:
            request = self.queue.popleft()
            began = time.thread_time()
            try:
                self._decide(request)
            except Denied as denied:
                self._deny(request, denied)
            except Exception:  # a rules error must not stop the table, nor the writer that called back
                self.server.log.exception("a command failed", extra={"table": self.id})
                self._deny(request, Denied("not_now", "Something went wrong at this table; nothing changed."))
            if request.asker and not self.busy and self.server.desk.limits:
                self._rest(request.asker, time.thread_time() - began)
        if self.behind and not self.busy:
            self.look_up()

    def _rest(self, asker: str, seconds: float) -> None:
        """A command came to nothing, and may have taken time to judge: whoever asked pays for it, and after some such
        the others are served first."""
        self.server.desk.pay(asker, seconds)
        self.spent += seconds
        if self.spent >= MOMENT:
            self.resting = True
            self.server.later(self.spent, self._rested)

    def _rested(self) -> None:
        self.spent, self.resting = 0.0, False
        self._go_on()

    def _deny(self, request: Request, denied: Denied) -> None:
        self.server.metrics.refusals.labels(denied.code).inc()
        at = self._number(self.fold.seq, request)
        request.reply(m.No(request.cmd_id, denied.code, denied.text, denied.clause, self.id, at))

    def _number(self, entry: int, request: Request) -> int:
        """An entry in the count of those who sent a command."""
        return entry if request.viewers is None else self.fold.counts.number(entry, request.viewers)

    def _accept(self, request: Request, entry: int, hint: Hint | UnsetType = UNSET) -> None:
        request.reply(m.Ok(request.cmd_id, self._number(entry, request), hint))

    def _decide(self, request: Request) -> None:
        fold, seat, what = self.fold, request.seat, request.what
        who = len(fold.places) if seat is None else seat
        seen = request.seen if request.viewers is None else fold.counts.entry(request.seen, request.viewers)
        if request.cmd_id:
            before = fold.recent[who].get(request.cmd_id)
            if before is not None:
                self._accept(request, before)
                return
        if isinstance(what, m.Check | m.AskHint):
            self._answer_only(request, what, seen)
            return
        if self.server.store.paused:
            raise self.server.pausing()
        if isinstance(what, m.AutoPass):
            self._set_auto_pass(request, what)
            return
        if isinstance(what, m.Rematch):
            self._rematch(request)
            return
        if isinstance(what, m.Say):
            self._not_too_chatty(who)
        if request.hand:
            assert isinstance(what, m.Play)
            assert seat is not None
            draft = play(fold, seat, seen, what.actions, request.hand)
        else:
            draft = do(fold, self.server.library, seat, seen, what, self.followers, self.server.now())
        if request.cmd_id:
            draft.entry.cmd = f"{who} {request.cmd_id}"
        self.write(draft, request)

    def write(self, draft: Draft, request: Request, job: Job | None = None) -> None:
        """Send an entry to the store; nobody hears of it before it is there."""
        row = Row(self.id, self.fold.seq + 1, max(self.server.now(), self.fold.last_at), draft.entry)
        ended = row.at if draft.status in ("over", "abandoned") else None
        status = (self.id, draft.status, ended) if draft.status else None
        if isinstance(draft.entry, Started):
            over = draft.prepared is not None and draft.prepared.state.over
            status = (self.id, "over" if over else "playing", row.at if over else None)
        job = job or Job(lambda outcome: None)
        job.entries = [row, *job.entries]
        job.status = status
        job.done = lambda outcome: self._written(outcome, draft, row, request)
        self.busy = True
        self.server.store.write(job)

    def _written(self, outcome: Outcome, draft: Draft, row: Row, request: Request) -> None:
        self.busy = False
        if outcome == "written":
            change = self.fold.apply(row, draft.prepared)
            self.tell(change, row)
            if request.cmd_id:
                self.server.metrics.acknowledged.observe(time.monotonic() - request.began)
            self.server.metrics.entries.inc()
            self._accept(request, row.seq)
            attend(self, mine=True)
            self.server.caller.look(self)
        elif outcome == "conflict":
            self.behind = True
            request.tries += 1
            if request.tries < TRIES:
                self.queue.appendleft(request)
            else:
                self._deny(request, Denied("stale", "The table is too busy; look again."))
        else:
            # Whether it went in is not known: the log is looked up before anything else happens here.
            self.behind = True
            self.attending.clear()
            self._deny(request, self.server.pausing())
        if self.behind:
            self.look_up()
        else:
            self._go_on()

    def look_up(self) -> None:
        """Read on in the log: somebody else has written to it, or a write's outcome is not known."""
        self.behind = True
        if not self.busy and not self.server.store.paused:
            self.busy = True
            self.server.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        self.behind = False
        try:
            for row in await self.server.store.log_of(self.id, self.fold.seq):
                self.take(row)
        except Unreadable as error:
            self.server.pass_over(self.id, error)
            return
        except Exception:  # the database may be away; a wake-up or a ping tries again
            self.server.log.warning("a log could not be read", extra={"table": self.id})
            self.behind = True
            self.server.later(1.0, self._retry)
            return
        self.busy = False
        attend(self, mine=False)
        self._go_on()

    def give_up(self, error: Unreadable) -> None:
        """This server cannot read on: nobody waits for it here."""
        wind(self, None)
        self.attending.clear()
        for request in self.queue:
            self._deny(request, error)
        self.queue.clear()
        for follower in list(self.followers.all):
            follower.lose(self, error.text)

    def _retry(self) -> None:
        self.busy = False
        self._go_on()

    def take(self, row: Row) -> None:
        """An entry that another process has written."""
        self.tell(self.fold.apply(row, self._replay(row)), row)

    def _replay(self, row: Row) -> Prepared | None:
        """Play another process's entry on a copy, to hear what happened."""
        entry = row.entry
        if not isinstance(entry, Played | Started):
            return None
        state = self.fold.state.clone() if self.fold.state is not None else self.fold.game.begin()
        events: list[Event] = []
        state.listener = events.append
        for seat, action in entry.moves:
            state.apply(seat, action)
        state.listener = None
        return Prepared(state, events)

    # Commands that are no entries

    def _answer_only(self, request: Request, what: m.Check | m.AskHint, seen: int) -> None:
        if request.seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can ask that.")
        if isinstance(what, m.Check):
            self.server.desk.ask(request.asker, partial(self._check, request, request.seat, what, seen))
            return
        state = self.fold.state
        if not self.fold.row.setup.hints:
            raise Denied("not_now", "This table plays without hints.")
        if self.fold.status != "playing" or state is None or not state.waits_for(request.seat):
            raise Denied("not_now", "There is nothing for you to decide now.")
        if request.seat in self.hinted:
            raise Denied("too_fast", "One hint at a time: the one before is still being thought about.")
        self.hinted.add(request.seat)
        self.server.spawn(self._hint(request, request.seat))

    def _check(self, request: Request, seat: int, what: m.Check, seen: int) -> None:
        try:
            check(self.fold, seat, seen, what, self.server.now())
        except Denied as denied:
            self._deny(request, denied)
        else:
            self._accept(request, self.fold.seq)

    async def _hint(self, request: Request, seat: int) -> None:
        try:
            hint = await self.server.thinker.explain(self.fold, seat, self.server.settings.hint_level, request.asker)
            self._accept(request, self.fold.seq, hint)
        except Denied as denied:
            self._deny(request, denied)
        except Exception:  # no hint is no harm
            self._deny(request, Denied("not_now", "No hint comes to mind. Try again."))
        finally:
            self.hinted.discard(seat)

    def _set_auto_pass(self, request: Request, what: m.AutoPass) -> None:
        seat = request.seat
        if seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can do that.")

        def done(outcome: Outcome) -> None:
            if outcome != "written":
                self._deny(request, self.server.pausing())
                return
            self.auto_pass[seat] = what
            self.server.store.gossip(f"{self.id} !")
            self._accept(request, self.fold.seq)
            attend(self, mine=True)

        self.server.store.write(Job(done, setting=(self.id, seat, what)))

    async def hear_settings(self) -> None:
        """Another process has changed how a seat's windows are answered."""
        self.auto_pass = await self.server.read(self.server.store.auto_pass_of(self.id))
        attend(self, mine=False)

    def _rematch(self, request: Request) -> None:
        fold = self.fold
        if request.seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can do that.")
        if fold.status not in ("over", "abandoned"):
            raise Denied("not_now", "The game is not over yet.")
        if fold.rematch is not None:
            raise Denied("taken", "There is a rematch already; join it.")
        row, entries = self.server.rematch_of(fold)
        entry = Rematched(to=row.id, cmd=f"{request.seat} {request.cmd_id}" if request.cmd_id else "")
        self.write(Draft(entry), request, Job(lambda outcome: None, entries, row))

    def _not_too_chatty(self, who: int) -> None:
        lines = self.said.setdefault(who, deque(maxlen=CHAT_LINES))
        now = time.monotonic()
        if len(lines) == CHAT_LINES and now - lines[0] < CHAT_SECONDS:
            raise Denied("too_fast", f"{CHAT_LINES} lines in {int(CHAT_SECONDS)} seconds are enough for anyone.")
        lines.append(now)

    # Telling

    def tell(self, change: Change, row: Row) -> None:
        """One entry to everybody who follows and can notice it, each in their own version."""
        self.used = time.monotonic()
        if change.status:
            self.server.metrics.games.labels(self.fold.status, self.fold.row.game).inc()
        if change.seats and self.fold.status == "waiting":
            for follower in [f for f in self.followers.all if not f.holds(self)]:
                follower.lose(self, "This seat has been given up.")
        if not self.followers.all:
            return
        framed: dict[Viewers, bytes] = {}
        told = 0
        for follower, viewers in list(self.followers.all.items()):
            if not self.fold.counts.is_told(row.seq, viewers):
                continue
            ready = framed.get(viewers)
            if ready is None:
                ready = framed[viewers] = frame(m.encode(update(self, change, row, viewers)))
            follower.push(ready)
            told += 1
        self.server.metrics.messages.inc(told)

    # Who follows

    def follow(self, follower: Follower, viewers: Viewers) -> None:
        self.used = time.monotonic()
        self.followers.add(follower, viewers)
        attend(self, mine=False)

    def unfollow(self, follower: Follower) -> None:
        self.used = time.monotonic()
        self.followers.remove(follower)

    def idle(self, since: float) -> bool:
        """Whether nobody would miss it in memory."""
        return (
            not self.followers.all
            and not self.busy
            and not self.queue
            and not self.attending
            and self.timer is None
            and self.used < since
        )
