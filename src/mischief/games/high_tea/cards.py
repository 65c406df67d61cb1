"""Reads what lies on the table from cards.toml, and says what does not add up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from mischief.engine import decks
from mischief.engine.errors import BadCards

from . import numbers as n

SOURCES = ("rulebook", "outside", "ours")
AT_LEAST_ONE = ("turns", "scavenge_rolls", "start_amount", "two_player_amount", "nest_factor", "carpenter_factor")
NUMBERS = (*AT_LEAST_ONE, "bauble_gain", "banker_gain", "pauper_gain", "pickpocket_bonus", "privilege_each")
LIMITS = {"ask_amount_max": int(n.MOST_ASKED), "imagine_entries": 1 << 24, "imagine_unknown": 500}
MOST_AWARDS = 20
MOST_TURNS = 5
"""Sheets have room for the pieces of so many turns."""
ROWS = {
    "supply": ("name", "action"),
    "goal": ("name", "text", "best"),
    "vocation": ("name", "text"),
    "dice": ("sides", "copies"),
    "coin": ("copies",),
    "hat": ("copies",),
}


class Cards(msgspec.Struct, frozen=True):
    """The components: names and texts by id, how many dice, coins and hats there are, and every number of the rules."""

    ship_name: str
    numbers: dict[str, int]
    awards: tuple[int, int, int]
    names: dict[str, str]
    texts: dict[str, str]
    copies: dict[str, int]


def read_cards(path: Path) -> Cards:
    """The components of a file. Raises BadCards with the row or the total that is wrong."""
    return _Check(path.name, decks.read_toml(path)).cards()


@cache
def standard_cards() -> Cards:
    """The components of the box."""
    return read_cards(Path(__file__).parent / "cards.toml")


class _Check:
    def __init__(self, name: str, data: Mapping[str, Any]) -> None:
        self.name = name
        self.data = data

    def fail(self, sentence: str) -> NoReturn:
        raise BadCards(f"{self.name}, {sentence}")

    def cards(self) -> Cards:
        for key in self.data:
            if key not in (*ROWS, "game", "limits"):
                self.fail(f"{key}: there is no such component; there are {', '.join(ROWS)}, game and limits")
        self.rows("supply", n.SUPPLY_IDS, 1, "the six supplies in the order of calls (HT-1.2)", int(n.KINDS))
        self.rows("goal", tuple(n.GOAL_IDS), int(n.CHEAP), "one goal for each sum of two dice (HT-2.1)", int(n.GOALS))
        self.rows("vocation", n.VOCATION_IDS[1:], 1, "the seven vocations (HT-13.3)", int(n.VOCATIONS))
        for name, copies in (("dice", 2), ("coin", 1), ("hat", 1)):
            if sum(row["copies"] for row in self.table(name)) != copies:
                self.fail(f"{name}: there should be {copies} in all")
        if any(row["sides"] != n.KINDS for row in self.table("dice")):
            self.fail("dice: each has six sides, one for every supply (HT-1.2)")
        for row in self.table("goal"):
            if row["best"] != ("low" if row["n"] == n.CHEAP else "high"):
                self.fail(f"goal {row['n']}: best should be low for Cheap and high for the others (HT-12)")
        numbers, awards = self.numbers()
        ship = self.section("game").get("ship_name")
        if not isinstance(ship, str) or not 1 <= len(ship) <= 40:
            self.fail(f"game: ship_name should be a text of 1 to 40 characters, not {ship!r}")
        named = [row for kind in ("supply", "goal", "vocation") for row in self.table(kind)]
        return Cards(
            ship_name=ship,
            numbers=numbers,
            awards=awards,
            names={row["id"]: row["name"] for row in named},
            texts={row["id"]: row["text"] for row in named if "text" in row},
            copies={name: sum(row["copies"] for row in self.table(name)) for name in ("dice", "coin", "hat")},
        )

    def section(self, name: str) -> Mapping[str, Any]:
        found = self.data.get(name)
        if not isinstance(found, Mapping):
            self.fail(f"{name}: there should be a section [{name}]")
        if found.get("source") not in SOURCES:
            self.fail(f"{name}: source should be one of {', '.join(SOURCES)}, not {found.get('source')!r}")
        return found

    def table(self, name: str) -> list[Mapping[str, Any]]:
        rows = self.data.get(name)
        if not isinstance(rows, list) or not rows:
            self.fail(f"{name}: there should be rows [[{name}]]")
        for number, row in enumerate(rows, 1):
            if not isinstance(row, Mapping):
                self.fail(f"{name} {number}: should be a row with {', '.join(ROWS[name])} and source, not {row!r}")
            for key in (*ROWS[name], "source"):
                wanted = int if key in ("sides", "copies") else str
                if not isinstance(row.get(key), wanted):
                    self.fail(f"{name} {number}: {key} should be a {wanted.__name__}, not {row.get(key)!r}")
            for key in ("name", "text"):
                if key in ROWS[name] and not decks.is_name(row[key], 200):
                    self.fail(f"{name} {number}: {key} should be a line of text, not {row[key]!r}")
            if row["source"] not in SOURCES:
                self.fail(f"{name} {number}: source should be one of {', '.join(SOURCES)}, not {row['source']!r}")
        return rows

    def rows(self, name: str, ids: tuple[str, ...], first: int, meaning: str, total: int) -> None:
        rows = self.table(name)
        for number, row in enumerate(rows):
            if number >= total:
                break
            if row.get("n") != first + number or row.get("id") != ids[number]:
                self.fail(
                    f"{name} {number + 1}: should have n = {first + number} and id = {ids[number]!r}, not "
                    f"{row.get('n')!r} and {row.get('id')!r}; there are {meaning}"
                )
        if len(rows) != total:
            self.fail(f"{name}: {len(rows)} rows where {total} belong; there are {meaning}")

    def numbers(self) -> tuple[dict[str, int], tuple[int, int, int]]:
        section, limits = self.section("game"), self.section("limits")
        found: dict[str, int] = {}
        for name in (*NUMBERS, "dainty_limit"):
            low, high = 1 if name in AT_LEAST_ONE else 0, MOST_TURNS if name == "turns" else 20
            found[name] = self.whole("game", section, name, low, high)
        for name, high in LIMITS.items():
            found[name] = self.whole("limits", limits, name, 1, high)
        if section.get("id") != "high-tea":
            self.fail(f"game: id should be 'high-tea', not {section.get('id')!r}")
        awards: Any = section.get("awards")
        whole = isinstance(awards, list) and all(isinstance(a, int) and not isinstance(a, bool) for a in awards)
        if not whole or len(awards) != 3 or not MOST_AWARDS >= awards[0] > awards[1] > awards[2] >= 0:
            right = f"three falling whole numbers from {MOST_AWARDS} down (HT-11.5 to HT-11.7)"
            self.fail(f"game: awards should be {right}, not {awards!r}")
        return found, (awards[0], awards[1], awards[2])

    def whole(self, where: str, section: Mapping[str, Any], name: str, low: int, high: int) -> int:
        value = section.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fail(f"{where}: {name} should be a whole number from {low} to {high}, not {value!r}")
        return value
