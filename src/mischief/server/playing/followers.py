"""Who is at a table: the connections that follow it, the people who do so at another process, and who is away."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, Protocol

import msgspec

from mischief.engine.seats import WATCHER
from mischief.server.protocol import messages as m
from mischief.server.protocol.framing import frame
from mischief.server.tables.fold import Fold
from mischief.server.thinking.line import Looked

if TYPE_CHECKING:
    from mischief.server.playing.live_table import LiveTable
    from mischief.server.playing.table_server import TableServer


class Follower(Protocol):
    """Somebody who follows a table: a browser's connection."""

    def push(self, framed: bytes) -> None:
        """Send it a frame, without waiting."""

    def holds(self, live: LiveTable) -> bool:
        """Whether the seats that it has proven are still its own."""

    def lose(self, live: LiveTable, why: str) -> None:
        """It follows no more: its seat is another's, or the table cannot be read on."""


class Followers:
    """Those who follow one table, each with the seats it looks from; `elsewhere` is what other processes last said of
    theirs, `away` since when a person has been gone."""

    __slots__ = ("all", "away", "elsewhere", "fold", "server", "telling")

    def __init__(self, server: TableServer, fold: Fold) -> None:
        self.server = server
        self.fold = fold
        self.all: dict[Follower, tuple[int, ...]] = {}
        self.away: dict[int, int] = {}
        self.elsewhere: dict[str, tuple[float, frozenset[int], int]] = {}
        self.telling: asyncio.TimerHandle | None = None

    def add(self, follower: Follower, viewers: tuple[int, ...]) -> None:
        self.all[follower] = viewers
        self._changed()

    def remove(self, follower: Follower) -> None:
        viewers = self.all.pop(follower, None)
        if viewers is not None:
            for seat in viewers:
                self.server.see(self.fold.row.id, seat)
            self._changed()

    def present(self) -> tuple[list[int], int]:
        """The seats whose people are here, and how many watch; with those that are at other processes."""
        seats = {v for viewers in self.all.values() for v in viewers if v >= 0}
        watching = sum(1 for viewers in self.all.values() if viewers == (int(WATCHER),))
        fresh = time.monotonic() - 60
        for heard, others, spectators in self.elsewhere.values():
            if heard > fresh:
                seats |= others
                watching += spectators
        return sorted(seats), watching

    def looked(self) -> Looked:
        """Who would wait for a thought at this table."""
        seats, watching = self.present()
        return Looked.BY_ITS_PEOPLE if seats else Looked.BY_OTHERS if watching else Looked.BY_NOBODY

    def away_for(self, seat: int) -> int:
        """How long a seat's person has been gone, in milliseconds."""
        here, _ = self.present()
        now = self.server.now()
        return 0 if seat in here else now - self.away.get(seat, now)

    def gone_for(self, seat: int) -> int:
        """The same, but what nobody can know for certain counts as presence: a server that has just been started, or
        fetched the table, may have missed somebody."""
        here, _ = self.present()
        if seat in here:
            return 0
        seen = self.server.seen.get((self.fold.row.id, seat), self.server.opened)
        return self.server.now() - max(seen, self.fold.acted_at[seat])

    def away_words(self, here: list[int]) -> dict[str, int]:
        """Since when each person who is not here has been gone, as messages say it."""
        for seat, place in enumerate(self.fold.places):
            if place.kind == "person" and seat not in here:
                self.away.setdefault(seat, self.server.now())
            else:
                self.away.pop(seat, None)
        return {str(seat): at for seat, at in self.away.items()}

    def _changed(self) -> None:
        """Bots know at once; people are told once for many arrivals."""
        self.server.thinker.line.see(self.fold.row.id, self.looked())
        if self.telling is None:
            self.telling = self.server.later(0.15, self._tell)

    def _tell(self) -> None:
        self.telling = None
        self._push()
        self.gossip()

    def _push(self) -> None:
        here, watching = self.present()
        places = Counter(seat for viewers in self.all.values() for seat in set(viewers))
        places.update(seat for _, seats, _ in self.elsewhere.values() for seat in seats)
        word = m.Presence(self.fold.row.id, here, watching, self.away_words(here))
        framed: dict[tuple[int, ...], bytes] = {}
        for follower, viewers in list(self.all.items()):
            twice = tuple(seat for seat in viewers if seat >= 0 and places[seat] > 1)
            if twice not in framed:
                framed[twice] = frame(m.encode(msgspec.structs.replace(word, twice=list(twice))))
            follower.push(framed[twice])

    def gossip(self) -> None:
        """Tell the other processes who is here."""
        mine = sorted({v for viewers in self.all.values() for v in viewers if v >= 0})
        spectators = sum(1 for viewers in self.all.values() if viewers == (int(WATCHER),))
        self.server.store.gossip(f"{self.fold.row.id} {','.join(map(str, mine))}/{spectators}")

    def hear(self, process: str, word: str) -> None:
        """What another process says about who is there."""
        seats, _, spectators = word.partition("/")
        others = frozenset(int(s) for s in seats.split(",") if s)
        before = self.elsewhere.get(process)
        self.elsewhere[process] = (time.monotonic(), others, int(spectators))
        if before is None or before[1:] != (others, int(spectators)):
            self._push()
