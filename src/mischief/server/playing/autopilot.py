"""What the server does for a seat that does not answer by itself: bots, automatic passes, clocks that have run out."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from mischief.engine.seats import WATCHER
from mischief.server.playing.request import Request, now_ms
from mischief.server.protocol import messages as m
from mischief.server.tables.deeds import WindUp

if TYPE_CHECKING:
    from mischief.server.playing.live_table import LiveTable

FOREIGN_PATIENCE = 8.0
"""Seconds after which a process moves a bot that another process should have moved."""


def attend(live: LiveTable, mine: bool) -> None:
    """See to the seats that are asked and do not answer by themselves. `mine`: it falls to this process to move the
    bots; otherwise another process that is at the table has some seconds to do it first."""
    fold, state = live.fold, live.fold.state
    if fold.status != "playing" or state is None:
        live.attending.clear()
        wind(live, None)
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
        if live.attending.get(seat) == asked:
            continue
        if place.bot is not None or _passes(live, seat):
            live.attending[seat] = asked
            theirs = place.bot is not None and not mine and bool(live.followers.elsewhere)
            delay = _pause_for(live, seat) + (FOREIGN_PATIENCE if theirs else 0)
            live.server.later(delay, partial(_answer_for, live, seat, asked))
    wind(live, soonest)


def _pause_for(live: LiveTable, seat: int) -> float:
    """The time that a thought takes, the same for bots and automatic passes; shorter between the small decisions
    of one seat."""
    pace = live.server.settings.bot_pace
    same = len(live.fold.marks) >= 3 and _last_mover(live) == seat
    return pace * (random.uniform(0.25, 0.45) if same else random.uniform(0.8, 1.4))


def _last_mover(live: LiveTable) -> int:
    moves, first = live.fold.moves, live.fold.marks[-4] if len(live.fold.marks) > 3 else 0
    return moves[2 * first] if 2 * first < len(moves) else -1


def _passes(live: LiveTable, seat: int) -> bool:
    """Whether this seat lets the window go by that asks it; from its settings and public facts only."""
    setting = live.auto_pass.get(seat)
    if setting is None or not setting.on or live.fold.state is None:
        return False
    if live.fold.game.window_pass(live.fold.state, seat) is None:
        return False
    return not setting.phases or live.fold.game.view(live.fold.state, int(WATCHER)).phase in setting.phases


def _answer_for(live: LiveTable, seat: int, asked: int) -> None:
    fold, state = live.fold, live.fold.state
    if live.attending.get(seat) != asked:
        return
    if fold.status != "playing" or state is None or not state.waits_for(seat) or fold.asked[seat] != asked:
        del live.attending[seat]
        return
    level = fold.places[seat].bot
    if level is not None:
        live.server.spawn(_think(live, seat, asked, level, "bot"))
    elif _passes(live, seat):
        action = fold.game.window_pass(state, seat)
        assert action is not None
        live.submit(_own(live, seat, asked, action, "auto"))


async def _think(live: LiveTable, seat: int, asked: int, level: str, hand: str) -> None:
    state = live.fold.state
    if state is None or not state.waits_for(seat) or live.fold.asked[seat] != asked:
        return
    legal = state.legal(seat)
    action = legal[0] if len(legal) == 1 else await live.server.thinker.choose(live.fold, seat, level)
    if live.fold.status == "playing" and live.fold.asked[seat] == asked:
        live.submit(_own(live, seat, asked, action, hand))


def _own(live: LiveTable, seat: int, asked: int, action: int, hand: str) -> Request:
    """The server's own command for a seat."""

    def answered(answer: m.Ok | m.No) -> None:
        if live.attending.get(seat) == asked:
            del live.attending[seat]
        if isinstance(answer, m.No) and answer.code not in ("stale", "paused", "not_now"):
            live.server.log.warning("the house's move was refused", extra={"table": live.id, "why": answer.text})

    return Request(answered, "", seat, asked, m.Play([action]), hand)


def wind(live: LiveTable, deadline: int | None) -> None:
    """Set the alarm clock of the table; None stops it."""
    if live.timer is not None:
        live.timer.cancel()
        live.timer = None
    if deadline is not None:
        live.timer = live.server.later(max(0.0, (deadline - now_ms()) / 1000) + 0.01, partial(_ring, live))


def _ring(live: LiveTable) -> None:
    """Somebody's time is up: the house decides."""
    live.timer = None
    fold = live.fold
    for seat, place in enumerate(fold.places):
        deadline = fold.deadline(seat)
        if place.person and deadline is not None and deadline <= now_ms():
            live.server.spawn(_think(live, seat, fold.asked[seat], "normal", "clock"))
    live.server.later(1.0, lambda: attend(live, mine=True))


def resume_clock(live: LiveTable) -> None:
    """After loading: a clock that ran out while no server was there starts its decision again."""
    late = [d for s in range(len(live.fold.places)) if (d := live.fold.deadline(s)) is not None and d <= now_ms()]
    if late:
        live.submit(Request(lambda answer: None, "", None, live.fold.seq, WindUp()))
