"""Who hears of what: secret steps, the time they take, house rules that one seat may know, channels of a team."""

from __future__ import annotations

import asyncio
import random
import time
from array import array
from pathlib import Path
from typing import Any

import msgspec
import pytest
from harness import Served, all_heard, come, crumbs, started, table_of

from mischief.engine.chance import Rng
from mischief.engine.errors import BadOption
from mischief.engine.noticing import goes_on_in_secret
from mischief.engine.options import read_options
from mischief.engine.seats import WATCHER
from mischief.server.playing import autopilot
from mischief.server.playing.live_table import LiveTable
from mischief.server.tables.entries import Row
from mischief.server.tables.fold import Fold
from mischief.server.tables.setup import Setup, TableRow
from mischief.server.thinking import worker
from mischief.server.thinking.pool import Thinker
from mischief.trials.client import Player, ask
from mischief.trials.secrecy import entry_of
from mischief.trials.stage import TABLE, Stage
from mischief.trials.twins import Turn, Twins

# Secret steps


def updates(player: Player) -> int:
    return sum(raw.startswith(b'{"type":"update"') for raw in player.raw)


def moves_named(player: Player, name: str) -> list[int]:
    return [move["action"] for move in player.eyes[player.seat]["legal"] if move["name"] == name]


def test_a_secret_choice_of_several_steps_is_one_message_to_everybody_else(server: Served) -> None:
    async def scene() -> None:
        players = await started(server.url, "rattus-cartus", 3, seats=3)
        spectator = await come(server.url, players[0].table)
        table = f"/api/tables/{players[0].table}"
        rng = random.Random(3)
        while not any(p.eyes[p.seat]["view"]["phase"] == "lay" and len(moves_named(p, "card")) > 2 for p in players):
            mover = next(p for p in players if p.legal())
            await mover.do({"type": "play", "actions": [rng.choice(mover.legal())]})
            await all_heard(players)
        mover = next(p for p in players if p.legal())
        others = [p for p in [*players, spectator] if p is not mover]
        await all_heard([mover, *others])
        for player in [mover, *others]:
            player.keep_raw = True
        card = await asyncio.to_thread(ask, server.url, table)
        steps = 0
        for _ in range(3):
            if cards := moves_named(mover, "card"):
                answer = await mover.do({"type": "play", "actions": cards[:1]})
                await mover.until(lambda a=answer: mover.seq >= a["seq"])  # type: ignore[misc]
                steps += 1
        assert steps > 1
        assert updates(mover) == steps
        assert await asyncio.to_thread(ask, server.url, table) == card, "nor does the table's card tell"
        for other in others:
            assert updates(other) == 0
            assert (await come(server.url, other.table, *other.tokens)).seq == other.seq, "nor does a snapshot"
        await mover.do({"type": "play", "actions": moves_named(mover, "done")})
        await all_heard([mover, *others])
        assert [updates(other) for other in others] == [1, 1, 1]

    asyncio.run(scene())


def test_what_is_hidden_from_a_viewer_changes_nothing_that_it_sees() -> None:
    """The promise on which leaving out rests: no event, no move, nothing in its view; and nothing else is empty."""
    library = crumbs()
    for name in library.books:
        hidden = empty = 0
        for seed in range(6):
            book = library.rulebook(name, None, {"diet_mode": "choose"} if name == "doctor-rat" else {})
            twins = Twins(book.game, int(WATCHER), random.Random(seed))
            fold = Fold(TableRow("t", name, Setup(book.game.seats, book.game.options, 1, ""), 0), book)
            fold.state = book.game.begin()
            viewers = [*range(book.game.seats), int(WATCHER)]
            for turn in twins.first(150):
                before = fold.state
                seen = {v: (book.game.view(before, v), before.legal(v) if v >= 0 else []) for v in viewers}
                live = LiveTable(Stage(library), fold, {})
                live.take(row_of(fold, turn))
                for viewer in viewers if turn[0] >= 0 else []:
                    after = (book.game.view(fold.state, viewer), fold.state.legal(viewer) if viewer >= 0 else [])
                    if not fold.counts.is_told(fold.seq, (viewer,)):
                        hidden += 1
                        assert after == seen[viewer], f"{name}: {turn} hidden from {viewer}"
                    elif viewer != turn[0]:
                        empty += after == seen[viewer]
        assert empty == 0, f"{name}: {empty} messages without a word"
        assert bool(hidden) == (name in ("rattus-cartus", "doctor-rat", "pie-rats")), f"{name}: {hidden}"


def row_of(fold: Fold, turn: Turn) -> Row:
    return Row(fold.row.id, fold.seq + 1, 1000 * fold.seq, entry_of(turn))


def test_a_bot_makes_a_whole_secret_choice_at_once() -> None:
    game = crumbs().rulebook("rattus-cartus", 3, {}).game
    several = 0
    for seed in range(8):
        state, log, rng, choose = game.begin(), array("i"), Rng(seed), random.Random(seed)
        while game.view(state, int(WATCHER)).phase != "lay":
            seat = int(state.actor())
            action = int(state.sample(rng)) if seat < 0 else choose.choice(state.legal(seat))
            state.apply(seat, action)
            log.extend((seat, action))
        seat, options = int(state.actor()), msgspec.json.encode(game.options)
        actions = worker.choose("rattus-cartus", 3, options, log.tobytes(), seat, "normal", seed)
        several += len(actions) > 1
        for action in actions:
            before, state = state, state.clone()
            state.apply(seat, action)
        assert not goes_on_in_secret(before, state, seat, actions[-1]), "no secret step is left"
    assert several


# The time that a bot takes


class Quick(Thinker):
    """Finds out at once what it would do."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asked = 0

    async def _think(self, thought: Any, fold: Fold, seat: int, level: str) -> Any:
        self.asked += 1
        await asyncio.sleep(0.05)
        assert fold.state is not None
        return fold.state.legal(seat)[-1:]


@pytest.mark.parametrize("level", ["normal", "search:300ms"])
def test_a_bot_without_a_choice_takes_as_long_as_one_with(level: str) -> None:
    """In Pie Rats whoever has nothing to play can only pass, and nobody is to know."""

    async def until_it_moves(live: LiveTable, seat: int, stage: Stage) -> float:
        stage.chance = random.Random(1)
        stage.timers.clear()
        began = time.monotonic()
        await autopilot._think(live, seat, live.fold.asked[seat], level, "bot")
        return time.monotonic() - began + stage.timers[-1]

    async def scene() -> dict[bool, float]:
        library = crumbs()
        book = library.rulebook("pie-rats", 3, {})
        stage, quick = Stage(library), Quick()
        stage.thinker = quick
        took: dict[bool, float] = {}
        fold = Fold(TableRow(TABLE, "pie-rats", Setup(3, book.game.options, 1, ""), 0), book)
        live = LiveTable(stage, fold, {})
        for turn in Twins(book.game, int(WATCHER), random.Random(8)).first(160):
            live.take(row_of(fold, turn))
            assert fold.state is not None
            for seat in fold.state.actors() if fold.face().phase == "P2" else []:
                if fold.seen_mover != seat:
                    took.setdefault(len(fold.state.legal(seat)) == 1, await until_it_moves(live, seat, stage))
            if len(took) == 2:
                break
        assert quick.asked == 1, "only one of them had to think"
        return took

    took = asyncio.run(scene())
    assert 0.97 < took[True] / took[False] < 1.03


# House rules that only one seat may know


def test_only_the_doctor_is_told_that_the_diets_are_those_of_a_first_game(server: Served) -> None:
    """DR-2.10."""

    async def scene() -> None:
        options = {"diet_mode": "first_game", "doctor_seat": 1}
        table, tokens, host = await asyncio.to_thread(
            table_of, server.url, "doctor-rat", 3, seats=3, options=options, listed=True
        )
        players = [Player(server.url, table, [token]) for token in tokens]
        watchers = [Player(server.url, table, []), Player(server.url, table, [host])]
        for player in [*players, *watchers]:
            player.keep_raw = True
            await player.come()

        def outside() -> list[Any]:
            keys = [{"table": table, "token": tokens[0]}]
            return [
                ask(server.url, f"/api/tables/{table}"),
                ask(server.url, "/api/tables?game=doctor-rat"),
                ask(server.url, "/api/mine", {"keys": keys}),
            ]

        assert b"first_game" not in msgspec.json.encode(await asyncio.to_thread(outside)), "in the waiting room"
        await players[0].do({"type": "start"})
        for player in players:
            await player.until(lambda p=player: p.status == "playing")  # type: ignore[misc]
        rng = random.Random(1)
        for _ in range(12):
            mover = next(p for p in players if p.legal())
            await mover.do({"type": "play", "actions": [rng.choice(mover.legal())]})
            await all_heard(players)
        assert b"first_game" not in msgspec.json.encode(await asyncio.to_thread(outside)), "in the game"
        doctor = players[1]
        assert doctor.snapshot["info"]["options"]["diet_mode"] == "first_game"
        mine = await asyncio.to_thread(ask, server.url, "/api/mine", {"keys": [{"table": table, "token": tokens[1]}]})
        assert mine["tables"][0]["table"]["info"]["options"]["diet_mode"] == "first_game"
        for other in [players[0], players[2], *watchers]:
            assert other.snapshot["info"]["options"]["diet_mode"] == "choose"
            assert not any(b"first_game" in raw for raw in other.raw)
        for player in players:
            await player.do({"type": "abandon", "agree": True})
        card = await asyncio.to_thread(ask, server.url, f"/api/tables/{table}")
        assert card["status"] == "abandoned"
        assert card["info"]["options"]["diet_mode"] == "first_game", "afterwards all is open"

    asyncio.run(scene())


def test_a_secret_of_an_option_needs_somebody_who_knows_it(tmp_path: Path) -> None:
    file = tmp_path / "options.toml"
    file.write_text('[[option]]\nname = "x"\ntitle = "X"\nsays = "x"\ndefault = 1\ntold_as = { a = "b" }\n')
    with pytest.raises(BadOption, match="it needs both or neither"):
        read_options(file)


# Channels


async def colleagues(server: Served) -> list[Player]:
    options = {"variant": "colleagues", "teams": ["A", "B", "A"]}
    return await started(server.url, "doctor-rat", 3, seats=3, options=options)


def lines(player: Player) -> list[str]:
    return [msgspec.json.decode(raw)["chat"]["text"] for raw in player.raw if b'"chat":{' in raw]


def test_a_team_talks_among_itself(server: Served) -> None:
    """DR-12.4: nobody else hears it, nor that something was said."""

    async def scene() -> None:
        players = await colleagues(server)
        spectator = await come(server.url, players[0].table)
        for player in [*players, spectator]:
            player.keep_raw = True
        ada, bo, cy = players
        assert [[c["hears"] for c in p.eyes[p.seat].get("channels", [])] for p in players] == [[[0, 2]], [], [[0, 2]]]
        before = [bo.seq, spectator.seq]
        said = await ada.do({"type": "say", "text": "They hate cheese.", "channel": "team"})
        assert said["type"] == "ok"
        await cy.until(lambda: lines(cy) == ["They hate cheese."])
        muted = await ada.do({"type": "say", "text": "They hate cheese."})
        assert (muted["code"], muted["clause"]) == ("silence", "DR-12.4")
        alone = await bo.do({"type": "say", "text": "Hello?", "channel": "team"})
        assert alone["code"] == "malformed"
        assert "no 'team'" in alone["text"]
        for deaf in (bo, spectator):
            again = await come(server.url, deaf.table, *deaf.tokens)
            assert (again.seq, again.snapshot["chat"]) == (deaf.seq, [])
            assert not any(b"cheese" in raw for raw in deaf.raw)
        assert [bo.seq, spectator.seq] == before
        back = await come(server.url, cy.table, *cy.tokens)
        assert [(line["text"], line["channel"]) for line in back.snapshot["chat"]] == [("They hate cheese.", "team")]

    asyncio.run(scene())


def test_how_much_a_team_talks_is_not_told_by_what_is_forgotten(server: Served) -> None:
    async def scene() -> None:
        players = await colleagues(server)
        live = server.inside.tables[players[0].table]
        live.said.clear()
        mover = next(p for p in players if p.legal())
        rng = random.Random(2)
        while players[0].eyes[0].get("silence") is not None:  # until one team chooses, and may speak to all
            mover = next(p for p in players if p.legal())
            await mover.do({"type": "play", "actions": [rng.choice(mover.legal())]})
            await all_heard(players)
        assert (await players[0].do({"type": "say", "text": "To all."}))["type"] == "ok"
        for number in range(130):
            live.said.clear()
            await players[0].do({"type": "say", "text": f"Psst {number}.", "channel": "team"})
        deaf = await come(server.url, live.id, *players[1].tokens)
        assert [line["text"] for line in deaf.snapshot["chat"]] == ["To all."]
        team = await come(server.url, live.id, *players[2].tokens)
        assert len(team.snapshot["chat"]) == 101

    asyncio.run(scene())
