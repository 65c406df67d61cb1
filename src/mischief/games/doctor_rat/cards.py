"""Reads the components from cards.toml and says what does not add up.

What may be corrected are copies (of Specifications, Categories and Diets, within the totals of the box), pictures and
the foods of the Identities. The kinds themselves are what the action numbers are made of and stay as they are.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from mischief.engine import decks
from mischief.engine.errors import BadCards

from . import numbers as n

TYPES = {"L": "liquid", "V": "vegetable", "C": "cheese"}
COLOURS = {"B": "blue", "G": "green", "R": "red", "O": "orange", "Y": "yellow"}
TOKENS = {"yuck": 3, "medicine": 1, "strict_menu": 1, "trash_can": 1, "rat_meeple": 1, "first_player": 1}
OTHERS = {"player_aid_card": 2, "meal_counter_board": 1, "box_with_screen_and_insert": 1}
SOURCES = ("rulebook", "outside", "ours")
FAMILIES = {"type": 6, "quantity": 8, "colour_pair": 20}


class Cards(msgspec.Struct, frozen=True):
    """The copies of each kind, by number; the Identities by rising quantity, and the copies of each; the pictures of
    the foods; and what else is in the box, by name."""

    diets: tuple[int, ...]
    categories: tuple[int, ...]
    specs: tuple[int, ...]
    identities: tuple[int, ...]
    identity_copies: tuple[int, ...]
    complications: tuple[int, ...]
    pictures: tuple[str, ...]
    others: tuple[tuple[str, int], ...]


class _Deck:
    """One table of the file, being read."""

    def __init__(self, path: Path, data: dict[str, Any], name: str) -> None:
        self.path = path
        self.name = name
        self.rows: list[dict[str, Any]] = data.get(name, [])
        if not isinstance(self.rows, list) or not all(isinstance(row, dict) for row in self.rows):
            self.fail("should be a list of rows")

    def fail(self, sentence: str, row: int | None = None) -> NoReturn:
        place = self.name if row is None else f"{self.name} {row}"
        raise BadCards(f"{self.path.name}, {place}: {sentence}")

    def codes(self, key: str, right: list[str]) -> None:
        """Every kind once, in order, each with a source."""
        if len(self.rows) != len(right):
            self.fail(f"has {len(self.rows)} rows; there are {len(right)} kinds")
        for number, (row, code) in enumerate(zip(self.rows, right, strict=True)):
            if row.get(key) != code:
                self.fail(f"{key} should be {code!r}, not {row.get(key)!r}", number)
            if row.get("source") not in SOURCES:
                self.fail(f"source should be one of {', '.join(SOURCES)}, not {row.get('source')!r}", number)

    def copies(self, least: int = 1) -> tuple[int, ...]:
        found = []
        for number, row in enumerate(self.rows):
            copies = row.get("copies")
            if isinstance(copies, bool) or not isinstance(copies, int) or copies < least:
                self.fail(f"copies should be a whole number of {least} or more, not {copies!r}", number)
            found.append(copies)
        return tuple(found)

    def total(self, copies: tuple[int, ...], right: int, what: str) -> None:
        if sum(copies) != right:
            self.fail(f"{sum(copies)} {what} in all; the box holds {right}")

    def same(self, number: int, key: str, right: Any) -> None:
        if self.rows[number].get(key) != right:
            self.fail(f"{key} should be {right!r}, not {self.rows[number].get(key)!r}", number)


@cache
def standard_cards() -> Cards:
    """The components of the box."""
    return read_cards(Path(__file__).parent / "cards.toml")


def read_cards(path: Path) -> Cards:
    """The components of a file. Raises BadCards that names the row or the total that is wrong."""
    data = decks.read_toml(path)
    pictures = _read_foods(_Deck(path, data, "food"))
    deck = _Deck(path, data, "category")
    deck.codes("code", n.CATEGORY_NAMES)
    categories = deck.copies()
    deck.total(categories, 6, "Category cards")
    deck = _Deck(path, data, "diet")
    deck.codes("code", n.KIND_NAMES)
    diets = deck.copies()
    deck.total(diets, 16, "Diet cards")
    deck = _Deck(path, data, "complication")
    deck.codes("code", n.EFFECT_NAMES)
    complications = deck.copies()
    deck.total(complications, 5, "Complication cards")
    identities = _Deck(path, data, "identity")
    return Cards(
        diets=diets,
        categories=categories,
        specs=_read_specs(_Deck(path, data, "specification")),
        identities=_read_identities(identities),
        identity_copies=identities.copies(),
        complications=complications,
        pictures=pictures,
        others=_read_others(_Deck(path, data, "token"), TOKENS) + _read_others(_Deck(path, data, "other"), OTHERS),
    )


def _read_others(deck: _Deck, right: dict[str, int]) -> tuple[tuple[str, int], ...]:
    """Tokens, and what lies on the table but is no part of the rules."""
    deck.codes("code", list(right))
    found = tuple(zip(right, deck.copies(), strict=True))
    for number, (name, copies) in enumerate(found):
        if copies != right[name]:
            deck.fail(f"there are {right[name]} of them, not {copies}", number)
    return found


def _read_foods(deck: _Deck) -> tuple[str, ...]:
    deck.codes("code", n.CODES)
    for number, code in enumerate(n.CODES):
        deck.same(number, "id", number)
        deck.same(number, "type", TYPES[code[0]])
        deck.same(number, "colour", COLOURS[code[1]])
        deck.same(number, "quantity", int(code[2]))
        deck.same(number, "copies", 1)
        if not decks.is_name(deck.rows[number].get("picture")):
            deck.fail(f"picture should be a few words, not {deck.rows[number].get('picture')!r}", number)
    return tuple(row["picture"] for row in deck.rows)


def _read_specs(deck: _Deck) -> tuple[int, ...]:
    deck.codes("code", n.SPEC_CODES)
    copies = deck.copies()
    deck.total(copies, 34, "Specification cards")
    for family, right in FAMILIES.items():
        found = sum(count for count, row in zip(copies, deck.rows, strict=True) if row.get("family") == family)
        if found != right:
            deck.fail(f"{found} cards of the family {family!r}; the box holds {right}")
    return copies


def _read_identities(deck: _Deck) -> tuple[int, ...]:
    if len(deck.rows) != 3:
        deck.fail(f"has {len(deck.rows)} rows; there are 3 kinds")
    foods = []
    for number, row in enumerate(deck.rows):
        if row.get("food") not in n.CODES:
            deck.fail(f"food should be the code of a Food card, not {row.get('food')!r}", number)
        if row.get("source") not in SOURCES:
            deck.fail(f"source should be one of {', '.join(SOURCES)}, not {row.get('source')!r}", number)
        deck.same(number, "copies", 2)
        foods.append(n.CODES.index(row["food"]))
    quantities = [food % 4 for food in foods]
    if quantities != sorted(set(quantities)):
        deck.fail("the three foods should have three different quantities, rising: they number the groups")
    return tuple(foods)
