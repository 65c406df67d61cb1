"""Reads the memory in a position: what every seat has noted of cards seen, drawn, shown and given."""

from __future__ import annotations

from mischief.engine.reading import Reader

from . import numbers as n
from .cards import KIND_NAMES
from .memory import GAVE, NOTERS, SHOWED, Note, Summary, note_loaded, note_read, note_took
from .rules import RattusCartus

CLAUSE = "RC-15.8"


def read_memory(state: RattusCartus, data: object) -> Note:
    """The memory as given; without one, what the seats see now, and every Joker and special card in a hand or pile
    taken there in public."""
    points = _points(state)
    hidden = [int(state.house.copies[k]) for k in range(int(n.POPULATION))]
    for k in range(int(n.POPULATION)):
        hidden[k] -= points[5 * int(n.POPULATION) + k]
    if data is None:
        return note_loaded(_taken_openly(state), Summary(points, [0] * len(points), hidden, points))
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
    head = _read_trace(reader, gifts, seats)
    reader.done()
    return note_loaded(head, Summary(located, drawn, deck_made, points))


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


def _taken_openly(state: RattusCartus) -> Note | None:
    head: Note | None = None
    for seat in range(int(state.seats)):
        for kind in range(int(n.POPULATION), int(n.KINDS)):
            count = state.hand(seat, kind) + (state.laid(seat, kind) if state.is_face_down(seat) else 0)
            if count > 0:
                head = note_took(head, seat, kind, count)
    return head


def _counts(reader: Reader, key: str, state: RattusCartus) -> list[int]:
    part = reader.part(key)
    counts = [0] * int(n.POPULATION)
    for name in part.data:
        if name not in KIND_NAMES[: int(n.POPULATION)]:
            part.fail(f"there is no population card {name!r}", name)
        kind = KIND_NAMES.index(name)
        counts[kind] = part.whole(name, None, 0, int(state.house.copies[kind]))
    return counts


def _read_trace(reader: Reader, gifts: list[Reader], seats: int) -> Note | None:
    head: Note | None = None
    for place, entry in enumerate(reader.many("trace")):
        part = Reader(entry, f"memory.trace[{place}]", CLAUSE)
        what = part.word("what", ("took", "showed", "gave"))
        if what == "gave":
            giver = part.whole("giver", None, 0, seats - 1)
            taker = part.whole("receiver", None, 0, seats - 1)
            cards = _cards(gifts[giver], str(place))
            if cards != _cards(gifts[taker], str(place)) or len(cards) != part.whole("count"):
                part.fail("giver and receiver should have noted the same cards, as many as were given", "count")
            head = note_read(
                head, GAVE, giver, taker, cards, part.whole("hand", None, len(cards)), part.whole("pile", 0)
            )
        else:
            seat = part.whole("seat", None, 0, seats - 1)
            if what == "took":
                kind = part.word("kind", KIND_NAMES[int(n.POPULATION) :])
                head = note_took(head, seat, KIND_NAMES.index(kind), part.whole("count"))
            else:
                head = note_read(head, SHOWED, seat, -1, _cards(part, "cards"), 0, 0)
        part.done()
    for noted in gifts:
        noted.done()
    return head


def _cards(reader: Reader, key: str) -> list[int]:
    names = reader.many(key)
    for name in names:
        if name not in KIND_NAMES:
            reader.fail(f"there is no card {name!r}", key)
    return [KIND_NAMES.index(name) for name in names]
