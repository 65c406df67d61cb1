"""Partners with habits of their own: to see whether a bot gets on with others than its like.

Each does what a sensible player does, but where its habit says otherwise: with the rats, who go by open things alone,
and as the Doctor, who knows the diets. docs/bots.md tells of each in a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.engine.policy import Policy
from mischief.engine.state import State

from . import numbers as n
from .heuristic import NEAR_ENOUGH, Sensible
from .heuristic_reckoning import hungry_groups
from .rules import DoctorRat
from .sets import listed, one, size

PROPOSING = (n.C_PROPOSE, n.C_REPLACE, n.C_FINAL, n.C_REPLACE_FINAL)
VOTING = (n.C_VOTE, n.C_REPLACE_VOTE)
TOKENS = (n.B_YUCK, n.B_SPECIAL, n.C_YUCK, n.C_GLUTTONY_YUCK)

Meal = Mapping[int, int]
"""Which card each of some groups is to eat."""


class Partner(Policy):
    """A sensible player; habits override what they change."""

    def __init__(self) -> None:
        self.sensible = Sensible()
        self.mind = self.sensible.mind

    def choose(self, state: State, seat: i64, rng: Rng) -> i64:
        assert isinstance(state, DoctorRat)
        legal = state.legal(seat)
        if len(legal) == 1:
            return legal[0]
        if state.phase != n.SETUP:
            self.mind.look(state)
        if state.phase in PROPOSING:
            return self.propose(state, seat, legal, rng)
        if state.phase in VOTING:
            return n.ACCEPT if self.agrees(state, seat, rng) else n.OBJECT
        if state.phase == n.B_PICK:
            return self.pick(state, seat, legal, rng)
        if state.phase in TOKENS and not self.spends(state):
            return n.SERVE if state.phase == n.B_SPECIAL else n.PASS
        return self.sensible.choose(state, seat, rng)

    # With the rats

    def propose(self, state: DoctorRat, seat: i64, legal: Sequence[int], rng: Rng) -> i64:
        """The card of the group that is next."""
        return self.sensible.choose(state, seat, rng)

    def agrees(self, state: DoctorRat, seat: i64, rng: Rng) -> bool:
        """Whether it votes for what is proposed."""
        return self.sensible.choose(state, seat, rng) == n.ACCEPT

    # As the Doctor

    def pick(self, state: DoctorRat, seat: i64, legal: Sequence[int], rng: Rng) -> i64:
        """The next card, in the order of their numbers, of the dinner that costs least."""
        if n.YUCK_FRONT in legal and self.spends(state) and self.sensible.choose(state, seat, rng) == n.YUCK_FRONT:
            return n.YUCK_FRONT
        self.mind.look(state)
        wanted = state.cards_to_choose() - size(state.picked)
        left = [card for card in listed(state.stock) if state.picked >> card == 0]
        dinners = {rest: state.picked | sum(1 << card for card in rest) for rest in combinations(left, wanted)}
        return min(dinners, key=lambda rest: self.cost(state, dinners[rest]))[0]

    def cost(self, state: DoctorRat, dinner: int) -> float:
        """How bad it would be to serve these cards."""
        return self.sensible.cost_of_dinner(state, dinner)

    def spends(self, state: DoctorRat) -> bool:
        """Whether it would use a token now."""
        return True


class Planning(Partner):
    """One who likes cards more or less by a rule of its own, and would have everybody eat what is liked most in all."""

    near = NEAR_ENOUGH
    """It votes for a meal that it likes so many times as well as its own."""

    def likes(self, state: DoctorRat, group: int, card: int) -> float:
        """How much it would like this card for this group, from 0 to 1."""
        raise NotImplementedError

    def propose(self, state: DoctorRat, seat: i64, legal: Sequence[int], rng: Rng) -> i64:
        hungry = [group for group in choosing(state) if state.of(group, n.PROPOSAL) == n.NONE]
        plan = self.plan(state, hungry, lambda group: listed_of(state.available(group)))
        card = plan.get(int(state.next_group()), n.NONE)
        return card if card in legal else super().propose(state, seat, legal, rng)

    def agrees(self, state: DoctorRat, seat: i64, rng: Rng) -> bool:
        meal = proposed(state)
        own = self.plan(state, list(meal), lambda group: open_to(state, group))
        return self.joy(state, meal) >= self.near * self.joy(state, own)

    def plan(self, state: DoctorRat, groups: Sequence[int], cards: Callable[[int], Sequence[int]]) -> Meal:
        """What it would have these groups eat; nothing if there is no way to feed them all."""
        open_cards = {group: cards(group) for group in groups}
        liked = {(group, card): self.likes(state, group, card) for group in groups for card in open_cards[group]}
        every = sorted({card for _, card in liked})
        best: Meal = {}
        most = -1.0
        for meal in permutations(every, len(groups)):
            joy = 1.0
            for pair in zip(groups, meal, strict=True):
                joy *= liked.get(pair, -1.0)
                if joy <= most:
                    break
            else:
                best, most = dict(zip(groups, meal, strict=True)), joy
        return best

    def joy(self, state: DoctorRat, meal: Meal) -> float:
        found = 1.0
        for group, card in meal.items():
            found *= self.likes(state, group, card)
        return found


class Silent(Partner):
    """Says as little as it may: objects to nothing, and as the Doctor never uses a token."""

    def agrees(self, state: DoctorRat, seat: i64, rng: Rng) -> bool:
        return True

    def spends(self, state: DoctorRat) -> bool:
        return False


class Hungry(Partner):
    """A beginner who looks at its own plate: the likeliest card for its own group, whatever that leaves for others; as
    the Doctor a good card for as many as can be, without asking who will take what."""

    def propose(self, state: DoctorRat, seat: i64, legal: Sequence[int], rng: Rng) -> i64:
        group = state.next_group()
        left = state.available(group)
        if not self.is_own(state, group, seat):
            for mine in choosing(state):
                if self.is_own(state, mine, seat) and state.of(mine, n.PROPOSAL) == n.NONE:
                    wish = self.mind.likeliest(state, mine, state.available(mine))
                    if wish >= 0 and left != one(wish):
                        left &= ~one(wish)
        return self.mind.likeliest(state, group, left)

    def agrees(self, state: DoctorRat, seat: i64, rng: Rng) -> bool:
        for group, card in proposed(state).items():
            if self.is_own(state, group, seat):
                best = max(self.mind.chance(state, group, other) for other in open_to(state, group))
                if self.mind.chance(state, group, card) < NEAR_ENOUGH * best:
                    return False
        return True

    def is_own(self, state: DoctorRat, group: i64, seat: i64) -> bool:
        return (state.house.members[group] >> seat) & 1 == 1

    def cost(self, state: DoctorRat, dinner: int) -> float:
        return -sum(state.good_next(group) & dinner != 0 for group in range(state.house.groups))


class Sceptic(Planning):
    """Believes marks and nothing else: all diets that fit them are equally likely, a Yuck! tells nothing, and a meal is
    right only if it is as good as its own; as the Doctor it expects no wit, and serves what most could eat."""

    near = 0.999

    def likes(self, state: DoctorRat, group: int, card: int) -> float:
        book = state.house.book
        identity = state.of(group, n.IDENTITY)
        marked = zeros(n.WORDS)
        state.candidates(group, marked, 0)
        before, eaten = state.of(group, n.LAST_FOOD), state.of(group, n.EATEN)
        every = good = 0
        for word in range(n.WORDS):
            for bit in listed(marked[word]):
                at = identity * n.CANDIDATES + word * n.WORD_BITS + bit
                every += 1
                good += book.fits(book.kinds[at], book.firsts[at], book.seconds[at], before, eaten, card)
        return (good + 0.01) / (every + 0.02)

    def cost(self, state: DoctorRat, dinner: int) -> float:
        return -float(sum(size(state.good_next(group) & dinner) for group in range(state.house.groups)))


class Obedient(Planning):
    """Takes a dinner as a message, one served card for each group, and leaves the trash can alone; as the Doctor it
    expects the same of the others."""

    def likes(self, state: DoctorRat, group: int, card: int) -> float:
        served = (state.centre >> card) & 1 == 1
        return (float(self.mind.chance(state, group, card)) + 0.001) * (1.0 if served else 1e-9)

    def cost(self, state: DoctorRat, dinner: int) -> float:
        hungry = hungry_groups(state)
        self.mind.assign(state, dinner, 0, hungry)
        return self.sensible.cost_of_choice(state, dinner, hungry)


class Curious(Planning):
    """Wants to know first: in the first three meals, and while a group has no cross, the card that is good or bad as
    likely as not; as the Doctor it saves all tokens for the last meals."""

    def likes(self, state: DoctorRat, group: int, card: int) -> float:
        chance = float(self.mind.chance(state, group, card))
        if state.meal <= 3 and state.of(group, n.CROSSES) == 0:
            return 1.001 - abs(chance - 0.5)
        return chance + 0.001

    def spends(self, state: DoctorRat) -> bool:
        return bool(state.meal >= 6)


def choosing(state: DoctorRat) -> list[int]:
    """The groups that this choice feeds."""
    return listed_of(state.choosers())


def proposed(state: DoctorRat) -> dict[int, int]:
    """The meal that is voted on."""
    return {group: card for group in choosing(state) if (card := int(state.of(group, n.PROPOSAL))) >= 0}


def open_to(state: DoctorRat, group: int) -> list[int]:
    """What a group could be given in place of what is proposed."""
    return listed_of((state.centre | state.trash) & ~state.of(group, n.BANNED))


def listed_of(cards: int) -> list[int]:
    return [int(card) for card in listed(cards)]


PARTNERS: dict[str, Callable[[], Policy]] = {
    "silent": Silent,
    "hungry": Hungry,
    "sceptic": Sceptic,
    "obedient": Obedient,
    "curious": Curious,
}
