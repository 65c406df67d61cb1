"""What a seat may know of Doctor Rat, as a row of small numbers: open cards and rows of marks for all; stock, picks and
diets for the Doctor; of a colleague the other's diet. What follows from the marks is for the learner to find out.

Groups are told by their numbers, since moves name them so; seats are told from the observer's. In rows and on plates a
food is told by its type, colour and quantity, which is what diets are about; elsewhere sets of foods are bits.
"""

from __future__ import annotations

from typing import Final

from librt.strings import BytesWriter
from mypy_extensions import i64

from mischief.engine.observing import Observer, from_me, put, put_set
from mischief.engine.state import State

from . import numbers as n
from .observing_phases import SEEN_PHASES, is_cooking, phase_seen, seems_waited_for
from .rules import DoctorRat
from .sets import ALL_FOODS, colour_of, one, quantity_of, size, type_of

FEWEST_SEATS: Final[i64] = 2
MOST_SEATS: Final[i64] = 7
MOST_GROUPS: Final[i64] = 3
GHOSTS: Final[i64] = 4
"""So many answers of Megalomania are told; it happens once, and there are not more (DR-10.15)."""
PREDICTIONS: Final[i64] = 8

FOOD: Final[i64] = 12
"""Numbers that tell a food: three types, five colours, four quantities."""
FOOD_WORDS = [
    *("drink", "fruit", "cheese"),
    *("blue", "green", "red", "orange", "yellow"),
    *("one", "two", "three", "four"),
]
IN_ROW: Final[i64] = 19
"""Numbers of a place in a row: a food, its mark, a Complication card."""
ON_PLATE: Final[i64] = 17
"""Numbers of a place on a plate: a food, and where it came from."""
IN_GHOST: Final[i64] = 29
"""Numbers of a ghost: its group, how many foods the row had, what came before, the card, the verdict."""


class DoctorObserver(Observer):
    """The places of a row, in its order."""

    def __init__(self) -> None:
        super().__init__(int(MOST_SEATS))
        seat_counts = [str(seats) for seats in range(int(FEWEST_SEATS), int(MOST_SEATS) + 1)]
        self.seats = self.one_of("seats", "How many seats are at the table.", seat_counts)
        self.declare_options()
        self.declare_table()
        self.declare_groups()
        self.declare_choice()
        self.own_seat = self.me()
        self.omit("options", "Those that change the rules have fields of their own.")
        self.omit("options.deck", "The row names cards by their numbers: with other cards, train another net.")
        self.omit("options.identities", "Identities stand in the row as soon as they are given.")
        for option in ("doctor_seat", "groups", "seat_groups", "teams", "speakers"):
            self.omit(f"options.{option}", "Who plays what stands in the row.")

    def declare_options(self) -> None:
        self.colony = self.bits("colony", "One Doctor and a colony; 0: two teams of colleagues (DR-1.2).")
        self.diet_mode = self.one_of(
            "diet_mode",
            "The option: how diets are given; that they are the preset ones only the Doctor knows (DR-2.10).",
            ["random", "draw_diet", "choose", "first_game", "draw_specs"],
        )
        self.spec_count = self.one_of(
            "spec_count", "The option: Specifications of a drawn diet (DR-2.11).", ["random", "1", "2"]
        )
        self.same_families = self.bits("same_families", "The option: Alternating is of one family (DR-8.7).")
        self.complications = self.bits("complications", "The option: there are complications (DR-10.1).")
        self.consensus = self.bits("consensus", "The option: a proposal and a vote; 0: speakers choose (DR-5.4).")
        self.yuck_tokens = self.counts("yuck_tokens", "The option: how many Yuck! tokens there were.", most=3)
        self.youngest = self.one_of_seats("youngest", "The option: who has the last word; none: the last seat.")
        self.doctor = self.one_of_seats("doctor", "Who is the Doctor.")
        groups = [f"group {group}" for group in range(int(MOST_GROUPS))]
        self.members = self.bits("members", "The groups that a seat belongs to.", groups, each_seat=True)
        self.speaks = self.bits("speaks", "The groups that it speaks for (DR-5.10).", groups, each_seat=True)
        self.holds = self.bits("holds", "The groups whose complication it holds (DR-10.4).", groups, each_seat=True)

    def declare_table(self) -> None:
        self.phase = self.one_of("phase", "What is going on, as far as one may know.", SEEN_PHASES)
        self.waiting = self.bits("waiting", "The seat has a decision to make, as far as one may know.", each_seat=True)
        self.meal = self.counts("meal", "The number of the meal, from 1.", most=8)
        self.first = self.one_of("first_player", "Colleagues: the team with the First Player token.", ["A", "B"])
        self.window = self.one_of("window", "Colleagues: the team that a window asks.", ["A", "B"])
        self.passes = self.counts("passes", "How many have passed in it.")
        self.centre = self.bits("centre", "The dinner in the centre.", n.CODES)
        self.trash = self.bits("trash", "The trash can.", n.CODES)
        self.unseen = self.bits("unseen", "The cards that the observer cannot place.", n.CODES)
        self.stock = self.bits("stock", "The Doctor's stock, if one may know it.", n.CODES)
        self.picked = self.bits("picked", "What the Doctor has picked to serve; only for him.", n.CODES)
        self.extra = self.one_of("extra", "The extra card of the third meal; only for him.", n.CODES)
        self.removed = self.bits("removed", "Cards out of the game, if one may know them.", n.CODES)
        self.discard = self.one_of("discard", "What Madness threw away, if one may know it.", n.CODES)
        self.hand = self.bits("madness", "The hand of the holder of Madness, if one may know it.", n.CODES)
        self.hand_size = self.counts("madness_size", "How many cards it has.")
        self.pile_size = self.counts("pile_size", "How many cards the pile seems to have.")
        self.stock_size = self.counts("stock_size", "How many the stock seems to have.")
        self.removed_size = self.counts("removed_size", "How many are out of the game.")
        self.tokens = self.counts("tokens", "The tokens that are left.", ["yuck", "medicine", "strict"], most=3)
        self.supply = self.bits("complication_supply", "The Complication cards not yet drawn.", n.EFFECT_NAMES)
        self.reason = self.one_of("reason", "How it ended.", n.REASON_NAMES[1:])
        self.lost_by = self.one_of("lost_by", "Whose cross it was.", ["group 0", "group 1", "group 2"])

    def declare_groups(self) -> None:
        self.identity = self.for_groups("identity", "Its Identity, by rising quantity (DR-1.5).", ["1", "2", "3"])
        self.has_diet = self.for_groups("has_diet", "It has a diet.", ["yes"])
        self.kind = self.for_groups("diet", "Its diet, if one may know it.", n.KIND_NAMES)
        self.spec_a = self.for_groups(
            "diet_first", "Its first Specification, or its Category (1st to 3rd).", n.SPEC_CODES
        )
        self.spec_b = self.for_groups("diet_second", "Its second Specification.", n.SPEC_CODES)
        self.part_kind = self.for_groups("part", "The Diet card of a diet being given.", n.KIND_NAMES)
        self.part_first = self.for_groups("part_first", "The first Specification of it.", n.SPEC_CODES)
        self.part_second = self.for_groups("part_second", "The second, before they are laid.", n.SPEC_CODES)
        self.part_families = self.for_groups("part_families", "The families to draw from.", n.FAMILY_CHOICES)
        self.good = self.for_groups("good", "Whoever knows its diet: the foods that would be good for it now.", n.CODES)
        marks = [*FOOD_WORDS, "good", "bad", *n.EFFECT_NAMES]
        places = [f"{place}, {word}" for place in range(1, int(n.ROW_ROOM) + 1) for word in marks]
        self.row_of = self.for_groups("row", "What it has eaten, with marks, and complications.", places)
        self.medicine = self.for_groups(
            "medicine", "Where its Medicine begins (DR-9.7).", [str(place) for place in range(1, int(n.ROW_ROOM) + 1)]
        )
        self.crosses = self.for_groups("crosses", "Its uncovered crosses.", ["how many"], most=12)
        self.run = self.for_groups("run", "Its trailing run of check marks (DR-10.3).", ["how many"], most=12)
        self.pending = self.for_groups("pending", "Its complication.", n.EFFECT_NAMES)
        slots = [f"{slot}, {word}" for slot in range(1, int(n.SLOTS) + 1) for word in [*FOOD_WORDS, *n.SOURCE_NAMES]]
        self.plate = self.for_groups("plate", "Its plate, and where each card came from.", slots)
        self.no_card = self.for_groups("no_card", "There is no card left for it.", ["yes"])
        self.banned = self.for_groups("banned", "The foods refused to it in this meal (DR-9.4).", n.CODES)
        answers = [*("group 0", "group 1", "group 2", "eaten")]
        answers += [f"before, {word}" for word in FOOD_WORDS] + FOOD_WORDS + ["good"]
        self.ghosts = self.counts(
            "ghosts",
            "Answers of Megalomania that no mark repeats (DR-14.6): group, foods eaten, the food before, the card.",
            [f"{ghost}, {word}" for ghost in range(1, int(GHOSTS) + 1) for word in answers],
            most=12,
        )

    def declare_choice(self) -> None:
        """Proposals, votes, predictions."""
        self.strict = self.one_of("strict", "Whose Strict Menu is being chosen.", ["group 0", "group 1", "group 2"])
        self.proposal = self.for_groups("proposal", "The card proposed for it.", n.CODES)
        self.chair = self.one_of_seats("chair", "Who proposes.")
        self.voters = self.bits("voters", "The seat has a say in this choice.", each_seat=True)
        self.voted = self.bits("voted", "It has voted.", each_seat=True)
        self.tried = self.bits("tried", "Its proposal has failed.", each_seat=True)
        self.mine = self.one_of("mine", "How the observer has voted.", ["accept", "object"])
        self.next_group = self.one_of(
            "next_group", "The group for which a card is picked now.", ["group 0", "group 1", "group 2"]
        )
        self.predicted = self.counts("predicted", "How many predictions have been made.", most=8)
        self.said_good = self.bits("said_good", "Which of them said good.", [str(i) for i in range(1, 9)])

    def for_groups(self, name: str, says: str, words: list[str], most: int = 1) -> i64:
        """The same numbers for each of three groups, one after the other."""
        entries = [f"group {group}, {word}" for group in range(int(MOST_GROUPS)) for word in words]
        if most > 1:
            return self.counts(name, says, entries, most=most)
        return self.bits(name, says, entries)

    # Writing

    def write(self, state: State, seat: i64, row: BytesWriter, at: i64) -> None:
        assert isinstance(state, DoctorRat)
        row[at + self.seats + state.seats - FEWEST_SEATS] = 1
        row[at + self.own_seat + seat] = 1
        self.write_options(state, seat, row, at)
        self.write_table(state, seat, row, at)
        self.write_cards(state, seat, row, at)
        for group in range(state.house.groups):
            self.write_diet(state, seat, group, row, at)
            self.write_group(state, group, row, at)
        for ghost in range(i64(len(state.ghosts)) // n.GHOST):
            if ghost < GHOSTS:
                self.write_ghost(state, ghost * n.GHOST, row, at + self.ghosts + ghost * IN_GHOST)
        if state.chair >= 0:
            self.write_vote(state, seat, row, at)

    def write_options(self, state: DoctorRat, seat: i64, row: BytesWriter, at: i64) -> None:
        house = state.house
        row[at + self.colony] = 1 if house.colony else 0
        secret = house.diet_mode == n.FIRST_GAME and seat != house.doctor
        row[at + self.diet_mode + (n.CHOOSE if secret else house.diet_mode)] = 1
        row[at + self.spec_count + house.book.spec_count] = 1
        row[at + self.same_families] = 1 if house.book.same_families else 0
        row[at + self.complications] = 1 if house.complications else 0
        row[at + self.consensus] = 1 if house.consensus else 0
        put(row, at + self.yuck_tokens, house.yuck_tokens)
        self.mark_seat(state, house.youngest, seat, row, at + self.youngest)
        self.mark_seat(state, house.doctor, seat, row, at + self.doctor)
        for group in range(house.groups):
            for other in range(state.seats):
                if (house.members[group] >> other) & 1 == 1:
                    row[at + self.members + from_me(other, seat, state.seats) * MOST_GROUPS + group] = 1
            row[at + self.speaks + from_me(house.speakers[group], seat, state.seats) * MOST_GROUPS + group] = 1
            holder = state.of(group, n.HOLDER)
            if holder >= 0:
                row[at + self.holds + from_me(holder, seat, state.seats) * MOST_GROUPS + group] = 1

    def write_table(self, state: DoctorRat, seat: i64, row: BytesWriter, at: i64) -> None:
        row[at + self.phase + phase_seen(state, seat)] = 1
        for other in range(state.seats):
            if seems_waited_for(state, other, seat):
                row[at + self.waiting + from_me(other, seat, state.seats)] = 1
        put(row, at + self.meal, state.meal)
        if state.first >= 0:
            row[at + self.first + state.first] = 1
        if state.turn >= 0:
            row[at + self.window + state.turn] = 1
            put(row, at + self.passes, state.passes)
        put(row, at + self.tokens, state.yuck)
        put(row, at + self.tokens + 1, state.medicine)
        put(row, at + self.tokens + 2, state.strict)
        put_set(row, at + self.supply, state.supply)
        if state.reason > 0:
            row[at + self.reason + state.reason - 1] = 1
        if state.lost_by >= 0:
            row[at + self.lost_by + state.lost_by] = 1
        if state.strict_group >= 0:
            row[at + self.strict + state.strict_group] = 1
        put(row, at + self.predicted, state.predicted)
        put_set(row, at + self.said_good, state.said_good)

    def write_cards(self, state: DoctorRat, seat: i64, row: BytesWriter, at: i64) -> None:
        house = state.house
        doctor = house.colony and seat == house.doctor
        put_set(row, at + self.centre, state.centre)
        put_set(row, at + self.trash, state.trash)
        put_set(row, at + self.unseen, unseen_by(state, seat))
        stock = size(state.stock)
        pile = size(state.pile)
        if is_cooking(state) and not doctor:
            stock += size(state.picked)
            pile += 1 if state.extra >= 0 else 0
        put(row, at + self.stock_size, stock)
        put(row, at + self.pile_size, pile)
        put(row, at + self.removed_size, size(state.removed))
        if doctor or (house.colony and state.phase == n.OVER):
            put_set(row, at + self.stock, state.stock)
        if doctor:
            put_set(row, at + self.picked, state.picked)
            if state.extra >= 0:
                row[at + self.extra + state.extra] = 1
        if doctor or not house.colony:
            put_set(row, at + self.removed, state.removed)
        if state.discard >= 0 and (doctor or state.discard_holder == seat):
            row[at + self.discard + state.discard] = 1
        if state.hand != 0:
            put(row, at + self.hand_size, size(state.hand))
            if doctor or state.of(state.group_under(n.MADNESS), n.HOLDER) == seat:
                put_set(row, at + self.hand, state.hand)

    def write_diet(self, state: DoctorRat, seat: i64, group: i64, row: BytesWriter, at: i64) -> None:
        kind = state.of(group, n.KIND)
        gives = state.house.giver_sees(seat, group)
        if kind != n.NONE:
            row[at + self.has_diet + group] = 1
        if kind != n.NONE and (gives or state.phase == n.OVER):
            row[at + self.kind + group * n.KINDS + kind] = 1
            self.mark(state.of(group, n.FIRST), row, at + self.spec_a + group * n.SPECS)
            self.mark(state.of(group, n.SECOND), row, at + self.spec_b + group * n.SPECS)
            if state.phase > n.SETUP:
                put_set(row, at + self.good + group * n.FOODS, state.good_next(group))
        if gives and state.of(group, n.PART_KIND) >= 0:
            row[at + self.part_kind + group * n.KINDS + state.of(group, n.PART_KIND)] = 1
            self.mark(state.of(group, n.PART_FIRST), row, at + self.part_first + group * n.SPECS)
            self.mark(state.of(group, n.PART_SECOND), row, at + self.part_second + group * n.SPECS)
            self.mark(state.of(group, n.PART_FAMILIES), row, at + self.part_families + group * i64(9))

    def write_group(self, state: DoctorRat, group: i64, row: BytesWriter, at: i64) -> None:
        self.mark(state.of(group, n.IDENTITY), row, at + self.identity + group * n.IDENTITIES)
        first = at + self.row_of + group * n.ROW_ROOM * IN_ROW
        for place in range(state.of(group, n.ROW_LENGTH)):
            entry = state.row(group, place)
            if entry >= n.COMPLICATION:
                row[first + place * IN_ROW + FOOD + 2 + entry - n.COMPLICATION] = 1
            else:
                mark_food(entry % n.GOOD, row, first + place * IN_ROW)
                row[first + place * IN_ROW + FOOD + (0 if entry >= n.GOOD else 1)] = 1
        self.mark(state.of(group, n.MEDICINE), row, at + self.medicine + group * n.ROW_ROOM)
        put(row, at + self.crosses + group, state.of(group, n.CROSSES))
        put(row, at + self.run + group, state.run(group))
        self.mark(state.of(group, n.PENDING), row, at + self.pending + group * n.EFFECTS)
        plate = at + self.plate + group * n.SLOTS * ON_PLATE
        for slot in range(n.SLOTS):
            card = state.plate(group, slot)
            if card >= 0:
                mark_food(card, row, plate + slot * ON_PLATE)
                self.mark(state.source(group, slot), row, plate + slot * ON_PLATE + FOOD)
            elif card == n.NO_CARD_LEFT:
                row[at + self.no_card + group] = 1
        put_set(row, at + self.banned + group * n.FOODS, state.of(group, n.BANNED))

    def write_ghost(self, state: DoctorRat, ghost: i64, row: BytesWriter, at: i64) -> None:
        row[at + state.ghosts[ghost]] = 1
        put(row, at + MOST_GROUPS, state.ghosts[ghost + 1])
        if state.ghosts[ghost + 2] >= 0:
            mark_food(state.ghosts[ghost + 2], row, at + MOST_GROUPS + 1)
        mark_food(state.ghosts[ghost + 3], row, at + MOST_GROUPS + 1 + FOOD)
        row[at + MOST_GROUPS + 1 + 2 * FOOD] = 1 if state.ghosts[ghost + 4] == 1 else 0

    def write_vote(self, state: DoctorRat, seat: i64, row: BytesWriter, at: i64) -> None:
        self.mark_seat(state, state.chair, seat, row, at + self.chair)
        voters = state.voters()
        for other in range(state.seats):
            place = from_me(other, seat, state.seats)
            row[at + self.voters + place] = 1 if (voters >> other) & 1 == 1 else 0
            row[at + self.voted + place] = 1 if (state.voted >> other) & 1 == 1 else 0
            row[at + self.tried + place] = 1 if (state.tried >> other) & 1 == 1 else 0
        if (state.voted >> seat) & 1 == 1:
            row[at + self.mine + (0 if (state.accepted >> seat) & 1 == 1 else 1)] = 1
        self.mark(state.next_group(), row, at + self.next_group)
        for group in range(state.house.groups):
            self.mark(state.of(group, n.PROPOSAL), row, at + self.proposal + group * n.FOODS)

    def mark(self, what: i64, row: BytesWriter, at: i64) -> None:
        """A 1 for what is there."""
        if what >= 0:
            row[at + what] = 1

    def mark_seat(self, state: DoctorRat, other: i64, me: i64, row: BytesWriter, at: i64) -> None:
        if other >= 0:
            row[at + from_me(other, me, state.seats)] = 1


def mark_food(food: i64, row: BytesWriter, at: i64) -> None:
    row[at + type_of(food)] = 1
    row[at + 3 + colour_of(food)] = 1
    row[at + 7 + quantity_of(food)] = 1


def unseen_by(state: DoctorRat, seat: i64) -> i64:
    """The Food cards that a seat cannot place, as a set."""
    house = state.house
    if not house.colony or seat == house.doctor:
        return state.pile
    found = ALL_FOODS & ~state.open_foods()
    if state.discard >= 0 and state.discard_holder == seat:
        found &= ~one(state.discard)
    if state.hand != 0 and state.of(state.group_under(n.MADNESS), n.HOLDER) == seat:
        found &= ~state.hand
    if state.phase == n.OVER:
        found &= ~state.stock
    return found
