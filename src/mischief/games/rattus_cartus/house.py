"""What stays the same all game long: the components on the table and the house rules, as the rules use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from mischief.engine.errors import BadOption
from mischief.engine.moves import flat, zeros

from . import numbers as n
from .cards import BUILDING_IDS, BUILDING_NAMES, CLASS_NAMES, Components
from .sets import all_copies_of, bit

METHODS = {
    "first_game": int(n.SET_CHOSEN),
    "random_building": int(n.RANDOM_BUILDING),
    "random_cards": int(n.RANDOM_CARDS),
    "custom": int(n.COUNTED),
}


class House:
    """The components at this number of seats, and the house rules. Nothing in it ever changes.

    `copies` counts the cards of each kind, `tokens` those of each value; `draw`, `rats` and `look` are the supply
    actions of the building cards. `row`, `replacement` and `rounds` follow from the number of players (RC-2.1).
    `method` says how the buildings are chosen: `chosen` are, as bits, the building cards that the options settle, and
    `counts` the cards of each building for COUNTED; `castles_only`: Chivalry is 5 Castles whatever chance would say
    (RC-1.17). `start` is the first starting player, or -1 for chance. `together`: supplies are chosen all at once
    (RC-4.7); `ask`: actions may be declined (RC-8.9); `all_lose`: nobody wins if nobody survives (RC-13.6).
    """

    def __init__(
        self,
        copies: list[int],
        tokens: list[int],
        draw: list[int],
        rats: list[int],
        look: list[int],
        row: i64,
        replacement: i64,
        rounds: i64,
        method: i64,
        chosen: i64,
        counts: list[int],
        castles_only: bool,
        start: i64,
        together: bool,
        ask: bool,
        all_lose: bool,
    ) -> None:
        self.copies = flat(copies)
        self.tokens = flat(tokens)
        self.draw = flat(draw)
        self.rats = flat(rats)
        self.look = flat(look)
        self.row = row
        self.replacement = replacement
        self.rounds = rounds
        self.method = method
        self.chosen = chosen
        self.counts = flat(counts)
        self.castles_only = castles_only
        self.start = start
        self.together = together
        self.ask = ask
        self.all_lose = all_lose
        self.blank_cards = zeros(sum(copies[: int(n.POPULATION)]))
        """Noughts enough for all population cards: copied where a list of cards is made."""


def kind_given_by(building: i64) -> i64:
    """The card that a building gives (RC-9.2, 9.3, 9.9 to 9.11), or -1."""
    if building == n.MARKETPLACE:
        return n.JOKER
    if building == n.CASTLE:
        return n.SWORD
    if building == n.HUT:
        return n.FLUTE
    if building == n.OFFICE:
        return n.PASS
    if building == n.TREASURY:
        return n.GOLD
    return -1


def house_of(parts: Components, seats: int, options: Mapping[str, Any]) -> House:
    """The components for this number of seats, and the options; raises BadOption where those do not fit together."""
    setting = parts.settings[seats]
    buildings = options["buildings"]
    method, chosen, counts = METHODS[buildings], 0, [0] * int(n.BUILDINGS)
    custom_cards, custom_counts = _custom_cards(options), _custom_counts(options)
    if buildings == "first_game":
        chosen = sum(int(all_copies_of(BUILDING_NAMES.index(name))) for name in parts.first_game)
    elif buildings == "custom" and custom_cards:
        method, chosen = int(n.SET_CHOSEN), sum(int(bit(BUILDING_IDS.index(name))) for name in custom_cards)
    elif buildings == "custom":
        counts = custom_counts
    tokens = parts.tokens_mixed if options["vp_tokens"] == "mixed" else parts.tokens_ones
    by_chance = buildings in ("random_building", "random_cards")
    return House(
        copies=list(parts.copies),
        tokens=list(tokens),
        draw=list(parts.draw),
        rats=list(parts.rats),
        look=list(parts.look),
        row=setting.row,
        replacement=setting.replacement,
        rounds=setting.rounds,
        method=method,
        chosen=chosen,
        counts=counts,
        castles_only=seats == 2 and by_chance and options["guard_tower_2p"] == "avoid",
        start=-1 if options["start_seat"] == "random" else options["start_seat"],
        together=options["supply_order"] == "together",
        ask=options["optional_actions"] == "ask",
        all_lose=options["all_dead"] == "all_lose",
    )


def _custom_counts(options: Mapping[str, Any]) -> list[int]:
    """Cards of each of the twelve buildings (RC-1.16)."""
    given = options["custom_counts"]
    whole = all(isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= 5 for count in given)
    if len(given) != int(n.CLASSES) or not whole:
        raise BadOption(
            f"rattus-cartus: option custom_counts should be six whole numbers from 0 to 5, in the order "
            f"{', '.join(CLASS_NAMES)}; not {given!r}. [RC-1.16]"
        )
    return [count for first in given for count in (first, 5 - first)]


def _custom_cards(options: Mapping[str, Any]) -> list[str]:
    """The building cards that are named one by one, five of each class; none if the counts decide (RC-1.16)."""
    given = options["custom_cards"]
    if not given:
        return []
    for name in given:
        if name not in BUILDING_IDS:
            raise BadOption(
                f"rattus-cartus: option custom_cards has no building card {name!r}; they are farm-1 "
                f"to treasury-5. [RC-1.16]"
            )
        if given.count(name) > 1:
            raise BadOption(f"rattus-cartus: option custom_cards names {name} twice; there is one. [RC-1.16]")
    for place, which in enumerate(CLASS_NAMES):
        count = sum(BUILDING_IDS.index(name) // 10 == place for name in given)
        if count != 5:
            raise BadOption(
                f"rattus-cartus: option custom_cards has {count} cards of {which}; it needs 5 of each class, 30 in "
                f"all. [RC-1.16]"
            )
    return list(given)
