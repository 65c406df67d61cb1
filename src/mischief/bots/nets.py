"""Reads and writes nets: `net.bin` in a game's folder, the numbers as half floats, packed; `net.toml` beside it tells
how they were made. There may be nets for some seat counts alone, such as `net-3-4.bin`, which come first at those.

The file begins with a line of JSON that says the sizes, which observation it looks at, and the seat counts and options
it was trained on. Where a table has others, there is no net for it, and rules of thumb serve.
"""

from __future__ import annotations

import lzma
import struct
from functools import cache
from pathlib import Path

import msgspec

from mischief.bots.search_net import ANYTHING, LIKELIEST, WIDE_UNIT, Net, NetPolicy
from mischief.engine.decks import STANDARD
from mischief.engine.errors import MischiefError
from mischief.engine.game import Game
from mischief.engine.observing import Observer
from mischief.files import write_whole

MOST_BYTES = 1_000_000
"""What a game's net may weigh."""


class BadNet(MischiefError):
    """A net that cannot be read, or does not fit its game."""


class Head(msgspec.Struct, frozen=True):
    """The first line of a net's file."""

    game: str
    rules_version: int
    inputs: int
    hidden: int
    narrow: int
    actions: int
    fields: str
    """The fields of the observation, as `fields_mark` writes them: a net cannot read other ones."""
    seats: list[int] = []
    """The seat counts it was trained for; none: all."""

    def sizes(self) -> tuple[int, ...]:
        """How many numbers each part has, in the order of the file."""
        return (
            self.inputs * self.hidden,
            self.hidden,
            self.hidden * self.narrow,
            self.narrow,
            self.actions * self.narrow,
            self.actions,
            self.narrow,
            1,
        )


def fields_mark(observer: Observer) -> str:
    """The fields of a row in a line: if they change, nets must be trained anew."""
    return " ".join(f"{field.name}:{field.length}" for field in observer.fields)


def observer_for(head: Head, game: Game) -> Observer | None:
    """What writes the rows that this net looks at: observations or insight. None if it knows other ones."""
    return next((o for o in (game.observer(), game.insight()) if fields_mark(o) == head.fields), None)


def write_net(path: Path, head: Head, parts: list[list[float]]) -> None:
    """Write a net; `parts` in the order of `Head.sizes`. The first is rounded to what counts in play, which packs
    better."""
    for numbers, size in zip(parts, head.sizes(), strict=True):
        if len(numbers) != size:
            raise BadNet(f"A part of the net has {len(numbers)} numbers; it should have {size}.")
    coarse = [round(number * WIDE_UNIT) / WIDE_UNIT for number in parts[0]]
    body = b"".join(struct.pack(f"<{len(numbers)}e", *numbers) for numbers in (coarse, *parts[1:]))
    data = msgspec.json.encode(head) + b"\n" + lzma.compress(body)
    if len(data) > MOST_BYTES:
        raise BadNet(f"The net weighs {len(data)} bytes; a game's net may weigh {MOST_BYTES}.")
    write_whole(path, data)


@cache
def read_head(path: Path) -> Head:
    """What a net's file says of itself, without its numbers. Raises BadNet if it is none."""
    try:
        with path.open("rb") as file:
            return msgspec.json.decode(file.readline(), type=Head)
    except OSError as error:
        raise BadNet(f"{path}: there is no net here that can be read ({error.strerror}).") from error
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadNet(f"{path}: this is no net ({error}).") from error


def read_numbers(path: Path) -> tuple[Head, list[list[float]]]:
    """What a net's file says of itself, and its numbers, in the order of `Head.sizes`. Raises BadNet if it is none."""
    head = read_head(path)
    _, _, body = path.read_bytes().partition(b"\n")
    try:
        numbers = struct.unpack(f"<{sum(head.sizes())}e", lzma.decompress(body))
    except (struct.error, lzma.LZMAError) as error:
        raise BadNet(f"{path}: this is no net ({error}).") from error
    parts, at = [], 0
    for size in head.sizes():
        parts.append(list(numbers[at : at + size]))
        at += size
    return head, parts


@cache
def read_net(path: Path) -> tuple[Head, Net]:
    """The net of a file. Raises BadNet if it is none."""
    head, parts = read_numbers(path)
    net = Net(head.inputs, head.hidden, head.narrow, head.actions, *parts)
    return head, net


def own_net(game: Game) -> Path | None:
    """The file of a game's own net for this table: one for its seat count alone, if there is one, else `net.bin`. None
    if no net knows the game as it is on the table; the nets themselves are not read. A spoilt one knows nothing."""
    for path in (*sorted(game.folder.glob("net-*.bin")), game.folder / "net.bin"):
        try:
            if not _misfit(read_head(path), game):
                return path
        except BadNet:
            continue
    return None


def net_for(game: Game, path: Path | None = None) -> tuple[Net, Observer] | None:
    """The net that knows this game as it is on the table, and what it looks through; None if there is none. A path that
    is asked for must fit."""
    path = path or own_net(game)
    if path is None:
        return None
    head, net = read_net(path)
    wrong, observer = _misfit(head, game), observer_for(head, game)
    if wrong or observer is None:
        raise BadNet(f"{path}: {wrong}")
    return net, observer


def _misfit(head: Head, game: Game) -> str:
    if head.game != game.info.id:
        return f"this net plays {head.game}, not {game.info.id}."
    if head.rules_version != game.info.rules_version:
        return f"this net learnt version {head.rules_version} of the rules; they are at {game.info.rules_version}."
    if head.seats and game.seats not in head.seats:
        return f"this net learnt at tables of {' and '.join(map(str, head.seats))} seats, not of {game.seats}."
    if game.deck_name != STANDARD:
        return "this net learnt with the standard cards; with others, train one of its own (mischief train)."
    if observer_for(head, game) is None or game.num_actions > head.actions:
        return "this net looks at other fields or knows other moves; train it anew (mischief train)."
    return ""


def net_policy(
    game: Game, warmth: float = LIKELIEST, path: Path | None = None, reach: float = ANYTHING
) -> NetPolicy | None:
    """The game's net as a player; None if there is none for it. Players of one process share the net, one at a time."""
    found = net_for(game, path)
    return None if found is None else NetPolicy(*found, warmth, reach)
