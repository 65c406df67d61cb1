"""Runs the application under uvicorn, with the settings that were measured to serve it best."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any

import uvicorn

from mischief.engine.errors import MischiefError
from mischief.server.keeping.database import shown
from mischief.server.keeping.store import Store
from mischief.server.logs import start_logging
from mischief.server.speaking.app import Settings, make_app
from mischief.server.speaking.doors import OURS, CarefulProtocol
from mischief.server.speaking.front import Front
from mischief.server.speaking.network import Host, Network
from mischief.server.speaking.wire import FastProtocol
from mischief.server.tables.library import Library

if TYPE_CHECKING:
    from mischief.server.speaking.certificate import Certificate

MOST_FILES = 65_536
"""File descriptors that we ask the system for, at most."""


class CannotListen(MischiefError):
    """The address or port cannot be had."""


def run(
    settings: Settings,
    host: str,
    port: int,
    log_format: str = "text",
    log_level: str = "info",
    behind_proxy: str = "",
    library: Library | None = None,
    certificate: Certificate | None = None,
    lan: bool = False,
) -> None:
    """Serve until told to stop. A port of 0 takes a free one; the first line on the standard output says which. With
    `lan` it is open to the local network from the start."""
    start_logging(log_format, log_level)
    asyncio.run(_try(settings.database))
    listener = _listen(host, port)
    app = make_app(settings, library)
    tls = {"ssl_certfile": certificate.cert, "ssl_keyfile": certificate.key} if certificate else {}
    config = configure(app, behind_proxy, **tls)
    app.doors.most = _room()
    where = listener.getsockname()
    name = f"[{where[0]}]" if ":" in where[0] else where[0]
    print(f"Mischief is served at http{'s' if certificate else ''}://{name}:{where[1]}/", flush=True)
    if settings.public_url:
        print(f"Links begin with {settings.public_url}/", flush=True)
    print(f"Games are kept in {shown(settings.database)}", flush=True)

    async def begin() -> None:
        if lan:
            await app.reach.flip(True)
            print(f"Friends in your network find it at {app.reach.opened}/", flush=True)
        if certificate is not None and config.ssl is not None:
            app.server.spawn(certificate.watch(config.ssl))

    server = Host(config, begin)
    network = Network(server, where[1])
    app.reach.open_door, app.reach.shut_door = network.open, network.shut
    # Uvicorn stops gracefully on these and then passes them on; a server that was asked to stop and did is no failure.
    for asked in (signal.SIGTERM, signal.SIGINT):
        signal.signal(asked, lambda number, frame: None)
    server.run(sockets=[listener])
    if not server.started:
        raise SystemExit(3)


def configure(app: Front, behind_proxy: str = "", **changes: Any) -> uvicorn.Config:
    """Uvicorn as it serves us best, with our doors."""
    settings: dict[str, Any] = {
        "loop": "auto",
        "http": CarefulProtocol,
        "ws": FastProtocol,
        "ws_max_size": 256 * 1024,
        "ws_per_message_deflate": False,
        "ws_ping_interval": 30,
        "ws_ping_timeout": 60,
        "lifespan": "on",
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "backlog": 4096,
        "timeout_graceful_shutdown": 10,
        "proxy_headers": bool(behind_proxy),
        "forwarded_allow_ips": behind_proxy or None,
        "h11_max_incomplete_event_size": 32 * 1024,
    }
    app.doors.proxies = frozenset(part.strip() for part in behind_proxy.split(",") if part.strip())
    return uvicorn.Config(app, **settings | changes)


def _room() -> int | None:
    """How many connections there can be, with as many file descriptors as may be had; None where nobody counts."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(16, soft - OURS)


async def _try(database: str) -> None:
    """Open the database once before anything else, so that what is wrong with it is said in a sentence."""
    store = Store(database)
    await store.open()
    await store.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, proto)
        if sys.platform != "win32":  # where it would allow two programs on one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(4096)
    except OSError as error:
        raise CannotListen(f"Cannot listen on {host}:{port}: {error.strerror}. Name another with --port.") from error
    listener.setblocking(False)
    return listener
