"""What each viewer is shown of a table: all of it on arrival, then what each entry changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mischief.engine.seats import WATCHER
from mischief.server.protocol import messages as m
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
    if fold.status == "playing" and seat is not None:
        legal = state.legal(seat)
        silence = fold.game.silence(state, seat)
    moves: Any = fold.book.moves(legal, fold.names) if legal else []
    form = fold.game.form(state) if fold.status == "playing" else "over"
    return m.Eyes(seat, fold.game.view(state, viewer), moves, events, form, silence, settings)


def snapshot(live: LiveTable, viewers: tuple[int, ...], host: bool, have: int) -> bytes:
    """All of the table, for somebody who has its log up to an entry."""
    fold = live.fold
    since = have if have <= fold.seq else 0
    history = fold.events_since(since)
    here, watching = live.followers.present()
    return m.encode(
        m.Snapshot(
            info=fold.info(),
            seq=fold.seq,
            since=since,
            status=fold.status,
            seats=fold.seat_infos(),
            host=host,
            eyes=[eyes(live, v, told_to(v, history)) for v in viewers],
            chat=[line for line in fold.chat if line.seq > since],
            here=here,
            watchers=watching,
            clock=fold.shown_clock if fold.status == "playing" else None,
            result=fold.result,
            rematch=fold.rematch,
            away=live.followers.away_words(here),
        )
    )


def update(live: LiveTable, change: Change, row: Row, viewers: tuple[int, ...], seen: dict[int, m.Eyes]) -> m.Update:
    """One entry as these viewers may know it; `seen` keeps what each of them sees, for the next who shares it."""
    fold = live.fold
    news = m.Update(live.id, row.seq, row.at)
    if change.game:
        for viewer in viewers:
            if viewer not in seen:
                seen[viewer] = eyes(live, viewer, told_to(viewer, [(row.seq, change.events)]))
        news.eyes = [seen[viewer] for viewer in viewers]
        if fold.shown_clock is not None:
            news.clock = fold.shown_clock
    if change.status:
        news.status = fold.status
        if fold.result is not None:
            news.result = fold.result
    if change.seats:
        news.seats = fold.seat_infos()
    if change.chat is not None:
        news.chat = change.chat
    if change.rematch and fold.rematch is not None:
        news.rematch = fold.rematch
    return news
