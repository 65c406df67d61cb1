"""Throws nonsense at a server: random and mutated frames at its WebSocket, generated requests at its HTTP API.

In the midst of it a few real games are played. At the end the server must be healthy, must never have answered with an
error of its own (500), and every table must still be there and playable, its log sound.
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import json
import random
import string
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from mischief.engine.errors import MischiefError
from mischief.extras import needs
from mischief.trials.client import Line, LineLost, Player, ask_async

HAND = (0x81, 0x82, 0x01, 0x80, 0x89, 0x8A, 0x83, 0xC1, 0x88)
"""First bytes of frames: text, binary, fragments, ping, pong, and some that must not be."""


class Broken(MischiefError):
    """The server did not stand the nonsense."""


class FuzzReport(msgspec.Struct):
    """What came back."""

    frames: int = 0
    requests: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    statuses: Counter[int] = msgspec.field(default_factory=Counter)
    closed: int = 0
    moves_played_meanwhile: int = 0
    tables_checked: int = 0


class FrameFuzzer:
    """Makes frames: some as any client sends them, most of them spoilt."""

    def __init__(self, table: str, tokens: list[str], rng: random.Random) -> None:
        self.table = table
        self.tokens = tokens
        self.rng = rng
        self.number = 0

    def valid(self) -> dict[str, Any]:
        rng = self.rng
        self.number += 1
        whats: list[dict[str, Any]] = [
            {"type": "play", "actions": [rng.randrange(120)]},
            {"type": "play", "text": rng.choice(("pass", "reveal", "done", "take rags, bury pz07"))},
            {"type": "check", "actions": [rng.randrange(120)] * rng.randrange(1, 4)},
            {"type": "check", "undo": True},
            {"type": "check", "forced": True},
            {"type": "undo"},
            {"type": "say", "text": self.text()},
            {"type": "add_bot", "seat": rng.randrange(6), "level": rng.choice(("easy", "normal", "nonsense"))},
            {"type": "clear_seat", "seat": rng.randrange(6)},
            {"type": "start"},
            {"type": "rename", "name": self.text()[:20] or "x"},
            {"type": "auto_pass", "on": rng.random() < 0.5, "phases": [self.text()[:10]]},
            {"type": "rematch"},
            {"type": "take_back"},
            {"type": "hand_over", "seat": rng.randrange(4), "level": "easy"},
        ]
        do: dict[str, Any] = {
            "type": "do",
            "table": self.table,
            "cmd_id": f"f{self.number}",
            "seat": rng.choice((0, 1, None, 5)),
            "seen": rng.choice((0, 3, 10**6)),
            "what": rng.choice(whats),
        }
        watch: dict[str, Any] = {"type": "watch", "table": self.table, "tokens": self.tokens, "have": rng.randrange(5)}
        others: list[dict[str, Any]] = [
            {"type": "ping"},
            {"type": "hello", "protocol": 1},
            {"type": "unwatch", "table": "nowhere"},
            watch,
        ]
        return rng.choice([do, do, do, *others])

    def text(self) -> str:
        pool = string.printable + "ñ漢🐀\u202e\u0000\u200b\ud83d"[:-1]
        return "".join(self.rng.choice(pool) for _ in range(self.rng.randrange(40)))

    def anything(self) -> Any:
        rng = self.rng
        simple: list[Any] = [
            None,
            True,
            -1,
            0,
            2**31,
            2**53 + 1,
            10**30,
            1.5,
            -0.0,
            "",
            self.text(),
            "x" * 500,
            [],
            {},
            [[]] * 9,
        ]
        return rng.choice(simple)

    def spoil(self, message: dict[str, Any]) -> dict[str, Any]:
        """Change one thing somewhere inside."""
        spoilt = copy.deepcopy(message)
        place: Any = spoilt
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                return spoilt
            key = self.rng.choice(keys)
            if isinstance(place[key], dict | list) and place[key] and self.rng.random() < 0.6:
                place = place[key]
                continue
            match self.rng.randrange(3):
                case 0:
                    place[key] = self.anything()
                case 1:
                    del place[key]
                case _ if isinstance(place, dict):
                    place[self.text()[:8]] = self.anything()
            return spoilt

    def frame(self) -> bytes:
        """The payload of one message."""
        roll = self.rng.random()
        if roll < 0.15:
            return json.dumps(self.valid()).encode("utf-8", "surrogatepass")
        if roll < 0.65:
            return json.dumps(self.spoil(self.valid()), ensure_ascii=self.rng.random() < 0.5).encode("utf-8", "replace")
        if roll < 0.85:
            raw = bytearray(json.dumps(self.valid()).encode("utf-8", "replace"))
            for _ in range(self.rng.randrange(1, 4)):
                at = self.rng.randrange(len(raw))
                raw[at : at + self.rng.randrange(3)] = self.rng.randbytes(self.rng.randrange(3))
            return bytes(raw)
        if roll < 0.99:
            return self.rng.randbytes(self.rng.randrange(200))
        return self.rng.randbytes(self.rng.choice((17_000, 70_000, 300_000)))


async def fuzz_frames(
    server: str, count: int, report: FuzzReport, seed: int, tell: Callable[[int], None] = lambda done: None
) -> None:
    """So many frames over many short-lived connections."""
    rng = random.Random(seed)
    made = await ask_async(server, "/api/tables", {"game": "piratz", "seats": 3, "name": "Fuzz"})
    second = await ask_async(server, f"/api/tables/{made['table']}/sit", {"name": "Fuzz Two"})
    fuzzer = FrameFuzzer(made["table"], [made["token"], second["token"], made["host"]], rng)
    sent = 0
    while sent < count:
        heard = asyncio.Event()

        def hear(raw: bytes, heard: asyncio.Event = heard) -> None:
            message = json.loads(raw)
            report.answers[f"{message['type']} {message.get('code', '')}".strip()] += 1
            if message["type"] == "pong":
                heard.set()

        try:
            line = await Line.to(server, hear)
            batch = min(rng.randrange(5, 120), count - sent)
            for _ in range(batch):
                kind = 0x81 if rng.random() < 0.99 else rng.choice(HAND)
                line.send(fuzzer.frame(), kind)
                sent += 1
                await asyncio.sleep(0)
                if line.lost.done():
                    break
            if rng.random() < 0.1:
                line.raw(rng.randbytes(rng.randrange(1, 60)))
            else:
                line.send(b'{"type":"ping"}')
                answered = asyncio.ensure_future(heard.wait())
                either: list[asyncio.Future[Any]] = [answered, line.lost]
                await asyncio.wait(either, timeout=20, return_when="FIRST_COMPLETED")
                answered.cancel()
                if not heard.is_set() and not line.lost.done():
                    raise Broken("A connection stays open and is silent.")
            report.closed += line.lost.done()
            line.close()
        except LineLost:
            report.closed += 1
        tell(sent)
    report.frames += sent


def fuzz_requests(
    server: str,
    count: int,
    report: FuzzReport,
    tables: list[str],
    secrets: dict[str, str],
    tell: Callable[[int], None] = lambda done: None,
) -> None:
    """So many requests made up by schemathesis from the API's own description, right and wrong ones."""
    with needs("dev"):
        import schemathesis
        from hypothesis import HealthCheck, Phase, given, settings
        from hypothesis.errors import Unsatisfiable
        from schemathesis import GenerationMode

    warnings.simplefilter("ignore")
    schema = schemathesis.openapi.from_url(f"{server}/api/openapi.json")
    operations: list[Any] = [found.ok() for found in schema.get_all_operations()]  # type: ignore[union-attr]
    done = 0
    rng = random.Random(count)
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            share = max(1, count // (2 * len(operations)))

            @settings(
                max_examples=share,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(case=operation.as_strategy(generation_mode=mode))
            def run(case: Any) -> None:
                nonlocal done
                _bring_home(case, tables, secrets, rng)
                answer = case.call(timeout=30)
                report.statuses[answer.status_code] += 1
                done += 1
                tell(done)
                if answer.status_code >= 500:
                    raise Broken(f"{case.method} {case.path}: {answer.status_code} {answer.text[:300]}")

            with contextlib.suppress(Unsatisfiable):  # a way without parameters cannot be asked wrongly
                run()
    report.requests += done


def _bring_home(case: Any, tables: list[str], secrets: dict[str, str], rng: random.Random) -> None:
    """Half of the made-up requests go to tables, games and circles that exist, so that they come past the first
    door."""
    if rng.random() < 0.5:
        return
    if isinstance(case.path_parameters, dict):
        if "table" in case.path_parameters:
            case.path_parameters["table"] = rng.choice(tables)
        if "game" in case.path_parameters:
            case.path_parameters["game"] = "piratz"
    if isinstance(case.body, dict):
        case.body.update({name: secret for name, secret in secrets.items() if name in case.body})
    if isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = rng.choice(("piratz", "high-tea"))
        case.body.pop("options", None)
        if rng.random() < 0.5:
            case.body["seats"] = 3


async def play_meanwhile(server: str, report: FuzzReport, stop: asyncio.Event) -> tuple[str, list[str]]:
    """A real game beside the nonsense, until told to stop; the table is left in play."""
    made = await ask_async(server, "/api/tables", {"game": "piratz", "seats": 2, "name": "Ada"})
    bo = await ask_async(server, f"/api/tables/{made['table']}/sit", {"name": "Bo"})
    tokens = [made["token"], bo["token"]]
    players = [await Player(server, made["table"], [token]).come() for token in tokens]
    await players[0].do({"type": "start"})
    while not stop.is_set() and players[0].status != "over":
        mover = next((p for p in players if p.legal()), None)
        if mover is None:
            await asyncio.sleep(0.01)
            continue
        answer = await asyncio.wait_for(mover.do({"type": "play", "actions": [random.choice(mover.legal())]}), 30)
        if answer["type"] != "ok" and answer["code"] != "stale":
            raise Broken(f"A real game was disturbed: {answer}")
        report.moves_played_meanwhile += answer["type"] == "ok"
        for player in players:
            await player.until(lambda p=player, a=answer["seq"]: p.seq >= a, 30)  # type: ignore[misc]
        await asyncio.sleep(0.05)
    for player in players:
        player.leave()
    return made["table"], tokens


async def _some_tables(server: str) -> list[str]:
    """One that waits for players, one with a game in play, one whose game is over."""
    bots = [{"seat": seat, "level": "random"} for seat in range(2)]
    waiting = await ask_async(server, "/api/tables", {"game": "piratz", "seats": 4})
    playing = await ask_async(
        server, "/api/tables", {"game": "piratz", "seats": 3, "name": "Ada", "bots": [{"seat": 1, "level": "easy"}]}
    )
    over = await ask_async(server, "/api/tables", {"game": "piratz", "seats": 2, "bots": bots, "start": True})
    return [waiting["table"], playing["table"], over["table"]]


async def _some_secrets(server: str) -> dict[str, str]:
    """A circle's link and key, and a code under which something waits, by the names that requests have for them."""
    circle = await ask_async(server, "/api/circles", {"title": "Fuzz", "name": "Ada"})
    left = await ask_async(server, "/api/carry", {"name": "Ada"})
    return {"link": circle["link"], "key": circle["key"], "circle": circle["key"], "code": left["code"]}


async def fuzz(
    server: str,
    frames: int,
    requests: int,
    seed: int = 1,
    tell: Callable[[str, int], None] = lambda what, done: None,
) -> FuzzReport:
    """Everything, with a game beside it. Raises Broken if the server did not stand it."""
    with needs("dev"):  # said now, not after all the frames
        import schemathesis  # noqa: F401
    report = FuzzReport()
    stop = asyncio.Event()
    game = asyncio.create_task(play_meanwhile(server, report, stop))
    await fuzz_frames(server, frames, report, seed, lambda done: tell("frames", done))
    if requests:
        tables = await _some_tables(server)
        secrets = await _some_secrets(server)
        await asyncio.to_thread(
            fuzz_requests, server, requests, report, tables, secrets, lambda done: tell("requests", done)
        )
    stop.set()
    table, tokens = await game
    health = await ask_async(server, "/healthz")
    if not health["ok"]:
        raise Broken(f"The server is not healthy: {health}")
    for token in tokens:
        player = await Player(server, table, [token]).come()
        report.tables_checked += player.status in ("playing", "over")
        player.leave()
    return report
