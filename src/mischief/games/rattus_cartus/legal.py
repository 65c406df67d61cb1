"""What may be done at a table of Rattus Cartus: whose decision it is, the legal moves and the Dealer's odds."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY

from . import numbers as n
from .sets import bits_in
from .table import Table


class Legal(Table):
    """What may be done, seat by seat and by the Dealer; and what others see of it."""

    # Whose decision it is

    def actor(self) -> i64:
        if self.stage == n.ENDED:
            return NOBODY
        return DEALER if self.stage <= n.LAST_OF_THE_DEALER else self.seat

    def waits_for(self, seat: i64) -> bool:
        if seat >= 0 and self.is_together():
            return self.answer(seat) == n.OPEN
        return self.actor() == seat

    # What a seat may do

    def list_moves(self, seat: i64, moves: Moves) -> None:
        step = self.stage
        if step == n.LAY_CARDS:
            cards = self.cards
            hand = seat * n.KINDS
            for kind in range(self.low, n.LAYABLE):
                if cards[hand + kind] > cards[n.LAID + hand + kind]:
                    moves.add(kind)
            moves.add(n.DONE)
        elif step == n.CHOOSE_SUPPLY:
            for slot in range(self.house.row):
                moves.add(n.SUPPLY + slot)
        elif step == n.ENTER_A_BUILDING:
            if self.hand(seat, n.PASS) > 0:
                moves.add(n.PLAY_PASS)
            for slot in range(self.house.row):
                moves.add(n.ENTER + slot)
        elif step == n.PERFORM_OR_NOT:
            moves.add(n.PERFORM)
            moves.add(n.SKIP)
        elif step == n.LOOK_FOR_SUPPLY or step == n.TENT_LOOK:
            for slot in range(n.NUN_SLOTS):
                if slot != self.figures[n.BARRED + seat]:
                    moves.add(n.LOOK + slot)
            if step == n.TENT_LOOK and self.house.ask:
                moves.add(n.SKIP)
        elif step == n.SWORD_TARGET or step == n.FLUTE_TARGET:
            kind = n.SWORD if step == n.SWORD_TARGET else n.FLUTE
            least = self.fewest(kind)
            for other in range(self.seats):
                if self.slot_of(other) == self.slot and self.laid(other, kind) == least:
                    moves.add(n.TARGET + other)
        elif step == n.SWORD_GIFT:
            self.list_gift(seat, self.low, self.due - self.picked, moves)
        elif step == n.TOWER_GIFT:
            packed = self.figures[n.PICKS + seat]
            low = i64(0)
            if packed > 0:
                low = self.last_pick(packed) - 1
            self.list_gift(seat, low, self.demand(seat) - self.picks_made(packed), moves)
        elif step == n.HOSPITAL_DISCARD:
            for kind in range(self.low, n.KINDS):
                if self.hand(seat, kind) > self.gift(kind):
                    moves.add(kind)
            moves.add(n.DONE)

    def list_gift(self, seat: i64, low: i64, need: i64, moves: Moves) -> None:
        """An exact number of cards in rising order: a kind only if enough of it and higher ones are left."""
        left: i64 = 0
        for kind in range(low, n.KINDS):
            left += self.hand(seat, kind) - self.set_aside(seat, kind)
        for kind in range(low, n.KINDS):
            here = self.hand(seat, kind) - self.set_aside(seat, kind)
            if here > 0 and left >= need:
                moves.add(kind)
            left -= here

    def set_aside(self, seat: i64, kind: i64) -> i64:
        """Cards of a kind already picked for the gift in progress."""
        if self.stage == n.SWORD_GIFT:
            return self.gift(kind)
        count: i64 = 0
        packed = self.figures[n.PICKS + seat]
        while packed > 0:
            if (packed & 63) - 1 == kind:
                count += 1
            packed >>= 6
        return count

    # What the Dealer may do

    def list_odds(self, odds: Odds) -> None:
        step = self.stage
        if step == n.DEAL_NUNS or step == n.DEAL_HANDS or step == n.DRAW_CARDS:
            for kind in range(n.POPULATION):
                if self.deck(kind) > 0:
                    odds.add(kind, self.deck(kind))
        elif step == n.DRAW_ROW or step == n.REPLACE_LAST:
            for card in range(n.BUILDING_CARDS):
                if (self.unseen >> card) & 1 == 1:
                    odds.add(n.BUILDING + card, 1)
        elif step == n.DRAW_TOKENS:
            for value in range(i64(1), i64(4)):
                if self.pool(value) > 0:
                    odds.add(n.TOKEN + value - 1, self.pool(value))
        elif step == n.PICK_TYPE:
            odds.add(n.TYPE + self.slot * 2, 1)
            odds.add(n.TYPE + self.slot * 2 + 1, 1)
        elif step == n.PICK_COPY:
            counted = self.house.method == n.COUNTED
            first = self.slot * n.COPIES if counted else self.slot * n.COPIES * 2
            for card in range(first, first + (n.COPIES if counted else n.COPIES * 2)):
                if (self.unseen >> card) & 1 == 0:
                    odds.add(n.BUILDING + card, 1)
        elif step == n.PICK_START:
            for seat in range(self.seats):
                odds.add(n.START + seat, 1)

    def sample(self, rng: Rng) -> i64:
        step = self.stage
        if step == n.DRAW_CARDS or step == n.DEAL_NUNS or step == n.DEAL_HANDS:
            cards = self.cards
            left = rng.below(self.deck_size)
            for kind in range(n.POPULATION):
                left -= i64(cards[n.DECK + kind])
                if left < 0:
                    return kind
        if step == n.DRAW_ROW or step == n.REPLACE_LAST:
            unseen = self.unseen
            left = rng.below(bits_in(unseen))
            for card in range(n.BUILDING_CARDS):
                left -= (unseen >> card) & 1
                if left < 0:
                    return n.BUILDING + card
        odds = Odds()
        self.list_odds(odds)
        return odds.pick(rng)

    # What others see of it

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        if seat == viewer:
            return action
        if seat == DEALER:
            if self.stage == n.DEAL_NUNS:
                return n.UNSEEN
            secret = self.stage == n.DEAL_HANDS or self.stage == n.DRAW_CARDS or self.stage == n.DRAW_TOKENS
            return n.UNSEEN if secret and viewer != self.seat else action
        if action < n.DONE or self.is_together():
            return n.UNSEEN
        return action
