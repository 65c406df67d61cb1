"""The set-up, and phase A: which buildings are in the game, who starts, the deal, and the row of each round."""

from __future__ import annotations

from mypy_extensions import i64

from mischief.engine.seats import NOBODY

from .pieces import (
    BUILDING_CARDS,
    BUILDINGS,
    CHIVALRY,
    CLASSES,
    COPIES,
    COUNTED,
    FIRST_HAND,
    JOKER,
    KINDS,
    N1,
    N2,
    N3,
    N4,
    N5,
    N6,
    N7,
    NUN_SLOTS,
    PHASE_A,
    RANDOM_BUILDING,
    SET_CHOSEN,
    all_copies_of,
    bit,
    kind_given_by,
)
from .table import BOTTOM, CHOICE, COUNT, DECK, ENTERED, NUNS, ROW, STRENGTH, SUPPLIES, Table, building_id, card_id


class Opening(Table):
    """What happens before a round's first decision."""

    def begin_supplies(self) -> None:
        """Phase B, in rules.py."""
        raise NotImplementedError

    # The set-up, RC-1

    def set_up(self) -> None:
        """The 30 building cards first (RC-1.12)."""
        self.unseen = self.box.chosen
        if self.box.method == SET_CHOSEN:
            self.buildings_chosen()
        elif self.box.method == COUNTED:
            self.choose_counted(0)
        else:
            self.choose_class(0)

    def choose_class(self, which: i64) -> None:
        """By class, one building or five cards (RC-1.14, RC-1.15); with Castles only, chance has no say in Chivalry
        (RC-1.17)."""
        if which == CHIVALRY and self.box.castles_only:
            self.unseen |= all_copies_of(CHIVALRY * 2)
            which += 1
        self.slot = which
        if which == CLASSES:
            self.buildings_chosen()
        else:
            self.step = N1 if self.box.method == RANDOM_BUILDING else N2
            self.due = 1 if self.box.method == RANDOM_BUILDING else COPIES

    def choose_counted(self, building: i64) -> None:
        """Which copies, where the players' counts leave that open (RC-1.16)."""
        while building < BUILDINGS and (self.box.counts[building] == 0 or self.box.counts[building] == COPIES):
            if self.box.counts[building] == COPIES:
                self.unseen |= all_copies_of(building)
            building += 1
        self.slot = building
        if building == BUILDINGS:
            self.buildings_chosen()
        else:
            self.step = N2
            self.due = self.box.counts[building]

    def buildings_chosen(self) -> None:
        """Special cards are set out if a building needs them (RC-1.10); then the starting player (RC-1.18)."""
        for building in range(BUILDINGS):
            kind = kind_given_by(building)
            if kind > JOKER and (self.unseen & all_copies_of(building)) != 0:
                self.figures[SUPPLIES + kind - JOKER] = self.box.copies[kind]
        if self.box.start < 0:
            self.step = N3
            self.slot = 0
            self.due = 1
        else:
            self.start = self.box.start
            self.begin_dealing()

    def begin_dealing(self) -> None:
        self.step = N4
        self.slot = 0
        self.due = NUN_SLOTS

    def deal_nun(self, kind: i64) -> None:
        """Five cards that nobody sees (RC-1.6)."""
        if self.slot == 0 and self.listener is not None:
            self.tell_setup()
        self.shift(DECK + kind, -1)
        self.deck_size -= 1
        self.figures[NUNS + self.slot] = kind
        self.slot += 1
        self.due -= 1
        if self.slot == NUN_SLOTS:
            self.slot = 0
            self.step = N5
            self.seat = 0
            self.due = FIRST_HAND

    def tell_setup(self) -> None:
        buildings: list[str] = []
        for card in range(BUILDING_CARDS):
            if (self.unseen >> card) & 1 == 1:
                buildings.append(building_id(card))
        supplies: dict[str, int] = {}
        for kind in range(JOKER, KINDS):
            supplies[card_id(kind)] = int(self.supply(kind))
        options = dict(self.game.options)
        self.tell("setup", {"options": options, "buildings": buildings, "supplies": supplies, "start": int(self.start)})

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
        self.due = FIRST_HAND
        if self.seat == self.seats:
            self.round_number = 1
            self.draw_buildings()

    # Phase A: draw buildings (RC-3)

    def draw_buildings(self) -> None:
        self.phase = PHASE_A
        self.step = N6
        self.slot = 0
        self.seat = NOBODY
        self.due = self.box.row
        self.take_back_discs()

    def take_back_discs(self) -> None:
        for seat in range(self.seats):
            self.figures[ENTERED + seat] = -1
            self.figures[COUNT + seat] = 0
            self.figures[STRENGTH + seat] = -1
            self.figures[CHOICE + seat] = -1
        self.entered = 0

    def add_to_row(self, card: i64) -> None:
        self.unseen &= ~bit(card)
        self.figures[ROW + self.slot] = card
        self.slot += 1
        self.due -= 1
        if self.slot < self.box.row:
            return
        if self.listener is not None:
            ids = [building_id(self.row_card(slot)) for slot in range(self.box.row)]
            self.tell("row_drawn", {"round": int(self.round_number), "ids": ids, "final": self.is_final()})
        self.check_row()

    def check_row(self) -> None:
        """A row of one building only gets another last card, until it is not (RC-3.2, RC-3.3)."""
        while self.is_uniform():
            if self.replacement_unknown() > 0:
                self.step = N7
                self.slot = self.box.row - 1
                self.due = 1
                return
            top = self.figures[BOTTOM]
            for place in range(self.bottom - 1):
                self.figures[BOTTOM + place] = self.figures[BOTTOM + place + 1]
            self.bottom -= 1
            self.replace_last(top)
        self.begin_supplies()

    def is_uniform(self) -> bool:
        return all(self.building(slot) == self.building(0) for slot in range(i64(1), self.box.row))

    def replace_last(self, card: i64) -> None:
        """The old card goes to the bottom of the Replacement deck, where everybody knows it lies (RC-3.6)."""
        last = ROW + self.box.row - 1
        old = self.figures[last]
        self.figures[BOTTOM + self.bottom] = old
        self.bottom += 1
        self.figures[last] = card
        if self.listener is not None:
            self.tell("row_replaced", {"old": building_id(old), "new": building_id(card)})
