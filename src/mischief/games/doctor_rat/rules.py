"""Doctor Rat: the rules.

The Doctor knows the secret diet of every group of rats and may not speak of it. In each of eight meals he serves one
card for each group (phase B); the rats agree who eats which, from the plate in the centre or from the trash can
(phase C); and each group hears whether its food was good or bad for it (phase D). A third cross of any group loses the
game for all, and so does a single cross in the eighth meal, the exam. Everyone wins together or loses together.

Where to find what: the table and the questions one can ask of it are in board.py, foods and sets of them in foods.py,
diets and their odds in diets.py. The game runs through setting_up.py, meals.py (a meal from the draw to the last
verdict) and choosing.py (proposals and votes). Here is what ties them together: whose decision it is, what may be done,
and what cannot be known. Colleagues, where two Doctors feed each other, share all of it but phase B and their two Yuck!
windows.

Rulings that bent the text: a choice of the rats is a proposal and a vote, and after three failures one seat has the
last word (DR-5.4 to DR-5.8); the Doctor picks his cards in rising order, so that one dinner is one sequence; what a
draw brings is decided when it is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State

from .actions import (
    ACCEPT,
    DEALT_COMPLICATION,
    DEALT_DIET,
    DEALT_IDENTITY,
    MEDICATE,
    OBJECT,
    PASS,
    PLACES,
    PREDICT_BAD,
    PREDICT_GOOD,
    SEAT,
    SERVE,
    STRICT,
    YUCK_BACK,
    YUCK_FRONT,
)
from .board import (
    B_PICK,
    B_SPECIAL,
    B_STRICT,
    B_YUCK,
    C_FINAL,
    C_GLUTTONY,
    C_GLUTTONY_YUCK,
    C_INSOMNIA,
    C_MADNESS,
    C_PARANOIA,
    C_PREDICT,
    C_PROPOSE,
    C_REPLACE,
    C_REPLACE_FINAL,
    C_REPLACE_VOTE,
    C_VOTE,
    C_YUCK,
    DEAL_CENTRE,
    DEAL_COMPLICATION,
    DEAL_DIET,
    DEAL_EXTRA,
    DEAL_IDENTITY,
    DEAL_MADNESS,
    DEAL_SPEC,
    DEAL_STOCK,
    DEAL_TRASH,
    DRAW_DIET,
    E_HOLDER,
    EXAM_PASSED,
    EXTRA_CARD_MEAL,
    FIRST,
    GLUTTONY,
    HOLDER,
    INSOMNIA,
    KIND,
    LENGTH,
    MADNESS,
    MEALS,
    MEGALOMANIA,
    OVER,
    PARANOIA,
    PART_FIRST,
    PART_KIND,
    SECOND,
    SETUP,
    WHO,
    Plan,
    empty_blocks,
)
from .diets import KINDS, PLUS_MINUS, Joint
from .foods import ALL_FOODS, NONE, add_cards, any_card, highest, listed, lowest, one, size, up_to
from .meals import Meals

if TYPE_CHECKING:
    from mischief.engine.game import Game


@final
class DoctorRat(Meals):
    """A table of Doctor Rat."""

    def clone(self) -> State:
        copy = DoctorRat(self.game, self.plan, self.blocks[:], self.ghosts[:])
        self.copy_into(copy)
        return copy

    # Whose decision it is

    def actor(self) -> i64:
        phase = self.phase
        if phase == OVER:
            return NOBODY
        if phase <= DEAL_SPEC or phase == DEAL_TRASH or phase == DEAL_STOCK or phase == DEAL_EXTRA:
            return DEALER
        if phase == DEAL_CENTRE or phase == DEAL_MADNESS or phase == DEAL_COMPLICATION:
            return DEALER
        if phase == C_VOTE or phase == C_REPLACE_VOTE:
            return lowest(self.voters() & ~self.voted & ~(one(self.chair)))
        if phase == SETUP and not self.plan.colony:
            a = self.plan.speakers[0]
            b = self.plan.speakers[1]
            if self.of(1, KIND) == NONE and (self.of(0, KIND) != NONE or a < b):
                return a
            return b
        return self.asked()

    def asked(self) -> i64:
        """The one seat whose turn it is, outside of votes."""
        phase = self.phase
        if phase == C_PROPOSE or phase == C_REPLACE or phase == C_FINAL or phase == C_REPLACE_FINAL:
            return self.chair
        if phase == C_MADNESS:
            return self.of(self.group_under(MADNESS), HOLDER)
        if phase == C_INSOMNIA:
            return self.of(self.group_under(INSOMNIA), HOLDER)
        if phase == C_PARANOIA:
            return self.of(self.group_under(PARANOIA), HOLDER)
        if phase == C_GLUTTONY:
            return self.of(self.group_under(GLUTTONY), HOLDER)
        if phase == C_PREDICT:
            return self.of(self.group_under(MEGALOMANIA), HOLDER)
        if self.plan.colony:
            return self.plan.doctor
        return self.plan.speakers[self.turn]

    def waits_for(self, seat: i64) -> bool:
        phase = self.phase
        if seat >= 0 and (phase == C_VOTE or phase == C_REPLACE_VOTE):
            return ((self.voters() & ~self.voted & ~(one(self.chair))) >> seat) & 1 == 1
        if seat >= 0 and phase == SETUP and not self.plan.colony:
            for group in range(i64(2)):
                if self.of(group, KIND) == NONE and seat == self.plan.speakers[1 - group]:
                    return True
            return False
        return self.actor() == seat

    # What may be done

    def list_moves(self, seat: i64, moves: Moves) -> None:
        phase = self.phase
        if phase == B_PICK:
            self.list_picks(moves)
        elif phase == C_PROPOSE or phase == C_REPLACE or phase == C_FINAL or phase == C_REPLACE_FINAL:
            add_cards(self.available(self.next_group()), moves)
        elif phase == C_VOTE or phase == C_REPLACE_VOTE:
            moves.add(ACCEPT)
            moves.add(OBJECT)
        elif phase == C_YUCK or phase == C_GLUTTONY_YUCK:
            moves.add(PASS)
            for group in range(self.plan.groups):
                if self.may_yuck_back(group):
                    moves.add(YUCK_BACK + group)
        elif phase == B_SPECIAL:
            self.list_specials(moves)
        elif phase == B_STRICT:
            add_cards(self.picked, moves)
        elif phase == B_YUCK:
            moves.add(PASS)
            moves.add(YUCK_FRONT)
        elif phase == C_MADNESS:
            add_cards(self.hand, moves)
        elif phase == C_INSOMNIA:
            add_cards(self.available(self.group_under(INSOMNIA)), moves)
        elif phase == C_PARANOIA:
            add_cards(self.available(self.group_under(PARANOIA)), moves)
        elif phase == C_GLUTTONY:
            add_cards(self.available(self.group_under(GLUTTONY)), moves)
        elif phase == C_PREDICT:
            moves.add(PREDICT_GOOD)
            moves.add(PREDICT_BAD)
        elif phase == E_HOLDER:
            members = self.plan.members[self.afflicted()]
            for other in range(self.seats):
                if (members >> other) & 1 == 1:
                    moves.add(SEAT + other)
        elif phase == SETUP:
            self.list_parts(self.given_by(seat), moves)

    def list_picks(self, moves: Moves) -> None:
        """Cards of the stock above the last pick, with enough higher ones behind (DR-4.6)."""
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
            moves.add(YUCK_FRONT)

    def list_specials(self, moves: Moves) -> None:
        if self.medicine > 0 and self.meal != MEALS:
            for group in range(self.plan.groups):
                for index in range(self.of(group, LENGTH) - 1):
                    if self.can_cover(group, index):
                        moves.add(MEDICATE + PLACES * group + index)
        for group in range(self.plan.groups):
            if self.may_be_strict(group):
                moves.add(STRICT + group)
        moves.add(SERVE)

    # What the Dealer may bring about

    def list_odds(self, odds: Odds) -> None:
        phase = self.phase
        if phase == DEAL_IDENTITY:
            self.list_identities(odds)
        elif phase == DEAL_DIET:
            self.list_diets(odds)
        elif phase == DEAL_SPEC:
            self.list_spec_odds(odds)
        elif phase == DEAL_COMPLICATION:
            for effect in range(i64(5)):
                if (self.supply >> effect) & 1 == 1:
                    odds.add(DEALT_COMPLICATION + effect, 1)
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
        if phase <= DEAL_SPEC or phase == DEAL_COMPLICATION:
            odds = Odds()
            self.list_odds(odds)
            return odds.pick(rng)
        return any_card(self.pile, rng)

    # What happens

    def apply(self, seat: i64, action: i64) -> None:
        phase = self.phase
        if not self.told and phase != DEAL_IDENTITY:
            self.tell_start()
        if seat == DEALER:
            self.deal(action)
        elif phase == C_PROPOSE or phase == C_REPLACE or phase == C_FINAL or phase == C_REPLACE_FINAL:
            self.propose(action)
        elif phase == B_PICK:
            if action == YUCK_FRONT:
                self.yuck_stock(seat)
            else:
                self.pick_for_dinner(action)
        elif phase == C_VOTE or phase == C_REPLACE_VOTE:
            self.vote(seat, action == ACCEPT)
        elif phase == C_YUCK:
            self.answer_yuck_window(seat, action)
        elif phase == B_SPECIAL:
            self.use_special(action)
        elif phase == B_STRICT:
            self.hand_strict_card(action)
        elif phase == B_YUCK:
            self.answer_yuck_front(seat, action)
        elif phase == C_GLUTTONY_YUCK:
            if action == PASS:
                self.begin_megalomania()
            else:
                self.yuck_back(seat, action - YUCK_BACK, 1)
                self.ask_glutton()
        elif phase == C_MADNESS:
            self.keep_of_madness(action)
        elif phase == C_INSOMNIA:
            self.take(self.group_under(INSOMNIA), action, seat)
            self.feed_paranoiac()
        elif phase == C_PARANOIA:
            self.take(self.group_under(PARANOIA), action, seat)
            self.begin_choice()
        elif phase == C_GLUTTONY:
            self.take_extra(action)
        elif phase == C_PREDICT:
            self.predict(action == PREDICT_GOOD)
        elif phase == E_HOLDER:
            self.hand_complication(action - SEAT)
        else:
            self.choose_part(seat, action)

    def deal(self, outcome: i64) -> None:
        phase = self.phase
        if phase == DEAL_IDENTITY:
            self.lay_identity(outcome - DEALT_IDENTITY)
            return
        if phase == DEAL_DIET:
            self.draw_diet(outcome - DEALT_DIET)
            return
        if phase == DEAL_SPEC:
            self.deal_part(outcome)
            return
        if phase == DEAL_COMPLICATION:
            self.draw_complication(outcome - DEALT_COMPLICATION)
            return
        card = one(outcome)
        self.pile &= ~card
        self.to_draw -= 1
        if phase == DEAL_STOCK:
            self.stock |= card
            if self.to_draw == 0:
                self.stock_is_drawn()
        elif phase == DEAL_CENTRE:
            self.centre |= card
            if self.to_draw == 0:
                self.centre_is_drawn()
        elif phase == DEAL_TRASH:
            self.trash |= card
            if self.to_draw == 0:
                self.trash_is_seeded()
        elif phase == DEAL_EXTRA:
            self.extra = outcome
            self.consider_specials()
        else:
            self.hand |= card
            if self.to_draw == 0:
                self.madness_is_drawn()

    # What cannot be known

    def imagine(self, seat: i64, rng: Rng) -> State:
        """The Doctor knows all but votes; a rat neither diets nor covered cards; a colleague not his own diet."""
        world = DoctorRat(self.game, self.plan, self.blocks[:], self.ghosts[:])
        self.copy_into(world)
        if not self.plan.colony or seat != self.plan.doctor:
            if self.phase != OVER:
                world.imagine_restrictions(seat, rng)
            if self.plan.colony:
                world.imagine_cards(seat, rng)
        if self.phase == C_VOTE or self.phase == C_REPLACE_VOTE:
            for other in range(self.seats):
                if other != seat and (self.voted >> other) & 1 == 1:
                    world.accepted &= ~(one(other))
                    world.accepted |= rng.below(2) << other
        return world

    def imagine_restrictions(self, seat: i64, rng: Rng) -> None:
        """Draw the restrictions that a seat cannot see, by what it may believe (DR-14.9, DR-14.10)."""
        plan = self.plan
        joint = Joint(plan.book, not self.shared_supply())
        hidden: i64 = 0
        for i in range(plan.groups):
            group = i if plan.colony else 1 - i
            if self.of(group, KIND) == NONE:
                continue
            who = self.of(group, WHO)
            if plan.giver_sees(seat, group):
                joint.add_known(who, self.of(group, KIND), self.of(group, FIRST), self.of(group, SECOND))
            else:
                self.candidates(group, joint.marked, joint.add_unknown(who))
                hidden += 1
        if hidden > 0:
            joint.draw(rng)
            self.copy_restrictions(joint)
            while self.phase == DEAL_SPEC and not self.can_go_on():
                joint.draw(rng)
                self.copy_restrictions(joint)
        if self.phase <= SETUP:
            for i in range(plan.groups):
                group = i if plan.colony else 1 - i
                if self.of(group, PART_KIND) != NONE and not plan.giver_sees(seat, group):
                    self.imagine_half_given(group, rng)

    def copy_restrictions(self, joint: Joint) -> None:
        at: i64 = 0
        for i in range(self.plan.groups):
            group = i if self.plan.colony else 1 - i
            if self.of(group, KIND) != NONE:
                self.put(group, KIND, joint.kinds[at])
                self.put(group, FIRST, joint.firsts[at])
                self.put(group, SECOND, joint.seconds[at])
                at += 1

    def can_go_on(self) -> bool:
        """Whether the half-dealt restriction can be completed beside the imagined ones."""
        odds = Odds()
        self.list_spec_odds(odds)
        return odds.total > 0

    def imagine_half_given(self, group: i64, rng: Rng) -> None:
        """A restriction half given goes back to its first step."""
        self.put(group, PART_FIRST, NONE)
        if self.plan.diet_mode != DRAW_DIET:
            self.put(group, PART_KIND, NONE)
            if self.phase == DEAL_SPEC:
                self.phase = DEAL_DIET
            return
        odds = Odds()
        supply = self.restriction_cards()
        moves = Moves()
        for kind in range(KINDS):
            if kind != PLUS_MINUS and supply.diets[kind] > 0:
                moves.clear()
                self.put(group, PART_KIND, kind)
                self.list_parts(group, moves)
                if moves.count > 1:
                    odds.add(kind, supply.diets[kind])
        self.put(group, PART_KIND, odds.pick(rng))

    def imagine_cards(self, seat: i64, rng: Rng) -> None:
        """Deal the Food cards that a rat cannot see: to the stock with its hidden picks, to what was removed, to
        another holder's hand, and the rest to the pile."""
        seen = self.open_foods()
        removed = size(self.removed)
        if self.discard != NONE and self.discard_holder == seat:
            seen |= one(self.discard)
            self.removed = one(self.discard)
            removed -= 1
        else:
            self.removed = 0
        hand = size(self.hand)
        if hand > 0 and self.of(self.group_under(MADNESS), HOLDER) == seat:
            seen |= self.hand
            hand = 0
        picked = size(self.picked)
        stock = size(self.stock)
        if self.phase == OVER:
            seen |= self.stock
            stock = 0
        cards = listed(ALL_FOODS & ~seen)
        dealt: i64 = picked + stock + (1 if self.extra != NONE else 0) + hand + removed
        for i in range(dealt):
            j = i + rng.below(len(cards) - i)
            kept = cards[i]
            cards[i] = cards[j]
            cards[j] = kept
        at: i64 = 0
        if self.phase == B_PICK and picked > 0:
            self.imagine_picks(cards, picked, stock)
            at = picked + stock
        else:
            self.picked = bunch(cards, 0, picked)
            at = picked
            if self.phase != OVER:
                self.stock = bunch(cards, at, stock)
                at += stock
        if self.extra != NONE:
            self.extra = cards[at]
            at += 1
        if hand > 0:
            self.hand = bunch(cards, at, hand)
            at += hand
        if removed > 0:
            self.removed |= bunch(cards, at, removed)
            if self.discard != NONE and self.discard_holder != seat:
                self.discard = cards[at]
            at += removed
        self.pile = bunch(cards, at, len(cards) - at)

    def imagine_picks(self, cards: vec[i64], picked: i64, stock: i64) -> None:
        """Of a random dinner the lowest cards have been picked so far."""
        everything = bunch(cards, 0, picked + stock)
        there = picked + stock
        dinner = bunch(cards, 0, there if there < self.plan.groups else self.plan.groups)
        self.picked = 0
        for _ in range(picked):
            card = one(lowest(dinner))
            dinner &= ~card
            self.picked |= card
        self.stock = everything & ~self.picked

    def glimpse(self, viewer: i64, seat: i64, action: i64) -> i64:
        """What a seat sees of an action as it is taken. A dinner that is served is told apart by its cards, votes by
        the whole count once it is complete; the rest of what is covered is simply unseen."""
        phase = self.phase
        if seat == viewer:
            return action
        if phase == C_VOTE or phase == C_REPLACE_VOTE:
            asked = self.voters() & ~(one(self.chair))
            if self.voted | (one(seat)) != asked:
                return UNSEEN
            accepted = self.accepted | (one(seat) if action == ACCEPT else 0)
            return -2 - accepted
        if self.plan.colony and viewer == self.plan.doctor:
            return action
        if phase == SETUP:
            return action if self.plan.giver_sees(viewer, self.given_by(seat)) else UNSEEN
        if phase == DEAL_DIET:
            return action if self.plan.giver_sees(viewer, self.diet_drawn_for()) else UNSEEN
        if phase == DEAL_SPEC:
            return action if self.plan.giver_sees(viewer, self.being_given()) else UNSEEN
        if phase == DEAL_STOCK:
            return UNSEEN
        if phase == DEAL_MADNESS:
            return action if self.of(self.group_under(MADNESS), HOLDER) == viewer else UNSEEN
        if phase == B_PICK and action != YUCK_FRONT:
            return self.glimpse_of_dinner(self.picked | one(action))
        if phase == DEAL_EXTRA:
            return UNSEEN if self.has_specials() else -2 - (self.picked | one(action))
        if phase == B_SPECIAL or phase == B_STRICT:
            return self.glimpse_of_token(seat, action)
        return action

    def glimpse_of_token(self, seat: i64, action: i64) -> i64:
        """A token is seen, and with the last one the dinner that is served by itself behind it."""
        after = DoctorRat(self.game, self.plan, self.blocks[:], self.ghosts[:])
        self.copy_into(after)
        after.apply(seat, action)
        if after.phase == B_SPECIAL or after.phase == B_STRICT:
            return action
        served = self.picked | (one(self.extra) if self.extra != NONE else 0)
        return -2 - (served ^ (action << 52))

    def glimpse_of_dinner(self, picked: i64) -> i64:
        """A pick is seen only where dinner is served by itself behind it."""
        left = self.cards_to_choose() - size(picked)
        higher = self.stock & ~up_to(highest(picked))
        if left == 1 and size(higher) == 1:
            picked |= higher
            left = 0
        if left > 0 or self.meal == EXTRA_CARD_MEAL or self.has_specials():
            return UNSEEN
        return -2 - picked

    # How it ends

    def payoff(self, seat: i64) -> float:
        """All alike: the table wins or loses together (DR-14.1)."""
        return 1.0 if self.reason == EXAM_PASSED else 0.0


UNSEEN: Final[i64] = -1


def bunch(cards: vec[i64], start: i64, count: i64) -> i64:
    """The set of so many cards of a shuffled vector."""
    found: i64 = 0
    for i in range(start, start + count):
        found |= one(cards[i])
    return found


def new_table(game: Game, plan: Plan) -> DoctorRat:
    """A table before anything is dealt."""
    table = blank_table(game, plan)
    table.open_table()
    return table


def blank_table(game: Game, plan: Plan) -> DoctorRat:
    """A table with nothing on it, and no answers of Megalomania to remember."""
    return DoctorRat(game, plan, empty_blocks(plan.groups), vec[i64]())
