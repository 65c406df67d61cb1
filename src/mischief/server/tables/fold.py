"""A table as its log makes it (a fold over the entries): reading the same entries always gives the same table.

Nothing here waits, writes or sends. The Dealer's outcomes are in the log, so that nothing here is random either.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from mischief.engine.events import Event
from mischief.engine.game import Result, View
from mischief.engine.noticing import overlooked_by
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.server.protocol.messages import ChatLine, Clock, LogEvent, SeatInfo, Status, TableInfo
from mischief.server.tables.counting import Counts, Viewers, bits
from mischief.server.tables.entries import (
    Agreed,
    BotSat,
    Cleared,
    HandedOver,
    Moves,
    Noted,
    Played,
    Rematched,
    Renamed,
    Resumed,
    Row,
    Said,
    Sat,
    Started,
    TakenBack,
    Unplayed,
)
from mischief.server.tables.library import Rulebook
from mischief.server.tables.places import Place
from mischief.server.tables.setup import TableRow
from mischief.server.tables.trail import TOOK_BACK, Step, Trail, took_back

KEPT_COMMANDS = 32
"""Per seat: a command that comes again among the last so many is answered as before."""
KEPT_CHAT = 100


class Change(msgspec.Struct):
    """What an entry changed, for those who are to be told."""

    game: bool = False
    seats: bool = False
    status: bool = False
    chat: ChatLine | None = None
    rematch: bool = False
    events: list[Event] = []


class Prepared(msgspec.Struct):
    """A state that has been played on already, on trial, and what happened: so that it need not be done twice."""

    state: State
    events: list[Event]


class Fold:
    """One table. `asked[seat]` is the entry since which the seat's present decision has been pending; `begun[seat]` is
    that since which its whole choice has been, which may take several small steps that nobody else sees."""

    __slots__ = (
        "_face",
        "_heard_at",
        "acted_at",
        "asked",
        "asked_at",
        "bank",
        "begun",
        "book",
        "chat",
        "counts",
        "game",
        "game_seq",
        "last_at",
        "marks",
        "moves",
        "names",
        "places",
        "recent",
        "rematch",
        "result",
        "row",
        "seen_mover",
        "seq",
        "shown_clock",
        "shown_phase",
        "state",
        "status",
        "trail",
    )

    def __init__(self, row: TableRow, book: Rulebook) -> None:
        seats = row.setup.seats
        self.row = row
        self.book = book
        self.game = book.game
        self.seq = 0
        self.game_seq = 0
        self.last_at = row.created
        self.status: Status = "waiting"
        self.places = [Place() for _ in range(seats)]
        self.names = [f"Seat {s + 1}" for s in range(seats)]
        self.state: State | None = None
        self.moves = array("i")
        """Every decision of the game, flat: seat, action, seat, action ..."""
        self.marks = array("q")
        """For each entry that moved the game, flat: its seq, its moment, how many decisions there were after it."""
        self.trail = Trail()
        self.counts = Counts()
        self.chat: list[ChatLine] = []
        self.asked = [0] * seats
        self.begun = [0] * seats
        self.asked_at = [0] * seats
        self.bank = [row.setup.clock.bank_seconds * 1000 if row.setup.clock else 0] * seats
        self.recent: list[dict[str, int]] = [{} for _ in range(seats + 1)]
        self.rematch: str | None = None
        self.result: Result | None = None
        self.shown_clock: Clock | None = None
        self.shown_phase = ""
        self.seen_mover = int(DEALER)
        """Who moved last, if everybody can know that."""
        self._face: tuple[int, View] | None = None
        self._heard_at = [row.created] * (seats + 1)
        self.acted_at = [row.created] * seats
        """When each seat's person last did something."""

    # Reading the log

    def apply(self, row: Row, prepared: Prepared | None = None) -> Change:
        """Take the next entry."""
        assert row.seq == self.seq + 1, f"{row.table}: entry {row.seq} after {self.seq}"
        entry = row.entry
        change = Change()
        self.seq = row.seq
        self.last_at = row.at
        match entry:
            case Played():
                self._play(row, entry.seat, entry.moves, prepared, change, entry.hand)
            case Unplayed():
                self._unplay(row, entry, change)
            case Said():
                self._say(row, entry, change)
            case Started():
                self.status = "playing"
                change.status = change.seats = True
                for place in self.places:
                    place.abandons = False
                self._play(row, int(DEALER), entry.moves, prepared, change)
            case Resumed():
                self.asked_at = [row.at] * len(self.asked_at)
                self.shown_clock = None
                self._show_clock(row.at)
                change.game = True
            case Rematched():
                self.rematch = entry.to
                change.rematch = True
            case _:
                self._seat(entry, change)
        if entry.cmd:
            self._remember(entry)
        hidden = self.counts.hidden_from(row.seq)
        for bit in range(len(self._heard_at)):
            if not hidden >> bit & 1:
                self._heard_at[bit] = row.at
        return change

    def _say(self, row: Row, entry: Said, change: Change) -> None:
        """A line of chat. Of each circle of hearers the latest lines are kept, so that nobody can tell from what is
        forgotten how much others talk."""
        hidden = 0
        if entry.channel and self.state is not None:
            channels = self.game.channels(self.state, entry.seat)
            hears = next((channel.hears for channel in channels if channel.id == entry.channel), (entry.seat,))
            hidden = bits((*range(len(self.places)), int(WATCHER))) & ~bits(hears)
            self.counts.hide(row.seq, hidden)
        change.chat = ChatLine(row.seq, row.at, entry.seat, self.names[entry.seat], entry.text, entry.channel)
        self.chat.append(change.chat)
        circle = [line for line in self.chat if self.counts.hidden_from(line.seq) == hidden]
        if len(circle) > KEPT_CHAT:
            self.chat.remove(circle[0])

    def _seat(self, entry: Noted, change: Change) -> None:
        """Somebody sits down, stands up or changes."""
        change.seats = True
        match entry:
            case Sat():
                self.places[entry.seat] = Place("person", entry.name, entry.key, rat=entry.rat, member=entry.member)
            case BotSat():
                self.places[entry.seat] = Place("bot", entry.name, level=entry.level)
            case Cleared():
                self.places[entry.seat] = Place()
            case Renamed():
                self.places[entry.seat].name = entry.name
            case HandedOver():
                place = self.places[entry.seat]
                place.stand_in, place.lent, place.left = entry.level, entry.away, entry.left
                place.abandons = place.abandons and not entry.left
                self._close_if_all_agree(change, [])
            case TakenBack():
                place = self.places[entry.seat]
                place.stand_in, place.lent, place.left = None, False, False
            case Agreed():
                self.places[entry.seat].abandons = entry.agree
                self._close_if_all_agree(change, entry.gone)
            case _:
                raise TypeError(f"no table knows the entry {entry!r}")
        self.names = [p.name or f"Seat {s + 1}" for s, p in enumerate(self.places)]

    def all_agree(self, without: Sequence[int] = ()) -> bool:
        """Whether everybody wants to end the game who sits here, but for those who are gone."""
        asked = [p for s, p in enumerate(self.places) if p.belongs and s not in without]
        return self.status == "playing" and bool(asked) and all(p.abandons for p in asked)

    def _close_if_all_agree(self, change: Change, gone: Sequence[int]) -> None:
        if self.all_agree(gone):
            self.status = "abandoned"
            change.status = change.game = True

    def _play(
        self, row: Row, seat: int, moves: Moves, prepared: Prepared | None, change: Change, hand: str = ""
    ) -> None:
        waited = [self.state is not None and self.state.waits_for(s) for s in range(len(self.places))]
        step = self._step(row, seat, moves, hand)
        secretly = self._before_a_secret(seat, moves)
        if prepared is not None:
            self.state, change.events = prepared.state, prepared.events
        else:
            if self.state is None:
                self.state = self.game.begin()
            elif (step is not None and step.state is not None) or secretly is not None:
                self.state = self.state.clone()
            for who, action in moves:
                self.state.apply(who, action)
        for who, action in moves:
            self.moves.append(who)
            self.moves.append(action)
        self.marks.extend((row.seq, row.at, len(self.moves) // 2))
        self.game_seq = row.seq
        change.game = True
        if secretly is not None and self.face() == secretly[1]:
            self.counts.hide(row.seq, bits(overlooked_by(secretly[0], seat, moves)))
        elif secretly is None or secretly[1].waiting == [seat]:
            self.seen_mover = seat
        else:
            self.seen_mover = int(DEALER)
        self._ask(row, seat, waited)
        if step is not None:
            self.trail.add(step)
        if self.state.over:
            self.status = "over"
            self.result = self.state.result()
            self.trail.end()
            change.status = True

    def _before_a_secret(self, seat: int, moves: Moves) -> tuple[State, View] | None:
        """The table, and what everybody sees of it, before a move of which spectators see nothing at first."""
        if self.state is None or seat < 0 or self.state.glimpse(int(WATCHER), seat, moves[0][1]) >= 0:
            return None
        return self.state, self.face()

    def face(self) -> View:
        """What everybody can see of the table."""
        assert self.state is not None
        if self._face is None or self._face[0] != self.game_seq:
            self._face = (self.game_seq, self.game.view(self.state, int(WATCHER)))
        return self._face[1]

    def _step(self, row: Row, seat: int, moves: Moves, hand: str) -> Step | None:
        """The entry as it may be taken back: a person's own, upon which nothing was dealt."""
        if seat < 0:
            return None
        openly = not hand and self.row.setup.undo and all(who >= 0 for who, _ in moves)
        asked = (self.begun[seat], self.asked_at[seat], self.bank[seat])
        return Step(row.seq, row.at, seat, hand, moves, *asked, self.state if openly else None)

    def _unplay(self, row: Row, entry: Unplayed, change: Change) -> None:
        assert self.state is not None
        before = self.state
        step, self.state = self.trail.strike(entry.played, row.seq)
        assert step.state is not None
        self._forget(step)
        self.game_seq = row.seq
        change.game = True
        change.events = [took_back(self.game, step.state, step.seat, step.seq, step.moves)]
        hidden = self.counts.hidden_from(step.seq)
        self.counts.hide(row.seq, hidden)
        used = self.time_used(step, row.at)
        for seat in range(len(self.places)):
            same = before.waits_for(seat) and self.state.waits_for(seat) and self.begun[seat] < step.seq
            if seat == step.seat or not (same or hidden):
                self.asked[seat] = row.seq
                self.begun[seat] = step.begun if hidden else row.seq
                self.asked_at[seat] = row.at
        self.asked_at[step.seat] = row.at - used
        self.bank[step.seat] = step.bank
        if self.row.setup.clock is not None and not hidden:
            self._show_clock(self.asked_at[step.seat] if self.public_waiting() == [step.seat] else row.at)

    def _forget(self, step: Step) -> None:
        """Take an entry's decisions out of those of the game."""
        index = next(i for i in range(0, len(self.marks), 3) if self.marks[i] == step.seq)
        end = self.marks[index + 2]
        del self.moves[2 * (end - len(step.moves)) : 2 * end]
        del self.marks[index : index + 3]
        for later in range(index + 2, len(self.marks), 3):
            self.marks[later] -= len(step.moves)

    def time_used(self, step: Step, at: int) -> int:
        """How much time its seat would have spent on a decision that is taken back at a moment: what it took, and what
        ran on the seat's own clock since. Nobody gains time by taking back."""
        assert self.state is not None
        if not self.state.waits_for(step.seat):
            return step.at - step.asked_at
        if self.asked_at[step.seat] == step.asked_at:  # a small step of a choice that goes on
            return at - step.asked_at
        return step.at - step.asked_at + at - self.asked_at[step.seat]

    def _ask(self, row: Row, mover: int, waited: list[bool]) -> None:
        """Note since when each seat's decision is pending. A seat that waited before and waits now, while another one
        moved, has the same decision still: they choose together. So has one that took a small step that others cannot
        notice, as far as they and the clock are concerned: they must not learn how many it takes."""
        assert self.state is not None
        clock = self.row.setup.clock
        hidden = self.counts.hidden_from(row.seq)
        for seat in range(len(self.places)):
            waits = self.state.waits_for(seat)
            if seat != mover and (hidden or (waited[seat] and waits)):
                continue
            self.asked[seat] = row.seq
            if hidden and waits:
                continue
            if clock is not None and waited[seat]:
                over = row.at - self.asked_at[seat] - clock.move_seconds * 1000
                self.bank[seat] = max(0, self.bank[seat] - max(0, over))
            self.asked_at[seat] = row.at
            if not hidden:
                self.begun[seat] = row.seq
        if clock is not None and not hidden:
            self._show_clock(row.at)

    def _show_clock(self, at: int) -> None:
        """Clocks as everybody may know them, from the spectator's view alone: while several choose in secret, nothing
        on the clocks moves, so that they tell neither who has chosen nor in how many steps."""
        if self.state is None or self.row.setup.clock is None:
            return
        view = self.face()
        phase, running = view.phase, view.waiting
        before = self.shown_clock
        since, bank = at, list(self.bank)
        if before is not None and phase == self.shown_phase and len(before.running) > 1:
            if running == before.running:
                since, bank = before.since, before.bank
            elif set(running) < set(before.running):
                since = before.since
        self.shown_phase = phase
        self.shown_clock = Clock(self.row.setup.clock.move_seconds * 1000, bank, list(running), since)

    def _remember(self, entry: Noted) -> None:
        """The command's id under its seat (the host's under the last), so that a retry is known."""
        who, _, cmd = entry.cmd.partition(" ")
        recent = self.recent[int(who)]
        if int(who) < len(self.acted_at):
            self.acted_at[int(who)] = self.last_at
        recent[cmd] = self.seq
        while len(recent) > KEPT_COMMANDS:
            del recent[next(iter(recent))]

    # Asking the table

    def public_waiting(self) -> list[int]:
        """The seats that are asked, as far as everybody may know."""
        if self.state is None or self.status != "playing":
            return []
        return list(self.face().waiting)

    def heard_at(self, viewer: int) -> int:
        """When something last happened that a viewer was told of."""
        return self._heard_at[viewer + 1 if viewer >= 0 else 0]

    def deadline(self, seat: int) -> int | None:
        """When the seat's time is up; None if it has all the time in the world."""
        clock = self.row.setup.clock
        if clock is None or self.state is None or self.status != "playing" or not self.state.waits_for(seat):
            return None
        return self.asked_at[seat] + clock.move_seconds * 1000 + self.bank[seat]

    def seat_of(self, key: str) -> int | None:
        """The seat that a token's hash proves."""
        return next((s for s, p in enumerate(self.places) if p.kind == "person" and p.key == key), None)

    def pairs(self) -> list[tuple[int, int]]:
        """Every decision so far, as (seat, action)."""
        return list(zip(self.moves[0::2], self.moves[1::2], strict=True))

    def steps(self) -> Iterator[tuple[int, int, list[tuple[int, int]]]]:
        """The game's entries in order: seq, moment, decisions."""
        pairs, start = self.pairs(), 0
        for i in range(0, len(self.marks), 3):
            end = self.marks[i + 2]
            yield self.marks[i], self.marks[i + 1], pairs[start:end]
            start = end

    def events_since(self, have: int) -> list[tuple[int, list[Event]]]:
        """What happened after an entry: (seq, events) in order; the game is played again to find out. What was taken
        back did happen: its events are told, and then that it was taken back."""
        if self.game_seq <= have or self.state is None:
            return []
        entries = [(seq, moves) for seq, _, moves in self.steps()]
        struck = {one.seq: one for one in self.trail.struck}
        taken = {one.taken: one for one in self.trail.struck}
        entries += [(one.seq, one.moves) for one in struck.values()] + [(seq, []) for seq in taken]
        state = self.game.begin()
        before: dict[int, State] = {}
        standing: list[tuple[int, Moves]] = []
        found: list[tuple[int, list[Event]]] = []
        for seq, moves in sorted(entries):
            told: list[Event] = []
            if seq in taken:
                back = taken[seq]
                state = before.pop(back.seq)
                told.append(took_back(self.game, state, back.seat, back.seq, back.moves))
                index = next(i for i in reversed(range(len(standing))) if standing[i][0] == back.seq)
                del standing[index]
                for later, decisions in standing[index:]:  # somebody has chosen since, together with this seat
                    if later in before:
                        before[later] = state.clone()
                    for seat, action in decisions:
                        state.apply(seat, action)
            else:
                if seq in struck:
                    before[seq] = state.clone()
                state.listener = told.append if seq > have else None
                for seat, action in moves:
                    state.apply(seat, action)
                state.listener = None
                standing.append((seq, moves))
            if seq > have:
                found.append((seq, told))
        return found

    # In words for outside

    def info(self, viewers: Viewers) -> TableInfo:
        """What was chosen, as far as one of these viewers may know it; when the game has ended, all of it."""
        setup = self.row.setup
        known = [self.game.options_for(viewer) for viewer in viewers]
        ended = self.status in ("over", "abandoned")
        return TableInfo(
            id=self.row.id,
            game=self.row.game,
            title=self.game.info.title,
            seats=setup.seats,
            options=setup.options if ended or setup.options in known else known[0],
            hints=setup.hints,
            undo=setup.undo,
            listed=setup.listed,
            clock=setup.clock,
            created=self.row.created,
            rules_version=setup.rules_version,
            stand_in=setup.stand_in,
            absence=setup.absence,
            deal_of=setup.deal_of,
        )

    def seat_infos(self) -> list[SeatInfo]:
        kinds: Any = [p.kind for p in self.places]
        return [
            SeatInfo(s, kinds[s], p.name, p.level, p.stand_in, p.left, p.abandons, p.rat)
            for s, p in enumerate(self.places)
        ]


def told_to(
    viewer: int, history: list[tuple[int, list[Event]]], number: Callable[[int], int] = lambda seq: seq
) -> list[LogEvent]:
    """Events as one viewer may know them, entries by the `number` that they have for it. Who did not notice a move does
    not hear that it was taken back."""
    told = []
    for seq, events in history:
        for event in events:
            facts = event.seen_by(viewer).facts if event.only else event.facts
            if event.kind == TOOK_BACK:
                if event.only and viewer not in event.only["seat"]:
                    continue
                facts = facts | {"entry": number(int(str(facts["entry"])))}
            told.append(LogEvent(number(seq), event.kind, facts))
    return told
