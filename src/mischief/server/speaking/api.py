"""The HTTP API: the shelf, tables, finished games and the sandbox. `ENDPOINTS` is the whole list; the routes and the
OpenAPI description are both made from it."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import re
import time
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from mischief import __version__
from mischief.engine.decks import STANDARD
from mischief.engine.errors import BadOption, MischiefError
from mischief.engine.seats import WATCHER
from mischief.server.afterwards.analyst import Analyst
from mischief.server.afterwards.clerk import Clerk
from mischief.server.afterwards.record import Record, sources_of
from mischief.server.afterwards.replay import (
    MOST_FRAMES,
    bring_back,
    export,
    must_be_over,
    replay,
    scores,
    viewers_of,
)
from mischief.server.afterwards.sandbox import sandbox
from mischief.server.afterwards.share_card import box_of, draw
from mischief.server.afterwards.share_pixels import paint
from mischief.server.afterwards.story import Story, preview, tell
from mischief.server.keeping.store import Job
from mischief.server.playing.live_table import LiveTable
from mischief.server.playing.table_server import TableServer
from mischief.server.protocol import bodies as b
from mischief.server.protocol import messages as m
from mischief.server.speaking import carrying, circles, noticing, reach
from mischief.server.speaking.asking import Endpoint, Query
from mischief.server.speaking.kept import Kept, unpacked
from mischief.server.speaking.limits import who
from mischief.server.tables.entries import key_of
from mischief.server.tables.fold import Fold
from mischief.server.tables.refusing import Denied, in_words
from mischief.server.tables.unreadable import Unreadable

STATUS: dict[str, int] = {
    "malformed": 400,
    "not_yours": 403,
    "silence": 403,
    "unknown_table": 404,
    "unknown_circle": 404,
    "unknown_game": 404,
    "unreadable": 409,
    "stale": 409,
    "not_now": 409,
    "taken": 409,
    "full": 409,
    "too_large": 413,
    "refused": 422,
    "too_fast": 429,
    "paused": 503,
}
TABLE_ID = re.compile("[a-z0-9-]{1,40}")
SHOWN = 30
"""Tables in a list."""
MOST_PASSED_OVER = 1000
"""Of tables that cannot be read, so many do not take the place of those that can."""
DEEPEST = 32
"""Lists and objects within each other, where a body may hold anything."""
DEEP = "Lists and objects are nested too deep."
PICTURE, PIXELS = "image/svg+xml", "image/png"
PICTURE_SECONDS = 300
"""How long a share card may be kept: the game is over, but people may still change their names."""


def json_response(value: Any, status: int = 200) -> Response:
    raw = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return Response(raw, status, media_type="application/json", headers={"cache-control": "no-store"})


def read_body(body: bytes, kind: Any) -> Any:
    """A request's body, whole and no deeper than anything of ours."""
    try:
        wish = msgspec.json.decode(body, type=kind)
    except RecursionError:
        raise Denied("malformed", DEEP) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Denied("malformed", str(error)) from None
    for field in wish.__struct_fields__:
        if isinstance(value := getattr(wish, field), dict) and _deeper(value, DEEPEST):
            raise Denied("malformed", f"{field}: {DEEP}")
    return wish


def _deeper(value: Any, most: int) -> bool:
    """Whether lists and objects stand in each other deeper than that."""
    here = [value]
    for _ in range(most):
        here = [
            part
            for each in here
            for part in (each.values() if isinstance(each, dict) else each)
            if isinstance(part, dict | list)
        ]
        if not here:
            return False
    return True


def problem(code: str, text: str, clause: str = "") -> Response:
    return json_response(b.Problem(code, text, clause), STATUS.get(code, 400))


def as_problem(error: MischiefError) -> Response:
    """Every error that Mischief raises on purpose, as an answer."""
    return problem(*in_words(error))


class Api:
    """Answers requests."""

    def __init__(self, server: TableServer, clerk: Clerk, limits: bool, where: reach.Reach | None = None) -> None:
        self.server = server
        self.reach = where or reach.Reach()
        self.clerk = clerk
        self.analyst = Analyst(server.thinker, server.store, server.now, limits)
        self.kept = Kept()
        self.list_seconds = 1.0 if limits else 0.0
        self.lists: dict[tuple[str | None, ...], tuple[float, b.Tables]] = {}
        for endpoint in ENDPOINTS:
            server.metrics.requests.labels(endpoint.path)

    async def answer(self, endpoint: Endpoint, request: Request, body: bytes) -> Response:
        """Read the body, do it, and say what came of it."""
        self.server.metrics.requests.labels(endpoint.path).inc()
        try:
            wish = None
            if endpoint.body is not None:
                if len(body) > endpoint.most_bytes:
                    raise Denied("too_large", f"The body has at most {endpoint.most_bytes} bytes.")
                wish = read_body(body, endpoint.body)
            done = await endpoint.handler(self, request, wish)
            return done if isinstance(done, Response) else json_response(done)
        except MischiefError as error:
            return as_problem(error)

    # The shelf

    async def shelf(self, _request: Request, _body: None) -> b.Shelf:
        library = self.server.library
        games = [book.info for book in library.books.values()]
        return b.Shelf(games, library.levels(), m.PROTOCOL, __version__, library.taught())

    async def box(self, request: Request, _body: None) -> Response:
        deck = request.query_params.get("deck", STANDARD)
        return await self._ready(request, lambda game: self.server.library.box(game, deck))

    async def lessons(self, request: Request, _body: None) -> Response:
        return await self._ready(request, self.server.library.lessons)

    async def _ready(self, request: Request, read: Callable[[str], bytes]) -> Response:
        """What a game says of itself, packed once."""
        game = request.path_params["game"]
        raw = read(game)
        return await unpacked(request, await self.kept.get(raw, lambda: asyncio.to_thread(gzip.compress, raw, 6)))

    # Tables

    async def live(self, request: Request) -> LiveTable:
        return await self.live_table(request.path_params["table"])

    async def live_table(self, name: str) -> LiveTable:
        live = await self.server.table(name) if TABLE_ID.fullmatch(name) else None
        if live is None:
            raise Denied("unknown_table", f"There is no table {name[:40]!r}.")
        return live

    async def create(self, _request: Request, wish: b.CreateTable) -> b.Created:
        if wish.circle is None:
            return await self.server.create(wish)
        if wish.listed:
            raise Denied("malformed", "listed: a table of a circle is for its friends, not for the lobby.")
        entry, member = await circles.as_member(self, wish.circle)
        return await self.server.create(wish, entry.circle, member)

    async def check(self, _request: Request, wish: b.HouseRules) -> b.Fit:
        """So that a form can say what is wrong while it is being filled in, and never sends what is refused."""
        try:
            self.server.library.rulebook(wish.game, wish.seats, wish.options)
        except BadOption as error:
            about = ABOUT_OPTION.match(str(error))
            return b.Fit(*about.groups()) if about else b.Fit("", str(error))
        return b.Fit()

    async def look(self, request: Request, _body: None) -> b.TableCard:
        return self.server.card((await self.live(request)).fold)

    async def sit(self, request: Request, wish: b.Sit) -> b.Seated:
        live = await self.live(request)
        member = await circles.member_at(self, live.fold.row.setup.circle, wish.circles)
        seat, token = await self.server.sit(live, wish.name, wish.seat, wish.rat, member)
        known = live.fold.places[seat].member is not None
        return b.Seated(seat, token, live.fold.row.setup.circle if known else "")

    async def listed(self, request: Request, _body: None) -> b.Tables:
        return await self._cards(request, ["waiting", "playing"])

    async def recent(self, request: Request, _body: None) -> b.Tables:
        return await self._cards(request, ["over"])

    async def _cards(self, request: Request, statuses: list[str]) -> b.Tables:
        """A list, which may be as old as a second: everybody who asks meanwhile gets the same."""
        game = request.query_params.get("game")
        if game is not None:
            self.server.library.book(game)
        made, found = self.lists.get((*statuses, game), (0.0, None))
        if found is None or time.monotonic() - made > self.list_seconds:
            found = await self._look_up(statuses, game)
            self.lists[(*statuses, game)] = (time.monotonic(), found)
        return found

    async def _look_up(self, statuses: list[str], game: str | None) -> b.Tables:
        unreadable = self.server.unreadable
        found = await self.server.read(
            self.server.store.find(statuses, game, True, 2 * SHOWN + min(len(unreadable), MOST_PASSED_OVER))
        )
        cards: list[b.TableCard] = []
        for table in found:
            with contextlib.suppress(Unreadable):
                live = await self.server.table(table)
                if live is not None and len(cards) < SHOWN:
                    cards.append(self.server.card(live.fold))
        return b.Tables(cards)

    async def mine(self, _request: Request, wish: b.Mine) -> b.MyTables:
        found = b.MyTables([], [])
        for key in wish.keys:
            try:
                live = await self.server.table(key.table)
            except Unreadable:  # neither here nor gone: its token may be good again one day
                continue
            proof = key_of(key.token)
            seat = None if live is None else live.fold.seat_of(proof)
            if live is None or (seat is None and live.fold.row.setup.host != proof):
                found.gone.append(key.table)
                continue
            viewer = int(WATCHER) if seat is None else seat
            card = self.server.card(live.fold, viewer)
            member = seat is not None and live.fold.places[seat].member is not None
            circle = live.fold.row.setup.circle if member else ""
            found.tables.append(b.MyTable(card, seat, _asked(live.fold, seat), live.fold.heard_at(viewer), circle))
        found.tables.sort(
            key=lambda mine: (not mine.your_turn, mine.table.status not in ("playing", "waiting"), -mine.last)
        )
        return found

    # Finished games

    async def replay(self, request: Request, _body: None) -> Response:
        fold = await self._finished(request.path_params["table"])
        first, count = _whole(request, "from", 0), min(_whole(request, "count", 100), MOST_FRAMES)
        viewer = request.query_params.get("viewer", "watcher")
        viewers_of(len(fold.places), viewer)
        card = msgspec.json.encode(self.server.card(fold))
        return await self._work(
            request, (fold.row.id, card, viewer, first, count), fold, replay, card, viewer, first, count
        )

    async def scores(self, request: Request, _body: None) -> Response:
        fold = await self._finished(request.path_params["table"])
        return await self._work(request, (fold.row.id, "scores"), fold, scores)

    async def analysis(self, request: Request, _body: None) -> b.Progress:
        return await self.server.read(self.analyst.look(await self._finished(request.path_params["table"])))

    async def analyse(self, request: Request, _body: b.Again) -> b.Progress:
        fold = await self._finished(request.path_params["table"])
        return await self.server.read(self.analyst.ask(fold, who(request.scope.get("client"))))

    async def _work(
        self, request: Request, question: Hashable, fold: Fold, job: Callable[..., bytes], *facts: Any
    ) -> Response:
        """What the clerk makes of a finished game, once for all who ask the same."""
        record = partial(Record.of, fold, self.server.library)
        asker = who(request.scope.get("client"))
        packed = await self.kept.get(question, lambda: self.clerk.ask(asker, job, record(), *facts))
        return await unpacked(request, packed)

    async def _finished(self, name: str) -> Fold:
        fold = (await self.live_table(name)).fold
        must_be_over(fold)
        return fold

    async def picture(self, request: Request, _body: None) -> Response:
        return _picture((await self._card(request)).encode(), PICTURE)

    async def pixels(self, request: Request, _body: None) -> Response:
        return _picture(await asyncio.to_thread(paint, await self._card(request)), PIXELS)

    async def _card(self, request: Request) -> str:
        fold = (await self.live(request)).fold
        return draw(self._story(fold), box_of(fold.game.folder))

    async def preview(self, name: str, origin: str) -> str:
        """What the page of a finished game says of itself where a link to it is shown; nothing, if there is none."""
        try:
            story = self._story((await self.live_table(name)).fold)
        except Denied:
            return ""
        return preview(story, f"{origin}/replay/{name}", f"{origin}/api/games/{name}/card.png")

    def _story(self, fold: Fold) -> Story:
        must_be_over(fold)
        return tell(self.server.card(fold), fold.game.info, fold.game.option_list)

    async def export(self, request: Request, _body: None) -> b.GameFile:
        return export((await self.live(request)).fold)

    async def bring(self, request: Request, file: b.GameFile) -> b.Imported:
        asker = who(request.scope.get("client"))
        row, rows = await self.clerk.ask(asker, bring_back, file, sources_of(self.server.library), self.server.now())
        await self.server.keep(Job(lambda outcome: None, rows, row))
        self.server.metrics.tables.labels(row.game).inc()
        return b.Imported(row.id)

    async def sandbox(self, request: Request, wish: b.Sandbox) -> Response:
        record = None
        if wish.replay is not None:
            record = Record.of(await self._finished(wish.replay), self.server.library)
        asker = who(request.scope.get("client"))
        packed = await self.clerk.ask(asker, sandbox, wish, sources_of(self.server.library), record)
        return await unpacked(request, packed)


def _picture(drawn: bytes, kind: str) -> Response:
    return Response(drawn, media_type=kind, headers={"cache-control": f"public, max-age={PICTURE_SECONDS}"})


def _asked(fold: Fold, seat: int | None) -> bool:
    if fold.status != "playing" or fold.state is None or seat is None:
        return False
    return fold.places[seat].person and fold.state.waits_for(seat)


def _whole(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise Denied("malformed", f"{name}: a whole number, not {text[:20]!r}.")
    return int(text)


ABOUT_OPTION = re.compile(r"[\w-]+: option (\w+),? (.*)", re.DOTALL)
"""How a game says that an option is wrong: which, and why."""

GAME = (Query("game", "Only tables of this game."),)
REPLAY = (
    Query("viewer", "all, watcher, or a seat's number."),
    Query("from", "The first frame.", True),
    Query("count", "How many frames, at most 200.", True),
)

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/api/shelf", "The games on the shelf.", b.Shelf, Api.shelf),
    Endpoint("GET", "/api/shelf/{game}", "All that is in a box.", b.Box, Api.box),
    Endpoint("GET", "/api/shelf/{game}/lessons", "The lessons of a game.", b.Lessons, Api.lessons),
    Endpoint("GET", "/api/tables", "Listed tables.", b.Tables, Api.listed, query=GAME),
    Endpoint("POST", "/api/tables", "A new table.", b.Created, Api.create, b.CreateTable),
    Endpoint("POST", "/api/check", "Whether house rules go together.", b.Fit, Api.check, b.HouseRules),
    Endpoint("GET", "/api/tables/{table}", "A table from outside.", b.TableCard, Api.look),
    Endpoint("POST", "/api/tables/{table}/sit", "Sit down.", b.Seated, Api.sit, b.Sit, 1024),
    Endpoint("POST", "/api/mine", "Your tables.", b.MyTables, Api.mine, b.Mine),
    Endpoint("GET", "/api/reach", "Where a link works.", b.Reach, reach.tell),
    Endpoint("POST", "/api/reach", "The owner opens or shuts.", b.Reach, reach.flip, b.Flip, 1024),
    Endpoint("GET", "/api/recent", "Games that ended lately.", b.Tables, Api.recent, query=GAME),
    Endpoint(
        "GET", "/api/games/{table}/replay", "A finished game, frame by frame.", b.Replay, Api.replay, query=REPLAY
    ),
    Endpoint("GET", "/api/games/{table}/scores", "Scores over a finished game.", b.Scores, Api.scores),
    Endpoint("GET", "/api/games/{table}/analysis", "A game's analysis, or how far it is.", b.Progress, Api.analysis),
    Endpoint("POST", "/api/games/{table}/analysis", "Have it made.", b.Progress, Api.analyse, b.Again, 64),
    Endpoint("GET", "/api/games/{table}/card.svg", "A finished game as a picture.", None, Api.picture, media=PICTURE),
    Endpoint("GET", "/api/games/{table}/card.png", "The same as pixels.", None, Api.pixels, media=PIXELS),
    Endpoint("GET", "/api/games/{table}/export", "A finished game as a file.", b.GameFile, Api.export),
    Endpoint("POST", "/api/games", "Bring back a file.", b.Imported, Api.bring, b.GameFile, 2 * 1024 * 1024),
    Endpoint("POST", "/api/sandbox", "Play on from a position.", b.SandboxAnswer, Api.sandbox, b.Sandbox, 64 * 1024),
    *circles.ENDPOINTS,
    *carrying.ENDPOINTS,
    *noticing.ENDPOINTS,
)
