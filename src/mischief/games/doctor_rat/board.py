"""Everything that lies on a table of Doctor Rat, and the questions one can ask of it.

Food cards lie in zones, each a set of cards (foods.py). What belongs to a group lies in one flat vector, a block for
each group, read through the small helpers below. What the options have fixed (who sits where, who speaks for whom)
is the `Plan`, shared by all tables of a game.

In Colleagues a group is a Doctor as an eater: group 0 is team A, group 1 team B (DR-11.2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.moves import flat, zeros
from mischief.engine.state import State

from .diets import WORDS, DietBook, Supply
from .foods import ALL_FOODS, NONE, one, size

if TYPE_CHECKING:
    from mischief.engine.game import Game

MEALS: Final[i64] = 8
EXTRA_CARD_MEAL: Final[i64] = 3
NO_DRAW_MEAL: Final[i64] = 5
CROSSES_LOST: Final[i64] = 3
RUN_TO_COMPLICATE: Final[i64] = 3
IDLE: Final[i64] = -2
"""On a plate: there was no card left for this group (constructed positions only)."""

# Phases, in the order of the table
DEAL_IDENTITY: Final[i64] = 0
DEAL_DIET: Final[i64] = 1
DEAL_SPEC: Final[i64] = 2
SETUP: Final[i64] = 3
DEAL_TRASH: Final[i64] = 4
DEAL_STOCK: Final[i64] = 5
B_PICK: Final[i64] = 6
DEAL_EXTRA: Final[i64] = 7
B_SPECIAL: Final[i64] = 8
B_STRICT: Final[i64] = 9
DEAL_CENTRE: Final[i64] = 10
B_YUCK: Final[i64] = 11
DEAL_MADNESS: Final[i64] = 12
C_MADNESS: Final[i64] = 13
C_INSOMNIA: Final[i64] = 14
C_PARANOIA: Final[i64] = 15
C_PROPOSE: Final[i64] = 16
C_VOTE: Final[i64] = 17
C_FINAL: Final[i64] = 18
C_YUCK: Final[i64] = 19
C_REPLACE: Final[i64] = 20
C_REPLACE_VOTE: Final[i64] = 21
C_REPLACE_FINAL: Final[i64] = 22
C_GLUTTONY: Final[i64] = 23
C_GLUTTONY_YUCK: Final[i64] = 24
C_PREDICT: Final[i64] = 25
DEAL_COMPLICATION: Final[i64] = 26
E_HOLDER: Final[i64] = 27
OVER: Final[i64] = 28

# Complications
MADNESS: Final[i64] = 0
INSOMNIA: Final[i64] = 1
GLUTTONY: Final[i64] = 2
MEGALOMANIA: Final[i64] = 3
PARANOIA: Final[i64] = 4

# Where a card on a plate came from
CENTRE: Final[i64] = 0
TRASH: Final[i64] = 1
PILE: Final[i64] = 2
DOCTOR: Final[i64] = 3
MOVED: Final[i64] = 4

# How diets are given
RANDOM: Final[i64] = 0
DRAW_DIET: Final[i64] = 1
CHOOSE: Final[i64] = 2
FIRST_GAME: Final[i64] = 3

# Why it ended
THIRD_CROSS: Final[i64] = 1
EXAM_CROSS: Final[i64] = 2
EXAM_PASSED: Final[i64] = 3

# A group's block
WHO: Final[i64] = 0
KIND: Final[i64] = 1
FIRST: Final[i64] = 2
SECOND: Final[i64] = 3
PART_KIND: Final[i64] = 4
PART_FIRST: Final[i64] = 5
MEDICINE: Final[i64] = 6
PENDING: Final[i64] = 7
HOLDER: Final[i64] = 8
EATEN: Final[i64] = 9
LAST: Final[i64] = 10
CROSSES: Final[i64] = 11
LENGTH: Final[i64] = 12
BANNED: Final[i64] = 13
PROPOSAL: Final[i64] = 14
PLATE: Final[i64] = 15
SLOTS: Final[i64] = 4
SOURCE: Final[i64] = 19
ROW: Final[i64] = 23
ROW_ROOM: Final[i64] = 12
BLOCK: Final[i64] = 35

# A place in a row: a food and its mark, or a Complication card
GOOD: Final[i64] = 64
COMPLICATION: Final[i64] = 128

GHOST: Final[i64] = 5
"""Numbers in a ghost: group, after, via, card, good (DR-14.6)."""


@final
class Plan:
    """What the options have fixed before the first card."""

    def __init__(
        self,
        book: DietBook,
        colony: bool,
        groups: i64,
        seats: i64,
        doctor: i64,
        order: list[int],
        members: list[int],
        speakers: list[int],
        youngest: i64,
        consensus: bool,
        complications: bool,
        yuck_tokens: i64,
        diet_mode: i64,
        identities: list[int],
    ) -> None:
        self.book = book
        self.colony = colony
        self.groups = groups
        self.seats = seats
        self.doctor = doctor
        """Of Colony; NONE in Colleagues."""
        self.order = flat(order)
        """The eating seats clockwise: from the Doctor's left, or from seat 0 (DR-1.7)."""
        self.members = flat(members)
        """For each group its seats, as bits."""
        self.speakers = flat(speakers)
        self.youngest = youngest
        self.consensus = consensus
        self.complications = complications
        self.yuck_tokens = yuck_tokens
        self.diet_mode = diet_mode
        self.identities = flat(identities)
        """For each group its Identity, where the options name it; otherwise NONE."""

    def group_of(self, seat: i64) -> i64:
        """The first group of a seat; NONE for the Doctor and for watchers."""
        if seat >= 0:
            for group in range(self.groups):
                if (self.members[group] >> seat) & 1 == 1:
                    return group
        return NONE

    def giver_sees(self, seat: i64, group: i64) -> bool:
        """Whether a seat sees this group's restriction: the Doctor all, a colleague the other team's (DR-11.6)."""
        if self.colony:
            return seat == self.doctor
        return seat >= 0 and (self.members[1 - group] >> seat) & 1 == 1


class Board(State):
    """The cards and tokens of one table."""

    def __init__(self, game: Game, plan: Plan, blocks: vec[i64], ghosts: vec[i64]) -> None:
        super().__init__(game, plan.seats)
        self.plan = plan
        self.blocks = blocks
        self.ghosts = ghosts
        self.told = False
        """Whether the start of the game has been told to listeners."""
        self.phase: i64 = DEAL_IDENTITY
        self.meal: i64 = 1
        self.first: i64 = NONE
        """Colleagues: the team with the First Player token."""
        self.pile: i64 = ALL_FOODS
        self.stock: i64 = 0
        self.picked: i64 = 0
        self.extra: i64 = NONE
        self.centre: i64 = 0
        self.trash: i64 = 0
        self.removed: i64 = 0
        self.discard: i64 = NONE
        self.discard_holder: i64 = NONE
        self.hand: i64 = 0
        """The cards in the hand of the holder of Madness."""
        self.strict_group: i64 = NONE
        """While the Doctor chooses a Strict Menu card: for whom."""
        self.yuck: i64 = plan.yuck_tokens
        self.medicine: i64 = 1 if plan.colony else 0
        self.strict: i64 = 1 if plan.colony else 0
        self.supply: i64 = 31 if plan.complications else 0
        """The Complication cards not yet drawn, as bits."""
        self.to_draw: i64 = 0
        self.to_draw_trash: i64 = 0
        self.chair: i64 = NONE
        self.tried: i64 = 0
        """The seats whose proposals have failed in this choice, as bits; `voted` and `accepted` likewise."""
        self.voted: i64 = 0
        self.accepted: i64 = 0
        self.turn: i64 = NONE
        """The team that a window of Colleagues asks."""
        self.passes: i64 = 0
        self.predicted: i64 = 0
        """How many predictions have been made, and (bits) which of them said good."""
        self.said_good: i64 = 0
        self.reason: i64 = 0
        self.lost_by: i64 = NONE

    def copy_into(self, other: Board) -> None:
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
        return self.blocks[group * BLOCK + what]

    def put(self, group: i64, what: i64, value: i64) -> None:
        self.blocks[group * BLOCK + what] = value

    def identity_food(self, group: i64) -> i64:
        return self.plan.book.identity_foods[self.of(group, WHO)]

    def plate(self, group: i64, slot: i64) -> i64:
        return self.blocks[group * BLOCK + PLATE + slot]

    def lay(self, group: i64, slot: i64, card: i64, source: i64) -> None:
        self.blocks[group * BLOCK + PLATE + slot] = card
        self.blocks[group * BLOCK + SOURCE + slot] = source

    def source(self, group: i64, slot: i64) -> i64:
        return self.blocks[group * BLOCK + SOURCE + slot]

    def row(self, group: i64, index: i64) -> i64:
        return self.blocks[group * BLOCK + ROW + index]

    def append_row(self, group: i64, entry: i64) -> None:
        length = self.of(group, LENGTH)
        self.blocks[group * BLOCK + ROW + length] = entry
        self.put(group, LENGTH, length + 1)

    def fits(self, group: i64, before: i64, eaten: i64, food: i64) -> bool:
        """The verdict on a food for this group (DR-8.1)."""
        at = group * BLOCK
        blocks = self.blocks
        return self.plan.book.fits(blocks[at + KIND], blocks[at + FIRST], blocks[at + SECOND], before, eaten, food)

    def fits_next(self, group: i64, food: i64) -> bool:
        return self.fits(group, self.of(group, LAST), self.of(group, EATEN), food)

    def good_next(self, group: i64) -> i64:
        """The foods that would be good for a group as its row stands."""
        return self.plan.book.good_foods(
            self.of(group, KIND),
            self.of(group, FIRST),
            self.of(group, SECOND),
            self.of(group, LAST),
            self.of(group, EATEN),
        )

    def covered(self, group: i64, index: i64) -> bool:
        medicine = self.of(group, MEDICINE)
        return medicine != NONE and (index == medicine or index == medicine + 1)

    def run(self, group: i64) -> i64:
        """The trailing run of uncovered check marks (DR-10.3)."""
        run: i64 = 0
        for index in range(self.of(group, LENGTH) - 1, i64(-1), -1):
            entry = self.row(group, index)
            if entry >= COMPLICATION or entry < GOOD or self.covered(group, index):
                break
            run += 1
        return run

    def can_cover(self, group: i64, index: i64) -> bool:
        """Whether Medicine fits here: two Food cards side by side (DR-9.7)."""
        return (
            index + 1 < self.of(group, LENGTH)
            and self.row(group, index) < COMPLICATION
            and self.row(group, index + 1) < COMPLICATION
        )

    def under(self, group: i64, effect: i64) -> bool:
        return self.of(group, PENDING) == effect

    def group_under(self, effect: i64) -> i64:
        """The group under this complication; NONE if there is none."""
        for group in range(self.plan.groups):
            if self.of(group, PENDING) == effect:
                return group
        return NONE

    # What can be worked out

    def candidates(self, group: i64, marked: vec[i64], at: i64) -> None:
        """The restrictions that fit every shown mark and every ghost of a group (DR-14.6); public knowledge."""
        book = self.plan.book
        who = self.of(group, WHO)
        book.all_candidates(who, marked, at)
        before = book.identity_foods[who]
        eaten: i64 = 0
        for index in range(self.of(group, LENGTH)):
            entry = self.row(group, index)
            if entry < COMPLICATION:
                food = entry % GOOD
                book.strike(who, marked, at, before, eaten, food, entry >= GOOD)
                before = food
                eaten += 1
        for i in range(i64(0), len(self.ghosts), GHOST):
            if self.ghosts[i] == group:
                self.strike_ghost(i, marked, at)

    def candidates_left(self, group: i64) -> i64:
        """How many restrictions are still possible for a group."""
        marked = zeros(WORDS)
        self.candidates(group, marked, 0)
        found: i64 = 0
        for w in range(WORDS):
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
        if via == NONE:
            before = self.food_before(group, after)
        else:
            after += 1
        self.plan.book.strike(
            self.of(group, WHO), marked, at, before, after, self.ghosts[i + 3], self.ghosts[i + 4] == 1
        )

    def food_before(self, group: i64, eaten: i64) -> i64:
        """The food that lay last when a group's row had so many foods."""
        food = self.identity_food(group)
        found: i64 = 0
        for index in range(self.of(group, LENGTH)):
            if found == eaten:
                break
            entry = self.row(group, index)
            if entry < COMPLICATION:
                food = entry % GOOD
                found += 1
        return food

    # Cards

    def available(self, group: i64) -> i64:
        """What a group may take: centre and trash, no card banned for it, none proposed for another (DR-5.2, DR-9.4).
        Under Paranoia from the trash can, unless it is empty (DR-10.12, DR-10.22)."""
        open_cards = self.centre | self.trash
        banned = self.of(group, BANNED)
        if self.under(group, PARANOIA):
            if self.trash & ~banned != 0:
                return self.trash & ~banned
            return open_cards & ~banned if self.trash == 0 else 0
        for other in range(self.plan.groups):
            proposed = self.of(other, PROPOSAL)
            if proposed >= 0:
                banned |= one(proposed)
        return open_cards & ~banned

    def replaceable(self, group: i64, slot: i64) -> bool:
        """Whether Yuck! back may send this card away: the group took it itself, and another is there (DR-9.5)."""
        card = self.plate(group, slot)
        if card < 0 or self.source(group, slot) > TRASH:
            return False
        left = self.trash if self.under(group, PARANOIA) else self.centre | self.trash
        return left & ~self.of(group, BANNED) != 0

    def unserved(self) -> i64:
        """The groups that have no card yet, as bits."""
        found: i64 = 0
        for group in range(self.plan.groups):
            if self.plate(group, 0) == NONE:
                found |= one(group)
        return found

    def cards_to_choose(self) -> i64:
        """How many cards the Doctor serves from his stock: one for each group, or all he has (DR-4.6)."""
        there = size(self.stock | self.picked)
        return there if there < self.plan.groups else self.plan.groups

    def open_foods(self) -> i64:
        """Every food that lies open: rows, plates, centre, trash."""
        found = self.centre | self.trash
        for group in range(self.plan.groups):
            for index in range(self.of(group, LENGTH)):
                entry = self.row(group, index)
                if entry < COMPLICATION:
                    found |= one(entry % GOOD)
            for slot in range(SLOTS):
                card = self.plate(group, slot)
                if card >= 0:
                    found |= one(card)
        return found

    # Whether a token may be used

    def may_yuck_front(self) -> bool:
        """A token, not in the exam, before the first pick, and enough cards to replace what goes (DR-9.1, DR-9.3)."""
        if self.yuck == 0 or self.meal == MEALS or self.picked != 0:
            return False
        gone = self.stock if self.plan.colony else self.centre | self.trash
        return size(self.pile) >= size(gone)

    def may_yuck_back(self, group: i64) -> bool:
        if self.yuck == 0 or self.meal == MEALS:
            return False
        if self.phase == C_GLUTTONY_YUCK:
            return self.under(group, GLUTTONY) and self.replaceable(group, 1)
        if not self.plan.colony and group == self.turn:
            return False
        return self.replaceable(group, 0)

    def may_be_strict(self, group: i64) -> bool:
        """Strict Menu: not in the exam, not for a group that Madness or Paranoia feeds (DR-9.1, DR-9.10, DR-9.11)."""
        if self.strict == 0 or self.meal == MEALS or self.picked == 0:
            return False
        return not self.under(group, MADNESS) and not self.under(group, PARANOIA)

    def has_specials(self) -> bool:
        """Whether the Doctor could do anything but serve."""
        for group in range(self.plan.groups):
            if self.may_be_strict(group):
                return True
            if self.medicine > 0 and self.meal != MEALS:
                for index in range(self.of(group, LENGTH) - 1):
                    if self.can_cover(group, index):
                        return True
        return False

    # Restrictions while they are given

    def shared_supply(self) -> bool:
        """Whether restrictions come from common supplies: always, but for colleagues who choose (DR-11.7)."""
        return self.plan.colony or self.plan.diet_mode == RANDOM

    def restriction_cards(self) -> Supply:
        """What is left of the Restriction cards."""
        supply = Supply(self.plan.book)
        if self.shared_supply():
            for group in range(self.plan.groups):
                if self.of(group, KIND) != NONE:
                    supply.take(self.of(group, KIND), self.of(group, FIRST), self.of(group, SECOND))
        return supply

    def being_given(self) -> i64:
        """The group whose restriction is next: in group order, in Colleagues B before A (DR-2.15, DR-11.7)."""
        if not self.plan.colony and self.of(1, KIND) == NONE:
            return 1
        for group in range(self.plan.groups):
            if self.of(group, KIND) == NONE:
                return group
        return NONE


def empty_blocks(groups: i64) -> vec[i64]:
    """Blocks of groups that have nothing yet."""
    blocks = zeros(groups * BLOCK)
    for group in range(groups):
        for what in (WHO, KIND, FIRST, SECOND, PART_KIND, PART_FIRST, MEDICINE, PENDING, HOLDER, LAST, PROPOSAL):
            blocks[group * BLOCK + what] = NONE
        for slot in range(SLOTS):
            blocks[group * BLOCK + PLATE + slot] = NONE
            blocks[group * BLOCK + SOURCE + slot] = NONE
    return blocks
