"""Every message on the WebSocket, both ways. docs/protocol.md tells the same in prose; the browser's types are
generated from here (`mischief types`).

A frame is one JSON object whose `type` says which of these it is. Unknown fields are refused, so that a misspelt one
is never silently ignored.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mischief.bots.hints import Hint
from mischief.engine.game import Channel, Result, Silence, View

PROTOCOL = 1
"""Goes up when an old client could misunderstand a new server."""

TableId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
Token = Annotated[str, Meta(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
CommandId = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.:-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Rat = Annotated[int, Meta(ge=0, le=11)]
"""Which of the rats stands for somebody."""
Seat = Annotated[int, Meta(ge=0, le=15)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
Action = Annotated[int, Meta(ge=-(2**31), le=2**31)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Millis = int
"""Moments are milliseconds since 1970, spans are milliseconds."""

Status = Literal["waiting", "playing", "over", "abandoned"]


class Spoken(Struct, tag_field="type", forbid_unknown_fields=True, omit_defaults=True):
    """What every message is."""


# What a seat can do at its table


class Play(Spoken, tag="play"):
    """One decision, or several small ones of the same seat; by their numbers or by their `text` (`bury pz07, done`).
    Several are refused as a whole, or where the seat cannot know whether all of them are allowed."""

    actions: Annotated[list[Action], Meta(max_length=64)] = []
    text: Annotated[str, Meta(max_length=400)] = ""


class Check(Spoken, tag="check"):
    """Would `play` be allowed (or, with `undo`, taking back)? Answers `ok`, or `no` with the clause that forbids it;
    nothing is played. With `forced`: is it this seat's turn alone, with one legal move only, and can everybody know
    that? Then a move that comes at once tells nothing."""

    actions: Annotated[list[Action], Meta(max_length=64)] = []
    text: Annotated[str, Meta(max_length=400)] = ""
    undo: bool = False
    forced: bool = False


class Undo(Spoken, tag="undo"):
    """Take back the seat's latest `play`: while nobody else has gone on from it, nothing was dealt upon it, and nobody
    learned anything hidden through it. Of choices made together, as long as somebody is still choosing."""


class AskHint(Spoken, tag="hint"):
    """Ask a bot what it would do; where the table allows hints. The `ok` carries the hint."""


class Say(Spoken, tag="say"):
    """A line of chat; the game's own quick phrases are sent as their text. `channel`: one of the seat's own
    (`eyes.channels`), which only some hear; otherwise everybody does."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    channel: Annotated[str, Meta(max_length=40)] = ""


class AddBot(Spoken, tag="add_bot"):
    """Put a bot into an empty seat, or change a bot's level, before the game starts."""

    seat: Seat
    level: Level


class ClearSeat(Spoken, tag="clear_seat"):
    """Empty a bot's or another person's seat before the game starts."""

    seat: Seat


class Stand(Spoken, tag="stand"):
    """Leave the seat. Before the start it is empty again; in the middle of a game a bot plays it from here on."""


class Rename(Spoken, tag="rename"):
    name: Name


class Start(Spoken, tag="start"):
    """Start the game; every seat must be taken."""


class HandOver(Spoken, tag="hand_over"):
    """A bot plays on: in your own seat until you take it back; or in one whose owner has been away for a minute, until
    they come back. Then its level is the table's `stand_in`."""

    seat: Seat
    level: Level


class TakeBack(Spoken, tag="take_back"):
    """Play your own seat again."""


class Abandon(Spoken, tag="abandon"):
    """Agree (or no longer agree) to end the game without a result. It ends when everybody agrees who sat down and has
    not left, those not counted who have been gone for longer than the table's `absence`."""

    agree: bool


class Rematch(Spoken, tag="rematch"):
    """A new table with the same people in the same seats. Seat tokens of this table are good at the new one."""


class AutoPass(Spoken, tag="auto_pass"):
    """Let reaction windows go by without being asked: all of them, or those of these phases. It never looks at what
    the seat holds, and answers after the time that a thought takes, so that nobody can read anything from it."""

    on: bool
    phases: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=40)] = []


Command = (
    Play
    | Check
    | Undo
    | AskHint
    | Say
    | AddBot
    | ClearSeat
    | Stand
    | Rename
    | Start
    | HandOver
    | TakeBack
    | Abandon
    | Rematch
    | AutoPass
)


# Browser to server


class Hello(Spoken, tag="hello"):
    """The first message on every connection."""

    protocol: int


class Watch(Spoken, tag="watch"):
    """Follow a table, in the seats that the tokens prove (none: as a spectator; several: a hot seat; the host's token
    proves no seat but may set the table up). Answered by a `snapshot`, or `no`. `have` is the sequence number up to
    which the browser already has the log. Watching again replaces the tokens."""

    table: TableId
    tokens: Annotated[list[Token], Meta(max_length=16)] = []
    have: Seq = 0


class Unwatch(Spoken, tag="unwatch"):
    table: TableId


class Do(Spoken, tag="do"):
    """A command. `seat` picks one of the seats proven on this connection (null: the host's token). `seen` is the
    sequence number on the screen when the choice was made. The same `cmd_id` sent again does nothing twice and gets
    the same answer."""

    table: TableId
    cmd_id: CommandId
    seat: Seat | None
    seen: Seq
    what: Command


class Ping(Spoken, tag="ping"):
    """Answered by `pong`; a server that has missed a wake-up looks into the log."""


FromBrowser = Hello | Watch | Unwatch | Do | Ping


# Server to browser


class LegalMove(Struct):
    """A move that may be made now: its number, what it means, its text (`bury pz07`) and the words on its button."""

    action: int
    name: str
    args: dict[str, Any]
    text: str
    label: str


class LogEvent(Struct):
    """Something that happened, as this viewer may know it: facts that it may not know are not there. The catalogue
    (`words.events[kind]`) has the sentence."""

    seq: int
    kind: str
    facts: dict[str, Any]


class ChatLine(Struct, omit_defaults=True):
    """What somebody said; in a `channel`, to those who hear it."""

    seq: int
    at: Millis
    seat: int | None
    name: str
    text: str
    channel: str = ""


class SeatInfo(Struct):
    """One place at the table. `stand_in` is the level of the bot that plays a person's seat while it is away;
    `left` means that its person stood up in mid-game. `abandons`: agrees to end the game. `rat`: which of the rats
    stands for its person."""

    seat: int
    kind: Literal["empty", "person", "bot"]
    name: str
    level: str | None = None
    stand_in: str | None = None
    left: bool = False
    abandons: bool = False
    rat: int = 0


class ClockRules(Struct, forbid_unknown_fields=True):
    """Each decision has `move_seconds` for nothing, then the bank runs; when it is empty the house decides. Small steps
    that others cannot notice are one decision together."""

    move_seconds: Annotated[int, Meta(ge=5, le=7 * 86400)]
    bank_seconds: Annotated[int, Meta(ge=0, le=7 * 86400)]


class Clock(Struct):
    """`bank[seat]` is what is left; for the seats in `running`, counted from `since`, first `move` then the bank.
    Where the rules hide who still has to choose, every seat that may still be choosing is in `running`."""

    move: Millis
    bank: list[Millis]
    running: list[int]
    since: Millis


class Eyes(Struct, omit_defaults=True):
    """What one viewer sees (seat null: a spectator): its own view, its own version of the events, its own moves.

    `events` are those after the sequence number that the browser had. `silence`: why this seat may not speak to
    everybody now; `channels`: where it may speak to some.
    `form`: waiting (not started), turn, together, window or over.
    """

    seat: int | None
    view: View | None
    legal: list[LegalMove]
    events: list[LogEvent]
    form: str
    silence: Silence | None = None
    auto_pass: AutoPass | None = None
    channels: list[Channel] = []


class TableInfo(Struct):
    """What does not change at a table."""

    id: str
    game: str
    title: str
    seats: int
    options: dict[str, Any]
    hints: bool
    undo: bool
    listed: bool
    clock: ClockRules | None
    created: Millis
    rules_version: int
    stand_in: str
    """The level of the bot that others may call for somebody who is away."""
    absence: Millis
    """How long somebody has to be gone before the game can be ended without them."""
    deal_of: str = ""
    """The finished game whose deal is played again here: somebody may know it."""


class Snapshot(Spoken, tag="snapshot"):
    """All of a table. Events and chat after `since` only; what the browser had up to there stays good."""

    info: TableInfo
    seq: int
    since: int
    status: Status
    seats: list[SeatInfo]
    host: bool
    eyes: list[Eyes]
    chat: list[ChatLine]
    here: list[int]
    watchers: int
    clock: Clock | None = None
    result: Result | None = None
    rematch: str | None = None
    away: dict[str, Millis] = {}


class Update(Spoken, tag="update"):
    """One entry of the log: what changed, and nothing else. A field that is not there has not changed."""

    table: str
    seq: int
    at: Millis
    eyes: list[Eyes] | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    seats: list[SeatInfo] | UnsetType = UNSET
    chat: ChatLine | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    rematch: str | UnsetType = UNSET


class Presence(Spoken, tag="presence"):
    """Who is at the table right now: people's seats with an open connection, and how many spectators; `away` (seat to
    moment) says since when the other people are not. `twice`: which of your own seats are open in another place too.
    Not in the log."""

    table: str
    here: list[int]
    watchers: int
    away: dict[str, Millis]
    twice: list[int] = []


class Ok(Spoken, tag="ok"):
    """A command was done and is durable. `seq` is the entry that it became (or the present one, where it became
    none)."""

    cmd_id: str
    seq: int
    hint: Hint | UnsetType = UNSET


Refusal = Literal[
    "malformed",  # not a message of this protocol; `text` names the field
    "too_large",
    "too_fast",
    "old_client",
    "unknown_table",
    "unknown_circle",  # no circle behind that link or key, or nothing to carry behind that code
    "unreadable",  # the table is there, but this server cannot read it; `text` says what is missing
    "not_yours",  # no token on this connection proves the right to do it
    "stale",  # the table has moved on since `seen`; look again
    "refused",  # the rules forbid it; `clause` says where
    "silence",  # the rules forbid speaking now
    "not_now",  # the table is not in the state for it (not started, already over ...)
    "taken",
    "paused",  # the store cannot be written; try again with the same cmd_id
    "full",
]


class No(Spoken, tag="no"):
    """A command was not done, and nothing changed. `cmd_id` is empty where no command could be read."""

    cmd_id: str
    code: Refusal
    text: str
    clause: str = ""
    table: str = ""
    seq: int = 0


class Welcome(Spoken, tag="welcome"):
    """The answer to `hello`. `now` is the server's clock, for showing time left."""

    protocol: int
    version: str
    now: Millis


class Banner(Spoken, tag="banner"):
    """Something everybody should know, such as a pause; an empty text takes the banner away."""

    text: str
    paused: bool


class Resync(Spoken, tag="resync"):
    """The server has lost its place with this browser (a slow connection, a restart): connect or watch again."""

    table: str
    text: str


class Pong(Spoken, tag="pong"):
    now: Millis


FromServer = Welcome | Snapshot | Update | Presence | Ok | No | Banner | Resync | Pong

read_frame = msgspec.json.Decoder(FromBrowser).decode
read_answer = msgspec.json.Decoder(FromServer).decode
encode = msgspec.json.Encoder().encode
