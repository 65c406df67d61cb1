"""Phase D, first part: a building's cards are turned up, influence and rats; Swords and Flutes (RC-6, RC-7)."""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .cards import BUILDING_IDS, in_words
from .rules_buildings import Buildings


class Swords(Buildings):
    """What happens at a building before its actions."""

    def end_round(self) -> None:
        """Phase E, in rules.py."""
        raise NotImplementedError

    # Turning up: influence and rats (RC-6)

    def begin_resolution(self) -> None:
        self.phase = n.PHASE_D
        self.slot = -1
        if self.seats == 2:
            for place in range(self.entered):
                self.reveal(self.entry(place))
        self.next_building()

    def next_building(self) -> None:
        """From slot 0 on; a building that nobody entered is skipped (RC-6.1)."""
        self.slot += 1
        while self.slot < self.house.row and not self.is_entered(self.slot):
            self.slot += 1
        if self.slot == self.house.row:
            self.end_round()
            return
        if self.listener is not None:
            self.tell("building_begins", {"slot": int(self.slot), "id": BUILDING_IDS[self.row_card(self.slot)]})
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

    def reveal(self, seat: i64) -> None:
        cards = self.cards
        strength: i64 = 0
        for place in range(n.LAID + seat * n.KINDS, n.LAID + seat * n.KINDS + n.JOKER + 1):
            strength += i64(cards[place])
        self.figures[n.STRENGTH + seat] = strength
        if self.figures[n.ANNOUNCED + seat] > 0 and (not self.imagined or self.listener is not None):
            self.show(seat, self.cards_at(n.LAID + seat * n.KINDS, n.KINDS))
        if self.listener is not None:
            shown = in_words(self.cards_at(n.LAID + seat * n.KINDS, n.KINDS))
            self.tell("revealed", {"seat": int(seat), "cards": shown})

    def strangers(self, seat: i64, which: i64) -> i64:
        """Laid population cards of another class: each brings a rat (RC-6.4)."""
        count = self.strength(seat) - self.laid(seat, n.JOKER)
        for kind in range(which * 5, which * 5 + 5):
            count -= self.laid(seat, kind)
        return count

    # Swords (RC-7.1 to RC-7.4)

    def compare_swords(self) -> None:
        winner = self.most(n.SWORD)
        least = self.fewest(n.SWORD)
        if self.laid(winner, n.SWORD) == least:
            if least > 0:
                self.tell_nothing("sword_nothing", "equal")
            self.compare_flutes()
            return
        giver: i64 = -1
        tied: i64 = 0
        richest: i64 = 0
        for seat in range(self.seats):
            if self.slot_of(seat) == self.slot and self.laid(seat, n.SWORD) == least:
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
            self.stage = n.SWORD_TARGET
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
            self.stage = n.SWORD_GIFT
            self.seat = giver
            self.winner = winner

    def pick_for_sword(self, giver: i64, kind: i64) -> None:
        self.shift(n.GIFT + kind, 1)
        self.picked += 1
        self.low = kind
        if self.picked < self.due:
            return
        cards = self.cards_at(n.GIFT, n.KINDS)
        self.hand_over(giver, self.winner, cards)
        if self.listener is not None:
            both = [int(self.winner), int(giver)]
            self.tell(
                "sword",
                {"winner": both[0], "giver": both[1], "count": int(self.due), "cards": in_words(cards)},
                {"cards": both},
            )
        self.clear_gift()
        self.compare_flutes()

    # Flutes (RC-7.5 to RC-7.8)

    def compare_flutes(self) -> None:
        winner = self.most(n.FLUTE)
        least = self.fewest(n.FLUTE)
        if self.laid(winner, n.FLUTE) == least:
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
            if self.slot_of(seat) == self.slot and self.laid(seat, n.FLUTE) == least:
                receiver = seat
                tied += 1
        if tied == 1:
            self.pipe_to(winner, receiver)
            self.begin_actions()
        else:
            self.stage = n.FLUTE_TARGET
            self.seat = winner

    def pipe_to(self, winner: i64, receiver: i64) -> None:
        """Exactly one rat (RC-7.5)."""
        if self.listener is not None:
            self.tell("flute", {"winner": int(winner), "receiver": int(receiver)})
        self.change_rats(winner, -1, "flute")
        self.change_rats(receiver, 1, "flute")
