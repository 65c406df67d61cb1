"""How a sensible rat, and a sensible Doctor, play.

Rats keep the list of diets that fit every mark so far, weigh them by how often they are dealt, and give out the open
cards so that the product of everybody's chances is highest (reckoning.py). They vote for any proposal that comes near
what they would have proposed.

The Doctor foresees what such rats will make of each dinner he could serve, and serves the one that ends well: no
crosses, something learned, and useful cards left for the next meals. Where no dinner ends well he uses his tokens:
Yuck! on a dead stock, Yuck! on a plate when the next choice will be better, the Strict Menu when it saves a cross, the
Medicine as soon as a group has two crosses.

Colleagues do both at once: each knows the other's diet and reckons with its own.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.state import State

from .actions import (
    ACCEPT,
    CATEGORY,
    DIET,
    MEDICATE,
    OBJECT,
    PASS,
    PLACES,
    PREDICT_BAD,
    PREDICT_GOOD,
    SERVE,
    SPEC,
    SPEC_DONE,
    STRICT,
    YUCK_BACK,
    YUCK_FRONT,
)
from .board import (
    B_PICK,
    B_SPECIAL,
    B_STRICT,
    B_YUCK,
    BANNED,
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
    CROSSES,
    EATEN,
    FIRST,
    GLUTTONY,
    GOOD,
    INSOMNIA,
    KIND,
    LAST,
    MADNESS,
    MEALS,
    NO_DRAW_MEAL,
    OVER,
    PARANOIA,
    PART_FIRST,
    PART_KIND,
    PROPOSAL,
    SECOND,
    SETUP,
    SLOTS,
)
from .diets import ALTERNATING, CERTAIN, DIFFERENT, FIRST_PAIR, FIRST_QUANTITY, FORBIDDEN, MANDATORY
from .foods import NONE, highest, listed, lowest, one, size
from .reckoning import Reckoning, hungry_groups
from .rules import DoctorRat

NEAR_ENOUGH: Final = 0.9
"""A proposal worth this share of one's own is accepted."""

# What things cost the Doctor, as shares of the game
CROSS: Final = 0.12
SECOND_CROSS: Final = 0.3
TOKEN: Final = 0.07
LEARNED: Final = 0.02
USEFUL: Final = 0.03
DEAD_STOCK: Final = 0.11
"""From this cost on, Yuck! to the whole stock looks better."""


@final
class Sensible(Policy):
    """Plays every seat of both variants. With `knowing`, rats see their own diets: only to measure the ceiling."""

    def __init__(self, knowing: bool = False) -> None:
        self.moves = Moves()
        self.mind = Reckoning(knowing)
        self.strict_group: i64 = NONE

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, DoctorRat)
        self.moves.clear()
        state.list_moves(seat, self.moves)
        if self.moves.count == 1:
            return self.moves.items[0]
        phase = state.phase
        if phase == SETUP:
            return self.give_diet(state, state.given_by(seat))
        self.mind.look(state)
        if phase == C_PROPOSE or phase == C_REPLACE or phase == C_FINAL or phase == C_REPLACE_FINAL:
            return self.propose(state)
        if phase == C_VOTE or phase == C_REPLACE_VOTE:
            return self.vote(state)
        if phase == B_PICK:
            return self.pick_dinner(state)
        if phase == B_SPECIAL:
            return self.use_tokens(state)
        if phase == B_STRICT:
            return self.strict_choice(state)
        if phase == B_YUCK:
            return self.colleague_yuck_front(state)
        if phase == C_YUCK or phase == C_GLUTTONY_YUCK:
            return self.yuck_back(state)
        if phase == C_MADNESS:
            return self.mind.dearest(state, state.group_under(MADNESS), state.hand)
        if phase == C_INSOMNIA:
            group = state.group_under(INSOMNIA)
            self.mind.assign(state, state.centre, state.trash, hungry_groups(state))
            return self.mind.best[group]
        if phase == C_PARANOIA:
            group = state.group_under(PARANOIA)
            return self.mind.dearest(state, group, state.available(group))
        if phase == C_GLUTTONY:
            return self.second_helping(state)
        if phase == C_PREDICT:
            return self.predict(state)
        return self.moves.items[0]

    # Rats

    def propose(self, state: DoctorRat) -> i64:
        """The card of the next group in the best way to feed all the hungry that have no proposal yet."""
        group = state.next_group()
        if not state.plan.colony:
            return self.colleague_choice(state, group)
        self.assign_the_rest(state)
        card = self.mind.best[group]
        return card if self.moves.has(card) else self.mind.dearest(state, group, state.available(group))

    def assign_the_rest(self, state: DoctorRat) -> None:
        hungry: i64 = 0
        taken: i64 = 0
        for group in range(state.plan.groups):
            proposed = state.of(group, PROPOSAL)
            if proposed >= 0:
                taken |= one(proposed)
            elif state.plate(group, 0) == NONE:
                hungry |= one(group)
        self.mind.assign(state, state.centre & ~taken, state.trash & ~taken, hungry)

    def vote(self, state: DoctorRat) -> i64:
        """Accept what comes near one's own best."""
        if not state.plan.colony:
            mine = lowest(state.choosers())
            card = state.of(mine, PROPOSAL)
            best = self.colleague_value(state, mine, self.colleague_choice(state, mine))
            near = card >= 0 and self.colleague_value(state, mine, card) >= best * NEAR_ENOUGH
            return ACCEPT if near else OBJECT
        hungry: i64 = 0
        proposed = 1.0
        for group in range(state.plan.groups):
            card = state.of(group, PROPOSAL)
            if card >= 0:
                hungry |= one(group)
                harm = self.mind.harm(state, group)
                proposed *= 1.001 - (1.0 - self.mind.chance(state, group, card)) * harm
        self.mind.assign(state, state.centre, state.trash, hungry)
        return ACCEPT if proposed >= self.mind.best_value * NEAR_ENOUGH else OBJECT

    def second_helping(self, state: DoctorRat) -> i64:
        """Gluttony: the likeliest card behind the one on the plate."""
        group = state.group_under(GLUTTONY)
        before = state.of(group, LAST)
        eaten = state.of(group, EATEN)
        if state.plate(group, 0) >= 0:
            before = state.plate(group, 0)
            eaten += 1
        found = self.moves.items[0]
        best = -1.0
        for i in range(self.moves.count):
            chance = self.mind.chance_behind(state, group, before, eaten, self.moves.items[i])
            if chance > best:
                best = chance
                found = self.moves.items[i]
        return found

    def predict(self, state: DoctorRat) -> i64:
        """Megalomania: what is likelier."""
        place = state.foreign_card(state.predicted)
        group = place // SLOTS
        slot = place % SLOTS
        before = state.of(group, LAST)
        eaten = state.of(group, EATEN)
        for earlier in range(slot):
            if state.plate(group, earlier) >= 0:
                before = state.plate(group, earlier)
                eaten += 1
        chance = self.mind.chance_behind(state, group, before, eaten, state.plate(group, slot))
        return PREDICT_GOOD if chance >= 0.5 else PREDICT_BAD

    # The Doctor

    def pick_dinner(self, state: DoctorRat) -> i64:
        """The dinner that ends best; if none ends well, Yuck! to the stock."""
        stock = listed(state.stock)
        count: i64 = len(stock)
        wanted = state.cards_to_choose() - size(state.picked)
        floor = highest(state.picked)
        best_cost = 1000.0
        best = self.moves.items[0]
        for a in range(count):
            if stock[a] < floor or count - a < wanted:
                continue
            first = state.picked | one(stock[a])
            if wanted == 1:
                cost = self.cost_of_dinner(state, first)
                if cost < best_cost:
                    best_cost = cost
                    best = stock[a]
                continue
            for b in range(a + 1, count):
                second = first | one(stock[b])
                if wanted == 2:
                    cost = self.cost_of_dinner(state, second)
                    if cost < best_cost:
                        best_cost = cost
                        best = stock[a]
                    continue
                for c in range(b + 1, count):
                    cost = self.cost_of_dinner(state, second | one(stock[c]))
                    if cost < best_cost:
                        best_cost = cost
                        best = stock[a]
        if self.moves.has(YUCK_FRONT) and best_cost > self.dead_stock(state):
            return YUCK_FRONT
        return best

    def dead_stock(self, state: DoctorRat) -> float:
        """The cost from which a new stock looks better; tokens are worth less as the exam comes near."""
        return DEAD_STOCK + self.token_price(state)

    def token_price(self, state: DoctorRat) -> float:
        return TOKEN * float(7 - state.meal) / 6.0

    def cost_of_dinner(self, state: DoctorRat, dinner: i64) -> float:
        """What will come of a dinner: foresee the rats, then Yuck! back; and what stays for the next meals."""
        hungry = hungry_groups(state)
        self.mind.assign(state, dinner, state.trash, hungry)
        return self.cost_of_choice(state, dinner, hungry)

    def cost_of_choice(self, state: DoctorRat, dinner: i64, hungry: i64) -> float:
        cost = 0.0
        eaten: i64 = 0
        tokens = state.yuck if state.meal < MEALS else i64(0)
        left = dinner | state.trash
        for group in range(state.plan.groups):
            if self.mind.best[group] >= 0:
                left &= ~one(self.mind.best[group])
        for group in range(state.plan.groups):
            card = self.mind.best[group]
            if (hungry >> group) & 1 == 0 or card == NONE:
                continue
            if not state.fits_next(group, card) and tokens > 0:
                other = self.second_choice(state, group, card, left)
                if other != NONE and state.fits_next(group, other):
                    tokens -= 1
                    cost += self.token_price(state)
                    left = (left | one(card)) & ~one(other)
                    card = other
            if state.fits_next(group, card):
                if state.meal < MEALS:
                    cost -= LEARNED * (1.0 - self.mind.chance(state, group, card))
            else:
                cost += self.price_of_cross(state, group)
            eaten |= one(card)
        if state.meal < MEALS:
            cost += self.poverty(state, (state.stock | state.picked) & ~dinner, left, eaten)
        return cost

    def second_choice(self, state: DoctorRat, group: i64, refused: i64, left: i64) -> i64:
        """What a group will take once a card has been refused to it."""
        cards = listed(left)
        found: i64 = NONE
        best = -1.0
        for i in range(i64(len(cards))):
            chance = self.mind.chance(state, group, cards[i])
            if chance > best:
                best = chance
                found = cards[i]
        return found

    def price_of_cross(self, state: DoctorRat, group: i64) -> float:
        crosses = state.of(group, CROSSES)
        if crosses >= 2 or state.meal == MEALS:
            return 1.0
        return SECOND_CROSS if crosses == 1 else CROSS

    def poverty(self, state: DoctorRat, stock: i64, trash: i64, eaten: i64) -> float:
        """What it costs that too few cards are left that a group could eat next; dearer where nothing is drawn."""
        cost = 0.0
        dear = 2.5 if state.meal == MEALS - 1 else 2.0 if state.meal == NO_DRAW_MEAL - 1 else 1.0
        for group in range(state.plan.groups):
            before = state.of(group, LAST)
            if self.mind.best[group] >= 0:
                before = self.mind.best[group]
            good = self.good_behind(state, group, before)
            there = size(good & (stock | trash))
            if there < 2:
                cost += USEFUL * dear * float(2 - there)
        return cost

    def use_tokens(self, state: DoctorRat) -> i64:
        """Medicine for a group with two crosses; the Strict Menu where it saves a cross; then dinner."""
        medicine = self.best_medicine(state)
        if medicine != NONE:
            return medicine
        if self.find_strict(state):
            return STRICT + self.strict_group
        return SERVE

    def best_medicine(self, state: DoctorRat) -> i64:
        found: i64 = NONE
        most: i64 = 0
        for i in range(self.moves.count):
            action = self.moves.items[i]
            if action < MEDICATE or action >= STRICT:
                continue
            group = (action - MEDICATE) // PLACES
            index = (action - MEDICATE) % PLACES
            if state.of(group, CROSSES) < 2:
                continue
            crosses: i64 = 0
            for place in range(index, index + 2):
                if state.row(group, place) < GOOD:
                    crosses += 1
            if crosses > most:
                most = crosses
                found = action
        return found

    def find_strict(self, state: DoctorRat) -> bool:
        """Whether handing one card over makes the meal end better, and which."""
        dinner = state.picked
        if state.extra != NONE:
            dinner |= one(state.extra)
        hungry = hungry_groups(state)
        self.mind.assign(state, dinner, state.trash, hungry)
        best = self.cost_of_choice(state, dinner, hungry) - self.token_price(state)
        found = False
        cards = listed(state.picked)
        for group in range(state.plan.groups):
            if not state.may_be_strict(group) or (hungry >> group) & 1 == 0:
                continue
            for i in range(i64(len(cards))):
                card = cards[i]
                if not state.fits_next(group, card):
                    continue
                rest = hungry & ~one(group)
                self.mind.assign(state, dinner & ~one(card), state.trash, rest)
                cost = self.cost_of_choice(state, dinner & ~one(card), rest)
                if cost < best:
                    best = cost
                    found = True
                    self.strict_group = group
        return found

    def strict_choice(self, state: DoctorRat) -> i64:
        """The card that was in mind; or, when asked out of the blue, one that is good for the group."""
        group = state.strict_group
        best = self.moves.items[0]
        best_cost = 1000.0
        for i in range(self.moves.count):
            card = self.moves.items[i]
            dinner = state.picked & ~one(card)
            if state.extra != NONE:
                dinner |= one(state.extra)
            rest = hungry_groups(state) & ~one(group)
            self.mind.assign(state, dinner, state.trash, rest)
            cost = self.cost_of_choice(state, dinner, rest)
            if not state.fits_next(group, card):
                cost += self.price_of_cross(state, group)
            if cost < best_cost:
                best_cost = cost
                best = card
        return best

    def yuck_back(self, state: DoctorRat) -> i64:
        """Send a bad card back if the group's next choice will be good, or if there is nothing to lose."""
        slot = 1 if state.phase == C_GLUTTONY_YUCK else 0
        best: i64 = PASS
        dearest = 0.0
        for i in range(self.moves.count):
            action = self.moves.items[i]
            if action == PASS:
                continue
            group = action - YUCK_BACK
            if not state.plan.colony and state.of(group, KIND) == NONE:
                continue
            card = state.plate(group, slot)
            if state.verdict_on_plate(group, slot):
                continue
            price = self.price_of_cross(state, group)
            left = state.available(group) & ~one(card)
            other = self.second_choice(state, group, card, left)
            better = other != NONE and state.fits_next(group, other)
            if not better and (price < 1.0 or left & state.good_next(group) == 0):
                continue
            if price > dearest and price > self.token_price(state):
                dearest = price
                best = action
        return best

    # Colleagues

    def colleague_choice(self, state: DoctorRat, mine: i64) -> i64:
        """The card that is worth most to both of us."""
        cards = listed((state.centre | state.trash) & ~state.of(mine, BANNED))
        found: i64 = NONE
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
        if theirs == NONE:
            theirs = self.mind.dearest(state, other, left)
            if theirs == NONE or not state.fits_next(other, theirs):
                value *= 1.0 - self.mind.harm(state, other) * 0.9
        if theirs >= 0:
            left &= ~one(theirs)
        if tomorrow > 0.0:
            value *= 1.0 - tomorrow * (1.0 - self.best_behind(state, mine, card, left))
            if theirs >= 0 and self.good_behind(state, other, theirs) & left == 0:
                value *= 1.0 - tomorrow
        return value

    def weight_of_tomorrow(self, state: DoctorRat) -> float:
        """How much it matters what is left: most before the exam, which is fed from the trash can alone."""
        if state.meal == MEALS:
            return 0.0
        if state.meal == MEALS - 1:
            return 0.8
        return 0.4 if state.meal == NO_DRAW_MEAL - 1 else 0.12

    def best_behind(self, state: DoctorRat, group: i64, card: i64, left: i64) -> float:
        """The best chance that a group will have in the next meal, behind this card."""
        best = 0.0
        cards = listed(left)
        for i in range(i64(len(cards))):
            chance = self.mind.chance_behind(state, group, card, state.of(group, EATEN) + 1, cards[i])
            if chance > best:
                best = chance
        return best

    def good_behind(self, state: DoctorRat, group: i64, card: i64) -> i64:
        """The foods that will be good for a group behind this card."""
        return state.plan.book.good_foods(
            state.of(group, KIND), state.of(group, FIRST), state.of(group, SECOND), card, state.of(group, EATEN) + 1
        )

    def colleague_yuck_front(self, state: DoctorRat) -> i64:
        """All of it goes if the colleague could eat nothing of it, now or, before a meal from the trash can, next."""
        other = 1 - state.turn
        open_cards = state.centre | state.trash
        good = open_cards & state.good_next(other)
        if good == 0:
            return YUCK_FRONT
        if state.meal == MEALS - 1 or (state.meal == NO_DRAW_MEAL - 1 and state.yuck > 1):
            cards = listed(good)
            for i in range(i64(len(cards))):
                if self.good_behind(state, other, cards[i]) & open_cards & ~one(cards[i]) != 0:
                    return PASS
            return YUCK_FRONT
        return PASS

    # Giving diets

    def give_diet(self, state: DoctorRat, group: i64) -> i64:
        """Diets that leave much to eat and are quickly learned."""
        kind = state.of(group, PART_KIND)
        first = state.of(group, PART_FIRST)
        if kind == NONE:
            for wish in (FORBIDDEN, DIFFERENT, MANDATORY):
                if self.moves.has(DIET + wish):
                    return DIET + wish
        elif kind == FORBIDDEN:
            if self.moves.has(SPEC_DONE):
                return SPEC_DONE
            return self.first_at_least(SPEC + FIRST_QUANTITY)
        elif kind == MANDATORY:
            return self.moves.items[0] if first == NONE else self.first_at_least(SPEC + FIRST_PAIR)
        elif kind == ALTERNATING:
            return self.first_at_least(SPEC + FIRST_PAIR)
        elif kind == DIFFERENT and self.moves.has(CATEGORY + 2):
            return CATEGORY + 2
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
        if state.phase == OVER:
            return state.payoff(seat)
        if state.phase <= SETUP:
            return 0.6
        self.mind.look(state)
        hope = 0.97
        for group in range(state.plan.groups):
            crosses = state.of(group, CROSSES)
            hope *= 0.95 if crosses == 0 else 0.87 if crosses == 1 else 0.66
            share = float(self.mind.totals[group]) / CERTAIN
            hope *= 1.0 - 0.12 * share * float(state.meal) / 8.0
        return hope
