"""What a seat may know of Rattus Cartus, as a row of small numbers: what lies open, its own cards, and what it
remembers of the others' (RC-15.8)."""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from mischief.engine.moves import zeros
from mischief.engine.observing import Observer, from_me, one_more, put, put_all, put_bytes, put_set
from mischief.engine.state import State

from . import numbers as n
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES
from .rules import RattusCartus

FEWEST_SEATS: Final[i64] = 2
VALUES: Final[i64] = 3

STEP_WORDS = (
    *("pick type", "pick copy", "pick start", "deal nuns", "deal hands", "draw row", "replace last", "draw cards"),
    *("draw tokens", "supply", "look", "enter", "lay", "sword target", "sword gift", "flute target", "perform"),
    *("tower gift", "hospital", "tent look", "over"),
)
"""What the table waits for: the steps of the Dealer, then those of the seats."""


class RattusObserver(Observer):
    """The places of a row, in its order."""

    def __init__(self) -> None:
        super().__init__(int(n.SEATS))
        self.seats = self.one_of("seats", "How many seats are at the table.", ["2", "3", "4", "5"])
        self.together = self.bits("together", "The option: supplies are chosen all at once (RC-4.7).")
        self.ask = self.bits("ask", "The option: a building's action may be declined (RC-8.9).")
        self.all_lose = self.bits("all_lose", "The option: if nobody survives, nobody wins (RC-13.6).")
        self.token_mix = self.counts("token_mix", "How many tokens of each value there are.", ["1", "2", "3"])
        self.declare_round()
        self.declare_cards()
        self.declare_seats()
        self.declare_choices()
        self.declare_memory()
        self.own_seats = [bytes([int(at == seat) for at in range(int(n.SEATS))]) for seat in range(int(n.SEATS))]
        self.me()
        self.keys = zeros(n.SEATS)
        """Room to compare seats in."""
        for option in ("buildings", "custom_counts", "custom_cards", "guard_tower_2p"):
            self.omit(f"options.{option}", "The building cards that are in the game stand in the row.")
        self.omit("options.deck", "The row names cards by their numbers: with other cards, train another net.")
        self.omit("options.start_seat", "Who begins stands in the row.")
        self.omit("rat_display", "Only what the table prints; rats can be counted in either case (RC-15.3).")
        self.omit("trace", "What follows from it stands in `sure`; the moves of cards one by one do not.")

    def declare_round(self) -> None:
        self.step = self.one_of("step", "What the table waits for.", STEP_WORDS)
        self.phase = self.one_of("phase", "The phase of the round (RC-2.2).", n.PHASES)
        self.round = self.counts("round", "The number of the round, from 1.")
        self.to_come = self.counts("to_come", "How many rounds come after it.")
        self.waiting = self.bits("waiting", "The seat has a decision to make.", each_seat=True)
        self.start = self.one_of_seats("start", "Who begins the round.")
        self.acting = self.one_of_seats("acting", "Whose decision or action this is, where it is of one seat.")
        self.slot = self.one_of("slot", "The building being drawn or resolved, by its slot.", ["0", "1", "2"])
        self.due = self.counts("due", "How many cards, looks or tokens are still to come, as far as one may know.")
        self.taker = self.one_of_seats("taker", "Who gets the cards that are being given.")

    def declare_cards(self) -> None:
        population = KIND_NAMES[: int(n.POPULATION)]
        row = [f"slot {slot}, {card}" for slot in range(int(n.MOST_IN_A_ROW)) for card in BUILDING_IDS]
        self.buildings = self.bits("buildings", "The building cards of the row.", row)
        self.unseen = self.bits("buildings_unseen", "Those in the Building and Replacement decks.", BUILDING_IDS)
        self.gone = self.bits("buildings_gone", "Those discarded.", BUILDING_IDS)
        self.bottom = self.counts(
            "buildings_below",
            "Those known at the bottom of the Replacement deck, 1 the uppermost (RC-3.6).",
            BUILDING_IDS,
            most=12,
        )
        self.deck_size = self.counts("deck", "How many population cards the deck has.")
        self.discard = self.counts("discard", "The discard pile.", population)
        self.supplies = self.counts("supplies", "Jokers and special cards left.", KIND_NAMES[int(n.POPULATION) :])
        self.pool = self.counts("token_pool", "How many tokens nobody has taken.")
        nuns = [f"slot {slot}, {card}" for slot in range(int(n.NUN_SLOTS)) for card in population]
        self.nuns = self.bits("nun_row", "The cards of the Nun-row that the observer has seen (RC-4.5).", nuns)

    def declare_seats(self) -> None:
        slots = ["0", "1", "2"]
        nuns = [str(slot) for slot in range(int(n.NUN_SLOTS))]
        self.hand_size = self.counts("hand_size", "How many cards the seat holds.", each_seat=True)
        self.hand = self.counts(
            "hand", "Its cards: the observer's own, and at the end everybody's.", KIND_NAMES, each_seat=True
        )
        self.rats = self.counts("rats", "Its rats.", each_seat=True)
        self.token_count = self.counts("token_count", "How many tokens it has.", each_seat=True)
        self.tokens = self.counts("tokens", "Its tokens by value, as `hand`.", ["1", "2", "3"], each_seat=True)
        self.seen = self.bits("seen", "The slots of the Nun-row that it has seen.", nuns, each_seat=True)
        self.influence = self.counts("influence", "Its influence with each class.", CLASS_NAMES, each_seat=True)
        self.rank = self.counts(
            "rank", "Its place there, 1 the first; 0 without influence (RC-12.4).", CLASS_NAMES, most=5, each_seat=True
        )
        self.supply = self.one_of("supply", "The slot whose supply it has chosen this round.", slots, each_seat=True)
        self.entered = self.one_of("entered", "The slot of the building it has entered.", slots, each_seat=True)
        self.entry = self.counts("entry", "The how-manieth to enter it was; 0: not yet.", most=5, each_seat=True)
        self.line = self.counts("line", "Its place in the line of those still to enter.", most=5, each_seat=True)
        self.laid_count = self.counts("laid_count", "How many cards it has laid, as it said (RC-5.3).", each_seat=True)
        self.laid = self.counts(
            "laid", "These cards: the observer's own, and those turned up.", KIND_NAMES, each_seat=True
        )
        self.face_up = self.bits("face_up", "They have been turned up (RC-6.2).", each_seat=True)
        self.strength = self.counts("strength", "Their strength then (RC-8.1).", each_seat=True)
        self.answered = self.bits("answered", "It has answered, where several are asked together.", each_seat=True)

    def declare_choices(self) -> None:
        nuns = [str(slot) for slot in range(int(n.NUN_SLOTS))]
        self.picks = self.counts(
            "picks", "The cards the observer has picked so far, in a choice of several.", KIND_NAMES
        )
        self.answer = self.one_of("answer", "The slot it has named in secret, while others are asked.", nuns)
        self.barred = self.one_of("barred", "The slot of the Nun-row that a second look may not name.", nuns)

    def declare_memory(self) -> None:
        """What a `Recall` counts, as it stands there (memory.py)."""
        self.before_memory = self.blank
        population = KIND_NAMES[: int(n.POPULATION)]
        self.counts(
            "located", "The most copies the observer could point at in one moment outside the Nun-row.", population
        )
        self.counts("deck_made", "What was shuffled into the present deck.", population)
        self.counts("own_drawn", "What the observer has drawn of that.", population)
        self.counts(
            "sure",
            "Cards that a seat surely has in hand or laid face down, by what was seen.",
            KIND_NAMES,
            each_seat=True,
        )

    # Writing

    def add_row(self, state: State, seat: i64, rows: BytesWriter) -> None:
        """A row ends with what the seat remembers, which is there already, and with its own number."""
        assert isinstance(state, RattusCartus)
        at = i64(len(rows))
        rows.write(self.before_memory)
        rows.write(bytes(state.recall(seat).counts))
        rows.write(self.own_seats[seat])
        self.write(state, seat, rows, at)

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, RattusCartus)
        house = state.house
        row[at + self.seats + state.seats - FEWEST_SEATS] = 1
        row[at + self.together] = 1 if house.together else 0
        row[at + self.ask] = 1 if house.ask else 0
        row[at + self.all_lose] = 1 if house.all_lose else 0
        put_all(row, at + self.token_mix, house.tokens, 0, VALUES)
        self.write_round(state, seat, row, at)
        self.write_cards(state, seat, row, at)
        for other in range(state.seats):
            place = from_me(other, seat, state.seats)
            self.write_seat(state, other, place, row, at)
        self.write_asked(state, seat, row, at)
        self.write_ranks(state, seat, row, at)
        self.write_order(state, seat, row, at)
        self.write_choices(state, seat, row, at)

    def write_round(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        dealer = state.stage <= n.LAST_OF_THE_DEALER
        row[at + self.step + state.stage - (n.PICK_TYPE if dealer else n.CHOOSE_SUPPLY - n.LAST_OF_THE_DEALER)] = 1
        row[at + self.phase + state.phase] = 1
        put(row, at + self.round, state.round_number)
        put(row, at + self.to_come, state.house.rounds - state.round_number)
        if state.stage > n.PICK_START:
            row[at + self.start + from_me(state.start, seat, state.seats)] = 1
        if state.stage == n.TOWER_GIFT:
            row[at + self.acting + from_me(state.winner, seat, state.seats)] = 1
        elif state.seat >= 0 and not state.is_together():
            row[at + self.acting + from_me(state.seat, seat, state.seats)] = 1
        if (state.phase == n.PHASE_D or state.phase == n.PHASE_A) and state.slot >= 0 and state.slot < n.MOST_IN_A_ROW:
            row[at + self.slot + state.slot] = 1
        put(row, at + self.due, due_as_seen(state, seat))
        if state.stage == n.SWORD_GIFT or state.stage == n.TOWER_GIFT:
            row[at + self.taker + from_me(state.winner, seat, state.seats)] = 1

    def write_cards(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        figures = state.figures
        for slot in range(state.house.row):
            card = figures[n.ROW + slot]
            if card >= 0:
                row[at + self.buildings + slot * n.BUILDING_CARDS + card] = 1
        put_set(row, at + self.unseen, state.unseen)
        put_set(row, at + self.gone, state.gone)
        for place in range(state.bottom):
            put(row, at + self.bottom + figures[n.BOTTOM + place], place + 1)
        put(row, at + self.deck_size, state.deck_size)
        put_bytes(row, at + self.discard, state.cards, n.PILE, n.POPULATION)
        put_all(row, at + self.supplies, figures, n.SUPPLIES, n.KINDS - n.JOKER)
        put(row, at + self.pool, state.pool_size())
        seen = n.ALL_NUN_SLOTS if state.stage == n.ENDED else figures[n.SEEN + seat]
        for slot in range(n.NUN_SLOTS):
            card = figures[n.NUNS + slot]
            if card >= 0 and (seen >> slot) & 1 == 1:
                row[at + self.nuns + slot * n.POPULATION + card] = 1

    def write_seat(self, state: RattusCartus, other: i64, place: i64, row: BytesWriter, at: i64) -> None:
        own = place == 0
        figures, cards = state.figures, state.cards
        tokens = n.TOKENS + other * VALUES
        put(row, at + self.hand_size + place, figures[n.HAND_SIZE + other])
        put(row, at + self.rats + place, figures[n.RATS + other])
        put(row, at + self.token_count + place, figures[tokens] + figures[tokens + 1] + figures[tokens + 2])
        if own or state.stage == n.ENDED:
            put_bytes(row, at + self.hand + place * n.KINDS, cards, n.HANDS + other * n.KINDS, n.KINDS)
            put_all(row, at + self.tokens + place * VALUES, figures, tokens, VALUES)
        put_set(row, at + self.seen + place * n.NUN_SLOTS, figures[n.SEEN + other])
        put_all(row, at + self.influence + place * n.CLASSES, figures, n.INFLUENCE + other * n.CLASSES, n.CLASSES)
        choice, slot, strength = figures[n.CHOICE + other], figures[n.ENTERED + other], figures[n.STRENGTH + other]
        if choice >= 0:
            row[at + self.supply + place * n.MOST_IN_A_ROW + choice] = 1
        if slot >= 0:
            row[at + self.entered + place * n.MOST_IN_A_ROW + slot] = 1
            put(row, at + self.laid_count + place, figures[n.ANNOUNCED + other])
            if not state.is_laying(other) and (own or strength >= 0):
                put_bytes(row, at + self.laid + place * n.KINDS, cards, n.LAID + other * n.KINDS, n.KINDS)
        if strength >= 0:  # its cards are face up
            row[at + self.face_up + place] = 1
            put(row, at + self.strength + place, strength)

    def write_asked(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        """Who has to decide, and who has, where several do so together."""
        if not state.is_together():
            actor = state.actor()
            if actor >= 0:
                row[at + self.waiting + from_me(actor, seat, state.seats)] = 1
            return
        for other in range(state.seats):
            place = from_me(other, seat, state.seats)
            if state.waits_for(other):
                row[at + self.waiting + place] = 1
            elif state.answer(other) > n.OPEN:
                row[at + self.answered + place] = 1

    def write_ranks(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        """More influence comes first, and of the same influence who had it earlier (RC-12.4)."""
        figures, keys = state.figures, self.keys
        for which in range(n.CLASSES):
            for other in range(state.seats):
                place = other * n.CLASSES + which
                keys[other] = (figures[n.INFLUENCE + place] << 32) - figures[n.ARRIVAL + place]
            for one in range(state.seats):
                if figures[n.INFLUENCE + one * n.CLASSES + which] > 0:
                    key = keys[one]
                    rank: i64 = 1
                    for other in range(state.seats):
                        rank += 1 if keys[other] > key else 0
                    row[at + self.rank + from_me(one, seat, state.seats) * n.CLASSES + which] = u8(rank)

    def write_order(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        for place in range(state.waiting):
            put(row, at + self.line + from_me(state.line(place), seat, state.seats), place + 1)
        for place in range(state.entered):
            put(row, at + self.entry + from_me(state.entry(place), seat, state.seats), place + 1)

    def write_choices(self, state: RattusCartus, seat: i64, row: BytesWriter, at: i64) -> None:
        step = state.stage
        if step == n.TOWER_GIFT:
            packed = state.figures[n.PICKS + seat]
            while packed > 0:
                one_more(row, at + self.picks + (packed & 63) - 1)
                packed >>= 6
        elif state.seat == seat and step == n.LAY_CARDS:
            put_bytes(row, at + self.picks, state.cards, n.LAID + seat * n.KINDS, n.KINDS)
        elif state.seat == seat and (step == n.SWORD_GIFT or step == n.HOSPITAL_DISCARD):
            put_bytes(row, at + self.picks, state.cards, n.GIFT, n.KINDS)
        names_a_slot = step == n.CHOOSE_SUPPLY or step == n.LOOK_FOR_SUPPLY
        if names_a_slot and state.is_together() and state.answer(seat) >= 0:
            row[at + self.answer + state.answer(seat)] = 1
        barred = barred_slot(state, seat)
        if barred >= 0:
            row[at + self.barred + barred] = 1


def due_as_seen(state: RattusCartus, seat: i64) -> i64:
    """Cards or looks still to come. How far another seat's choice has got is not shown."""
    if state.stage == n.TOWER_GIFT:
        if not state.waits_for(seat):
            return 0
        return state.demand(seat) - state.picks_made(state.figures[n.PICKS + seat])
    if (state.stage == n.SWORD_GIFT or state.stage == n.HOSPITAL_DISCARD) and state.seat == seat:
        return state.due - state.picked
    return state.due if state.due > 0 else 0


def barred_slot(state: RattusCartus, seat: i64) -> i64:
    """The slot just seen, at a second look; -1 if there is none."""
    if state.stage != n.LOOK_FOR_SUPPLY and state.stage != n.TENT_LOOK:
        return -1
    if not state.is_together():
        return state.figures[n.BARRED + state.seat]
    return state.figures[n.BARRED + seat] if state.answer(seat) != n.NOT_ASKED else -1
