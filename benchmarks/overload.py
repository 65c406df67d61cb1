"""What others feel when one address attacks: how long acknowledgements take at tables that have nothing to do with it,
in one run, without the attack and with it.

    python benchmarks/overload.py [--seconds 10] [--tables 24] [--rate 60] [--only hints] [--source ../old/src]

People at other tables (they come from 127.0.0.2) move at a steady pace while processes of their own attack from
127.0.0.1: twenty connections ask for all of a finished game again and again (`watch {have: 0}`, 40 times a second
each); sixteen threads ask for its replay; 1,100 requests stay half open, at a server with 1,024 file descriptors; one
player asks for 38 hints a second. At one more table a person plays against a bot that searches for a second
(`bot_turn`: from its being asked until its move is seen), at another against one that plays by rules of thumb.
Limits are as they come; SQLite, full durability. Attackers run at low priority: on a network they would not share the
server's processor either. `machine_itself_late` is how late somebody wakes who only sleeps, at the same time on the
same machine: what the acknowledgements cannot be better than. `server_late` and `disk_slow` are the server's own count
of how often it woke late itself, and of how often a write took so long. Writes one JSON object to the standard output.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gzip
import http.client
import json
import multiprocessing
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import uvloop

from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.server.tables.library import Library
from mischief.trials.client import Line, LineLost, Player

GAME = "pie-rats"
DUEL = "piratz"
ATTACKER, OTHERS = "127.0.0.1", "127.0.0.2"
DESCRIPTORS = 1024

Attack = Callable[[str, str, float, "multiprocessing.Queue[dict[str, int]]"], None]


@contextlib.contextmanager
def serving(folder: Path, source: Path | None) -> Iterator[str]:
    """The server, in a process of its own, with so many descriptors."""
    command = [sys.executable, "-m", "mischief", "serve", "--port", "0", "--workers", "1", "--log-level", "error"]
    command += ["--database", str(folder / "overload.db")]

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, DESCRIPTORS))

    place = os.environ | ({"PYTHONPATH": str(source.resolve())} if source else {})
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=few, env=place)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().split()[-1].rstrip("/")
    finally:
        server.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(15)
        server.kill()


def ask(url: str, address: str, path: str, body: Any = None, seconds: float = 30) -> tuple[int, Any]:
    """One request from an address of ours: its status and what it says."""
    host, port = url.removeprefix("http://").split(":")
    line = http.client.HTTPConnection(host, int(port), timeout=seconds, source_address=(address, 0))
    try:
        if body is None:
            line.request("GET", path, headers={"accept-encoding": "gzip"})
        else:
            line.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        answer = line.getresponse()
        raw = answer.read()
        return answer.status, json.loads(raw) if body is not None else raw
    finally:
        line.close()


def long_game() -> dict[str, Any]:
    """A finished game as a file, the longest kind that we have."""
    game = Library().rulebook(GAME, None, {}).game
    rng, state, policy = Rng(5), game.begin(), game.heuristic()
    moves: list[tuple[int, int]] = []
    entries: list[int] = []

    def deal(count: int) -> None:
        while state.actor() == DEALER:
            outcome = int(state.sample(rng))
            state.apply(DEALER, outcome)
            moves.append((int(DEALER), outcome))
            count += 1
        entries.append(count)

    deal(0)
    while not state.over:
        seat = next(seat for seat in state.actors() if seat >= 0)
        action = int(policy.choose(state.suppose(seat, rng.fork()), seat, rng))
        state.apply(seat, action)
        moves.append((seat, action))
        deal(1)
    names = [f"Rat {seat + 1}" for seat in range(game.seats)]
    facts = {"game": GAME, "rules_version": game.info.rules_version, "seats": game.seats, "options": game.options}
    return {"format": "mischief-game", "version": 1, **facts, "names": names, "moves": moves, "entries": entries}


def milliseconds(times: list[float]) -> dict[str, float]:
    found = sorted(times) or [0.0]
    parts = {"p50_ms": 0.5, "p99_ms": 0.99, "max_ms": 1.0}
    return {name: round(1000 * found[min(len(found) - 1, int(len(found) * part))], 1) for name, part in parts.items()}


# Those who want to play


class Crowd:
    """People at tables of their own, who move at a steady pace."""

    def __init__(self, url: str, rate: float) -> None:
        self.url = url
        self.rate = rate
        self.players: list[list[Player]] = []
        self.times: list[float] = []
        self.late = 0
        self.came = Counter[str]()
        self.duels: dict[str, Duel] = {}

    async def sit_down(self, tables: int) -> None:
        for number in range(tables):
            address = f"127.0.1.{1 + number}"
            _, made = await asyncio.to_thread(
                ask, self.url, address, "/api/tables", {"game": GAME, "seats": 2, "name": "Ada"}
            )
            _, bo = await asyncio.to_thread(ask, self.url, address, f"/api/tables/{made['table']}/sit", {"name": "Bo"})
            self.players.append(await self._begin(made["table"], [made["token"], bo["token"]]))
        for level in ("search:1s", "normal"):
            self.duels[level] = Duel(self.url, level)

    async def _begin(self, table: str, tokens: list[str]) -> list[Player]:
        pair = [Player(self.url, table, [token]) for token in tokens]
        for player in pair:
            player.address = OTHERS
            await player.come()
        await pair[0].do({"type": "start"})
        return pair

    async def play(self, seconds: float) -> dict[str, Any]:
        """Move for so long, and how long the answers took; and whether somebody new could come."""
        self.times.clear()
        self.came.clear()
        self.late = 0
        moves: set[asyncio.Task[None]] = set()
        busy: set[int] = set()
        beside = [asyncio.create_task(self._come_and_go())]
        beside += [asyncio.create_task(duel.play()) for duel in self.duels.values()]
        before = await asyncio.to_thread(slow, self.url)
        context = multiprocessing.get_context("spawn")
        lateness: multiprocessing.Queue[list[float]] = context.Queue()
        sleeper = context.Process(target=sleep_and_wake, args=(seconds - 1, lateness))
        sleeper.start()
        began, done = time.perf_counter(), 0
        while (now := time.perf_counter() - began) < seconds:
            while done < now * self.rate:
                ready = [i for i in range(len(self.players)) if i not in busy and self._ready(i)]
                done += 1
                if ready:
                    chosen = random.choice(ready)
                    busy.add(chosen)
                    move = asyncio.create_task(self._move(chosen))
                    moves.add(move)
                    move.add_done_callback(lambda task, i=chosen: (moves.discard(task), busy.discard(i)))
            await asyncio.sleep(0.002)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await asyncio.wait(moves, timeout=20) if moves else None
        late = await asyncio.to_thread(lateness.get, timeout=30)
        sleeper.join()
        return {
            "acknowledged": len(self.times),
            "unanswered": self.late,
            **milliseconds(self.times),
            "bot_turn": {level: duel.report() for level, duel in self.duels.items()},
            "machine_itself_late": milliseconds(late),
            **since(before, await asyncio.to_thread(slow, self.url)),
            "newcomers": dict(self.came),
        }

    def _ready(self, table: int) -> bool:
        return any(p.legal() for p in self.players[table]) or self.players[table][0].status == "over"

    async def _move(self, table: int) -> None:
        player = next((p for p in self.players[table] if p.legal()), None)
        if player is None:
            await self._play_again(table)
            return
        began = time.perf_counter()
        try:
            async with asyncio.timeout(20):
                answer = await player.do({"type": "play", "actions": [random.choice(player.legal())]})
        except (TimeoutError, LineLost):
            self.late += 1
            return
        if answer["type"] == "ok":
            self.times.append(time.perf_counter() - began)
        with contextlib.suppress(TimeoutError):
            await player.until(lambda: player.seq >= answer["seq"], 5)

    async def _play_again(self, table: int) -> None:
        old = self.players[table]
        await old[0].do({"type": "rematch"})
        await old[0].until(lambda: old[0].rematch is not None, 20)
        self.players[table] = await self._begin(str(old[0].rematch), [player.tokens[0] for player in old])
        for player in old:
            player.leave()

    async def _come_and_go(self) -> None:
        """Now and then somebody new looks in: a page, and a socket."""
        while True:
            try:
                status, _ = await asyncio.to_thread(ask, self.url, "127.0.0.3", "/api/shelf", None, 5)
                self.came[f"shelf {status}"] += 1
                line = await Line.to(self.url, lambda raw: None, address="127.0.0.3")
                line.close()
                self.came["socket"] += 1
            except (OSError, LineLost, http.client.HTTPException):
                self.came["kept out"] += 1
            await asyncio.sleep(0.5)


class Duel:
    """Somebody who plays against a bot and answers at once; and how long the bot takes."""

    def __init__(self, url: str, level: str) -> None:
        self.url = url
        self.level = level
        self.player: Player | None = None
        self.times: list[float] = []

    async def play(self) -> None:
        self.times.clear()
        while True:
            try:
                if self.player is None or self.player.status != "playing":
                    await self._begin()
                await self._turn()
            except (TimeoutError, LineLost, AssertionError):
                self.player = None

    async def _begin(self) -> None:
        bots = [{"seat": 1, "level": self.level}]
        wish = {"game": DUEL, "seats": 2, "name": "Ada", "bots": bots, "start": True}
        _, made = await asyncio.to_thread(ask, self.url, OTHERS, "/api/tables", wish)
        self.player = Player(self.url, made["table"], [made["token"]])
        self.player.address = OTHERS
        await self.player.come()

    async def _turn(self) -> None:
        player = self.player
        assert player is not None
        if player.legal():
            answer = await player.do({"type": "play", "actions": [random.choice(player.legal())]})
            await player.until(lambda: player.seq >= answer["seq"], 20)
            return
        began, seq = time.perf_counter(), player.seq
        await player.until(lambda: player.seq > seq or player.status != "playing", 60)
        self.times.append(time.perf_counter() - began)

    def report(self) -> dict[str, float]:
        return {"turns": len(self.times), **milliseconds(self.times)}


def slow(url: str) -> dict[str, dict[str, float]]:
    """What the server has counted: how often it was late, or its disk slow, by so much."""
    _, page = ask(url, "127.0.0.9", "/metrics")
    found: dict[str, dict[str, float]] = {"late": {}, "commit": {}}
    for line in gzip.decompress(page).decode().splitlines():
        for name, counts in found.items():
            if line.startswith(f'mischief_{name}_seconds_bucket{{le="'):
                counts[line.split('"')[1]] = float(line.split()[-1])
    return found


def since(before: dict[str, dict[str, float]], after: dict[str, dict[str, float]]) -> dict[str, dict[str, int]]:
    """The same for the time between: how many took longer than so many seconds."""

    def longer(name: str) -> dict[str, int]:
        new = {bound: after[name][bound] - before[name][bound] for bound in after[name]}
        return {f"over {bound} s": int(new["+Inf"] - new[bound]) for bound in ("0.05", "0.25", "0.5")}

    return {"server_late": longer("late"), "disk_slow": longer("commit")} if after["late"] else {}


def sleep_and_wake(seconds: float, report: multiprocessing.Queue[list[float]]) -> None:
    """How late the machine itself is: somebody who only sleeps and wakes, and has nothing to do with the server."""
    late = []
    until = time.monotonic() + seconds
    while (began := time.perf_counter()) and time.monotonic() < until:
        time.sleep(0.01)
        late.append(time.perf_counter() - began - 0.01)
    report.put(late)


# Those who attack, each in a process of its own


def watch_again_and_again(url: str, table: str, seconds: float, report: multiprocessing.Queue[dict[str, int]]) -> None:
    """Twenty connections that ask for all of a finished game as often as they may."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    heard: Counter[str] = Counter()

    def hear(raw: bytes) -> None:
        kind = raw[9 : raw.index(b'"', 9)].decode()
        heard[kind if kind != "no" else "told to wait"] += 1

    async def one(until: float) -> None:
        wish = json.dumps({"type": "watch", "table": table, "have": 0}).encode()
        while time.monotonic() < until:
            try:
                line = await Line.to(url, hear, address=ATTACKER)
                while time.monotonic() < until and not line.lost.done():
                    line.send(wish)
                    heard["asked"] += 1
                    await asyncio.sleep(1 / 40)
                line.close()
            except LineLost:
                heard["thrown out"] += 1
                await asyncio.sleep(0.05)

    async def all_of_them() -> None:
        until = time.monotonic() + seconds
        await asyncio.gather(*(one(until) for _ in range(20)))

    uvloop.run(all_of_them())
    report.put(dict(heard))


def ask_for_replays(url: str, table: str, seconds: float, report: multiprocessing.Queue[dict[str, int]]) -> None:
    """Sixteen threads that ask for the replay, each time for another part of it or through other eyes."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    heard: Counter[str] = Counter()
    until = time.monotonic() + seconds

    def hammer(number: int) -> None:
        rng = random.Random(number)
        while time.monotonic() < until:
            viewer = rng.choice(("all", "watcher", "0", "1"))
            path = f"/api/games/{table}/replay?viewer={viewer}&from={rng.randrange(300)}&count=200"
            try:
                heard[str(ask(url, ATTACKER, path)[0])] += 1
            except (OSError, http.client.HTTPException):
                heard["no answer"] += 1

    threads = [threading.Thread(target=hammer, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    report.put(dict(heard))


def stand_in_the_door(url: str, table: str, seconds: float, report: multiprocessing.Queue[dict[str, int]]) -> None:
    """Connections that begin a request and never end it, 1,100 of them at any time."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    host, port = url.removeprefix("http://").split(":")
    heard: Counter[str] = Counter()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    until = time.monotonic() + seconds
    open_ones: list[socket.socket] = []
    while time.monotonic() < until:
        while len(open_ones) < 1100 and time.monotonic() < until:
            try:
                one = socket.create_connection((host, int(port)), timeout=5, source_address=(ATTACKER, 0))
                one.sendall(b"GET /api/shelf HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
                one.setblocking(False)
                open_ones.append(one)
                heard["connected"] += 1
            except OSError:
                heard["not let in"] += 1
                time.sleep(0.01)
        left = []
        for one in open_ones:
            try:
                gone = one.recv(1000) == b"" or True
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                one.close()
                heard["sent away"] += 1
            else:
                left.append(one)
        open_ones = left
        heard["half open at once"] = max(heard["half open at once"], len(open_ones))
        time.sleep(0.2)
    for one in open_ones:
        one.close()
    report.put(dict(heard))


def ask_for_hints(url: str, table: str, seconds: float, report: multiprocessing.Queue[dict[str, int]]) -> None:
    """One player who asks for 38 hints a second."""
    os.setpriority(os.PRIO_PROCESS, 0, 10)
    heard: Counter[str] = Counter()

    async def one(until: float) -> None:
        _, made = ask(url, ATTACKER, "/api/tables", {"game": GAME, "seats": 2, "name": "Mo"})
        _, bo = ask(url, ATTACKER, f"/api/tables/{made['table']}/sit", {"name": "Bo"})
        player = Player(url, made["table"], [made["token"], bo["token"]])
        player.address = ATTACKER
        await player.come()
        await player.do({"type": "start"}, seat=0)
        await player.until(lambda: bool(player.legal(0) or player.legal(1)))
        seat = 0 if player.legal(0) else 1
        asked: list[asyncio.Future[dict[str, Any]]] = []
        while time.monotonic() < until:
            asked.append(player.send({"type": "hint"}, seat=seat))
            await asyncio.sleep(1 / 38)
        heard["asked"] = len(asked)
        answers = [a.result() for a in asked if a.done()]
        heard["hints given"] = sum(a["type"] == "ok" for a in answers)
        heard["told to wait"] = sum(a["type"] == "no" for a in answers)
        player.leave()

    uvloop.run(one(time.monotonic() + seconds))
    report.put(dict(heard))


ATTACKS: dict[str, Attack] = {
    "watch": watch_again_and_again,
    "replay": ask_for_replays,
    "half_open": stand_in_the_door,
    "hints": ask_for_hints,
}


async def attacked(crowd: Crowd, attacks: dict[str, Attack], table: str, seconds: float) -> dict[str, Any]:
    context = multiprocessing.get_context("spawn")
    reports: dict[str, multiprocessing.Queue[dict[str, int]]] = {name: context.Queue() for name in attacks}
    running = [
        context.Process(target=attack, args=(crowd.url, table, seconds + 2, reports[name]))
        for name, attack in attacks.items()
    ]
    for process in running:
        process.start()
    await asyncio.sleep(2.5)  # they have to start, too
    found = await crowd.play(seconds)
    for name, report in reports.items():
        found[name] = await asyncio.to_thread(report.get, timeout=60)
    for process in running:
        await asyncio.to_thread(process.join, 30)
    return found


async def run(url: str, wish: argparse.Namespace) -> dict[str, Any]:
    status, brought = await asyncio.to_thread(ask, url, "127.0.0.9", "/api/games", long_game())
    assert status == 200, brought
    table = brought["table"]
    crowd = Crowd(url, wish.rate)
    await crowd.sit_down(wish.tables)
    found: dict[str, Any] = {}

    def say(name: str, value: Any) -> None:
        found[name] = value
        print(f"{name}: {json.dumps(value)}", file=sys.stderr, flush=True)

    say("in_peace", await crowd.play(wish.seconds))
    for name, attack in ATTACKS.items():
        if wish.only in ("", name):
            say(f"under_{name}", await attacked(crowd, {name: attack}, table, wish.seconds))
            await asyncio.sleep(12)  # what is half open expires, what was asked is answered
    if not wish.only:
        say("under_all", await attacked(crowd, ATTACKS, table, wish.seconds))
        await asyncio.sleep(12)
        say("in_peace_again", await crowd.play(wish.seconds))
    return found


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--seconds", type=float, default=10)
    words.add_argument("--tables", type=int, default=24)
    words.add_argument("--rate", type=float, default=60, help="Moves a second at the other tables.")
    words.add_argument("--only", default="", choices=["", *ATTACKS])
    words.add_argument("--source", type=Path, help="Where the server's code is, if it is another's.")
    wish = words.parse_args()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), wish.source) as url:
        print(json.dumps(uvloop.run(run(url, wish)), indent=1))


if __name__ == "__main__":
    main()
