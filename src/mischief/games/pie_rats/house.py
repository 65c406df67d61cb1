"""What stays the same all game long: the numbers printed on the cards, and the house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from mypy_extensions import i64

from mischief.engine.errors import BadOption
from mischief.engine.moves import flat, zeros

from . import numbers as n
from .cards import Deck
from .sets import goods_in, just

REACH: Final[i64] = 32
"""Charisma totals above this buy nothing more: the dearest rat costs far less."""


class House:
    """The numbers on the cards, laid out for the rules to read fast, and the options as the rules use them.

    `printed` is the deck as people read it. Vectors are indexed by crew number, good, charisma kind or Pie number;
    `price` is what luring a rat costs, and `within_reach` has, for each charisma total, the set of crew members whose
    price does not exceed it. `mode` is option phase6. `lead` is NONE where chance is to choose it; `captains` are those
    chosen beforehand, packed as the table keeps them.
    """

    def __init__(self, printed: Deck, seats: int, options: Mapping[str, Any]) -> None:
        self.printed = printed
        self.ids: list[str] = [card.id for card in printed.hand_cards]
        self.pie_ids: list[str] = [pie.id for pie in printed.pies]
        self.captain_ids: list[str] = [captain.id for captain in printed.captains]
        self.strength = flat([card.strength for card in printed.crew])
        self.loyalty = flat([card.loyalty for card in printed.crew])
        self.charisma = flat([card.charisma for card in printed.charisma])
        self.copies = flat([card.copies for card in printed.goods])
        self.weight = flat([pie.weight for pie in printed.pies])
        self.points = flat([pie.points for pie in printed.pies])
        self.captain_charisma: i64 = printed.captain_charisma
        self.captain_strength: i64 = printed.captain_strength
        self.price = zeros(n.CREW)
        self.within_reach = zeros(REACH + 1)
        self.find_prices()
        self.mode: i64 = n.MODES.index(options["phase6"])
        self.fail_discard: i64 = n.FAILS.index(options["fail_discard"])
        self.stall_rounds: i64 = options["stall_rounds"]
        self.first_pie: bool = options["tie_break"] == "first_pie"
        self.captains_picked: bool = options["captain_pick"] == "table"
        self.pies: i64 = options["pies"]
        self.lead: i64 = n.NONE if options["lead"] == "random" else options["lead"]
        self.captains: i64 = captains_beforehand(options["captains"], seats)
        self.all_goods: i64 = 0
        for good in range(n.GOODS):
            self.all_goods |= self.copies[good] << (4 * good)
        self.deck_size: i64 = n.CREW + goods_in(self.all_goods)

    def find_prices(self) -> None:
        """The captain served (all captains are alike) plus the rat's own loyalty, plus one (PR-7.3, PR-7.4)."""
        for rat in range(n.CREW):
            self.price[rat] = self.captain_charisma + self.loyalty[rat] + 1
            for total in range(REACH + 1):
                if self.price[rat] <= total:
                    self.within_reach[total] |= just(rat)


def captains_beforehand(given: Sequence[Any], seats: int) -> int:
    """Option captains, four bits a seat; raises BadOption where it names one that cannot be."""
    if len(given) > seats:
        raise BadOption(f"pie-rats: option captains names {len(given)} captains for {seats} seats.")
    packed = 0
    for seat in range(seats):
        captain = given[seat] if seat < len(given) else None
        if captain is None:
            captain = int(n.NO_CAPTAIN)
        elif isinstance(captain, bool) or not isinstance(captain, int) or not 0 <= captain < n.CAPTAINS:
            raise BadOption(f"pie-rats: option captains has {captain!r}; a captain is 0 to 5, or null for none.")
        elif captain in given[:seat]:
            raise BadOption(f"pie-rats: option captains has captain {captain} twice; no captain is used twice.")
        packed |= captain << (4 * seat)
    return packed
