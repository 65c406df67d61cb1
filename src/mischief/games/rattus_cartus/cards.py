"""Reads the components from cards.toml and says what does not add up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from mischief.engine import decks
from mischief.engine.errors import BadCards

CLASS_NAMES = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty")
BUILDING_NAMES = (
    "farm",
    "brewery",
    "marketplace",
    "office",
    "monastery",
    "hospital",
    "castle",
    "guard_tower",
    "fortune_tellers_tent",
    "pied_pipers_hut",
    "palace",
    "treasury",
)
OTHER_NAMES = ("joker", "sword", "flute", "pass", "gold")
KIND_NAMES = tuple(f"{name}-{nuns}" for name in CLASS_NAMES for nuns in range(5)) + OTHER_NAMES
BUILDING_IDS = tuple(f"{name}-{copy}" for name in BUILDING_NAMES for copy in range(1, 6))
SOURCES = ("rulebook", "outside", "ours")


def in_words(cards: Iterable[int]) -> list[str]:
    """A list of cards, by id."""
    return [KIND_NAMES[card] for card in cards]


class Setting(msgspec.Struct, frozen=True):
    """What the number of players decides (RC-1.19, RC-2.1, RC-3.1)."""

    row: int
    replacement: int
    rounds: int


class Components(msgspec.Struct, frozen=True):
    """All that is in the box. Cards in the order of KIND_NAMES, building cards in that of BUILDING_IDS."""

    copies: tuple[int, ...]
    persons: tuple[str, ...]
    draw: tuple[int, ...]
    rats: tuple[int, ...]
    look: tuple[int, ...]
    first_game: tuple[str, ...]
    tokens_mixed: tuple[int, int, int]
    tokens_ones: tuple[int, int, int]
    rat_tokens: tuple[tuple[int, int], ...]
    settings: dict[int, Setting]


@cache
def standard_components() -> Components:
    return read_components(Path(__file__).parent / "cards.toml")


def read_components(path: Path) -> Components:
    """Read a components file; raises BadCards, naming the row or the total that is wrong."""
    return _Reading(path.name, decks.read_toml(path)).components()


class _Reading:
    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.data = data

    def fail(self, sentence: str) -> NoReturn:
        raise BadCards(f"{self.name}: {sentence}")

    def rows(self, table: str, ids: tuple[str, ...] | None = None) -> list[dict[str, Any]]:
        rows = self.data.get(table)
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fail(f"{table} should be a list of rows")
        for number, row in enumerate(rows, 1):
            if row.get("source") not in SOURCES:
                self.fail(f"{table} row {number}: source should be one of {', '.join(SOURCES)}")
        if ids is not None:
            found = tuple(row.get("id") for row in rows)
            if found != ids:
                wrong = next((i for i, name in enumerate(ids) if found[i : i + 1] != (name,)), len(ids))
                here = found[wrong] if wrong < len(found) else "nothing"
                right = repr(ids[wrong]) if wrong < len(ids) else "no more rows"
                self.fail(f"{table} row {wrong + 1}: found {here!r} where {right} should stand")
        return rows

    def whole(self, table: str, row: dict[str, Any], key: str, high: int) -> int:
        value = row.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= high:
            place = row.get("id", row.get("value", row.get("players", "?")))
            self.fail(f"{table} {place}: {key} should be a whole number from 0 to {high}, not {value!r}")
        return value

    def total(self, what: str, found: int, right: int) -> None:
        if found != right:
            self.fail(f"{what} should be {right}, but the rows make {found}")

    def components(self) -> Components:
        population = self.rows("population", KIND_NAMES[:30])
        copies = [self.whole("population", row, "copies", 84) for row in population]
        for kind, row in enumerate(population):
            name = CLASS_NAMES[kind // 5]
            if (row.get("kind"), row.get("class"), row.get("nuns")) != (kind, name, kind % 5):
                self.fail(f"population {row['id']}: should have kind {kind}, class {name!r} and nuns {kind % 5}")
            if not decks.is_name(row.get("person")):
                self.fail(f"population {row['id']}: person should be a word, not {row.get('person')!r}")
            if row["person"] != population[kind - kind % 5]["person"]:
                first = population[kind - kind % 5]
                self.fail(f"population {row['id']}: person should be {first['person']!r} as in {first['id']}")
        for place, name in enumerate(CLASS_NAMES):
            self.total(f"population cards of {name}", sum(copies[place * 5 : place * 5 + 5]), 14)
        for nuns, right in enumerate((24, 12, 12, 12, 24)):
            self.total(f"population cards with {nuns} nuns", sum(copies[nuns::5]), right)
        for kind, row in enumerate(self.rows("other_cards", OTHER_NAMES), 30):
            right = (15, 12, 12, 12, 15)[kind - 30]
            copies.append(self.whole("other_cards", row, "copies", 84))
            self.total(f"{row['id']} cards", copies[-1], right)
            facts = (kind, kind < 33, int(kind == 30))
            if (row.get("kind"), row.get("layable"), row.get("influence")) != facts:
                self.fail(
                    f"other_cards {row['id']}: kind, layable and influence should be {facts[0]}, "
                    f"{str(facts[1]).lower()} and {facts[2]} (RC-5.4, RC-6.3)"
                )
        buildings = self.rows("buildings", BUILDING_IDS)
        for place, row in enumerate(buildings):
            if (row.get("type"), row.get("class")) != (BUILDING_NAMES[place // 5], CLASS_NAMES[place // 10]):
                self.fail(
                    f"buildings {row['id']}: should have type {BUILDING_NAMES[place // 5]!r} "
                    f"and class {CLASS_NAMES[place // 10]!r}"
                )
        return Components(
            copies=tuple(copies),
            persons=tuple(population[place * 5]["person"] for place in range(6)),
            draw=tuple(self.whole("buildings", row, "draw", 20) for row in buildings),
            rats=tuple(self.whole("buildings", row, "rats", 20) for row in buildings),
            look=tuple(self.whole("buildings", row, "look", 2) for row in buildings),
            first_game=self.first_game(),
            tokens_mixed=self.tokens("vp_tokens_mixed"),
            tokens_ones=self.tokens("vp_tokens_ones"),
            rat_tokens=self.rat_tokens(),
            settings=self.settings(),
        )

    def first_game(self) -> tuple[str, ...]:
        names = self.data.get("first_game")
        if not isinstance(names, list) or len(names) != 6:
            self.fail("first_game should list six buildings, one of each class")
        for place, name in enumerate(names):
            if name not in BUILDING_NAMES[place * 2 : place * 2 + 2]:
                right = " or ".join(BUILDING_NAMES[place * 2 : place * 2 + 2])
                self.fail(f"first_game entry {place + 1}: {name!r} should be {right}")
        return tuple(names)

    def tokens(self, table: str) -> tuple[int, int, int]:
        count: Counter[int] = Counter()
        for row in self.rows(table):
            value = row.get("value")
            if value not in (1, 2, 3):
                self.fail(f"{table}: a token's value is 1, 2 or 3, not {value!r}")
            count[value] += self.whole(table, row, "copies", 20)
        self.total(f"tokens in {table}", sum(count.values()), 20)
        return count[1], count[2], count[3]

    def rat_tokens(self) -> tuple[tuple[int, int], ...]:
        rows = [
            (self.whole("rat_tokens", row, "value", 10), self.whole("rat_tokens", row, "copies", 50))
            for row in self.rows("rat_tokens")
        ]
        self.total("rat tokens", sum(copies for _, copies in rows), 50)
        return tuple(rows)

    def settings(self) -> dict[int, Setting]:
        found = {}
        for row in self.rows("by_players"):
            players = row.get("players")
            if players not in (2, 3, 4, 5):
                self.fail(f"by_players: players should be 2 to 5, not {players!r}")
            size, rounds = self.whole("by_players", row, "row", 3), self.whole("by_players", row, "rounds", 30)
            replacement = self.whole("by_players", row, "replacement", 12)
            if size < 2 or rounds < 1 or replacement < 6:
                self.fail(
                    f"by_players {players}: a row has 2 or 3 buildings, the Replacement deck at least 6 cards, "
                    f"and there is at least one round (RC-3.5)"
                )
            self.total(f"building cards for {players} players", size * rounds + replacement, 30)
            found[players] = Setting(size, replacement, rounds)
        if sorted(found) != [2, 3, 4, 5]:
            self.fail("by_players should have one row for each of 2, 3, 4 and 5 players")
        return found
