"""How a sensible Doctor plays: he foresees what sensible rats will make of each dinner he could serve.

He serves the dinner that ends well: no crosses, something learned, and useful cards left for the next meals. Where no
dinner ends well he uses his tokens: Yuck! on a dead stock, Yuck! on a plate when the next choice will be better, the
Strict Menu when it saves a cross, the Medicine as soon as a group has two crosses.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.moves import Moves
from mischief.engine.policy import Policy

from . import numbers as n
from .heuristic_reckoning import Reckoning, hungry_groups
from .rules import DoctorRat
from .sets import highest, listed, one, size

# What things cost the Doctor, as shares of the game
CROSS: Final = 0.12
SECOND_CROSS: Final = 0.3
TOKEN: Final = 0.07
LEARNED: Final = 0.02
USEFUL: Final = 0.03
DEAD_STOCK: Final = 0.11
"""From this cost on, Yuck! to the whole stock looks better."""


class SensibleDoctor(Policy):
    """The part of `Sensible` that cooks. `moves` are the legal ones of the decision at hand, `mind` is what the rats
    will reckon. With `knowing`, rats see their own diets: only to measure the ceiling."""

    def __init__(self, knowing: bool = False) -> None:
        self.moves = Moves()
        self.mind = Reckoning(knowing)
        self.strict_group: i64 = n.NONE

    # Dinner

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
        if self.moves.has(n.YUCK_FRONT) and best_cost > self.dead_stock(state):
            return n.YUCK_FRONT
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
        tokens = state.yuck if state.meal < n.MEALS else i64(0)
        left = dinner | state.trash
        for group in range(state.house.groups):
            if self.mind.best[group] >= 0:
                left &= ~one(self.mind.best[group])
        for group in range(state.house.groups):
            card = self.mind.best[group]
            if (hungry >> group) & 1 == 0 or card == n.NONE:
                continue
            if not state.fits_next(group, card) and tokens > 0:
                other = self.mind.likeliest(state, group, left)
                if other != n.NONE and state.fits_next(group, other):
                    tokens -= 1
                    cost += self.token_price(state)
                    left = (left | one(card)) & ~one(other)
                    card = other
            if state.fits_next(group, card):
                if state.meal < n.MEALS:
                    cost -= LEARNED * (1.0 - self.mind.chance(state, group, card))
            else:
                cost += self.price_of_cross(state, group)
            eaten |= one(card)
        if state.meal < n.MEALS:
            cost += self.poverty(state, (state.stock | state.picked) & ~dinner, left, eaten)
        return cost

    def price_of_cross(self, state: DoctorRat, group: i64) -> float:
        crosses = state.of(group, n.CROSSES)
        if crosses >= 2 or state.meal == n.MEALS:
            return 1.0
        return SECOND_CROSS if crosses == 1 else CROSS

    def poverty(self, state: DoctorRat, stock: i64, trash: i64, eaten: i64) -> float:
        """What it costs that too few cards are left that a group could eat next; dearer where nothing is drawn."""
        cost = 0.0
        dear = 2.5 if state.meal == n.MEALS - 1 else 2.0 if state.meal == n.NO_DRAW_MEAL - 1 else 1.0
        for group in range(state.house.groups):
            before = state.of(group, n.LAST_FOOD)
            if self.mind.best[group] >= 0:
                before = self.mind.best[group]
            good = self.good_after(state, group, before)
            there = size(good & (stock | trash))
            if there < 2:
                cost += USEFUL * dear * float(2 - there)
        return cost

    def good_after(self, state: DoctorRat, group: i64, card: i64) -> i64:
        """The foods that will be good for a group after this card."""
        return state.house.book.good_foods(
            state.of(group, n.KIND),
            state.of(group, n.FIRST),
            state.of(group, n.SECOND),
            card,
            state.of(group, n.EATEN) + 1,
        )

    # Tokens

    def use_tokens(self, state: DoctorRat) -> i64:
        """Medicine for a group with two crosses; the Strict Menu where it saves a cross; then dinner."""
        medicine = self.best_medicine(state)
        if medicine != n.NONE:
            return medicine
        if self.find_strict(state):
            return n.STRICT + self.strict_group
        return n.SERVE

    def best_medicine(self, state: DoctorRat) -> i64:
        found: i64 = n.NONE
        most: i64 = 0
        for i in range(self.moves.count):
            action = self.moves.items[i]
            if action < n.MEDICATE or action >= n.STRICT:
                continue
            group = (action - n.MEDICATE) // n.PLACES
            index = (action - n.MEDICATE) % n.PLACES
            if state.of(group, n.CROSSES) < 2:
                continue
            crosses: i64 = 0
            for place in range(index, index + 2):
                if state.row(group, place) < n.GOOD:
                    crosses += 1
            if crosses > most:
                most = crosses
                found = action
        return found

    def find_strict(self, state: DoctorRat) -> bool:
        """Whether handing one card over makes the meal end better, and which."""
        dinner = state.picked
        if state.extra != n.NONE:
            dinner |= one(state.extra)
        hungry = hungry_groups(state)
        self.mind.assign(state, dinner, state.trash, hungry)
        best = self.cost_of_choice(state, dinner, hungry) - self.token_price(state)
        found = False
        cards = listed(state.picked)
        for group in range(state.house.groups):
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
            if state.extra != n.NONE:
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
        slot = 1 if state.phase == n.C_GLUTTONY_YUCK else 0
        best: i64 = n.PASS
        likeliest = 0.0
        for i in range(self.moves.count):
            action = self.moves.items[i]
            if action == n.PASS:
                continue
            group = action - n.YUCK_BACK
            if not state.house.colony and state.of(group, n.KIND) == n.NONE:
                continue
            card = state.plate(group, slot)
            if state.verdict_on_plate(group, slot):
                continue
            price = self.price_of_cross(state, group)
            left = state.available(group) & ~one(card)
            other = self.mind.likeliest(state, group, left)
            better = other != n.NONE and state.fits_next(group, other)
            if not better and (price < 1.0 or left & state.good_next(group) == 0):
                continue
            if price > likeliest and price > self.token_price(state):
                likeliest = price
                best = action
        return best
