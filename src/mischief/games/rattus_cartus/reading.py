"""Reads positions of Rattus Cartus: the whole table from JSON, the seats' memory included.

Every card and token must be in exactly one place, and what the table waits for must be possible. What a hand-written
position leaves out is filled in where there is only one answer: `pop_deck`, `supply`, `vp_pool` and `buildings_unseen`
are then whatever is nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mischief.engine.errors import BadPosition
from mischief.engine.reading import Reader, lay_out
from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES, OTHER_NAMES
from .house import kind_given_by
from .reading_memory import read_memory
from .reading_pending import why_impossible
from .rules import RattusCartus, blank_table
from .sets import all_copies_of, members

if TYPE_CHECKING:
    from .game import RattusCartusGame

STEPS_OF = {
    "setup": ("N1", "N2", "N3", "N4", "N5"),
    "A": ("N6", "N7"),
    "B": ("D1", "D2", "N8"),
    "C": ("D3", "D4"),
    "D": ("D5", "D6", "D7", "D8", "D9", "D10", "D11", "N8", "N9"),
    "over": ("end",),
}
"""What a table may wait for in each phase, as positions call it."""


def read(game: RattusCartusGame, data: Mapping[str, Any]) -> RattusCartus:
    """The table that a position describes; raises BadPosition, saying what is wrong and where."""
    return _Setting(game, data).table()


class _Setting:
    """A table being set up as a position says."""

    def __init__(self, game: RattusCartusGame, data: Mapping[str, Any]) -> None:
        self.game, self.house = game, game.house
        self.seats = game.seats
        self.reader = Reader(data)
        for key in ("game", "players", "options"):
            self.reader.raw(key)
        self.cards = [0] * int(n.CARDS)
        self.figures = [0] * int(n.FIGURES)
        for first in (n.ENTERED, n.STRENGTH, n.CHOICE, n.BARRED):
            self.figures[first : first + 5] = [-1] * 5
        self.figures[n.ANSWER : n.ANSWER + 5] = [int(n.NOT_ASKED)] * 5
        self.figures[n.NUNS : n.NUNS + 5] = [-1] * 5
        self.figures[n.ROW : n.ROW + 3] = [-1] * 3

    def table(self) -> RattusCartus:
        reader = self.reader
        self.phase = reader.word("phase", n.PHASES)
        self.number = n.PHASES.index(self.phase)
        rounds = int(self.house.rounds)
        self.round = reader.whole("round", 0 if self.phase == "setup" else None, int(self.phase != "setup"), rounds)
        if self.phase == "setup" and self.round:
            reader.fail("no round has begun during the set-up", "round", "RC-2.1")
        if self.phase == "over" and self.round != rounds:
            reader.fail(f"the game ends after round {rounds}", "round", "RC-12.1")
        self.start = reader.whole("start", 0, 0, self.seats - 1)
        self.pending = reader.part("pending")
        default = "end" if self.phase == "over" else None
        self.what = self.pending.word("what", STEPS_OF[self.phase], default)
        self.stage = n.STEPS.index(self.what)
        self.read_buildings()
        self.read_seats()
        self.read_entries()
        self.read_cards()
        self.read_tokens()
        seat, due, slot, winner = self.read_pending()
        picked, low = self.read_picks(seat, slot)
        memory = reader.raw("memory")
        reader.done()
        state = blank_table(self.game, self.seats, self.house)
        lay_out(state.cards, self.cards)
        lay_out(state.figures, self.figures)
        state.phase, state.stage, state.round_number, state.start = self.number, self.stage, self.round, self.start
        state.seat, state.slot, state.winner = seat, slot, winner
        state.due = due + picked if self.stage in (n.SWORD_GIFT, n.HOSPITAL_DISCARD) else due
        state.picked, state.low = picked, low
        state.waiting, state.entered, state.bottom = len(self.waiting), len(self.entries), len(self.bottom)
        state.deck_size, state.pile_size = sum(self.cards[n.DECK : n.PILE]), sum(self.cards[n.PILE :])
        state.unseen = sum(1 << BUILDING_IDS.index(name) for name in self.unseen)
        state.gone = sum(1 << BUILDING_IDS.index(name) for name in self.gone)
        state.clock = max(self.figures[n.ARRIVAL : n.ARRIVAL + 30])
        self.check_pending(state)
        read_memory(state, memory)
        return state

    # Buildings

    def read_buildings(self) -> None:
        reader, row_size = self.reader, int(self.house.row)
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
        choosing = self.stage in (n.PICK_TYPE, n.PICK_COPY)
        for place, which in enumerate(CLASS_NAMES):
            count = sum(BUILDING_IDS.index(name) // 10 == place for name in everything)
            if count != 5 and not (choosing and count < 5):
                reader.fail(f"there are {count} building cards of {which}, not 5", "buildings_unseen", "RC-1.12")
        if len(self.bottom) > self.house.replacement:
            reader.fail(
                f"the Replacement deck has {int(self.house.replacement)} cards", "replacement_bottom", "RC-1.19"
            )
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
            self.figures[n.ROW + i] = BUILDING_IDS.index(name)
        for i, name in enumerate(self.bottom):
            self.figures[n.BOTTOM + i] = BUILDING_IDS.index(name)
        if self.what == "N7" and len(self.bottom) == self.house.replacement:
            reader.fail("all of the Replacement deck is known, so nothing is dealt", "pending", "RC-3.6")

    def building_list(self, key: str) -> list[str]:
        names = self.reader.many(key)
        for name in names:
            if name not in BUILDING_IDS:
                self.reader.fail(f"there is no building card {name!r}", key, "RC-1.12")
        return names

    def chosen_by_options(self) -> list[str]:
        """The 30 cards, where the options alone say which they are."""
        whole = [building for building in range(int(n.BUILDINGS)) if self.house.counts[building] == n.COPIES]
        mask = int(self.house.chosen) | sum(int(all_copies_of(building)) for building in whole)
        if mask.bit_count() != 30:
            self.reader.fail(
                "should list the building cards not yet seen: the options leave open which are in the game",
                "buildings_unseen",
                "RC-1.12",
            )
        return [BUILDING_IDS[card] for card in members(mask)]

    # Seats

    def read_seats(self) -> None:
        for seat, entry in enumerate(self.reader.many("seats", self.seats)):
            reader = Reader(entry, f"seats[{seat}]")
            hand = self.bag(reader, "hand", KIND_NAMES, "RC-1.8")
            for kind, count in hand.items():
                self.cards[n.HANDS + seat * n.KINDS + kind] = count
            self.figures[n.HAND_SIZE + seat] = sum(hand.values())
            self.figures[n.RATS + seat] = reader.whole("rats", 10, 0, 10000)
            for value in reader.many("vp"):
                if not _is_whole(value, 1, 3):
                    reader.fail(f"a token is worth 1, 2 or 3, not {value!r}", "vp", "RC-12.13")
                self.figures[n.TOKENS + seat * 3 + value - 1] += 1
            seen = reader.many("seen")
            if not all(_is_whole(slot, 0, 4) for slot in seen) or len(set(seen)) < len(seen):
                reader.fail(f"should be different slots from 0 to 4, not {seen!r}", "seen", "RC-4.5")
            self.figures[n.SEEN + seat] = sum(1 << slot for slot in seen)
            influence = self.six(reader, "influence", [0] * 6)
            arrival = self.six(reader, "arrival", [(seat + 1) * bool(steps) for steps in influence])
            self.figures[n.INFLUENCE + seat * 6 : n.INFLUENCE + seat * 6 + 6] = influence
            self.figures[n.ARRIVAL + seat * 6 : n.ARRIVAL + seat * 6 + 6] = arrival
            if reader.has("supply"):
                self.figures[n.CHOICE + seat] = reader.whole("supply", None, 0, int(self.house.row) - 1)
            reader.done()
        for which, name in enumerate(CLASS_NAMES):
            spaces = [
                (self.figures[n.INFLUENCE + s * 6 + which], self.figures[n.ARRIVAL + s * 6 + which])
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
            slot = part.whole("slot", None, 0, int(self.house.row) - 1)
            if seat in entered:
                part.fail(f"seat {seat} has entered already", "seat", "RC-5.1")
            entered.append(seat)
            spaces[slot] += 1
            if part.whole("space", spaces[slot], 1, 5) != spaces[slot]:
                part.fail(f"the next space of slot {slot} is {spaces[slot]}", "space", "RC-5.1")
            laid = self.bag(part, "laid", KIND_NAMES, "RC-5.4")
            if any(kind >= n.LAYABLE and count for kind, count in laid.items()):
                part.fail("a Pass or Gold cannot have been laid", "laid", "RC-5.4")
            for kind, count in laid.items():
                self.cards[n.LAID + seat * n.KINDS + kind] = count
            total = sum(laid.values())
            self.figures[n.ENTERED + seat] = slot
            self.figures[n.ENTRIES + place] = seat
            self.figures[n.ANNOUNCED + seat] = part.whole("count", total, 0, 200)
            self.figures[n.STRENGTH + seat] = self.read_strength(part, seat, slot, laid)
            if not self.is_resolved(slot) and self.figures[n.ANNOUNCED + seat] != total:
                part.fail(f"{total} cards were laid, not {self.figures[n.ANNOUNCED + seat]}", "count", "RC-5.5")
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
        self.figures[n.LINE : n.LINE + len(self.waiting)] = self.waiting

    def current_slot(self) -> int:
        """The building being resolved."""
        return self.pending.whole("slot", 0, 0, int(self.house.row) - 1)

    def is_resolved(self, slot: int) -> bool:
        return self.phase == "D" and slot < self.current_slot()

    def read_strength(self, part: Reader, seat: int, slot: int, laid: dict[int, int]) -> int:
        """Population cards and Jokers, once turned up (RC-8.1)."""
        if self.phase != "D" or (slot > self.current_slot() and self.seats > 2):
            if part.has("strength"):
                part.fail("these cards are not turned up yet", "strength", "RC-6.2")
            return -1
        counted = sum(count for kind, count in laid.items() if kind <= n.JOKER)
        if self.is_resolved(slot):
            if laid:
                part.fail("this building is resolved: the cards laid there are discarded", "laid", "RC-10.1")
            return part.whole("strength", 0, 0, 200)
        if part.whole("strength", counted, 0, 200) != counted:
            part.fail(f"{counted} population cards and Jokers were laid", "strength", "RC-8.1")
        return counted

    # Cards and tokens

    def read_cards(self) -> None:
        reader, copies = self.reader, list(self.house.copies)
        for kind, count in self.bag(reader, "pop_discard", KIND_NAMES[:30], "RC-15.5").items():
            self.cards[n.PILE + kind] = count
        nun_row = reader.many("nun_row")
        dealt = 5
        if self.phase == "setup":
            dealt = 5 if self.what == "N5" else self.pending_slot() if self.what == "N4" else 0
        if len(nun_row) != dealt:
            reader.fail(f"the Nun-row should have {dealt} cards now, not {len(nun_row)}", "nun_row", "RC-1.6")
        for slot, name in enumerate(nun_row):
            if name not in KIND_NAMES[:30]:
                reader.fail(f"there is no population card {name!r}", "nun_row", "RC-1.6")
            self.figures[n.NUNS + slot] = KIND_NAMES.index(name)
        in_game = self.special_kinds()
        given_deck = reader.has("pop_deck")
        deck = self.bag(reader, "pop_deck", KIND_NAMES[:30], "RC-1.8")
        given_supply = reader.has("supply")
        supply = self.bag(reader, "supply", OTHER_NAMES, "RC-1.10")
        for kind, name in enumerate(KIND_NAMES):
            placed = sum(
                self.cards[n.HANDS + s * n.KINDS + kind] + self.cards[n.LAID + s * n.KINDS + kind]
                for s in range(self.seats)
            )
            total = copies[kind]
            if kind < 30:
                placed += self.cards[n.PILE + kind] + sum(nun == name for nun in nun_row)
                rest = deck.get(kind, 0) if given_deck else max(total - placed, 0)
                self.cards[n.DECK + kind] = rest
                key, clause = "pop_deck", "RC-1.8"
            else:
                total = total if kind in in_game else 0
                rest = supply.get(kind - 30, 0) if given_supply else max(total - placed, 0)
                self.figures[n.SUPPLIES + kind - 30] = rest
                key, clause = "supply", "RC-1.10"
            if placed + rest != total:
                reader.fail(f"there are {placed + rest} cards {name} in all, and there should be {total}", key, clause)

    def special_kinds(self) -> set[int]:
        """Jokers, and the special cards that a building of this game needs (RC-1.10)."""
        found = {int(n.JOKER)}
        if self.stage not in (n.PICK_TYPE, n.PICK_COPY):
            for name in self.unseen + self.row + self.bottom + self.gone:
                found.add(int(kind_given_by(BUILDING_IDS.index(name) // 5)))
        return found

    def read_tokens(self) -> None:
        reader = self.reader
        given = reader.has("vp_pool")
        pool = self.bag(reader, "vp_pool", ("1", "2", "3"), "RC-1.11")
        for place in range(3):
            held = sum(self.figures[n.TOKENS + s * 3 + place] for s in range(self.seats))
            total = int(self.house.tokens[place])
            rest = pool.get(place, 0) if given else max(total - held, 0)
            self.figures[n.POOL + place] = rest
            if held + rest != total:
                reader.fail(f"there are {held + rest} tokens worth {place + 1}, not {total}", "vp_pool", "RC-1.11")

    # What the table waits for

    def read_pending(self) -> tuple[int, int, int, int]:
        """The seat, what is due, the slot and the receiver."""
        pending, step = self.pending, self.stage
        asked = pending.many("seats")
        for seat in asked:
            if not _is_whole(seat, 0, self.seats - 1):
                pending.fail(f"there is no seat {seat!r}", "seats")
        slot = self.pending_slot()
        due = pending.whole("due", 0, 0, 200)
        winner = pending.whole("winner", None, 0, self.seats - 1) if step in (n.SWORD_GIFT, n.TOWER_GIFT) else -1
        pending.raw("why")
        pending.raw("queue")
        self.asked = asked
        self.together = step == n.TOWER_GIFT or (
            bool(self.house.together) and step in (n.CHOOSE_SUPPLY, n.LOOK_FOR_SUPPLY)
        )
        if not self.together and self.reader.part("answers").data:
            self.reader.fail("nobody has answered anything in secret", "answers", "RC-15.7")
        if step in (n.PICK_TYPE, n.PICK_COPY, n.PICK_START, n.DEAL_NUNS, n.DRAW_ROW, n.REPLACE_LAST, n.ENDED):
            self.read_barred()
            pending.done()
            return int(NOBODY), self.dealer_due(slot, due), slot, -1
        if not asked:
            pending.fail("should name a seat", "seats")
        if not self.together and len(asked) > 1:
            pending.fail(f"only one seat is asked at {self.what}, not {asked!r}", "seats")
        if step in (n.DEAL_HANDS, n.DRAW_CARDS, n.DRAW_TOKENS) and due < 1:
            pending.fail("should be how many are still to come", "due")
        self.read_barred()
        pending.done()
        if self.together:
            self.read_answers()
        return min(asked), due, slot, winner

    def pending_slot(self) -> int:
        most = {"N1": 5, "N2": 11, "N4": 4}.get(self.what, int(self.house.row) - 1)
        default = len(self.row) if self.what == "N6" else int(self.house.row) - 1 if self.what == "N7" else 0
        if self.what == "N4":
            default = len(self.reader.many("nun_row"))
        return self.pending.whole("slot", default, 0, most)

    def dealer_due(self, slot: int, due: int) -> int:
        """What the Dealer has still to bring, where it follows from the rest."""
        row = int(self.house.row)
        return {"N1": 1, "N3": 1, "N4": 5 - slot, "N6": row - slot, "N7": 1}.get(self.what, due)

    def read_barred(self) -> None:
        barred = self.pending.raw("not")
        if barred is None:
            return
        if self.stage not in (n.LOOK_FOR_SUPPLY, n.TENT_LOOK):
            self.pending.fail("a slot is barred only at a second look", "not", "RC-4.5")
        named = barred if isinstance(barred, Mapping) else {str(s): barred for s in self.asked}
        for name, slot in named.items():
            if name not in map(str, range(self.seats)) or not _is_whole(slot, -1, 4):
                self.pending.fail(f"should be a slot from 0 to 4, not {slot!r}", "not", "RC-4.5")
            self.figures[n.BARRED + int(name)] = slot

    def read_answers(self) -> None:
        """Who has answered, in a decision that several take together (RC-15.7)."""
        answers = self.reader.part("answers")
        for seat in self.asked:
            self.figures[n.ANSWER + seat] = int(n.OPEN)
        for name in answers.data:
            if name not in map(str, range(self.seats)) or int(name) in self.asked:
                answers.fail("should be a seat that has answered", name, "RC-15.7")
            seat = int(name)
            if self.stage == n.TOWER_GIFT:
                self.figures[n.ANSWER + seat] = 1
                self.figures[n.PICKS + seat] = self.packed(answers, name, answers.many(name), seat)
            else:
                most = int(self.house.row) - 1 if self.stage == n.CHOOSE_SUPPLY else 4
                self.figures[n.ANSWER + seat] = answers.whole(name, None, 0, most)
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
            if kinds.count(kind) > self.cards[n.HANDS + seat * n.KINDS + kind]:
                reader.fail(f"seat {seat} does not hold so many {KIND_NAMES[kind]}", key, "RC-15.7")
        if kinds != sorted(kinds):
            reader.fail("cards are picked in rising order", key, "RC-15.7")
        return kinds

    def read_picks(self, seat: int, slot: int) -> tuple[int, int]:
        """Cards picked so far: how many, and the highest of them."""
        picks = self.reader.part("picks")
        picked, low = 0, 0
        for name in picks.data:
            if self.stage not in (n.LAY_CARDS, n.SWORD_GIFT, n.TOWER_GIFT, n.HOSPITAL_DISCARD) or name not in map(
                str, self.asked
            ):
                picks.fail("only a seat that is picking cards has picks", name, "RC-15.7")
            names = picks.many(name)
            if self.stage == n.TOWER_GIFT:
                self.figures[n.PICKS + int(name)] = self.packed(picks, name, names, int(name))
                continue
            kinds = self.picked_kinds(picks, name, names, seat)
            first = n.LAID + seat * n.KINDS if self.stage == n.LAY_CARDS else n.GIFT
            if self.stage == n.LAY_CARDS and any(kind >= n.LAYABLE for kind in kinds):
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
