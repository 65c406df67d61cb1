"""The HTTP bodies of circles, groups of friends under one private link, and of what is carried to another device.

Links, keys and codes travel in bodies only, never in an address that a log could keep.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from mischief.server.protocol.bodies import Body, TableCard
from mischief.server.protocol.messages import Millis, Name, Rat, Seat, TableId, Token

Title = Annotated[str, Meta(min_length=1, max_length=40)]
MemberNumber = Annotated[int, Meta(ge=0, le=10_000)]


class OpenCircle(Body):
    """POST /api/circles: a new circle, and its first member."""

    title: Title
    name: Name
    rat: Rat = 0


class JoinCircle(Body):
    """POST /api/circles/join: become a member, with the circle's link."""

    link: Token
    name: Name
    rat: Rat = 0


class CircleKey(Struct):
    """What a browser keeps of a circle: `key` proves the member, `link` invites others (empty if it is not known). The
    server cannot tell them again."""

    circle: str
    title: str
    member: int
    key: str
    link: str


class Pass(Body):
    """How one comes in: a member by their key, anybody by the link."""

    key: Token | None = None
    link: Token | None = None


class MyFace(Body):
    """POST /api/circles/me: how a member is called, and which rat stands for them."""

    key: Token
    name: Name
    rat: Rat = 0


class RenewLink(Body):
    """POST /api/circles/renew: the first member makes another link; the old one leads nowhere from then on, and those
    who are members stay so."""

    key: Token


class Link(Struct):
    link: str


class LeaveCircle(Body):
    """POST /api/circles/leave: a member goes, or the first member takes somebody's key away. What they played stays."""

    key: Token
    member: MemberNumber


class ExportCircle(Body):
    """POST /api/circles/export: every finished game, as a `CircleFile` or as a table with a line for each seat."""

    key: Token | None = None
    link: Token | None = None
    form: Literal["json", "csv"] = "json"


class Member(Struct):
    """Somebody of a circle, known by a number; names may change. `gone`: no longer one."""

    number: int
    name: str
    rat: int
    joined: Millis
    gone: bool = False


class Members(Struct):
    """The answer to POST /api/circles/leave: who is left, and who has gone."""

    members: list[Member]


class PastSeat(Struct):
    """A seat of a finished game: a member's (by number), a guest's, or a bot's (its level)."""

    name: str
    member: int | None
    bot: str | None
    place: int
    score: int
    won: bool


class PastGame(Struct):
    """A finished game of a circle: all that standings and records are made from. `together`: all won or all lost.
    `rated`: whether it counts for strength; a deal that was known before does not. `how`: with what it was won."""

    table: str
    game: str
    title: str
    ended: Millis
    together: bool
    rated: bool
    how: str
    seats: list[PastSeat]


class Standing(Struct):
    """How strong a member is in a game (openskill's mean, 25 at first), and how sure that is: the truth lies between
    `strength` - `give` and `strength` + `give` 19 times of 20. `rated` games made it; of all `games` so many were
    `won`."""

    member: int
    strength: float
    give: float
    rated: int
    games: int
    won: int


class Best(Struct):
    """A record: what it is about, whose it is, and the game it was set in."""

    what: Literal["score", "margin"]
    member: int
    amount: int
    table: str
    ended: Millis


class GameNumbers(Struct):
    """One game's standings, the surest strength first, and its records. `won`: of the games played together, if it is
    such a game."""

    game: str
    title: str
    together: bool
    games: int
    won: int
    standings: list[Standing]
    records: list[Best]


class Streak(Struct):
    """Games won in a row, over all games: now, and at best."""

    member: int
    now: int
    best: int


class Duel(Struct):
    """Two members at the same tables: who was ahead how often. Games that are won together are not counted."""

    one: int
    other: int
    ahead: int
    behind: int
    level: int


class Numbers(Struct):
    """All that is reckoned from the finished games, and from nothing else."""

    games: list[GameNumbers]
    streaks: list[Streak]
    duels: list[Duel]


class Circle(Struct):
    """POST /api/circles/see. `me`: who the key proves; null for somebody who has only the link. `games` are the latest,
    of `total`; `numbers` are made from all."""

    circle: str
    title: str
    created: Millis
    me: int | None
    members: list[Member]
    tables: list[TableCard]
    games: list[PastGame]
    total: int
    numbers: Numbers


class CircleFile(Struct):
    """A circle as a file. The numbers can be made again from the games."""

    format: Literal["mischief-circle"]
    version: Literal[1]
    title: str
    members: list[Member]
    games: list[PastGame]
    numbers: Numbers


# From one device to another


class CarriedSeat(Body):
    table: TableId
    token: Token
    seat: Seat | None = None
    name: Annotated[str, Meta(max_length=24)] = ""


class CarriedCircle(Body):
    circle: TableId
    title: Title
    member: MemberNumber
    key: Token
    link: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""


class Baggage(Body):
    """POST /api/carry: who somebody is, as their browser keeps it: name, rat, the keys of seats and circles."""

    name: Annotated[str, Meta(max_length=24)] = ""
    rat: Rat = 0
    seats: Annotated[list[CarriedSeat], Meta(max_length=60)] = []
    circles: Annotated[list[CarriedCircle], Meta(max_length=20)] = []


class Carried(Struct):
    """The code under which it can be fetched, once, until then."""

    code: str
    until: Millis


class Code(Body):
    """POST /api/carry/take: what was left under a code, which is good no more. POST /api/carry/look: is it still
    there?"""

    code: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]


class Waits(Struct):
    waits: bool
