"""Phase D: building by building, the cards are turned up, Swords and Flutes compared, actions carried out (RC-6 to
RC-10).

Where the rules ask nobody, one thing leads to the next; where they ask, the table waits in one of the steps D5 to D11
(or for the Dealer), and the answer takes up the thread again.
"""

from __future__ import annotations

from mypy_extensions import i64

from .opening import Opening
from .pieces import (
    BREWERY,
    D5,
    D6,
    D7,
    D8,
    D9,
    D10,
    D11,
    DONE,
    FARM,
    FLUTE,
    GUARD_TOWER,
    HOSPITAL,
    JOKER,
    KINDS,
    LAYABLE,
    LOOK,
    MONASTERY,
    N8,
    N9,
    PALACE,
    PHASE_B,
    PHASE_D,
    POPULATION,
    SKIP,
    SWORD,
    TENT,
    kind_given_by,
)
from .table import (
    ANSWER,
    BARRED,
    COUNT,
    GIFT,
    HANDS,
    LAID,
    NOT_ASKED,
    OPEN,
    PICKS,
    POOL,
    STRENGTH,
    TOKENS,
    building_id,
    card_id,
    card_ids,
)


class Resolution(Opening):
    """Everything between the last disc placed and the end of the round."""

    def finish_supply(self, seat: i64) -> None:
        """Phase B, in rules.py."""
        raise NotImplementedError

    def end_round(self) -> None:
        """Phase E, in rules.py."""
        raise NotImplementedError

    # Drawing, for a supply action or a building

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
            self.step = N8
            return
        self.tell_draw()
        if self.phase == PHASE_B:
            self.finish_supply(self.seat)
        else:
            self.next_action(self.seat)

    def tell_draw(self) -> None:
        cards = self.drawn_so_far
        if self.listener is not None and cards is not None:
            reason = "supply"
            if self.phase == PHASE_D:
                reason = "farm" if self.building(self.slot) == FARM else "brewery"
            seat = int(self.seat)
            self.tell("drew", {"seat": seat, "count": len(cards), "reason": reason, "cards": cards}, {"cards": [seat]})
        self.drawn_so_far = None

    # Phase D, step a: reveal, influence, rats (RC-6)

    def begin_resolution(self) -> None:
        self.phase = PHASE_D
        self.slot = -1
        if self.seats == 2:
            for place in range(self.entered):
                self.reveal(self.entry(place))
        self.next_building()

    def next_building(self) -> None:
        """From slot 0 on; a building that nobody entered is skipped (RC-6.1)."""
        self.slot += 1
        while self.slot < self.box.row and not self.is_entered(self.slot):
            self.slot += 1
        if self.slot == self.box.row:
            self.end_round()
            return
        if self.listener is not None:
            self.tell("building_begins", {"slot": int(self.slot), "id": building_id(self.row_card(self.slot))})
        if self.seats > 2:
            for place in range(self.entered):
                if self.slot_of(self.entry(place)) == self.slot:
                    self.reveal(self.entry(place))
        which = self.building(self.slot) // 2
        for place in range(self.entered):
            seat = self.entry(place)
            if self.slot_of(seat) == self.slot:
                self.score(seat, which, self.strength(seat), "cards")
                strangers = self.strangers(seat, which)
                if strangers > 0:
                    self.change_rats(seat, strangers, "mismatch")
        self.compare_swords()

    def is_entered(self, slot: i64) -> bool:
        return any(self.slot_of(self.entry(place)) == slot for place in range(self.entered))

    def reveal(self, seat: i64) -> None:
        strength: i64 = 0
        for kind in range(JOKER + 1):
            strength += self.laid(seat, kind)
        self.figures[STRENGTH + seat] = strength
        if self.figures[COUNT + seat] > 0 and (not self.dreaming or self.listener is not None):
            self.show(seat, self.cards_at(LAID + seat * KINDS, KINDS))
        if self.listener is not None:
            cards = card_ids(self.cards_at(LAID + seat * KINDS, KINDS))
            self.tell("revealed", {"seat": int(seat), "cards": cards})

    def strangers(self, seat: i64, which: i64) -> i64:
        """Laid population cards of another class: each brings a rat (RC-6.4)."""
        count = self.strength(seat) - self.laid(seat, JOKER)
        for kind in range(which * 5, which * 5 + 5):
            count -= self.laid(seat, kind)
        return count

    # Swords and Flutes, RC-7

    def most(self, kind: i64) -> i64:
        """Of those in this building, the one with most laid; of equals the first to enter (RC-7.2, RC-7.6)."""
        best: i64 = -1
        found: i64 = -1
        for place in range(self.entered):
            seat = self.entry(place)
            if self.slot_of(seat) == self.slot and self.laid(seat, kind) > best:
                best = self.laid(seat, kind)
                found = seat
        return found

    def fewest(self, kind: i64) -> i64:
        """How many the player with fewest has laid in this building."""
        least: i64 = 1000
        for place in range(self.entered):
            seat = self.entry(place)
            if self.slot_of(seat) == self.slot and self.laid(seat, kind) < least:
                least = self.laid(seat, kind)
        return least

    def compare_swords(self) -> None:
        winner = self.most(SWORD)
        least = self.fewest(SWORD)
        if self.laid(winner, SWORD) == least:
            if least > 0:
                self.tell_nothing("sword_nothing", "equal")
            self.compare_flutes()
            return
        giver: i64 = -1
        tied: i64 = 0
        richest: i64 = 0
        for seat in range(self.seats):
            if self.slot_of(seat) == self.slot and self.laid(seat, SWORD) == least:
                giver = seat
                tied += 1
                if self.hand_size(seat) > richest:
                    richest = self.hand_size(seat)
        if richest < 2:
            self.tell_nothing("sword_nothing", "no_cards")
            self.compare_flutes()
        elif tied == 1:
            self.demand_half(winner, giver)
        else:
            self.step = D5
            self.seat = winner

    def tell_nothing(self, kind: str, why: str) -> None:
        if self.listener is not None:
            self.tell(kind, {"slot": int(self.slot), "why": why})

    def demand_half(self, winner: i64, giver: i64) -> None:
        """Half of the hand, rounded down, of the giver's choice (RC-7.3)."""
        self.due = self.hand_size(giver) // 2
        self.picked = 0
        self.low = 0
        if self.due == 0:
            if self.listener is not None:
                self.tell("sword", {"winner": int(winner), "giver": int(giver), "count": 0})
            self.compare_flutes()
        else:
            self.step = D6
            self.seat = giver
            self.winner = winner

    def pick_for_sword(self, giver: i64, kind: i64) -> None:
        self.shift(GIFT + kind, 1)
        self.picked += 1
        self.low = kind
        if self.picked < self.due:
            return
        cards = self.cards_at(GIFT, KINDS)
        self.hand_over(giver, self.winner, cards)
        if self.listener is not None:
            both = [int(self.winner), int(giver)]
            self.tell(
                "sword",
                {"winner": both[0], "giver": both[1], "count": int(self.due), "cards": card_ids(cards)},
                {"cards": both},
            )
        self.clear_gift()
        self.compare_flutes()

    def clear_gift(self) -> None:
        for kind in range(KINDS):
            self.cards[GIFT + kind] = 0
        self.due = 0
        self.picked = 0
        self.low = 0
        self.winner = -1

    def compare_flutes(self) -> None:
        winner = self.most(FLUTE)
        least = self.fewest(FLUTE)
        if self.laid(winner, FLUTE) == least:
            if least > 0:
                self.tell_nothing("flute_nothing", "equal")
            self.begin_actions()
            return
        if self.rats(winner) == 0:
            self.tell_nothing("flute_nothing", "no_rats")
            self.begin_actions()
            return
        tied: i64 = 0
        receiver: i64 = -1
        for seat in range(self.seats):
            if self.slot_of(seat) == self.slot and self.laid(seat, FLUTE) == least:
                receiver = seat
                tied += 1
        if tied == 1:
            self.pipe_to(winner, receiver)
            self.begin_actions()
        else:
            self.step = D7
            self.seat = winner

    def pipe_to(self, winner: i64, receiver: i64) -> None:
        """Exactly one rat (RC-7.5)."""
        if self.listener is not None:
            self.tell("flute", {"winner": int(winner), "receiver": int(receiver)})
        self.change_rats(winner, -1, "flute")
        self.change_rats(receiver, 1, "flute")

    # Phase D, step b: premium and standard actions (RC-8, RC-9)

    def begin_actions(self) -> None:
        holder = self.premium_holder(self.slot)
        if holder >= 0 and self.listener is not None:
            tie = False
            for seat in range(self.seats):
                same_place = self.seats == 2 or self.slot_of(seat) == self.slot
                if seat != holder and same_place and self.strength(seat) == self.strength(holder):
                    tie = True
            self.tell(
                "premium",
                {
                    "seat": int(holder),
                    "slot": int(self.slot),
                    "strength": int(self.strength(holder)),
                    "tie": tie,
                },
            )
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
        if building == TENT:
            self.figures[BARRED + seat] = -1
            self.seat = seat
            self.due = 2 if premium else 1
            self.ask_tent()
        elif not self.has_effect(seat, building, premium):
            self.tell_action(seat, False, "no_effect")
            self.next_action(seat)
        elif building == HOSPITAL and not premium:
            self.ask_hospital(seat, 2)
        elif self.box.ask:
            self.seat = seat
            self.due = 0
            self.step = D8
        else:
            self.perform(seat)

    def has_effect(self, seat: i64, building: i64, premium: bool) -> bool:
        """Whether, by what everybody can see, the action would change anything (RC-8.11)."""
        if building == FARM:
            return self.deck_size + self.pile_size > 0
        if building == BREWERY:
            return self.brewed(seat, premium) > 0 and self.deck_size + self.pile_size > 0
        if building == MONASTERY:
            return self.rats(seat) > 0
        if building == HOSPITAL:
            return self.rats(seat) > 0 and (premium or self.hand_size(seat) > 0)
        if building == PALACE:
            return self.pool_size() > 0
        if building == GUARD_TOWER:
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
        if building == FARM:
            self.begin_draw(seat, amount * 2)
        elif building == BREWERY:
            self.begin_draw(seat, self.brewed(seat, premium))
        elif building == MONASTERY:
            self.discard_rats(seat, amount, "monastery")
            self.next_action(seat)
        elif building == HOSPITAL:
            self.discard_rats(seat, 1, "hospital")
            self.ask_hospital(seat, 3)
        elif building == PALACE:
            self.seat = seat
            self.due = amount if amount < self.pool_size() else self.pool_size()
            self.step = N9
        elif building == GUARD_TOWER:
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
                    "building": building_id(self.row_card(self.slot)),
                    "kind": "premium" if premium else "standard",
                    "performed": performed,
                    "why_not": why_not if why_not else None,
                },
            )

    def take_token(self, value: i64) -> None:
        """Face down; the owner alone sees the value (RC-9.18)."""
        self.figures[POOL + value - 1] -= 1
        self.figures[TOKENS + self.seat * 3 + value - 1] += 1
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

    def ask_tent(self) -> None:
        """Two different cards, or one; nobody is asked who has seen all five (D11)."""
        while self.due > 0:
            if not self.has_seen_all(self.seat):
                self.step = D11
                return
            self.look_once(self.seat, self.lowest_slot(self.seat))
        self.next_action(self.seat)

    def look_once(self, seat: i64, slot: i64) -> None:
        if self.figures[BARRED + seat] < 0:
            self.tell_action(seat, True, "")
        self.look(seat, slot)
        self.due -= 1

    def look_in_tent(self, seat: i64, action: i64) -> None:
        """Each look may be declined in its place; declining the first gives up both (RC-8.10)."""
        if action == SKIP:
            if self.figures[BARRED + seat] < 0:
                self.tell_action(seat, False, "declined")
            if self.listener is not None:
                self.tell("look_declined", {"seat": int(seat), "looks": int(self.due)})
            self.due = 0
        else:
            self.look_once(seat, action - LOOK)
        self.ask_tent()

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
            self.step = D10

    def pick_for_hospital(self, seat: i64, action: i64) -> None:
        if action != DONE:
            self.shift(GIFT + action, 1)
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
            cards = self.cards_at(GIFT, KINDS)
            for card in cards:
                self.change_hand(seat, card, -1)
                self.return_card(card, 1)
            self.show(seat, cards)
            if self.listener is not None:
                self.tell("hospital", {"seat": int(seat), "cards": card_ids(cards), "rats": int(self.picked)})
            self.discard_rats(seat, self.picked, "hospital")
        self.clear_gift()
        self.next_action(seat)

    def demand_from_all(self, taker: i64) -> None:
        """Everybody hit chooses in secret (RC-9.13); whoever must give his whole hand has nothing to choose (D9)."""
        self.winner = taker
        self.due = 0
        self.step = D9
        for seat in range(self.seats):
            self.figures[PICKS + seat] = 0
            self.figures[ANSWER + seat] = NOT_ASKED
            if self.is_hit(seat, taker) and self.hand_size(seat) > 0:
                if self.hand_size(seat) <= 3:
                    self.figures[ANSWER + seat] = 1
                    whole_hand = self.cards_at(HANDS + seat * KINDS, KINDS)
                    for place in range(self.hand_size(seat)):
                        self.figures[PICKS + seat] |= (whole_hand[place] + 1) << (place * 6)
                else:
                    self.figures[ANSWER + seat] = OPEN
        if not self.next_open():
            self.collect()

    def pick_for_tower(self, seat: i64, kind: i64) -> None:
        made = self.picks_made(self.figures[PICKS + seat])
        self.figures[PICKS + seat] |= (kind + 1) << (made * 6)
        if made + 1 == self.demand(seat):
            self.figures[ANSWER + seat] = 1
            if not self.next_open():
                self.collect()

    def collect(self) -> None:
        taker = self.winner
        if self.listener is not None:
            self.tell_tower(taker)
        for seat in range(self.seats):
            if self.answer(seat) == 1:
                self.hand_over(seat, taker, self.picks_of(seat))
                self.figures[PICKS + seat] = 0
        self.winner = -1
        self.seat = taker
        self.next_action(taker)

    def tell_tower(self, taker: i64) -> None:
        givers: list[list[int]] = []
        spared: list[list[object]] = []
        facts: dict[str, object] = {"seat": int(taker)}
        only: dict[str, list[int]] = {}
        for seat in range(self.seats):
            if self.answer(seat) == 1:
                cards = card_ids(self.picks_of(seat))
                givers.append([int(seat), len(cards)])
                facts[f"cards_{int(seat)}"] = cards
                only[f"cards_{int(seat)}"] = [int(taker), int(seat)]
            elif seat != taker:
                spared.append([int(seat), "protected" if self.is_protected(seat) else "fewer"])
        facts["givers"] = givers
        facts["seats_giving"] = [giver[0] for giver in givers]
        facts["spared"] = spared
        self.tell("guard_tower", facts, only)

    # Phase D, step c, and phase E (RC-10)

    def clear_building(self) -> None:
        """Population cards to the discard pile, others to their supplies (RC-10.1)."""
        to_pile: list[str] = []
        to_supplies: list[str] = []
        for place in range(self.entered):
            seat = self.entry(place)
            if self.slot_of(seat) != self.slot or self.figures[COUNT + seat] == 0:
                continue
            for kind in range(LAYABLE):
                count = self.laid(seat, kind)
                if count > 0:
                    self.return_card(kind, count)
                    self.cards[LAID + seat * KINDS + kind] = 0
                    if self.listener is not None:
                        for _ in range(count):
                            (to_pile if kind < POPULATION else to_supplies).append(card_id(kind))
        if self.listener is not None:
            building = building_id(self.row_card(self.slot))
            facts = {"slot": int(self.slot), "building": building, "to_pile": to_pile, "to_supplies": to_supplies}
            self.tell("discarded", facts)
        self.next_building()

    # Guard Tower gifts

    def last_pick(self, packed: i64) -> i64:
        while packed >= 64:
            packed >>= 6
        return packed

    def picks_made(self, packed: i64) -> i64:
        made: i64 = 0
        while packed > 0:
            made += 1
            packed >>= 6
        return made

    def demand(self, seat: i64) -> i64:
        """Cards that a Guard Tower's premium takes from a hand (RC-9.4)."""
        return 3 if self.hand_size(seat) > 3 else self.hand_size(seat)
