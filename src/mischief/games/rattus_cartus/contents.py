"""What is in the box of Rattus Cartus, as tables for the rulebook, from the components that are on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

from . import numbers as n
from .cards import BUILDING_NAMES, CLASS_NAMES, KIND_NAMES, Components
from .house import kind_given_by

if TYPE_CHECKING:
    from .game import RattusCartusGame


def contents(game: RattusCartusGame) -> Mapping[str, Rows]:
    parts, called = game.components, game.words.pieces
    return {
        "people": _people(parts, called),
        "other_cards": _other_cards(parts, called),
        "buildings": _buildings(parts, called),
        "tokens": [
            ("Victory point token worth", "How many", "With every token worth 1"),
            *(
                (value, *copies)
                for value, copies in enumerate(zip(parts.tokens_mixed, parts.tokens_ones, strict=True), 1)
            ),
        ],
        "rat_tokens": [("Rat token worth", "How many"), *parts.rat_tokens],
        "by_players": [
            ("Players", "Buildings in a row", "Replacement deck", "Rounds"),
            *((players, s.row, s.replacement, s.rounds) for players, s in sorted(parts.settings.items())),
        ],
        "points": [
            ("For", "Most", "Second most", "Third most"),
            ("Influence in each class", n.FIRST_PLACE, n.SECOND_PLACE, f"{n.THIRD_PLACE} (3 players or more)"),
            ("Gold in hand", n.MOST_GOLD, f"{n.SECOND_GOLD} (3 players or more)", ""),
            *(
                (f"{what[0].upper()}{what[1:]} in hand", f"{n.MOST_IN_HAND} ({n.TIED_IN_HAND} each if tied)", "", "")
                for what in (called["population"], called["sword:2"], called["flute:2"], called["pass:2"])
            ),
        ],
    }


def _people(parts: Components, called: Mapping[str, str]) -> Rows:
    """The population cards: how many of each class have so many nuns."""
    each = int(n.POPULATION // n.CLASSES)
    copies = [parts.copies[which * each : which * each + each] for which in range(int(n.CLASSES))]
    return [
        ("Class", "Person", *(f"{nuns} nun{'s' * (nuns != 1)}" for nuns in range(each)), "Cards"),
        *(
            (called[name], person, *row, sum(row))
            for name, person, row in zip(CLASS_NAMES, parts.persons, copies, strict=True)
        ),
        ("All", "", *map(sum, zip(*copies, strict=True)), sum(map(sum, copies))),
    ]


def _other_cards(parts: Components, called: Mapping[str, str]) -> Rows:
    """Jokers and special cards, and the building that gives them; only Jokers are in every game (RC-1.9, RC-1.10)."""
    giver = {int(kind_given_by(place)): called[name] for place, name in enumerate(BUILDING_NAMES)}
    return [
        ("Card", "Copies", "May be laid", "Comes from"),
        *(
            (called[KIND_NAMES[kind]], parts.copies[kind], "yes" if kind < n.LAYABLE else "no", giver[kind])
            for kind in range(int(n.JOKER), int(n.KINDS))
        ),
    ]


def _buildings(parts: Components, called: Mapping[str, str]) -> Rows:
    """The building cards: five of each building, each with its supply action."""
    copies = int(n.COPIES)
    supplies = [_supply(*action) for action in zip(parts.draw, parts.rats, parts.look, strict=True)]
    return [
        ("Building", "Class", "First game", "Supply actions of its cards"),
        *(
            (
                called[name],
                called[CLASS_NAMES[place // 2]],
                "yes" if name in parts.first_game else "",
                "; ".join(supplies[place * copies : place * copies + copies]),
            )
            for place, name in enumerate(BUILDING_NAMES)
        ),
    ]


def _supply(draw: int, rats: int, look: int) -> str:
    told = [
        f"draw {draw}" if draw else "",
        f"lose {rats} rat{'s' * (rats != 1)}" if rats else "",
        f"{look} look{'s' * (look != 1)}" if look else "",
    ]
    return ", ".join(filter(None, told)) or "nothing"


NUNS = 5
"""Population cards of a class differ in their nuns: none to four."""


def pieces(game: RattusCartusGame) -> Mapping[str, str]:
    """What the population cards are called: "Peasant (1 nun)"."""
    persons = game.components.persons
    return {
        kind: f"{persons[place // NUNS]} ({place % NUNS} nun{'s'[: place % NUNS != 1]})"
        for place, kind in enumerate(KIND_NAMES[: len(persons) * NUNS])
    }
