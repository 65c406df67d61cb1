"""Kills a server again and again, without warning, while people play; then proves that nothing acknowledged is lost.

Players are what browsers are: they reconnect by themselves, catch up, and send unanswered commands again under the
same ids. Afterwards the log itself is read: every acknowledged command is in it exactly once, where its answer said;
every table can be played again by the rules; and everybody's last view is what a newcomer is shown.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from mischief.engine.errors import MischiefError
from mischief.server.keeping.store import Store
from mischief.server.tables.entries import Entry, Moves, Played, Row, Started, Unplayed
from mischief.server.tables.fold import Fold
from mischief.server.tables.library import Library
from mischief.server.tables.setup import Setup, TableRow
from mischief.trials.client import LineLost, Player, ask_async

ENDED = ("over", "abandoned")
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


class Lost(MischiefError):
    """The server did not keep its promise."""


class CrashReport(msgspec.Struct):
    """What a crash test came to."""

    database: str
    kills: int = 0
    acknowledged: int = 0
    answered_after_a_crash: int = 0
    taken_back: int = 0
    games_finished: int = 0
    tables: int = 0
    entries: int = 0
    reconnects: int = 0
    slowest_return_seconds: float = 0.0
    seconds: float = 0.0


class Victim:
    """The server process that is to be killed, always on the same port."""

    def __init__(self, database: str, words: list[str]) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.words = [sys.executable, "-m", "mischief", "serve", "--port", str(self.port), "--database", database]
        self.words += ["--no-limits", "--log-level", "error", "--workers", "1", *words]
        self.process: subprocess.Popen[bytes] | None = None
        self.start_seconds = 1.0
        """How long it took to come up: on a busy machine everything takes longer, and so do its lives."""

    async def start(self) -> None:
        began = time.monotonic()
        # Whoever is killed leaves locks behind, which Python clears away with a warning.
        quiet = {**os.environ, "PYTHONWARNINGS": "ignore:resource_tracker:UserWarning"}
        self.process = subprocess.Popen(self.words, stdout=subprocess.DEVNULL, env=quiet)
        deadline = began + 60
        while time.monotonic() < deadline:
            with contextlib.suppress(MischiefError):
                await ask_async(self.url, "/healthz")
                self.start_seconds = time.monotonic() - began
                return
            if self.process.poll() is not None:
                raise Lost(f"The server ended by itself with code {self.process.returncode}.")
            await asyncio.sleep(0.05)
        raise Lost("The server does not come back.")

    async def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        await asyncio.to_thread(self.process.wait)


class Crowd:
    """Tables of people who play one game after another until they are told to stop."""

    def __init__(self, victim: Victim, game: str, people: int, report: CrashReport) -> None:
        self.victim = victim
        self.game = game
        self.people = people
        self.report = report
        self.stopping = False
        self.crashes = 0
        self.promises: list[tuple[str, int, str, list[int]]] = []
        self.players: dict[str, list[Player]] = {}
        self.rng = random.Random()

    async def table(self) -> None:
        """One table after another."""
        while not self.stopping:
            players = await self._sit_down()
            keepers = [asyncio.create_task(self._keep_connected(p)) for p in players]
            await self._surely(players[0], {"type": "start"})
            await asyncio.gather(*(self._play(p) for p in players))
            self.report.games_finished += players[0].status == "over"
            if not self.stopping:
                for keeper in keepers:
                    keeper.cancel()
                for player in players:
                    player.leave()

    async def _sit_down(self) -> list[Player]:
        wish = {"game": self.game, "seats": self.people, "name": NAMES[0]}
        made = await self._ask("/api/tables", wish)
        tokens = [made["token"]]
        for name in NAMES[1 : self.people]:
            tokens.append(await self._seat(made["table"], name))
        players = [Player(self.victim.url, made["table"], [token]) for token in tokens]
        for player in players:
            await self._come(player)
        self.players[made["table"]] = players
        return players

    async def _seat(self, table: str, name: str) -> str:
        """A seat's token. If the answer was lost in a crash, the seat is a ghost's: then they find another table."""
        while True:
            try:
                found: str = (await ask_async(self.victim.url, f"/api/tables/{table}/sit", {"name": name}))["token"]
                return found
            except MischiefError as error:
                if '"code"' in str(error):
                    raise Ghost(table) from error
                await asyncio.sleep(0.1)

    async def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        while True:
            try:
                return await ask_async(self.victim.url, path, body)
            except MischiefError:
                await asyncio.sleep(0.1)

    async def _come(self, player: Player) -> None:
        began = time.monotonic()
        while True:
            try:
                await player.come()
                self.report.slowest_return_seconds = max(
                    self.report.slowest_return_seconds, round(time.monotonic() - began, 2)
                )
                return
            except LineLost:
                await asyncio.sleep(random.uniform(0.05, 0.15))

    async def _keep_connected(self, player: Player) -> None:
        while True:
            assert player.line is not None
            await asyncio.shield(player.line.lost)
            self.report.reconnects += 1
            await self._come(player)

    async def _surely(self, player: Player, what: dict[str, Any]) -> dict[str, Any]:
        """A command and its one answer, however often the server dies in between."""
        crashes = self.crashes
        with contextlib.suppress(LineLost):
            player.send(what)
        cmd_id, (_, answer) = list(player.pending.items())[-1]
        async with asyncio.timeout(120):
            found = await answer
        if found["type"] == "ok":
            self.report.acknowledged += 1
            self.report.answered_after_a_crash += self.crashes != crashes
            self.promises.append((player.table, found["seq"], f"{player.seat} {cmd_id}", what.get("actions", [])))
        return found

    async def _play(self, player: Player) -> None:
        while not self.stopping:
            with contextlib.suppress(TimeoutError):
                await player.until(lambda: player.status in ENDED or bool(player.legal()) or self.stopping, 0.5)
            if player.status in ENDED:
                return
            if self.rng.random() < 0.05:
                await self._surely(player, {"type": "say", "text": "squeak"})
            legal = player.legal()
            if not legal:  # meanwhile somebody took back a move
                continue
            answer = await self._surely(player, {"type": "play", "actions": [self.rng.choice(legal)]})
            if answer["type"] == "no" and answer["code"] not in ("stale", "paused"):
                raise Lost(f"{player.table}: a legal move was refused: {answer}")
            if answer["type"] == "ok" and self.rng.random() < 0.2:
                back = await self._surely(player, {"type": "undo"})
                self.report.taken_back += back["type"] == "ok"
                if back["type"] == "no" and back["code"] not in ("stale", "paused", "not_now"):
                    raise Lost(f"{player.table}: taking back was answered with {back}")
                answer = back
            with contextlib.suppress(TimeoutError):
                await player.until(lambda a=answer["seq"]: player.seq >= a or self.stopping, 30)  # type: ignore[misc]


class Ghost(MischiefError):
    """A seat was taken for somebody who never heard of it."""


async def crash_test(
    database: str,
    kills: int,
    game: str = "piratz",
    tables: int = 8,
    people: int = 3,
    tell: Callable[[int], None] = lambda done: None,
    words: list[str] | None = None,
    library: Library | None = None,
) -> CrashReport:
    """Kill the server so many times while people play. Raises Lost if a promise was broken."""
    report = CrashReport("postgresql" if "://" in database and "sqlite" not in database else "sqlite")
    began = time.monotonic()
    victim = Victim(database, words or [])
    await victim.start()
    crowd = Crowd(victim, game, people, report)
    at_tables = [asyncio.create_task(_again(crowd)) for _ in range(tables)]
    try:
        for number in range(kills):
            await asyncio.sleep(random.uniform(0.05, 0.7) * max(1.0, victim.start_seconds))
            await victim.kill()
            crowd.crashes += 1
            report.kills += 1
            await victim.start()
            tell(number + 1)
            failed = [task for task in at_tables if task.done() and task.exception() is not None]
            if failed:
                raise failed[0].exception() or Lost("a table failed")
        await asyncio.sleep(1.0)
        crowd.stopping = True
        await asyncio.wait_for(asyncio.gather(*at_tables), 60)
        await _compare(victim, crowd)
    finally:
        for task in at_tables:
            task.cancel()
        await victim.kill()
    logs = await _read_all(database, set(crowd.players) | {table for table, *_ in crowd.promises})
    _check(logs, crowd, library or Library())
    report.tables = len(logs)
    report.entries = sum(len(log) for log in logs.values())
    report.seconds = round(time.monotonic() - began, 1)
    return report


async def _again(crowd: Crowd) -> None:
    while not crowd.stopping:
        with contextlib.suppress(Ghost):
            await crowd.table()


async def _compare(victim: Victim, crowd: Crowd) -> None:
    """What everybody has on their screen is what a newcomer with the same token is shown."""
    for players in list(crowd.players.values())[-20:]:
        for player in players:
            if player.line is None or player.line.lost.done():
                continue
            fresh = await Player(victim.url, player.table, player.tokens).come()
            await player.until(lambda p=player, f=fresh: p.seq >= f.seq, 10)  # type: ignore[misc]
            seat = player.seat
            if player.eyes[seat]["view"] != fresh.eyes[seat]["view"] or player.events[seat] != fresh.events[seat]:
                raise Lost(f"{player.table}, seat {seat}: the screen and the table differ.")
            fresh.leave()


async def _read_all(database: str, tables: set[str]) -> dict[str, list[Row]]:
    store = Store(database)
    await store.open()
    try:
        return {table: await store.log_of(table) for table in tables}
    finally:
        await store.close()


def _standing(log: list[Row]) -> Moves:
    """The decisions of a game, without those that were taken back."""
    entries: dict[int, Moves] = {}
    for row in log:
        match row.entry:
            case Started() | Played():
                entries[row.seq] = row.entry.moves
            case Unplayed():
                del entries[row.entry.played]
    return [move for moves in entries.values() for move in moves]


def _check(logs: dict[str, list[Row]], crowd: Crowd, library: Library) -> None:
    book = library.rulebook(crowd.game, crowd.people, {})
    kept: dict[tuple[str, str], tuple[Entry, int]] = {}
    """For each command the entry that it became, and the entry's number in the count of its seat."""
    for table, log in logs.items():
        if [row.seq for row in log] != list(range(1, len(log) + 1)):
            raise Lost(f"{table}: its log has gaps.")
        times = Counter(row.entry.cmd for row in log if row.entry.cmd)
        twice = [cmd for cmd, count in times.items() if count > 1]
        if twice:
            raise Lost(f"{table}: the command {twice[0]} was done twice.")
        book.game.replay(_standing(log))
        fold = Fold(TableRow(table, crowd.game, Setup(book.game.seats, {}, 1, ""), 0), book)
        for row in log:
            fold.apply(row)
            seat = row.entry.cmd.partition(" ")[0]
            if seat.isdecimal() and int(seat) < crowd.people:
                kept[table, row.entry.cmd] = row.entry, fold.counts.number(row.seq, (int(seat),))
    for table, seq, cmd, actions in crowd.promises:
        entry, number = kept.get((table, cmd), (None, 0))
        if entry is None or number != seq:
            raise Lost(f"{table}: the acknowledged command {cmd} is not entry {seq} of its seat's log.")
        if actions and (not isinstance(entry, Played) or [a for _, a in entry.moves[: len(actions)]] != actions):
            raise Lost(f"{table}: entry {seq} is not the move that was acknowledged.")
