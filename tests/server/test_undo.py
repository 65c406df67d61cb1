"""Taking back: free while it changes nothing for anybody, and honest in every record."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from harness import Served, come, crumbs, play_to_the_end, served, started

from mischief.engine.seats import DEALER, WATCHER
from mischief.server.afterwards.record import Record, sources_of
from mischief.server.afterwards.replay import bring_back, export, scores
from mischief.server.protocol.messages import ClockRules
from mischief.server.tables.deeds import Denied, play, start, undo
from mischief.server.tables.entries import BotSat, Entry, Played, Row, Sat, Unplayed
from mischief.server.tables.fold import Fold, told_to
from mischief.server.tables.library import Library
from mischief.server.tables.setup import Setup, TableRow
from mischief.server.tables.unreadable import read_table
from mischief.trials.client import Player, ask

UNDO = {"type": "undo"}


def read_scores(record: Record) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(gzip.decompress(scores(record)))
    return found


def play_move(action: int) -> dict[str, Any]:
    return {"type": "play", "actions": [action]}


def kinds(player: Player) -> list[str]:
    return [event["kind"] for event in player.events[player.seat]]


# A table without a server: entries one by one


class Bench:
    """A fold and the rows that made it; every entry is decided as the server decides it."""

    def __init__(self, library: Library, game: str, seats: int | None = None, people: int = 9, **setup: Any) -> None:
        self.library = library
        book = library.rulebook(game, seats, {})
        self.row = TableRow("bench", game, Setup(book.game.seats, book.game.options, 1, "", **setup), 0)
        self.fold = Fold(self.row, book)
        self.rows: list[Row] = []
        self.told: dict[int, list[Any]] = {v: [] for v in [*range(book.game.seats), int(WATCHER)]}
        self.at = 0
        for seat in range(book.game.seats):
            person = seat < people
            self.add(Sat(seat=seat, name=f"P{seat}", key=f"{seat}") if person else _bot(seat))
        draft = start(self.fold)
        self.add(draft.entry, draft.prepared)

    def add(self, entry: Entry, prepared: Any = None, later: int = 0) -> None:
        self.at += later
        self.rows.append(Row("bench", self.fold.seq + 1, self.at, entry))
        change = self.fold.apply(self.rows[-1], prepared)
        for viewer, heard in self.told.items():
            heard += told_to(viewer, [(self.fold.seq, change.events)])

    def play(self, seat: int, action: int, hand: str = "", later: int = 0) -> None:
        draft = play(self.fold, seat, self.fold.seq, [action], hand)
        self.add(draft.entry, draft.prepared, later)

    def undo(self, seat: int, later: int = 0) -> str:
        """Take back; or why not."""
        try:
            draft = undo(self.fold, seat, self.fold.seq, self.at)
        except Denied as denied:
            return denied.text
        self.add(draft.entry, None, later)
        return ""

    def read_again(self) -> Fold:
        """The table as a server that starts now would read it."""
        fold = Fold(self.row, self.fold.book)
        for row in self.rows:
            fold.apply(row)
        return fold

    def waiting(self) -> list[int]:
        assert self.fold.state is not None
        return [seat for seat in self.fold.state.actors() if seat >= 0]


def _bot(seat: int) -> Entry:
    return BotSat(seat=seat, name=f"B{seat}", level="easy")


def positions(fold: Fold) -> tuple[Any, ...]:
    assert fold.state is not None
    views = [fold.game.view(fold.state, v) for v in [*range(len(fold.places)), int(WATCHER)]]
    return (fold.game.position(fold.state), views, [fold.state.legal(s) for s in range(len(fold.places))])


@pytest.fixture(scope="module")
def library() -> Library:
    return crumbs()


GAMES = ["last-crumb", "piratz", "high-tea", "rattus-cartus", "doctor-rat", "pie-rats"]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_taken_back_every_record_of_the_game_agrees(library: Library, game: str) -> None:
    bench = Bench(library, game)
    rng = random.Random(game)
    taken = 0
    refused: Counter[str] = Counter()
    while bench.fold.status == "playing" and len(bench.rows) < 500:
        seat = rng.choice(bench.waiting())
        assert bench.fold.state is not None
        before, moves = positions(bench.fold), bench.fold.pairs()
        hand = "bot" if rng.random() < 0.1 else ""
        bench.play(seat, rng.choice(bench.fold.state.legal(seat)), hand)
        entry = bench.rows[-1].entry
        assert isinstance(entry, Played)
        if bench.fold.status == "playing" and rng.random() < 0.5:
            why = bench.undo(seat)
            if why:
                refused[why] += 1
                continue
            taken += 1
            assert not hand
            assert all(who >= 0 for who, _ in entry.moves), "nothing that was dealt comes back"
            assert positions(bench.fold) == before
            assert bench.fold.pairs() == moves
    assert taken > 3, f"hardly anything could be taken back: {refused}"
    assert any("dealt" in why for why in refused) or game == "doctor-rat"
    again = bench.read_again()
    assert positions(again) == positions(bench.fold)
    assert again.pairs() == bench.fold.pairs()
    assert (again.asked, again.status, list(again.marks)) == (bench.fold.asked, bench.fold.status, list(again.marks))
    for viewer, heard in bench.told.items():
        for have in (0, len(bench.rows) // 2):
            since = told_to(viewer, again.events_since(have))
            assert since == [event for event in heard if event.seq > have], f"viewer {viewer} after {have}"
    if bench.fold.status == "over":
        file = export(bench.fold)
        brought = read_table(library, *bring_back(file, sources_of(library), 1))
        assert brought.result == bench.fold.result
        first, again = (read_scores(Record.of(fold, library)) for fold in (bench.fold, brought))
        assert first["scores"] == again["scores"]
        assert not any(isinstance(row.entry, Unplayed) and row.seq in first["seqs"] for row in bench.rows)


def test_choices_made_together_can_be_changed_until_the_last_one_is_made(library: Library) -> None:
    bench = Bench(library, "last-crumb", 3)
    bench.play(0, 4)
    bench.play(1, 3)
    assert bench.undo(0) == "", "another seat's choice does not depend on this one"
    assert bench.waiting() == [0, 2]
    assert bench.fold.pairs()[1:] == [(1, 3)]
    assert bench.undo(1) == ""
    assert bench.waiting() == [0, 1, 2]
    bench.play(1, 2)
    bench.play(0, 1)
    assert positions(bench.read_again()) == positions(bench.fold)
    bench.play(2, 0)
    assert bench.waiting() == [0, 1, 2], "the next round"
    assert "gone on" in bench.undo(0)
    assert "gone on" in bench.undo(1)
    assert "dealt" in bench.undo(2)
    for viewer, heard in bench.told.items():
        assert told_to(viewer, bench.read_again().events_since(0)) == heard


def test_nothing_dealt_and_nothing_shown_comes_back(library: Library) -> None:
    bench = Bench(library, "piratz", 2)
    seat = bench.waiting()[0]
    assert bench.undo(seat) == "You have not made a move yet."
    bench.play(seat, bench.fold.game.parse("reveal")[0])
    assert "dealt or rolled" in bench.undo(seat)
    bench.play(seat, bench.fold.game.parse("stay")[0])
    assert bench.waiting() == [1 - seat]
    assert bench.undo(1 - seat) == "You have not made a move yet."
    assert bench.undo(seat) == ""
    bench.play(seat, bench.fold.game.parse("stay")[0])
    bench.play(1 - seat, bench.fold.game.parse("reveal")[0], "bot")
    assert "gone on" in bench.undo(seat)
    assert "not made by yourself" in bench.undo(1 - seat)


def test_cards_that_others_did_not_know_of_do_not_go_back_into_a_hand(library: Library) -> None:
    """Pie Rats: a card tabled from a hidden hand has been seen. Rattus Cartus: one laid face down has not."""
    bench, rng = Bench(library, "pie-rats", 3), random.Random(5)
    answers: dict[str, set[str]] = {}
    while len(bench.rows) < 300:
        seat = bench.waiting()[0]
        assert bench.fold.state is not None
        action = rng.choice(bench.fold.state.legal(seat))
        bench.play(seat, action)
        if bench.fold.status != "playing":
            break
        if rng.random() < 0.3:
            answers.setdefault(bench.fold.game.move(action).name, set()).add(bench.undo(seat))
    assert answers["place"] == {"Your latest move showed something that was hidden."}
    assert "" in answers["pass"]

    bench = Bench(library, "rattus-cartus", 3)
    heard = dict.fromkeys(bench.told, 0)
    for _ in range(300):
        seat = bench.waiting()[0]
        state = bench.fold.state
        assert state is not None
        cards = [a for a in state.legal(seat) if bench.fold.game.move(a).name == "card"]
        if bench.fold.game.view(state, seat).phase == "lay" and cards:
            heard = {viewer: len(told) for viewer, told in bench.told.items()}
            bench.play(seat, cards[0])
            assert bench.undo(seat) == ""
            break
        bench.play(seat, rng.choice(state.legal(seat)))
    told = {viewer: [e.kind for e in bench.told[viewer][count:]] for viewer, count in heard.items()}
    assert told.pop(seat) == ["took_back"]
    assert all(events == [] for events in told.values()), "who saw nothing laid hears of nothing taken back"


def test_time_is_not_given_back(library: Library) -> None:
    bench = Bench(library, "rattus-cartus", 3, clock=ClockRules(10, 20))
    rng = random.Random(2)
    while bench.fold.game.view(bench.fold.state, WATCHER).phase != "lay":  # type: ignore[arg-type]
        state = bench.fold.state
        assert state is not None
        bench.play(bench.waiting()[0], rng.choice(state.legal(bench.waiting()[0])))
    seat = bench.waiting()[0]
    assert bench.fold.state is not None
    deadline = bench.fold.deadline(seat)
    assert deadline == bench.at + 30_000
    cards = [a for a in bench.fold.state.legal(seat) if bench.fold.game.move(a).name == "card"]
    shown = bench.fold.shown_clock
    bench.play(seat, cards[0], later=12_000)
    assert bench.fold.deadline(seat) == deadline, "a small secret step is part of one choice"
    assert bench.fold.shown_clock == shown, "and no clock shows it"
    bench.add(Unplayed(seat=seat, played=bench.fold.seq), later=2_000)
    assert bench.fold.deadline(seat) == deadline
    assert bench.fold.shown_clock == shown
    bench.play(seat, cards[0], later=1_000)
    done = next(a for a in bench.fold.state.legal(seat) if bench.fold.game.move(a).name == "done")
    bench.play(seat, done)
    assert bench.fold.bank[seat] == 15_000, "the whole choice took 15 seconds, 10 of them for nothing"
    bench.add(Unplayed(seat=seat, played=bench.fold.seq), later=7_000)
    assert bench.fold.bank[seat] == 20_000
    assert bench.fold.deadline(seat) == deadline, "as if the seat had thought all the while"
    clock = bench.fold.shown_clock
    assert clock is not None
    assert clock.since + clock.move + clock.bank[seat] == bench.fold.deadline(seat)
    bench.play(seat, cards[1], later=1_000)
    again = bench.read_again()
    assert (again.bank, again.asked_at, again.shown_clock) == (
        bench.fold.bank,
        bench.fold.asked_at,
        bench.fold.shown_clock,
    )


def test_a_seat_cannot_take_back_for_ever(library: Library) -> None:
    bench = Bench(library, "last-crumb", 2)
    for _ in range(100):
        bench.play(0, 0)
        assert bench.undo(0) == ""
    bench.play(0, 0)
    assert "enough for anyone" in bench.undo(0)
    assert DEALER not in {row.entry.seat for row in bench.rows if isinstance(row.entry, Played)}
    assert len(bench.read_again().events_since(0)) == len(bench.rows) - 2


# On a server


def test_taking_back_over_the_wire(server: Served) -> None:
    async def scene() -> None:
        one, two = await started(server.url)
        assert (await one.do({"type": "check", "undo": True}))["text"] == "You have not made a move yet."
        legal = one.legal()
        played = await one.do(play_move(3), cmd_id="first")
        assert (await one.do({"type": "check", "undo": True}))["type"] == "ok"
        assert one.legal() == [], "asking takes nothing back"
        back = await one.do(UNDO, cmd_id="back")
        assert back["type"] == "ok"
        assert one.legal() == legal
        assert await one.do(UNDO, cmd_id="back") == back, "the same command is done once"
        assert await one.do(play_move(3), cmd_id="first") == played, "and so is the move that was taken back"
        assert one.legal() == legal
        await two.until(lambda: two.seq == back["seq"])
        assert kinds(two)[-2:] == ["chose", "took_back"]
        assert two.events[1][-1]["facts"] == {"seat": 0, "entry": played["seq"]}
        # What was chosen before the taking back was seen is stale; a second press does not take back a second move.
        assert (await one.do(play_move(1), seen=played["seq"]))["code"] == "stale"
        await one.do(play_move(2))
        assert "Look again" in (await one.do(UNDO, seen=back["seq"]))["text"]
        fresh = await come(server.url, one.table, *one.tokens)
        assert fresh.events == one.events
        assert fresh.eyes[0]["view"] == one.eyes[0]["view"]
        await play_to_the_end([one, two])
        frames = ask(server.url, f"/api/games/{one.table}/replay?viewer=all&count=200")["frames"]
        seqs = [frame["seq"] for frame in frames]
        assert played["seq"] not in seqs, "the replay shows what stood"
        assert back["seq"] not in seqs
        assert ask(server.url, f"/api/games/{one.table}/scores")["seqs"] == seqs
        assert (await one.do(UNDO))["text"] == "The game is over."

    asyncio.run(scene())


def test_bots_answer_what_stands_and_end_the_taking_back(tmp_path: Path) -> None:
    with served(tmp_path / "pace.db", limits=False) as server:
        server.inside.settings.bot_pace = 0.4

        async def scene() -> None:
            bots = [{"seat": 1, "level": "random"}]
            (one,) = await started(server.url, "piratz", 1, seats=2, bots=bots)
            await one.until(lambda: bool(one.legal()))
            await one.do({"type": "play", "text": "reveal"})
            await one.do({"type": "play", "text": "stay"})
            assert (await one.do(UNDO))["type"] == "ok", "the bot has not moved yet"
            await asyncio.sleep(0.8)
            assert one.legal(), "a bot does not move in a turn that was taken back"
            stay = await one.do({"type": "play", "text": "stay"})
            await one.until(lambda: one.seq > stay["seq"])
            assert "gone on" in (await one.do(UNDO))["text"]

        asyncio.run(scene())


def test_a_table_can_do_without(server: Served) -> None:
    async def scene() -> None:
        one, _ = await started(server.url, undo=False)
        assert one.snapshot["info"]["undo"] is False
        await one.do(play_move(0))
        answer = await one.do(UNDO)
        assert (answer["code"], answer["text"]) == ("not_now", "At this table a move made is a move made.")

    asyncio.run(scene())


def test_what_was_taken_back_stays_so_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with served(file) as server:

        async def begin() -> tuple[str, list[list[str]], Any, Any]:
            one, two = await started(server.url)
            await one.do(play_move(2))
            await one.do(UNDO)
            await one.do(play_move(1))
            return one.table, [one.tokens, two.tokens], one.events, one.eyes[0]["view"]

        table, tokens, events, view = asyncio.run(begin())
    with served(file) as server:

        async def go_on() -> None:
            one, two = [await come(server.url, table, *token) for token in tokens]
            assert one.events == events
            assert one.eyes[0]["view"] == view
            assert (await one.do(UNDO))["type"] == "ok", "and what was free before is free now"
            await play_to_the_end([one, two])
            assert one.status == "over"

        asyncio.run(go_on())
