"""Everything that lies on a table of Doctor Rat, and the questions one can ask of it.

Food cards lie in zones, each a set of cards (sets.py). What belongs to a group lies in one flat vector, a block for
each group (numbers.py has what lies where in it), read through the small helpers below.

In Colleagues a group is a Doctor as an eater: group 0 is team A, group 1 team B (DR-11.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.moves import zeros
from mischief.engine.state import State

from . import numbers as n
from .house import House
from .rules_diets import restriction
from .sets import ALL_FOODS, one, size
from .setup_supply import Supply

if TYPE_CHECKING:
    from mischief.engine.game import Game


class DoctorRatTable(State):
    """The cards and tokens of one table.

    The Doctor draws from `pile` into his `stock` and moves what he serves to `picked`; in meal 3 `extra` is added.
    Dinner lies in `centre`, what nobody ate in `trash`, and `removed` cards are out of the game; `discard` is the one
    of them that Madness threw away, which `discard_holder` has seen. `chair` is the seat that proposes. `reason` says
    why the game ended and `lost_by` whose cross it was.
    """

    def __init__(self, game: Game, house: House, blocks: vec[i64], ghosts: vec[i64]) -> None:
        super().__init__(game, house.seats)
        self.house = house
        self.blocks = blocks
        self.ghosts = ghosts
        self.told = False
        """Whether the start of the game has been told to listeners."""
        self.phase: i64 = n.DEAL_IDENTITY
        self.meal: i64 = 1
        self.first: i64 = n.NONE
        """Colleagues: the team with the First Player token."""
        self.pile: i64 = ALL_FOODS
        self.stock: i64 = 0
        self.picked: i64 = 0
        self.extra: i64 = n.NONE
        self.centre: i64 = 0
        self.trash: i64 = 0
        self.removed: i64 = 0
        self.discard: i64 = n.NONE
        self.discard_holder: i64 = n.NONE
        self.hand: i64 = 0
        """The cards in the hand of the holder of Madness."""
        self.strict_group: i64 = n.NONE
        """While the Doctor chooses a Strict Menu card: for whom."""
        self.yuck: i64 = house.yuck_tokens
        self.medicine: i64 = 1 if house.colony else 0
        self.strict: i64 = 1 if house.colony else 0
        self.supply: i64 = 31 if house.complications else 0
        """The Complication cards not yet drawn, as bits."""
        self.to_draw: i64 = 0
        self.to_draw_trash: i64 = 0
        self.chair: i64 = n.NONE
        self.tried: i64 = 0
        """The seats whose proposals have failed in this choice, as bits; `voted` and `accepted` likewise."""
        self.voted: i64 = 0
        self.accepted: i64 = 0
        self.turn: i64 = n.NONE
        """The team that a window of Colleagues asks."""
        self.passes: i64 = 0
        self.predicted: i64 = 0
        """How many predictions have been made, and (bits) which of them said good."""
        self.said_good: i64 = 0
        self.reason: i64 = 0
        self.lost_by: i64 = n.NONE

    def copy_into(self, other: DoctorRatTable) -> None:
        other.told = self.told
        other.phase = self.phase
        other.meal = self.meal
        other.first = self.first
        other.pile = self.pile
        other.stock = self.stock
        other.picked = self.picked
        other.extra = self.extra
        other.centre = self.centre
        other.trash = self.trash
        other.removed = self.removed
        other.discard = self.discard
        other.discard_holder = self.discard_holder
        other.hand = self.hand
        other.strict_group = self.strict_group
        other.yuck = self.yuck
        other.medicine = self.medicine
        other.strict = self.strict
        other.supply = self.supply
        other.to_draw = self.to_draw
        other.to_draw_trash = self.to_draw_trash
        other.chair = self.chair
        other.tried = self.tried
        other.voted = self.voted
        other.accepted = self.accepted
        other.turn = self.turn
        other.passes = self.passes
        other.predicted = self.predicted
        other.said_good = self.said_good
        other.reason = self.reason
        other.lost_by = self.lost_by

    # A group and its row

    def of(self, group: i64, what: i64) -> i64:
        return self.blocks[group * n.BLOCK + what]

    def put(self, group: i64, what: i64, value: i64) -> None:
        self.blocks[group * n.BLOCK + what] = value

    def seats_of(self, group: int) -> list[int]:
        return [seat for seat in range(int(self.seats)) if (self.house.members[group] >> seat) & 1 == 1]

    def identity_food(self, group: i64) -> i64:
        return self.house.book.identity_foods[self.of(group, n.IDENTITY)]

    def plate(self, group: i64, slot: i64) -> i64:
        return self.blocks[group * n.BLOCK + n.PLATE + slot]

    def lay(self, group: i64, slot: i64, card: i64, source: i64) -> None:
        self.blocks[group * n.BLOCK + n.PLATE + slot] = card
        self.blocks[group * n.BLOCK + n.SOURCE + slot] = source

    def source(self, group: i64, slot: i64) -> i64:
        return self.blocks[group * n.BLOCK + n.SOURCE + slot]

    def row(self, group: i64, index: i64) -> i64:
        return self.blocks[group * n.BLOCK + n.ROW + index]

    def append_row(self, group: i64, entry: i64) -> None:
        length = self.of(group, n.ROW_LENGTH)
        self.blocks[group * n.BLOCK + n.ROW + length] = entry
        self.put(group, n.ROW_LENGTH, length + 1)

    def fits(self, group: i64, before: i64, eaten: i64, food: i64) -> bool:
        """The verdict on a food for this group (DR-8.1)."""
        at = group * n.BLOCK
        blocks = self.blocks
        return self.house.book.fits(
            blocks[at + n.KIND], blocks[at + n.FIRST], blocks[at + n.SECOND], before, eaten, food
        )

    def fits_next(self, group: i64, food: i64) -> bool:
        return self.fits(group, self.of(group, n.LAST_FOOD), self.of(group, n.EATEN), food)

    def good_next(self, group: i64) -> i64:
        """The foods that would be good for a group as its row stands."""
        return self.house.book.good_foods(
            self.of(group, n.KIND),
            self.of(group, n.FIRST),
            self.of(group, n.SECOND),
            self.of(group, n.LAST_FOOD),
            self.of(group, n.EATEN),
        )

    def verdict_on_plate(self, group: i64, slot: i64) -> bool:
        """The verdict on a card after the group's earlier cards of this meal."""
        before = self.food_before_slot(group, slot)
        return self.fits(group, before, self.eaten_before_slot(group, slot), self.plate(group, slot))

    def food_before_slot(self, group: i64, slot: i64) -> i64:
        """The food that a card on a plate will follow: an earlier one of this meal, or the last of the row."""
        for earlier in range(slot - 1, i64(-1), -1):
            if self.plate(group, earlier) >= 0:
                return self.plate(group, earlier)
        return self.of(group, n.LAST_FOOD)

    def eaten_before_slot(self, group: i64, slot: i64) -> i64:
        """How many foods a group will have eaten before a card on its plate."""
        eaten = self.of(group, n.EATEN)
        for earlier in range(slot):
            if self.plate(group, earlier) >= 0:
                eaten += 1
        return eaten

    def covered(self, group: i64, index: i64) -> bool:
        medicine = self.of(group, n.MEDICINE)
        return medicine != n.NONE and (index == medicine or index == medicine + 1)

    def run(self, group: i64) -> i64:
        """The trailing run of uncovered check marks (DR-10.3)."""
        run: i64 = 0
        for index in range(self.of(group, n.ROW_LENGTH) - 1, i64(-1), -1):
            entry = self.row(group, index)
            if entry >= n.COMPLICATION or entry < n.GOOD or self.covered(group, index):
                break
            run += 1
        return run

    def can_cover(self, group: i64, index: i64) -> bool:
        """Whether Medicine fits here: two Food cards side by side (DR-9.7)."""
        return (
            index + 1 < self.of(group, n.ROW_LENGTH)
            and self.row(group, index) < n.COMPLICATION
            and self.row(group, index + 1) < n.COMPLICATION
        )

    def under(self, group: i64, effect: i64) -> bool:
        return self.of(group, n.PENDING) == effect

    def group_under(self, effect: i64) -> i64:
        """The group under this complication; NONE if there is none."""
        for group in range(self.house.groups):
            if self.of(group, n.PENDING) == effect:
                return group
        return n.NONE

    # What can be worked out

    def candidates(self, group: i64, marked: vec[i64], at: i64) -> None:
        """The restrictions that fit every shown mark and every ghost of a group (DR-14.6); public knowledge."""
        book = self.house.book
        identity = self.of(group, n.IDENTITY)
        book.all_candidates(identity, marked, at)
        before = book.identity_foods[identity]
        eaten: i64 = 0
        for index in range(self.of(group, n.ROW_LENGTH)):
            entry = self.row(group, index)
            if entry < n.COMPLICATION:
                food = entry % n.GOOD
                book.strike(identity, marked, at, before, eaten, food, entry >= n.GOOD)
                before = food
                eaten += 1
        for i in range(i64(0), len(self.ghosts), n.GHOST):
            if self.ghosts[i] == group:
                self.strike_ghost(i, marked, at)

    def candidates_left(self, group: i64) -> i64:
        """How many restrictions are still possible for a group."""
        marked = zeros(n.WORDS)
        self.candidates(group, marked, 0)
        found: i64 = 0
        for w in range(n.WORDS):
            found += size(marked[w])
        return found

    def add_ghost(self, group: i64, after: i64, via: i64, card: i64, good: bool) -> None:
        """Remember an answer that no mark repeats."""
        for number in (group, after, via, card, i64(1) if good else i64(0)):
            self.ghosts = append(self.ghosts, number)

    def strike_ghost(self, i: i64, marked: vec[i64], at: i64) -> None:
        group = self.ghosts[i]
        after = self.ghosts[i + 1]
        via = self.ghosts[i + 2]
        before = via
        if via == n.NONE:
            before = self.food_before(group, after)
        else:
            after += 1
        self.house.book.strike(
            self.of(group, n.IDENTITY), marked, at, before, after, self.ghosts[i + 3], self.ghosts[i + 4] == 1
        )

    def food_before(self, group: i64, eaten: i64) -> i64:
        """The food that lay last when a group's row had so many foods."""
        food = self.identity_food(group)
        found: i64 = 0
        for index in range(self.of(group, n.ROW_LENGTH)):
            if found == eaten:
                break
            entry = self.row(group, index)
            if entry < n.COMPLICATION:
                food = entry % n.GOOD
                found += 1
        return food

    # Cards

    def available(self, group: i64) -> i64:
        """What a group may take: centre and trash, no card banned for it, none proposed for another (DR-5.2, DR-9.4).
        Under Paranoia from the trash can, unless it is empty (DR-10.12, DR-10.22)."""
        blocks = self.blocks
        open_cards = self.centre | self.trash
        banned = blocks[group * n.BLOCK + n.BANNED]
        if blocks[group * n.BLOCK + n.PENDING] == n.PARANOIA:
            if self.trash & ~banned != 0:
                return self.trash & ~banned
            if self.trash == 0:
                return open_cards & ~banned
            return 0
        for other in range(self.house.groups):
            proposed = blocks[other * n.BLOCK + n.PROPOSAL]
            if proposed >= 0:
                banned |= one(proposed)
        return open_cards & ~banned

    def replaceable(self, group: i64, slot: i64) -> bool:
        """Whether Yuck! back may send this card away: the group took it itself, and another is there (DR-9.5)."""
        card = self.plate(group, slot)
        if card < 0 or self.source(group, slot) > n.TRASH:
            return False
        left = self.trash if self.under(group, n.PARANOIA) else self.centre | self.trash
        return left & ~self.of(group, n.BANNED) != 0

    def unserved(self) -> i64:
        """The groups that have no card yet, as bits."""
        blocks = self.blocks
        found: i64 = 0
        for group in range(self.house.groups):
            if blocks[group * n.BLOCK + n.PLATE] == n.NONE:
                found |= one(group)
        return found

    def cards_to_choose(self) -> i64:
        """How many cards the Doctor serves from his stock: one for each group, or all he has (DR-4.6)."""
        there = size(self.stock | self.picked)
        if there < self.house.groups:
            return there
        return self.house.groups

    def open_foods(self) -> i64:
        """Every food that lies open: rows, plates, centre, trash."""
        found = self.centre | self.trash
        for group in range(self.house.groups):
            for index in range(self.of(group, n.ROW_LENGTH)):
                entry = self.row(group, index)
                if entry < n.COMPLICATION:
                    found |= one(entry % n.GOOD)
            for slot in range(n.SLOTS):
                card = self.plate(group, slot)
                if card >= 0:
                    found |= one(card)
        return found

    def take(self, group: i64, card: i64, by: i64) -> None:
        """A card goes from the centre or the trash can to a group's plate (DR-5.2)."""
        if card == n.NO_CARD_LEFT:
            self.lay(group, 0, n.NO_CARD_LEFT, n.NONE)
            return
        source = self.lift(card)
        self.lay(group, 0, card, source)
        if self.listener is not None:
            self.tell_taken(group, card, source, by)

    def lift(self, card: i64) -> i64:
        """A card leaves the centre or the trash can; says which of them."""
        source = n.CENTRE if (self.centre >> card) & 1 == 1 else n.TRASH
        self.centre &= ~one(card)
        self.trash &= ~one(card)
        return source

    def tell_taken(self, group: i64, card: i64, source: i64, by: i64) -> None:
        self.tell(
            "card_taken", {"group": int(group), "card": n.CODES[card], "from": n.SOURCE_NAMES[source], "by": int(by)}
        )

    # Whether a token may be used

    def may_yuck_front(self) -> bool:
        """A token, not in the exam, before the first pick, and enough cards to replace what goes (DR-9.1, DR-9.3)."""
        if self.yuck == 0 or self.meal == n.MEALS or self.picked != 0:
            return False
        gone = self.stock if self.house.colony else self.centre | self.trash
        return size(self.pile) >= size(gone)

    def may_yuck_back(self, group: i64) -> bool:
        if self.yuck == 0 or self.meal == n.MEALS:
            return False
        if self.phase == n.C_GLUTTONY_YUCK:
            return self.under(group, n.GLUTTONY) and self.replaceable(group, 1)
        if not self.house.colony and group == self.turn:
            return False
        return self.replaceable(group, 0)

    def may_be_strict(self, group: i64) -> bool:
        """Strict Menu: not in the exam, not for a group that Madness or Paranoia feeds (DR-9.1, DR-9.10, DR-9.11)."""
        if self.strict == 0 or self.meal == n.MEALS or self.picked == 0:
            return False
        return not self.under(group, n.MADNESS) and not self.under(group, n.PARANOIA)

    def has_specials(self) -> bool:
        """Whether the Doctor could do anything but serve."""
        for group in range(self.house.groups):
            if self.may_be_strict(group):
                return True
            if self.medicine > 0 and self.meal != n.MEALS:
                for index in range(self.of(group, n.ROW_LENGTH) - 1):
                    if self.can_cover(group, index):
                        return True
        return False

    # Restrictions while they are given

    def shared_supply(self) -> bool:
        """Whether restrictions come from common supplies: always, but for colleagues who choose (DR-11.7)."""
        return self.house.colony or self.house.diet_mode == n.RANDOM

    def restriction_cards(self) -> Supply:
        """What is left of the Restriction cards."""
        supply = Supply(self.house.book)
        if self.shared_supply():
            for group in range(self.house.groups):
                if self.of(group, n.KIND) != n.NONE:
                    supply.take(self.of(group, n.KIND), self.of(group, n.FIRST), self.of(group, n.SECOND))
        return supply

    def restriction_of(self, group: int) -> dict[str, object] | None:
        """A group's restriction as plain JSON; None before it is given."""
        return restriction(int(self.of(group, n.KIND)), int(self.of(group, n.FIRST)), int(self.of(group, n.SECOND)))

    def being_given(self) -> i64:
        """The group whose restriction is next: in group order, in Colleagues B before A (DR-2.15, DR-11.7)."""
        if not self.house.colony and self.of(1, n.KIND) == n.NONE:
            return 1
        for group in range(self.house.groups):
            if self.of(group, n.KIND) == n.NONE:
                return group
        return n.NONE


def empty_blocks(groups: i64) -> vec[i64]:
    """Blocks of groups that have nothing yet."""
    blocks = zeros(groups * n.BLOCK)
    for group in range(groups):
        for what in (
            n.IDENTITY,
            n.KIND,
            n.FIRST,
            n.SECOND,
            n.PART_KIND,
            n.PART_FIRST,
            n.PART_FAMILIES,
            n.PART_SECOND,
            n.MEDICINE,
            n.PENDING,
            n.HOLDER,
            n.LAST_FOOD,
            n.PROPOSAL,
        ):
            blocks[group * n.BLOCK + what] = n.NONE
        for slot in range(n.SLOTS):
            blocks[group * n.BLOCK + n.PLATE + slot] = n.NONE
            blocks[group * n.BLOCK + n.SOURCE + slot] = n.NONE
    return blocks
