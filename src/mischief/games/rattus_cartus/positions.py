"""Reads and writes positions of Rattus Cartus: the whole table as JSON, the seats' memory included.

Reading is done with care: every card and token must be in exactly one place, and what the table waits for must be
possible. What a hand-written position leaves out is filled in where there is only one answer: `pop_deck`, `supply`,
`vp_pool` and `buildings_unseen` are then whatever is nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mischief.engine.errors import BadPosition
from mischief.engine.game import Game
from mischief.engine.reading import Reader, lay_out
from mischief.engine.seats import NOBODY

from . import pieces
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES, OTHER_NAMES
from .pending import STEP_NAMES, STEP_NUMBERS, why_impossible
from .pieces import D1, D2, D4, D6, D8, D9, D10, D11, KINDS, N1, N2, N3, N4, N5, N6, N7, N8, N9, Box
from .recollections import read_memory, write_memory
from .rules import RattusCartus, blank_table
from .table import (
    ANSWER,
    ARRIVAL,
    BARRED,
    BOTTOM,
    CARDS,
    CHOICE,
    COUNT,
    DECK,
    ENTERED,
    FIGURES,
    GIFT,
    HAND_SIZE,
    HANDS,
    INFLUENCE,
    LAID,
    LINE,
    NOT_ASKED,
    NUNS,
    OPEN,
    ORDER,
    PICKS,
    PILE,
    POOL,
    RATS,
    ROW,
    SEEN,
    STRENGTH,
    SUPPLIES,
    TOKENS,
)

STEPS = {
    "setup": ("N1", "N2", "N3", "N4", "N5"),
    "A": ("N6", "N7"),
    "B": ("D1", "D2", "N8"),
    "C": ("D3", "D4"),
    "D": ("D5", "D6", "D7", "D8", "D9", "D10", "D11", "N8", "N9"),
    "over": ("end",),
}
PHASES = tuple(STEPS)


# Writing


def write(state: RattusCartus) -> dict[str, Any]:
    seats = range(int(state.seats))
    return {
        "game": state.game.info.id,
        "players": int(state.seats),
        "options": dict(state.game.options),
        "round": int(state.round_number),
        "start": int(state.start),
        "phase": PHASES[state.phase],
        "row": [BUILDING_IDS[state.row_card(i)] for i in range(int(state.box.row)) if state.row_card(i) >= 0],
        "buildings_unseen": [name for i, name in enumerate(BUILDING_IDS) if (state.unseen >> i) & 1],
        "replacement_bottom": [BUILDING_IDS[state.figures[BOTTOM + i]] for i in range(int(state.bottom))],
        "building_discard": [name for i, name in enumerate(BUILDING_IDS) if (state.gone >> i) & 1],
        "pop_deck": _bag(state, DECK, 30),
        "pop_discard": _bag(state, PILE, 30),
        "nun_row": [KIND_NAMES[state.nun_card(i)] for i in range(5) if state.nun_card(i) >= 0],
        "supply": {name: int(state.figures[SUPPLIES + i]) for i, name in enumerate(OTHER_NAMES)},
        "vp_pool": {str(v): int(state.pool(v)) for v in (1, 2, 3)},
        "seats": [_write_seat(state, s) for s in seats],
        "waiting": [int(state.line(i)) for i in range(int(state.waiting))],
        "entries": [_write_entry(state, int(state.entry(i))) for i in range(int(state.entered))],
        "pending": _write_pending(state),
        "picks": _write_picks(state),
        "answers": _write_answers(state),
        "memory": write_memory(state),
    }


def _bag(state: RattusCartus, first: int, kinds: int) -> dict[str, int]:
    return {KIND_NAMES[k]: int(state.cards[first + k]) for k in range(kinds) if state.cards[first + k]}


def _write_seat(state: RattusCartus, seat: int) -> dict[str, Any]:
    choice = int(state.figures[CHOICE + seat])
    return {
        "hand": _bag(state, HANDS + seat * KINDS, 35),
        "rats": int(state.rats(seat)),
        "vp": [v for v in (1, 2, 3) for _ in range(int(state.tokens(seat, v)))],
        "seen": [slot for slot in range(5) if state.has_seen(seat, slot)],
        "influence": [int(state.influence(seat, c)) for c in range(6)],
        "arrival": [int(state.arrival(seat, c)) for c in range(6)],
        "supply": choice if choice >= 0 else None,
    }


def _write_entry(state: RattusCartus, seat: int) -> dict[str, Any]:
    laying = state.is_laying(seat)
    return {
        "seat": seat,
        "slot": int(state.slot_of(seat)),
        "space": int(state.space_of(seat)),
        "laid": {} if laying else _bag(state, LAID + seat * KINDS, 35),
        "count": int(state.figures[COUNT + seat]),
        "strength": int(state.strength(seat)) if state.is_face_up(seat) else None,
    }


def _write_pending(state: RattusCartus) -> dict[str, Any]:
    step, in_d = int(state.step), state.phase == pieces.PHASE_D
    pending: dict[str, Any] = {"what": STEP_NAMES[step]}
    if step > N9:
        pending["seats"] = [s for s in state.actors() if s >= 0]
    elif step in (N5, N8, N9):
        pending["seats"] = [int(state.seat)]
    else:
        pending["seats"] = []
    if in_d or step in (N1, N2, N4, N6, N7):
        pending["slot"] = int(state.slot)
    if step in (N2, N5, N8, N9, D2, D11):
        pending["due"] = int(state.due)
    if step in (D6, D10):
        pending["due"] = int(state.due - state.picked)
    if step in (D2, D11):
        barred = {s: int(state.figures[BARRED + s]) for s in pending["seats"]}
        if state.is_together():
            if state.due > 1:
                pending["not"] = {
                    str(s): int(state.figures[BARRED + s])
                    for s in range(int(state.seats))
                    if state.answer(s) != NOT_ASKED
                }
        elif barred[int(state.seat)] >= 0:
            pending["not"] = barred[int(state.seat)]
    if step in (D6, D9):
        pending["winner"] = int(state.winner)
    if step == N8:
        farm = in_d and state.building(state.slot) == pieces.FARM
        pending["why"] = "farm" if farm else "brewery" if in_d else "supply"
    if step == N9:
        pending["why"] = "palace"
    if step in (D8, D9, D10, D11) or (in_d and step in (N8, N9)):
        pending["queue"] = _queue(state)
    return pending


def _queue(state: RattusCartus) -> list[int]:
    """The seats still to act in this building, in order (RC-8.5)."""
    queue, seat = [], int(state.winner if state.step == D9 else state.seat)
    while (seat := int(state.next_to_act(state.slot, seat))) >= 0:
        queue.append(seat)
    return queue


def _write_picks(state: RattusCartus) -> dict[str, list[str]]:
    if state.step == D9:
        found = {s: state.picks_of(s) for s in range(int(state.seats)) if state.answer(s) == OPEN}
    elif state.step == D4:
        found = {int(state.seat): state.cards_at(LAID + state.seat * KINDS, KINDS)}
    elif state.step in (D6, D10):
        found = {int(state.seat): state.cards_at(GIFT, KINDS)}
    else:
        return {}
    return {str(s): [KIND_NAMES[k] for k in cards] for s, cards in found.items() if len(cards)}


def _write_answers(state: RattusCartus) -> dict[str, Any]:
    if not state.is_together():
        return {}
    answered = [s for s in range(int(state.seats)) if state.answer(s) >= 0]
    if state.step == D9:
        return {str(s): [KIND_NAMES[k] for k in state.picks_of(s)] for s in answered}
    return {str(s): int(state.answer(s)) for s in answered}


# Reading


def read(game: Game, box: Box, data: Mapping[str, Any]) -> RattusCartus:
    return _Setting(game, box, data).table()


class _Setting:
    """A table being set up as a position says."""

    def __init__(self, game: Game, box: Box, data: Mapping[str, Any]) -> None:
        self.game, self.box = game, box
        self.seats = game.seats
        self.reader = Reader(data)
        for key in ("game", "players", "options"):
            self.reader.raw(key)
        self.cards = [0] * int(CARDS)
        self.figures = [0] * int(FIGURES)
        for first in (ENTERED, STRENGTH, CHOICE, BARRED):
            self.figures[first : first + 5] = [-1] * 5
        self.figures[ANSWER : ANSWER + 5] = [int(NOT_ASKED)] * 5
        self.figures[NUNS : NUNS + 5] = [-1] * 5
        self.figures[ROW : ROW + 3] = [-1] * 3

    def table(self) -> RattusCartus:
        reader = self.reader
        self.phase = reader.word("phase", PHASES)
        self.number = PHASES.index(self.phase)
        rounds = int(self.box.rounds)
        self.round = reader.whole("round", 0 if self.phase == "setup" else None, int(self.phase != "setup"), rounds)
        if self.phase == "setup" and self.round:
            reader.fail("no round has begun during the set-up", "round", "RC-2.1")
        if self.phase == "over" and self.round != rounds:
            reader.fail(f"the game ends after round {rounds}", "round", "RC-12.1")
        self.start = reader.whole("start", 0, 0, self.seats - 1)
        self.pending = reader.part("pending")
        default = "end" if self.phase == "over" else None
        self.what = self.pending.word("what", STEPS[self.phase], default)
        self.step = STEP_NUMBERS[self.what]
        self.read_buildings()
        self.read_seats()
        self.read_entries()
        self.read_cards()
        self.read_tokens()
        seat, due, slot, winner = self.read_pending()
        picked, low = self.read_picks(seat, slot)
        memory = reader.raw("memory")
        reader.done()
        state = blank_table(self.game, self.seats, self.box)
        lay_out(state.cards, self.cards)
        lay_out(state.figures, self.figures)
        state.phase, state.step, state.round_number, state.start = self.number, self.step, self.round, self.start
        state.seat, state.slot, state.winner = seat, slot, winner
        state.due = due + picked if self.step in (D6, D10) else due
        state.picked, state.low = picked, low
        state.waiting, state.entered, state.bottom = len(self.waiting), len(self.entries), len(self.bottom)
        state.deck_size, state.pile_size = sum(self.cards[DECK:PILE]), sum(self.cards[PILE:])
        state.unseen = sum(1 << BUILDING_IDS.index(name) for name in self.unseen)
        state.gone = sum(1 << BUILDING_IDS.index(name) for name in self.gone)
        state.clock = max(self.figures[ARRIVAL : ARRIVAL + 30])
        self.check_pending(state)
        state.memory = read_memory(state, memory)
        return state

    # Buildings

    def read_buildings(self) -> None:
        reader, row_size = self.reader, int(self.box.row)
        self.row = self.building_list("row")
        self.bottom = self.building_list("replacement_bottom")
        self.gone = self.building_list("building_discard")
        placed = self.row + self.bottom + self.gone
        if reader.has("buildings_unseen") or self.phase == "setup":
            self.unseen = self.building_list("buildings_unseen")
        else:
            self.unseen = [name for name in self.chosen_by_options() if name not in placed]
        everything = self.unseen + placed
        for name in everything:
            if everything.count(name) > 1:
                reader.fail(f"{name} is in two places", "buildings_unseen", "RC-1.12")
        choosing = self.step in (N1, N2)
        for place, which in enumerate(CLASS_NAMES):
            count = sum(BUILDING_IDS.index(name) // 10 == place for name in everything)
            if count != 5 and not (choosing and count < 5):
                reader.fail(f"there are {count} building cards of {which}, not 5", "buildings_unseen", "RC-1.12")
        if len(self.bottom) > self.box.replacement:
            reader.fail(f"the Replacement deck has {int(self.box.replacement)} cards", "replacement_bottom", "RC-1.19")
        over = self.phase == "over"
        past = row_size * (self.round if over else max(self.round - 1, 0))
        if len(self.gone) != past:
            reader.fail(
                f"{past} building cards have left the game by now, not {len(self.gone)}", "building_discard", "RC-10.4"
            )
        right = {"setup": 0, "over": 0}.get(self.phase, row_size)
        if self.what == "N6":
            right = self.pending.whole("slot", len(self.row), 0, row_size - 1)
        if len(self.row) != right:
            reader.fail(f"the row should have {right} cards now, not {len(self.row)}", "row", "RC-3.1")
        uniform = len({BUILDING_IDS.index(name) // 5 for name in self.row}) == 1 and len(self.row) == row_size
        if uniform != (self.what == "N7") and self.phase in "ABCD" and self.what != "N6":
            reader.fail(
                "the row is all one building, so its last card is replaced"
                if uniform
                else "nothing is replaced: the row is not all one building",
                "row",
                "RC-3.2",
            )
        for i, name in enumerate(self.row):
            self.figures[ROW + i] = BUILDING_IDS.index(name)
        for i, name in enumerate(self.bottom):
            self.figures[BOTTOM + i] = BUILDING_IDS.index(name)
        if self.what == "N7" and len(self.bottom) == self.box.replacement:
            reader.fail("all of the Replacement deck is known, so nothing is dealt", "pending", "RC-3.6")

    def building_list(self, key: str) -> list[str]:
        names = self.reader.many(key)
        for name in names:
            if name not in BUILDING_IDS:
                self.reader.fail(f"there is no building card {name!r}", key, "RC-1.12")
        return names

    def chosen_by_options(self) -> list[str]:
        """The 30 cards, where the options alone say which they are."""
        whole = [n for n in range(12) if self.box.counts[n] == 5]
        mask = int(self.box.chosen) | sum(31 << 5 * n for n in whole)
        if mask.bit_count() != 30:
            self.reader.fail(
                "should list the building cards not yet seen: the options leave open which are in the game",
                "buildings_unseen",
                "RC-1.12",
            )
        return [name for i, name in enumerate(BUILDING_IDS) if (mask >> i) & 1]

    # Seats

    def read_seats(self) -> None:
        for seat, entry in enumerate(self.reader.many("seats", self.seats)):
            reader = Reader(entry, f"seats[{seat}]")
            hand = self.bag(reader, "hand", KIND_NAMES, "RC-1.8")
            for kind, count in hand.items():
                self.cards[HANDS + seat * KINDS + kind] = count
            self.figures[HAND_SIZE + seat] = sum(hand.values())
            self.figures[RATS + seat] = reader.whole("rats", 10, 0, 10000)
            for value in reader.many("vp"):
                if not _is_whole(value, 1, 3):
                    reader.fail(f"a token is worth 1, 2 or 3, not {value!r}", "vp", "RC-12.13")
                self.figures[TOKENS + seat * 3 + value - 1] += 1
            seen = reader.many("seen")
            if not all(_is_whole(slot, 0, 4) for slot in seen) or len(set(seen)) < len(seen):
                reader.fail(f"should be different slots from 0 to 4, not {seen!r}", "seen", "RC-4.5")
            self.figures[SEEN + seat] = sum(1 << slot for slot in seen)
            influence = self.six(reader, "influence", [0] * 6)
            arrival = self.six(reader, "arrival", [(seat + 1) * bool(n) for n in influence])
            self.figures[INFLUENCE + seat * 6 : INFLUENCE + seat * 6 + 6] = influence
            self.figures[ARRIVAL + seat * 6 : ARRIVAL + seat * 6 + 6] = arrival
            if reader.has("supply"):
                self.figures[CHOICE + seat] = reader.whole("supply", None, 0, int(self.box.row) - 1)
            reader.done()
        for which, name in enumerate(CLASS_NAMES):
            spaces = [
                (self.figures[INFLUENCE + s * 6 + which], self.figures[ARRIVAL + s * 6 + which])
                for s in range(self.seats)
            ]
            standing = [space for space in spaces if space[0]]
            if len(set(standing)) < len(standing):
                self.reader.fail(f"two discs of one stack of {name} have the same arrival", "seats", "RC-6.6")

    def six(self, reader: Reader, key: str, default: list[int]) -> list[int]:
        values = reader.many(key, 6) if reader.has(key) else default
        for value in values:
            if not _is_whole(value, 0, 100000):
                reader.fail(f"{value!r} should be a whole number of 0 or more", key, "RC-6.3")
        return values

    def bag(self, reader: Reader, key: str, names: tuple[str, ...], clause: str) -> dict[int, int]:
        """Counts of cards, by kind."""
        part = reader.part(key)
        found = {}
        for name in part.data:
            if name not in names:
                part.fail(f"there is no card {name!r} here", name, clause)
            found[names.index(name)] = part.whole(name, None, 0, 84)
        return found

    # Entries

    def read_entries(self) -> None:
        reader = self.reader
        self.waiting = reader.many("waiting")
        self.entries = reader.many("entries")
        laying = self.what == "D4"
        spaces = [0] * 3
        entered: list[int] = []
        for place, entry in enumerate(self.entries):
            part = Reader(entry, f"entries[{place}]")
            seat = part.whole("seat", None, 0, self.seats - 1)
            slot = part.whole("slot", None, 0, int(self.box.row) - 1)
            if seat in entered:
                part.fail(f"seat {seat} has entered already", "seat", "RC-5.1")
            entered.append(seat)
            spaces[slot] += 1
            if part.whole("space", spaces[slot], 1, 5) != spaces[slot]:
                part.fail(f"the next space of slot {slot} is {spaces[slot]}", "space", "RC-5.1")
            laid = self.bag(part, "laid", KIND_NAMES, "RC-5.4")
            if any(kind >= pieces.LAYABLE and count for kind, count in laid.items()):
                part.fail("a Pass or Gold cannot have been laid", "laid", "RC-5.4")
            for kind, count in laid.items():
                self.cards[LAID + seat * KINDS + kind] = count
            total = sum(laid.values())
            self.figures[ENTERED + seat] = slot
            self.figures[ORDER + place] = seat
            self.figures[COUNT + seat] = part.whole("count", total, 0, 200)
            self.figures[STRENGTH + seat] = self.read_strength(part, seat, slot, laid)
            if not self.is_resolved(slot) and self.figures[COUNT + seat] != total:
                part.fail(f"{total} cards were laid, not {self.figures[COUNT + seat]}", "count", "RC-5.5")
            if laying and place == len(self.entries) - 1 and total:
                part.fail("this seat is still laying: its cards are in its hand and in picks", "laid", "RC-5.3")
            part.done()
        self.check_line(entered)

    def check_line(self, entered: list[int]) -> None:
        reader, seats = self.reader, list(range(self.seats))
        if self.phase == "C":
            if (
                not all(_is_whole(s, 0, self.seats - 1) for s in self.waiting)
                or sorted(self.waiting + entered) != seats
            ):
                reader.fail("every seat is either waiting or has entered, once", "waiting", "RC-5.1")
        elif self.waiting:
            reader.fail("seats wait to enter in phase C only", "waiting", "RC-5.1")
        elif self.phase == "D" and sorted(entered) != seats:
            reader.fail("every seat has entered before a building is resolved", "entries", "RC-5.1")
        elif self.phase != "D" and entered:
            reader.fail("buildings are entered in phases C and D only", "entries", "RC-5.1")
        self.figures[LINE : LINE + len(self.waiting)] = self.waiting

    def current_slot(self) -> int:
        """The building being resolved."""
        return self.pending.whole("slot", 0, 0, int(self.box.row) - 1)

    def is_resolved(self, slot: int) -> bool:
        return self.phase == "D" and slot < self.current_slot()

    def read_strength(self, part: Reader, seat: int, slot: int, laid: dict[int, int]) -> int:
        """Population cards and Jokers, once turned up (RC-8.1)."""
        if self.phase != "D" or (slot > self.current_slot() and self.seats > 2):
            if part.has("strength"):
                part.fail("these cards are not turned up yet", "strength", "RC-6.2")
            return -1
        counted = sum(count for kind, count in laid.items() if kind <= pieces.JOKER)
        if self.is_resolved(slot):
            if laid:
                part.fail("this building is resolved: the cards laid there are discarded", "laid", "RC-10.1")
            return part.whole("strength", 0, 0, 200)
        if part.whole("strength", counted, 0, 200) != counted:
            part.fail(f"{counted} population cards and Jokers were laid", "strength", "RC-8.1")
        return counted

    # Cards and tokens

    def read_cards(self) -> None:
        reader, copies = self.reader, [int(n) for n in self.box.copies]
        for kind, count in self.bag(reader, "pop_discard", KIND_NAMES[:30], "RC-15.5").items():
            self.cards[PILE + kind] = count
        nun_row = reader.many("nun_row")
        dealt = 5
        if self.phase == "setup":
            dealt = 5 if self.what == "N5" else self.pending_slot() if self.what == "N4" else 0
        if len(nun_row) != dealt:
            reader.fail(f"the Nun-row should have {dealt} cards now, not {len(nun_row)}", "nun_row", "RC-1.6")
        for slot, name in enumerate(nun_row):
            if name not in KIND_NAMES[:30]:
                reader.fail(f"there is no population card {name!r}", "nun_row", "RC-1.6")
            self.figures[NUNS + slot] = KIND_NAMES.index(name)
        in_game = self.special_kinds()
        given_deck = reader.has("pop_deck")
        deck = self.bag(reader, "pop_deck", KIND_NAMES[:30], "RC-1.8")
        given_supply = reader.has("supply")
        supply = self.bag(reader, "supply", OTHER_NAMES, "RC-1.10")
        for kind, name in enumerate(KIND_NAMES):
            placed = sum(
                self.cards[HANDS + s * KINDS + kind] + self.cards[LAID + s * KINDS + kind] for s in range(self.seats)
            )
            total = copies[kind]
            if kind < 30:
                placed += self.cards[PILE + kind] + sum(nun == name for nun in nun_row)
                rest = deck.get(kind, 0) if given_deck else max(total - placed, 0)
                self.cards[DECK + kind] = rest
                key, clause = "pop_deck", "RC-1.8"
            else:
                total = total if kind in in_game else 0
                rest = supply.get(kind - 30, 0) if given_supply else max(total - placed, 0)
                self.figures[SUPPLIES + kind - 30] = rest
                key, clause = "supply", "RC-1.10"
            if placed + rest != total:
                reader.fail(f"there are {placed + rest} cards {name} in all, and there should be {total}", key, clause)

    def special_kinds(self) -> set[int]:
        """Jokers, and the special cards that a building of this game needs (RC-1.10)."""
        found = {int(pieces.JOKER)}
        if self.step not in (N1, N2):
            for name in self.unseen + self.row + self.bottom + self.gone:
                found.add(int(pieces.kind_given_by(BUILDING_IDS.index(name) // 5)))
        return found

    def read_tokens(self) -> None:
        reader = self.reader
        given = reader.has("vp_pool")
        pool = self.bag(reader, "vp_pool", ("1", "2", "3"), "RC-1.11")
        for place in range(3):
            held = sum(self.figures[TOKENS + s * 3 + place] for s in range(self.seats))
            total = int(self.box.tokens[place])
            rest = pool.get(place, 0) if given else max(total - held, 0)
            self.figures[POOL + place] = rest
            if held + rest != total:
                reader.fail(f"there are {held + rest} tokens worth {place + 1}, not {total}", "vp_pool", "RC-1.11")

    # What the table waits for

    def read_pending(self) -> tuple[int, int, int, int]:
        """The seat, what is due, the slot and the receiver."""
        pending, step = self.pending, self.step
        asked = pending.many("seats")
        for seat in asked:
            if not _is_whole(seat, 0, self.seats - 1):
                pending.fail(f"there is no seat {seat!r}", "seats")
        slot = self.pending_slot()
        due = pending.whole("due", 0, 0, 200)
        winner = pending.whole("winner", None, 0, self.seats - 1) if step in (D6, D9) else -1
        pending.raw("why")
        pending.raw("queue")
        self.asked = asked
        self.together = step == D9 or (bool(self.box.together) and step in (D1, D2))
        if not self.together and self.reader.part("answers").data:
            self.reader.fail("nobody has answered anything in secret", "answers", "RC-15.7")
        if step in (N1, N2, N3, N4, N6, N7, pieces.ENDED):
            self.read_barred()
            pending.done()
            return int(NOBODY), self.dealer_due(slot, due), slot, -1
        if not asked:
            pending.fail("should name a seat", "seats")
        if not self.together and len(asked) > 1:
            pending.fail(f"only one seat is asked at {self.what}, not {asked!r}", "seats")
        if step in (N5, N8, N9) and due < 1:
            pending.fail("should be how many are still to come", "due")
        self.read_barred()
        pending.done()
        if self.together:
            self.read_answers()
        return min(asked), due, slot, winner

    def pending_slot(self) -> int:
        most = {"N1": 5, "N2": 11, "N4": 4}.get(self.what, int(self.box.row) - 1)
        default = len(self.row) if self.what == "N6" else int(self.box.row) - 1 if self.what == "N7" else 0
        if self.what == "N4":
            default = len(self.reader.many("nun_row"))
        return self.pending.whole("slot", default, 0, most)

    def dealer_due(self, slot: int, due: int) -> int:
        """What the Dealer has still to bring, where it follows from the rest."""
        row = int(self.box.row)
        return {"N1": 1, "N3": 1, "N4": 5 - slot, "N6": row - slot, "N7": 1}.get(self.what, due)

    def read_barred(self) -> None:
        barred = self.pending.raw("not")
        if barred is None:
            return
        if self.step not in (D2, D11):
            self.pending.fail("a slot is barred only at a second look", "not", "RC-4.5")
        named = barred if isinstance(barred, Mapping) else {str(s): barred for s in self.asked}
        for name, slot in named.items():
            if name not in map(str, range(self.seats)) or not _is_whole(slot, -1, 4):
                self.pending.fail(f"should be a slot from 0 to 4, not {slot!r}", "not", "RC-4.5")
            self.figures[BARRED + int(name)] = slot

    def read_answers(self) -> None:
        """Who has answered, in a decision that several take together (RC-15.7)."""
        answers = self.reader.part("answers")
        for seat in self.asked:
            self.figures[ANSWER + seat] = int(OPEN)
        for name in answers.data:
            if name not in map(str, range(self.seats)) or int(name) in self.asked:
                answers.fail("should be a seat that has answered", name, "RC-15.7")
            seat = int(name)
            if self.step == D9:
                self.figures[ANSWER + seat] = 1
                self.figures[PICKS + seat] = self.packed(answers, name, answers.many(name), seat)
            else:
                most = int(self.box.row) - 1 if self.step == D1 else 4
                self.figures[ANSWER + seat] = answers.whole(name, None, 0, most)
        answers.done()

    def packed(self, reader: Reader, key: str, names: list[Any], seat: int) -> int:
        kinds = self.picked_kinds(reader, key, names, seat)
        if len(kinds) > 3:
            reader.fail("a Guard Tower takes 3 cards at most", key, "RC-9.4")
        return sum((kind + 1) << 6 * place for place, kind in enumerate(kinds))

    def picked_kinds(self, reader: Reader, key: str, names: list[Any], seat: int) -> list[int]:
        """Cards of the hand in rising order."""
        for name in names:
            if name not in KIND_NAMES:
                reader.fail(f"there is no card {name!r}", key, "RC-15.7")
        kinds = [KIND_NAMES.index(name) for name in names]
        for kind in kinds:
            if kinds.count(kind) > self.cards[HANDS + seat * KINDS + kind]:
                reader.fail(f"seat {seat} does not hold so many {KIND_NAMES[kind]}", key, "RC-15.7")
        if kinds != sorted(kinds):
            reader.fail("cards are picked in rising order", key, "RC-15.7")
        return kinds

    def read_picks(self, seat: int, slot: int) -> tuple[int, int]:
        """Cards picked so far: how many, and the highest of them."""
        picks = self.reader.part("picks")
        picked, low = 0, 0
        for name in picks.data:
            if self.step not in (D4, D6, D9, D10) or name not in map(str, self.asked):
                picks.fail("only a seat that is picking cards has picks", name, "RC-15.7")
            names = picks.many(name)
            if self.step == D9:
                self.figures[PICKS + int(name)] = self.packed(picks, name, names, int(name))
                continue
            kinds = self.picked_kinds(picks, name, names, seat)
            first = LAID + seat * KINDS if self.step == D4 else GIFT
            if self.step == D4 and any(kind >= pieces.LAYABLE for kind in kinds):
                picks.fail("a Pass or Gold cannot be laid", name, "RC-5.4")
            for kind in kinds:
                self.cards[first + kind] += 1
            picked, low = len(kinds), max(kinds, default=0)
        picks.done()
        return picked, low

    # What cannot be asked here

    def check_pending(self, state: RattusCartus) -> None:
        problem = why_impossible(state)
        if problem is not None:
            raise BadPosition("pending", problem[0], problem[1])


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
