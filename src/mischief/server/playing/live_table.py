"""A table in play: commands come in, entries go into the store, everybody is told, and the command is acknowledged.

In that order, always. One entry of a table is on its way to the store at a time; the commands behind it wait, so that
each is decided on a state that is durable.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from mischief.engine.events import Event
from mischief.engine.seats import WATCHER
from mischief.server.keeping.store import Job, Outcome
from mischief.server.protocol import messages as m
from mischief.server.protocol.framing import frame
from mischief.server.tables.deeds import Deed, Denied, Draft, WindUp, check, do, play
from mischief.server.tables.entries import Played, Rematched, Row, Started
from mischief.server.tables.fold import Change, Fold, Prepared, told_to

if TYPE_CHECKING:
    from mischief.server.playing.all_tables import Hall

TRIES = 50
"""How often a command is decided anew because another process was faster."""
CHAT_LINES, CHAT_SECONDS = 5, 10.0
FOREIGN_PATIENCE = 8.0
"""Seconds after which a process moves a bot that another process should have moved."""


class Audience(Protocol):
    """Somebody who follows a table."""

    def push(self, framed: bytes) -> None: ...

    def holds(self, live: LiveTable) -> bool: ...

    def lose(self, live: LiveTable) -> None: ...


class Request(msgspec.Struct):
    """A command on its way. `seat` None is the host; `hand` is set for what the server itself does for a seat."""

    reply: Callable[[m.Ok | m.No], None]
    cmd_id: str
    seat: int | None
    seen: int
    what: Deed
    hand: str = ""
    tries: int = 0
    began: float = 0.0


def now_ms() -> int:
    return int(time.time() * 1000)


class LiveTable:
    """A table in memory: its fold, who follows it, and what is on its way."""

    __slots__ = (
        "__weakref__",
        "attending",
        "auto_pass",
        "away",
        "behind",
        "busy",
        "elsewhere",
        "fold",
        "hall",
        "queue",
        "said",
        "telling",
        "timer",
        "used",
        "watchers",
    )

    def __init__(self, hall: Hall, fold: Fold, auto_pass: dict[int, m.AutoPass]) -> None:
        self.hall = hall
        self.fold = fold
        self.auto_pass = auto_pass
        self.watchers: dict[Audience, tuple[int, ...]] = {}
        self.queue: deque[Request] = deque()
        self.busy = False
        self.behind = False
        self.attending: dict[int, int] = {}
        self.away: dict[int, int] = {}
        self.elsewhere: dict[str, tuple[float, frozenset[int], int]] = {}
        self.said: dict[int, deque[float]] = {}
        self.telling: asyncio.TimerHandle | None = None
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
        while self.queue and not self.busy:
            request = self.queue.popleft()
            try:
                self._decide(request)
            except Denied as denied:
                self._deny(request, denied)
            except Exception:  # a rules error must not stop the table, nor the writer that called back
                self.hall.log.exception("a command failed", extra={"table": self.id})
                self._deny(request, Denied("not_now", "Something went wrong at this table; nothing changed."))
        if self.behind and not self.busy:
            self.look_up()

    def _deny(self, request: Request, denied: Denied) -> None:
        self.hall.metrics.count("refusals", f'code="{denied.code}"')
        request.reply(m.No(request.cmd_id, denied.code, denied.text, denied.clause, self.id, self.fold.seq))

    def _decide(self, request: Request) -> None:
        fold, seat, what = self.fold, request.seat, request.what
        who = len(fold.places) if seat is None else seat
        if request.cmd_id:
            before = fold.recent[who].get(request.cmd_id)
            if before is not None:
                request.reply(m.Ok(request.cmd_id, before))
                return
        if isinstance(what, m.Check | m.AskHint):
            self._answer_only(request, what)
            return
        if self.hall.store.paused:
            raise Denied("paused", PAUSED)
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
            draft = play(fold, seat, request.seen, what.actions, request.hand)
        else:
            draft = do(fold, self.hall.library, seat, request.seen, what, self.away_for)
        if request.cmd_id:
            draft.entry.cmd = f"{who} {request.cmd_id}"
        self.write(draft, request)

    def write(self, draft: Draft, request: Request, job: Job | None = None) -> None:
        """Send an entry to the store; nobody hears of it before it is there."""
        row = Row(self.id, self.fold.seq + 1, max(now_ms(), self.fold.last_at), draft.entry)
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
        self.hall.store.write(job)

    def _written(self, outcome: Outcome, draft: Draft, row: Row, request: Request) -> None:
        self.busy = False
        if outcome == "written":
            change = self.fold.apply(row, draft.prepared)
            self.tell(change, row)
            if request.cmd_id:
                self.hall.metrics.acknowledged.add(time.monotonic() - request.began)
            self.hall.metrics.count("entries")
            request.reply(m.Ok(request.cmd_id, row.seq))
            self.attend(mine=True)
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
            self._deny(request, Denied("paused", PAUSED))
        if self.behind:
            self.look_up()
        else:
            self._go_on()

    def look_up(self) -> None:
        """Read on in the log: somebody else has written to it, or a write's outcome is not known."""
        self.behind = True
        if not self.busy and not self.hall.store.paused:
            self.busy = True
            self.hall.spawn(self._catch_up())

    async def _catch_up(self) -> None:
        self.behind = False
        try:
            for row in await self.hall.store.log_of(self.id, self.fold.seq):
                self.tell(self.fold.apply(row, self._replay(row)), row)
        except Exception:  # the database may be away; a wake-up or a ping tries again
            self.hall.log.warning("a log could not be read", extra={"table": self.id})
            self.behind = True
            self.hall.later(1.0, self._retry)
            return
        self.busy = False
        self.attend(mine=False)
        self._go_on()

    def _retry(self) -> None:
        self.busy = False
        self._go_on()

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

    def _answer_only(self, request: Request, what: m.Check | m.AskHint) -> None:
        if request.seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can ask that.")
        if isinstance(what, m.Check):
            check(self.fold, request.seat, request.seen, what)
            request.reply(m.Ok(request.cmd_id, self.fold.seq))
            return
        state = self.fold.state
        if not self.fold.row.setup.hints:
            raise Denied("not_now", "This table plays without hints.")
        if self.fold.status != "playing" or state is None or not state.waits_for(request.seat):
            raise Denied("not_now", "There is nothing for you to decide now.")
        self.hall.spawn(self._hint(request, request.seat))

    async def _hint(self, request: Request, seat: int) -> None:
        try:
            hint = await self.hall.thinker.explain(self.fold, seat, self.hall.settings.hint_level)
            request.reply(m.Ok(request.cmd_id, self.fold.seq, hint))
        except Exception:  # no hint is no harm
            self._deny(request, Denied("not_now", "No hint comes to mind. Try again."))

    def _set_auto_pass(self, request: Request, what: m.AutoPass) -> None:
        seat = request.seat
        if seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can do that.")

        def done(outcome: Outcome) -> None:
            if outcome != "written":
                self._deny(request, Denied("paused", PAUSED))
                return
            self.auto_pass[seat] = what
            self.hall.store.gossip(f"{self.id} !")
            request.reply(m.Ok(request.cmd_id, self.fold.seq))
            self.attend(mine=True)

        self.hall.store.write(Job(done, setting=(self.id, seat, what)))

    async def hear_settings(self) -> None:
        """Another process has changed how a seat's windows are answered."""
        self.auto_pass = await self.hall.read(self.hall.store.auto_pass_of(self.id))
        self.attend(mine=False)

    def _rematch(self, request: Request) -> None:
        fold = self.fold
        if request.seat is None:
            raise Denied("not_yours", "Only somebody who sits at the table can do that.")
        if fold.status not in ("over", "abandoned"):
            raise Denied("not_now", "The game is not over yet.")
        if fold.rematch is not None:
            raise Denied("taken", "There is a rematch already; join it.")
        row, entries = self.hall.rematch_of(fold)
        entry = Rematched(to=row.id, cmd=f"{request.seat} {request.cmd_id}" if request.cmd_id else "")
        self.write(Draft(entry), request, Job(lambda outcome: None, entries, row))

    def _not_too_chatty(self, who: int) -> None:
        lines = self.said.setdefault(who, deque(maxlen=CHAT_LINES))
        now = time.monotonic()
        if len(lines) == CHAT_LINES and now - lines[0] < CHAT_SECONDS:
            raise Denied("too_fast", f"{CHAT_LINES} lines in {int(CHAT_SECONDS)} seconds are enough for anyone.")
        lines.append(now)

    # What everybody sees

    def eyes(self, viewer: int, events: list[m.LogEvent]) -> m.Eyes:
        """What one viewer sees now."""
        fold, state = self.fold, self.fold.state
        seat = None if viewer == WATCHER else viewer
        settings = None if seat is None else self.auto_pass.get(seat)
        if state is None:
            return m.Eyes(seat, None, [], events, "waiting", auto_pass=settings)
        silence = legal = None
        if fold.status == "playing" and seat is not None:
            legal = state.legal(seat)
            silence = fold.game.silence(state, seat)
        moves: Any = fold.book.moves(legal, fold.names) if legal else []
        form = fold.game.form(state) if fold.status == "playing" else "over"
        return m.Eyes(seat, fold.game.view(state, viewer), moves, events, form, silence, settings)

    def snapshot(self, viewers: tuple[int, ...], host: bool, have: int) -> bytes:
        """All of the table, for somebody who has its log up to an entry."""
        fold = self.fold
        since = have if have <= fold.seq else 0
        history = fold.events_since(since)
        here, watching = self.presence()
        return m.encode(
            m.Snapshot(
                info=fold.info(),
                seq=fold.seq,
                since=since,
                status=fold.status,
                seats=fold.seat_infos(),
                host=host,
                eyes=[self.eyes(v, told_to(v, history)) for v in viewers],
                chat=[line for line in fold.chat if line.seq > since],
                here=here,
                watchers=watching,
                clock=fold.shown_clock if fold.status == "playing" else None,
                result=fold.result,
                rematch=fold.rematch,
                away=self._away_words(here),
            )
        )

    def tell(self, change: Change, row: Row) -> None:
        """One entry to everybody who follows, each in their own version."""
        self.used = time.monotonic()
        if change.status:
            self.hall.metrics.count("games", f'now="{self.fold.status}",game="{self.fold.row.game}"')
        if change.seats and self.fold.status == "waiting":
            for watcher in [w for w in self.watchers if not w.holds(self)]:
                watcher.lose(self)
        if not self.watchers:
            return
        framed: dict[tuple[int, ...], bytes] = {}
        seen: dict[int, m.Eyes] = {}
        for watcher, viewers in list(self.watchers.items()):
            ready = framed.get(viewers)
            if ready is None:
                ready = framed[viewers] = frame(m.encode(self._update(change, row, viewers, seen)))
            watcher.push(ready)
        self.hall.metrics.count("messages", by=len(self.watchers))

    def _update(self, change: Change, row: Row, viewers: tuple[int, ...], seen: dict[int, m.Eyes]) -> m.Update:
        fold = self.fold
        update = m.Update(self.id, row.seq, row.at)
        if change.game:
            for viewer in viewers:
                if viewer not in seen:
                    seen[viewer] = self.eyes(viewer, told_to(viewer, [(row.seq, change.events)]))
            update.eyes = [seen[viewer] for viewer in viewers]
            if fold.shown_clock is not None:
                update.clock = fold.shown_clock
        if change.status:
            update.status = fold.status
            if fold.result is not None:
                update.result = fold.result
        if change.seats:
            update.seats = fold.seat_infos()
        if change.chat is not None:
            update.chat = change.chat
        if change.rematch and fold.rematch is not None:
            update.rematch = fold.rematch
        return update

    # Who is here

    def follow(self, watcher: Audience, viewers: tuple[int, ...]) -> None:
        self.used = time.monotonic()
        self.watchers[watcher] = viewers
        self._presence_changed()
        self.attend(mine=False)

    def unfollow(self, watcher: Audience) -> None:
        self.used = time.monotonic()
        if self.watchers.pop(watcher, None) is not None:
            self._presence_changed()

    def presence(self) -> tuple[list[int], int]:
        """The seats whose people are here, and how many watch; with those that are at other processes."""
        seats = {v for viewers in self.watchers.values() for v in viewers if v >= 0}
        watching = sum(1 for viewers in self.watchers.values() if viewers == (int(WATCHER),))
        fresh = time.monotonic() - 60
        for heard, others, spectators in self.elsewhere.values():
            if heard > fresh:
                seats |= others
                watching += spectators
        return sorted(seats), watching

    def away_for(self, seat: int) -> int:
        here, _ = self.presence()
        return 0 if seat in here else now_ms() - self.away.get(seat, now_ms())

    def _away_words(self, here: list[int]) -> dict[str, int]:
        for seat, place in enumerate(self.fold.places):
            if place.kind == "person" and seat not in here:
                self.away.setdefault(seat, now_ms())
            else:
                self.away.pop(seat, None)
        return {str(seat): at for seat, at in self.away.items()}

    def _presence_changed(self) -> None:
        """Tell once for many arrivals."""
        if self.telling is None:
            self.telling = self.hall.later(0.15, self.tell_presence)

    def tell_presence(self) -> None:
        self.telling = None
        here, watching = self.presence()
        word = frame(m.encode(m.Presence(self.id, here, watching, self._away_words(here))))
        for watcher in list(self.watchers):
            watcher.push(word)
        self.gossip_presence()

    def gossip_presence(self) -> None:
        mine = sorted({v for viewers in self.watchers.values() for v in viewers if v >= 0})
        spectators = sum(1 for viewers in self.watchers.values() if viewers == (int(WATCHER),))
        self.hall.store.gossip(f"{self.id} {','.join(map(str, mine))}/{spectators}")

    def hear_presence(self, process: str, word: str) -> None:
        """What another process says about who is there."""
        seats, _, spectators = word.partition("/")
        others = frozenset(int(s) for s in seats.split(",") if s)
        before = self.elsewhere.get(process)
        self.elsewhere[process] = (time.monotonic(), others, int(spectators))
        if before is None or before[1:] != (others, int(spectators)):
            here, watching = self.presence()
            word_out = frame(m.encode(m.Presence(self.id, here, watching, self._away_words(here))))
            for watcher in list(self.watchers):
                watcher.push(word_out)

    # What the server does for a seat: bots, automatic passes, clocks

    def attend(self, mine: bool) -> None:
        """See to the seats that are asked and do not answer by themselves."""
        fold, state = self.fold, self.fold.state
        if fold.status != "playing" or state is None:
            self.attending.clear()
            self._wind(None)
            return
        soonest: int | None = None
        for seat, place in enumerate(fold.places):
            if not state.waits_for(seat):
                continue
            asked = fold.asked[seat]
            if place.person:
                deadline = fold.deadline(seat)
                if deadline is not None and (soonest is None or deadline < soonest):
                    soonest = deadline
            if self.attending.get(seat) == asked:
                continue
            if place.bot is not None or self._passes(seat):
                self.attending[seat] = asked
                theirs = place.bot is not None and not mine and bool(self.elsewhere)
                delay = self._pause_for(seat) + (FOREIGN_PATIENCE if theirs else 0)
                self.hall.later(delay, partial(self._answer_for, seat, asked))
        self._wind(soonest)

    def _pause_for(self, seat: int) -> float:
        """The time that a thought takes, the same for bots and automatic passes; shorter between the small decisions
        of one seat."""
        pace = self.hall.settings.bot_pace
        same = len(self.fold.marks) >= 3 and self._last_mover() == seat
        return pace * (random.uniform(0.25, 0.45) if same else random.uniform(0.8, 1.4))

    def _last_mover(self) -> int:
        moves, first = self.fold.moves, self.fold.marks[-4] if len(self.fold.marks) > 3 else 0
        return moves[2 * first] if 2 * first < len(moves) else -1

    def _passes(self, seat: int) -> bool:
        """Whether this seat lets the window go by that asks it; from its settings and public facts only."""
        setting = self.auto_pass.get(seat)
        if setting is None or not setting.on or self.fold.state is None:
            return False
        if self.fold.game.window_pass(self.fold.state, seat) is None:
            return False
        return not setting.phases or self.fold.game.view(self.fold.state, int(WATCHER)).phase in setting.phases

    def _answer_for(self, seat: int, asked: int) -> None:
        fold, state = self.fold, self.fold.state
        if self.attending.get(seat) != asked:
            return
        if fold.status != "playing" or state is None or not state.waits_for(seat) or fold.asked[seat] != asked:
            del self.attending[seat]
            return
        level = fold.places[seat].bot
        if level is not None:
            self.hall.spawn(self._think(seat, asked, level, "bot"))
        elif self._passes(seat):
            action = fold.game.window_pass(state, seat)
            assert action is not None
            self.submit(self._own(seat, asked, action, "auto"))

    async def _think(self, seat: int, asked: int, level: str, hand: str) -> None:
        state = self.fold.state
        if state is None or not state.waits_for(seat) or self.fold.asked[seat] != asked:
            return
        legal = state.legal(seat)
        action = legal[0] if len(legal) == 1 else await self.hall.thinker.choose(self.fold, seat, level)
        if self.fold.status == "playing" and self.fold.asked[seat] == asked:
            self.submit(self._own(seat, asked, action, hand))

    def _own(self, seat: int, asked: int, action: int, hand: str) -> Request:
        def answered(answer: m.Ok | m.No) -> None:
            if self.attending.get(seat) == asked:
                del self.attending[seat]
            if isinstance(answer, m.No) and answer.code not in ("stale", "paused", "not_now"):
                self.hall.log.warning("the house's move was refused", extra={"table": self.id, "why": answer.text})

        return Request(answered, "", seat, asked, m.Play([action]), hand)

    def _wind(self, deadline: int | None) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if deadline is not None:
            self.timer = self.hall.later(max(0.0, (deadline - now_ms()) / 1000) + 0.01, self._ring)

    def _ring(self) -> None:
        """Somebody's time is up: the house decides."""
        self.timer = None
        fold = self.fold
        for seat, place in enumerate(fold.places):
            deadline = fold.deadline(seat)
            if place.person and deadline is not None and deadline <= now_ms():
                self.hall.spawn(self._think(seat, fold.asked[seat], "normal", "clock"))
        self.hall.later(1.0, lambda: self.attend(mine=True))

    def resume_clock(self) -> None:
        """After loading: a clock that ran out while no server was there starts its decision again."""
        late = [d for s in range(len(self.fold.places)) if (d := self.fold.deadline(s)) is not None and d <= now_ms()]
        if late:
            self.submit(Request(lambda answer: None, "", None, self.fold.seq, WindUp()))

    def idle(self, since: float) -> bool:
        """Whether nobody would miss it in memory."""
        return (
            not self.watchers
            and not self.busy
            and not self.queue
            and not self.attending
            and self.timer is None
            and self.used < since
        )


PAUSED = "The server cannot write to its database just now. Nothing is lost; play goes on as soon as it can."
