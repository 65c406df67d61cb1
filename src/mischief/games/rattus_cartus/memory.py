"""Who has seen which cards: a record that only grows, kept beside the table (RC-15.8).

A card once seen in the discard pile cannot be in the Nun-row, even after it was shuffled back; a card that I gave away
sits in a hand that I can name. The table writes such things down as notes, each pointing at the one before it, so that
copies of a table share the past and pay nothing for it. Imagined tables write nothing down. Whoever needs the record,
a view or an imagining, has the notes added up for one seat: that is its `Recall`. No note points at a
Recall, so that there are no circles and a finished game is let go at once.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from mischief.engine.moves import flat, zeros
from mischief.engine.seats import WATCHER

from . import numbers as n
from .house import House

DREW: Final[i64] = 0
"""`seat` drew the population card `kind` from the deck."""
TOOK: Final[i64] = 1
"""`seat` took `count` cards of `kind` from an open supply."""
SHOWED: Final[i64] = 2
"""`seat` turned `cards` up: laid at a building, discarded at the Hospital, or a Pass played."""
GAVE: Final[i64] = 3
"""`seat` gave `cards`, `count` of them, to `other`, out of a hand of `before`, with `laid` more lying face down."""
RESHUFFLED: Final[i64] = 4
"""The discard pile, `cards`, became the deck."""
LOADED: Final[i64] = 5
"""A position was set up: what everybody had noted until then is in `summary`."""

NOTERS: Final[i64] = 6
"""Five seats, and the watcher as the sixth."""


class Summary:
    """What every seat, and the watcher as number 5, had noted when a position was set up."""

    def __init__(self, located: list[int], drawn: list[int], deck_made: list[int], points: list[int]) -> None:
        self.located = flat(located)
        self.drawn = flat(drawn)
        self.deck_made = flat(deck_made)
        self.points = flat(points)


@final
class Note:
    """One thing worth remembering, and the note before it."""

    def __init__(
        self,
        earlier: Note | None,
        what: i64,
        seat: i64,
        other: i64,
        kind: i64,
        count: i64,
        before: i64,
        laid: i64,
        cards: vec[i64],
        summary: Summary | None,
    ) -> None:
        self.earlier = earlier
        self.what = what
        self.seat = seat
        self.other = other
        self.kind = kind
        self.count = count
        self.before = before
        self.laid = laid
        self.cards = cards
        self.summary = summary


class Recall:
    """The notes added up for one seat.

    `located[k]` is the most copies of a population card that the seat could point at in one moment outside the
    Nun-row; `deck_made[k]` what was shuffled into the present deck; `drawn[k]` what the seat drew of that. `followed`
    (seat x 35 + kind) counts the cards known to be in other seats' hands or piles, up to the first gift between two
    others; what came after it stands in `open_trace`, to be gone through by imagining. `sure` is the same to the end:
    of a gift that it did not see, the seat takes it that any card it knew of may have been in it. `points` are the
    copies that it can point at now.
    """

    def __init__(self, viewer: i64, deck_made: vec[i64]) -> None:
        self.viewer = viewer
        self.located = zeros(n.POPULATION)
        self.drawn = zeros(n.POPULATION)
        self.deck_made = deck_made
        self.followed = zeros(n.SEATS * n.KINDS)
        self.open_trace: list[Note] = []
        self.sure: vec[u8] = vec[u8](bytes(int(n.SEATS * n.KINDS)))
        self.points = zeros(n.POPULATION)
        self.read: Note | None = None
        """The last note that is in it."""


def noters_number(viewer: i64) -> i64:
    return n.SEATS if viewer == WATCHER else viewer


def note_drew(earlier: Note | None, seat: i64, kind: i64) -> Note:
    return Note(earlier, DREW, seat, -1, kind, 1, 0, 0, vec[i64](), None)


def note_took(earlier: Note | None, seat: i64, kind: i64, count: i64) -> Note:
    return Note(earlier, TOOK, seat, -1, kind, count, 0, 0, vec[i64](), None)


def note_showed(earlier: Note | None, seat: i64, cards: vec[i64]) -> Note:
    return Note(earlier, SHOWED, seat, -1, -1, i64(len(cards)), 0, 0, cards, None)


def note_gave(earlier: Note | None, giver: i64, taker: i64, cards: vec[i64], before: i64, laid: i64) -> Note:
    return Note(earlier, GAVE, giver, taker, -1, i64(len(cards)), before, laid, cards, None)


def note_reshuffled(earlier: Note | None, cards: vec[i64]) -> Note:
    return Note(earlier, RESHUFFLED, -1, -1, -1, i64(len(cards)), 0, 0, cards, None)


def note_read(earlier: Note | None, what: i64, seat: i64, other: i64, cards: list[int], before: i64, laid: i64) -> Note:
    """A SHOWED or GAVE that a position tells of."""
    return Note(earlier, what, seat, other, -1, i64(len(cards)), before, laid, flat(cards), None)


def note_loaded(earlier: Note | None, summary: Summary) -> Note:
    return Note(earlier, LOADED, -1, -1, -1, 0, 0, 0, vec[i64](), summary)


def in_order(head: Note | None) -> list[Note]:
    """All notes, the oldest first."""
    notes: list[Note] = []
    note = head
    while note is not None:
        notes.append(note)
        note = note.earlier
    notes.reverse()
    return notes


class Recalls:
    """The notes added up, for each seat that has asked; shared by the copies of a table. A Recall is kept here, and
    when its seat asks again it reads on: only the notes that are new."""

    def __init__(self) -> None:
        self.kept: list[Recall | None] = [None] * int(NOTERS)

    def of(self, head: Note | None, viewer: i64, house: House) -> Recall:
        """The notes up to `head`, added up for one seat or the watcher: to be looked at, and not kept."""
        number = noters_number(viewer)
        recall = self.kept[number]
        later: list[Note] = []
        note = head
        while note is not None and (recall is None or note is not recall.read):
            later.append(note)
            note = note.earlier
        if recall is None or (note is None and recall.read is not None):  # it has read on in another copy of the table
            recall = Recall(viewer, house.copies[: n.POPULATION])
            self.kept[number] = recall
        for place in range(len(later) - 1, -1, -1):
            _locate(recall, later[place])
            _follow(recall, later[place])
        recall.read = head
        return recall


def _locate(recall: Recall, note: Note) -> None:
    """Keep, for every kind, how many copies the viewer can point at: in the discard pile, face up at a building, in its
    own hand or in its own pile."""
    viewer = recall.viewer
    points = recall.points
    if note.what == DREW:
        if note.seat == viewer:
            recall.drawn[note.kind] += 1
            _point(recall, note.kind)
    elif note.what == SHOWED:
        if note.seat != viewer:
            for card in note.cards:
                if card < n.POPULATION:
                    _point(recall, card)
    elif note.what == GAVE:
        for card in note.cards:
            if card < n.POPULATION:
                if note.other == viewer:
                    _point(recall, card)
                elif note.seat == viewer:
                    points[card] -= 1
    elif note.what == RESHUFFLED:
        for k in range(n.POPULATION):
            recall.deck_made[k] = 0
            recall.drawn[k] = 0
        for card in note.cards:
            recall.deck_made[card] += 1
            points[card] -= 1
    elif note.what == LOADED:
        summary = note.summary
        assert summary is not None
        first = noters_number(viewer) * n.POPULATION
        for k in range(n.POPULATION):
            recall.located[k] = summary.located[first + k]
            recall.drawn[k] = summary.drawn[first + k]
            recall.deck_made[k] = summary.deck_made[k]
            points[k] = summary.points[first + k]


def _point(recall: Recall, kind: i64) -> None:
    recall.points[kind] += 1
    if recall.points[kind] > recall.located[kind]:
        recall.located[kind] = recall.points[kind]


def _follow(recall: Recall, note: Note) -> None:
    if note.what != TOOK and note.what != SHOWED and note.what != GAVE:
        return
    unseen = is_unseen_gift(note, recall.viewer)
    if unseen:
        _doubt(recall.sure, note)
    else:
        _be_sure(recall.sure, note, recall.viewer)
    if unseen or len(recall.open_trace) > 0:
        recall.open_trace.append(note)
    else:
        follow_certain(recall.followed, note, recall.viewer)


def _be_sure(sure: vec[u8], note: Note, viewer: i64) -> None:
    """Cards that others take, show, get from the viewer or give to it."""
    if note.seat != viewer and note.what == TOOK:
        place = note.seat * n.KINDS + note.kind
        sure[place] = u8(i64(sure[place]) + note.count)
    for card in note.cards:
        if note.seat != viewer and sure[note.seat * n.KINDS + card] > 0:
            sure[note.seat * n.KINDS + card] -= 1
        if note.what == GAVE and note.seat == viewer:
            sure[note.other * n.KINDS + card] += 1


def _doubt(sure: vec[u8], gift: Note) -> None:
    """Of each kind as many as were given may have been in a gift that was not seen."""
    for place in range(gift.seat * n.KINDS, (gift.seat + 1) * n.KINDS):
        left = i64(sure[place]) - gift.count
        sure[place] = u8(left) if left > 0 else u8(0)


def is_unseen_gift(note: Note, viewer: i64) -> bool:
    return note.what == GAVE and note.seat != viewer and note.other != viewer


def follow_certain(followed: vec[i64], note: Note, viewer: i64) -> bool:
    """Take a note whose cards the viewer knows into account. False if a Joker or special card that was shown is not
    where the count has it: the chance taken for an earlier gift was wrong."""
    if note.what == TOOK:
        if note.seat != viewer:
            followed[note.seat * n.KINDS + note.kind] += note.count
        return True
    if note.seat != viewer:
        for card in note.cards:
            if followed[note.seat * n.KINDS + card] > 0:
                followed[note.seat * n.KINDS + card] -= 1
            elif card >= n.POPULATION:
                return False
    if note.what == GAVE and note.other != viewer:
        for card in note.cards:
            followed[note.other * n.KINDS + card] += 1
    return True


def add_card(cards: vec[i64], kind: i64, count: i64) -> vec[i64]:
    """A list of cards, `count` of one kind longer."""
    for _ in range(count):
        cards = append(cards, kind)
    return cards
