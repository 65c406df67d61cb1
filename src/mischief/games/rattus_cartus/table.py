"""The table of Rattus Cartus: everything that lies on it, and the small movements of cards, rats, discs and tokens.

What follows what is decided in rules.py and its chapters; here is only what hands could do. Two flat vectors hold it
all: `cards` counts cards of each kind in each place, `figures` everything else of which there are several. They are
read through helpers with the words of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from mischief.engine.state import State

from . import numbers as n
from .cards import BUILDING_IDS, CLASS_NAMES, KIND_NAMES
from .house import House
from .memory import DREW, GAVE, RESHUFFLED, SHOWED, TOOK, Recall, Record, add_card, head
from .sets import bit, members

if TYPE_CHECKING:
    from mischief.engine.game import Game


class Table(State):
    """A table in the middle of a game.

    `seat` is the one to decide, or for whom the Dealer draws; `due` what is still to come (cards, tokens, looks), or
    how many cards a gift or discard has at most; `picked` and `low` how many were picked so far and the highest of
    them; `slot` the building being resolved, the row slot being filled or, at the set-up, what is being chosen;
    `winner` who receives a gift. `waiting` seats stand in LINE, `entered` in ENTRIES, `bottom` cards in BOTTOM.
    `unseen` (in the Building and Replacement decks) and `gone` are sets of building cards, as bits. `clock` counts the
    moves of discs. Of its `memory`, `noted` numbers are this table's past; an `imagined` table writes nothing
    into it.
    """

    def __init__(
        self,
        game: Game,
        seats: i64,
        house: House,
        cards: vec[u8],
        figures: vec[i64],
        phase: i64,
        stage: i64,
        round_number: i64,
        start: i64,
        seat: i64,
        due: i64,
        picked: i64,
        low: i64,
        slot: i64,
        winner: i64,
        waiting: i64,
        entered: i64,
        bottom: i64,
        deck_size: i64,
        pile_size: i64,
        unseen: i64,
        gone: i64,
        clock: i64,
        imagined: bool,
        memory: Record | None,
        noted: i64,
    ) -> None:
        super().__init__(game, seats)
        self.house = house
        self.cards = cards
        self.figures = figures
        self.phase = phase
        self.stage = stage
        self.round_number = round_number
        self.start = start
        self.seat = seat
        self.due = due
        self.picked = picked
        self.low = low
        self.slot = slot
        self.winner = winner
        self.waiting = waiting
        self.entered = entered
        self.bottom = bottom
        self.deck_size = deck_size
        self.pile_size = pile_size
        self.unseen = unseen
        self.gone = gone
        self.clock = clock
        self.imagined = imagined
        self.memory = memory
        self.noted = noted
        self.drawn_so_far: list[str] | None = None
        """Cards or tokens of a draw that is not over, for the event that tells of it whole."""

    # Cards

    def hand(self, seat: i64, kind: i64) -> i64:
        return i64(self.cards[seat * n.KINDS + kind])

    def laid(self, seat: i64, kind: i64) -> i64:
        """Cards before a seat at its building; while it is still laying they are in its hand as well."""
        return i64(self.cards[n.LAID + seat * n.KINDS + kind])

    def gift(self, kind: i64) -> i64:
        """Cards picked so far for a Sword's gift or for the Hospital; still in the hand."""
        return i64(self.cards[n.GIFT + kind])

    def deck(self, kind: i64) -> i64:
        return i64(self.cards[n.DECK + kind])

    def pile(self, kind: i64) -> i64:
        """The discard pile."""
        return i64(self.cards[n.PILE + kind])

    def shift(self, place: i64, change: i64) -> None:
        """Change one count of cards."""
        self.cards[place] = u8(i64(self.cards[place]) + change)

    def hand_size(self, seat: i64) -> i64:
        return self.figures[n.HAND_SIZE + seat]

    def change_hand(self, seat: i64, kind: i64, change: i64) -> None:
        self.shift(n.HANDS + seat * n.KINDS + kind, change)
        self.figures[n.HAND_SIZE + seat] += change

    def supply(self, kind: i64) -> i64:
        """Jokers or special cards left in their open supply."""
        return self.figures[n.SUPPLIES + kind - n.JOKER]

    def return_card(self, kind: i64, count: i64) -> None:
        """To the discard pile, or to the supply it came from (RC-10.1)."""
        if kind < n.POPULATION:
            self.shift(n.PILE + kind, count)
            self.pile_size += count
        else:
            self.figures[n.SUPPLIES + kind - n.JOKER] += count

    # Other things

    def rats(self, seat: i64) -> i64:
        return self.figures[n.RATS + seat]

    def influence(self, seat: i64, which: i64) -> i64:
        return self.figures[n.INFLUENCE + seat * n.CLASSES + which]

    def arrival(self, seat: i64, which: i64) -> i64:
        """When the disc last moved: the smaller, the lower it lies in its stack (RC-6.6)."""
        return self.figures[n.ARRIVAL + seat * n.CLASSES + which]

    def tokens(self, seat: i64, value: i64) -> i64:
        return self.figures[n.TOKENS + seat * 3 + value - 1]

    def token_count(self, seat: i64) -> i64:
        return self.tokens(seat, 1) + self.tokens(seat, 2) + self.tokens(seat, 3)

    def token_list(self, seat: i64) -> list[int]:
        """The values of a seat's tokens, the lowest first."""
        return [value for value in (1, 2, 3) for _ in range(int(self.tokens(seat, value)))]

    def pool(self, value: i64) -> i64:
        return self.figures[n.POOL + value - 1]

    def pool_size(self) -> i64:
        return self.figures[n.POOL] + self.figures[n.POOL + 1] + self.figures[n.POOL + 2]

    def nun_card(self, slot: i64) -> i64:
        """The kind of a card in the Nun-row; -1 before it is dealt."""
        return self.figures[n.NUNS + slot]

    def has_seen(self, seat: i64, slot: i64) -> bool:
        return (self.figures[n.SEEN + seat] >> slot) & 1 == 1

    def has_seen_all(self, seat: i64) -> bool:
        return self.figures[n.SEEN + seat] == n.ALL_NUN_SLOTS

    def row_card(self, slot: i64) -> i64:
        return self.figures[n.ROW + slot]

    def building(self, slot: i64) -> i64:
        """Which of the twelve buildings stands in a slot of the row."""
        return self.figures[n.ROW + slot] // n.COPIES

    def slot_of(self, seat: i64) -> i64:
        """The building that a seat has entered this round; -1 before."""
        return self.figures[n.ENTERED + seat]

    def strength(self, seat: i64) -> i64:
        """Population cards and Jokers that a seat has turned up this round (RC-8.1); -1 before."""
        return self.figures[n.STRENGTH + seat]

    def answer(self, seat: i64) -> i64:
        return self.figures[n.ANSWER + seat]

    def line(self, place: i64) -> i64:
        return self.figures[n.LINE + place]

    def entry(self, place: i64) -> i64:
        """The seat that entered at that place of this round's order."""
        return self.figures[n.ENTRIES + place]

    def space_of(self, seat: i64) -> i64:
        """The space of its building that a seat has taken, from 1 on (RC-5.1)."""
        space: i64 = 0
        for place in range(self.entered):
            other = self.entry(place)
            if self.slot_of(other) == self.slot_of(seat):
                space += 1
            if other == seat:
                break
        return space

    def is_entered(self, slot: i64) -> bool:
        for place in range(self.entered):
            if self.slot_of(self.entry(place)) == slot:
                return True
        return False

    def next_seat(self, seat: i64) -> i64:
        """Clockwise (RC-2.4)."""
        return seat + 1 if seat + 1 < self.seats else 0

    def is_final(self) -> bool:
        return self.round_number == self.house.rounds

    def replacement_unknown(self) -> i64:
        """Cards of the Replacement deck that nobody knows; the known ones lie below them (RC-3.6)."""
        return self.house.replacement - self.bottom

    def is_laying(self, seat: i64) -> bool:
        return self.stage == n.LAY_CARDS and self.seat == seat

    def is_face_up(self, seat: i64) -> bool:
        """Whether the cards before a seat have been turned up (RC-6.2); two players turn up together (RC-8.6)."""
        return self.strength(seat) >= 0

    def is_face_down(self, seat: i64) -> bool:
        """Whether a seat has an announced pile that nobody else has seen."""
        return self.slot_of(seat) >= 0 and self.strength(seat) < 0 and not self.is_laying(seat)

    def is_together(self) -> bool:
        """Whether the seats asked now decide at the same time and in secret (RC-4.7, RC-9.13)."""
        if self.stage == n.TOWER_GIFT:
            return True
        return self.house.together and (self.stage == n.CHOOSE_SUPPLY or self.stage == n.LOOK_FOR_SUPPLY)

    def recall(self, seat: i64) -> Recall:
        """What a seat, or the WATCHER, remembers of cards: to be looked at, and not kept."""
        memory = self.memory
        if memory is None:
            return Recall(seat, self.seats, self.house)
        return memory.recall(self.noted, seat, self.seats, self.house)

    def note(self, figure: i64) -> None:
        """Write into the memory; whoever goes on from a point that it has passed takes a copy first."""
        memory = self.memory
        if memory is None:
            memory = Record()
            self.memory = memory
        elif len(memory.log) != self.noted:
            memory = memory.fork(self.noted)
            self.memory = memory
        memory.add(figure)
        self.noted += 1

    def note_cards(self, figure: i64, cards: vec[i64]) -> None:
        self.note(figure)
        for card in cards:
            self.note(card)

    # Small movements

    def discard_rats(self, seat: i64, count: i64, reason: str) -> None:
        """Never below 0 (RC-4.4, RC-9.19)."""
        if count > self.rats(seat):
            count = self.rats(seat)
        if count > 0:
            self.change_rats(seat, -count, reason)

    def change_rats(self, seat: i64, change: i64, reason: str) -> None:
        self.figures[n.RATS + seat] += change
        if self.listener is not None:
            only = {"total": [int(seat)]} if self.game.options["rat_display"] == "hidden" else None
            self.tell(
                "rats_changed",
                {
                    "seat": int(seat),
                    "delta": int(change),
                    "gained": int(change) if change > 0 else None,
                    "lost": int(-change) if change < 0 else None,
                    "total": int(self.rats(seat)),
                    "reason": reason,
                },
                only,
            )

    def score(self, seat: i64, which: i64, steps: i64, reason: str) -> None:
        """One move of so many steps; the disc lands on top of those already there (RC-6.3, RC-6.6, RC-6.7)."""
        if steps == 0:
            return
        place = n.INFLUENCE + seat * n.CLASSES + which
        before = self.figures[place]
        self.figures[place] = before + steps
        self.clock += 1
        self.figures[n.ARRIVAL + seat * n.CLASSES + which] = self.clock
        if self.listener is not None:
            self.tell(
                "influence",
                {
                    "seat": int(seat),
                    "class": CLASS_NAMES[which],
                    "from": int(before),
                    "to": int(before + steps),
                    "below": self.discs_below(seat, which),
                    "reason": reason,
                },
            )

    def discs_below(self, seat: i64, which: i64) -> list[int]:
        """The seats whose discs lie under this one, the lowest first."""
        here = self.influence(seat, which)
        below = [
            (int(self.arrival(s, which)), int(s))
            for s in range(int(self.seats))
            if s != seat and self.influence(s, which) == here and self.arrival(s, which) < self.arrival(seat, which)
        ]
        return [s for _, s in sorted(below)]

    def take(self, seat: i64, kind: i64, count: i64) -> None:
        """From an open supply, as many as are left (RC-11.3)."""
        if count > self.supply(kind):
            count = self.supply(kind)
        self.figures[n.SUPPLIES + kind - n.JOKER] -= count
        self.change_hand(seat, kind, count)
        if not self.imagined:
            self.note(head(TOOK, seat, 0, kind, count, 0, 0))
        if self.listener is not None:
            self.tell(
                "took",
                {"seat": int(seat), "kind": KIND_NAMES[kind], "count": int(count), "left": int(self.supply(kind))},
            )

    def reshuffle(self) -> None:
        """The discard pile becomes the deck (RC-11.1)."""
        if not self.imagined:
            cards = self.cards_at(n.PILE, n.POPULATION)
            self.note_cards(head(RESHUFFLED, 0, 0, 0, i64(len(cards)), 0, 0), cards)
        for kind in range(n.POPULATION):
            self.cards[n.DECK + kind] = self.cards[n.PILE + kind]
            self.cards[n.PILE + kind] = 0
        self.deck_size = self.pile_size
        self.pile_size = 0
        if self.listener is not None:
            self.tell("reshuffled", {"count": int(self.deck_size)})

    def draw(self, seat: i64, kind: i64) -> None:
        self.shift(n.DECK + kind, -1)
        self.deck_size -= 1
        self.change_hand(seat, kind, 1)
        if not self.imagined:
            self.note(head(DREW, seat, 0, kind, 1, 0, 0))
        if self.listener is not None:
            self.gather(KIND_NAMES[kind])

    def gather(self, drawn: str) -> None:
        """Keep a card or token of a draw for the event that will tell of all of them."""
        so_far = self.drawn_so_far
        if so_far is None:
            self.drawn_so_far = [drawn]
        else:
            so_far.append(drawn)

    def hand_over(self, giver: i64, taker: i64, cards: vec[i64]) -> None:
        """Face down, from hand to hand (RC-7.10)."""
        if not self.imagined:
            face_down = self.figures[n.ANNOUNCED + giver] if self.is_face_down(giver) else 0
            note = head(GAVE, giver, taker, 0, i64(len(cards)), self.hand_size(giver), face_down)
            self.note_cards(note, cards)
        for card in cards:
            self.change_hand(giver, card, -1)
            self.change_hand(taker, card, 1)

    def show(self, seat: i64, cards: vec[i64]) -> None:
        """What everybody sees now is remembered."""
        if not self.imagined and len(cards) > 0:
            self.note_cards(head(SHOWED, seat, 0, 0, i64(len(cards)), 0, 0), cards)

    def cards_at(self, first: i64, kinds: i64) -> vec[i64]:
        """The cards counted from a place on, as a list in rising order."""
        cards = self.cards
        found = vec[i64]()
        for kind in range(kinds):
            if cards[first + kind] != 0:
                found = add_card(found, kind, i64(cards[first + kind]))
        return found

    def next_open(self) -> bool:
        """Of a decision taken together: let `seat` be the first that has not answered; False if all have."""
        for seat in range(self.seats):
            if self.answer(seat) == n.OPEN:
                self.seat = seat
                return True
        return False

    def lowest_slot(self, seat: i64) -> i64:
        return 1 if self.figures[n.BARRED + seat] == 0 else 0

    def look(self, seat: i64, slot: i64) -> None:
        """The seat alone sees the card, everybody which slot it was (RC-4.5)."""
        self.figures[n.SEEN + seat] |= bit(slot)
        self.figures[n.BARRED + seat] = slot
        if self.listener is not None:
            self.tell(
                "looked",
                {"seat": int(seat), "slot": int(slot), "card": KIND_NAMES[self.nun_card(slot)]},
                {"card": [int(seat)]},
            )

    # Swords and Flutes, RC-7

    def most(self, kind: i64) -> i64:
        """Of those in this building, the one with most laid; of equals the first to enter (RC-7.2, RC-7.6)."""
        figures = self.figures
        cards = self.cards
        best: i64 = -1
        found: i64 = -1
        for place in range(n.ENTRIES, n.ENTRIES + self.entered):
            seat = figures[place]
            if figures[n.ENTERED + seat] == self.slot:
                laid = i64(cards[n.LAID + seat * n.KINDS + kind])
                if laid > best:
                    best = laid
                    found = seat
        return found

    def fewest(self, kind: i64) -> i64:
        """How many the player with fewest has laid in this building."""
        figures = self.figures
        cards = self.cards
        least: i64 = 1000
        for place in range(n.ENTRIES, n.ENTRIES + self.entered):
            seat = figures[place]
            if figures[n.ENTERED + seat] == self.slot:
                laid = i64(cards[n.LAID + seat * n.KINDS + kind])
                if laid < least:
                    least = laid
        return least

    # The premium (RC-8)

    def premium_holder(self, slot: i64) -> i64:
        """Highest strength in the building, of equals the first to enter (RC-8.2); of two players, over the whole
        row (RC-8.6). -1 if nobody in this building holds it."""
        figures = self.figures
        best: i64 = -1
        holder: i64 = -1
        for place in range(n.ENTRIES, n.ENTRIES + self.entered):
            seat = figures[place]
            if (self.seats == 2 or figures[n.ENTERED + seat] == slot) and figures[n.STRENGTH + seat] > best:
                best = figures[n.STRENGTH + seat]
                holder = seat
        if holder >= 0 and figures[n.ENTERED + holder] == slot:
            return holder
        return -1

    def next_to_act(self, slot: i64, after: i64) -> i64:
        """The premium holder, then the others in order of spaces (RC-8.5); -1 when all have acted."""
        holder = self.premium_holder(slot)
        if after < 0 and holder >= 0:
            return holder
        passed = after < 0 or after == holder
        for place in range(self.entered):
            seat = self.entry(place)
            if seat == after:
                passed = True
            elif passed and seat != holder and self.slot_of(seat) == slot:
                return seat
        return -1

    # The Guard Tower (RC-9.4)

    def is_hit(self, seat: i64, taker: i64) -> bool:
        """Whether a Guard Tower's premium takes cards from this seat (RC-9.4, RC-9.14)."""
        return seat != taker and not self.is_protected(seat) and self.hand_size(seat) >= self.hand_size(taker)

    def is_protected(self, seat: i64) -> bool:
        return self.slot_of(seat) >= 0 and self.building(self.slot_of(seat)) == n.GUARD_TOWER

    def demand(self, seat: i64) -> i64:
        """Cards that a Guard Tower's premium takes from a hand (RC-9.4)."""
        return n.TOWER_DEMAND if self.hand_size(seat) > n.TOWER_DEMAND else self.hand_size(seat)

    def picks_of(self, seat: i64) -> vec[i64]:
        """What a seat has picked so far for a Guard Tower's demand."""
        found = vec[i64]()
        packed = self.figures[n.PICKS + seat]
        while packed > 0:
            found = append(found, (packed & 63) - 1)
            packed >>= 6
        return found

    def last_pick(self, packed: i64) -> i64:
        """Of picks packed into a number, the last one, as kind + 1."""
        while packed >= 64:
            packed >>= 6
        return packed

    def picks_made(self, packed: i64) -> i64:
        made: i64 = 0
        while packed > 0:
            made += 1
            packed >>= 6
        return made

    # The table in words, for events, positions and views

    def row_in_words(self) -> list[str]:
        return [BUILDING_IDS[self.row_card(slot)] for slot in range(self.house.row) if self.row_card(slot) >= 0]

    def bottom_in_words(self) -> list[str]:
        """The known cards of the Replacement deck, the uppermost first (RC-3.6)."""
        return [BUILDING_IDS[self.figures[n.BOTTOM + place]] for place in range(self.bottom)]

    def supplies_in_words(self) -> dict[str, int]:
        return {KIND_NAMES[kind]: int(self.supply(kind)) for kind in range(n.JOKER, n.KINDS)}


def buildings_in_words(cards: i64) -> list[str]:
    """A set of building cards, by id."""
    return [BUILDING_IDS[card] for card in members(int(cards))]
