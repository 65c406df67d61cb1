"""What lies on the table in Pie Rats, and the questions that can be asked of it.

Sets of crew members and of Pies are bit masks. Bags of goods (Charisma and Action/Item cards) are packed four bits to a
kind, so that one number holds a whole row of cards. A hand card is `age * 64 + kind`; a hand keeps the order in which
its cards were drawn, so that among copies of a kind the one with the lowest age comes first, and leaves first (see the
rulings of the rulebook).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.state import State

from .deck import REACH, Deck, House
from .numbering import (
    CAROB_BEAN,
    CHARISMA,
    CHARISMA_THEFT,
    CHARM,
    CREW,
    GOODS,
    KIDNAPPING,
    MIRROR,
    PIES,
    SPINACH,
    W2,
    W5,
    bit,
)

if TYPE_CHECKING:
    from mischief.engine.game import Game

NONE: Final[i64] = -1
"""No such seat, Pie or crew member."""
NO_CAPTAIN: Final[i64] = 15
SLOTS: Final[i64] = 4
"""In `hands`, each seat has its number of cards and then three places for them."""
FIFTEEN: Final[i64] = 15

# The place of the lowest bit of a 24-bit number, by de Bruijn's sequence: no loop, and no product above 2^56.
DE_BRUIJN: Final[i64] = 0x077CB531
M24: Final[i64] = 0xFFFFFF
M32: Final[i64] = 0xFFFFFFFF
_PLACE = [0] * 32
for _i in range(32):
    _PLACE[((1 << _i) * 0x077CB531 & 0xFFFFFFFF) >> 27] = _i
PLACES: Final[vec[i64]] = vec[i64](_PLACE)


def lowest(mask: i64) -> i64:
    """The number of the first member of a set of up to 48."""
    part = mask & M24
    if part != 0:
        return PLACES[(((part & -part) * DE_BRUIJN) & M32) >> 27]
    part = mask >> 24
    return 24 + PLACES[(((part & -part) * DE_BRUIJN) & M32) >> 27]


def members(mask: i64) -> i64:
    """How many a set holds."""
    x = mask - ((mask >> 1) & 0x555555555555)
    x = (x & 0x333333333333) + ((x >> 2) & 0x333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 127


def copies_in(bag: i64, good: i64) -> i64:
    """How many of one kind a bag of goods holds."""
    return (bag >> (4 * good)) & FIFTEEN


def goods_in(bag: i64) -> i64:
    """How many cards a bag of goods holds."""
    total: i64 = 0
    while bag != 0:
        total += bag & FIFTEEN
        bag >>= 4
    return total


class PieTable(State):
    """Everything on the table. `turn` is the seat whose turn it is, or whose act opened the window; `target_a`,
    `target_b` and `pay` are a lure being declared; `loot_pie`, `sent` and `called` a loot; `aside` (three bits a seat)
    and `done` the secret choices of getting ready."""

    def __init__(
        self,
        game: Game,
        seats: i64,
        deck: Deck,
        house: House,
        phase: i64,
        lead: i64,
        turn: i64,
        round_number: i64,
        captains: i64,
        reshuffles: i64,
        hands: vec[i64],
        crews: vec[i64],
        sideways: i64,
        spinach: i64,
        charisma: vec[i64],
        protecting: i64,
        luring: i64,
        draw_crew: i64,
        draw_goods: i64,
        draw_size: i64,
        discard_crew: i64,
        discard_goods: i64,
        pie_pile: i64,
        sill: i64,
        seen: i64,
        loots: vec[i64],
        looted: i64,
        stall: i64,
        target_a: i64,
        target_b: i64,
        pay: i64,
        loot_pie: i64,
        sent: i64,
        called: bool,
        window_next: i64,
        passed: i64,
        aside: i64,
        done: i64,
    ) -> None:
        super().__init__(game, seats)
        self.deck = deck
        self.house = house
        self.phase = phase
        self.lead = lead
        self.turn = turn
        self.round_number = round_number
        self.captains = captains
        self.reshuffles = reshuffles
        self.hands = hands
        self.crews = crews
        self.sideways = sideways
        self.spinach = spinach
        self.charisma = charisma
        self.protecting = protecting
        self.luring = luring
        self.draw_crew = draw_crew
        self.draw_goods = draw_goods
        self.draw_size = draw_size
        self.discard_crew = discard_crew
        self.discard_goods = discard_goods
        self.pie_pile = pie_pile
        self.sill = sill
        self.seen = seen
        self.loots = loots
        self.looted = looted
        self.stall = stall
        self.target_a = target_a
        self.target_b = target_b
        self.pay = pay
        self.loot_pie = loot_pie
        self.sent = sent
        self.called = called
        self.window_next = window_next
        self.passed = passed
        self.aside = aside
        self.done = done

    def after(self, seat: i64) -> i64:
        """The next seat clockwise."""
        return 0 if seat + 1 == self.seats else seat + 1

    # Captains

    def captain_of(self, seat: i64) -> i64:
        return (self.captains >> (4 * seat)) & FIFTEEN

    def free_captains(self) -> i64:
        """The captains that nobody has (PR-1.3), as a set."""
        free: i64 = 63
        for seat in range(self.seats):
            captain = self.captain_of(seat)
            if captain != NO_CAPTAIN:
                free &= ~bit(captain)
        return free

    # Hands

    def hand_size(self, seat: i64) -> i64:
        return self.hands[seat * SLOTS]

    def kind_at(self, seat: i64, slot: i64) -> i64:
        return self.hands[seat * SLOTS + 1 + slot] & 63

    def age_at(self, seat: i64, slot: i64) -> i64:
        return self.hands[seat * SLOTS + 1 + slot] >> 6

    def holds(self, seat: i64, kind: i64) -> bool:
        found = False
        for slot in range(self.hand_size(seat)):
            if self.kind_at(seat, slot) == kind:
                found = True
        return found

    def holds_good(self, seat: i64, good: i64) -> bool:
        return self.holds(seat, CREW + good)

    def add_to_hand(self, seat: i64, kind: i64, age: i64) -> None:
        at = seat * SLOTS
        size = self.hands[at]
        self.hands[at + 1 + size] = age * 64 + kind
        self.hands[at] = size + 1

    def take_from_hand(self, seat: i64, kind: i64) -> i64:
        """Take out the copy drawn earliest; returns its age."""
        slot: i64 = 0
        while self.kind_at(seat, slot) != kind:
            slot += 1
        return self.take_slot(seat, slot)

    def take_slot(self, seat: i64, slot: i64) -> i64:
        age = self.age_at(seat, slot)
        at = seat * SLOTS
        size = self.hands[at] - 1
        self.hands[at] = size
        for i in range(slot, size):
            self.hands[at + 1 + i] = self.hands[at + 2 + i]
        return age

    def is_aside(self, seat: i64, slot: i64) -> bool:
        """Whether a hand card is set aside to be discarded (PR-9.3)."""
        return (self.aside >> (3 * seat + slot)) & 1 == 1

    def aside_of(self, seat: i64) -> i64:
        return (self.aside >> (3 * seat)) & 7

    def is_done(self, seat: i64) -> bool:
        return (self.done >> seat) & 1 == 1

    # Crews

    def all_crew(self) -> i64:
        """Every rat in somebody's crew."""
        total: i64 = 0
        for seat in range(self.seats):
            total |= self.crews[seat]
        return total

    def foreign_crew(self, seat: i64) -> i64:
        return self.all_crew() & ~self.crews[seat]

    def owner(self, c: i64) -> i64:
        """The seat whose crew a rat is in; NONE if it is in no crew."""
        for seat in range(self.seats):
            if (self.crews[seat] >> c) & 1 == 1:
                return seat
        return NONE

    def has_spinach(self, c: i64) -> bool:
        return (self.spinach >> c) & 1 == 1

    def strength_of(self, c: i64) -> i64:
        """Effective strength: doubled by Spinach (PR-8.2)."""
        return self.deck.strength[c] << ((self.spinach >> c) & 1)

    def muscle(self, crew: i64) -> i64:
        """The effective strengths of several rats together."""
        total: i64 = 0
        while crew != 0:
            total += self.strength_of(lowest(crew))
            crew &= crew - 1
        return total

    def party_strength(self, crew: i64) -> i64:
        """A captain and these rats (PR-8.2)."""
        return self.deck.captain_strength + self.muscle(crew)

    # Charisma and luring

    def worth(self, cards: i64) -> i64:
        """The charisma points of a bag of cards."""
        total: i64 = 0
        kind: i64 = 0
        while cards != 0:
            total += (cards & FIFTEEN) * self.deck.charisma[kind]
            cards >>= 4
            kind += 1
        return total

    def charisma_total(self, seat: i64) -> i64:
        """PR-7.2."""
        return self.deck.captain_charisma + self.worth(self.charisma[seat])

    def foreign_charisma(self, seat: i64) -> bool:
        """Whether any other seat has a Charisma card tabled."""
        found = False
        for other in range(self.seats):
            if other != seat and self.charisma[other] != 0:
                found = True
        return found

    def has_charm(self, seat: i64) -> bool:
        return copies_in(self.charisma[seat], CHARM) > 0

    def within_reach(self, points: i64) -> i64:
        """All rats whose price does not exceed these points."""
        if points <= 0:
            return 0
        return self.deck.within_reach[points if points < REACH else REACH]

    def lure_targets(self, seat: i64) -> i64:
        """The upright rats of others that this seat can pay for (PR-7.5, 7.7)."""
        upright = self.foreign_crew(seat) & ~self.sideways
        if upright == 0:
            return 0
        return upright & self.within_reach(self.charisma_total(seat))

    def second_targets(self, seat: i64) -> i64:
        """What Charm adds to the first target (PR-7.11, 7.12); nothing without Charm."""
        if not self.has_charm(seat):
            return 0
        upright = self.foreign_crew(seat) & ~self.sideways & ~bit(self.target_a)
        return upright & self.within_reach(self.charisma_total(seat) - self.deck.price[self.target_a])

    def need(self) -> i64:
        """The charisma points that the declared lure still lacks; nought or less when it is paid (PR-7.10)."""
        price: i64 = 0
        if self.target_a != NONE:
            price += self.deck.price[self.target_a]
        if self.target_b != NONE:
            price += self.deck.price[self.target_b]
        return price - self.deck.captain_charisma - self.worth(self.pay)

    def payable_kinds(self, seat: i64) -> i64:
        """The kinds that may be paid next, as a set: in rising order, and only where the rest can still reach the need
        (PR-7.10). With two targets the first Charm does not count for the order: it went in by itself."""
        ordered = self.pay
        if self.target_b != NONE:
            ordered -= bit(4 * CHARM)
        last: i64 = 0
        while ordered >= FIFTEEN + 1:
            ordered >>= 4
            last += 1
        left = self.charisma[seat] - self.pay
        need = self.need()
        rest: i64 = 0
        kinds: i64 = 0
        for kind in range(CHARISMA - 1, last - 1, -1):
            count = copies_in(left, kind)
            if count > 0:
                rest += count * self.deck.charisma[kind]
                if rest >= need:
                    kinds |= bit(kind)
        return kinds

    # Looting

    def liftable(self, seat: i64) -> i64:
        """The Pies on the sill that the captain and the whole crew could lift (PR-8.8), as a set."""
        if self.sill == 0:
            return 0
        strength = self.party_strength(self.crews[seat])
        pies: i64 = 0
        left = self.sill
        while left != 0:
            if self.deck.weight[lowest(left)] <= strength:
                pies |= left & -left
            left &= left - 1
        return pies

    def lacking(self) -> i64:
        """The strength that the party named so far still lacks; nought or less when it is strong enough (PR-8.5)."""
        return self.deck.weight[self.loot_pie] - self.party_strength(self.sent)

    def nameable(self) -> i64:
        """The rats of the looting crew that are numbered above the last one named."""
        later = self.crews[self.turn]
        if self.sent != 0:
            top = self.sent
            while top & (top - 1) != 0:
                top &= top - 1
            later &= ~(2 * top - 1)
        return later

    def sendable(self) -> i64:
        """The rats that may be named next: in rising order, and only where the later ones still suffice (PR-8.5)."""
        later = self.nameable()
        lacking = self.lacking()
        rest = self.muscle(later)
        may: i64 = 0
        while later != 0:
            if rest < lacking:
                break
            may |= later & -later
            rest -= self.strength_of(lowest(later))
            later &= later - 1
        return may

    def strongest(self, seat: i64) -> i64:
        """The strongest rat of a crew, or all that tie in strength and loyalty (PR-8.16), as a set."""
        best: i64 = -1000
        tied: i64 = 0
        left = self.crews[seat]
        while left != 0:
            c = lowest(left)
            rank = self.strength_of(c) * 16 + self.deck.loyalty[c]
            if rank > best:
                best = rank
                tied = left & -left
            elif rank == best:
                tied |= left & -left
            left &= left - 1
        return tied

    # Windows

    def could_be_held(self, good: i64) -> bool:
        """By public facts: not every copy lies in the discard pile or on a rat (PR-10.8)."""
        gone = copies_in(self.discard_goods, good)
        if good == SPINACH:
            gone += members(self.spinach)
        return gone < self.deck.copies[good]

    def is_askable(self, seat: i64) -> bool:
        """Whether a window asks this seat; from public facts only (PR-10.8)."""
        if seat == self.turn or self.hand_size(seat) == 0:
            return False
        if self.phase == W2:
            return self.could_be_held(CHARISMA_THEFT) and self.foreign_charisma(seat)
        if self.phase == W5 and self.could_be_held(MIRROR):
            return True
        if (self.could_be_held(CAROB_BEAN) or self.could_be_held(KIDNAPPING)) and self.foreign_crew(seat) != 0:
            return True
        return self.crews[seat] & ~self.spinach != 0 and self.could_be_held(SPINACH)

    # Piles

    def discard_size(self) -> i64:
        return members(self.discard_crew) + goods_in(self.discard_goods)

    def one_kind_left(self) -> bool:
        """Whether every card of the draw pile is of the same kind."""
        if self.draw_goods == 0:
            return self.draw_crew & (self.draw_crew - 1) == 0
        if self.draw_crew != 0:
            return False
        kind: i64 = 0
        while copies_in(self.draw_goods, kind) == 0:
            kind += 1
        return self.draw_goods >> (4 * kind) <= FIFTEEN

    def card_at(self, index: i64) -> i64:
        """The kind of the card at some place of the draw pile, counted crew first and goods after."""
        crew = self.draw_crew
        rats = members(crew)
        if index < rats:
            for _ in range(index):
                crew &= crew - 1
            return lowest(crew)
        left = index - rats
        for good in range(GOODS):
            left -= copies_in(self.draw_goods, good)
            if left < 0:
                return CREW + good
        return NONE

    def take_from_draw(self, kind: i64) -> None:
        if kind < CREW:
            self.draw_crew &= ~bit(kind)
        else:
            self.draw_goods -= bit(4 * (kind - CREW))
        self.draw_size -= 1

    def put_into_draw(self, kind: i64) -> None:
        if kind < CREW:
            self.draw_crew |= bit(kind)
        else:
            self.draw_goods += bit(4 * (kind - CREW))
        self.draw_size += 1

    def discard(self, kind: i64) -> None:
        """Face up on the discard pile (PR-1.7)."""
        if kind < CREW:
            self.discard_crew |= bit(kind)
        else:
            self.discard_goods += bit(4 * (kind - CREW))

    def unseen_pies(self) -> i64:
        """Pies in the pile and Pies out of the game: one bag, since nobody knows which is which (PR-1.2)."""
        return (bit(PIES) - 1) & ~self.seen

    # Loots and the score

    def loot_seat(self, index: i64) -> i64:
        return self.loots[index] & 7

    def loot_which(self, index: i64) -> i64:
        return (self.loots[index] >> 3) & 15

    def loot_round(self, index: i64) -> i64:
        return self.loots[index] >> 7

    def points(self, seat: i64) -> i64:
        total: i64 = 0
        for i in range(self.looted):
            if self.loot_seat(i) == seat:
                total += self.deck.points[self.loot_which(i)]
        return total

    def rank(self, seat: i64) -> i64:
        """One number that compares as PR-12.3 to 12.7 do: points, weight, number of Pies, then the first loot."""
        points: i64 = 0
        weight: i64 = 0
        count: i64 = 0
        first: i64 = PIES
        for i in range(self.looted):
            if self.loot_seat(i) == seat:
                pie = self.loot_which(i)
                points += self.deck.points[pie]
                weight += self.deck.weight[pie]
                count += 1
                if first == PIES:
                    first = i
        early = PIES - first if self.house.first_pie else i64(0)
        return ((points * 1024 + weight) * 16 + count) * 16 + early
