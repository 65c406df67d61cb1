"""The second door: a listener on the local network's address, opened and shut while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

from mischief.server.tables.refusing import Denied

log = logging.getLogger("mischief.server")
SHUT = 1001
"""The close code for those who came through a door that is shut: this server is no longer there for them."""


class Network:
    """Beside the listener that a server began with, on the same port if it can be had."""

    def __init__(self, server: uvicorn.Server, port: int) -> None:
        self.server = server
        self.port = port
        self.listener: asyncio.AbstractServer | None = None
        self.place: tuple[str, int] = ("", 0)

    async def open(self, address: str) -> str:
        """Listen there too; returns what links begin with."""
        door = self._socket(address)
        self.place = door.getsockname()[:2]
        server, config = self.server, self.server.config

        def answer() -> asyncio.Protocol:
            made: Any = config.http_protocol_class
            found: asyncio.Protocol = made(
                config=config, server_state=server.server_state, app_state=server.lifespan.state
            )
            return found

        self.listener = await asyncio.get_running_loop().create_server(answer, sock=door, backlog=config.backlog)
        server.servers.append(self.listener)
        name = f"[{self.place[0]}]" if ":" in self.place[0] else self.place[0]
        log.info("open to the local network", extra={"at": name})
        return f"http://{name}:{self.place[1]}"

    def _socket(self, address: str) -> socket.socket:
        for port in (self.port, 0):
            try:
                family, kind, proto, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
                door = socket.socket(family, kind, proto)
                door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                with contextlib.ExitStack() as unless_it_works:
                    unless_it_works.callback(door.close)
                    door.bind(place)
                    door.setblocking(False)
                    unless_it_works.pop_all()
                return door
            except OSError as error:
                why = error.strerror
        raise Denied("not_now", f"This machine cannot be reached at {address}: {why}.")

    async def shut(self) -> None:
        """Listen there no longer, and send away whoever came through it."""
        if self.listener is None:
            return
        self.listener.close()
        if self.listener in self.server.servers:
            self.server.servers.remove(self.listener)
        self.listener = None
        for connection in list(self.server.server_state.connections):
            guest: Any = connection
            if guest.server == self.place:
                guest.cut(SHUT, "shut to the network") if hasattr(guest, "cut") else guest.transport.close()
        log.info("shut to the local network")


class Host(uvicorn.Server):
    """A server that does something more once it listens."""

    def __init__(self, config: uvicorn.Config, then: Callable[[], Awaitable[None]] | None = None) -> None:
        super().__init__(config)
        self.then = then

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.then is not None:
            await self.then()
