"""Who has seen which cards: a record that only grows, kept beside the table (RC-15.8).

A card once seen in the discard pile cannot be in the Nun-row, even after it was shuffled back; a card that I gave away
sits in a hand that I can name. The table writes such things down as notes, one behind the other in a flat record.
Copies of a table share it, and each knows how much of it is its own past. Imagined tables write nothing down. Whoever
needs the record, a view or an imagining, has the notes added up for one seat: that is its `Recall`.

A note is one number: what was noted and up to six small figures, eight bits apiece. The cards that were shown, given or
shuffled come after it, one number each.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from mischief.engine.moves import flat, zeros
from mischief.engine.observing import from_me
from mischief.engine.seats import WATCHER

from . import numbers as n
from .cards import KIND_NAMES
from .house import House
from .sets import bit, first

DREW: Final[i64] = 0
"""`seat` drew the population card `kind` from the deck."""
TOOK: Final[i64] = 1
"""`seat` took `count` cards of `kind` from an open supply."""
SHOWED: Final[i64] = 2
"""`seat` turned `count` cards up: laid at a building, discarded at the Hospital, or a Pass played."""
GAVE: Final[i64] = 3
"""`seat` gave `count` cards to `other`, out of a hand of `before`, with `laid` more lying face down."""
RESHUFFLED: Final[i64] = 4
"""The discard pile, `count` cards, became the deck."""
LOADED: Final[i64] = 5
"""A position was set up: what everybody had noted until then is in the record's `summary`."""

NOTERS: Final[i64] = 6
"""Five seats, and the watcher as the sixth."""
MOST: Final[i64] = 255
"""The largest figure of a note."""

LOCATED: Final[i64] = 0
"""Where a Recall has its counts, in the order of an observation's row."""
DECK_MADE: Final[i64] = 30
DRAWN: Final[i64] = 60
SURE: Final[i64] = 90
COUNTS: Final[i64] = 265


class Summary:
    """What every seat, and the watcher as number 5, had noted when a position was set up."""

    def __init__(self, located: list[int], drawn: list[int], deck_made: list[int], points: list[int]) -> None:
        self.located = flat(located)
        self.drawn = flat(drawn)
        self.deck_made = flat(deck_made)
        self.points = flat(points)


def head(what: i64, seat: i64, other: i64, kind: i64, count: i64, before: i64, laid: i64) -> i64:
    """The number that begins a note."""
    return what | seat << 8 | other << 16 | kind << 24 | count << 32 | before << 40 | laid << 48


def what_of(note: i64) -> i64:
    return note & 255


def seat_of(note: i64) -> i64:
    return note >> 8 & 255


def other_of(note: i64) -> i64:
    return note >> 16 & 255


def kind_of(note: i64) -> i64:
    return note >> 24 & 255


def count_of(note: i64) -> i64:
    return note >> 32 & 255


def held_before(note: i64) -> i64:
    """What the giver had when it gave, in its hand and face down before it."""
    return (note >> 40 & 255) + (note >> 48 & 255)


def cards_of(note: i64) -> i64:
    """How many numbers for cards come after it."""
    what = what_of(note)
    return count_of(note) if what == SHOWED or what == GAVE or what == RESHUFFLED else 0


@final
class Note:
    """A note taken out of the record, to be put into words."""

    def __init__(self, log: vec[i64], at: i64) -> None:
        figure = log[at]
        self.what = int(what_of(figure))
        self.seat = int(seat_of(figure))
        self.other = int(other_of(figure))
        self.kind = int(kind_of(figure))
        self.count = int(count_of(figure))
        self.before = int(figure >> 40 & 255)
        self.laid = int(figure >> 48 & 255)
        self.cards = [int(log[place]) for place in range(at + 1, at + 1 + cards_of(figure))]


def notes(record: Record | None, size: i64) -> list[Note]:
    """All notes, the oldest first."""
    return [] if record is None else _between(record.log, 0, size)


def notes_after(recall: Recall) -> list[Note]:
    """Those that a seat's view has not told yet; from now on it has."""
    found = _between(recall.log, recall.told_to, recall.read)
    recall.told_to = recall.read
    return found


def _between(log: vec[i64], at: i64, end: i64) -> list[Note]:
    found: list[Note] = []
    while at < end:
        found.append(Note(log, at))
        at += 1 + cards_of(log[at])
    return found


@final
class Record:
    """Notes, one behind the other. Only ever grows: a clone shares it and knows how much of it is its own past; whoever
    goes on from an older point takes a copy first. What was added up for each seat is kept beside it."""

    def __init__(self) -> None:
        self.log = vec[i64]()
        self.summary: Summary | None = None
        self.recalls: list[Recall | None] = [None] * int(NOTERS)

    def fork(self, size: i64) -> Record:
        """Its first part, as a record of its own."""
        record = Record()
        record.log = self.log[:size]
        record.summary = self.summary
        return record

    def add(self, figure: i64) -> None:
        self.log = append(self.log, figure)

    def recall(self, size: i64, viewer: i64, seats: i64, house: House) -> Recall:
        """The notes up to `size`, added up for one seat or the watcher: to be looked at, and not kept. When the seat
        asks again it reads on: only the notes that are new."""
        number = noters_number(viewer)
        recall = self.recalls[number]
        if recall is None or recall.read > size:  # it has read on in another copy of the table
            recall = Recall(viewer, seats, house)
            self.recalls[number] = recall
        log = self.log
        recall.log = log
        while recall.read < size:
            _locate(recall, log, recall.read, self.summary)
            _follow(recall, log, recall.read)
            recall.read += 1 + cards_of(log[recall.read])
        return recall


class Recall:
    """The notes added up for one seat.

    Of `counts`, LOCATED + kind is the most copies of a population card that the seat could point at in one moment
    outside the Nun-row; DECK_MADE + kind what was shuffled into the present deck; DRAWN + kind what the seat drew of
    that. `followed` (seat x 35 + kind) counts the cards known to be in other seats' hands or piles, up to the first
    gift between two others; the notes from that one on, at `open_from`, are to be gone through by imagining. SURE, in
    `counts`, is the same to the end: of a gift that it did not see, the seat takes it that any card it knew of may have
    been in it; `surely` has the kinds of which there are some, a set for each seat. `points` are the copies that it can
    point at now.

    `counts` stand as an observation's row ends: seats from the viewer's on.
    """

    def __init__(self, viewer: i64, seats: i64, house: House) -> None:
        self.viewer = viewer
        self.seats = seats
        self.counts: vec[u8] = vec[u8](bytes(int(COUNTS)))
        for kind in range(n.POPULATION):
            self.counts[DECK_MADE + kind] = u8(house.copies[kind])
        self.followed = zeros(n.SEATS * n.KINDS)
        self.surely = zeros(n.SEATS)
        self.points = zeros(n.POPULATION)
        self.log = vec[i64]()
        """The record that it was read from, of which `read` numbers are in it."""
        self.read: i64 = 0
        self.open_from: i64 = -1
        self.told: list[object] = []
        """The notes up to `told_to` as the seat's view shows them."""
        self.told_to: i64 = 0

    def sure(self, seat: i64) -> i64:
        """Where the counts have what a seat surely holds."""
        me = self.viewer if self.viewer >= 0 else 0
        return SURE + from_me(seat, me, self.seats) * n.KINDS

    def of_each(self, first: i64) -> dict[str, int]:
        """LOCATED, DECK_MADE or DRAWN, by card."""
        counts = self.counts
        return {
            KIND_NAMES[kind]: int(counts[first + kind]) for kind in range(n.POPULATION) if counts[first + kind] != 0
        }


def noters_number(viewer: i64) -> i64:
    return n.SEATS if viewer == WATCHER else viewer


def _locate(recall: Recall, log: vec[i64], at: i64, summary: Summary | None) -> None:
    """Keep, for every kind, how many copies the viewer can point at: in the discard pile, face up at a building, in its
    own hand or in its own pile."""
    viewer = recall.viewer
    points, counts = recall.points, recall.counts
    note = log[at]
    what = what_of(note)
    if what == DREW:
        if seat_of(note) == viewer:
            counts[DRAWN + kind_of(note)] += 1
            _point(recall, kind_of(note))
    elif what == SHOWED:
        if seat_of(note) != viewer:
            for place in range(at + 1, at + 1 + count_of(note)):
                if log[place] < n.POPULATION:
                    _point(recall, log[place])
    elif what == GAVE:
        for place in range(at + 1, at + 1 + count_of(note)):
            if log[place] < n.POPULATION:
                if other_of(note) == viewer:
                    _point(recall, log[place])
                elif seat_of(note) == viewer:
                    points[log[place]] -= 1
    elif what == RESHUFFLED:
        for kind in range(n.POPULATION):
            counts[DECK_MADE + kind] = 0
            counts[DRAWN + kind] = 0
        for place in range(at + 1, at + 1 + count_of(note)):
            counts[DECK_MADE + log[place]] += 1
            points[log[place]] -= 1
    elif what == LOADED:
        assert summary is not None
        first = noters_number(viewer) * n.POPULATION
        for kind in range(n.POPULATION):
            counts[LOCATED + kind] = u8(summary.located[first + kind])
            counts[DRAWN + kind] = u8(summary.drawn[first + kind])
            counts[DECK_MADE + kind] = u8(summary.deck_made[kind])
            points[kind] = summary.points[first + kind]


def _point(recall: Recall, kind: i64) -> None:
    points, counts = recall.points, recall.counts
    points[kind] += 1
    if points[kind] > i64(counts[LOCATED + kind]):
        counts[LOCATED + kind] = u8(points[kind])


def _follow(recall: Recall, log: vec[i64], at: i64) -> None:
    if not can_be_followed(log[at]):
        return
    unseen = is_unseen_gift(log[at], recall.viewer)
    if unseen:
        _doubt(recall, log[at])
    else:
        _be_sure(recall, log, at)
    if recall.open_from < 0:
        if unseen:
            recall.open_from = at
        else:
            follow_certain(recall.followed, log, at, recall.viewer)


def _be_sure(recall: Recall, log: vec[i64], at: i64) -> None:
    """Cards that others take, show, get from the viewer or give to it."""
    note = log[at]
    what, seat, viewer = what_of(note), seat_of(note), recall.viewer
    if what == TOOK:
        if seat != viewer:
            _change_sure(recall, seat, kind_of(note), count_of(note))
        return
    for place in range(at + 1, at + 1 + count_of(note)):
        card = log[place]
        if seat != viewer and recall.counts[recall.sure(seat) + card] > 0:
            _change_sure(recall, seat, card, -1)
        if what == GAVE and seat == viewer:
            _change_sure(recall, other_of(note), card, 1)


def _doubt(recall: Recall, gift: i64) -> None:
    """Of each kind as many as were given may have been in a gift that was not seen."""
    giver, given = seat_of(gift), count_of(gift)
    left = recall.surely[giver]
    while left != 0:
        kind = first(left)
        known = i64(recall.counts[recall.sure(giver) + kind])
        _change_sure(recall, giver, kind, -given if known > given else -known)
        left &= left - 1


def _change_sure(recall: Recall, seat: i64, kind: i64, change: i64) -> None:
    place = recall.sure(seat) + kind
    count = i64(recall.counts[place]) + change
    recall.counts[place] = u8(count) if count < MOST else u8(MOST)  # a position may tell of more than there are
    if count > 0:
        recall.surely[seat] |= bit(kind)
    else:
        recall.surely[seat] &= ~bit(kind)


def can_be_followed(note: i64) -> bool:
    what = what_of(note)
    return what == TOOK or what == SHOWED or what == GAVE


def is_unseen_gift(note: i64, viewer: i64) -> bool:
    return what_of(note) == GAVE and seat_of(note) != viewer and other_of(note) != viewer


def follow_certain(followed: vec[i64], log: vec[i64], at: i64, viewer: i64) -> bool:
    """Take a note whose cards the viewer knows into account. False if a Joker or special card that was shown is not
    where the count has it: the chance taken for an earlier gift was wrong."""
    note = log[at]
    what, seat = what_of(note), seat_of(note)
    hand = seat * n.KINDS
    if what == TOOK:
        if seat != viewer:
            followed[hand + kind_of(note)] += count_of(note)
        return True
    if seat != viewer:
        for place in range(at + 1, at + 1 + count_of(note)):
            card = log[place]
            if followed[hand + card] > 0:
                followed[hand + card] -= 1
            elif card >= n.POPULATION:
                return False
    if what == GAVE and other_of(note) != viewer:
        for place in range(at + 1, at + 1 + count_of(note)):
            followed[other_of(note) * n.KINDS + log[place]] += 1
    return True


def add_card(cards: vec[i64], kind: i64, count: i64) -> vec[i64]:
    """A list of cards, `count` of one kind longer."""
    for _ in range(count):
        cards = append(cards, kind)
    return cards
