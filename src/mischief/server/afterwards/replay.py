"""Finished games: step by step as any seat saw them or all open, their scores over time, and as files."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec

from mischief.engine.errors import MischiefError, Refused
from mischief.engine.events import Event
from mischief.engine.game import Move
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.server.afterwards.record import Record, Sources, open_library
from mischief.server.protocol.bodies import Frame, GameFile, Replay, Scores
from mischief.server.protocol.messages import LogEvent
from mischief.server.tables.entries import Agreed, BotSat, Entry, Played, Row, Sat, Started, new_table_id
from mischief.server.tables.fold import Fold, told_to
from mischief.server.tables.names import clean_name
from mischief.server.tables.refusing import Denied
from mischief.server.tables.setup import Setup, TableRow

MOST_FRAMES = 200
ALL = "all"


def must_be_over(fold: Fold) -> None:
    """Before the end a replay would tell secrets."""
    if fold.status not in ("over", "abandoned"):
        raise Denied("not_now", "The game is not over yet: its replay would tell secrets.")


def viewers_of(seats: int, viewer: str) -> list[int]:
    """Through whose eyes a replay is to be seen."""
    if viewer == ALL:
        return list(range(seats))
    if viewer == "watcher":
        return [int(WATCHER)]
    if viewer.isdecimal() and len(viewer) < 3 and int(viewer) in range(seats):
        return [int(viewer)]
    raise Denied("malformed", f"viewer: all, watcher, or a seat from 0 to {seats - 1}; not {viewer[:20]!r}.")


def replay(record: Record, card: bytes, viewer: str, first: int, count: int) -> bytes:
    """Frames of a finished game, from `first` on: a `Replay`, zipped. `card` is the table's, as JSON."""
    game = record.book().game
    eyes = viewers_of(game.seats, viewer)
    steps = list(record.steps())
    frames: list[Frame] = []
    state = game.begin()
    for number, (seq, at, decisions) in enumerate(steps):
        if number >= first + min(count, MOST_FRAMES):
            break
        wanted = number >= first
        told: list[Event] = []
        state.listener = told.append if wanted else None
        moves: list[Move] = []
        for seat, action in decisions:
            if wanted and (viewer == ALL or int(state.glimpse(eyes[0], seat, action)) == action):
                moves.append(game.outcome(action) if seat == DEALER else game.move(action))
            state.apply(seat, action)
        if wanted:
            events = _openly(seq, told) if viewer == ALL else told_to(eyes[0], [(seq, told)])
            views = [game.view(state, one) for one in eyes]
            mover = next((seat for seat, _ in decisions if seat >= 0), int(DEALER))
            waiting = game.view(state, int(WATCHER)).waiting if viewer != ALL else [a for a in state.actors() if a >= 0]
            frames.append(Frame(seq, at, mover, moves, events, views, waiting))
    found: Any = Replay(msgspec.Raw(card), viewer, len(steps), first, frames)  # type: ignore[arg-type]
    return zipped(found)


def scores(record: Record) -> bytes:
    """Each seat's score if the game had ended there: `Scores`, zipped."""
    game = record.book().game
    state = game.begin()
    found = Scores([], [])
    for seq, _, decisions in record.steps():
        for seat, action in decisions:
            state.apply(seat, action)
        found.seqs.append(seq)
        found.scores.append(list(game.running_scores(state)))
    return zipped(found)


def zipped(answer: Any) -> bytes:
    """As JSON, and small: here, where nobody waits for it."""
    return gzip.compress(msgspec.json.encode(answer), 5)


def _openly(seq: int, events: list[Event]) -> list[LogEvent]:
    return [LogEvent(seq, event.kind, event.facts) for event in events]


# Files


def export(fold: Fold) -> GameFile:
    """A finished game as a file; without tokens, chat and commands."""
    must_be_over(fold)
    steps = list(fold.steps())
    return GameFile(
        format="mischief-game",
        version=1,
        game=fold.row.game,
        rules_version=fold.row.setup.rules_version,
        seats=fold.row.setup.seats,
        options=fold.row.setup.options,
        names=fold.names,
        moves=fold.pairs(),
        entries=[len(decisions) for _, _, decisions in steps],
        bots=[place.level for place in fold.places],
        started=steps[0][1] if steps else fold.row.created,
        ended=fold.last_at,
        abandoned=fold.status == "abandoned",
    )


def bring_back(file: GameFile, sources: Sources, now: int) -> tuple[TableRow, list[Row]]:
    """A table from a file, every move checked against the rules."""
    book = open_library(sources).rulebook(file.game, file.seats, file.options)
    game = book.game
    if file.rules_version != game.info.rules_version:
        raise Denied(
            "refused",
            f"The file was played by version {file.rules_version} of the rules; here are those of version "
            f"{game.info.rules_version}.",
        )
    if len(file.names) != game.seats or (file.bots and len(file.bots) != game.seats):
        raise Denied("malformed", f"names, bots: this game has {game.seats} seats.")
    setup = Setup(game.seats, game.options, game.info.rules_version, host="", hints=False)
    row = TableRow(new_table_id(), file.game, setup, _moment(file.started, now))
    fold = Fold(row, book)
    rows: list[Row] = []

    def add(entry: Entry, at: int) -> None:
        rows.append(Row(row.id, fold.seq + 1, at, entry))
        fold.apply(rows[-1])

    for seat, name in enumerate(file.names):
        level = file.bots[seat] if file.bots else None
        bot = level is not None and not file.abandoned
        add(BotSat(seat=seat, name=clean_name(name), level=str(level)[:40]) if bot else _sat(seat, name), row.created)
    for entry in _check(file, game.begin()):
        add(entry, row.created)
    if file.abandoned:
        for seat in range(game.seats):
            add(Agreed(seat=seat, agree=True), _moment(file.ended, now))
    if fold.status not in ("over", "abandoned"):
        raise Denied("refused", "The file ends before its game does.")
    row.status = fold.status
    row.ended = max(_moment(file.ended, now), row.created)
    return row, rows


def _sat(seat: int, name: str) -> Entry:
    return Sat(seat=seat, name=clean_name(name), key="")


def _moment(at: int, now: int) -> int:
    return at if 0 < at <= now else now


def _check(file: GameFile, state: State) -> list[Entry]:
    """The file's steps, each a decision of one seat and what the Dealer did upon it; refused where they cannot be."""
    if sum(file.entries) != len(file.moves):
        raise Denied("malformed", f"entries: they make {sum(file.entries)} moves, but there are {len(file.moves)}.")
    found: list[Entry] = []
    start = 0
    for number, count in enumerate(file.entries):
        moves = file.moves[start : start + count]
        for index, (seat, action) in enumerate(moves):
            place = f"moves[{start + index}]"
            if (seat >= 0) != (number > 0 and index < _leading(moves)):
                raise Denied("malformed", f"{place}: a step is one seat's decisions and then the Dealer's outcomes.")
            try:
                state.play(seat, action)
            except Refused as refused:
                raise Denied("refused", f"{place}: {refused.sentence}", refused.clause) from None
            except MischiefError as error:
                raise Denied("refused", f"{place}: {error}") from None
        if number and not moves:
            raise Denied("malformed", f"entries[{number}]: a step has a move at least.")
        found.append(Played(seat=moves[0][0], moves=list(moves)) if number else Started(moves=list(moves)))
        start += count
    return found


def _leading(moves: Any) -> int:
    """How many decisions of one seat a step begins with."""
    count = 0
    while count < len(moves) and moves[count][0] == moves[0][0] and moves[0][0] >= 0:
        count += 1
    return count
