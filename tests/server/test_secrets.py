"""Nothing that a seat may not know ever reaches it.

Whole games of all five are played on a real server, with a client that keeps every byte in every seat and beside the
table. Then, for each of these viewers, another world is built from the game's log: wherever somebody did something that
the viewer could not see (a hidden card dealt, a secret choice), something else is done instead. As long as the rules
say that the viewer cannot tell the two worlds apart, the server must send it the same bytes in both.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from harness import Served, table_of

from mischief.engine.game import Game
from mischief.engine.moves import Moves as MoveList
from mischief.engine.seats import DEALER, WATCHER
from mischief.engine.state import State
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.showing import snapshot
from mischief.server.protocol import messages as m
from mischief.server.tables.deeds import Denied, check
from mischief.server.tables.entries import Played, Row, Started
from mischief.server.tables.fold import Fold
from mischief.server.tables.undoing import why_not
from mischief.trials.client import Player

GAMES = {"piratz": 3, "high-tea": 3, "rattus-cartus": 3, "doctor-rat": 3, "pie-rats": 3, "last-crumb": 3}


class Recorder:
    """Stands where a socket would, and keeps what is sent to it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def push(self, framed: bytes) -> None:
        self.sent.append(framed[2:] if framed[1] < 126 else framed[4:] if framed[1] == 126 else framed[10:])

    def holds(self, live: LiveTable) -> bool:
        return True

    def lose(self, live: LiveTable) -> None:
        raise AssertionError("nobody loses a seat here")


class World:
    """A table on the server's own machinery, fed with entries one by one, and what one viewer is sent."""

    def __init__(self, server: Served, fold: Fold, viewer: int) -> None:
        self.viewer = viewer
        self.live = LiveTable(server.inside, Fold(fold.row, fold.book), {})
        self.recorder = Recorder()
        self.live.followers.all[self.recorder] = (viewer,)
        everybody = frozenset(range(len(fold.places)))
        self.live.followers.elsewhere["another process"] = (
            float("inf"),
            everybody,
            0,
        )  # nobody is away, since no moment at all

    @property
    def fold(self) -> Fold:
        return self.live.fold

    def take(self, row: Row) -> None:
        self.live.tell(self.fold.apply(row, self.live._replay(row)), row)

    def view(self) -> bytes:
        state = self.fold.state
        return b"" if state is None else msgspec.json.encode(self.fold.game.view(state, self.viewer))

    def refusals(self, rng: random.Random) -> list[str]:
        """What the viewer is told when it asks why not."""
        told = []
        for _ in range(3):
            try:
                check(self.fold, self.viewer, self.fold.seq, m.Check([rng.randrange(self.fold.game.num_actions)]))
                told.append("ok")
            except Denied as denied:
                told.append(f"{denied.code} {denied.text} {denied.clause}")
        told.append(why_not(self.fold, self.viewer, self.fold.seq))
        return told


def test_the_bytes_that_every_seat_received_tell_no_secret(server: Served, shelf_game: str) -> None:
    fold, players, spectator, rows = asyncio.run(play_recorded(server, shelf_game, GAMES[shelf_game]))
    compared = different = 0
    for viewer, player in [*enumerate(players), (int(WATCHER), spectator)]:
        same = World(server, fold, viewer)
        for row in rows:
            same.take(row)
        received = [raw for raw in player.raw if raw.startswith(b'{"type":"update"')]
        assert received, "the recording client heard nothing"
        assert same.recorder.sent[-len(received) :] == received, "the machinery gives what the socket got"
        for seed in range(12 if shelf_game in ("doctor-rat", "last-crumb") else 2):
            found = compare(server, fold, rows, viewer, random.Random(f"{shelf_game} {viewer} {seed}"))
            compared += found[0]
            different += found[1]
    assert compared > 50
    if shelf_game == "piratz":
        assert different == 0, "Piratz has no secrets: what the viewer sees is the whole table"
        return
    assert different > 10, f"only {different} of {compared} entries were compared between truly different worlds"


def compare(server: Served, fold: Fold, rows: list[Row], viewer: int, rng: random.Random) -> tuple[int, int]:
    """Play the log and its twin side by side: how many entries were compared, and how many in different worlds."""
    one, two = World(server, fold, viewer), World(server, fold, viewer)
    boldness = rng.choice((0.02, 0.1, 0.6))  # a world in which little differs can be told apart only later
    compared = different = 0
    for row in rows:
        entry = row.entry
        twin = row
        if isinstance(entry, Played | Started):
            moves = other_moves(two.fold, one.fold, viewer, entry, boldness, rng)
            if moves is None:
                return compared, different  # what the viewer saw cannot happen in the other world
            twin = Row(row.table, row.seq, row.at, msgspec.structs.replace(entry, moves=moves))
        one.take(row)
        two.take(twin)
        if one.view() != two.view():
            return compared, different  # the rules tell the viewer: the first rightful difference
        assert one.recorder.sent == two.recorder.sent, (
            f"{fold.row.game}: entry {row.seq} tells viewer {viewer} a secret"
        )
        one.recorder.sent.clear()
        two.recorder.sent.clear()
        compared += 1
        if one.fold.state is not None and two.fold.state is not None:
            different += one.fold.game.position(one.fold.state) != two.fold.game.position(two.fold.state)
        if rng.random() < 0.05 and one.fold.status == "playing":
            assert snapshot(one.live, (viewer,), False, 0) == snapshot(two.live, (viewer,), False, 0)
            if viewer >= 0:
                seed = rng.random()
                assert one.refusals(random.Random(seed)) == two.refusals(random.Random(seed))
    return compared, different


def other_moves(
    two: Fold, one: Fold, viewer: int, entry: Any, boldness: float, rng: random.Random
) -> list[tuple[int, int]] | None:
    """Moves that look the same to the viewer, and are different where it cannot see."""
    here = one.state.clone() if one.state is not None else one.game.begin()
    there = two.state.clone() if two.state is not None else two.game.begin()
    moves: list[tuple[int, int]] = []
    for seat, action in entry.moves:
        if not there.waits_for(seat):
            return None
        seen = int(here.glimpse(viewer, seat, action))
        choices = [a for a in options(there, seat) if int(there.glimpse(viewer, seat, a)) == seen]
        if not choices:
            return None
        others = [a for a in choices if a != action]
        bold = action not in choices or (others and rng.random() < boldness)
        chosen = rng.choice(others) if bold else action
        here.apply(seat, action)
        there.apply(seat, chosen)
        moves.append((seat, chosen))
    return moves if (here.actor() == DEALER) == (there.actor() == DEALER) else None


def options(state: State, seat: int) -> list[int]:
    if seat == DEALER:
        return list(state.odds())
    moves = MoveList()
    state.list_moves(seat, moves)
    return [int(moves.items[i]) for i in range(int(moves.count))]


async def play_recorded(server: Served, game: str, seats: int) -> tuple[Fold, list[Player], Player, list[Row]]:
    """A whole game with a recording client in every seat and one beside the table."""
    clock = {"move_seconds": 600, "bank_seconds": 600}
    table, tokens, _ = await asyncio.to_thread(table_of, server.url, game, seats, seats=seats, clock=clock)
    players = [Player(server.url, table, [token]) for token in tokens]
    spectator = Player(server.url, table, [])
    for player in [*players, spectator]:
        player.keep_raw = True
        await player.come()
    await players[0].do({"type": "start"})
    rng = random.Random(game)
    taken_back: list[int] = []

    async def one(player: Player) -> None:
        while True:
            await player.until(lambda: player.status == "over" or bool(player.legal()), 60)
            if player.status == "over":
                return
            if rng.random() < 0.02:
                await player.do({"type": "say", "text": "After you."})
            legal = player.legal()
            if not legal:  # meanwhile somebody took back a move
                continue
            answer = await player.do({"type": "play", "actions": [rng.choice(legal)]})
            assert answer["type"] == "ok" or answer["code"] == "stale", answer
            if answer["type"] == "ok" and rng.random() < 0.15:
                answer = await player.do({"type": "undo"})
                taken_back.extend([1] if answer["type"] == "ok" else [])
            await player.until(lambda a=answer["seq"]: player.seq >= a)

    await asyncio.gather(*(one(player) for player in players))
    assert taken_back, "moves were taken back as well"
    await spectator.until(lambda: spectator.seq >= players[0].seq)
    fold = server.inside.tables[table].fold
    rows = await server_rows(server, table)
    return fold, players, spectator, rows


async def server_rows(server: Served, table: str) -> list[Row]:
    """The table's log, read by the server's own loop."""
    loop = server.loop
    future = asyncio.run_coroutine_threadsafe(server.inside.store.log_of(table), loop)
    return await asyncio.wrap_future(future)


@pytest.fixture(params=list(GAMES))
def shelf_game(request: pytest.FixtureRequest, server: Served) -> str:
    name: str = request.param
    assert name in server.inside.library.books
    return name


def test_a_leak_would_be_found(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, with a server that forgets to leave out what others may not know."""
    fold, _, _, rows = asyncio.run(play_recorded(server, "last-crumb", 3))
    monkeypatch.setattr("mischief.engine.events.Event.seen_by", lambda event, seat: event)

    def look_often() -> None:
        for seed in range(20):
            compare(server, fold, rows, 0, random.Random(seed))

    with pytest.raises(AssertionError, match="tells viewer"):
        look_often()


def test_a_hidden_choice_does_not_change_the_shape_of_the_table(server: Served) -> None:
    """The game's own promise, on which the comparison rests: an imagined world looks the same to its viewer."""
    from mischief.engine.chance import Rng

    for name in server.inside.library.books:
        game: Game = server.inside.library.rulebook(name, None, {}).game
        state = game.start(7)
        rng = Rng(11)
        for _ in range(40):
            actor = int(state.actor())
            if actor == -2:
                break
            if actor >= 0:
                for viewer in range(game.seats):
                    assert game.view(state.imagine(viewer, rng), viewer) == game.view(state, viewer)
            state.apply(actor, int(state.sample(rng)) if actor < 0 else state.legal(actor)[0])
