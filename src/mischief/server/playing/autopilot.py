"""What the server does for a seat that does not answer by itself: bots, automatic passes, clocks that have run out."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from mischief.engine.noticing import goes_on_in_secret
from mischief.engine.seats import WATCHER
from mischief.engine.state import State
from mischief.server.playing.request import Request
from mischief.server.protocol import messages as m
from mischief.server.tables.deeds import WindUp
from mischief.server.tables.knowing import may_pass
from mischief.server.tables.supposing import seed

if TYPE_CHECKING:
    from mischief.server.playing.live_table import LiveTable

FOREIGN_PATIENCE = 8.0
"""Seconds after which a process moves a bot that another process should have moved."""


def attend(live: LiveTable, mine: bool) -> None:
    """See to the seats that are asked and do not answer by themselves. `mine`: it falls to this process to move the
    bots; otherwise another process that is at the table has some seconds to do it first."""
    fold, state = live.fold, live.fold.state
    _welcome_back(live)
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
        if place.bot is not None:
            live.attending[seat] = asked
            theirs = not mine and bool(live.followers.elsewhere)
            think = partial(_begin, live, seat, asked, place.bot)
            live.server.later(FOREIGN_PATIENCE if theirs else 0.0, think)
        elif _passes(live, seat):
            live.attending[seat] = asked
            live.server.later(_pause_for(live, seat), partial(_let_go_by, live, seat, asked))
    wind(live, soonest)


def _welcome_back(live: LiveTable) -> None:
    """Whoever returns finds their seat as it was: the bot that others called goes."""
    lent = [seat for seat, place in enumerate(live.fold.places) if place.lent and seat not in live.returning]
    if not lent or live.fold.status != "playing":
        return
    here = {viewer for viewers in live.followers.all.values() for viewer in viewers}
    for seat in lent:
        if seat in here:
            live.returning.add(seat)
            live.submit(Request(partial(_is_back, live, seat), "", seat, live.fold.seq, m.TakeBack()))


def _is_back(live: LiveTable, seat: int, _answer: m.Ok | m.No) -> None:
    live.returning.discard(seat)


def _pause_for(live: LiveTable, seat: int) -> float:
    """The time in which a move can be seen, from public facts alone; shorter between the small decisions of one seat
    that everybody sees."""
    pace, chance = live.server.settings.bot_pace, live.server.chance
    return pace * (chance.uniform(0.25, 0.45) if live.fold.seen_mover == seat else chance.uniform(0.8, 1.4))


def _passes(live: LiveTable, seat: int) -> bool:
    """Whether this seat lets the window go by that asks it; from its settings and public facts only."""
    setting, fold = live.auto_pass.get(seat), live.fold
    if setting is None or not setting.on or fold.state is None:
        return False
    if setting.phases and fold.face().phase not in setting.phases:
        return False
    return may_pass(fold.state, seat, seed(fold, int(WATCHER), fold.game_seq))


def _still_asked(live: LiveTable, seat: int, asked: int) -> bool:
    fold = live.fold
    return (
        fold.status == "playing"
        and fold.state is not None
        and fold.state.waits_for(seat)
        and fold.asked[seat] == asked
        and live.attending.get(seat) == asked
    )


def _let_go_by(live: LiveTable, seat: int, asked: int) -> None:
    state = live.fold.state
    action = None if state is None else live.fold.game.window_pass(state, seat)
    if action is not None and _still_asked(live, seat, asked) and _passes(live, seat):
        live.submit(_own(live, seat, asked, [action], "auto"))
    elif live.attending.get(seat) == asked:
        del live.attending[seat]


def _begin(live: LiveTable, seat: int, asked: int, level: str) -> None:
    if _still_asked(live, seat, asked) and live.fold.places[seat].bot is not None:
        live.server.spawn(_think(live, seat, asked, live.fold.places[seat].bot or level, "bot"))
    elif live.attending.get(seat) == asked:
        del live.attending[seat]


async def _think(live: LiveTable, seat: int, asked: int, level: str, hand: str) -> None:
    """Find out what to do, and do it when the time of a thought has passed: the same whether there was a choice or not,
    and however many steps it took that nobody else can notice."""
    state = live.fold.state
    if state is None:
        return
    looked = live.followers.looked()
    thought = await live.server.thinker.choose(live.fold, seat, level, looked, _only_choice(state, seat))
    pause = max(0.0, _pause_for(live, seat) - thought.waited)
    delay = thought.ready + pause - time.monotonic()
    live.server.later(max(0.0, delay), partial(_move, live, seat, asked, thought.actions, hand))


def _only_choice(state: State, seat: int) -> int | None:
    """The whole choice of a seat that has none."""
    legal = state.legal(seat)
    if len(legal) != 1:
        return None
    after = state.clone()
    after.apply(seat, legal[0])
    return None if goes_on_in_secret(state, after, seat, legal[0]) else legal[0]


def _move(live: LiveTable, seat: int, asked: int, actions: list[int], hand: str) -> None:
    fold = live.fold
    back = hand == "bot" and fold.places[seat].bot is None  # its person has sat down again
    if fold.status == "playing" and fold.asked[seat] == asked and not back:
        live.submit(_own(live, seat, asked, actions, hand))
    elif live.attending.get(seat) == asked:
        del live.attending[seat]


def _own(live: LiveTable, seat: int, asked: int, actions: list[int], hand: str) -> Request:
    """The server's own command for a seat."""

    def answered(answer: m.Ok | m.No) -> None:
        if live.attending.get(seat) == asked:
            del live.attending[seat]
        if isinstance(answer, m.No) and answer.code not in ("stale", "paused", "not_now"):
            live.server.log.warning("the house's move was refused", extra={"table": live.id, "why": answer.text})

    return Request(answered, "", seat, asked, m.Play(actions), hand=hand)


def wind(live: LiveTable, deadline: int | None) -> None:
    """Set the alarm clock of the table; None stops it."""
    if live.timer is not None:
        live.timer.cancel()
        live.timer = None
    if deadline is not None:
        live.timer = live.server.later(max(0.0, (deadline - live.server.now()) / 1000) + 0.01, partial(_ring, live))


def _ring(live: LiveTable) -> None:
    """Somebody's time is up: the house decides."""
    live.timer = None
    fold = live.fold
    for seat, place in enumerate(fold.places):
        deadline = fold.deadline(seat)
        if place.person and deadline is not None and deadline <= live.server.now():
            live.server.spawn(_think(live, seat, fold.asked[seat], "heuristic", "clock"))
    live.server.later(1.0, lambda: attend(live, mine=True))


def resume_clock(live: LiveTable) -> None:
    """After loading: a clock that ran out while no server was there starts its decision again."""
    deadlines = [live.fold.deadline(seat) for seat in range(len(live.fold.places))]
    if any(deadline is not None and deadline <= live.server.now() for deadline in deadlines):
        live.submit(Request(lambda answer: None, "", None, live.fold.seq, WindUp()))
