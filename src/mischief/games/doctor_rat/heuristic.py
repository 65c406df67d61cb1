"""How a sensible rat, and a sensible Doctor, play.

Rats keep the list of diets that fit every mark so far, weigh them by how often they are dealt, and give out the open
cards so that the product of everybody's chances is highest (heuristic_reckoning.py). They vote for any proposal that
comes near what they would have proposed. The Doctor is in heuristic_doctor.py. Colleagues do both at once: each knows
the other's diet and reckons with its own.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.state import State

from . import numbers as n
from .heuristic_doctor import SensibleDoctor
from .heuristic_reckoning import hungry_groups
from .rules import DoctorRat
from .sets import listed, lowest, one

NEAR_ENOUGH: Final = 0.9
"""A proposal worth this share of one's own is accepted."""


@final
class Sensible(SensibleDoctor):
    """Plays every seat of both variants."""

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, DoctorRat)
        self.moves.clear()
        state.list_moves(seat, self.moves)
        if self.moves.count == 1:
            return self.moves.items[0]
        phase = state.phase
        if phase == n.SETUP:
            return self.give_diet(state, state.given_by(seat))
        self.mind.look(state)
        if phase == n.C_PROPOSE or phase == n.C_REPLACE or phase == n.C_FINAL or phase == n.C_REPLACE_FINAL:
            return self.propose(state)
        if phase == n.C_VOTE or phase == n.C_REPLACE_VOTE:
            return self.vote(state)
        if phase == n.B_PICK:
            return self.pick_dinner(state)
        if phase == n.B_SPECIAL:
            return self.use_tokens(state)
        if phase == n.B_STRICT:
            return self.strict_choice(state)
        if phase == n.B_YUCK:
            return self.colleague_yuck_front(state)
        if phase == n.C_YUCK or phase == n.C_GLUTTONY_YUCK:
            return self.yuck_back(state)
        if phase == n.C_MADNESS:
            return self.mind.likeliest(state, state.group_under(n.MADNESS), state.hand)
        if phase == n.C_INSOMNIA:
            group = state.group_under(n.INSOMNIA)
            self.mind.assign(state, state.centre, state.trash, hungry_groups(state))
            return self.mind.best[group]
        if phase == n.C_PARANOIA:
            group = state.group_under(n.PARANOIA)
            return self.mind.likeliest(state, group, state.available(group))
        if phase == n.C_GLUTTONY:
            return self.second_helping(state)
        if phase == n.C_PREDICT:
            return self.predict(state)
        return self.moves.items[0]

    # Rats

    def propose(self, state: DoctorRat) -> i64:
        """The card of the next group in the best way to feed all the hungry that have no proposal yet."""
        group = state.next_group()
        if not state.house.colony:
            return self.colleague_choice(state, group)
        self.assign_the_rest(state)
        card = self.mind.best[group]
        return card if self.moves.has(card) else self.mind.likeliest(state, group, state.available(group))

    def assign_the_rest(self, state: DoctorRat) -> None:
        hungry: i64 = 0
        taken: i64 = 0
        for group in range(state.house.groups):
            proposed = state.of(group, n.PROPOSAL)
            if proposed >= 0:
                taken |= one(proposed)
            elif state.plate(group, 0) == n.NONE:
                hungry |= one(group)
        self.mind.assign(state, state.centre & ~taken, state.trash & ~taken, hungry)

    def vote(self, state: DoctorRat) -> i64:
        """Accept what comes near one's own best."""
        if not state.house.colony:
            mine = lowest(state.choosers())
            card = state.of(mine, n.PROPOSAL)
            best = self.colleague_value(state, mine, self.colleague_choice(state, mine))
            near = card >= 0 and self.colleague_value(state, mine, card) >= best * NEAR_ENOUGH
            return n.ACCEPT if near else n.OBJECT
        hungry: i64 = 0
        proposed = 1.0
        for group in range(state.house.groups):
            card = state.of(group, n.PROPOSAL)
            if card >= 0:
                hungry |= one(group)
                harm = self.mind.harm(state, group)
                proposed *= 1.001 - (1.0 - self.mind.chance(state, group, card)) * harm
        self.mind.assign(state, state.centre, state.trash, hungry)
        return n.ACCEPT if proposed >= self.mind.best_value * NEAR_ENOUGH else n.OBJECT

    def second_helping(self, state: DoctorRat) -> i64:
        """Gluttony: the likeliest card after the one on the plate."""
        group = state.group_under(n.GLUTTONY)
        before = state.food_before_slot(group, 1)
        eaten = state.eaten_before_slot(group, 1)
        found = self.moves.items[0]
        best = -1.0
        for i in range(self.moves.count):
            chance = self.mind.chance_after(state, group, before, eaten, self.moves.items[i])
            if chance > best:
                best = chance
                found = self.moves.items[i]
        return found

    def predict(self, state: DoctorRat) -> i64:
        """Megalomania: what is likelier."""
        place = state.foreign_card(state.predicted)
        group = place // n.SLOTS
        slot = place % n.SLOTS
        before = state.food_before_slot(group, slot)
        eaten = state.eaten_before_slot(group, slot)
        chance = self.mind.chance_after(state, group, before, eaten, state.plate(group, slot))
        return n.PREDICT_GOOD if chance >= 0.5 else n.PREDICT_BAD

    # Colleagues

    def colleague_choice(self, state: DoctorRat, mine: i64) -> i64:
        """The card that is worth most to both of us."""
        cards = listed((state.centre | state.trash) & ~state.of(mine, n.BANNED))
        found: i64 = n.NONE
        best = -1.0
        for i in range(i64(len(cards))):
            value = self.colleague_value(state, mine, cards[i])
            if value > best:
                best = value
                found = cards[i]
        return found

    def colleague_value(self, state: DoctorRat, mine: i64, card: i64) -> float:
        """My chance with a card, weighed with what is then left for a colleague whose diet I know, and with what the
        two of us will find in the trash can next."""
        other = 1 - mine
        tomorrow = self.weight_of_tomorrow(state)
        value = 1.001 - (1.0 - self.mind.chance(state, mine, card)) * self.mind.harm(state, mine)
        left = (state.centre | state.trash) & ~one(card)
        theirs = state.plate(other, 0)
        if theirs == n.NONE:
            theirs = self.mind.likeliest(state, other, left)
            if theirs == n.NONE or not state.fits_next(other, theirs):
                value *= 1.0 - self.mind.harm(state, other) * 0.9
        if theirs >= 0:
            left &= ~one(theirs)
        if tomorrow > 0.0:
            value *= 1.0 - tomorrow * (1.0 - self.best_after(state, mine, card, left))
            if theirs >= 0 and self.good_after(state, other, theirs) & left == 0:
                value *= 1.0 - tomorrow
        return value

    def weight_of_tomorrow(self, state: DoctorRat) -> float:
        """How much it matters what is left: most before the exam, which is fed from the trash can alone."""
        if state.meal == n.MEALS:
            return 0.0
        if state.meal == n.MEALS - 1:
            return 0.8
        return 0.4 if state.meal == n.NO_DRAW_MEAL - 1 else 0.12

    def best_after(self, state: DoctorRat, group: i64, card: i64, left: i64) -> float:
        """The best chance that a group will have in the next meal, after this card."""
        best = 0.0
        cards = listed(left)
        for i in range(i64(len(cards))):
            chance = self.mind.chance_after(state, group, card, state.of(group, n.EATEN) + 1, cards[i])
            if chance > best:
                best = chance
        return best

    def colleague_yuck_front(self, state: DoctorRat) -> i64:
        """All of it goes if the colleague could eat nothing of it, now or, before a meal from the trash can, next."""
        other = 1 - state.turn
        open_cards = state.centre | state.trash
        good = open_cards & state.good_next(other)
        if good == 0:
            return n.YUCK_FRONT
        if state.meal == n.MEALS - 1 or (state.meal == n.NO_DRAW_MEAL - 1 and state.yuck > 1):
            cards = listed(good)
            for i in range(i64(len(cards))):
                if self.good_after(state, other, cards[i]) & open_cards & ~one(cards[i]) != 0:
                    return n.PASS
            return n.YUCK_FRONT
        return n.PASS

    # Giving diets

    def give_diet(self, state: DoctorRat, group: i64) -> i64:
        """Diets that leave much to eat and are quickly learned."""
        kind = state.of(group, n.PART_KIND)
        first = state.of(group, n.PART_FIRST)
        if kind == n.NONE:
            for wish in (n.FORBIDDEN, n.DIFFERENT, n.MANDATORY):
                if self.moves.has(n.DIET + wish):
                    return n.DIET + wish
        elif self.moves.items[self.moves.count - 1] >= n.FAMILY:
            wish = 1 if kind == n.FORBIDDEN else 5 if kind == n.MANDATORY else 8
            return n.FAMILY + wish if self.moves.has(n.FAMILY + wish) else self.moves.items[0]
        elif kind == n.FORBIDDEN:
            if self.moves.has(n.SPEC_DONE):
                return n.SPEC_DONE
            return self.first_at_least(n.SPEC + n.FIRST_QUANTITY)
        elif kind == n.MANDATORY:
            return self.moves.items[0] if first == n.NONE else self.first_at_least(n.SPEC + n.FIRST_PAIR)
        elif kind == n.ALTERNATING:
            return self.first_at_least(n.SPEC + n.FIRST_PAIR)
        elif kind == n.DIFFERENT and self.moves.has(n.CATEGORY + 2):
            return n.CATEGORY + 2
        return self.moves.items[0]

    def first_at_least(self, action: i64) -> i64:
        for i in range(self.moves.count):
            if self.moves.items[i] >= action:
                return self.moves.items[i]
        return self.moves.items[0]

    # How it looks

    def outlook(self, state: State, seat: i64) -> float:
        """A guess at the chance to win, from what everybody sees: meals to go, crosses, how much is known."""
        assert isinstance(state, DoctorRat)
        if state.phase == n.OVER:
            return state.share(seat)
        if state.phase <= n.SETUP:
            return 0.6
        self.mind.look(state)
        hope = 0.97
        for group in range(state.house.groups):
            crosses = state.of(group, n.CROSSES)
            hope *= 0.95 if crosses == 0 else 0.87 if crosses == 1 else 0.66
            share = float(self.mind.totals[group]) / n.CERTAIN
            hope *= 1.0 - 0.12 * share * float(state.meal) / 8.0
        return hope
