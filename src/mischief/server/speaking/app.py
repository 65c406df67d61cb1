"""The whole server as one ASGI application: pages, API, WebSocket, health and metrics, behind one careful front."""

from __future__ import annotations

import contextlib
import gc
import logging
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute

from mischief.server.afterwards.clerk import Clerk
from mischief.server.keeping.store import Store
from mischief.server.playing.table_server import TableServer, TableSettings
from mischief.server.speaking.api import ENDPOINTS, Api, json_response, problem
from mischief.server.speaking.asking import Endpoint
from mischief.server.speaking.front import Front
from mischief.server.speaking.openapi import describe
from mischief.server.speaking.pages import Files, Pages
from mischief.server.speaking.reach import Reach
from mischief.server.speaking.sockets import Connections
from mischief.server.tables.library import Library
from mischief.server.thinking.pool import Thinker

log = logging.getLogger("mischief.server")

STATIC = Path(__file__).parent.parent / "static"
MOST_BODY = 2 * 1024 * 1024


class Settings(msgspec.Struct):
    """How the server runs."""

    database: str = "mischief.db"
    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server."""
    limits: bool = True
    """Off only for measuring: how often anybody may do anything."""
    sockets_per_address: int = 500
    public_url: str = ""
    """What links begin with, where a proxy or a tunnel stands before the server."""
    owner: str = ""
    """The key with which the browser that `mischief` opened proves itself."""
    lan: str = ""
    """The address to be opened in the local network; empty: to be found."""
    known_names: bool = False
    """Answer only under names that are ours, so that no page of another site reaches a server at home."""
    tables: TableSettings = msgspec.field(default_factory=TableSettings)


def make_app(settings: Settings, library: Library | None = None, static: Path = STATIC) -> Front:
    """Everything, ready to be served."""
    store = Store(settings.database)
    server = TableServer(
        store, library or Library(), Thinker(settings.workers, settings.limits), settings.tables, settings.limits
    )
    clerk = Clerk(settings.workers > 0, settings.limits)
    reach = Reach(settings.public_url, settings.owner, settings.lan, settings.known_names)
    api = Api(server, clerk, settings.limits, reach)
    connections = Connections(server, settings.limits, settings.sockets_per_address)
    count(server, connections)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await server.open()
        # What is there now stays: the collector need not look at it again, nor often at what comes.
        gc.collect()
        gc.freeze()
        gc.set_threshold(50_000, 50, 100)
        log.info("the doors are open", extra={"games": len(server.library.books)})
        yield
        log.info("the doors are closed")
        api.analyst.close()
        clerk.close()
        await server.close()

    async def health(request: Request) -> Response:
        sound = not store.paused and await store.alive()
        return json_response({"ok": sound, "paused": store.paused, "why": store.trouble or ""}, 200 if sound else 503)

    async def metrics(request: Request) -> Response:
        return Response(server.metrics.write(), media_type=server.metrics.content_type)

    async def openapi(request: Request) -> Response:
        return json_response(describe())

    pages = Pages(static, server.game_of, api.preview)

    async def page(request: Request) -> Response:
        return await pages.answer(request)

    routes = [
        WebSocketRoute("/ws", connections),
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/openapi.json", openapi),
        *(_routes(api)),
        *([Mount("/assets", Files(directory=static / "assets"))] if (static / "assets").is_dir() else []),
        Route("/{path:path}", page),
    ]
    inside = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)],
        exception_handlers={500: _trouble},
    )
    per_address = settings.sockets_per_address if settings.limits else None
    return Front(inside, server, clerk, reach, settings.origins, settings.limits, per_address)


def count(server: TableServer, connections: Connections) -> None:
    """What is looked up when somebody asks for the metrics."""
    gauge, store, thinker = server.metrics.gauge, server.store, server.thinker
    gauge("sockets", "Open WebSockets.", lambda: len(connections.open))
    gauge("tables_in_memory", "Tables in memory.", lambda: len(server.tables))
    gauge("store_paused", "1 while the store cannot be written.", lambda: int(store.paused))
    gauge("store_commits", "Groups written to the store.", lambda: store.commits)
    gauge("store_rows", "Entries written to the store.", lambda: store.rows)
    gauge("bot_thoughts", "Thoughts asked for.", lambda: thinker.thoughts)
    gauge("bot_thoughts_waiting", "Thoughts that have begun or wait for a worker.", lambda: thinker.waiting)
    gauge("bot_thoughts_shortened", "Thoughts that were shorter because many waited.", lambda: thinker.shortened)


async def _trouble(request: Request, error: Exception) -> Response:
    log.error("a request failed", exc_info=error, extra={"path": request.scope.get("path", "")[:80]})
    return json_response(
        {"code": "trouble", "text": "Something went wrong here. Nothing was changed.", "clause": ""}, 500
    )


def _routes(api: Api) -> list[Route]:
    paths: dict[str, dict[str, Endpoint]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method] = endpoint
    return [Route(path, partial(_answer, api, endpoints), methods=list(METHODS)) for path, endpoints in paths.items()]


METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


async def _answer(api: Api, endpoints: dict[str, Endpoint], request: Request) -> Response:
    endpoint = endpoints.get("GET" if request.method == "HEAD" else request.method)
    if endpoint is None:
        response = problem("malformed", f"Here only {' and '.join(endpoints)} will do.")
        response.status_code = 405
        response.headers["allow"] = ", ".join(endpoints)
        return response
    body = b""
    if endpoint.body is not None:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            response = problem("malformed", "The body is JSON: content-type application/json.")
            response.status_code = 415
            return response
        async for chunk in request.stream():
            body += chunk
            if len(body) > endpoint.most_bytes:
                return problem("too_large", f"The body has at most {endpoint.most_bytes} bytes.")
    return await api.answer(endpoint, request, body)
