"""Every HTTP request and response body. docs/protocol.md tells the same in prose."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mischief.engine.coach import Coach
from mischief.engine.game import Info, Move, Result, View
from mischief.engine.lessons import Lesson, LessonInfo
from mischief.engine.options import Option
from mischief.engine.rulebook_blocks import Section
from mischief.engine.words import Words
from mischief.server.protocol.messages import (
    Action,
    ClockRules,
    LegalMove,
    Level,
    LogEvent,
    Millis,
    Name,
    Rat,
    Seat,
    SeatInfo,
    Status,
    TableId,
    TableInfo,
    Token,
)


class Body(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What requests are made of: a misspelt field is refused, never ignored."""


class Problem(Struct):
    """The body of every HTTP answer that is not a success. `code` as in the WebSocket's `no`."""

    code: str
    text: str
    clause: str = ""


# The shelf


class LevelInfo(Struct):
    """A strength of bot: its id, its name and what to expect of it."""

    id: str
    name: str
    says: str


class Shelf(Struct):
    """GET /api/shelf: the boxes on the shelf, and the bots. `lessons` says by game what can be learnt, and how long it
    takes."""

    games: list[Info]
    levels: list[LevelInfo]
    protocol: int
    version: str
    lessons: dict[str, list[LessonInfo]]


class Box(Struct):
    """GET /api/shelf/<game>: all that is in the box. `cards` is the components file, as data."""

    info: Info
    options: list[Option]
    words: Words
    rulebook: list[Section]
    cards: dict[str, Any]
    coach: Coach


class Lessons(Struct):
    """GET /api/shelf/<game>/lessons: what the lesson player plays."""

    lessons: list[Lesson]


# Tables


class BotSeat(Body):
    seat: Seat
    level: Level


class CreateTable(Body):
    """POST /api/tables. With a `name`, its owner sits down in seat 0. `start` needs every seat taken. With `deal_of`,
    a finished game with the same seats and options, chance gives what it gave there, as long as it can. `stand_in`: the
    level of the bot that plays on for somebody who is away. `circle`: a member's key; the table is their circle's."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    name: Name | None = None
    bots: Annotated[list[BotSeat], Meta(max_length=16)] = []
    start: bool = False
    hints: bool = True
    listed: bool = False
    clock: ClockRules | None = None
    deal_of: TableId | None = None
    undo: bool = True
    stand_in: Level = "normal"
    rat: Rat = 0
    circle: Token | None = None


class HouseRules(Body):
    """POST /api/check: whether a table could be made with these house rules. Nothing is made."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}


class Fit(Struct):
    """What is wrong with house rules, and which of them it is about; both are empty where a table could be made."""

    option: str = ""
    says: str = ""


class Created(Struct):
    """The `host` token may set the table up; `token` is seat 0's, if a name was given. Keep them: the server cannot
    tell them again."""

    table: str
    host: str
    seat: int | None
    token: str | None


class Sit(Body):
    """POST /api/tables/<table>/sit. Without a `seat`, the first empty one. `circles`: the keys that this browser has of
    its circles; if the table is one of theirs, the seat is its member's, and if not, nobody hears of it."""

    name: Name
    seat: Seat | None = None
    rat: Rat = 0
    circles: Annotated[list[Token], Meta(max_length=20)] = []


class Seated(Struct):
    """`circle`: whose member sits there, if one of the keys proved it."""

    seat: int
    token: str
    circle: str = ""


class TableCard(Struct):
    """GET /api/tables/<table>, and in lists: a table from outside. `waiting`: the seats that are asked, as far as
    everybody may know."""

    info: TableInfo
    status: Status
    seq: int
    seats: list[SeatInfo]
    waiting: list[int]
    result: Result | None = None
    rematch: str | None = None
    ended: Millis | None = None


class Tables(Struct):
    """GET /api/tables: listed tables that wait for players or may be watched. GET /api/recent: finished games."""

    tables: list[TableCard]


class Key(Body):
    table: TableId
    token: Token


class Mine(Body):
    """POST /api/mine: the tokens that this browser keeps."""

    keys: Annotated[list[Key], Meta(max_length=60)]


class MyTable(Struct):
    """A table of yours: which seat the token proves (null: the host's), and whether it is asked now. `circle`: whose
    member you are in that seat."""

    table: TableCard
    seat: int | None
    your_turn: bool
    last: Millis
    circle: str = ""


class MyTables(Struct):
    """Tables whose token is good, those that wait for you first; `gone` are ids that do not exist or not for you."""

    tables: list[MyTable]
    gone: list[str]


# Who can come


class Reach(Struct):
    """GET and POST /api/reach: where a link works. It begins with `origin` and works on this `machine`, in the local
    `network` or `anywhere`. `switch`: whether whoever asks may open the server to the local network and shut it;
    `open`: whether it is."""

    origin: str
    works: Literal["machine", "network", "anywhere"]
    switch: bool
    open: bool


class Flip(Body):
    """POST /api/reach, for the owner of the server alone: open it to the local network, or shut it. Without `open` it
    only asks whether the key is the owner's."""

    key: Token
    open: bool | None = None


# To be told


class Subscription(Body):
    """Where a browser's push service takes messages for it, and how they are sealed (RFC 8291)."""

    endpoint: Annotated[str, Meta(min_length=12, max_length=1000, pattern="^https://[!-~]+$")]
    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern="^[A-Za-z0-9_-]+=*$")]
    auth: Annotated[str, Meta(min_length=20, max_length=28, pattern="^[A-Za-z0-9_-]+=*$")]


class PushKey(Struct):
    """GET /api/notices: the key that a browser's push service has to be told."""

    key: str


class Notices(Body):
    """POST /api/notices: tell this browser when it is the move of one of these seats and nobody is there; or, with
    `on` false, tell it nothing any more."""

    subscription: Subscription
    keys: Annotated[list[Key], Meta(max_length=60)] = []
    on: bool = True


class Noticed(Struct):
    """For how many seats it will be told."""

    seats: int


# Finished games


class Frame(Struct):
    """One step of a replay: who moved (-1: the Dealer alone; null: hidden), the moves that the viewer saw, what
    happened, and the views after it: one, or every seat's where all is open."""

    seq: int
    at: Millis
    by: int | None
    moves: list[Move]
    events: list[LogEvent]
    views: list[View]
    waiting: list[int]


class Replay(Struct):
    """GET /api/games/<table>/replay?viewer=all|watcher|0|1...&from=0&count=100: frames of a finished game.
    `total` is how many there are; frame 0 is the start."""

    card: TableCard
    viewer: str
    total: int
    first: int
    frames: list[Frame]


class Scores(Struct):
    """GET /api/games/<table>/scores: each seat's score if the game had ended there; `scores[i]` after the log's entry
    `seqs[i]`, one per frame of the replay."""

    seqs: list[int]
    scores: list[list[int]]


class ChancePoint(Struct):
    """A seat's chance of winning when it was asked, in frame `step` of the replay, from what it knew."""

    step: int
    seat: int
    chance: float


class Costly(Struct):
    """A decision that gave something away: made in frame `step` of the replay, from a chance of `chance`, of which
    `lost` was lost; `better` would have been worth more."""

    step: int
    seat: int
    played: LegalMove
    better: LegalMove
    chance: float
    lost: float


class Analysis(Struct):
    """A finished game looked at again: the chances of each seat whenever it had a choice, and of each person the three
    decisions that cost most, the dearest first. `seconds`: how long each was thought about."""

    points: list[ChancePoint]
    costly: list[Costly]
    seconds: float


class Progress(Struct):
    """GET and POST /api/games/<table>/analysis: whether it has been made, and how far it is. POST has it made."""

    state: Literal["none", "waiting", "making", "ready"]
    done: int = 0
    total: int = 0
    analysis: Analysis | None = None


class Again(Body):
    """POST /api/games/<table>/analysis: nothing needs to be said."""


class GameFile(Body):
    """GET /api/games/<table>/export and POST /api/games: a finished game as a file. `moves` are [seat, action] pairs,
    -1 for the Dealer's outcomes; `entries` says how many of them belong to each step of the replay, the set-up
    first."""

    format: Literal["mischief-game"]
    version: Literal[1]
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    rules_version: int
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: dict[str, Any]
    names: Annotated[list[Name], Meta(max_length=16)]
    moves: Annotated[list[tuple[int, Action]], Meta(max_length=50_000)]
    entries: Annotated[list[Annotated[int, Meta(ge=0, le=50_000)]], Meta(min_length=1, max_length=50_000)]
    bots: Annotated[list[str | None], Meta(max_length=16)] = []
    started: Millis = 0
    ended: Millis = 0
    abandoned: bool = False


class Imported(Struct):
    table: str


# The sandbox: lessons and what-ifs


class SandboxMove(Body):
    """A seat's move (-1: the Dealer's outcome) by its number or its text."""

    seat: Annotated[int, Meta(ge=-1, le=15)]
    action: Action | None = None
    text: Annotated[str, Meta(max_length=400)] | None = None


class Sandbox(Body):
    """POST /api/sandbox: nothing is kept. Begins from a full-information `position`, from the start of `game`, or from
    the finished game `replay` after its step `at`; makes the `moves`; then, with `auto` seats, lets the house play
    these (at most `house_moves` of their decisions) until another seat is asked. Chance that `moves` does not script
    comes from `seed`. Of the steps made, those from `told_from` on are told."""

    game: Annotated[str, Meta(max_length=40)] | None = None
    seats: Annotated[int, Meta(ge=1, le=16)] | None = None
    options: dict[str, Any] = {}
    position: dict[str, Any] | None = None
    replay: TableId | None = None
    at: Annotated[int, Meta(ge=0, le=50_000)] = 0
    moves: Annotated[list[SandboxMove], Meta(max_length=1000)] = []
    auto: Annotated[list[Seat], Meta(max_length=16)] = []
    house_moves: Annotated[int, Meta(ge=0, le=400)] = 400
    told_from: Annotated[int, Meta(ge=0, le=2000)] = 0
    seed: Annotated[int, Meta(ge=0, le=2**53)] = 1
    viewer: Seat | None = None


class SandboxStep(Struct):
    """What one move of a sandbox did; `by` is -1 for the Dealer."""

    by: int
    move: Move
    events: list[LogEvent]
    view: View


class SandboxRefusal(Struct):
    """Which of the `moves` (from 0) is not legal, and why."""

    index: int
    text: str
    clause: str


class SandboxAnswer(Struct):
    """`steps` has every move made that is to be told, in order, with the viewer's view after each; `views` is every
    seat's view of how it stands now; `legal` is per seat that is asked. Where one of the `moves` is not legal,
    `refusal` says why and those before it stand."""

    position: dict[str, Any]
    start: View
    steps: list[SandboxStep]
    view: View
    views: list[View]
    actors: list[int]
    legal: dict[str, list[LegalMove]]
    form: str
    result: Result | None = None
    refusal: SandboxRefusal | None = None
