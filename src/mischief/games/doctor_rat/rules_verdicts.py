"""Phase D and the end of the game: verdicts, and what follows them (DR-6, DR-7)."""

from __future__ import annotations

from mypy_extensions import i64

from . import numbers as n
from .sets import codes
from .setup import DoctorRatSetup


class DoctorRatVerdicts(DoctorRatSetup):
    """A table at which cards are eaten."""

    def begin_meal(self) -> None:
        """What follows a meal that did not end the game: rules_dinner.py."""
        raise NotImplementedError

    def hand_out_complications(self) -> None:
        """What comes between two meals where complications are played with: rules_complications.py."""
        raise NotImplementedError

    def clear_centre(self) -> None:
        """What was not eaten stays in the trash can (DR-5.12)."""
        if self.listener is not None and self.centre != 0:
            self.tell("centre_cleared", {"cards": codes(self.centre)})
        self.trash |= self.centre
        self.centre = 0
        for group in range(self.house.groups):
            self.put(group, n.BANNED, 0)
        self.analyse()

    def analyse(self) -> None:
        """The verdicts, in group order or the first player first; a lost game stops them (DR-6, DR-7, DR-11.16)."""
        start = i64(0) if self.house.colony else self.first
        for i in range(self.house.groups):
            group = (start + i) % self.house.groups
            for slot in range(n.SLOTS):
                card = self.plate(group, slot)
                if card >= 0 and not self.eat(group, card):
                    self.lay(group, slot, n.NONE, n.NONE)
                    self.end(n.EXAM_CROSS if self.meal == n.MEALS else n.THIRD_CROSS, group)
                    return
                self.lay(group, slot, n.NONE, n.NONE)
        if self.meal == n.MEALS:
            self.end(n.EXAM_PASSED, n.NONE)
            return
        if self.house.complications:
            self.hand_out_complications()
        else:
            self.next_meal()

    def eat(self, group: i64, card: i64) -> bool:
        """A card gets its mark and joins the row, good or bad (DR-6.2, DR-6.3); False if that loses the game."""
        good = self.fits_next(group, card)
        self.append_row(group, card + (n.GOOD if good else 0))
        self.put(group, n.LAST_FOOD, card)
        self.put(group, n.EATEN, self.of(group, n.EATEN) + 1)
        if not good:
            self.put(group, n.CROSSES, self.of(group, n.CROSSES) + 1)
        if self.listener is not None:
            self.tell(
                "verdict",
                {
                    "group": int(group),
                    "card": n.CODES[card],
                    "good": good,
                    "call": "good_call" if good else "bad_call",
                    "crosses": int(self.of(group, n.CROSSES)),
                },
            )
        return good or (self.of(group, n.CROSSES) < n.CROSSES_LOST and self.meal != n.MEALS)

    def next_meal(self) -> None:
        self.meal += 1
        if not self.house.colony:
            self.first = 1 - self.first
            if self.listener is not None:
                self.tell("first_player_passed", {"team": int(self.first)})
        self.begin_meal()

    def end(self, reason: i64, group: i64) -> None:
        self.reason = reason
        self.lost_by = group
        if self.listener is not None:
            groups = range(int(self.house.groups))
            self.tell(
                "game_end",
                {
                    "win": reason == n.EXAM_PASSED,
                    "reason": n.REASON_NAMES[reason],
                    "meal": int(self.meal),
                    "group": int(group) if group >= 0 else None,
                    "restrictions": [self.restriction_of(g) for g in groups],
                    "stock": codes(self.stock),
                    "verdicts": self.unannounced(),
                },
            )
        self.phase = n.OVER

    def unannounced(self) -> list[dict[str, object]]:
        """The verdicts that the end of the game cut off, for everybody to see now (DR-7.5)."""
        found: list[dict[str, object]] = []
        for group in range(int(self.house.groups)):
            for slot in range(int(n.SLOTS)):
                card = self.plate(group, slot)
                if card >= 0:
                    good = self.verdict_on_plate(group, slot)
                    found.append({"group": group, "card": n.CODES[card], "good": good})
        return found
