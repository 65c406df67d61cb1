"""Complications (DR-10): what ails groups that do too well, in the order of a meal.

Madness, Insomnia and Paranoia feed their groups before the others choose; Gluttony and Megalomania come when all have
chosen; after the verdicts new Complication cards are handed out.
"""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .rules_verdicts import DoctorRatVerdicts
from .sets import codes, lowest, one, size


class DoctorRatComplications(DoctorRatVerdicts):
    """A table at which groups may be ill."""

    def begin_choice(self) -> None:
        """What follows when the ill have been fed: rules_choosing.py."""
        raise NotImplementedError

    def due(self, wanted: i64) -> i64:
        """How many cards a draw brings: what is asked, or what is there (DR-13.1)."""
        there = size(self.pile)
        return wanted if wanted < there else there

    # Before the choice (DR-5.14)

    def begin_choosing(self) -> None:
        self.turn = n.NONE
        if self.house.complications:
            if self.listener is not None:
                for group in range(self.house.groups):
                    if self.of(group, n.PENDING) != n.NONE:
                        self.tell(
                            "complication_starts",
                            {
                                "group": int(group),
                                "holder": int(self.of(group, n.HOLDER)),
                                "effect": n.EFFECT_NAMES[self.of(group, n.PENDING)],
                            },
                        )
            if self.group_under(n.MADNESS) != n.NONE and self.pile != 0:
                self.to_draw = self.due(2)
                self.phase = n.DEAL_MADNESS
                return
            self.feed_insomniac()
        else:
            self.begin_choice()

    def madness_is_drawn(self) -> None:
        self.phase = n.C_MADNESS
        if size(self.hand) == 1:
            self.keep_of_madness(lowest(self.hand))

    def keep_of_madness(self, card: i64) -> None:
        """One of the two is eaten, the other leaves the game unseen by the others (DR-10.10)."""
        group = self.group_under(n.MADNESS)
        holder = self.of(group, n.HOLDER)
        drawn = self.hand
        rest = drawn & ~one(card)
        self.hand = 0
        self.lay(group, 0, card, n.PILE)
        self.removed |= rest
        if rest != 0:
            self.discard = lowest(rest)
            self.discard_holder = holder
        if self.listener is not None:
            knowing = [int(holder), int(self.house.doctor)]
            self.tell(
                "madness_draw",
                {
                    "group": int(group),
                    "holder": int(holder),
                    "cards": codes(drawn),
                    "kept": n.CODES[card],
                    "discarded": n.CODES[self.discard] if rest != 0 else None,
                },
                {"cards": knowing, "discarded": knowing},
            )
            self.tell_taken(group, card, n.PILE, holder)
        self.feed_insomniac()

    def feed_insomniac(self) -> None:
        """Insomnia takes before all others (DR-10.11)."""
        if not self.feed_alone(n.INSOMNIA, n.C_INSOMNIA):
            self.feed_paranoiac()

    def feed_paranoiac(self) -> None:
        """Paranoia eats from the trash can (DR-10.12)."""
        if not self.feed_alone(n.PARANOIA, n.C_PARANOIA):
            self.begin_choice()

    def feed_alone(self, effect: i64, phase: i64) -> bool:
        """The card of a group under this effect, if there is one that has no card yet: taken at once where nothing is
        to be chosen; otherwise its holder is asked, which is True."""
        group = self.group_under(effect)
        if group == n.NONE or self.plate(group, 0) != n.NONE:
            return False
        self.phase = phase
        choice = self.available(group)
        if size(choice) > 1:
            return True
        self.take(group, lowest(choice) if choice != 0 else n.NO_CARD_LEFT, self.of(group, n.HOLDER))
        return False

    # Gluttony and Megalomania (DR-10.13 to DR-10.19)

    def begin_gluttony(self) -> None:
        if not self.house.complications:
            self.clear_centre()
        elif self.group_under(n.GLUTTONY) == n.NONE:
            self.begin_megalomania()
        else:
            self.ask_glutton()

    def ask_glutton(self) -> None:
        choice = self.available(self.group_under(n.GLUTTONY))
        if choice == 0:
            self.begin_megalomania()
            return
        self.phase = n.C_GLUTTONY
        if size(choice) == 1:
            self.take_extra(lowest(choice))

    def take_extra(self, card: i64) -> None:
        group = self.group_under(n.GLUTTONY)
        source = self.lift(card)
        self.lay(group, 1, card, source)
        if self.listener is not None:
            self.tell("gluttony_taken", {"group": int(group), "card": n.CODES[card], "from": n.SOURCE_NAMES[source]})
        self.phase = n.C_GLUTTONY_YUCK
        if not self.may_yuck_back(group):
            self.begin_megalomania()

    def foreign_card(self, number: i64) -> i64:
        """The place (group * SLOTS + slot) of the card that a prediction is about; NONE after the last (DR-10.15)."""
        oracle = self.group_under(n.MEGALOMANIA)
        for group in range(self.house.groups):
            for slot in range(n.SLOTS):
                if group != oracle and self.plate(group, slot) >= 0:
                    if number == 0:
                        return group * n.SLOTS + slot
                    number -= 1
        return n.NONE

    def begin_megalomania(self) -> None:
        if self.group_under(n.MEGALOMANIA) == n.NONE or self.foreign_card(0) == n.NONE:
            self.clear_centre()
            return
        self.predicted = 0
        self.said_good = 0
        self.phase = n.C_PREDICT

    def predict(self, good: bool) -> None:
        place = self.foreign_card(self.predicted)
        if self.listener is not None:
            card = n.CODES[self.plate(place // n.SLOTS, place % n.SLOTS)]
            self.tell("prediction", {"group": int(place // n.SLOTS), "card": card, "said": "good" if good else "bad"})
        if good:
            self.said_good |= one(self.predicted)
        self.predicted += 1
        if self.foreign_card(self.predicted) == n.NONE:
            self.answer_predictions()

    def answer_predictions(self) -> None:
        """Each card by its own group's row, before any card moves; what was foretold wrongly is the oracle's to eat
        (DR-10.16, DR-10.17)."""
        oracle = self.group_under(n.MEGALOMANIA)
        wrong: i64 = 0
        for number in range(self.predicted):
            place = self.foreign_card(number)
            group = place // n.SLOTS
            good = self.verdict_on_plate(group, place % n.SLOTS)
            right = good == ((self.said_good >> number) & 1 == 1)
            if not right:
                wrong |= one(place)
            if self.listener is not None:
                self.tell(
                    "prediction_answer",
                    {
                        "group": int(group),
                        "card": n.CODES[self.plate(group, place % n.SLOTS)],
                        "right": right,
                        "moved_to": None if right else int(oracle),
                    },
                )
        self.remember_ghosts(wrong)
        slot: i64 = 1
        for group in range(self.house.groups):
            for theirs in range(i64(2)):
                if (wrong >> (group * n.SLOTS + theirs)) & 1 == 1:
                    self.lay(oracle, slot, self.plate(group, theirs), n.MOVED)
                    self.lay(group, theirs, n.NONE, n.NONE)
                    slot += 1
        self.predicted = 0
        self.said_good = 0
        self.clear_centre()

    def remember_ghosts(self, wrong: i64) -> None:
        """Answers that no mark will repeat: about cards that left, and about an extra card whose ordinary card left
        (DR-14.6)."""
        for group in range(self.house.groups):
            for slot in range(i64(2)):
                card = self.plate(group, slot)
                if card >= 0 and ((wrong >> (group * n.SLOTS)) & (one(slot) | 1)) != 0:
                    via: i64 = n.NONE
                    if slot == 1 and self.plate(group, 0) >= 0:
                        via = self.plate(group, 0)
                    good = self.verdict_on_plate(group, slot)
                    self.add_ghost(group, self.of(group, n.EATEN), via, card, good)

    # After the verdicts

    def hand_out_complications(self) -> None:
        self.file_complications()
        self.afflict()

    def file_complications(self) -> None:
        """A complication that has acted lies down in the row, and the count begins anew (DR-10.8)."""
        for group in range(self.house.groups):
            effect = self.of(group, n.PENDING)
            if effect != n.NONE:
                self.append_row(group, n.COMPLICATION + effect)
                self.put(group, n.PENDING, n.NONE)
                self.put(group, n.HOLDER, n.NONE)
                if self.listener is not None:
                    self.tell("complication_filed", {"group": int(group)})

    def afflicted(self) -> i64:
        """The group that is to get a Complication card, or whose card is to be handed over (DR-10.2)."""
        for group in range(self.house.groups):
            if self.of(group, n.PENDING) != n.NONE:
                if self.of(group, n.HOLDER) == n.NONE:
                    return group
            elif self.run(group) >= n.RUN_TO_COMPLICATE:
                return group
        return n.NONE

    def afflict(self) -> None:
        """Health is rewarded with a complication, up to the sixth meal (DR-10.2, DR-10.4)."""
        if self.meal < n.MEALS - 1 and self.supply != 0 and self.afflicted() != n.NONE:
            self.phase = n.DEAL_COMPLICATION
        else:
            self.next_meal()

    def draw_complication(self, effect: i64) -> None:
        group = self.afflicted()
        self.supply &= ~(one(effect))
        self.put(group, n.PENDING, effect)
        if self.listener is not None:
            self.tell("complication_drawn", {"group": int(group), "effect": n.EFFECT_NAMES[effect]})
        members = self.house.members[group]
        if size(members) == 1:
            self.hand_complication(lowest(members))
        else:
            self.phase = n.E_HOLDER

    def hand_complication(self, seat: i64) -> None:
        """The Doctor hands it to one seat of the group, which will decide alone (DR-10.6, DR-10.7)."""
        group = self.afflicted()
        self.put(group, n.HOLDER, seat)
        if self.listener is not None:
            self.tell("complication_handed", {"group": int(group), "holder": int(seat)})
        self.afflict()
