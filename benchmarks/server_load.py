"""How much the server carries: acknowledged moves a second, their latency at a steady pace over thousands of sockets,
memory, and a reconnect storm; beside a bare WebSocket echo that appends a row to SQLite for every message.

    python benchmarks/server_load.py [--seconds 15] [--sockets 2000] [--tables 1000] [--game piratz]

Load comes from this process over loopback, the server is another; SQLite with full durability. Every acknowledged
move is looked up in the database at the end. Writes one JSON object to the standard output.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import psutil
import uvloop

from mischief.server.tables.entries import Played, Started, read_entry
from mischief.server.tables.library import Library
from mischief.trials.client import Line, ask

HERE = Path(__file__).resolve()


class SeenMove(msgspec.Struct):
    action: int


class SeenEyes(msgspec.Struct):
    seat: int | None
    legal: list[SeenMove]


class Info(msgspec.Struct):
    id: str


class Heard(msgspec.Struct):
    """The few fields of any message that a load needs."""

    type: str
    table: str = ""
    seq: int = 0
    cmd_id: str = ""
    code: str = ""
    status: str = ""
    rematch: str = ""
    info: Info | None = None
    eyes: list[SeenEyes] = []


read = msgspec.json.Decoder(Heard).decode


class Game:
    """A table as the load knows it: its seats' sockets and tokens."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.seats: list[Socket] = []
        self.following = 0
        self.asked: tuple[int, list[int]] | None = None
        self.seq = 0


class Socket:
    """A browser: one seat at each of its tables."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.games: dict[str, tuple[Game, int]] = {}
        self.line: Line | None = None
        self.have: dict[str, int] = {}

    async def connect(self) -> None:
        self.line = await Line.to(self.load.server, self.hear)

    def watch(self, game: Game, seat: int) -> None:
        self.games[game.table] = (game, seat)
        assert self.line is not None
        have = self.have.get(game.table, 0)
        self.line.send(
            b'{"type":"watch","table":"%s","tokens":["%s"],"have":%d}'
            % (
                game.table.encode(),
                game.tokens[seat].encode(),
                have,
            )
        )

    def do(self, game: Game, seat: int, cmd: str, seen: int, what: bytes) -> None:
        assert self.line is not None
        self.line.send(
            b'{"type":"do","table":"%s","cmd_id":"%s","seat":%d,"seen":%d,"what":%s}'
            % (
                game.table.encode(),
                cmd.encode(),
                seat,
                seen,
                what,
            )
        )

    def hear(self, payload: bytes) -> None:
        load = self.load
        load.received += 1
        heard = read(payload)
        kind = heard.type
        if kind == "update":
            self.have[heard.table] = heard.seq
            game, seat = self.games.get(heard.table, (None, 0))
            if game is not None:
                self.update(game, seat, heard)
        elif kind == "ok":
            load.acknowledged(heard.cmd_id, heard.seq)
        elif kind == "no":
            load.refused(heard)
        elif kind == "snapshot":
            assert heard.info is not None
            game, seat = self.games[heard.info.id]
            self.have[game.table] = heard.seq
            load.snapshots += 1
            game.following += 1
            self.update(game, seat, heard)
            if heard.status == "waiting" and game.following == 4:
                game.seats[0].do(game, 0, "start", heard.seq, b'{"type":"start"}')

    def update(self, game: Game, seat: int, heard: Heard) -> None:
        game.seq = max(game.seq, heard.seq)
        if heard.rematch:
            self.games.pop(game.table, None)
            again = self.load.again(game, heard.rematch)
            self.watch(again, seat)
        elif heard.status == "over" and seat == 0:
            self.do(game, 0, "again", heard.seq, b'{"type":"rematch"}')
        elif heard.eyes and heard.eyes[0].legal:
            self.load.may_move(self, game, seat, heard.seq, [move.action for move in heard.eyes[0].legal])


class Load:
    """All sockets, and what they have seen."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.games: dict[str, Game] = {}
        self.sockets: list[Socket] = []
        self.received = 0
        self.snapshots = 0
        self.moves = 0
        self.sent: dict[str, tuple[float, str]] = {}
        self.latencies: list[float] = []
        self.acked: dict[str, int] = {}
        self.errors: list[str] = []
        self.paced = False
        self.ready: list[Callable[[], None]] = []
        self.number = 0

    def again(self, game: Game, table: str) -> Game:
        found = self.games.get(table)
        if found is None:
            found = self.games[table] = Game(table, game.tokens)
            found.seats = game.seats
            self.games.pop(game.table, None)
        return found

    def may_move(self, socket: Socket, game: Game, seat: int, seq: int, actions: list[int]) -> None:
        def move() -> None:
            self.number += 1
            cmd = f"m{self.number}"
            self.sent[cmd] = (time.perf_counter(), game.table)
            action = random.choice(actions)
            socket.do(game, seat, cmd, seq, b'{"type":"play","actions":[%d]}' % action)

        if self.paced:
            self.ready.append(move)
        else:
            move()

    def acknowledged(self, cmd: str, seq: int) -> None:
        sent = self.sent.pop(cmd, None)
        if sent is not None:
            self.latencies.append(time.perf_counter() - sent[0])
            self.acked[sent[1]] = max(seq, self.acked.get(sent[1], 0))
            self.moves += 1

    def refused(self, heard: Heard) -> None:
        if heard.code not in ("taken", "stale"):
            self.errors.append(f"{heard.code} {heard.cmd_id} {heard.table}")

    async def seat_all(self, game: str, tables: int, sockets: int) -> None:
        """Tables of four, the seats spread over the sockets."""
        made = [await asyncio.to_thread(make_table, self.server, game) for _ in range(tables)]
        self.sockets = [Socket(self) for _ in range(sockets)]
        for i in range(0, sockets, 100):
            await asyncio.gather(*(s.connect() for s in self.sockets[i : i + 100]))
        for i, (table, tokens) in enumerate(made):
            found = self.games[table] = Game(table, tokens)
            found.seats = [self.sockets[(4 * i + seat) % sockets] for seat in range(4)]
            for seat, socket in enumerate(found.seats):
                socket.watch(found, seat)
            if i % 50 == 0:
                await asyncio.sleep(0.05)

    def close(self) -> None:
        for socket in self.sockets:
            if socket.line is not None:
                socket.line.close()


def make_table(server: str, game: str) -> tuple[str, list[str]]:
    made = ask(server, "/api/tables", {"game": game, "seats": 4, "name": "Ada"})
    table = made["table"]
    rest = [ask(server, f"/api/tables/{table}/sit", {"name": name})["token"] for name in ("Bo", "Cy", "Di")]
    return table, [made["token"], *rest]


class Server:
    """The server, or the bare echo, as a process of its own."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        self.url = line.split()[-1].rstrip("/")

    def resident(self) -> float:
        """Megabytes."""
        return float(psutil.Process(self.process.pid).memory_info().rss) / 1e6

    def worked(self) -> float:
        """Seconds of processor time so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


async def full_speed(load: Load, server: Server, seconds: float) -> dict[str, float]:
    """Everybody moves as soon as they may."""
    await asyncio.sleep(2)
    load.moves, load.received, load.latencies = 0, 0, []
    began, worked = time.perf_counter(), server.worked()
    await asyncio.sleep(seconds)
    spent, worked = time.perf_counter() - began, server.worked() - worked
    return {
        "server_cpu_share": round(worked / spent, 2),
        "cpu_microseconds_per_move": round(1e6 * worked / max(1, load.moves)),
        "acknowledged_moves_per_second": round(load.moves / spent),
        "messages_sent_per_second": round(load.received / spent),
        "p50_ms": round(quantile(load.latencies, 0.5) * 1000, 1),
        "p99_ms": round(quantile(load.latencies, 0.99) * 1000, 1),
    }


async def steady(load: Load, rate: float, seconds: float) -> dict[str, float]:
    """So many moves a second, whoever may move."""
    load.paced = True
    await asyncio.sleep(1)
    load.latencies, load.moves = [], 0
    began = time.perf_counter()
    due = 0.0
    while (now := time.perf_counter() - began) < seconds:
        while due < now * rate and load.ready:
            load.ready.pop(random.randrange(len(load.ready)))()
            due += 1
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.5)
    found = {
        "moves_per_second": round(load.moves / seconds),
        "p50_ms": round(quantile(load.latencies, 0.5) * 1000, 1),
        "p99_ms": round(quantile(load.latencies, 0.99) * 1000, 1),
        "max_ms": round(max(load.latencies, default=0) * 1000, 1),
    }
    return found


async def storm(load: Load) -> float:
    """Every socket is cut at once; all come back and catch up. Seconds until the last has."""
    for socket in load.sockets:
        assert socket.line is not None
        socket.line.close()
    await asyncio.sleep(0.5)
    load.ready.clear()
    load.snapshots = 0
    expected = sum(len(socket.games) for socket in load.sockets)
    began = time.perf_counter()

    async def back(socket: Socket) -> None:
        await socket.connect()
        for game, seat in list(socket.games.values()):
            game.following = 0
            socket.watch(game, seat)

    gate = asyncio.Semaphore(256)

    async def through(socket: Socket) -> None:
        async with gate:
            await back(socket)

    await asyncio.gather(*(through(socket) for socket in load.sockets))
    while load.snapshots < expected:
        await asyncio.sleep(0.01)
    return time.perf_counter() - began


def check_nothing_lost(database: Path, acked: dict[str, int], game: str) -> dict[str, int]:
    """Every acknowledged move is in the database, and every table's log can be played again by the rules."""
    base = sqlite3.connect(database)
    rows = base.execute("SELECT e.table_id, e.seq, e.body FROM entries e ORDER BY e.table_id, e.seq")
    logs: dict[str, list[Any]] = {}
    for table, seq, body in rows:
        entries = logs.setdefault(table, [])
        assert seq == len(entries) + 1, f"{table}: entry {seq} follows {len(entries)}"
        entries.append(read_entry(body))
    missing = sum(1 for table, seq in acked.items() if len(logs.get(table, [])) < seq)
    rules = Library().rulebook(game, 4, {}).game
    for entries in logs.values():
        moves = [move for entry in entries if isinstance(entry, Started | Played) for move in entry.moves]
        rules.replay(moves)
    return {"tables": len(logs), "entries": sum(map(len, logs.values())), "acknowledged_but_missing": missing}


async def run_echo(url: str, sockets: int, seconds: float, size: int) -> dict[str, float]:
    count = 0
    lines: list[Line] = []
    payload = b"x" * size

    def echoer(number: int) -> Callable[[bytes], None]:
        def hear(_: bytes) -> None:
            nonlocal count
            count += 1
            lines[number].send(payload)

        return hear

    for number in range(sockets):
        lines.append(await Line.to(url, echoer(number)))
    await asyncio.sleep(2)
    count, began = 0, time.perf_counter()
    await asyncio.sleep(seconds)
    rate = count / (time.perf_counter() - began)
    for line in lines:
        line.close()
    return {"messages_sent_per_second": round(rate)}


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=15)
    words.add_argument("--sockets", type=int, default=2000)
    words.add_argument("--tables", type=int, default=1000)
    words.add_argument("--busy-tables", type=int, default=100)
    words.add_argument("--game", default="piratz")
    words.add_argument("--only", default="")
    wish = words.parse_args()
    uvloop.install()
    report: dict[str, Any] = {"game": wish.game, "cores": os.cpu_count()}

    def say(name: str, value: Any) -> None:
        report[name] = value
        print(f"{name}: {json.dumps(value)}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        serve = ["-m", "mischief", "serve", "--port", "0", "--no-limits", "--log-level", "warning", "--workers", "1"]

        if wish.only in ("", "speed"):
            database = Path(folder) / "speed.db"
            server = Server([*serve, "--database", str(database)])
            try:
                say("full_speed", asyncio.run(speed(server, wish, database)))
            finally:
                server.stop()

        if wish.only in ("", "echo"):
            echo = Server([str(HERE.parent / "server_echo.py"), str(Path(folder) / "echo.db")])
            try:
                say("bare_echo", asyncio.run(run_echo(echo.url, 400, wish.seconds, 120)))
            finally:
                echo.stop()
        if "bare_echo" in report and "full_speed" in report:
            mine, bare = report["full_speed"], report["bare_echo"]
            say("ratio_of_messages", round(mine["messages_sent_per_second"] / bare["messages_sent_per_second"], 2))

        if wish.only in ("", "crowd"):
            database = Path(folder) / "crowd.db"
            server = Server([*serve, "--database", str(database)])
            try:
                say("crowd", asyncio.run(crowd(server, wish, database)))
            finally:
                server.stop()
    print(json.dumps(report, indent=1))


async def speed(server: Server, wish: argparse.Namespace, database: Path) -> dict[str, Any]:
    load = Load(server.url)
    await load.seat_all(wish.game, wish.busy_tables, 4 * wish.busy_tables)
    found: dict[str, Any] = dict(await full_speed(load, server, wish.seconds))
    load.close()
    await asyncio.sleep(1)
    found["lost"] = check_nothing_lost(database, load.acked, wish.game)
    found["errors"] = load.errors[:5]
    return found


async def crowd(server: Server, wish: argparse.Namespace, database: Path) -> dict[str, Any]:
    found: dict[str, Any] = {"empty_mb": round(server.resident(), 1)}
    before = server.resident()
    for _ in range(300):
        await asyncio.to_thread(idle_table, server.url, wish.game)
    found["idle_table_kib"] = round((server.resident() - before) * 1e6 / 1024 / 300, 1)
    load = Load(server.url)
    load.paced = True
    began = time.perf_counter()
    await load.seat_all(wish.game, wish.tables, wish.sockets)
    found["seated_seconds"] = round(time.perf_counter() - began, 1)
    await asyncio.sleep(3)
    found["tables_in_play"] = len(load.games)
    found["sockets"] = len(load.sockets)
    found["resident_mb"] = round(server.resident(), 1)
    found["steady_500"] = await steady(load, 500, wish.seconds)
    found["resident_after_mb"] = round(server.resident(), 1)
    found["storm_seconds"] = round(await storm(load), 2)
    await asyncio.sleep(1)
    found["resident_after_storm_mb"] = round(server.resident(), 1)
    found["after_storm"] = await steady(load, 500, 3)
    load.close()
    await asyncio.sleep(1)
    found["lost"] = check_nothing_lost(database, load.acked, wish.game)
    found["errors"] = load.errors[:5]
    return found


def idle_table(server: str, game: str) -> None:
    bots = [{"seat": seat, "level": "normal"} for seat in range(1, 4)]
    ask(server, "/api/tables", {"game": game, "seats": 4, "name": "Ada", "bots": bots})


if __name__ == "__main__":
    main()
