"""Every card of Pie Rats, read from cards.toml; says what does not add up."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from mischief.engine import decks
from mischief.engine.errors import BadCards

from . import numbers as n

SOURCES = ("rulebook", "outside", "ours")
ACTION_IDS = ("carob_bean", "kidnapping", "mirror", "spinach", "charisma_theft")
TIMINGS = {
    "carob_bean": "anytime",
    "kidnapping": "anytime",
    "mirror": "charm_window",
    "spinach": "anytime",
    "charisma_theft": "phase2",
}
SIZES = {
    "captain": int(n.CAPTAINS),
    "crew": int(n.CREW),
    "charisma": int(n.CHARISMA),
    "action_item": int(n.ACTION_ITEMS),
    "pie": int(n.PIES),
}
MOST_COPIES = 15
"""Of one kind of goods: the rules pack their numbers four bits to a kind."""


class Card(msgspec.Struct, frozen=True):
    id: str
    name: str


class Captain(Card, frozen=True):
    """In texts a captain goes by the last word of the name: that is the id."""


class Crew(Card, frozen=True):
    strength: int
    loyalty: int


class Good(Card, frozen=True):
    """A Charisma or an Action/Item card, of which there are several."""

    copies: int


class Charisma(Good, frozen=True):
    charisma: int


class ActionItem(Good, frozen=True):
    timing: str


class Pie(Card, frozen=True):
    weight: int
    points: int


class Deck(msgspec.Struct, frozen=True):
    """Every card in the box, each family in the order of its numbers."""

    captains: tuple[Captain, ...]
    captain_charisma: int
    captain_strength: int
    crew: tuple[Crew, ...]
    charisma: tuple[Charisma, ...]
    action_items: tuple[ActionItem, ...]
    pies: tuple[Pie, ...]

    @property
    def goods(self) -> tuple[Good, ...]:
        return (*self.charisma, *self.action_items)

    @property
    def hand_cards(self) -> tuple[Card, ...]:
        """All kinds of cards that come to a hand, by number."""
        return (*self.crew, *self.goods)


@cache
def standard_deck() -> Deck:
    return read_deck(Path(__file__).parent / "cards.toml")


def read_deck(path: Path) -> Deck:
    """The cards of a components file. Raises BadCards, naming the row or the total that is wrong."""
    return _DeckReader(path.name, decks.read_toml(path)).read()


class _DeckReader:
    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.data = data

    def read(self) -> Deck:
        captains = self.rows("captain", "id", {"id": (0, n.CAPTAINS - 1)})
        crew = self.rows("crew", "index", {"strength": (0, 99), "loyalty": (-2, 20), "copies": (1, 1)})
        charisma = self.rows("charisma", "kind", {"charisma": (1, 20), "copies": (0, MOST_COPIES)})
        action = self.rows("action_item", "kind", {"copies": (0, MOST_COPIES)})
        pies = self.rows("pie", "index", {"weight": (0, 999), "points": (0, 60), "copies": (1, 1)})
        for kind, row in enumerate(charisma):
            if row.get("double_lure") is not (kind == n.CHARM):
                self.wrong(
                    f"charisma {row['id']}: double_lure is true for kind {n.CHARM} (Charm) and false for the others"
                )
        for kind, row in enumerate(action):
            if row["id"] != ACTION_IDS[kind]:
                self.wrong(f"action_item kind {kind}: its id should be {ACTION_IDS[kind]}, not {row['id']}")
            if row.get("timing") != TIMINGS[row["id"]]:
                self.wrong(f"action_item {row['id']}: its timing is {TIMINGS[row['id']]}, not {row.get('timing')!r}")
        ids = [row["id"] for row in crew + charisma + action]
        self.all_different(ids + [row["id"] for row in pies], "id")
        self.all_different([row["name"] for row in captains + crew], "name")
        self.check_totals({"captain": captains, "crew": crew, "charisma": charisma, "action_item": action, "pie": pies})
        stats = self.table("captain_stats")
        for key in ("charisma", "strength"):
            self.number(stats, "captain_stats", key, 0, 20)
        sailing = tuple(Captain(row["name"].split()[-1].lower(), row["name"]) for row in captains)
        self.all_different([captain.id for captain in sailing], "last name")
        self.all_different([captain.id for captain in sailing] + ids, "last name of a captain as its id,")
        return Deck(
            captains=sailing,
            captain_charisma=stats["charisma"],
            captain_strength=stats["strength"],
            crew=tuple(Crew(row["id"], row["name"], row["strength"], row["loyalty"]) for row in crew),
            charisma=tuple(Charisma(row["id"], row["name"], row["copies"], row["charisma"]) for row in charisma),
            action_items=tuple(ActionItem(row["id"], row["name"], row["copies"], row["timing"]) for row in action),
            pies=tuple(Pie(row["id"], row["name"], row["weight"], row["points"]) for row in pies),
        )

    def rows(self, family: str, number: str, ranges: dict[str, tuple[int, int]]) -> list[dict[str, Any]]:
        """The rows of one family, in the order of their numbers, every value checked."""
        found = self.data.get(family, [])
        if not isinstance(found, list) or len(found) != SIZES[family]:
            have = len(found) if isinstance(found, list) else found
            self.wrong(f"{family}: there should be {SIZES[family]} rows, not {have!r}")
        for place, row in enumerate(found):
            if not isinstance(row, dict):
                self.wrong(f"{family} {place}: it should be a row with an id and a name, not {row!r}")
            where = f"{family} {row.get('id', place)}"
            if row.get(number) != place:
                self.wrong(f"{where}: its {number} should be {place} (rows stand in order), not {row.get(number)!r}")
            if not decks.is_name(row.get("name")):
                self.wrong(f"{where}: its name should be a short line of text, not {row.get('name')!r}")
            if family != "captain" and not re.fullmatch(r"[a-z][a-z0-9_]{0,30}", str(row.get("id"))):
                self.wrong(f"{where}: its id should be small letters, digits and _, such as c07, not {row.get('id')!r}")
            if row.get("source") not in SOURCES:
                self.wrong(f"{where}: its source should be one of {', '.join(SOURCES)}, not {row.get('source')!r}")
            for key, (low, high) in ranges.items():
                self.number(row, where, key, low, int(high))
        return found

    def table(self, name: str) -> dict[str, Any]:
        found = self.data.get(name, {})
        if not isinstance(found, dict):
            self.wrong(f"{name}: it should be a table of numbers by name, not {found!r}")
        return found

    def number(self, row: dict[str, Any], where: str, key: str, low: int, high: int) -> None:
        value = row.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            right = str(low) if low == high else f"a whole number from {low} to {high}"
            self.wrong(f"{where}: its {key} should be {right}, not {value!r}")

    def all_different(self, values: list[str], what: str) -> None:
        for place, value in enumerate(values):
            if value in values[:place]:
                self.wrong(f"two cards have the {what} {value!r}")

    def check_totals(self, families: dict[str, list[dict[str, Any]]]) -> None:
        sums = {family: sum(row.get("copies", 1) for row in rows) for family, rows in families.items()}
        sums["main_deck"] = sums["crew"] + sums["charisma"] + sums["action_item"]
        totals = self.table("totals")
        for family, have in sums.items():
            if totals.get(family) != have:
                self.wrong(
                    f"totals.{family}: the rows make {have} cards, but the total says {totals.get(family)!r}; "
                    "correct the row or the total"
                )

    def wrong(self, sentence: str) -> NoReturn:
        raise BadCards(f"{self.name}, {sentence}")
