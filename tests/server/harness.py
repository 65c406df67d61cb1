"""A real server on a free port, in a thread of the test's process; and games for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
import uvloop

from mischief.server.playing.table_server import TableServer, TableSettings
from mischief.server.run import configure
from mischief.server.speaking.app import Settings, make_app
from mischief.server.tables.library import Library
from mischief.trials.client import Player, ask

TEMPLATE = str(Path(__file__).parents[2] / "src" / "mischief" / "template")


def crumbs() -> Library:
    """The shelf, and the template game beside it."""
    library = Library()
    both = {"last-crumb": TEMPLATE, **{name: library.sources[name] for name in library.books}}
    return Library(both)


class Served:
    """A running server: its address, and what is inside, for looking behind the curtain."""

    def __init__(self, settings: Settings, library: Library | None = None, **extra: Any) -> None:
        self.app = make_app(settings, library or crumbs(), **extra)
        self.inside: TableServer = self.app.server
        config = configure(self.app, host="127.0.0.1", port=0, loop="uvloop", timeout_graceful_shutdown=3)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.loop: asyncio.AbstractEventLoop

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        uvloop.run(serve())

    def __enter__(self) -> Served:
        self.thread.start()
        deadline = time.monotonic() + 20
        while not self.server.started:
            if not self.thread.is_alive() or time.monotonic() > deadline:
                raise AssertionError("the server did not start")
            time.sleep(0.01)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        assert not self.thread.is_alive(), "the server did not stop"


def quick(database: Path | str, **changes: Any) -> Settings:
    """Settings for tests: bots answer at once, in a thread."""
    tables = TableSettings(bot_pace=0.0, hint_level="normal", **changes.pop("tables", {}))
    return Settings(database=str(database), workers=0, tables=tables, **changes)


@contextlib.contextmanager
def served(database: Path | str, library: Library | None = None, **changes: Any) -> Iterator[Served]:
    with Served(quick(database, **changes), library) as server:
        yield server


def table_of(url: str, game: str = "last-crumb", people: int = 2, **wish: Any) -> tuple[str, list[str], str]:
    """A table with people in its first seats: its id, their tokens, the host's token."""
    made = ask(url, "/api/tables", {"game": game, **wish})
    tokens = [
        ask(url, f"/api/tables/{made['table']}/sit", {"name": name})["token"]
        for name in ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")[:people]
    ]
    return made["table"], tokens, made["host"]


async def come(url: str, table: str, *tokens: str) -> Player:
    return await Player(url, table, list(tokens)).come()


async def started(url: str, game: str = "last-crumb", people: int = 2, **wish: Any) -> list[Player]:
    """A game under way, with a player in every seat."""
    table, tokens, _ = await asyncio.to_thread(table_of, url, game, people, **wish)
    players = [await come(url, table, token) for token in tokens]
    assert (await players[0].do({"type": "start"}))["type"] == "ok"
    for player in players:
        await player.until(lambda p=player: p.status != "waiting")
    return players


async def all_heard(players: list[Player]) -> None:
    """Wait until everybody has heard all that there is to hear."""
    for player in players:
        number = (await come(player.server, player.table, *player.tokens)).seq
        await player.until(lambda p=player, n=number: p.seq >= n)  # type: ignore[misc]


async def play_to_the_end(players: list[Player], seconds: float = 60) -> None:
    """Everybody makes their first legal move until the game is over."""

    async def one(player: Player) -> None:
        while True:
            await player.until(lambda: player.status != "playing" or bool(player.legal()), seconds)
            if player.status != "playing":
                return
            answer = await player.do({"type": "play", "actions": [player.legal()[0]]})
            assert answer["type"] == "ok" or answer["code"] == "stale", answer
            await player.until(lambda a=answer: player.seq >= a["seq"], seconds)

    await asyncio.gather(*(one(player) for player in players))


def fetch(
    url: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(url, body, {k.replace("_", "-"): v for k, v in headers.items()}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()
