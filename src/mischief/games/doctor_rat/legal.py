"""Whose decision it is, what may be done, and what the Dealer may bring about."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY

from . import numbers as n
from .rules_dinner import DoctorRatDinner
from .sets import add_cards, any_card, highest, lowest, one, size, up_to


class DoctorRatLegal(DoctorRatDinner):
    """A table that says what may be done."""

    # Whose decision it is

    def actor(self) -> i64:
        phase = self.phase
        if phase == n.OVER:
            return NOBODY
        if phase <= n.DEAL_SPEC or phase == n.DEAL_TRASH or phase == n.DEAL_STOCK or phase == n.DEAL_EXTRA:
            return DEALER
        if phase == n.DEAL_CENTRE or phase == n.DEAL_MADNESS or phase == n.DEAL_COMPLICATION:
            return DEALER
        if phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            return lowest(self.voters() & ~self.voted & ~(one(self.chair)))
        if phase == n.SETUP and not self.house.colony:
            a = self.house.speakers[0]
            b = self.house.speakers[1]
            if self.of(1, n.KIND) == n.NONE and (self.of(0, n.KIND) != n.NONE or a < b):
                return a
            return b
        return self.asked()

    def asked(self) -> i64:
        """The one seat whose turn it is, outside of votes."""
        phase = self.phase
        if phase == n.C_PROPOSE or phase == n.C_REPLACE or phase == n.C_FINAL or phase == n.C_REPLACE_FINAL:
            return self.chair
        if phase == n.C_MADNESS:
            return self.of(self.group_under(n.MADNESS), n.HOLDER)
        if phase == n.C_INSOMNIA:
            return self.of(self.group_under(n.INSOMNIA), n.HOLDER)
        if phase == n.C_PARANOIA:
            return self.of(self.group_under(n.PARANOIA), n.HOLDER)
        if phase == n.C_GLUTTONY:
            return self.of(self.group_under(n.GLUTTONY), n.HOLDER)
        if phase == n.C_PREDICT:
            return self.of(self.group_under(n.MEGALOMANIA), n.HOLDER)
        if self.house.colony:
            return self.house.doctor
        return self.house.speakers[self.turn]

    def waits_for(self, seat: i64) -> bool:
        phase = self.phase
        if seat == DEALER:
            return self.actor() == DEALER
        if phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            return ((self.voters() & ~self.voted & ~(one(self.chair))) >> seat) & 1 == 1
        if phase == n.SETUP and not self.house.colony:
            for group in range(i64(2)):
                if self.of(group, n.KIND) == n.NONE and seat == self.house.speakers[1 - group]:
                    return True
            return False
        return self.actor() == seat

    # What may be done

    def list_moves(self, seat: i64, moves: Moves) -> None:
        phase = self.phase
        if phase == n.B_PICK:
            self.list_picks(moves)
        elif phase == n.C_PROPOSE or phase == n.C_REPLACE or phase == n.C_FINAL or phase == n.C_REPLACE_FINAL:
            add_cards(self.available(self.next_group()), moves)
        elif phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            moves.add(n.ACCEPT)
            moves.add(n.OBJECT)
        elif phase == n.C_YUCK or phase == n.C_GLUTTONY_YUCK:
            moves.add(n.PASS)
            for group in range(self.house.groups):
                if self.may_yuck_back(group):
                    moves.add(n.YUCK_BACK + group)
        elif phase == n.B_SPECIAL:
            self.list_specials(moves)
        elif phase == n.B_STRICT:
            add_cards(self.picked, moves)
        elif phase == n.B_YUCK:
            moves.add(n.PASS)
            moves.add(n.YUCK_FRONT)
        elif phase == n.C_MADNESS:
            add_cards(self.hand, moves)
        elif phase == n.C_INSOMNIA:
            add_cards(self.available(self.group_under(n.INSOMNIA)), moves)
        elif phase == n.C_PARANOIA:
            add_cards(self.available(self.group_under(n.PARANOIA)), moves)
        elif phase == n.C_GLUTTONY:
            add_cards(self.available(self.group_under(n.GLUTTONY)), moves)
        elif phase == n.C_PREDICT:
            moves.add(n.PREDICT_GOOD)
            moves.add(n.PREDICT_BAD)
        elif phase == n.E_HOLDER:
            members = self.house.members[self.afflicted()]
            for other in range(self.seats):
                if (members >> other) & 1 == 1:
                    moves.add(n.SEAT + other)
        elif phase == n.SETUP:
            self.list_parts(self.given_by(seat), moves)

    def list_picks(self, moves: Moves) -> None:
        """Cards of the stock above the last pick, with enough higher ones to follow (DR-4.6)."""
        left = self.stock
        if self.picked != 0:
            left &= ~up_to(highest(self.picked))
        spare = size(left) - (self.cards_to_choose() - size(self.picked))
        food: i64 = 0
        while left != 0 and spare >= 0:
            if (left & 0xF) == 0:
                left >>= 4
                food += 4
            else:
                if (left & 1) == 1:
                    moves.add(food)
                    spare -= 1
                left >>= 1
                food += 1
        if self.may_yuck_front():
            moves.add(n.YUCK_FRONT)

    def list_specials(self, moves: Moves) -> None:
        if self.medicine > 0 and self.meal != n.MEALS:
            for group in range(self.house.groups):
                for index in range(self.of(group, n.ROW_LENGTH) - 1):
                    if self.can_cover(group, index):
                        moves.add(n.MEDICATE + n.PLACES * group + index)
        for group in range(self.house.groups):
            if self.may_be_strict(group):
                moves.add(n.STRICT + group)
        moves.add(n.SERVE)

    # What the Dealer may bring about

    def list_odds(self, odds: Odds) -> None:
        phase = self.phase
        if phase == n.DEAL_IDENTITY:
            self.list_identities(odds)
        elif phase == n.DEAL_DIET:
            self.list_diets(odds)
        elif phase == n.DEAL_SPEC:
            self.list_spec_odds(odds)
        elif phase == n.DEAL_COMPLICATION:
            for effect in range(n.EFFECTS):
                if (self.supply >> effect) & 1 == 1:
                    odds.add(n.DEALT_COMPLICATION + effect, 1)
        else:
            pile = self.pile
            food: i64 = 0
            while pile != 0:
                if (pile & 1) == 1:
                    odds.add(food, 1)
                pile >>= 1
                food += 1

    def sample(self, rng: Rng) -> i64:
        phase = self.phase
        if phase <= n.DEAL_SPEC or phase == n.DEAL_COMPLICATION:
            odds = Odds()
            self.list_odds(odds)
            return odds.pick(rng)
        return any_card(self.pile, rng)
