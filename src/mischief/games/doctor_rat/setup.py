"""Before the first meal: Identities, restrictions and the first cards of the trash can (DR-2, DR-11.4 to DR-11.9).

Restrictions are given group by group, in Colleagues B's before A's. The Dealer draws them whole (`random`), or only
the Diet cards (`draw_diet`), or the Specifications of families that the Doctor names (`draw_specs`); what he does not
draw, the Doctor chooses, or in Colleagues both teams at once. A
restriction is given in small steps: the Diet card, then its Category or its Specifications in rising order (left,
then right, for Alternating). No step is open that could not be completed legally.
"""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.chance import Odds
from mischief.engine.moves import Moves

from . import numbers as n
from .setup_supply import Supply
from .table import DoctorRatTable


class DoctorRatSetup(DoctorRatTable):
    """A table that may still be setting up."""

    def open_table(self) -> None:
        """Lay out the Identities that the options name, or wait for the Dealer (DR-1.5, DR-11.4)."""
        if self.house.identities[0] == n.NONE:
            self.phase = n.DEAL_IDENTITY
            return
        for group in range(self.house.groups):
            self.put(group, n.IDENTITY, self.house.identities[group])
        self.identities_lie()

    def list_identities(self, odds: Odds) -> None:
        for identity in range(n.IDENTITIES):
            if self.of(0, n.IDENTITY) != identity:
                odds.add(n.DEALT_IDENTITY + identity, 1)

    def lay_identity(self, identity: i64) -> None:
        if self.of(0, n.IDENTITY) == n.NONE:
            self.put(0, n.IDENTITY, identity)
            return
        if self.house.colony and identity < self.of(0, n.IDENTITY):
            self.put(1, n.IDENTITY, self.of(0, n.IDENTITY))
            self.put(0, n.IDENTITY, identity)
        else:
            self.put(1, n.IDENTITY, identity)
        self.tell_start()
        self.identities_lie()

    def identities_lie(self) -> None:
        for group in range(self.house.groups):
            self.put(group, n.LAST_FOOD, self.identity_food(group))
        if not self.house.colony:
            self.first = 0 if self.of(0, n.IDENTITY) < self.of(1, n.IDENTITY) else 1
        self.next_restriction()

    def tell_start(self) -> None:
        """The first thing that listeners hear, once the Identities lie."""
        self.told = True
        if self.listener is None:
            return
        house = self.house
        shown = dict(self.game.options)
        hidden = house.diet_mode == n.FIRST_GAME
        if hidden:
            shown["diet_mode"] = "choose"
        groups = range(int(house.groups))
        self.tell(
            "game_start",
            {
                "variant": "colony" if house.colony else "colleagues",
                "groups": int(house.groups),
                "identities": [n.CODES[self.identity_food(g)] for g in groups],
                "seats": [self.seats_of(g) for g in groups],
                "options": shown,
            },
        )
        if hidden and self.of(0, n.KIND) != n.NONE:
            for group in groups:
                self.tell_given(group)

    # Restrictions

    def next_restriction(self) -> None:
        group = self.being_given()
        if group == n.NONE:
            self.seed_trash()
            return
        mode = self.house.diet_mode
        if mode == n.FIRST_GAME:
            self.give_first_game()
            self.seed_trash()
        elif mode == n.CHOOSE or mode == n.DRAW_SPECS:
            self.phase = n.SETUP
            self.settle_parts()
        else:
            self.phase = n.DEAL_DIET

    def give_first_game(self) -> None:
        """The preset by Identity (DR-2.10): a pair of colours, no liquid, exactly three."""
        for group in range(self.house.groups):
            identity = self.of(group, n.IDENTITY)
            self.put(group, n.KIND, n.FORBIDDEN if identity == 1 else n.MANDATORY)
            self.put(group, n.FIRST, 8 if identity == 0 else 0 if identity == 1 else 5)
            if self.listener is not None:
                self.tell_given(group)

    def diet_drawn_for(self) -> i64:
        """The group for which the Dealer draws a Diet card now."""
        if not self.house.colony and self.house.diet_mode == n.DRAW_DIET:
            return 1 if self.of(1, n.PART_KIND) == n.NONE and self.of(1, n.KIND) == n.NONE else 0
        return self.being_given()

    def list_diets(self, odds: Odds) -> None:
        copies = self.house.book.diet_copies
        shared = self.shared_supply()
        for kind in range(n.KINDS):
            left = copies[kind]
            for group in range(self.house.groups):
                if shared and self.of(group, n.KIND) == kind:
                    left -= 1
            if left > 0:
                odds.add(n.DEALT_DIET + kind, left)

    def draw_diet(self, kind: i64) -> None:
        group = self.diet_drawn_for()
        self.put(group, n.PART_KIND, kind)
        if self.house.diet_mode == n.RANDOM:
            if kind == n.PLUS_MINUS:
                self.give(group, kind, n.NONE, n.NONE)
            else:
                self.phase = n.DEAL_SPEC
            return
        if kind == n.PLUS_MINUS:
            self.give(group, kind, n.NONE, n.NONE)
        if not self.house.colony and group == 1:
            self.phase = n.DEAL_DIET
        elif self.of(group, n.KIND) == n.NONE or (not self.house.colony and self.being_given() != n.NONE):
            self.phase = n.SETUP
            self.settle_parts()

    def list_spec_odds(self, odds: Odds) -> None:
        """The exact odds after all redraws (DR-2.14)."""
        group = self.being_given()
        kind = self.of(group, n.PART_KIND)
        first = self.of(group, n.PART_FIRST)
        food = self.identity_food(group)
        if self.house.diet_mode == n.DRAW_SPECS:
            families = self.of(group, n.PART_FAMILIES)
            self.restriction_cards().list_draw(kind, food, families, first, odds, n.DEALT_SPEC)
        elif first == n.NONE:
            self.restriction_cards().list_first(kind, food, odds, n.DEALT_SPEC, n.DEALT_CATEGORY)
        else:
            self.restriction_cards().list_second(kind, food, first, odds, n.DEALT_SPEC, n.DEALT_SPEC_DONE)

    def list_parts(self, group: i64, moves: Moves) -> None:
        """What may be laid next for a group: only what can be completed (DR-8.3 to DR-8.12)."""
        supply = self.restriction_cards()
        kind = self.of(group, n.PART_KIND)
        first = self.of(group, n.PART_FIRST)
        food = self.identity_food(group)
        if kind == n.NONE:
            for k in range(n.KINDS):
                if supply.completable(k, food):
                    moves.add(n.DIET + k)
        elif kind == n.IDENTICAL or kind == n.DIFFERENT:
            for category in range(n.CATEGORIES):
                if supply.legal(kind, food, category, n.NONE):
                    moves.add(n.CATEGORY + category)
        elif self.house.diet_mode == n.DRAW_SPECS:
            self.list_draws(group, supply, moves)
        elif first == n.NONE:
            for a in range(n.SPECS):
                if supply.opens(kind, food, a):
                    moves.add(n.SPEC + a)
        else:
            for b in range(n.SPECS):
                if supply.legal(kind, food, first, b):
                    moves.add(n.SPEC + b)
            if kind != n.ALTERNATING and supply.legal(kind, food, first, n.NONE):
                moves.add(n.SPEC_DONE)

    def list_draws(self, group: i64, supply: Supply, moves: Moves) -> None:
        """How many Specifications of which families may be drawn; and after a pair for Alternating, which of them may
        lie on the left (DR-2.16)."""
        kind = self.of(group, n.PART_KIND)
        food = self.identity_food(group)
        if self.of(group, n.PART_SECOND) == n.NONE:
            for families in range(i64(9)):
                if supply.can_draw(kind, food, families):
                    moves.add(n.FAMILY + families)
            return
        a = self.of(group, n.PART_FIRST)
        b = self.of(group, n.PART_SECOND)
        if supply.legal(kind, food, a, b):
            moves.add(n.SPEC + a)
        if supply.legal(kind, food, b, a):
            moves.add(n.SPEC + b)

    def lay_part(self, group: i64, action: i64) -> None:
        """One step of giving a restriction."""
        kind = self.of(group, n.PART_KIND)
        first = self.of(group, n.PART_FIRST)
        if action < n.SPEC:
            self.put(group, n.PART_KIND, action - n.DIET)
            if action - n.DIET == n.PLUS_MINUS:
                self.give(group, n.PLUS_MINUS, n.NONE, n.NONE)
        elif action >= n.FAMILY:
            self.put(group, n.PART_FAMILIES, action - n.FAMILY)
            self.phase = n.DEAL_SPEC
        elif action == n.SPEC_DONE:
            self.give(group, kind, first, n.NONE)
        elif action >= n.CATEGORY:
            self.give(group, kind, action - n.CATEGORY, n.NONE)
        elif self.of(group, n.PART_SECOND) != n.NONE:
            second = self.of(group, n.PART_SECOND)
            self.give(group, kind, action - n.SPEC, first if action - n.SPEC == second else second)
        elif first == n.NONE:
            self.put(group, n.PART_FIRST, action - n.SPEC)
        else:
            self.give(group, kind, first, action - n.SPEC)

    def deal_part(self, outcome: i64) -> None:
        group = self.being_given()
        if self.house.diet_mode == n.DRAW_SPECS:
            self.draw_spec(group, outcome - n.DEALT_SPEC)
        else:
            self.lay_part(group, outcome + n.FROM_DEALT)

    def draw_spec(self, group: i64, spec: i64) -> None:
        """A Specification is drawn for the giver: the lower one of two first. A pair of Alternating is then laid."""
        kind = self.of(group, n.PART_KIND)
        first = self.of(group, n.PART_FIRST)
        if self.of(group, n.PART_FAMILIES) < n.FAMILIES:
            self.give(group, kind, spec, n.NONE)
        elif first == n.NONE:
            self.put(group, n.PART_FIRST, spec)
        elif kind == n.ALTERNATING:
            self.put(group, n.PART_SECOND, spec)
            self.phase = n.SETUP
            self.settle_parts()
        else:
            self.give(group, kind, first, spec)

    def choose_part(self, seat: i64, action: i64) -> None:
        self.lay_part(self.given_by(seat), action)
        if self.phase == n.SETUP:
            self.settle_parts()

    def given_by(self, seat: i64) -> i64:
        """The group whose restriction this seat gives."""
        if self.house.colony:
            return self.being_given()
        return 1 if seat == self.house.speakers[0] else 0

    def settle_parts(self) -> None:
        """Lay by themselves the steps that leave no choice."""
        moves = Moves()
        asked = True
        while asked and self.phase == n.SETUP:
            asked = False
            for group in range(self.house.groups):
                waiting = group == self.being_given() if self.house.colony else self.of(group, n.KIND) == n.NONE
                if waiting and self.phase == n.SETUP:
                    moves.clear()
                    self.list_parts(group, moves)
                    if moves.count == 1:
                        self.lay_part(group, moves.items[0])
                        asked = True

    def give(self, group: i64, kind: i64, a: i64, b: i64) -> None:
        """A restriction is complete; it never changes again (DR-2.7)."""
        self.put(group, n.KIND, kind)
        self.put(group, n.FIRST, a)
        self.put(group, n.SECOND, b)
        self.put(group, n.PART_KIND, n.NONE)
        self.put(group, n.PART_FIRST, n.NONE)
        self.put(group, n.PART_FAMILIES, n.NONE)
        self.put(group, n.PART_SECOND, n.NONE)
        if self.listener is not None:
            self.tell_given(group)
        together = not self.house.colony and self.house.diet_mode != n.RANDOM
        if self.being_given() == n.NONE or not together:
            self.next_restriction()

    def tell_given(self, group: i64) -> None:
        given = self.restriction_of(int(group))
        knowing = [seat for seat in range(int(self.seats)) if self.house.giver_sees(seat, group)]
        cards = [n.KIND_NAMES[self.of(group, n.KIND)]]
        if self.of(group, n.KIND) in (n.IDENTICAL, n.DIFFERENT):
            cards.append(n.CATEGORY_NAMES[self.of(group, n.FIRST)])
        else:
            cards += [n.SPEC_CODES[s] for s in (self.of(group, n.FIRST), self.of(group, n.SECOND)) if s >= 0]
        self.tell(
            "diet_given",
            {"group": int(group), "restriction": given, "cards": cards},
            {"restriction": knowing, "cards": knowing},
        )

    def seed_trash(self) -> None:
        """The first cards of the trash can: one fewer than groups (DR-2.9, DR-11.9)."""
        self.phase = n.DEAL_TRASH
        self.to_draw = self.house.groups - 1 if self.house.colony else 1
