"""Reads the memory in a position: what every seat has noted of cards seen, drawn, shown and given."""

from __future__ import annotations

from mischief.engine.reading import Reader

from . import numbers as n
from .cards import KIND_NAMES
from .memory import GAVE, LOADED, MOST, NOTERS, SHOWED, TOOK, Summary, head
from .rules import RattusCartus

CLAUSE = "RC-15.8"


def read_memory(state: RattusCartus, data: object) -> None:
    """Let the seats remember what is given; without it, what they see now, and every Joker and special card in a hand
    or pile taken there in public."""
    points = _points(state)
    hidden = [int(state.house.copies[k]) for k in range(int(n.POPULATION))]
    for k in range(int(n.POPULATION)):
        hidden[k] -= points[5 * int(n.POPULATION) + k]
    if data is None:
        _take_openly(state)
        _load(state, Summary(points, [0] * len(points), hidden, points))
        return
    reader = Reader(data, "memory", CLAUSE)
    size, seats = int(n.POPULATION), int(state.seats)
    located, drawn = [0] * (size * int(NOTERS)), [0] * (size * int(NOTERS))
    deck_made = _counts(reader, "deck_made", state)
    gifts: list[Reader] = []
    for seat, entry in enumerate(reader.many("seats", seats)):
        part = Reader(entry, f"memory.seats[{seat}]", CLAUSE)
        located[seat * size : seat * size + size] = _counts(part, "located", state)
        drawn[seat * size : seat * size + size] = _counts(part, "own_drawn", state)
        gifts.append(part.part("gifts"))
        part.done()
    watching = reader.part("watcher")
    located[5 * size :] = _counts(watching, "located", state)
    _read_trace(state, reader, gifts)
    reader.done()
    _load(state, Summary(located, drawn, deck_made, points))


def _load(state: RattusCartus, summary: Summary) -> None:
    state.note(head(LOADED, 0, 0, 0, 0, 0, 0))
    assert state.memory is not None
    state.memory.summary = summary


def _points(state: RattusCartus) -> list[int]:
    """The copies of each kind that each seat, and the watcher as number 5, can point at outside the Nun-row."""
    size, seats = int(n.POPULATION), int(state.seats)
    points = [0] * (size * int(NOTERS))
    for noter in [*range(seats), 5]:
        for k in range(size):
            count = int(state.pile(k))
            for seat in range(seats):
                own = seat == noter
                if own:
                    count += int(state.hand(seat, k))
                if state.is_face_up(seat) or (own and state.is_face_down(seat)):
                    count += int(state.laid(seat, k))
            points[noter * size + k] = count
    return points


def _take_openly(state: RattusCartus) -> None:
    for seat in range(int(state.seats)):
        for kind in range(int(n.POPULATION), int(n.KINDS)):
            count = state.hand(seat, kind) + (state.laid(seat, kind) if state.is_face_down(seat) else 0)
            if count > 0:
                state.note(head(TOOK, seat, 0, kind, count, 0, 0))


def _counts(reader: Reader, key: str, state: RattusCartus) -> list[int]:
    part = reader.part(key)
    counts = [0] * int(n.POPULATION)
    for name in part.data:
        if name not in KIND_NAMES[: int(n.POPULATION)]:
            part.fail(f"there is no population card {name!r}", name)
        kind = KIND_NAMES.index(name)
        counts[kind] = part.whole(name, None, 0, int(state.house.copies[kind]))
    return counts


def _read_trace(state: RattusCartus, reader: Reader, gifts: list[Reader]) -> None:
    seats = int(state.seats)
    for place, entry in enumerate(reader.many("trace")):
        part = Reader(entry, f"memory.trace[{place}]", CLAUSE)
        what = part.word("what", ("took", "showed", "gave"))
        if what == "gave":
            giver = part.whole("giver", None, 0, seats - 1)
            taker = part.whole("receiver", None, 0, seats - 1)
            cards = _cards(gifts[giver], str(place))
            if cards != _cards(gifts[taker], str(place)) or len(cards) != part.whole("count"):
                part.fail("giver and receiver should have noted the same cards, as many as were given", "count")
            hand, pile = part.whole("hand", None, len(cards), int(MOST)), part.whole("pile", 0, 0, int(MOST))
            note = head(GAVE, giver, taker, 0, len(cards), hand, pile)
        else:
            seat = part.whole("seat", None, 0, seats - 1)
            if what == "took":
                kind = part.word("kind", KIND_NAMES[int(n.POPULATION) :])
                note = head(TOOK, seat, 0, KIND_NAMES.index(kind), part.whole("count", None, 0, int(MOST)), 0, 0)
                cards = []
            else:
                cards = _cards(part, "cards")
                note = head(SHOWED, seat, 0, 0, len(cards), 0, 0)
        for figure in (note, *cards):
            state.note(figure)
        part.done()
    for noted in gifts:
        noted.done()


def _cards(reader: Reader, key: str) -> list[int]:
    names = reader.many(key)
    for name in names:
        if name not in KIND_NAMES:
            reader.fail(f"there is no card {name!r}", key)
    return [KIND_NAMES.index(name) for name in names]
