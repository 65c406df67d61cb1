"""Phase D, second part: the premium and standard actions of a building, and clearing up (RC-8 to RC-10).

Where the rules ask nobody, one thing leads to the next; where they ask, the table waits in a step of its own (or for
the Dealer), and the answer takes up the thread again.
"""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .cards import BUILDING_IDS, in_words
from .events import tell_discarded, tell_premium, tell_tower
from .house import kind_given_by
from .legal import Legal


class Buildings(Legal):
    """What happens at a building once Swords and Flutes are compared."""

    def finish_supply(self, seat: i64) -> None:
        """Phase B, in rules_supplies.py."""
        raise NotImplementedError

    def next_building(self) -> None:
        """Phase D, in rules_swords.py."""
        raise NotImplementedError

    # Premium and standard actions (RC-8)

    def begin_actions(self) -> None:
        holder = self.premium_holder(self.slot)
        if holder >= 0 and self.listener is not None:
            tell_premium(self, int(holder))
        if not self.is_final():
            self.next_action(-1)
            return
        if holder >= 0:
            self.score(holder, self.building(self.slot) // 2, 1, "final_bonus")
        self.clear_building()

    def next_action(self, after: i64) -> None:
        seat = self.next_to_act(self.slot, after)
        if seat < 0:
            self.clear_building()
            return
        building = self.building(self.slot)
        premium = seat == self.premium_holder(self.slot)
        if building == n.TENT:
            self.figures[n.BARRED + seat] = -1
            self.seat = seat
            self.due = 2 if premium else 1
            self.ask_tent()
        elif not self.has_effect(seat, building, premium):
            self.tell_action(seat, False, "no_effect")
            self.next_action(seat)
        elif building == n.HOSPITAL and not premium:
            self.ask_hospital(seat, 2)
        elif self.house.ask:
            self.seat = seat
            self.due = 0
            self.stage = n.PERFORM_OR_NOT
        else:
            self.perform(seat)

    def has_effect(self, seat: i64, building: i64, premium: bool) -> bool:
        """Whether, by what everybody can see, the action would change anything (RC-8.11)."""
        if building == n.FARM:
            return self.deck_size + self.pile_size > 0
        if building == n.BREWERY:
            return self.brewed(seat, premium) > 0 and self.deck_size + self.pile_size > 0
        if building == n.MONASTERY:
            return self.rats(seat) > 0
        if building == n.HOSPITAL:
            return self.rats(seat) > 0 and (premium or self.hand_size(seat) > 0)
        if building == n.PALACE:
            return self.pool_size() > 0
        if building == n.GUARD_TOWER:
            if premium:
                for other in range(self.seats):
                    if self.is_hit(other, seat) and self.hand_size(other) > 0:
                        return True
            return False
        return self.supply(kind_given_by(building)) > 0

    def brewed(self, seat: i64, premium: bool) -> i64:
        """Cards that the Brewery gives (RC-9.8, RC-9.17)."""
        return self.strength(seat) if premium else self.strength(seat) // 2

    def perform(self, seat: i64) -> None:
        building = self.building(self.slot)
        premium = seat == self.premium_holder(self.slot)
        amount: i64 = 2 if premium else 1
        self.tell_action(seat, True, "")
        if building == n.FARM:
            self.begin_draw(seat, amount * 2)
        elif building == n.BREWERY:
            self.begin_draw(seat, self.brewed(seat, premium))
        elif building == n.MONASTERY:
            self.discard_rats(seat, amount, "monastery")
            self.next_action(seat)
        elif building == n.HOSPITAL:
            self.discard_rats(seat, 1, "hospital")
            self.ask_hospital(seat, 3)
        elif building == n.PALACE:
            self.seat = seat
            self.due = amount if amount < self.pool_size() else self.pool_size()
            self.stage = n.DRAW_TOKENS
        elif building == n.GUARD_TOWER:
            self.demand_from_all(seat)
        else:
            self.take(seat, kind_given_by(building), amount)
            self.next_action(seat)

    def tell_action(self, seat: i64, performed: bool, why_not: str) -> None:
        if self.listener is not None:
            premium = seat == self.premium_holder(self.slot)
            self.tell(
                "action",
                {
                    "seat": int(seat),
                    "building": BUILDING_IDS[self.row_card(self.slot)],
                    "kind": "premium" if premium else "standard",
                    "performed": performed,
                    "why_not": why_not if why_not else None,
                },
            )

    # Drawing cards, for a building or a supply action

    def begin_draw(self, seat: i64, count: i64) -> None:
        self.seat = seat
        self.due = count
        self.keep_drawing()

    def keep_drawing(self) -> None:
        """One card after the other; an empty deck is made anew, and without any card the rest is lost (RC-11.1,
        RC-11.2)."""
        if self.due > 0 and self.deck_size == 0:
            if self.pile_size > 0:
                self.tell_draw()
                self.reshuffle()
            else:
                self.due = 0
        if self.due > 0:
            self.stage = n.DRAW_CARDS
            return
        self.tell_draw()
        if self.phase == n.PHASE_B:
            self.finish_supply(self.seat)
        else:
            self.next_action(self.seat)

    def tell_draw(self) -> None:
        cards = self.drawn_so_far
        if self.listener is not None and cards is not None:
            reason = "supply"
            if self.phase == n.PHASE_D:
                reason = "farm" if self.building(self.slot) == n.FARM else "brewery"
            seat = int(self.seat)
            self.tell("drew", {"seat": seat, "count": len(cards), "reason": reason, "cards": cards}, {"cards": [seat]})
        self.drawn_so_far = None

    # The Palace and its tokens (RC-9.1)

    def take_token(self, value: i64) -> None:
        """Face down; the owner alone sees the value (RC-9.18)."""
        self.figures[n.POOL + value - 1] -= 1
        self.figures[n.TOKENS + self.seat * 3 + value - 1] += 1
        self.due -= 1
        if self.listener is not None:
            self.gather(str(int(value)))
        if self.due > 0:
            return
        drawn = self.drawn_so_far
        if self.listener is not None and drawn is not None:
            values = [int(v) for v in drawn]
            facts = {"seat": int(self.seat), "count": len(values), "left": int(self.pool_size()), "values": values}
            self.tell("took_vp", facts, {"values": [int(self.seat)]})
        self.drawn_so_far = None
        self.next_action(self.seat)

    # The Fortune-teller's Tent (RC-9.12)

    def ask_tent(self) -> None:
        """Two different cards, or one; nobody is asked who has seen all five."""
        while self.due > 0:
            if not self.has_seen_all(self.seat):
                self.stage = n.TENT_LOOK
                return
            self.look_once(self.seat, self.lowest_slot(self.seat))
        self.next_action(self.seat)

    def look_once(self, seat: i64, slot: i64) -> None:
        if self.figures[n.BARRED + seat] < 0:
            self.tell_action(seat, True, "")
        self.look(seat, slot)
        self.due -= 1

    def look_in_tent(self, seat: i64, action: i64) -> None:
        """Each look may be declined in its place; declining the first gives up both (RC-8.10)."""
        if action == n.SKIP:
            if self.figures[n.BARRED + seat] < 0:
                self.tell_action(seat, False, "declined")
            if self.listener is not None:
                self.tell("look_declined", {"seat": int(seat), "looks": int(self.due)})
            self.due = 0
        else:
            self.look_once(seat, action - n.LOOK)
        self.ask_tent()

    # The Hospital: cards for rats (RC-9.6)

    def ask_hospital(self, seat: i64, most: i64) -> None:
        """Up to so many cards for as many rats (RC-9.6, RC-9.16)."""
        if most > self.rats(seat):
            most = self.rats(seat)
        if most > self.hand_size(seat):
            most = self.hand_size(seat)
        self.clear_gift()
        self.seat = seat
        self.due = most
        if most == 0:
            self.leave_hospital(seat)
        else:
            self.stage = n.HOSPITAL_DISCARD

    def pick_for_hospital(self, seat: i64, action: i64) -> None:
        if action != n.DONE:
            self.shift(n.GIFT + action, 1)
            self.picked += 1
            self.low = action
            if self.picked < self.due:
                return
        self.leave_hospital(seat)

    def leave_hospital(self, seat: i64) -> None:
        premium = seat == self.premium_holder(self.slot)
        if not premium:
            self.tell_action(seat, self.picked > 0, "" if self.picked > 0 else "declined")
        if self.picked > 0:
            cards = self.cards_at(n.GIFT, n.KINDS)
            for card in cards:
                self.change_hand(seat, card, -1)
                self.return_card(card, 1)
            self.show(seat, cards)
            if self.listener is not None:
                self.tell("hospital", {"seat": int(seat), "cards": in_words(cards), "rats": int(self.picked)})
            self.discard_rats(seat, self.picked, "hospital")
        self.clear_gift()
        self.next_action(seat)

    def clear_gift(self) -> None:
        for kind in range(n.KINDS):
            self.cards[n.GIFT + kind] = 0
        self.due = 0
        self.picked = 0
        self.low = 0
        self.winner = -1

    # The Guard Tower (RC-9.4)

    def demand_from_all(self, taker: i64) -> None:
        """Everybody hit chooses in secret (RC-9.13); whoever must give the whole hand has nothing to choose."""
        self.winner = taker
        self.due = 0
        self.stage = n.TOWER_GIFT
        for seat in range(self.seats):
            self.figures[n.PICKS + seat] = 0
            self.figures[n.ANSWER + seat] = n.NOT_ASKED
            if self.is_hit(seat, taker) and self.hand_size(seat) > 0:
                if self.hand_size(seat) <= n.TOWER_DEMAND:
                    self.figures[n.ANSWER + seat] = n.GIVEN
                    whole_hand = self.cards_at(n.HANDS + seat * n.KINDS, n.KINDS)
                    for place in range(self.hand_size(seat)):
                        self.figures[n.PICKS + seat] |= (whole_hand[place] + 1) << (place * 6)
                else:
                    self.figures[n.ANSWER + seat] = n.OPEN
        if not self.next_open():
            self.collect()

    def pick_for_tower(self, seat: i64, kind: i64) -> None:
        made = self.picks_made(self.figures[n.PICKS + seat])
        self.figures[n.PICKS + seat] |= (kind + 1) << (made * 6)
        if made + 1 == self.demand(seat):
            self.figures[n.ANSWER + seat] = n.GIVEN
            if not self.next_open():
                self.collect()

    def collect(self) -> None:
        taker = self.winner
        if self.listener is not None:
            tell_tower(self, int(taker))
        for seat in range(self.seats):
            if self.answer(seat) == n.GIVEN:
                self.hand_over(seat, taker, self.picks_of(seat))
                self.figures[n.PICKS + seat] = 0
        self.winner = -1
        self.seat = taker
        self.next_action(taker)

    # Clearing up (RC-10)

    def clear_building(self) -> None:
        """Population cards to the discard pile, others to their supplies (RC-10.1)."""
        if self.listener is not None:
            tell_discarded(self)
        cards = self.cards
        for place in range(self.entered):
            seat = self.entry(place)
            if self.slot_of(seat) != self.slot or self.figures[n.ANNOUNCED + seat] == 0:
                continue
            pile = n.LAID + seat * n.KINDS
            for kind in range(n.LAYABLE):
                if cards[pile + kind] != 0:
                    self.return_card(kind, i64(cards[pile + kind]))
                    cards[pile + kind] = 0
        self.next_building()
