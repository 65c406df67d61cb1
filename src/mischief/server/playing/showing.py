"""What each viewer is shown of a table: all of it on arrival, then what each entry changes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from mischief.engine.seats import WATCHER
from mischief.server.protocol import messages as m
from mischief.server.tables.counting import Viewers
from mischief.server.tables.entries import Row
from mischief.server.tables.fold import Change, told_to

if TYPE_CHECKING:
    from mischief.server.playing.live_table import LiveTable


def eyes(live: LiveTable, viewer: int, events: list[m.LogEvent]) -> m.Eyes:
    """What one viewer sees now."""
    fold, state = live.fold, live.fold.state
    seat = None if viewer == WATCHER else viewer
    settings = None if seat is None else live.auto_pass.get(seat)
    if state is None:
        return m.Eyes(seat, None, [], events, "waiting", auto_pass=settings)
    silence = legal = None
    channels = [] if seat is None else fold.game.channels(state, seat)
    if fold.status == "playing" and seat is not None:
        legal = state.legal(seat)
        silence = fold.game.silence(state, seat)
    moves: Any = fold.book.moves(legal, fold.names) if legal else []
    form = fold.game.form(state) if fold.status == "playing" else "over"
    return m.Eyes(seat, fold.game.view(state, viewer), moves, events, form, silence, settings, channels)


def snapshot(live: LiveTable, viewers: Viewers, host: bool, have: int) -> bytes:
    """All of the table, for somebody who has its log up to an entry; by the viewers' own count."""
    fold = live.fold
    number = partial(fold.counts.number, viewers=viewers)
    since = have if have <= number(fold.seq) else 0
    after = fold.counts.entry(since, viewers)
    told = _told(live, viewers, after)
    here, watching = live.followers.present()
    return m.encode(
        m.Snapshot(
            info=fold.info(viewers),
            seq=number(fold.seq),
            since=since,
            status=fold.status,
            seats=fold.seat_infos(),
            host=host,
            eyes=[eyes(live, v, events) for v, events in zip(viewers, told, strict=True)],
            chat=[
                _counted(live, line, viewers)
                for line in fold.chat
                if line.seq > after and fold.counts.is_told(line.seq, viewers)
            ],
            here=here,
            watchers=watching,
            clock=fold.shown_clock if fold.status == "playing" else None,
            result=fold.result,
            rematch=fold.rematch,
            away=live.followers.away_words(here),
        )
    )


def _told(live: LiveTable, viewers: Viewers, after: int) -> list[Any]:
    """What each viewer was told after an entry, as JSON. To find out the game is played again, once for all who ask."""
    fold = live.fold
    if fold.game_seq <= after or fold.state is None:
        return [[] for _ in viewers]
    question = (live.id, fold.game_seq, viewers, after)
    found = live.server.told.get(question)
    if found is None:
        history, number = fold.events_since(after), partial(fold.counts.number, viewers=viewers)
        found = live.server.told.put(question, *(m.encode(told_to(viewer, history, number)) for viewer in viewers))
    return [msgspec.Raw(events) for events in found]


def _counted(live: LiveTable, line: m.ChatLine, viewers: Viewers) -> m.ChatLine:
    return msgspec.structs.replace(line, seq=live.fold.counts.number(line.seq, viewers))


def update(live: LiveTable, change: Change, row: Row, viewers: Viewers) -> m.Update:
    """One entry as these viewers may know it."""
    fold = live.fold
    number = partial(fold.counts.number, viewers=viewers)
    news = m.Update(live.id, number(row.seq), row.at)
    if change.game:
        news.eyes = [eyes(live, viewer, told_to(viewer, [(row.seq, change.events)], number)) for viewer in viewers]
        if fold.shown_clock is not None:
            news.clock = fold.shown_clock
    if change.status:
        news.status = fold.status
        if fold.result is not None:
            news.result = fold.result
    if change.seats:
        news.seats = fold.seat_infos()
    if change.chat is not None:
        news.chat = _counted(live, change.chat, viewers)
    if change.rematch and fold.rematch is not None:
        news.rematch = fold.rematch
    return news
