"""The client's pages and files. With a page goes word of the files that it is going to ask for, so that a browser far
away fetches them at once instead of one after the other."""

from __future__ import annotations

import gzip
import os
from collections.abc import Awaitable, Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

from mischief.engine.decks import STANDARD
from mischief.server.speaking.api import problem

MANIFEST = "build.json"
PAGES = {
    "moves": "src/pages/Moves.svelte",
    "new": "src/pages/NewTable.svelte",
    "t": "src/pages/Table.svelte",
    "replay": "src/pages/Replay.svelte",
    "learn": "src/pages/Learn.svelte",
    "rules": "src/pages/Rules.svelte",
}
WITH_BOARD = ("t", "replay", "learn")


class Files(StaticFiles):
    """The client's files: those with a fingerprint in their name stay good for ever, here and in browsers."""

    @cached_property
    def packed(self) -> dict[str, bytes]:
        """Each file that was asked for, zipped once."""
        return {}

    def pack(self, name: str, how: str) -> bytes:
        """The file as brotli has packed it when the pages were built, or zipped."""
        key = f"{how}:{name}"
        if key not in self.packed:
            brotli = Path(f"{name}.br")
            self.packed[key] = brotli.read_bytes() if how == "br" else gzip.compress(Path(name).read_bytes(), 6)
        return self.packed[key]

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Any, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        kind = response.media_type or ""
        name, takes = str(full_path), Headers(scope=scope).get("accept-encoding", "")
        if kind.startswith(("text/", "application/")):
            how = "br" if "br" in takes and Path(f"{name}.br").is_file() else "gzip"
            if how in takes:
                packed = self.pack(name, how)
                response = Response(packed, status_code, media_type=kind, headers={"content-encoding": how})
                response.headers["vary"] = "accept-encoding"
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


class Part(msgspec.Struct):
    """A file of the client's build, and what comes with it."""

    file: str
    imports: list[str] = []
    css: list[str] = []
    assets: list[str] = []


class Pages:
    """One page for every address of the client's own; its files by their names. `game_of` tells which game a table
    plays with which deck, if that is known at once; `preview` what a replay's page says of itself to those who
    show links."""

    def __init__(
        self,
        static: Path,
        game_of: Callable[[str], tuple[str, str] | None],
        preview: Callable[[str, str], Awaitable[str]],
    ) -> None:
        self.static = static
        self.game_of = game_of
        self.preview = preview
        try:
            self.parts = msgspec.json.decode((static / MANIFEST).read_bytes(), type=dict[str, Part])
        except FileNotFoundError:
            self.parts = {}

    async def answer(self, request: Request) -> Response:
        path = request.path_params["path"]
        if request.method not in ("GET", "HEAD") or path.startswith("api/"):
            response = problem("malformed", "There is nothing here.")
            response.status_code = 404
            return response
        if "." in path.rpartition("/")[2]:
            plain = path == Path(path).name and not path.startswith(".") and "\0" not in path
            if plain and (self.static / path).is_file():
                return FileResponse(self.static / path, headers={"cache-control": "no-cache"})
            return PlainTextResponse("There is no such file.", 404)
        index = self.static / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT, 503, headers={"cache-control": "no-store"})
        headers = {"cache-control": "no-cache"}
        if links := ", ".join(self.links(path, request.query_params.get("deck", STANDARD))):
            headers["link"] = links
        kind, _, name = path.partition("/")
        if kind == "replay":
            origin = f"{request.scope['scheme']}://{request.headers.get('host', '')}"
            told = await self.preview(name, origin)
            page = index.read_text(encoding="utf-8").replace("</head>", f"{told}</head>", 1)
            return HTMLResponse(page, headers=headers)
        return FileResponse(index, headers=headers)

    def links(self, path: str, deck: str = STANDARD) -> Iterator[str]:
        """What the page at this address is going to ask for, beyond what stands in it. The box of another deck is left
        to the page: its name is nobody's but the address's."""
        kind, _, name = path.partition("/")
        if kind not in PAGES:
            if not path:
                yield fetched("/api/shelf")
                yield from self.faces()
            return
        wanted = [PAGES[kind]]
        game: str | None = name
        if kind in ("t", "replay"):
            game, deck = self.game_of(name) or (None, STANDARD)
        board = f"src/boards/{game}/index.ts"
        if board in self.parts:  # so that the name in an address never gets into a header unless it is a game's
            if deck == STANDARD:
                yield fetched(f"/api/shelf/{game}")
            if kind in WITH_BOARD:
                wanted.append(board)
        # First of all the page's own: the others must not get in its way.
        found = self.files(["index.html", *wanted])
        yield from (f"</{f}>; rel=preload; as=style; crossorigin" for f in found if f.endswith(".css"))
        yield from (f"</{f}>; rel=modulepreload" for f in found if not f.endswith(".css"))
        yield from self.faces()

    def faces(self) -> Iterator[str]:
        """The letters that every page is written in, so that a page does not change its type after the first look."""
        index = self.parts.get("index.html", Part(""))
        wanted = (f for f in index.assets if f.endswith(".woff2") and "-more-" not in f)
        yield from (f"</{f}>; rel=preload; as=font; type=font/woff2; crossorigin" for f in wanted)

    def files(self, names: list[str]) -> list[str]:
        """The files of these parts and of all that they import, in that order."""
        found: dict[str, None] = {}
        seen: set[str] = set()
        todo = [*names]
        while todo:
            name = todo.pop(0)
            part = self.parts.get(name)
            if part is None or name in seen:
                continue
            seen.add(name)
            found |= dict.fromkeys([part.file, *part.css])
            todo = [*part.imports, *todo]
        return list(found)


def fetched(path: str) -> str:
    return f"<{path}>; rel=preload; as=fetch; crossorigin"


NOT_BUILT = """<!doctype html><html lang="en"><title>Mischief</title><h1>The table is not laid yet</h1>
<p>This server runs, but its pages have not been built. In the source tree, run <code>make setup</code>.</p></html>"""
