"""Phase C: how hungry rats agree who eats what (DR-5.4 to DR-5.10, DR-11.12).

The chair proposes a card for every unserved group, the other voters accept or object, all at once. An objection hands
the chair on; after three failures (two, where only two have a say) one seat has the last word. One who decides alone
simply takes. With speakers there are no votes: the groups choose one after the other.
"""

from __future__ import annotations

from mypy_extensions import i64

from .board import (
    C_FINAL,
    C_PROPOSE,
    C_REPLACE,
    C_REPLACE_FINAL,
    C_REPLACE_VOTE,
    C_VOTE,
    CENTRE,
    HOLDER,
    IDLE,
    INSOMNIA,
    PARANOIA,
    PENDING,
    PROPOSAL,
    TRASH,
)
from .foods import CODES, NONE, lowest, one, size
from .setting_up import SettingUp

SOURCES = ["centre", "trash", "pile", "doctor", "moved"]


class Choosing(SettingUp):
    """A table at which cards are chosen."""

    def begin_yuck_back(self) -> None:
        """What follows when every group has its card."""
        raise NotImplementedError

    def choosers(self) -> i64:
        """The groups that this choice feeds, as bits: all unserved ones together, or, where speakers or teams take
        turns, the next of them (DR-5.4, DR-5.10, DR-11.12)."""
        left = self.unserved()
        plan = self.plan
        if plan.colony and plan.consensus:
            return left
        start = (self.meal - 1) % plan.groups if plan.colony else self.first
        for i in range(plan.groups):
            group = (start + i) % plan.groups
            if (left >> group) & 1 == 1:
                return one(group)
        return 0

    def next_group(self) -> i64:
        """The group for which a card is picked now."""
        left = self.choosers()
        for group in range(self.plan.groups):
            if (left >> group) & 1 == 1 and self.of(group, PROPOSAL) == NONE:
                return group
        return NONE

    def replacing(self) -> bool:
        return self.phase == C_REPLACE or self.phase == C_REPLACE_VOTE or self.phase == C_REPLACE_FINAL

    def voters(self) -> i64:
        """The seats that have a say in this choice, as bits (DR-5.4, DR-9.5)."""
        groups = self.choosers()
        seats: i64 = 0
        for group in range(self.plan.groups):
            if (groups >> group) & 1 == 1:
                pending = self.of(group, PENDING)
                if self.replacing() and (pending == INSOMNIA or pending == PARANOIA):
                    seats |= one(self.of(group, HOLDER))
                elif self.plan.consensus:
                    seats |= self.plan.members[group]
                else:
                    seats |= one(self.plan.speakers[group])
        return seats

    def first_chair(self, voters: i64) -> i64:
        """The chair goes round from meal to meal (DR-5.5, DR-11.12)."""
        plan = self.plan
        order = plan.order
        around: i64 = len(order)
        if plan.colony:
            start = (self.meal - 1) % around
            for i in range(around):
                seat = order[(start + i) % around]
                if (voters >> seat) & 1 == 1:
                    return seat
            return NONE
        skip = (self.meal - 1) % size(voters)
        for i in range(around):
            if (voters >> order[i]) & 1 == 1:
                if skip == 0:
                    return order[i]
                skip -= 1
        return NONE

    def last_word(self, voters: i64) -> i64:
        """The seat that decides when talk has failed (DR-5.8)."""
        plan = self.plan
        if plan.youngest != NONE and (voters >> plan.youngest) & 1 == 1:
            return plan.youngest
        last: i64 = NONE
        for i in range(i64(len(plan.order))):
            if (voters >> plan.order[i]) & 1 == 1:
                last = plan.order[i]
        return last

    def next_chair(self, voters: i64, objectors: i64) -> i64:
        """Who objects should have another idea: the first objector clockwise that has not proposed; else the first
        voter that has not (DR-5.6)."""
        order = self.plan.order
        around: i64 = len(order)
        at: i64 = 0
        for i in range(around):
            if order[i] == self.chair:
                at = i
        fallback: i64 = NONE
        for i in range(i64(1), around):
            seat = order[(at + i) % around]
            if (voters >> seat) & 1 == 1 and (self.tried >> seat) & 1 == 0:
                if (objectors >> seat) & 1 == 1:
                    return seat
                if fallback == NONE:
                    fallback = seat
        return fallback

    def begin_choice(self) -> None:
        """The ordinary choice, if anyone is hungry."""
        if self.unserved() == 0:
            self.begin_yuck_back()
        else:
            self.open_choice(C_PROPOSE)

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
            self.propose(IDLE)
        elif size(choice) == 1:
            self.propose(lowest(choice))

    def propose(self, card: i64) -> None:
        """The chair picks a card for the next group; one who decides alone takes it at once (DR-5.5, DR-5.7)."""
        group = self.next_group()
        if size(self.voters()) == 1:
            self.take(group, card, self.chair)
            self.go_on_choosing()
            return
        self.put(group, PROPOSAL, card)
        if self.listener is not None:
            self.tell(
                "proposal_pick",
                {"chair": int(self.chair), "group": int(group), "card": CODES[card] if card >= 0 else None},
            )
        if self.next_group() != NONE:
            self.pick_the_only()
        elif self.phase == C_FINAL or self.phase == C_REPLACE_FINAL:
            self.carry_out()
        else:
            self.phase = C_REPLACE_VOTE if self.replacing() else C_VOTE
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
            self.tell_result(True, NONE, NONE, objectors)
            self.carry_out()
            return
        replacing = self.replacing()
        for group in range(self.plan.groups):
            self.put(group, PROPOSAL, NONE)
        self.tried |= one(self.chair)
        self.voted = 0
        self.accepted = 0
        failures = size(self.tried)
        if failures == 3 or (failures == 2 and size(voters) == 2):
            self.chair = self.last_word(voters)
            self.tell_result(False, NONE, self.chair, objectors)
            self.phase = C_REPLACE_FINAL if replacing else C_FINAL
        else:
            self.chair = self.next_chair(voters, objectors)
            self.tell_result(False, self.chair, NONE, objectors)
            self.phase = C_REPLACE if replacing else C_PROPOSE
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
        for group in range(self.plan.groups):
            card = self.of(group, PROPOSAL)
            if card != NONE:
                self.put(group, PROPOSAL, NONE)
                self.take(group, card, chair)
        self.go_on_choosing()

    def go_on_choosing(self) -> None:
        """The next group of one who decides alone, the next speaker or team, or nobody."""
        if self.unserved() == 0:
            self.clear_votes()
            self.begin_yuck_back()
        elif self.plan.consensus and self.plan.colony:
            self.pick_the_only()
        else:
            self.open_choice(C_PROPOSE)

    def clear_votes(self) -> None:
        self.chair = NONE
        self.tried = 0
        self.voted = 0
        self.accepted = 0

    def take(self, group: i64, card: i64, by: i64) -> None:
        """A card goes from the centre or the trash can to a group's plate (DR-5.2)."""
        if card == IDLE:
            self.lay(group, 0, IDLE, NONE)
            return
        source = CENTRE if (self.centre >> card) & 1 == 1 else TRASH
        self.lift(card)
        self.lay(group, 0, card, source)
        if self.listener is not None:
            self.tell_taken(group, card, source, by)

    def lift(self, card: i64) -> None:
        self.centre &= ~one(card)
        self.trash &= ~one(card)

    def tell_taken(self, group: i64, card: i64, source: i64, by: i64) -> None:
        self.tell("card_taken", {"group": int(group), "card": CODES[card], "from": SOURCES[source], "by": int(by)})
