"""Phase C: how hungry rats agree who eats what, and Yuck! to what they took (DR-5.4 to DR-5.11, DR-11.12, DR-11.13).

The chair proposes a card for every unserved group, the other voters accept or object, all at once. An objection hands
the chair on; after three failures (two, where only two have a say) one seat has the last word. One who decides alone
simply takes. With speakers there are no votes: the groups choose one after the other.
"""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .rules_complications import DoctorRatComplications
from .sets import lowest, one, size


class DoctorRatChoosing(DoctorRatComplications):
    """A table at which cards are chosen."""

    def choosers(self) -> i64:
        """The groups that this choice feeds, as bits: all unserved ones together, or, where speakers or teams take
        turns, the next of them (DR-5.4, DR-5.10, DR-11.12)."""
        left = self.unserved()
        house = self.house
        if house.colony and house.consensus:
            return left
        start = (self.meal - 1) % house.groups if house.colony else self.first
        for i in range(house.groups):
            group = (start + i) % house.groups
            if (left >> group) & 1 == 1:
                return one(group)
        return 0

    def next_group(self) -> i64:
        """The group for which a card is picked now."""
        left = self.choosers()
        blocks = self.blocks
        for group in range(self.house.groups):
            if (left >> group) & 1 == 1 and blocks[group * n.BLOCK + n.PROPOSAL] == n.NONE:
                return group
        return n.NONE

    def replacing(self) -> bool:
        return self.phase == n.C_REPLACE or self.phase == n.C_REPLACE_VOTE or self.phase == n.C_REPLACE_FINAL

    def voters(self) -> i64:
        """The seats that have a say in this choice, as bits (DR-5.4, DR-9.5)."""
        groups = self.choosers()
        house = self.house
        blocks = self.blocks
        replacing = self.replacing()
        seats: i64 = 0
        for group in range(house.groups):
            if (groups >> group) & 1 == 1:
                pending = blocks[group * n.BLOCK + n.PENDING]
                if replacing and (pending == n.INSOMNIA or pending == n.PARANOIA):
                    seats |= one(blocks[group * n.BLOCK + n.HOLDER])
                elif house.consensus:
                    seats |= house.members[group]
                else:
                    seats |= one(house.speakers[group])
        return seats

    def first_chair(self, voters: i64) -> i64:
        """The chair goes round from meal to meal (DR-5.5, DR-11.12)."""
        house = self.house
        order = house.order
        around: i64 = len(order)
        if house.colony:
            start = (self.meal - 1) % around
            for i in range(around):
                seat = order[(start + i) % around]
                if (voters >> seat) & 1 == 1:
                    return seat
            return n.NONE
        skip = (self.meal - 1) % size(voters)
        for i in range(around):
            if (voters >> order[i]) & 1 == 1:
                if skip == 0:
                    return order[i]
                skip -= 1
        return n.NONE

    def last_word(self, voters: i64) -> i64:
        """The seat that decides when talk has failed (DR-5.8)."""
        house = self.house
        if house.youngest != n.NONE and (voters >> house.youngest) & 1 == 1:
            return house.youngest
        last: i64 = n.NONE
        for i in range(i64(len(house.order))):
            if (voters >> house.order[i]) & 1 == 1:
                last = house.order[i]
        return last

    def next_chair(self, voters: i64, objectors: i64) -> i64:
        """Who objects should have another idea: the first objector clockwise that has not proposed; else the first
        voter that has not (DR-5.6)."""
        order = self.house.order
        around: i64 = len(order)
        at: i64 = 0
        while order[at] != self.chair:
            at += 1
        fallback: i64 = n.NONE
        for i in range(i64(1), around):
            seat = order[(at + i) % around]
            if (voters >> seat) & 1 == 1 and (self.tried >> seat) & 1 == 0:
                if (objectors >> seat) & 1 == 1:
                    return seat
                if fallback == n.NONE:
                    fallback = seat
        return fallback

    def begin_choice(self) -> None:
        """The ordinary choice, if anyone is hungry."""
        if self.unserved() == 0:
            self.begin_yuck_back()
        else:
            self.open_choice(n.C_PROPOSE)

    def open_choice(self, phase: i64) -> None:
        self.phase = phase
        self.tried = 0
        self.voted = 0
        self.accepted = 0
        self.chair = self.first_chair(self.voters())
        self.pick_the_only()

    def pick_the_only(self) -> None:
        """Where one card, or none, is left for the next group, there is nothing to ask."""
        group = self.next_group()
        choice = self.available(group)
        if choice == 0:
            self.propose(n.NO_CARD_LEFT)
        elif size(choice) == 1:
            self.propose(lowest(choice))

    def propose(self, card: i64) -> None:
        """The chair picks a card for the next group; one who decides alone takes it at once (DR-5.5, DR-5.7)."""
        group = self.next_group()
        if size(self.voters()) == 1:
            self.take(group, card, self.chair)
            self.go_on_choosing()
            return
        self.put(group, n.PROPOSAL, card)
        if self.listener is not None:
            self.tell(
                "proposal_pick",
                {"chair": int(self.chair), "group": int(group), "card": n.CODES[card] if card >= 0 else None},
            )
        if self.next_group() != n.NONE:
            self.pick_the_only()
        elif self.phase == n.C_FINAL or self.phase == n.C_REPLACE_FINAL:
            self.carry_out()
        else:
            self.phase = n.C_REPLACE_VOTE if self.replacing() else n.C_VOTE
            self.voted = 0
            self.accepted = 0

    def vote(self, seat: i64, accepts: bool) -> None:
        """Votes are given together and shown when all are in (DR-5.6, DR-5.16)."""
        self.voted |= one(seat)
        if accepts:
            self.accepted |= one(seat)
        if self.listener is not None:
            self.tell(
                "proposal_vote",
                {"seat": int(seat), "vote": "accept" if accepts else "object"},
                {"vote": [int(seat)]},
            )
        voters = self.voters()
        asked = voters & ~(one(self.chair))
        if self.voted != asked:
            return
        objectors = asked & ~self.accepted
        if objectors == 0:
            self.tell_result(True, n.NONE, n.NONE, objectors)
            self.carry_out()
            return
        replacing = self.replacing()
        for group in range(self.house.groups):
            self.put(group, n.PROPOSAL, n.NONE)
        self.tried |= one(self.chair)
        self.voted = 0
        self.accepted = 0
        failures = size(self.tried)
        if failures == 3 or (failures == 2 and size(voters) == 2):
            self.chair = self.last_word(voters)
            self.tell_result(False, n.NONE, self.chair, objectors)
            self.phase = n.C_REPLACE_FINAL if replacing else n.C_FINAL
        else:
            self.chair = self.next_chair(voters, objectors)
            self.tell_result(False, self.chair, n.NONE, objectors)
            self.phase = n.C_REPLACE if replacing else n.C_PROPOSE
        self.pick_the_only()

    def tell_result(self, adopted: bool, chair: i64, last_word: i64, objectors: i64) -> None:
        if self.listener is not None:
            self.tell(
                "proposal_result",
                {
                    "adopted": adopted,
                    "next_chair": int(chair) if chair >= 0 else None,
                    "next_alone": int(last_word) if last_word >= 0 else None,
                    "objectors": [s for s in range(int(self.seats)) if (objectors >> s) & 1 == 1],
                },
            )

    def carry_out(self) -> None:
        """An accepted proposal is eaten by."""
        chair = self.chair
        for group in range(self.house.groups):
            card = self.of(group, n.PROPOSAL)
            if card != n.NONE:
                self.put(group, n.PROPOSAL, n.NONE)
                self.take(group, card, chair)
        self.go_on_choosing()

    def go_on_choosing(self) -> None:
        """The next group of one who decides alone, the next speaker or team, or nobody."""
        if self.unserved() == 0:
            self.clear_votes()
            self.begin_yuck_back()
        elif self.house.consensus and self.house.colony:
            self.pick_the_only()
        else:
            self.open_choice(n.C_PROPOSE)

    def clear_votes(self) -> None:
        self.chair = n.NONE
        self.tried = 0
        self.voted = 0
        self.accepted = 0

    # Yuck! back (DR-9.4, DR-9.5, DR-11.13)

    def begin_yuck_back(self) -> None:
        """The Doctor is asked if he has a token and a target; in Colleagues a window, the first player's team first."""
        self.phase = n.C_YUCK
        if self.house.colony:
            for group in range(self.house.groups):
                if self.may_yuck_back(group):
                    return
            self.begin_gluttony()
            return
        self.turn = self.first
        self.passes = 0
        self.skip_idle_turns()

    def skip_idle_turns(self) -> None:
        """A team that could only pass is not asked."""
        while self.passes < 2 and not self.may_yuck_back(1 - self.turn):
            self.turn = 1 - self.turn
            self.passes += 1
        if self.passes == 2:
            self.turn = n.NONE
            self.clear_centre()

    def answer_yuck_window(self, seat: i64, action: i64) -> None:
        if action != n.PASS:
            self.turn = n.NONE
            self.yuck_back(seat, action - n.YUCK_BACK, 0)
            self.open_choice(n.C_REPLACE)
        elif self.house.colony:
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
        self.put(group, n.BANNED, self.of(group, n.BANNED) | one(card))
        self.lay(group, slot, n.NONE, n.NONE)
        if self.listener is not None:
            self.tell(
                "yuck_back",
                {"by": int(seat), "group": int(group), "card": n.CODES[card], "tokens_left": int(self.yuck)},
            )
