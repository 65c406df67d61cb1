"""What may be done in Pie Rats: whose decision it is, the legal moves of a seat, and the Dealer's odds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY

from . import numbers as n
from .house import REACH
from .scoring import PieScoring
from .sets import FIFTEEN, copies_in, first, just, one_good, size

UNSEEN: Final[i64] = -1
"""What others see of a card dealt face down, and of a secret choice."""


class PieLegal(PieScoring):
    """A table that knows what may be done at it."""

    # Whose decision it is

    def actor(self) -> i64:
        phase = self.phase
        if phase == n.W2 or phase == n.W5 or phase == n.W5B or phase == n.W6:
            return self.window_next
        if phase == n.READY:
            for seat in range(self.seats):
                if not self.is_done(seat):
                    return seat
        if phase == n.END:
            return NOBODY
        if phase == n.LEAD or phase == n.FACE or phase == n.HAND or phase == n.PIE or phase == n.DRAW:
            return DEALER
        return self.turn

    def waits_for(self, seat: i64) -> bool:
        if self.phase == n.READY:
            return seat >= 0 and not self.is_done(seat)
        return self.actor() == seat

    # What a seat may do

    def list_moves(self, seat: i64, moves: Moves) -> None:
        phase = self.phase
        if phase == n.P2:
            self.list_phase_2(seat, moves)
        elif phase == n.P3:
            self.list_phase_3(seat, moves)
        elif phase == n.P4:
            moves.add(n.DECLARE_LURE)
            list_each(self.crews[seat] & ~self.sideways, n.MINE, moves)
        elif phase == n.P5:
            moves.add(n.PASS)
            list_each(self.lure_targets(seat), n.LURE, moves)
            self.list_anytime(seat, moves)
        elif phase == n.P6:
            self.list_phase_6(seat, moves)
        elif phase == n.W5:
            moves.add(n.PASS)
            if self.holds_good(seat, n.MIRROR):
                moves.add(n.PLAY_MIRROR)
            self.list_anytime(seat, moves)
        elif phase == n.W5B or phase == n.W6:
            moves.add(n.PASS)
            self.list_anytime(seat, moves)
        elif phase == n.READY:
            self.list_tosses(seat, moves)
        elif phase == n.W2:
            moves.add(n.PASS)
            self.list_thefts(seat, moves)
        elif phase == n.P5_SECOND:
            moves.add(n.SINGLE)
            list_each(self.second_targets(seat), n.LURE, moves)
        elif phase == n.P5_PAY:
            list_each(self.payable_kinds(seat), n.PAY, moves)
        elif phase == n.P6_PIE:
            list_each(self.liftable(seat), n.LOOT, moves)
        elif phase == n.P6_SEND:
            list_each(self.sendable(), n.MINE, moves)
        elif phase == n.P6_LOSE:
            list_each(self.strongest(seat), n.MINE, moves)
        elif phase == n.CAPTAIN:
            list_each(self.free_captains(), n.PICK_CAPTAIN, moves)

    def list_phase_2(self, seat: i64, moves: Moves) -> None:
        """Charisma cards, theft and any-time cards (PR-4.1, 4.6, 10.1)."""
        moves.add(n.PASS)
        kinds: i64 = 0
        for slot in range(self.hand_size(seat)):
            good = self.kind_at(seat, slot) - n.CREW
            if good >= 0 and good < n.CHARISMA:
                kinds |= just(good)
        list_each(kinds, n.TABLE, moves)
        self.list_thefts(seat, moves)
        self.list_anytime(seat, moves)

    def list_phase_3(self, seat: i64, moves: Moves) -> None:
        """Crew and any-time cards (PR-5.1, 10.1)."""
        moves.add(n.PASS)
        rats: i64 = 0
        for slot in range(self.hand_size(seat)):
            kind = self.kind_at(seat, slot)
            if kind < n.CREW:
                rats |= just(kind)
        list_each(rats, n.PLACE, moves)
        self.list_anytime(seat, moves)

    def list_phase_6(self, seat: i64, moves: Moves) -> None:
        """To pass, call, loot, or play a card first (PR-8.9, 8.10, 8.14, 8.18, 8.20, 8.21)."""
        moves.add(n.PASS)
        mode = self.house.mode
        if mode == n.CALL_MODE:
            moves.add(n.CALL)
        list_each(self.liftable(seat), n.LOOT, moves)
        if mode == n.CALL_MODE or mode == n.NEVER_MODE:
            self.list_anytime(seat, moves)
        elif mode == n.NICE_MODE and self.holds_good(seat, n.SPINACH):
            list_each(self.crews[seat] & ~self.spinach, n.FEED_SPINACH, moves)

    def list_thefts(self, seat: i64, moves: Moves) -> None:
        """Any Charisma card tabled by another seat (PR-4.5, 4.7)."""
        if not self.holds_good(seat, n.CHARISMA_THEFT):
            return
        for other in range(self.seats):
            if other != seat and self.charisma[other] != 0:
                for kind in range(n.CHARISMA):
                    if copies_in(self.charisma[other], kind) > 0:
                        moves.add(n.THEFT + n.CHARISMA * other + kind)

    def list_anytime(self, seat: i64, moves: Moves) -> None:
        """Carob Bean and Kidnapping for rats of others, Spinach for one's own (PR-11.1, 11.3, 11.7)."""
        bean = False
        kidnapping = False
        spinach = False
        for slot in range(self.hand_size(seat)):
            good = self.kind_at(seat, slot) - n.CREW
            if good == n.CAROB_BEAN:
                bean = True
            elif good == n.KIDNAPPING:
                kidnapping = True
            elif good == n.SPINACH:
                spinach = True
        if bean:
            list_each(self.foreign_crew(seat), n.BEAN, moves)
        if kidnapping:
            list_each(self.foreign_crew(seat), n.KIDNAP, moves)
        if spinach:
            list_each(self.crews[seat] & ~self.spinach, n.FEED_SPINACH, moves)

    def list_tosses(self, seat: i64, moves: Moves) -> None:
        """Done, or one more hand card of a kind not lower than the last one set aside (PR-9.3)."""
        moves.add(n.PASS)
        last: i64 = 0
        for slot in range(self.hand_size(seat)):
            if self.is_aside(seat, slot) and self.kind_at(seat, slot) > last:
                last = self.kind_at(seat, slot)
        low: i64 = last - 1
        while True:
            next_kind: i64 = 64
            for slot in range(self.hand_size(seat)):
                kind = self.kind_at(seat, slot)
                if not self.is_aside(seat, slot) and kind > low and kind < next_kind:
                    next_kind = kind
            if next_kind == 64:
                return
            moves.add(n.TOSS + next_kind)
            low = next_kind

    # Whom a seat can lure, and for what (PR-7)

    def within_reach(self, points: i64) -> i64:
        """All rats whose price does not exceed these points."""
        if points <= 0:
            return 0
        return self.house.within_reach[points if points < REACH else REACH]

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
        upright = self.foreign_crew(seat) & ~self.sideways & ~just(self.target_a)
        return upright & self.within_reach(self.charisma_total(seat) - self.house.price[self.target_a])

    def need(self) -> i64:
        """The charisma points that the declared lure still lacks; nought or less when it is paid (PR-7.10)."""
        price: i64 = 0
        if self.target_a != n.NONE:
            price += self.house.price[self.target_a]
        if self.target_b != n.NONE:
            price += self.house.price[self.target_b]
        return price - self.house.captain_charisma - self.worth(self.pay)

    def payable_kinds(self, seat: i64) -> i64:
        """The kinds that may be paid next, as a set: in rising order, and only where the rest can still reach the need
        (PR-7.10). With two targets the first Charm does not count for the order: it went in by itself."""
        ordered = self.pay
        if self.target_b != n.NONE:
            ordered -= one_good(n.CHARM)
        last: i64 = 0
        while ordered >= FIFTEEN + 1:
            ordered >>= 4
            last += 1
        left = self.charisma[seat] - self.pay
        need = self.need()
        rest: i64 = 0
        kinds: i64 = 0
        for kind in range(n.CHARISMA - 1, last - 1, -1):
            count = copies_in(left, kind)
            if count > 0:
                rest += count * self.house.charisma[kind]
                if rest >= need:
                    kinds |= just(kind)
        return kinds

    # What a crew can lift, and who may go (PR-8)

    def liftable(self, seat: i64) -> i64:
        """The Pies on the sill that the captain and the whole crew could lift (PR-8.8), as a set."""
        if self.sill == 0:
            return 0
        strength = self.party_strength(self.crews[seat])
        pies: i64 = 0
        left = self.sill
        while left != 0:
            if self.house.weight[first(left)] <= strength:
                pies |= left & -left
            left &= left - 1
        return pies

    def lacking(self) -> i64:
        """The strength that the party named so far still lacks; nought or less when it is strong enough (PR-8.5)."""
        return self.house.weight[self.loot_pie] - self.party_strength(self.sent)

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
            rest -= self.strength_of(first(later))
            later &= later - 1
        return may

    # Whom a window asks (PR-10)

    def could_be_held(self, good: i64) -> bool:
        """By public facts: not every copy lies in the discard pile or on a rat (PR-10.8)."""
        gone = copies_in(self.discard_goods, good)
        if good == n.SPINACH:
            gone += size(self.spinach)
        return gone < self.house.copies[good]

    def is_askable(self, seat: i64) -> bool:
        """Whether a window asks this seat; from public facts only (PR-10.8)."""
        if seat == self.turn or self.hand_size(seat) == 0:
            return False
        if self.phase == n.W2:
            return self.could_be_held(n.CHARISMA_THEFT) and self.foreign_charisma(seat)
        if self.phase == n.W5 and self.could_be_held(n.MIRROR):
            return True
        if (self.could_be_held(n.CAROB_BEAN) or self.could_be_held(n.KIDNAPPING)) and self.foreign_crew(seat) != 0:
            return True
        return self.crews[seat] & ~self.spinach != 0 and self.could_be_held(n.SPINACH)

    # What the Dealer may do, and who sees it

    def list_odds(self, odds: Odds) -> None:
        phase = self.phase
        if phase == n.HAND or phase == n.DRAW:
            crew = self.draw_crew
            while crew != 0:
                odds.add(n.DEAL + first(crew), 1)
                crew &= crew - 1
            for good in range(n.GOODS):
                if copies_in(self.draw_goods, good) > 0:
                    odds.add(n.DEAL + n.CREW + good, copies_in(self.draw_goods, good))
        elif phase == n.PIE:
            pies = self.unseen_pies()
            while pies != 0:
                odds.add(n.REVEAL + first(pies), 1)
                pies &= pies - 1
        elif phase == n.LEAD:
            for seat in range(self.seats):
                odds.add(n.LEAD_TO + seat, 1)
        elif phase == n.FACE:
            free = self.free_captains()
            while free != 0:
                odds.add(n.FACE_OF + first(free), 1)
                free &= free - 1

    def sample(self, rng: Rng) -> i64:
        if self.phase == n.HAND or self.phase == n.DRAW:
            return n.DEAL + self.card_at(rng.below(self.draw_size))
        odds = Odds()
        self.list_odds(odds)
        return odds.pick(rng)

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        """Cards go to their seat face down (PR-1.5); choices of getting ready are secret (PR-9.3)."""
        if seat == DEALER:
            hidden = (self.phase == n.HAND or self.phase == n.DRAW) and viewer != self.turn
            return UNSEEN if hidden else action
        return UNSEEN if self.phase == n.READY and viewer != seat else action


def list_each(some: i64, family: i64, moves: Moves) -> None:
    """Add the action of a family for every member of a set."""
    while some != 0:
        moves.add(family + first(some))
        some &= some - 1
