"""How much the server carries, game by game: latency at a steady pace over thousands of sockets, processor time for a
move, moves a second at full speed; beside a bare WebSocket echo that stores rows of the same size and sends as many
messages of the same size. With --crowd also memory and a reconnect storm.

    python benchmarks/server_load.py [--seconds 10] [--sockets 2000] [--tables 500] [--game piratz] [--crowd]

Load comes from this process over loopback, each table from an address of its own; the server is another process, with
its limits as they come, and SQLite with full durability. At every fifth table a bot has the last seat. A move is an
entry in the log, whoever made it; processor time is the server's own, without the process in which bots think. Every
acknowledged move is looked up in the database at the end. `disk_share` is the part of the time until an acknowledgement
that writing to the disk takes. Writes one JSON object to the standard output.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request
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
        self.people = len(tokens)
        self.tokens = tokens
        self.seats: list[Socket] = []
        self.following = 0
        self.asked: tuple[int, list[int]] | None = None
        self.seq = 0


class Socket:
    """A browser: one seat at each of its tables."""

    def __init__(self, load: Load, number: int = 0) -> None:
        self.load = load
        self.address = f"127.2.{number // 200}.{number % 200 + 1}"
        self.games: dict[str, tuple[Game, int]] = {}
        self.line: Line | None = None
        self.have: dict[str, int] = {}

    async def connect(self) -> None:
        self.line = await Line.to(self.load.server, self.hear, address=self.address)

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
        load.bytes += len(payload)
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
            if heard.status == "waiting" and game.following == game.people:
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
        self.bytes = 0
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
        if heard.code not in ("taken", "stale", "not_now"):  # the game went on, or ended, meanwhile
            self.errors.append(f"{heard.code} {heard.cmd_id} {heard.table}")

    async def seat_all(self, game: str, tables: int, sockets: int) -> None:
        """Tables of four, the seats spread over the sockets."""
        made = [await asyncio.to_thread(make_table, self.server, game, number) for number in range(tables)]
        self.sockets = [Socket(self, number) for number in range(sockets)]
        for i in range(0, sockets, 100):
            await asyncio.gather(*(s.connect() for s in self.sockets[i : i + 100]))
        for i, (table, tokens) in enumerate(made):
            found = self.games[table] = Game(table, tokens)
            found.seats = [self.sockets[(4 * i + seat) % sockets] for seat in range(found.people)]
            for seat, socket in enumerate(found.seats):
                socket.watch(found, seat)
            if i % 50 == 0:
                await asyncio.sleep(0.05)

    def close(self) -> None:
        for socket in self.sockets:
            if socket.line is not None:
                socket.line.close()


def post(server: str, number: int, path: str, body: Any) -> Any:
    """A request from an address of its own, so that limits are those of many people."""
    host, port = server.removeprefix("http://").split(":")
    address = f"127.1.{number // 200}.{number % 200 + 1}"
    line = http.client.HTTPConnection(host, int(port), timeout=60, source_address=(address, 0))
    try:
        line.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        answer = line.getresponse()
        said = json.loads(answer.read())
        assert answer.status == 200, said
        return said
    finally:
        line.close()


def make_table(server: str, game: str, number: int) -> tuple[str, list[str]]:
    bots = [] if number % 5 else [{"seat": 3, "level": "normal"}]
    made = post(server, number, "/api/tables", {"game": game, "seats": 4, "name": "Ada", "bots": bots})
    table = made["table"]
    names = ("Bo", "Cy", "Di")[: 3 - len(bots)]
    rest = [post(server, number, f"/api/tables/{table}/sit", {"name": name})["token"] for name in names]
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

    def counted(self) -> dict[str, float]:
        """What it has counted so far."""
        with urllib.request.urlopen(self.url + "/metrics", timeout=30) as page:
            lines = [line.split() for line in page.read().decode().splitlines() if not line.startswith("#")]
        return {name.removeprefix("mischief_"): float(value) for name, value in lines}

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def quantile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


class Measured:
    """What happens between its beginning and `end`."""

    def __init__(self, load: Load, server: Server) -> None:
        self.load = load
        self.server = server
        load.moves, load.received, load.bytes, load.latencies = 0, 0, 0, []
        self.before = server.counted()
        self.began, self.worked = time.perf_counter(), server.worked()

    def end(self) -> dict[str, float]:
        seconds, worked = time.perf_counter() - self.began, self.server.worked() - self.worked
        after = self.server.counted()
        new = {name: after[name] - self.before.get(name, 0.0) for name in after}
        moves = max(1.0, new["entries_total"])
        commit = new["commit_seconds_sum"] / max(1.0, new["commit_seconds_count"])
        answer = new["acknowledged_seconds_sum"] / max(1.0, new["acknowledged_seconds_count"])
        return {
            "moves_per_second": round(moves / seconds),
            "by_people_per_second": round(self.load.moves / seconds),
            "cpu_microseconds_per_move": round(1e6 * worked / moves),
            "server_cpu_share": round(worked / seconds, 2),
            "messages_per_move": round(self.load.received / moves, 2),
            "bytes_per_message": round(self.load.bytes / max(1, self.load.received)),
            "p50_ms": round(quantile(self.load.latencies, 0.5) * 1000, 1),
            "p99_ms": round(quantile(self.load.latencies, 0.99) * 1000, 1),
            "max_ms": round(max(self.load.latencies, default=0) * 1000, 1),
            "commit_ms": round(1000 * commit, 2),
            "moves_per_commit": round(moves / max(1.0, new["commit_seconds_count"]), 1),
            "disk_share": round(min(1.0, commit / answer), 2) if answer else 0.0,
        }


async def full_speed(load: Load, server: Server, seconds: float) -> dict[str, float]:
    """Everybody moves as soon as they may."""
    load.paced = False
    ready, load.ready = load.ready, []
    for move in ready:
        move()
    await asyncio.sleep(2)
    measured = Measured(load, server)
    await asyncio.sleep(seconds)
    return measured.end()


async def steady(load: Load, server: Server, rate: float, seconds: float) -> dict[str, float]:
    """So many moves a second, whoever may move."""
    load.paced = True
    await asyncio.sleep(1)
    measured = Measured(load, server)
    began = time.perf_counter()
    due = 0.0
    while (now := time.perf_counter() - began) < seconds:
        while due < now * rate and load.ready:
            load.ready.pop(random.randrange(len(load.ready)))()
            due += 1
        await asyncio.sleep(0.002)
    await asyncio.sleep(0.2)
    return measured.end()


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


async def run_echo(server: Server, sockets: int, seconds: float, like: dict[str, float], row: int) -> dict[str, float]:
    """The echo: for each message it gets it stores a row and sends as many messages as a move does, of their size."""
    lines: list[Line] = []
    moves = received = 0
    copies = max(1, round(like["messages_per_move"]))
    payload = b"%04d%08d" % (copies, round(like["bytes_per_message"])) + b"x" * row

    def echoer(number: int) -> Callable[[bytes], None]:
        left = copies

        def hear(_: bytes) -> None:
            nonlocal moves, received, left
            received += 1
            left -= 1
            if left == 0:
                left = copies
                moves += 1
                lines[number].send(payload)

        return hear

    for number in range(sockets):
        lines.append(await Line.to(server.url, echoer(number)))
    for line in lines:
        line.send(payload)
    await asyncio.sleep(1)
    moves, received, began, worked = 0, 0, time.perf_counter(), server.worked()
    await asyncio.sleep(seconds)
    spent, worked = time.perf_counter() - began, server.worked() - worked
    for line in lines:
        line.close()
    return {
        "moves_per_second": round(moves / spent),
        "cpu_microseconds_per_move": round(1e6 * worked / max(1, moves)),
        "messages_per_move": copies,
    }


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--sockets", type=int, default=2000)
    words.add_argument("--tables", type=int, default=500)
    words.add_argument("--rate", type=float, default=500)
    words.add_argument("--game", default="", help="Only this one.")
    words.add_argument("--crowd", action="store_true", help="Memory and a reconnect storm, too.")
    words.add_argument("--folder", type=Path, help="Where the databases lie, if not in a temporary folder.")
    wish = words.parse_args()
    uvloop.install()
    report: dict[str, Any] = {"cores": os.cpu_count()}

    def say(name: str, value: Any) -> None:
        report[name] = value
        print(f"{name}: {json.dumps(value)}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(dir=wish.folder) as folder:
        serve = ["-m", "mischief", "serve", "--port", "0", "--log-level", "warning", "--workers", "1"]
        for game in [wish.game] if wish.game else list(Library().books):
            database = Path(folder) / f"{game}.db"
            server = Server([*serve, "--database", str(database)])
            try:
                found = asyncio.run(one_game(server, wish, game, database))
            finally:
                server.stop()
            echo = Server([str(HERE.parent / "server_echo.py"), str(Path(folder) / f"{game}-echo.db")])
            try:
                row = row_size(database)
                found["echo"] = asyncio.run(run_echo(echo, 400, wish.seconds / 2, found["full_speed"], row))
            finally:
                echo.stop()
            say(game, found)
        if wish.crowd:
            database = Path(folder) / "crowd.db"
            server = Server([*serve, "--no-limits", "--database", str(database)])
            try:
                say("crowd", asyncio.run(crowd(server, wish, database)))
            finally:
                server.stop()
    print(json.dumps(report, indent=1))


async def one_game(server: Server, wish: argparse.Namespace, game: str, database: Path) -> dict[str, Any]:
    load = Load(server.url)
    load.paced = True
    await load.seat_all(game, wish.tables, wish.sockets)
    await asyncio.sleep(2)
    found: dict[str, Any] = {"steady": await steady(load, server, wish.rate, wish.seconds)}
    found["full_speed"] = await full_speed(load, server, wish.seconds)
    load.close()
    await asyncio.sleep(1)
    found["lost"] = check_nothing_lost(database, load.acked, game)
    found["errors"] = load.errors[:5]
    return found


def row_size(database: Path) -> int:
    """Bytes of a move in the log."""
    base = sqlite3.connect(database)
    return round(base.execute("SELECT avg(length(body) + 24) FROM entries").fetchone()[0])


async def crowd(server: Server, wish: argparse.Namespace, database: Path) -> dict[str, Any]:
    await asyncio.sleep(3)  # it reads what is in its boxes
    found: dict[str, Any] = {"empty_mb": round(server.resident(), 1)}
    before = server.resident()
    for _ in range(300):
        await asyncio.to_thread(idle_table, server.url, wish.game or "piratz")
    found["idle_table_kib"] = round((server.resident() - before) * 1e6 / 1024 / 300, 1)
    load = Load(server.url)
    load.paced = True
    began = time.perf_counter()
    await load.seat_all(wish.game or "piratz", wish.tables, wish.sockets)
    found["seated_seconds"] = round(time.perf_counter() - began, 1)
    await asyncio.sleep(3)
    found["tables_in_play"] = len(load.games)
    found["sockets"] = len(load.sockets)
    found["resident_mb"] = round(server.resident(), 1)
    found["steady"] = await steady(load, server, wish.rate, wish.seconds)
    found["resident_after_mb"] = round(server.resident(), 1)
    found["storm_seconds"] = round(await storm(load), 2)
    await asyncio.sleep(1)
    found["resident_after_storm_mb"] = round(server.resident(), 1)
    found["after_storm"] = await steady(load, server, wish.rate, 3)
    load.close()
    await asyncio.sleep(1)
    found["lost"] = check_nothing_lost(database, load.acked, wish.game or "piratz")
    found["errors"] = load.errors[:5]
    return found


def idle_table(server: str, game: str) -> None:
    bots = [{"seat": seat, "level": "normal"} for seat in range(1, 4)]
    ask(server, "/api/tables", {"game": game, "seats": 4, "name": "Ada", "bots": bots})


if __name__ == "__main__":
    main()
