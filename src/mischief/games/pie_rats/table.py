"""What lies on a table of Pie Rats, and the questions one can ask of it.

Sets of crew members and of Pies, and bags of goods (Charisma and Action/Item cards), are single numbers: see sets.py.
A hand card is `age * 64 + kind`, where the age is the number of reshuffles before it was drawn; a hand keeps the order
in which its cards were drawn, so that among copies of a kind the one with the lowest age comes first, and leaves first
(see the rulings of the rulebook).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.state import State

from . import numbers as n
from .house import House
from .sets import FIFTEEN, copies_in, first, goods_in, just, one_good, size

if TYPE_CHECKING:
    from mischief.engine.game import Game


class PieTable(State):
    """Everything on the table. `turn` is the seat whose turn it is, or whose act opened the window; `target_a`,
    `target_b` and `pay` are a lure being declared; `loot_pie`, `sent` and `called` a loot; `aside` (three bits a seat)
    and `done` the secret choices of getting ready."""

    def __init__(
        self,
        game: Game,
        seats: i64,
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
            if captain != n.NO_CAPTAIN:
                free &= ~just(captain)
        return free

    # Hands

    def hand_size(self, seat: i64) -> i64:
        return self.hands[seat * n.SLOTS]

    def kind_at(self, seat: i64, slot: i64) -> i64:
        return self.hands[seat * n.SLOTS + 1 + slot] & 63

    def age_at(self, seat: i64, slot: i64) -> i64:
        return self.hands[seat * n.SLOTS + 1 + slot] >> 6

    def holds(self, seat: i64, kind: i64) -> bool:
        found = False
        for slot in range(self.hand_size(seat)):
            if self.kind_at(seat, slot) == kind:
                found = True
        return found

    def holds_good(self, seat: i64, good: i64) -> bool:
        return self.holds(seat, n.CREW + good)

    def add_to_hand(self, seat: i64, kind: i64, age: i64) -> None:
        at = seat * n.SLOTS
        held = self.hands[at]
        self.hands[at + 1 + held] = age * 64 + kind
        self.hands[at] = held + 1

    def take_from_hand(self, seat: i64, kind: i64) -> i64:
        """Take out the copy drawn earliest; returns its age."""
        slot: i64 = 0
        while self.kind_at(seat, slot) != kind:
            slot += 1
        return self.take_slot(seat, slot)

    def take_slot(self, seat: i64, slot: i64) -> i64:
        age = self.age_at(seat, slot)
        at = seat * n.SLOTS
        left = self.hands[at] - 1
        self.hands[at] = left
        for i in range(slot, left):
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

    def owner(self, rat: i64) -> i64:
        """The seat whose crew a rat is in; NONE if it is in no crew."""
        for seat in range(self.seats):
            if (self.crews[seat] >> rat) & 1 == 1:
                return seat
        return n.NONE

    def has_spinach(self, rat: i64) -> bool:
        return (self.spinach >> rat) & 1 == 1

    def strength_of(self, rat: i64) -> i64:
        """Effective strength: doubled by Spinach (PR-8.2)."""
        return self.house.strength[rat] << ((self.spinach >> rat) & 1)

    def muscle(self, crew: i64) -> i64:
        """The effective strengths of several rats together."""
        total: i64 = 0
        while crew != 0:
            total += self.strength_of(first(crew))
            crew &= crew - 1
        return total

    def party_strength(self, crew: i64) -> i64:
        """A captain and these rats (PR-8.2)."""
        return self.house.captain_strength + self.muscle(crew)

    def strongest(self, seat: i64) -> i64:
        """The strongest rat of a crew, or all that tie in strength and loyalty (PR-8.16), as a set."""
        best: i64 = -1000
        tied: i64 = 0
        left = self.crews[seat]
        while left != 0:
            rat = first(left)
            rank = self.strength_of(rat) * 16 + self.house.loyalty[rat]
            if rank > best:
                best = rank
                tied = left & -left
            elif rank == best:
                tied |= left & -left
            left &= left - 1
        return tied

    # Charisma

    def worth(self, cards: i64) -> i64:
        """The charisma points of a bag of cards."""
        total: i64 = 0
        kind: i64 = 0
        while cards != 0:
            total += (cards & FIFTEEN) * self.house.charisma[kind]
            cards >>= 4
            kind += 1
        return total

    def charisma_total(self, seat: i64) -> i64:
        """PR-7.2."""
        return self.house.captain_charisma + self.worth(self.charisma[seat])

    def foreign_charisma(self, seat: i64) -> bool:
        """Whether any other seat has a Charisma card tabled."""
        found = False
        for other in range(self.seats):
            if other != seat and self.charisma[other] != 0:
                found = True
        return found

    def has_charm(self, seat: i64) -> bool:
        return copies_in(self.charisma[seat], n.CHARM) > 0

    # Piles

    def discard_size(self) -> i64:
        return size(self.discard_crew) + goods_in(self.discard_goods)

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
        rats = size(crew)
        if index < rats:
            for _ in range(index):
                crew &= crew - 1
            return first(crew)
        left = index - rats
        for good in range(n.GOODS):
            left -= copies_in(self.draw_goods, good)
            if left < 0:
                return n.CREW + good
        return n.NONE

    def take_from_draw(self, kind: i64) -> None:
        if kind < n.CREW:
            self.draw_crew &= ~just(kind)
        else:
            self.draw_goods -= one_good(kind - n.CREW)
        self.draw_size -= 1

    def put_into_draw(self, kind: i64) -> None:
        if kind < n.CREW:
            self.draw_crew |= just(kind)
        else:
            self.draw_goods += one_good(kind - n.CREW)
        self.draw_size += 1

    def discard(self, kind: i64) -> None:
        """Face up on the discard pile (PR-1.7)."""
        if kind < n.CREW:
            self.discard_crew |= just(kind)
        else:
            self.discard_goods += one_good(kind - n.CREW)

    def unseen_pies(self) -> i64:
        """Pies in the pile and Pies out of the game: one bag, since nobody knows which is which (PR-1.2)."""
        return (just(n.PIES) - 1) & ~self.seen

    # Looted Pies, each as round * 128 + Pie * 8 + seat

    def loot_seat(self, index: i64) -> i64:
        return self.loots[index] & 7

    def loot_which(self, index: i64) -> i64:
        return (self.loots[index] >> 3) & 15

    def loot_round(self, index: i64) -> i64:
        return self.loots[index] >> 7
