"""Bots think in worker processes; one that hangs or dies does not stop a game."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from harness import Served, come, crumbs, play_to_the_end, quick, started

from mischief.server.thinking import workers
from mischief.server.thinking.pool import Thinker
from mischief.trials.client import ask


def test_bots_play_in_workers_and_a_killed_worker_is_replaced(tmp_path: Path) -> None:
    settings = quick(tmp_path / "bots.db")
    settings.workers = 1
    with Served(settings, crumbs()) as server:

        async def scene() -> None:
            bots = [{"seat": seat, "level": "normal"} for seat in (1, 2)]
            wish = {"game": "last-crumb", "seats": 3, "name": "Ada", "bots": bots, "start": True}
            made = await asyncio.to_thread(ask, server.url, "/api/tables", wish)
            ada = await come(server.url, made["table"], made["token"])
            for turn in range(5):
                await ada.until(lambda: bool(ada.legal()), 60)
                if turn == 2:
                    for pid in server.inside.thinker.workers.pids():
                        os.kill(pid, signal.SIGKILL)
                answer = await ada.do({"type": "play", "actions": [ada.legal()[0]]})
                assert answer["type"] == "ok"
                await ada.until(lambda a=answer["seq"]: ada.seq >= a)
            await ada.until(lambda: ada.status == "over", 60)

        asyncio.run(scene())
        assert server.inside.thinker.thoughts > 0


def test_a_bot_that_thinks_too_long_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.2)
    with Served(quick(tmp_path / "slow.db"), crumbs()) as server:
        server.inside.thinker = Slow(0)

        async def scene() -> None:
            one, two = await started(server.url)
            await two.do({"type": "hand_over", "seat": 1, "level": "normal"})
            await play_to_the_end([one])
            assert one.status == "over"

        asyncio.run(scene())


class Slow(Thinker):
    async def _think(self, *_: object) -> None:  # type: ignore[override]
        await asyncio.sleep(0.05)
        raise TimeoutError


def test_workers_go_when_their_server_is_killed(tmp_path: Path) -> None:
    words = [
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "orphans.db"),
        "--bot-pace",
        "0",
        "--log-level",
        "error",
    ]
    running = subprocess.Popen([sys.executable, "-m", "mischief", *words], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    url = running.stdout.readline().split()[-1].rstrip("/")
    bots = [{"seat": seat, "level": "normal"} for seat in range(2)]
    ask(url, "/api/tables", {"game": "piratz", "seats": 2, "bots": bots, "start": True})

    async def children_until(some: bool) -> None:
        async with asyncio.timeout(20):
            while bool(_workers(running.pid)) != some:
                await asyncio.sleep(0.1)

    asyncio.run(children_until(True))
    workers = _workers(running.pid)
    running.kill()
    running.wait()

    async def gone() -> None:
        async with asyncio.timeout(20):
            while any(Path(f"/proc/{pid}").exists() for pid in workers):
                await asyncio.sleep(0.1)

    asyncio.run(gone())


def _workers(parent: int) -> list[int]:
    import psutil

    return [child.pid for child in psutil.Process(parent).children() if "spawn_main" in " ".join(child.cmdline())]
