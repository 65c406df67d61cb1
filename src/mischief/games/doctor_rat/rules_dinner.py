"""Phases A and B: a meal begins, and dinner is served (DR-3, DR-4, DR-9, DR-11.10, DR-11.11).

The Doctor draws, picks and uses his tokens (`begin_meal` to `serve`); colleagues have open cards and a window for
Yuck! to all of them.
"""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .rules_choosing import DoctorRatChoosing
from .sets import codes, highest, lowest, one, size, up_to


class DoctorRatDinner(DoctorRatChoosing):
    """A table at which dinner is made."""

    def begin_meal(self) -> None:
        """Phase A, and the draw of phase B (DR-3.2, DR-4.1, DR-4.2, DR-11.10)."""
        if self.listener is not None:
            first = int(self.first) if self.first >= 0 else None
            self.tell("meal_start", {"meal": int(self.meal), "first_player": first})
        if self.house.colony:
            self.to_draw = 0 if self.meal == n.NO_DRAW_MEAL else self.due(self.house.groups + 1)
            if self.to_draw > 0:
                self.phase = n.DEAL_STOCK
            else:
                self.begin_picking()
        else:
            resting = self.meal == n.NO_DRAW_MEAL or self.meal == n.MEALS
            self.to_draw = 0 if resting else self.due(n.COLLEAGUES_DRAW)
            if self.to_draw > 0:
                self.phase = n.DEAL_CENTRE
            else:
                self.open_yuck_front()

    # The Doctor's dinner

    def stock_is_drawn(self) -> None:
        if self.listener is not None:
            self.tell(
                "stock_drawn",
                {"count": int(size(self.stock)), "cards": codes(self.stock)},
                {"cards": [int(self.house.doctor)]},
            )
        self.begin_picking()

    def begin_picking(self) -> None:
        self.phase = n.B_PICK
        self.pick_the_last()

    def pick_the_last(self) -> None:
        """The last pick is made by itself where only one card can be it; without a stock none is made."""
        left = self.cards_to_choose() - size(self.picked)
        if left == 0:
            self.dinner_is_picked()
        elif not self.may_yuck_front():
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
            self.tell_yuck_front(seat, gone, [int(self.house.doctor)])
        self.removed |= gone
        self.stock = 0
        self.to_draw = size(gone)
        self.phase = n.DEAL_STOCK

    def dinner_is_picked(self) -> None:
        """Meal 3 adds one card of chance (DR-4.7)."""
        if self.meal == n.EXTRA_CARD_MEAL and self.pile != 0:
            self.to_draw = 1
            self.phase = n.DEAL_EXTRA
        else:
            self.consider_specials()

    def consider_specials(self) -> None:
        """Medicine and Strict Menu have their moment here (DR-4.8); with neither to use, dinner is ready."""
        if self.has_specials():
            self.phase = n.B_SPECIAL
        else:
            self.serve()

    def use_special(self, action: i64) -> None:
        if action == n.SERVE:
            self.serve()
        elif action < n.STRICT:
            self.give_medicine((action - n.MEDICATE) // n.PLACES, (action - n.MEDICATE) % n.PLACES)
        else:
            self.strict_group = action - n.STRICT
            self.phase = n.B_STRICT
            if size(self.picked) == 1:
                self.hand_strict_card(lowest(self.picked))

    def give_medicine(self, group: i64, index: i64) -> None:
        """Two marks stop counting for good; the foods stay foods (DR-9.6, DR-9.8)."""
        self.medicine -= 1
        self.put(group, n.MEDICINE, index)
        marks = []
        for i in range(index, index + 2):
            good = self.row(group, i) >= n.GOOD
            if not good:
                self.put(group, n.CROSSES, self.of(group, n.CROSSES) - 1)
            marks.append("good" if good else "bad")
        if self.listener is not None:
            self.tell("medicine", {"group": int(group), "index": int(index), "marks": marks})
        self.consider_specials()

    def hand_strict_card(self, card: i64) -> None:
        """A chosen card goes openly to a group, which must eat it (DR-9.10)."""
        group = self.strict_group
        self.strict -= 1
        self.strict_group = n.NONE
        self.picked &= ~one(card)
        self.lay(group, 0, card, n.DOCTOR)
        if self.listener is not None:
            self.tell("strict_menu", {"group": int(group), "card": n.CODES[card]})
        self.consider_specials()

    def serve(self) -> None:
        """ "Dinner's ready!" (DR-4.9)."""
        if self.extra != n.NONE:
            if self.listener is not None:
                self.tell("extra_drawn", {"card": n.CODES[self.extra]}, {"card": [int(self.house.doctor)]})
            self.picked |= one(self.extra)
            self.extra = n.NONE
        self.centre |= self.picked
        self.picked = 0
        if self.listener is not None:
            self.tell("served", {"cards": codes(self.centre)})
        self.begin_choosing()

    # The open cards of Colleagues

    def trash_is_seeded(self) -> None:
        if self.listener is not None:
            self.tell("trash_seeded", {"cards": codes(self.trash)})
        if self.removed == 0:
            self.begin_meal()
        else:
            self.open_yuck_front()

    def centre_is_drawn(self) -> None:
        if self.listener is not None:
            self.tell("centre_drawn", {"cards": codes(self.centre)})
        self.draw_for_trash()

    def draw_for_trash(self) -> None:
        """New cards for the trash can, if some were swept away; then the window opens again."""
        if self.to_draw_trash > 0:
            self.to_draw = self.to_draw_trash
            self.to_draw_trash = 0
            self.phase = n.DEAL_TRASH
        else:
            self.open_yuck_front()

    def open_yuck_front(self) -> None:
        """A window: the first player's team, then the other (DR-11.11)."""
        self.turn = self.first
        self.passes = 0
        if self.may_yuck_front():
            self.phase = n.B_YUCK
        else:
            self.begin_choosing()

    def answer_yuck_front(self, seat: i64, action: i64) -> None:
        if action == n.YUCK_FRONT:
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
            self.tell_yuck_front(seat, gone, None)
        self.to_draw = size(self.centre)
        self.to_draw_trash = size(self.trash)
        self.removed |= gone
        self.centre = 0
        self.trash = 0
        self.turn = n.NONE
        if self.to_draw > 0:
            self.phase = n.DEAL_CENTRE
        else:
            self.draw_for_trash()

    def tell_yuck_front(self, seat: i64, gone: i64, knowing: list[int] | None) -> None:
        """What is swept away, told to all or only to those who know it."""
        self.tell(
            "yuck_front",
            {"seat": int(seat), "tokens_left": int(self.yuck), "removed": codes(gone), "drawn": int(size(gone))},
            {"removed": knowing} if knowing is not None else None,
        )
