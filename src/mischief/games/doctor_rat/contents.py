"""What is in the box of Doctor Rat, as tables for the rulebook, from its card file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

from . import numbers as n
from .cards import COLOURS, TYPES
from .sets import size

if TYPE_CHECKING:
    from .game import DoctorRatGame
NAMES = {"yuck": "Yuck! token", "medicine": "Medicine token", "strict_menu": "Strict Menu token"}


def contents(game: DoctorRatGame) -> Mapping[str, Rows]:
    cards, book, pieces = game.cards, game.house.book, game.words.pieces

    def named(codes: Iterable[str], copies: Iterable[int]) -> list[tuple[str, int]]:
        return [(_capital(pieces.get(code, code)), count) for code, count in zip(codes, copies, strict=True)]

    return {
        "foods": [
            ("Food", "Type", "Colour", "Cards, one each of 1, 2, 3 and 4"),
            *(
                (_capital(cards.pictures[food]), TYPES[code[0]], COLOURS[code[1]], ", ".join(n.CODES[food : food + 4]))
                for food, code in enumerate(n.CODES)
                if code[2] == "1"
            ),
        ],
        "identities": [
            ("Identity", "Code", "Copies"),
            *(
                (_capital(pieces[n.CODES[food]]), n.CODES[food], copies)
                for food, copies in zip(cards.identities, cards.identity_copies, strict=True)
            ),
        ],
        "diets": [("Diet card", "Copies"), *named(n.KIND_NAMES, cards.diets)],
        "specifications": [
            ("Specification", "Foods that match", "Copies"),
            *(
                (f"exactly {code}" if code.isdigit() else pieces[code], size(book.match[spec]), cards.specs[spec])
                for spec, code in enumerate(n.SPEC_CODES)
            ),
        ],
        "categories": [("Category", "Copies"), *named(n.CATEGORY_NAMES, cards.categories)],
        "complications": [("Complication", "Copies"), *named(n.EFFECT_NAMES, cards.complications)],
        "others": [
            ("Besides", "How many"),
            *((_capital(NAMES.get(name, name.replace("_", " "))), copies) for name, copies in cards.others),
        ],
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def pieces(game: DoctorRatGame) -> Mapping[str, str]:
    """What the foods are called: "3 tomatoes"."""
    found = {}
    for food, picture in zip(n.CODES, game.cards.pictures, strict=True):
        many = "" if food.endswith("1") else "es" if picture.endswith("o") else "s"
        found[food] = f"{food[-1]} {picture}{many}"
    return found
