"""The physical limit that server_load.py measures beside: a bare WebSocket echo that appends a row to SQLite for every
message, durable before it answers, with group commit; then it sends as many messages, of such a size, as the first
twelve digits of the message say. No tables, no rules, no secrets.

    python benchmarks/server_echo.py FILE
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import uvicorn

Message = MutableMapping[str, Any]


class Echo:
    def __init__(self, file: str) -> None:
        self.base = sqlite3.connect(file, check_same_thread=False)
        self.base.execute("PRAGMA journal_mode=WAL")
        self.base.execute("PRAGMA synchronous=FULL")
        self.base.execute("CREATE TABLE rows (body TEXT)")
        self.base.commit()
        self.waiting: list[tuple[str, asyncio.Future[None]]] = []
        self.writer: asyncio.Task[None] | None = None
        self.thread = ThreadPoolExecutor(1)

    def _commit(self, bodies: list[tuple[str]]) -> None:
        self.base.executemany("INSERT INTO rows VALUES (?)", bodies)
        self.base.commit()

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting:
            group, self.waiting = self.waiting, []
            await loop.run_in_executor(self.thread, self._commit, [(body,) for body, _ in group])
            for _, done in group:
                done.set_result(None)
        self.writer = None

    async def append(self, body: str) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((body, done))
        if self.writer is None:
            self.writer = asyncio.get_running_loop().create_task(self._write())
        await done

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            body = message["text"]
            if not body[:12].isdecimal():  # a greeting
                continue
            await self.append(body[12:])
            copies, said = int(body[:4]), "x" * int(body[4:12])
            for _ in range(copies):
                await send({"type": "websocket.send", "text": said})


def main() -> None:
    config = uvicorn.Config(
        Echo(sys.argv[1]),
        port=0,
        loop="uvloop",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        access_log=False,
    )
    server = uvicorn.Server(config)
    listener = config.bind_socket()
    listener.listen(4096)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    server.run(sockets=[listener])


if __name__ == "__main__":
    main()
