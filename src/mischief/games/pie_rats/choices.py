"""What may be done in Pie Rats: whose decision it is, the legal moves of a seat, and the Dealer's odds."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY

from .numbering import (
    BEAN,
    CALL,
    CALL_MODE,
    CAPTAIN,
    CAROB_BEAN,
    CHARISMA,
    CHARISMA_THEFT,
    CREW,
    DEAL,
    DECLARE_LURE,
    DRAW,
    END,
    FACE,
    FACE_OF,
    FEED_SPINACH,
    GOODS,
    HAND,
    KIDNAP,
    KIDNAPPING,
    LEAD,
    LEAD_TO,
    LOOT,
    LURE,
    MINE,
    MIRROR,
    NEVER_MODE,
    NICE_MODE,
    P2,
    P3,
    P4,
    P5,
    P5_PAY,
    P5_SECOND,
    P6,
    P6_LOSE,
    P6_PIE,
    P6_SEND,
    PASS,
    PAY,
    PICK_CAPTAIN,
    PIE,
    PLACE,
    PLAY_MIRROR,
    READY,
    REVEAL,
    SINGLE,
    SPINACH,
    TABLE,
    THEFT,
    TOSS,
    W2,
    W5,
    W5B,
    W6,
    bit,
)
from .table import PieTable, copies_in, lowest

UNSEEN: Final[i64] = -1


class PieChoices(PieTable):
    """A table that knows what may be done at it."""

    # Whose decision it is

    def actor(self) -> i64:
        phase = self.phase
        if phase == W2 or phase == W5 or phase == W5B or phase == W6:
            return self.window_next
        if phase == READY:
            for seat in range(self.seats):
                if not self.is_done(seat):
                    return seat
        if phase == END:
            return NOBODY
        if phase == LEAD or phase == FACE or phase == HAND or phase == PIE or phase == DRAW:
            return DEALER
        return self.turn

    def waits_for(self, seat: i64) -> bool:
        if self.phase == READY:
            return seat >= 0 and not self.is_done(seat)
        return self.actor() == seat

    # What a seat may do

    def list_moves(self, seat: i64, moves: Moves) -> None:
        phase = self.phase
        if phase == P2:
            self.list_phase_2(seat, moves)
        elif phase == P3:
            self.list_phase_3(seat, moves)
        elif phase == P4:
            moves.add(DECLARE_LURE)
            list_each(self.crews[seat] & ~self.sideways, MINE, moves)
        elif phase == P5:
            moves.add(PASS)
            list_each(self.lure_targets(seat), LURE, moves)
            self.list_anytime(seat, moves)
        elif phase == P6:
            self.list_phase_6(seat, moves)
        elif phase == W5:
            moves.add(PASS)
            if self.holds_good(seat, MIRROR):
                moves.add(PLAY_MIRROR)
            self.list_anytime(seat, moves)
        elif phase == W5B or phase == W6:
            moves.add(PASS)
            self.list_anytime(seat, moves)
        elif phase == READY:
            self.list_tosses(seat, moves)
        elif phase == W2:
            moves.add(PASS)
            self.list_thefts(seat, moves)
        elif phase == P5_SECOND:
            moves.add(SINGLE)
            list_each(self.second_targets(seat), LURE, moves)
        elif phase == P5_PAY:
            list_each(self.payable_kinds(seat), PAY, moves)
        elif phase == P6_PIE:
            list_each(self.liftable(seat), LOOT, moves)
        elif phase == P6_SEND:
            list_each(self.sendable(), MINE, moves)
        elif phase == P6_LOSE:
            list_each(self.strongest(seat), MINE, moves)
        elif phase == CAPTAIN:
            list_each(self.free_captains(), PICK_CAPTAIN, moves)

    def list_phase_2(self, seat: i64, moves: Moves) -> None:
        """Charisma cards, theft and any-time cards (PR-4.1, 4.6, 10.1)."""
        moves.add(PASS)
        kinds: i64 = 0
        for slot in range(self.hand_size(seat)):
            good = self.kind_at(seat, slot) - CREW
            if good >= 0 and good < CHARISMA:
                kinds |= bit(good)
        list_each(kinds, TABLE, moves)
        self.list_thefts(seat, moves)
        self.list_anytime(seat, moves)

    def list_phase_3(self, seat: i64, moves: Moves) -> None:
        """Crew and any-time cards (PR-5.1, 10.1)."""
        moves.add(PASS)
        rats: i64 = 0
        for slot in range(self.hand_size(seat)):
            kind = self.kind_at(seat, slot)
            if kind < CREW:
                rats |= bit(kind)
        list_each(rats, PLACE, moves)
        self.list_anytime(seat, moves)

    def list_phase_6(self, seat: i64, moves: Moves) -> None:
        """To pass, call, loot, or play a card first (PR-8.9, 8.10, 8.14, 8.18, 8.20, 8.21)."""
        moves.add(PASS)
        mode = self.house.mode
        if mode == CALL_MODE:
            moves.add(CALL)
        list_each(self.liftable(seat), LOOT, moves)
        if mode == CALL_MODE or mode == NEVER_MODE:
            self.list_anytime(seat, moves)
        elif mode == NICE_MODE and self.holds_good(seat, SPINACH):
            list_each(self.crews[seat] & ~self.spinach, FEED_SPINACH, moves)

    def list_thefts(self, seat: i64, moves: Moves) -> None:
        """Any Charisma card tabled by another seat (PR-4.5, 4.7)."""
        if not self.holds_good(seat, CHARISMA_THEFT):
            return
        for other in range(self.seats):
            if other != seat and self.charisma[other] != 0:
                for kind in range(CHARISMA):
                    if copies_in(self.charisma[other], kind) > 0:
                        moves.add(THEFT + CHARISMA * other + kind)

    def list_anytime(self, seat: i64, moves: Moves) -> None:
        """Carob Bean and Kidnapping for rats of others, Spinach for one's own (PR-11.1, 11.3, 11.7)."""
        bean = False
        kidnapping = False
        spinach = False
        for slot in range(self.hand_size(seat)):
            good = self.kind_at(seat, slot) - CREW
            if good == CAROB_BEAN:
                bean = True
            elif good == KIDNAPPING:
                kidnapping = True
            elif good == SPINACH:
                spinach = True
        if bean:
            list_each(self.foreign_crew(seat), BEAN, moves)
        if kidnapping:
            list_each(self.foreign_crew(seat), KIDNAP, moves)
        if spinach:
            list_each(self.crews[seat] & ~self.spinach, FEED_SPINACH, moves)

    def list_tosses(self, seat: i64, moves: Moves) -> None:
        """Done, or one more hand card of a kind not lower than the last one set aside (PR-9.3)."""
        moves.add(PASS)
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
            moves.add(TOSS + next_kind)
            low = next_kind

    # What the Dealer may do, and who sees it

    def list_odds(self, odds: Odds) -> None:
        phase = self.phase
        if phase == HAND or phase == DRAW:
            crew = self.draw_crew
            while crew != 0:
                odds.add(DEAL + lowest(crew), 1)
                crew &= crew - 1
            for good in range(GOODS):
                if copies_in(self.draw_goods, good) > 0:
                    odds.add(DEAL + CREW + good, copies_in(self.draw_goods, good))
        elif phase == PIE:
            pies = self.unseen_pies()
            while pies != 0:
                odds.add(REVEAL + lowest(pies), 1)
                pies &= pies - 1
        elif phase == LEAD:
            for seat in range(self.seats):
                odds.add(LEAD_TO + seat, 1)
        elif phase == FACE:
            free = self.free_captains()
            while free != 0:
                odds.add(FACE_OF + lowest(free), 1)
                free &= free - 1

    def sample(self, rng: Rng) -> i64:
        if self.phase == HAND or self.phase == DRAW:
            return DEAL + self.card_at(rng.below(self.draw_size))
        odds = Odds()
        self.list_odds(odds)
        return odds.pick(rng)

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        """Cards go to their seat face down (PR-1.5); choices of getting ready are secret (PR-9.3)."""
        if seat == DEALER:
            hidden = (self.phase == HAND or self.phase == DRAW) and viewer != self.turn
            return UNSEEN if hidden else action
        return UNSEEN if self.phase == READY and viewer != seat else action


def list_each(some: i64, family: i64, moves: Moves) -> None:
    """Add the action of a family for every member of a set."""
    while some != 0:
        moves.add(family + lowest(some))
        some &= some - 1
