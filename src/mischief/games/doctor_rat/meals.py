"""A meal from the draw to the last verdict: phases A to D and what follows (DR-3 to DR-7, DR-9 to DR-11).

In the order of the table: `begin_meal`, the Doctor's picks and tokens (`pick_for_dinner` to `serve`), the open cards
of Colleagues, the complications that come before the choice, the choice itself (choosing.py), Yuck! back, Gluttony,
Megalomania, `analyse`, and the Complication cards for the next meal.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from .actions import MEDICATE, PASS, PLACES, SERVE, STRICT, YUCK_BACK, YUCK_FRONT
from .board import (
    B_PICK,
    B_SPECIAL,
    B_STRICT,
    B_YUCK,
    BANNED,
    C_GLUTTONY,
    C_GLUTTONY_YUCK,
    C_INSOMNIA,
    C_MADNESS,
    C_PARANOIA,
    C_PREDICT,
    C_REPLACE,
    C_YUCK,
    CENTRE,
    COMPLICATION,
    CROSSES,
    CROSSES_LOST,
    DEAL_CENTRE,
    DEAL_COMPLICATION,
    DEAL_EXTRA,
    DEAL_MADNESS,
    DEAL_STOCK,
    DEAL_TRASH,
    DOCTOR,
    E_HOLDER,
    EATEN,
    EXAM_CROSS,
    EXAM_PASSED,
    EXTRA_CARD_MEAL,
    FIRST,
    GLUTTONY,
    GOOD,
    HOLDER,
    IDLE,
    INSOMNIA,
    KIND,
    LAST,
    MADNESS,
    MEALS,
    MEDICINE,
    MEGALOMANIA,
    MOVED,
    NO_DRAW_MEAL,
    OVER,
    PARANOIA,
    PENDING,
    PILE,
    RUN_TO_COMPLICATE,
    SECOND,
    SLOTS,
    THIRD_CROSS,
    TRASH,
)
from .choosing import SOURCES, Choosing
from .foods import CODES, NONE, codes, highest, lowest, one, size, up_to
from .setting_up import restriction

EFFECTS = ["madness", "insomnia", "gluttony", "megalomania", "paranoia"]
REASONS = ["", "third_cross", "exam_cross", "exam_passed"]
COLLEAGUES_DRAW: Final[i64] = 3


class Meals(Choosing):
    """A table from the first meal to the last verdict."""

    # Phases A and B

    def due(self, wanted: i64) -> i64:
        """How many cards a draw brings: what is asked, or what is there (DR-13.1)."""
        there = size(self.pile)
        return wanted if wanted < there else there

    def trash_is_seeded(self) -> None:
        if self.listener is not None:
            self.tell("trash_seeded", {"cards": codes(self.trash)})
        if self.removed == 0:
            self.begin_meal()
        else:
            self.open_yuck_front()

    def begin_meal(self) -> None:
        """Phase A, and the draw of phase B (DR-3.2, DR-4.1, DR-4.2, DR-11.10)."""
        if self.listener is not None:
            first = int(self.first) if self.first >= 0 else None
            self.tell("meal_start", {"meal": int(self.meal), "first_player": first})
        if self.plan.colony:
            self.to_draw = 0 if self.meal == NO_DRAW_MEAL else self.due(self.plan.groups + 1)
            if self.to_draw > 0:
                self.phase = DEAL_STOCK
            else:
                self.begin_picking()
        else:
            resting = self.meal == NO_DRAW_MEAL or self.meal == MEALS
            self.to_draw = 0 if resting else self.due(COLLEAGUES_DRAW)
            if self.to_draw > 0:
                self.phase = DEAL_CENTRE
            else:
                self.open_yuck_front()

    def stock_is_drawn(self) -> None:
        if self.listener is not None:
            self.tell(
                "stock_drawn",
                {"count": int(size(self.stock)), "cards": codes(self.stock)},
                {"cards": [int(self.plan.doctor)]},
            )
        self.begin_picking()

    def begin_picking(self) -> None:
        self.phase = B_PICK
        self.pick_the_last()

    def pick_the_last(self) -> None:
        """The last pick is made by itself where only one card can be it; without a stock none is made."""
        left = self.cards_to_choose() - size(self.picked)
        if left == 0:
            self.dinner_is_picked()
        elif left == 1 and not self.may_yuck_front():
            higher = self.stock
            if self.picked != 0:
                higher &= ~up_to(highest(self.picked))
            if size(higher) == 1:
                self.pick_for_dinner(lowest(higher))

    def pick_for_dinner(self, card: i64) -> None:
        self.stock &= ~one(card)
        self.picked |= one(card)
        self.pick_the_last()

    def yuck_stock(self, seat: i64) -> None:
        """Yuck! front: the whole stock goes and as many cards come (DR-9.3)."""
        self.yuck -= 1
        gone = self.stock
        if self.listener is not None:
            self.tell(
                "yuck_front",
                {
                    "seat": int(seat),
                    "tokens_left": int(self.yuck),
                    "removed": codes(gone),
                    "drawn": int(size(gone)),
                },
                {"removed": [int(self.plan.doctor)]},
            )
        self.removed |= gone
        self.stock = 0
        self.to_draw = size(gone)
        if self.to_draw > 0:
            self.phase = DEAL_STOCK
        else:
            self.begin_picking()

    def dinner_is_picked(self) -> None:
        """Meal 3 adds one card of chance (DR-4.7)."""
        if self.meal == EXTRA_CARD_MEAL and self.pile != 0:
            self.to_draw = 1
            self.phase = DEAL_EXTRA
        else:
            self.consider_specials()

    def consider_specials(self) -> None:
        """Medicine and Strict Menu have their moment here (DR-4.8); with neither to use, dinner is ready."""
        if self.has_specials():
            self.phase = B_SPECIAL
        else:
            self.serve()

    def use_special(self, action: i64) -> None:
        if action == SERVE:
            self.serve()
        elif action < STRICT:
            self.give_medicine((action - MEDICATE) // PLACES, (action - MEDICATE) % PLACES)
        else:
            self.strict_group = action - STRICT
            self.phase = B_STRICT
            if size(self.picked) == 1:
                self.hand_strict_card(lowest(self.picked))

    def give_medicine(self, group: i64, index: i64) -> None:
        """Two marks stop counting for good; the foods stay foods (DR-9.6, DR-9.8)."""
        self.medicine -= 1
        self.put(group, MEDICINE, index)
        marks = []
        for i in range(index, index + 2):
            good = self.row(group, i) >= GOOD
            if not good:
                self.put(group, CROSSES, self.of(group, CROSSES) - 1)
            marks.append("good" if good else "bad")
        if self.listener is not None:
            self.tell("medicine", {"group": int(group), "index": int(index), "marks": marks})
        self.consider_specials()

    def hand_strict_card(self, card: i64) -> None:
        """A chosen card goes openly to a group, which must eat it (DR-9.10)."""
        group = self.strict_group
        self.strict -= 1
        self.strict_group = NONE
        self.picked &= ~one(card)
        self.lay(group, 0, card, DOCTOR)
        if self.listener is not None:
            self.tell("strict_menu", {"group": int(group), "card": CODES[card]})
        self.consider_specials()

    def serve(self) -> None:
        """ "Dinner's ready!" (DR-4.9)."""
        if self.extra != NONE:
            if self.listener is not None:
                self.tell("extra_drawn", {"card": CODES[self.extra]}, {"card": [int(self.plan.doctor)]})
            self.picked |= one(self.extra)
            self.extra = NONE
        self.centre |= self.picked
        self.picked = 0
        if self.listener is not None:
            self.tell("served", {"cards": codes(self.centre)})
        self.begin_choosing()

    # Phase B of Colleagues

    def centre_is_drawn(self) -> None:
        if self.listener is not None:
            self.tell("centre_drawn", {"cards": codes(self.centre)})
        if self.to_draw_trash > 0:
            self.to_draw = self.to_draw_trash
            self.to_draw_trash = 0
            self.phase = DEAL_TRASH
        else:
            self.open_yuck_front()

    def open_yuck_front(self) -> None:
        """A window: the first player's team, then the other (DR-11.11)."""
        self.turn = self.first
        self.passes = 0
        if self.may_yuck_front():
            self.phase = B_YUCK
        else:
            self.begin_choosing()

    def answer_yuck_front(self, seat: i64, action: i64) -> None:
        if action == YUCK_FRONT:
            self.yuck_open_cards(seat)
            return
        self.turn = 1 - self.turn
        self.passes += 1
        if self.passes == 2:
            self.begin_choosing()

    def yuck_open_cards(self, seat: i64) -> None:
        """Centre and trash go, and as many cards come to each."""
        self.yuck -= 1
        gone = self.centre | self.trash
        if self.listener is not None:
            self.tell(
                "yuck_front",
                {
                    "seat": int(seat),
                    "tokens_left": int(self.yuck),
                    "removed": codes(gone),
                    "drawn": int(size(gone)),
                },
            )
        self.to_draw = size(self.centre)
        self.to_draw_trash = size(self.trash)
        self.removed |= gone
        self.centre = 0
        self.trash = 0
        self.turn = NONE
        self.passes = 0
        if self.to_draw > 0:
            self.phase = DEAL_CENTRE
        elif self.to_draw_trash > 0:
            self.to_draw = self.to_draw_trash
            self.to_draw_trash = 0
            self.phase = DEAL_TRASH
        else:
            self.open_yuck_front()

    # Phase C: complications that come before the choice (DR-5.14)

    def begin_choosing(self) -> None:
        self.turn = NONE
        self.passes = 0
        if self.plan.complications:
            if self.listener is not None:
                for group in range(self.plan.groups):
                    if self.of(group, PENDING) != NONE:
                        self.tell(
                            "complication_starts",
                            {
                                "group": int(group),
                                "holder": int(self.of(group, HOLDER)),
                                "effect": EFFECTS[self.of(group, PENDING)],
                            },
                        )
            if self.group_under(MADNESS) != NONE and self.pile != 0:
                self.to_draw = self.due(2)
                self.phase = DEAL_MADNESS
                return
            self.feed_insomniac()
        else:
            self.begin_choice()

    def madness_is_drawn(self) -> None:
        self.phase = C_MADNESS
        if size(self.hand) == 1:
            self.keep_of_madness(lowest(self.hand))

    def keep_of_madness(self, card: i64) -> None:
        """One of the two is eaten, the other leaves the game unseen by the others (DR-10.10)."""
        group = self.group_under(MADNESS)
        holder = self.of(group, HOLDER)
        drawn = self.hand
        rest = drawn & ~one(card)
        self.hand = 0
        self.lay(group, 0, card, PILE)
        self.removed |= rest
        if rest != 0:
            self.discard = lowest(rest)
            self.discard_holder = holder
        if self.listener is not None:
            knowing = [int(holder), int(self.plan.doctor)]
            self.tell(
                "madness_draw",
                {
                    "group": int(group),
                    "holder": int(holder),
                    "cards": codes(drawn),
                    "kept": CODES[card],
                    "discarded": CODES[self.discard] if rest != 0 else None,
                },
                {"cards": knowing, "discarded": knowing},
            )
            self.tell_taken(group, card, PILE, holder)
        self.feed_insomniac()

    def feed_insomniac(self) -> None:
        """Insomnia takes before all others (DR-10.11)."""
        group = self.group_under(INSOMNIA)
        if group == NONE or self.plate(group, 0) != NONE:
            self.feed_paranoiac()
            return
        self.phase = C_INSOMNIA
        choice = self.available(group)
        if size(choice) <= 1:
            self.take(group, lowest(choice) if choice != 0 else IDLE, self.of(group, HOLDER))
            self.feed_paranoiac()

    def feed_paranoiac(self) -> None:
        """Paranoia eats from the trash can (DR-10.12)."""
        group = self.group_under(PARANOIA)
        if group == NONE or self.plate(group, 0) != NONE:
            self.begin_choice()
            return
        self.phase = C_PARANOIA
        choice = self.available(group)
        if size(choice) <= 1:
            self.take(group, lowest(choice) if choice != 0 else IDLE, self.of(group, HOLDER))
            self.begin_choice()

    # Yuck! back (DR-9.4, DR-9.5, DR-11.13)

    def begin_yuck_back(self) -> None:
        """The Doctor is asked if he has a token and a target; in Colleagues a window, the first player's team first."""
        self.phase = C_YUCK
        self.passes = 0
        if self.plan.colony:
            for group in range(self.plan.groups):
                if self.may_yuck_back(group):
                    return
            self.begin_gluttony()
            return
        self.turn = self.first
        self.skip_idle_turns()

    def skip_idle_turns(self) -> None:
        """A team that could only pass is not asked."""
        while self.passes < 2 and not self.may_yuck_back(1 - self.turn):
            self.turn = 1 - self.turn
            self.passes += 1
        if self.passes == 2:
            self.turn = NONE
            self.passes = 0
            self.clear_centre()

    def answer_yuck_window(self, seat: i64, action: i64) -> None:
        if action != PASS:
            self.turn = NONE
            self.passes = 0
            self.yuck_back(seat, action - YUCK_BACK, 0)
            self.open_choice(C_REPLACE)
        elif self.plan.colony:
            self.begin_gluttony()
        else:
            self.turn = 1 - self.turn
            self.passes += 1
            self.skip_idle_turns()

    def yuck_back(self, seat: i64, group: i64, slot: i64) -> None:
        """The card goes to the centre, wherever it came from, and is banned for that group this meal."""
        card = self.plate(group, slot)
        self.yuck -= 1
        self.centre |= one(card)
        self.put(group, BANNED, self.of(group, BANNED) | one(card))
        self.lay(group, slot, NONE, NONE)
        if self.listener is not None:
            self.tell(
                "yuck_back",
                {"by": int(seat), "group": int(group), "card": CODES[card], "tokens_left": int(self.yuck)},
            )

    # Gluttony and Megalomania (DR-10.13 to DR-10.19)

    def begin_gluttony(self) -> None:
        if not self.plan.complications:
            self.clear_centre()
        elif self.group_under(GLUTTONY) == NONE:
            self.begin_megalomania()
        else:
            self.ask_glutton()

    def ask_glutton(self) -> None:
        choice = self.available(self.group_under(GLUTTONY))
        if choice == 0:
            self.begin_megalomania()
            return
        self.phase = C_GLUTTONY
        if size(choice) == 1:
            self.take_extra(lowest(choice))

    def take_extra(self, card: i64) -> None:
        group = self.group_under(GLUTTONY)
        source = CENTRE if (self.centre >> card) & 1 == 1 else TRASH
        self.lift(card)
        self.lay(group, 1, card, source)
        if self.listener is not None:
            self.tell("gluttony_taken", {"group": int(group), "card": CODES[card], "from": SOURCES[source]})
        self.phase = C_GLUTTONY_YUCK
        if not self.may_yuck_back(group):
            self.begin_megalomania()

    def foreign_card(self, number: i64) -> i64:
        """The place (group * SLOTS + slot) of the card that a prediction is about; NONE behind the last (DR-10.15)."""
        oracle = self.group_under(MEGALOMANIA)
        for group in range(self.plan.groups):
            for slot in range(SLOTS):
                if group != oracle and self.plate(group, slot) >= 0:
                    if number == 0:
                        return group * SLOTS + slot
                    number -= 1
        return NONE

    def begin_megalomania(self) -> None:
        if self.group_under(MEGALOMANIA) == NONE or self.foreign_card(0) == NONE:
            self.clear_centre()
            return
        self.predicted = 0
        self.said_good = 0
        self.phase = C_PREDICT

    def predict(self, good: bool) -> None:
        place = self.foreign_card(self.predicted)
        if self.listener is not None:
            card = CODES[self.plate(place // SLOTS, place % SLOTS)]
            self.tell("prediction", {"group": int(place // SLOTS), "card": card, "said": "good" if good else "bad"})
        if good:
            self.said_good |= one(self.predicted)
        self.predicted += 1
        if self.foreign_card(self.predicted) == NONE:
            self.answer_predictions()

    def answer_predictions(self) -> None:
        """Each card by its own group's row, before any card moves; what was foretold wrongly is the oracle's to eat
        (DR-10.16, DR-10.17)."""
        oracle = self.group_under(MEGALOMANIA)
        wrong: i64 = 0
        for number in range(self.predicted):
            place = self.foreign_card(number)
            group = place // SLOTS
            good = self.verdict_on_plate(group, place % SLOTS)
            right = good == ((self.said_good >> number) & 1 == 1)
            if not right:
                wrong |= one(place)
            if self.listener is not None:
                self.tell(
                    "prediction_answer",
                    {
                        "group": int(group),
                        "card": CODES[self.plate(group, place % SLOTS)],
                        "right": right,
                        "moved_to": None if right else int(oracle),
                    },
                )
        self.remember_ghosts(wrong)
        slot: i64 = 1
        for group in range(self.plan.groups):
            for theirs in range(i64(2)):
                if (wrong >> (group * SLOTS + theirs)) & 1 == 1:
                    self.lay(oracle, slot, self.plate(group, theirs), MOVED)
                    self.lay(group, theirs, NONE, NONE)
                    slot += 1
        self.predicted = 0
        self.said_good = 0
        self.clear_centre()

    def verdict_on_plate(self, group: i64, slot: i64) -> bool:
        """The verdict on a card behind the group's earlier cards of this meal."""
        before = self.of(group, LAST)
        eaten = self.of(group, EATEN)
        for earlier in range(slot):
            if self.plate(group, earlier) >= 0:
                before = self.plate(group, earlier)
                eaten += 1
        return self.fits(group, before, eaten, self.plate(group, slot))

    def remember_ghosts(self, wrong: i64) -> None:
        """Answers that no mark will repeat: about cards that left, and about an extra card whose ordinary card left
        (DR-14.6)."""
        for group in range(self.plan.groups):
            for slot in range(i64(2)):
                card = self.plate(group, slot)
                if card >= 0 and ((wrong >> (group * SLOTS)) & (one(slot) | 1)) != 0:
                    via: i64 = NONE
                    if slot == 1 and self.plate(group, 0) >= 0:
                        via = self.plate(group, 0)
                    good = self.verdict_on_plate(group, slot)
                    self.add_ghost(group, self.of(group, EATEN), via, card, good)

    # Phase D

    def clear_centre(self) -> None:
        """What was not eaten stays in the trash can (DR-5.12)."""
        if self.listener is not None and self.centre != 0:
            self.tell("centre_cleared", {"cards": codes(self.centre)})
        self.trash |= self.centre
        self.centre = 0
        for group in range(self.plan.groups):
            self.put(group, BANNED, 0)
        self.analyse()

    def analyse(self) -> None:
        """The verdicts, in group order or the first player first; a lost game stops them (DR-6, DR-7, DR-11.16)."""
        start = i64(0) if self.plan.colony else self.first
        for i in range(self.plan.groups):
            group = (start + i) % self.plan.groups
            for slot in range(SLOTS):
                card = self.plate(group, slot)
                if card >= 0 and not self.eat(group, card):
                    self.lay(group, slot, NONE, NONE)
                    self.end(EXAM_CROSS if self.meal == MEALS else THIRD_CROSS, group)
                    return
                self.lay(group, slot, NONE, NONE)
        if self.meal == MEALS:
            self.end(EXAM_PASSED, NONE)
            return
        if self.plan.complications:
            self.file_complications()
            self.afflict()
        else:
            self.next_meal()

    def eat(self, group: i64, card: i64) -> bool:
        """A card gets its mark and joins the row, good or bad (DR-6.2, DR-6.3); False if that loses the game."""
        good = self.fits_next(group, card)
        self.append_row(group, card + (GOOD if good else 0))
        self.put(group, LAST, card)
        self.put(group, EATEN, self.of(group, EATEN) + 1)
        if not good:
            self.put(group, CROSSES, self.of(group, CROSSES) + 1)
        if self.listener is not None:
            self.tell(
                "verdict",
                {
                    "group": int(group),
                    "card": CODES[card],
                    "good": good,
                    "call": "good_call" if good else "bad_call",
                    "crosses": int(self.of(group, CROSSES)),
                },
            )
        return good or (self.of(group, CROSSES) < CROSSES_LOST and self.meal != MEALS)

    def end(self, reason: i64, group: i64) -> None:
        self.reason = reason
        self.lost_by = group
        if self.listener is not None:
            groups = range(int(self.plan.groups))
            self.tell(
                "game_end",
                {
                    "win": reason == EXAM_PASSED,
                    "reason": REASONS[reason],
                    "meal": int(self.meal),
                    "group": int(group) if group >= 0 else None,
                    "restrictions": [self.restriction_of(g) for g in groups],
                    "stock": codes(self.stock),
                    "verdicts": self.unannounced(),
                },
            )
        self.phase = OVER

    def restriction_of(self, group: int) -> dict[str, object] | None:
        return restriction(int(self.of(group, KIND)), int(self.of(group, FIRST)), int(self.of(group, SECOND)))

    def unannounced(self) -> list[dict[str, object]]:
        """The verdicts that the end of the game cut off, for everybody to see now (DR-7.5)."""
        found: list[dict[str, object]] = []
        for group in range(int(self.plan.groups)):
            for slot in range(int(SLOTS)):
                card = self.plate(group, slot)
                if card >= 0:
                    good = self.verdict_on_plate(group, slot)
                    found.append({"group": group, "card": CODES[card], "good": good})
        return found

    # The end of a meal

    def file_complications(self) -> None:
        """A complication that has acted lies down in the row, and the count begins anew (DR-10.8)."""
        for group in range(self.plan.groups):
            effect = self.of(group, PENDING)
            if effect != NONE:
                self.append_row(group, COMPLICATION + effect)
                self.put(group, PENDING, NONE)
                self.put(group, HOLDER, NONE)
                if self.listener is not None:
                    self.tell("complication_filed", {"group": int(group)})

    def afflicted(self) -> i64:
        """The group that is to get a Complication card, or whose card is to be handed over (DR-10.2)."""
        for group in range(self.plan.groups):
            if self.of(group, PENDING) != NONE:
                if self.of(group, HOLDER) == NONE:
                    return group
            elif self.run(group) >= RUN_TO_COMPLICATE:
                return group
        return NONE

    def afflict(self) -> None:
        """Health is rewarded with a complication, up to the sixth meal (DR-10.2, DR-10.4)."""
        if self.meal < MEALS - 1 and self.supply != 0 and self.afflicted() != NONE:
            self.phase = DEAL_COMPLICATION
        else:
            self.next_meal()

    def draw_complication(self, effect: i64) -> None:
        group = self.afflicted()
        self.supply &= ~(one(effect))
        self.put(group, PENDING, effect)
        if self.listener is not None:
            self.tell("complication_drawn", {"group": int(group), "effect": EFFECTS[effect]})
        members = self.plan.members[group]
        if size(members) == 1:
            self.hand_complication(lowest(members))
        else:
            self.phase = E_HOLDER

    def hand_complication(self, seat: i64) -> None:
        """The Doctor hands it to one seat of the group, which will decide alone (DR-10.6, DR-10.7)."""
        group = self.afflicted()
        self.put(group, HOLDER, seat)
        if self.listener is not None:
            self.tell("complication_handed", {"group": int(group), "holder": int(seat)})
        self.afflict()

    def next_meal(self) -> None:
        self.meal += 1
        if not self.plan.colony:
            self.first = 1 - self.first
            if self.listener is not None:
                self.tell("first_player_passed", {"team": int(self.first)})
        self.begin_meal()
