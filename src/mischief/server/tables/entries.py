"""The entries of a table's log. A table is a fold over these and nothing else; seq 1, 2, 3 ... orders them.

`cmd` is the id of the command that an entry answers, so that a retry finds it. `key` is the SHA-256 of a token; the
token itself is nowhere.
"""

from __future__ import annotations

import hashlib
import secrets

import msgspec
from msgspec import Struct

from mischief.server.protocol.messages import Millis

Moves = list[tuple[int, int]]
"""(seat, action) pairs; the Dealer's outcomes (-1) among them."""


class Noted(Struct, tag_field="kind", omit_defaults=True):
    """What every entry is."""

    cmd: str = ""


class Sat(Noted, tag="sat", kw_only=True):
    """`rat`: which of the rats stands for the person; `member`: their number in the table's circle."""

    seat: int
    name: str
    key: str
    rat: int = 0
    member: int | None = None


class BotSat(Noted, tag="bot", kw_only=True):
    seat: int
    name: str
    level: str


class Cleared(Noted, tag="cleared", kw_only=True):
    """A seat is empty again, before the start."""

    seat: int


class Renamed(Noted, tag="renamed", kw_only=True):
    seat: int
    name: str


class Started(Noted, tag="started", kw_only=True):
    """The game begins with what the Dealer does before the first decision."""

    moves: Moves


class Played(Noted, tag="played", kw_only=True):
    """A seat's decisions, and what the Dealer did upon them. `hand`: whose hand moved the piece: its player's (empty),
    a bot's, the clock's, or an automatic pass."""

    seat: int
    moves: Moves
    hand: str = ""


class Unplayed(Noted, tag="unplayed", kw_only=True):
    """A seat takes back its decisions of the entry `played`: from here on the game is what it is without them."""

    seat: int
    played: int


class Said(Noted, tag="said", kw_only=True):
    """`channel`: one of those that only some hear; empty: everybody."""

    seat: int
    text: str
    channel: str = ""


class HandedOver(Noted, tag="handed_over", kw_only=True):
    """A bot plays this seat until its person takes it back; `left`: the person will not; `away`: others called it,
    and it goes when the person comes."""

    seat: int
    level: str
    left: bool = False
    away: bool = False


class TakenBack(Noted, tag="taken_back", kw_only=True):
    seat: int


class Agreed(Noted, tag="agreed", kw_only=True):
    """To end the game without a result; it ends when all agree who sat down and have not left. `gone`: who is not
    asked, after a long absence."""

    seat: int
    agree: bool
    gone: list[int] = []


class Rematched(Noted, tag="rematched", kw_only=True):
    to: str


class Resumed(Noted, tag="resumed", kw_only=True):
    """No server was there when a clock ran out: the decisions pending get their time again."""


Entry = (
    Sat
    | BotSat
    | Cleared
    | Renamed
    | Started
    | Played
    | Unplayed
    | Said
    | HandedOver
    | TakenBack
    | Agreed
    | Rematched
    | Resumed
)

read_entry = msgspec.json.Decoder(Entry).decode
write_entry = msgspec.json.Encoder().encode


class Row(Struct, frozen=True):
    """An entry in its place."""

    table: str
    seq: int
    at: Millis
    entry: Entry


def new_token() -> str:
    """192 bits that prove a seat."""
    return secrets.token_urlsafe(24)


def key_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_table_id() -> str:
    """Short enough to read out, long enough not to be guessed."""
    return "".join(secrets.choice(ALPHABET) for _ in range(9))
