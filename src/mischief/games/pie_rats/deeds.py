"""What cards and rats do in Pie Rats: they are tabled, stolen, fed, kidnapped, lured, discarded and drawn.

Every deed changes the table and tells of it; none decides whose turn it is next. That is the business of the rules.
"""

from __future__ import annotations

from mypy_extensions import i64

from .choices import PieChoices
from .numbering import (
    BEAN,
    CAROB_BEAN,
    CHARISMA,
    CHARISMA_THEFT,
    CREW,
    FEED_SPINACH,
    GOODS,
    HAND_SIZE,
    KIDNAP,
    KIDNAPPING,
    P6,
    PHASE_NAMES,
    SPINACH,
    W6,
    bit,
)
from .table import NONE, copies_in


class PieDeeds(PieChoices):
    """A table at which things can be done."""

    # Cards played from the hand

    def table_charisma(self, seat: i64, kind: i64) -> None:
        age = self.take_from_hand(seat, CREW + kind)
        self.charisma[seat] += bit(4 * kind)
        if self.listener is not None:
            self.tell("charisma_tabled", {"seat": int(seat), "kind": self.deck.ids[CREW + kind], "age": int(age)})

    def steal(self, seat: i64, which: i64) -> None:
        """Charisma Theft: the card moves, still tabled, beside the thief's captain (PR-4.5)."""
        victim = which // CHARISMA
        kind = which % CHARISMA
        age = self.take_from_hand(seat, CREW + CHARISMA_THEFT)
        self.discard(CREW + CHARISMA_THEFT)
        self.charisma[victim] -= bit(4 * kind)
        self.charisma[seat] += bit(4 * kind)
        if self.listener is not None:
            self.tell(
                "theft",
                {"seat": int(seat), "victim": int(victim), "kind": self.deck.ids[CREW + kind], "age": int(age)},
            )

    def place(self, seat: i64, c: i64) -> None:
        age = self.take_from_hand(seat, c)
        self.crews[seat] |= bit(c)
        if self.listener is not None:
            self.tell("crew_placed", {"seat": int(seat), "crew": self.deck.ids[c], "age": int(age)})

    def play_anytime(self, seat: i64, action: i64) -> None:
        if action >= FEED_SPINACH:
            self.feed_spinach(seat, action - FEED_SPINACH)
        elif action >= KIDNAP:
            self.kidnap(seat, action - KIDNAP)
        else:
            self.roll_bean(seat, action - BEAN)

    def roll_bean(self, seat: i64, c: i64) -> None:
        """The rat runs after the bean: both are discarded (PR-11.1)."""
        age = self.take_from_hand(seat, CREW + CAROB_BEAN)
        self.discard(CREW + CAROB_BEAN)
        victim = self.owner(c)
        had_spinach = self.has_spinach(c)
        self.dismiss(victim, bit(c))
        if self.listener is not None:
            facts: dict[str, object] = {"seat": int(seat), "victim": int(victim), "crew": self.deck.ids[c]}
            facts["spinach_lost"] = had_spinach
            facts["age"] = int(age)
            self.tell("bean", facts)
        self.drop_out(c)

    def kidnap(self, seat: i64, c: i64) -> None:
        """The rat changes crews, sideways until phase 6 and upright in it (PR-11.3, 11.4)."""
        age = self.take_from_hand(seat, CREW + KIDNAPPING)
        self.discard(CREW + KIDNAPPING)
        rat = bit(c)
        victim = self.owner(c)
        self.crews[victim] &= ~rat
        self.crews[seat] |= rat
        if self.phase == P6 or self.phase == W6:
            self.sideways &= ~rat
        else:
            self.sideways |= rat
        if self.listener is not None:
            facts: dict[str, object] = {"seat": int(seat), "victim": int(victim), "crew": self.deck.ids[c]}
            facts["sideways"] = self.sideways & rat != 0
            facts["with_spinach"] = self.has_spinach(c)
            facts["age"] = int(age)
            self.tell("kidnap", facts)
        self.drop_out(c)

    def feed_spinach(self, seat: i64, c: i64) -> None:
        """Attached for good; the rat is twice as strong (PR-11.7, 11.9)."""
        age = self.take_from_hand(seat, CREW + SPINACH)
        self.spinach |= bit(c)
        if self.listener is not None:
            facts: dict[str, object] = {"seat": int(seat), "crew": self.deck.ids[c]}
            facts["strength_now"] = int(self.strength_of(c))
            facts["age"] = int(age)
            self.tell("spinach", facts)

    # Rats and Charisma cards that move because of a lure

    def bring_over(self, seat: i64, c: i64) -> None:
        """A lured rat lies sideways in its new crew, Spinach and all (PR-7.21, 7.22)."""
        rat = bit(c)
        victim = self.owner(c)
        self.crews[victim] &= ~rat
        self.crews[seat] |= rat
        self.sideways |= rat
        if self.listener is not None:
            self.tell(
                "lured",
                {
                    "seat": int(seat),
                    "from": int(victim),
                    "crew": self.deck.ids[c],
                    "with_spinach": self.has_spinach(c),
                },
            )

    def spend(self, seat: i64) -> None:
        """The declared Charisma cards are discarded and the declaration is over."""
        self.charisma[seat] -= self.pay
        self.discard_goods += self.pay
        self.pay = 0
        self.target_a = NONE
        self.target_b = NONE

    def drop_out(self, c: i64) -> None:
        """A rat that has just left is no longer a declared target (PR-7.18), nor of an announced party (PR-8.15)."""
        self.sent &= ~bit(c)
        if c == self.target_a:
            self.target_a = self.target_b
            self.target_b = NONE
        elif c == self.target_b:
            self.target_b = NONE
        else:
            return
        if self.listener is not None:
            self.tell("lure_target_gone", {"seat": int(self.turn), "crew": self.deck.ids[c]})

    # To the discard pile, and from the draw pile

    def dismiss(self, seat: i64, rats: i64) -> i64:
        """Rats leave a crew for the discard pile, each with its Spinach (PR-11.10); returns how many had some."""
        self.crews[seat] &= ~rats
        self.discard_crew |= rats
        self.sideways &= ~rats
        fed = self.spinach & rats
        count: i64 = 0
        while fed != 0:
            self.discard(CREW + SPINACH)
            count += 1
            fed &= fed - 1
        self.spinach &= ~rats
        return count

    def draw_card(self, kind: i64) -> None:
        seat = self.turn
        self.take_from_draw(kind)
        self.add_to_hand(seat, kind, self.reshuffles)
        if self.listener is not None:
            facts: dict[str, object] = {"seat": int(seat), "card": self.deck.ids[kind], "age": int(self.reshuffles)}
            self.tell("drew", facts, {"card": [int(seat)]})

    # Telling

    def tell_pass(self, seat: i64) -> None:
        if self.listener is not None:
            self.tell("passed", {"seat": int(seat), "decision": PHASE_NAMES[self.phase]})

    def tell_toss(self, seat: i64) -> None:
        slots = [i for i in range(int(HAND_SIZE)) if self.is_aside(seat, i)]
        facts: dict[str, object] = {
            "seat": int(seat),
            "cards": [self.deck.ids[self.kind_at(seat, i)] for i in slots],
            "age": [int(self.age_at(seat, i)) for i in slots],
        }
        self.tell("tossed", facts)

    def tell_start(self) -> None:
        facts: dict[str, object] = {
            "options": dict(self.game.options),
            "captains": [self.deck.captain_ids[self.captain_of(s)] for s in range(int(self.seats))],
            "lead": int(self.lead),
            "hands": [int(self.hand_size(s)) for s in range(int(self.seats))],
        }
        only: dict[str, list[int]] = {}
        for seat in range(int(self.seats)):
            facts[f"hand_{seat}"] = [self.deck.ids[self.kind_at(seat, i)] for i in range(self.hand_size(seat))]
            only[f"hand_{seat}"] = [seat]
        self.tell("game_start", facts, only)

    def tell_lure(self, seat: i64) -> None:
        targets = self.target_list()
        self.tell(
            "lure_declared",
            {
                "seat": int(seat),
                "targets": [self.deck.ids[c] for c in targets],
                "costs": [int(self.deck.price[c]) for c in targets],
                "pay": self.name_goods(self.pay),
                "total": int(self.deck.captain_charisma + self.worth(self.pay)),
            },
        )

    def target_list(self) -> list[int]:
        """The targets as they were named."""
        return [int(c) for c in (self.target_a, self.target_b) if c != NONE]

    def tell_loot(self, seat: i64, pie: i64, party: i64, strength: i64, spinach: i64) -> None:
        self.tell(
            "looted",
            {
                "seat": int(seat),
                "pie": self.deck.pie_ids[pie],
                "points": int(self.deck.points[pie]),
                "crew_discarded": self.name_crew(party),
                "spinach_discarded": int(spinach),
                "strength": int(strength),
                "weight": int(self.deck.weight[pie]),
            },
        )

    def tell_close(self) -> None:
        if self.listener is not None:
            passed = [s for s in range(int(self.seats)) if (self.passed >> s) & 1 == 1]
            self.tell("window_close", {"kind": PHASE_NAMES[self.phase], "seats": passed})

    def tell_end(self, reason: str) -> None:
        result = self.game.result(self)
        facts: dict[str, object] = {
            "reason": reason,
            "scores": list(result.scores),
            "weights": list(result.tally[1].amounts),
            "pies": list(result.tally[2].amounts),
            "ranking": list(result.places),
            "winners": list(result.winners),
            "criterion": result.clause,
        }
        self.tell("game_end", facts)

    def name_crew(self, rats: i64) -> list[str]:
        return [self.deck.ids[c] for c in range(int(CREW)) if (rats >> c) & 1 == 1]

    def name_goods(self, bag: i64) -> list[str]:
        names: list[str] = []
        for good in range(int(GOODS)):
            names += [self.deck.ids[CREW + good]] * int(copies_in(bag, good))
        return names
