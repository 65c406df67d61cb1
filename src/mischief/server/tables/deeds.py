"""What each command becomes: an entry for the log, or a refusal. Nothing here waits, writes or sends."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Protocol

import msgspec

from mischief.engine.chance import Rng
from mischief.engine.errors import Refused
from mischief.engine.events import Event
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.server.protocol import messages as m
from mischief.server.tables.entries import (
    Agreed,
    BotSat,
    Cleared,
    Entry,
    HandedOver,
    Moves,
    Played,
    Renamed,
    Resumed,
    Said,
    Sat,
    Started,
    TakenBack,
)
from mischief.server.tables.fold import Fold, Prepared
from mischief.server.tables.knowing import Unforeseeable, foresee, no_choice
from mischief.server.tables.library import Library
from mischief.server.tables.names import clean_name, clean_text, same_name
from mischief.server.tables.refusing import Denied
from mischief.server.tables.supposing import seed, worlds
from mischief.server.tables.undoing import in_time, unplay, why_not

BOT_NAMES = ("Biscuit", "Crumpet", "Nutmeg", "Pickle", "Truffle", "Whisker", "Sorrel", "Figgy", "Button", "Treacle")
AWAY_LONG_ENOUGH = 60_000
"""Milliseconds after which others may let a bot play for somebody who is away."""
MOST_ACTIONS = 64
UNFORESEEABLE = "That depends on what you cannot know: one step at a time."


class Draft(msgspec.Struct):
    """An entry to be written, and the state that it leads to."""

    entry: Entry
    prepared: Prepared | None = None
    status: m.Status | None = None


def entropy() -> Rng:
    """Chance from the operating system, afresh for every outcome: nobody can know tomorrow's dice."""
    return Rng(int.from_bytes(os.urandom(12)))


# Sitting down


def sit(fold: Fold, name: str, seat: int | None, key: str, rat: int = 0, member: int | None = None) -> Draft:
    """Take an empty seat, the first if none is named. Somebody of the table's circle is there once."""
    name = clean_name(name)
    if fold.status != "waiting":
        raise Denied("not_now", "The game has started. You can watch it.")
    if seat is None:
        seat = next((s for s, p in enumerate(fold.places) if p.kind == "empty"), None)
        if seat is None:
            raise Denied("full", "Every seat is taken. You can watch.")
    _exists(fold, seat)
    if fold.places[seat].kind != "empty":
        raise Denied("taken", f"{fold.places[seat].name} sits in seat {seat + 1}.")
    _free_name(fold, name, seat)
    if any(place.member == member for place in fold.places):
        member = None
    return Draft(Sat(seat=seat, name=name, key=key, rat=rat, member=member))


def add_bot(fold: Fold, library: Library, seat: int, level: str) -> Draft:
    _waiting(fold)
    _exists(fold, seat)
    if fold.places[seat].kind == "person":
        raise Denied("taken", f"{fold.places[seat].name} sits in seat {seat + 1}.")
    _level(fold, library, level)
    taken = {p.name for p in fold.places}
    name = fold.places[seat].name or next((n for n in BOT_NAMES[seat:] + BOT_NAMES if n not in taken), f"Bot {seat}")
    return Draft(BotSat(seat=seat, name=name, level=level))


def start(fold: Fold) -> Draft:
    _waiting(fold)
    empty = [str(s + 1) for s, p in enumerate(fold.places) if p.kind == "empty"]
    if empty:
        raise Denied("not_now", f"Seat {' and '.join(empty)} is empty: invite somebody, or add a bot.")
    state = fold.game.begin()
    events: list[Event] = []
    state.listener = events.append
    moves = _deal(state, fold)
    state.listener = None
    return Draft(Started(moves=moves), Prepared(state, events))


# At the table


class SitDown(msgspec.Struct):
    """Take a seat, with the hash of the token that will prove it. Comes over HTTP, which can answer with a secret."""

    name: str
    seat: int | None
    key: str
    rat: int = 0
    member: int | None = None


class WindUp(msgspec.Struct):
    """Start the clocks of pending decisions again: no server was there when they ran out."""


Deed = m.Command | SitDown | WindUp


class Attendance(Protocol):
    """How long a seat's person has been away, in milliseconds: as far as this process can say, and surely."""

    def away_for(self, seat: int) -> int: ...

    def gone_for(self, seat: int) -> int: ...


def do(fold: Fold, library: Library, seat: int | None, seen: int, what: Deed, people: Attendance, now: int) -> Draft:
    """The entry that a command becomes. `now`: the moment."""
    match what:
        case m.AddBot():
            return add_bot(fold, library, what.seat, what.level)
        case m.ClearSeat():
            _waiting(fold)
            _exists(fold, what.seat)
            if fold.places[what.seat].kind == "empty":
                raise Denied("not_now", f"Seat {what.seat + 1} is empty already.")
            return Draft(Cleared(seat=what.seat))
        case m.Start():
            return start(fold)
        case SitDown():
            return sit(fold, what.name, what.seat, what.key, what.rat, what.member)
        case WindUp():
            return Draft(Resumed())
    if seat is None:
        raise Denied("not_yours", "Only somebody who sits at the table can do that.")
    match what:
        case m.Play():
            return play(fold, seat, seen, _chosen(fold, seat, seen, what))
        case m.Undo():
            return undo(fold, seat, seen, now)
        case m.Say():
            return _say(fold, seat, what)
        case m.Stand():
            if fold.status == "waiting":
                return Draft(Cleared(seat=seat))
            _playing(fold)
            place, level = fold.places[seat], fold.row.setup.stand_in
            left = HandedOver(seat=seat, level=place.stand_in or level, left=True)
            others = [p for p in fold.places if p.belongs and p is not place]
            return Draft(left, status="abandoned" if others and all(p.abandons for p in others) else None)
        case m.Rename():
            name = clean_name(what.name)
            _free_name(fold, name, seat)
            return Draft(Renamed(seat=seat, name=name))
        case m.HandOver():
            return _hand_over(fold, library, seat, what, people)
        case m.TakeBack():
            if fold.places[seat].stand_in is None:
                raise Denied("not_now", "You are playing this seat yourself.")
            return Draft(TakenBack(seat=seat))
        case m.Abandon():
            return _abandon(fold, seat, what.agree, people)
    raise Denied("malformed", f"what: {type(what).__name__} is no entry.")


def play(fold: Fold, seat: int, seen: int, actions: Sequence[int], hand: str = "") -> Draft:
    """A seat's decisions, made one by one on a copy, then the Dealer's answer. `hand`: the server's own; a person's
    have been judged by `_chosen`."""
    state = _playing(fold)
    _fresh(fold, seat, seen)
    events: list[Event] = []
    trial = state.clone()
    trial.listener = events.append
    moves: Moves = []
    for action in actions:
        try:
            trial.play(seat, action)
        except Refused as refused:
            if not moves:
                raise Denied("refused", refused.sentence, refused.clause) from None
            break  # nobody could foresee it: the steps before are made, as if they had been sent one by one
        moves.append((seat, action))
    moves += _deal(trial, fold)
    trial.listener = None
    return Draft(Played(seat=seat, moves=moves, hand=hand), Prepared(trial, events), "over" if trial.over else None)


def undo(fold: Fold, seat: int, seen: int, now: int) -> Draft:
    """Take back the seat's latest move."""
    _playing(fold)
    why = why_not(fold, seat, seen)
    if not why and not in_time(fold, seat, now):
        why = "No time would be left to choose again."
    if why:
        raise Denied("not_now", why)
    return Draft(unplay(fold, seat))


def check(fold: Fold, seat: int, seen: int, what: m.Check, now: int) -> None:
    """Raise what `play` (or `undo`) would raise; or, asked whether the move is forced, if it is not."""
    if what.undo:
        undo(fold, seat, seen, now)
        return
    state = _playing(fold)
    if what.forced:
        alone = fold.game.form(state) == "turn"
        if not alone or not fold.trail.once(
            "forced", seat, fold.game_seq, lambda: no_choice(state, seat, seed(fold, seat, fold.game_seq))
        ):
            raise Denied("not_now", "There is a choice, or others may think so.")
        return
    _chosen(fold, seat, seen, what)


def _chosen(fold: Fold, seat: int, seen: int, what: m.Play | m.Check) -> Sequence[int]:
    """The actions that a seat has chosen. Raises Denied if they are not allowed, as far as the seat can know: of one
    action it can know that always; what a sequence leads to is judged in worlds that it thinks possible, so that
    neither asking nor being refused tells it what hides in the true one."""
    state = _playing(fold)
    if isinstance(what, m.Play) and fold.places[seat].stand_in is not None:
        raise Denied("not_now", "A bot is playing your seat. Take it back first.")
    if bool(what.actions) == bool(what.text):
        raise Denied("malformed", "what: a move has either `actions` or a `text`.")
    several = len(what.actions) != 1  # a text may always mean several
    possible = worlds(fold, seat) if several else [state]
    try:
        readings = [what.actions] if what.actions else [fold.game.command(what.text, seat, world) for world in possible]
        actions = readings[0]
        if len(actions) > MOST_ACTIONS:
            raise Denied("malformed", f"text: more than {MOST_ACTIONS} moves in one.")
        _fresh(fold, seat, seen)
        if any(reading != actions for reading in readings):
            raise Unforeseeable
        if several:
            refused = foresee(possible, seat, actions)
            if refused is not None:
                raise refused
        elif isinstance(what, m.Check):  # `play` tries it anyway
            state.check(seat, actions[0])
    except Unforeseeable:
        raise Denied("refused", UNFORESEEABLE) from None
    except Refused as refused:
        raise Denied("refused", refused.sentence, refused.clause) from None
    return actions


def _deal(state: State, fold: Fold) -> Moves:
    """What chance brings now; where an old deal is played again, the first of its outcomes that can still come."""
    left = _old_deal(fold)
    moves: Moves = []
    while state.actor() == DEALER:
        possible = state.odds() if left else {}
        outcome = next((o for o in left if o in possible), None)
        if outcome is None:
            outcome = int(state.sample(entropy()))
        else:
            left.remove(outcome)
        state.apply(DEALER, outcome)
        moves.append((int(DEALER), outcome))
    return moves


def _old_deal(fold: Fold) -> list[int]:
    """Of the deal that is played again, what has not come yet."""
    left = list(fold.row.setup.deal)
    for seat, outcome in fold.pairs() if left else ():
        if seat == DEALER and outcome in left:
            left.remove(outcome)
    return left


def _fresh(fold: Fold, seat: int, seen: int) -> None:
    """The choice must have been made on the decision that is pending now."""
    assert fold.state is not None
    since = fold.asked[seat] if fold.state.waits_for(seat) else fold.game_seq
    if seen < since:
        raise Denied("stale", "The table has moved on since you chose. Look again.")


def _say(fold: Fold, seat: int, what: m.Say) -> Draft:
    text = clean_text(what.text)
    silence = None
    if what.channel:
        channels = [] if fold.state is None else fold.game.channels(fold.state, seat)
        found = next((channel for channel in channels if channel.id == what.channel), None)
        if found is None:
            known = ", ".join(channel.id for channel in channels) or "none but the open one"
            raise Denied("malformed", f"channel: there is no {what.channel!r:.42} for you now; there is {known}.")
        silence = found.silence
    elif fold.state is not None and fold.status == "playing":
        silence = fold.game.silence(fold.state, seat)
    if silence is not None:
        raise Denied("silence", silence.sentence, silence.clause)
    return Draft(Said(seat=seat, text=text, channel=what.channel))


def _hand_over(fold: Fold, library: Library, seat: int, what: m.HandOver, people: Attendance) -> Draft:
    """A seat's owner may call any bot for a while; others only the one that the table agreed on beforehand."""
    _playing(fold)
    _exists(fold, what.seat)
    _level(fold, library, what.level)
    place, level = fold.places[what.seat], fold.row.setup.stand_in
    if place.kind != "person":
        raise Denied("not_now", f"{place.name or 'Nobody'} is not a person who could be away.")
    if what.seat == seat:
        return Draft(HandedOver(seat=seat, level=what.level))
    if people.away_for(what.seat) < AWAY_LONG_ENOUGH:
        raise Denied("not_yours", f"{place.name} has not been away for a minute yet.")
    if place.stand_in is not None:
        raise Denied("not_now", f"A bot plays for {place.name} already.")
    if what.level != level:
        raise Denied("not_yours", f"At this table a bot of level {level!r} plays for somebody who is away.")
    return Draft(HandedOver(seat=what.seat, level=level, away=True))


def _abandon(fold: Fold, seat: int, agree: bool, people: Attendance) -> Draft:
    """It opens all hands: so everybody is asked whose hand it is, unless they are gone for so long that nobody can
    expect them back."""
    _playing(fold)
    others = [s for s, p in enumerate(fold.places) if p.belongs and s != seat]
    gone = [s for s in others if not fold.places[s].abandons and people.gone_for(s) >= fold.row.setup.absence]
    ends = agree and all(fold.places[s].abandons or s in gone for s in others)
    return Draft(Agreed(seat=seat, agree=agree, gone=gone if ends else []), status="abandoned" if ends else None)


def _exists(fold: Fold, seat: int) -> None:
    if seat >= len(fold.places):
        raise Denied("malformed", f"seat: this table has seats 0 to {len(fold.places) - 1}, not {seat}.")


def _level(fold: Fold, library: Library, level: str) -> None:
    if not library.is_level(level, fold.game):
        words = ", ".join(known.id for known in library.levels())
        raise Denied("malformed", f"level: there is no bot of level {level!r:.60}; there are {words}.")


def _free_name(fold: Fold, name: str, seat: int) -> None:
    if any(same_name(p.name, name) for s, p in enumerate(fold.places) if s != seat and p.name):
        raise Denied("taken", f"There is a {name} at this table already. Choose another name.")


def _waiting(fold: Fold) -> None:
    if fold.status != "waiting":
        raise Denied("not_now", "The game has started.")


def _playing(fold: Fold) -> State:
    if fold.status == "waiting" or fold.state is None:
        raise Denied("not_now", "The game has not started.")
    if fold.status != "playing":
        raise Denied("not_now", "The game is over.")
    return fold.state
