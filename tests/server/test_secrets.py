"""Nothing that a seat may not know ever reaches it.

First, without a network: pairs of worlds that a seat cannot tell apart, on two servers that are driven alike and asked
everything that a curious seat could ask, must send the same bytes (`mischief secrecy` does so by the hundred thousand).
Then, through real sockets: whole games with a client that keeps every byte in every seat and beside the table; for each
of these viewers another world is built from the log, in which something else is done wherever the viewer cannot see.
"""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from harness import Served, crumbs, table_of

from mischief.engine.game import Game
from mischief.engine.seats import DEALER, WATCHER
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.showing import snapshot
from mischief.server.tables import deeds, undoing
from mischief.server.tables.counting import Counts
from mischief.server.tables.entries import Played, Row, Started
from mischief.server.tables.fold import Fold
from mischief.trials.client import Player
from mischief.trials.secrecy import Leak, try_secrecy
from mischief.trials.twins import choices

GAMES = {"piratz": 3, "high-tea": 3, "rattus-cartus": 3, "doctor-rat": 3, "pie-rats": 3, "last-crumb": 3}


@pytest.mark.parametrize("game", GAMES)
def test_two_worlds_that_a_seat_cannot_tell_apart_give_it_the_same_bytes(game: str) -> None:
    report = try_secrecy(crumbs(), [game], answers=400, seed=5)
    assert report.single >= 400
    assert report.two_step >= 400
    assert min(report.undo, report.forced, report.hints, report.auto_passes, report.snapshots) > 0
    if game != "piratz":  # which has no secrets
        assert report.different > 50, "of the worlds too few truly differ"


def judge_in_the_true_world(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(deeds, "worlds", lambda fold, seat: [fold.state])


def number_every_entry(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Counts, "hide", lambda counts, entry, viewers: None)


def take_back_while_others_may_choose_in_secret(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(undoing, "_may_have_gone_on", lambda fold, seat, entry: False)


@pytest.mark.parametrize(
    ("game", "fault", "seats", "options"),
    [
        ("doctor-rat", judge_in_the_true_world, 5, {}),
        ("high-tea", judge_in_the_true_world, 3, {}),
        ("pie-rats", judge_in_the_true_world, 3, {}),
        ("rattus-cartus", judge_in_the_true_world, 3, {}),
        ("rattus-cartus", number_every_entry, 3, {}),
        ("doctor-rat", number_every_entry, 4, {}),
        ("pie-rats", number_every_entry, 4, {}),
        ("high-tea", take_back_while_others_may_choose_in_secret, 2, {}),
    ],
)
def test_each_of_these_faults_would_be_found(
    game: str, fault: Any, seats: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the server once did, or might do."""
    fault(monkeypatch)
    with pytest.raises(Leak):
        try_secrecy(crumbs(), [game], answers=40_000, seed=2, ways=lambda book: [book(seats, **options)])


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
        self.live.followers.elsewhere["another process"] = (float("inf"), everybody, 0)  # nobody is away

    @property
    def fold(self) -> Fold:
        return self.live.fold

    def take(self, row: Row) -> None:
        self.live.take(row)

    def view(self) -> bytes:
        state = self.fold.state
        return b"" if state is None else msgspec.json.encode(self.fold.game.view(state, self.viewer))


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
        alike = [a for a in choices(there, seat) if int(there.glimpse(viewer, seat, a)) == seen]
        if not alike:
            return None
        others = [a for a in alike if a != action]
        bold = action not in alike or (others and rng.random() < boldness)
        chosen = rng.choice(others) if bold else action
        here.apply(seat, action)
        there.apply(seat, chosen)
        moves.append((seat, chosen))
    return moves if (here.actor() == DEALER) == (there.actor() == DEALER) else None


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
    await spectator.until(lambda: spectator.status == "over")
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
