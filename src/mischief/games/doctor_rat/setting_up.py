"""Before the first meal: Identities, restrictions and the first cards of the trash can (DR-2, DR-11.4 to DR-11.9).

Restrictions are given group by group, in Colleagues B's before A's. The Dealer draws them whole (`random`), or only
the Diet cards (`draw_diet`); what he does not draw, the Doctor chooses, or in Colleagues both teams at once. A
restriction is given in small steps: the Diet card, then its Category or its Specifications in rising order (left,
then right, for Alternating). No step is open that could not be completed legally.
"""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.chance import Odds
from mischief.engine.moves import Moves

from .actions import (
    CATEGORY,
    DEALT_CATEGORY,
    DEALT_DIET,
    DEALT_IDENTITY,
    DEALT_SPEC,
    DEALT_SPEC_DONE,
    DIET,
    SHIFT,
    SPEC,
    SPEC_DONE,
)
from .board import (
    CHOOSE,
    DEAL_DIET,
    DEAL_IDENTITY,
    DEAL_SPEC,
    DEAL_TRASH,
    DRAW_DIET,
    FIRST,
    FIRST_GAME,
    KIND,
    LAST,
    PART_FIRST,
    PART_KIND,
    RANDOM,
    SECOND,
    SETUP,
    WHO,
    Board,
)
from .diets import (
    ALTERNATING,
    CATEGORIES,
    DIFFERENT,
    FORBIDDEN,
    IDENTICAL,
    IDENTITIES,
    KINDS,
    MANDATORY,
    PLUS_MINUS,
    SPECS,
)
from .foods import CODES, NONE

KIND_NAMES = ["mandatory", "forbidden", "alternating", "identical", "different", "plus_minus"]
SPEC_CODES = ["L", "V", "C", "1", "2", "3", "4", "BG", "BR", "BO", "BY", "GR", "GO", "GY", "RO", "RY", "OY"]
CATEGORY_NAMES = ["type", "quantity", "colour"]


def restriction(kind: int, a: int, b: int) -> dict[str, object] | None:
    """A restriction as plain JSON; None before it is given."""
    if kind < 0:
        return None
    found: dict[str, object] = {"kind": KIND_NAMES[kind]}
    if kind in (IDENTICAL, DIFFERENT):
        found["category"] = CATEGORY_NAMES[a]
    elif kind != PLUS_MINUS:
        found["specs"] = [SPEC_CODES[a]] + ([SPEC_CODES[b]] if b >= 0 else [])
    return found


class SettingUp(Board):
    """A table that may still be setting up."""

    def open_table(self) -> None:
        """Lay out the Identities that the options name, or wait for the Dealer (DR-1.5, DR-11.4)."""
        if self.plan.identities[0] == NONE:
            self.phase = DEAL_IDENTITY
            return
        for group in range(self.plan.groups):
            self.put(group, WHO, self.plan.identities[group])
        self.identities_lie()

    def list_identities(self, odds: Odds) -> None:
        for who in range(IDENTITIES):
            if self.of(0, WHO) != who:
                odds.add(DEALT_IDENTITY + who, 1)

    def lay_identity(self, who: i64) -> None:
        if self.of(0, WHO) == NONE:
            self.put(0, WHO, who)
            return
        if self.plan.colony and who < self.of(0, WHO):
            self.put(1, WHO, self.of(0, WHO))
            self.put(0, WHO, who)
        else:
            self.put(1, WHO, who)
        self.tell_start()
        self.identities_lie()

    def identities_lie(self) -> None:
        for group in range(self.plan.groups):
            self.put(group, LAST, self.identity_food(group))
        if not self.plan.colony:
            self.first = 0 if self.of(0, WHO) < self.of(1, WHO) else 1
        self.next_restriction()

    def tell_start(self) -> None:
        """The first thing that listeners hear, once the Identities lie."""
        self.told = True
        if self.listener is None:
            return
        plan = self.plan
        shown = dict(self.game.options)
        hidden = plan.diet_mode == FIRST_GAME
        if hidden:
            shown["diet_mode"] = "choose"
        groups = range(int(plan.groups))
        self.tell(
            "game_start",
            {
                "variant": "colony" if plan.colony else "colleagues",
                "groups": int(plan.groups),
                "identities": [CODES[self.identity_food(g)] for g in groups],
                "seats": [self.seats_of(g) for g in groups],
                "options": shown,
            },
        )
        if hidden and self.of(0, KIND) != NONE:
            for group in groups:
                self.tell_given(group)

    def seats_of(self, group: int) -> list[int]:
        return [seat for seat in range(int(self.seats)) if (self.plan.members[group] >> seat) & 1 == 1]

    # Restrictions

    def next_restriction(self) -> None:
        group = self.being_given()
        if group == NONE:
            self.seed_trash()
            return
        mode = self.plan.diet_mode
        if mode == FIRST_GAME:
            self.give_first_game()
            self.seed_trash()
        elif mode == CHOOSE:
            self.phase = SETUP
            self.settle_parts()
        else:
            self.phase = DEAL_DIET

    def give_first_game(self) -> None:
        """The preset by Identity (DR-2.10): a pair of colours, no liquid, exactly three."""
        for group in range(self.plan.groups):
            who = self.of(group, WHO)
            self.put(group, KIND, FORBIDDEN if who == 1 else MANDATORY)
            self.put(group, FIRST, 8 if who == 0 else 0 if who == 1 else 5)
            if self.listener is not None:
                self.tell_given(group)

    def diet_drawn_for(self) -> i64:
        """The group for which the Dealer draws a Diet card now."""
        if not self.plan.colony and self.plan.diet_mode == DRAW_DIET:
            return 1 if self.of(1, PART_KIND) == NONE and self.of(1, KIND) == NONE else 0
        return self.being_given()

    def list_diets(self, odds: Odds) -> None:
        supply = self.restriction_cards()
        for kind in range(KINDS):
            if supply.diets[kind] > 0:
                odds.add(DEALT_DIET + kind, supply.diets[kind])

    def draw_diet(self, kind: i64) -> None:
        group = self.diet_drawn_for()
        self.put(group, PART_KIND, kind)
        if self.plan.diet_mode == RANDOM:
            if kind == PLUS_MINUS:
                self.give(group, kind, NONE, NONE)
            else:
                self.phase = DEAL_SPEC
            return
        if kind == PLUS_MINUS:
            self.give(group, kind, NONE, NONE)
        if not self.plan.colony and group == 1:
            self.phase = DEAL_DIET
        elif self.of(group, KIND) == NONE or (not self.plan.colony and self.being_given() != NONE):
            self.phase = SETUP
            self.settle_parts()

    def list_spec_odds(self, odds: Odds) -> None:
        """The exact odds behind all redraws (DR-2.14)."""
        group = self.being_given()
        kind = self.of(group, PART_KIND)
        first = self.of(group, PART_FIRST)
        food = self.identity_food(group)
        if first == NONE:
            self.restriction_cards().list_first(kind, food, odds, DEALT_SPEC, DEALT_CATEGORY)
        else:
            self.restriction_cards().list_second(kind, food, first, odds, DEALT_SPEC, DEALT_SPEC_DONE)

    def list_parts(self, group: i64, moves: Moves) -> None:
        """What may be laid next for a group: only what can be completed (DR-8.3 to DR-8.12)."""
        supply = self.restriction_cards()
        kind = self.of(group, PART_KIND)
        first = self.of(group, PART_FIRST)
        food = self.identity_food(group)
        if kind == NONE:
            for k in range(KINDS):
                if supply.completable(k, food):
                    moves.add(DIET + k)
        elif kind == IDENTICAL or kind == DIFFERENT:
            for category in range(CATEGORIES):
                if supply.legal(kind, food, category, NONE):
                    moves.add(CATEGORY + category)
        elif first == NONE:
            for a in range(SPECS):
                if supply.opens(kind, food, a):
                    moves.add(SPEC + a)
        else:
            for b in range(SPECS):
                if supply.legal(kind, food, first, b):
                    moves.add(SPEC + b)
            if kind != ALTERNATING and supply.legal(kind, food, first, NONE):
                moves.add(SPEC_DONE)

    def lay_part(self, group: i64, action: i64) -> None:
        """One step of giving a restriction."""
        kind = self.of(group, PART_KIND)
        first = self.of(group, PART_FIRST)
        if action < SPEC:
            self.put(group, PART_KIND, action - DIET)
            if action - DIET == PLUS_MINUS:
                self.give(group, PLUS_MINUS, NONE, NONE)
        elif action == SPEC_DONE:
            self.give(group, kind, first, NONE)
        elif action >= CATEGORY:
            self.give(group, kind, action - CATEGORY, NONE)
        elif first == NONE:
            self.put(group, PART_FIRST, action - SPEC)
        else:
            self.give(group, kind, first, action - SPEC)

    def deal_part(self, outcome: i64) -> None:
        self.lay_part(self.being_given(), outcome + SHIFT)

    def choose_part(self, seat: i64, action: i64) -> None:
        self.lay_part(self.given_by(seat), action)
        if self.phase == SETUP:
            self.settle_parts()

    def given_by(self, seat: i64) -> i64:
        """The group whose restriction this seat gives."""
        if self.plan.colony:
            return self.being_given()
        return 1 if seat == self.plan.speakers[0] else 0

    def settle_parts(self) -> None:
        """Lay by themselves the steps that leave no choice."""
        moves = Moves()
        asked = True
        while asked and self.phase == SETUP:
            asked = False
            for group in range(self.plan.groups):
                waiting = group == self.being_given() if self.plan.colony else self.of(group, KIND) == NONE
                if waiting and self.phase == SETUP:
                    moves.clear()
                    self.list_parts(group, moves)
                    if moves.count == 1:
                        self.lay_part(group, moves.items[0])
                        asked = True

    def give(self, group: i64, kind: i64, a: i64, b: i64) -> None:
        """A restriction is complete; it never changes again (DR-2.7)."""
        self.put(group, KIND, kind)
        self.put(group, FIRST, a)
        self.put(group, SECOND, b)
        self.put(group, PART_KIND, NONE)
        self.put(group, PART_FIRST, NONE)
        if self.listener is not None:
            self.tell_given(group)
        together = not self.plan.colony and self.plan.diet_mode != RANDOM
        if self.being_given() == NONE or not together:
            self.next_restriction()

    def tell_given(self, group: i64) -> None:
        given = restriction(int(self.of(group, KIND)), int(self.of(group, FIRST)), int(self.of(group, SECOND)))
        knowing = [seat for seat in range(int(self.seats)) if self.plan.giver_sees(seat, group)]
        cards = [KIND_NAMES[self.of(group, KIND)]]
        if self.of(group, KIND) in (IDENTICAL, DIFFERENT):
            cards.append(CATEGORY_NAMES[self.of(group, FIRST)])
        else:
            cards += [SPEC_CODES[s] for s in (self.of(group, FIRST), self.of(group, SECOND)) if s >= 0]
        self.tell(
            "diet_given",
            {"group": int(group), "restriction": given, "cards": cards},
            {"restriction": knowing, "cards": knowing},
        )

    def seed_trash(self) -> None:
        """The first cards of the trash can: one fewer than groups (DR-2.9, DR-11.9)."""
        self.phase = DEAL_TRASH
        self.to_draw = self.plan.groups - 1 if self.plan.colony else 1
