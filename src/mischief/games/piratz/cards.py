"""Reads the deck and the cubes from a card file such as cards.toml, and says which row or total does not add up."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NoReturn

import msgspec

from mischief.engine import decks
from mischief.engine.errors import BadCards

TREASURES = ("rings", "coins", "pearls", "gems", "goblets", "shells")
COLOURS = ("gold", "silver", "copper", "wood")
"""Dearest first: gold is worth 4, wood 1."""

CARDS, SKULLS, CUBES, FEWEST_RATS, MOST_ON_A_CARD = 50, 6, 12, 2, 4
SOURCES = ("rulebook", "outside", "ours")


class TreasureRow(msgspec.Struct, forbid_unknown_fields=True):
    letter: str
    total: int
    total_for_two: int
    source: str


class CubeRow(msgspec.Struct, forbid_unknown_fields=True):
    value: int
    copies: int
    source: str


class OtherRow(msgspec.Struct, forbid_unknown_fields=True):
    copies: int
    source: str


class CardRow(msgspec.Struct, forbid_unknown_fields=True):
    shows: str
    source: str
    rat: bool = False
    skull: bool = False


class CardFile(msgspec.Struct, forbid_unknown_fields=True):
    treasure: dict[str, TreasureRow]
    cube: dict[str, CubeRow]
    card: dict[str, CardRow]
    other: dict[str, OtherRow] = {}


class Card(msgspec.Struct, frozen=True):
    """A treasure card; `counts` has how many of each treasure it shows, in scoring order."""

    id: str
    counts: tuple[int, ...]
    rat: bool
    skull: bool
    shows: str


class Deck(msgspec.Struct, frozen=True):
    """The 50 cards by number, how many cubes there are of each colour, and the two sides of the score card."""

    cards: tuple[Card, ...]
    mix: tuple[int, ...]
    totals: tuple[int, ...]
    totals_for_two: tuple[int, ...]

    @property
    def rats(self) -> int:
        """How many rat cards there are; they have the lowest numbers."""
        return sum(card.rat for card in self.cards)


NAMES_OF_ONE = ("ring", "coin", "pearl", "gem", "goblet", "shell")
NUMBERS = ("no", "a", "two", "three", "four")


def picture_of(card: Card) -> str:
    """What a card shows, in words: "a rat with a ring and two gems"."""
    each = zip(NAMES_OF_ONE, card.counts, strict=True)
    shown = [f"{NUMBERS[count]} {name}{'s' * (count > 1)}" for name, count in each if count]
    treasures = " and ".join(filter(None, [", ".join(shown[:-1]), *shown[-1:]])) or "nothing"
    return f"a rat with {treasures}" if card.rat else treasures


def card_id(card: int) -> str:
    return f"pz{card:02d}"


@cache
def standard_deck() -> Deck:
    return read_deck(Path(__file__).parent / "cards.toml")


def read_deck(path: Path) -> Deck:
    """The deck of a card file. Raises BadCards, naming the row or the total that is wrong."""
    return _CardFileReader(path).deck


class _CardFileReader:
    """A card file being checked, row by row and then in total."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rows = _read_rows(path)
        self.check_names_and_sources()
        letters = self.read_letters()
        mix = self.read_cubes()
        cards = self.read_cards(letters)
        self.check_totals(cards)
        treasures = [self.rows.treasure[name] for name in TREASURES]
        self.deck = Deck(cards, mix, tuple(t.total for t in treasures), tuple(t.total_for_two for t in treasures))

    def fail(self, row: str, sentence: str) -> NoReturn:
        raise BadCards(f"{self.path.name}, {row}: {sentence}")

    def check_names_and_sources(self) -> None:
        for section, names in (("treasure", TREASURES), ("cube", COLOURS)):
            found = getattr(self.rows, section)
            if set(found) != set(names):
                self.fail(section, f"the rows should be {', '.join(names)}, not {', '.join(found)}")
        for section in ("treasure", "cube", "card", "other"):
            for name, row in getattr(self.rows, section).items():
                if row.source not in SOURCES:
                    self.fail(f"{section} {name}", f"source should be one of {', '.join(SOURCES)}, not {row.source!r}")

    def read_letters(self) -> str:
        for name in TREASURES:
            if len(self.rows.treasure[name].letter) != 1:
                self.fail(f"treasure {name}", f"letter should be a single one, not {self.rows.treasure[name].letter!r}")
        letters = "".join(self.rows.treasure[name].letter for name in TREASURES)
        if len(set(letters)) != len(TREASURES):
            self.fail("treasure", f"every treasure needs a letter of its own, but they are {letters}")
        return letters

    def read_cubes(self) -> tuple[int, ...]:
        for value, colour in enumerate(reversed(COLOURS), 1):
            row = self.rows.cube[colour]
            if row.value != value:
                self.fail(f"cube {colour}", f"the value should be {value}, not {row.value}")
            if row.copies < 0:
                self.fail(f"cube {colour}", f"copies should be 0 or more, not {row.copies}")
        mix = tuple(self.rows.cube[colour].copies for colour in COLOURS)
        if sum(mix) != CUBES:
            self.fail("cube", f"there are {sum(mix)} cubes; there should be {CUBES}")
        return mix

    def read_cards(self, letters: str) -> tuple[Card, ...]:
        ids = [card_id(number) for number in range(CARDS)]
        for name in self.rows.card:
            if name not in ids:
                self.fail(f"card {name}", f"the cards should be {ids[0]} to {ids[-1]}")
        cards: list[Card] = []
        for name in ids:
            if name not in self.rows.card:
                self.fail(f"card {name}", f"this row is missing; the cards should be {ids[0]} to {ids[-1]}")
            row = self.rows.card[name]
            for letter in row.shows:
                if letter not in letters:
                    self.fail(f"card {name}", f"no treasure has the letter {letter!r}; they are {', '.join(letters)}")
            if not 1 <= len(row.shows) <= MOST_ON_A_CARD:
                self.fail(f"card {name}", f"a card shows 1 to {MOST_ON_A_CARD} treasures, not {len(row.shows)}")
            if row.rat and cards and not cards[-1].rat:
                self.fail(f"card {name}", "rat cards have the lowest numbers, but the card before this one has no rat")
            counts = tuple(row.shows.count(letter) for letter in letters)
            cards.append(Card(name, counts, row.rat, row.skull, row.shows))
        return tuple(cards)

    def check_totals(self, cards: tuple[Card, ...]) -> None:
        rats, skulls = sum(card.rat for card in cards), sum(card.skull for card in cards)
        if rats < FEWEST_RATS:
            self.fail("card", f"there are {rats} rat cards; there should be at least {FEWEST_RATS}")
        if skulls != SKULLS:
            self.fail("card", f"there are {skulls} skull cards; there should be {SKULLS}")
        for kind, name in enumerate(TREASURES):
            row = self.rows.treasure[name]
            counted = sum(card.counts[kind] for card in cards)
            for_two = sum(card.counts[kind] for card in cards if not card.skull)
            if row.total != counted:
                self.fail(f"treasure {name}", f"total is {row.total}, but the cards show {counted}")
            if row.total_for_two != for_two:
                where = f"treasure {name}"
                self.fail(where, f"total_for_two is {row.total_for_two}, but the cards without a skull show {for_two}")


def _read_rows(path: Path) -> CardFile:
    try:
        return msgspec.convert(decks.read_toml(path), CardFile)
    except msgspec.ValidationError as error:
        raise BadCards(f"{path.name}: {error}") from error
