"""From the empty table to the first decision: which buildings are in the game, who starts, the deal (RC-1), and the row
of buildings, drawn anew for every round (RC-3)."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from . import numbers as n
from .cards import BUILDING_IDS
from .events import tell_setup
from .house import kind_given_by
from .rules_supplies import Supplies
from .sets import all_copies_of, bit


class SettingUp(Supplies):
    """What happens before the first decision of the game, and of each round."""

    # The 30 building cards

    def set_up(self) -> None:
        """The 30 building cards first (RC-1.12)."""
        self.unseen = self.house.chosen
        if self.house.method == n.SET_CHOSEN:
            self.buildings_chosen()
        elif self.house.method == n.COUNTED:
            self.choose_counted(0)
        else:
            self.choose_class(0)

    def choose_class(self, which: i64) -> None:
        """By class, one building or five cards (RC-1.14, RC-1.15); with Castles only, chance has no say in Chivalry
        (RC-1.17)."""
        if which == n.CHIVALRY and self.house.castles_only:
            self.unseen |= all_copies_of(n.CHIVALRY * 2)
            which += 1
        self.slot = which
        if which == n.CLASSES:
            self.buildings_chosen()
        else:
            self.stage = n.PICK_TYPE if self.house.method == n.RANDOM_BUILDING else n.PICK_COPY
            self.due = 1 if self.house.method == n.RANDOM_BUILDING else n.COPIES

    def choose_counted(self, building: i64) -> None:
        """Which copies, where the players' counts leave that open (RC-1.16)."""
        while building < n.BUILDINGS and (self.house.counts[building] == 0 or self.house.counts[building] == n.COPIES):
            if self.house.counts[building] == n.COPIES:
                self.unseen |= all_copies_of(building)
            building += 1
        self.slot = building
        if building == n.BUILDINGS:
            self.buildings_chosen()
        else:
            self.stage = n.PICK_COPY
            self.due = self.house.counts[building]

    def buildings_chosen(self) -> None:
        """Special cards are set out if a building needs them (RC-1.10); then the starting player (RC-1.18)."""
        for building in range(n.BUILDINGS):
            kind = kind_given_by(building)
            if kind > n.JOKER and (self.unseen & all_copies_of(building)) != 0:
                self.figures[n.SUPPLIES + kind - n.JOKER] = self.house.copies[kind]
        if self.house.start < 0:
            self.stage = n.PICK_START
            self.slot = 0
            self.due = 1
        else:
            self.start = self.house.start
            self.begin_dealing()

    # The deal

    def begin_dealing(self) -> None:
        self.stage = n.DEAL_NUNS
        self.slot = 0
        self.due = n.NUN_SLOTS

    def deal_nun(self, kind: i64) -> None:
        """Five cards that nobody sees (RC-1.6)."""
        if self.slot == 0 and self.listener is not None:
            tell_setup(self)
        self.shift(n.DECK + kind, -1)
        self.deck_size -= 1
        self.figures[n.NUNS + self.slot] = kind
        self.slot += 1
        self.due -= 1
        if self.slot == n.NUN_SLOTS:
            self.slot = 0
            self.stage = n.DEAL_HANDS
            self.seat = 0
            self.due = n.FIRST_HAND

    def deal_hand(self, kind: i64) -> None:
        """Five cards to each seat (RC-1.8)."""
        self.draw(self.seat, kind)
        self.due -= 1
        if self.due > 0:
            return
        if self.listener is not None:
            cards = self.drawn_so_far
            assert cards is not None
            self.tell(
                "dealt", {"seat": int(self.seat), "count": len(cards), "cards": cards}, {"cards": [int(self.seat)]}
            )
            self.drawn_so_far = None
        self.seat += 1
        self.due = n.FIRST_HAND
        if self.seat == self.seats:
            self.round_number = 1
            self.draw_buildings()

    # Phase A: draw buildings (RC-3)

    def draw_buildings(self) -> None:
        self.phase = n.PHASE_A
        self.stage = n.DRAW_ROW
        self.slot = 0
        self.seat = NOBODY
        self.due = self.house.row
        self.take_back_discs()

    def take_back_discs(self) -> None:
        for seat in range(self.seats):
            self.figures[n.ENTERED + seat] = -1
            self.figures[n.ANNOUNCED + seat] = 0
            self.figures[n.STRENGTH + seat] = -1
            self.figures[n.CHOICE + seat] = -1
        self.entered = 0

    def add_to_row(self, card: i64) -> None:
        self.unseen &= ~bit(card)
        self.figures[n.ROW + self.slot] = card
        self.slot += 1
        self.due -= 1
        if self.slot < self.house.row:
            return
        if self.listener is not None:
            facts = {"round": int(self.round_number), "ids": self.row_in_words(), "final": self.is_final()}
            self.tell("row_drawn", facts)
        self.check_row()

    def check_row(self) -> None:
        """A row of one building only gets another last card, until it is not (RC-3.2, RC-3.3)."""
        while self.is_uniform():
            if self.replacement_unknown() > 0:
                self.stage = n.REPLACE_LAST
                self.slot = self.house.row - 1
                self.due = 1
                return
            top = self.figures[n.BOTTOM]
            for place in range(self.bottom - 1):
                self.figures[n.BOTTOM + place] = self.figures[n.BOTTOM + place + 1]
            self.bottom -= 1
            self.replace_last(top)
        self.begin_supplies()

    def is_uniform(self) -> bool:
        return all(self.building(slot) == self.building(0) for slot in range(i64(1), self.house.row))

    def replace_last(self, card: i64) -> None:
        """The old card goes to the bottom of the Replacement deck, where everybody knows it lies (RC-3.6)."""
        last = n.ROW + self.house.row - 1
        old = self.figures[last]
        self.figures[n.BOTTOM + self.bottom] = old
        self.bottom += 1
        self.figures[last] = card
        if self.listener is not None:
            self.tell("row_replaced", {"old": BUILDING_IDS[old], "new": BUILDING_IDS[card]})
