"""What is in the box of High Tea, as tables for the rulebook, from the card file that is on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

from . import numbers as n
from .cards import standard_cards

if TYPE_CHECKING:
    from .game import HighTeaGame


def contents(game: HighTeaGame) -> Mapping[str, Rows]:
    cards = game.house.cards
    number = cards.numbers
    gives = {
        "swords": "a request: ask one rat for an amount of one supply",
        "baubles": f"{number['bauble_gain']} of any one supply",
        "straw": f"a nest beside a supply: what you scavenge of it counts {number['nest_factor']} times",
        "crumbs": "a dish worth what you spent",
        "rags": "a decoration worth what you spent",
        "flowers": "a dish or a decoration worth what you spent; the most flowers take the hat",
    }
    return {
        "pieces": [
            ("Piece", "How many"),
            *((name.capitalize(), copies) for name, copies in cards.copies.items()),
            ("Sheet", "one for each rat"),
        ],
        "supplies": [
            ("No.", "Supply", "What acting gives"),
            *((place, cards.names[name], gives[name]) for place, name in enumerate(n.SUPPLY_IDS, 1)),
        ],
        "goals": [
            ("Sum of the dice", "Goal", "Best is"),
            *((place, cards.names[name], cards.texts[name]) for place, name in enumerate(n.GOAL_IDS, int(n.CHEAP))),
        ],
        "awards": [
            ("For each goal", "Awards"),
            *zip(("The best", "The next best", "Every other rat that counts"), cards.awards, strict=True),
        ],
        "vocations": [
            ("Vocation", "What it does"),
            *((cards.names[name], cards.texts[name]) for name in n.VOCATION_IDS[1:]),
        ],
        "gains": [
            ("Gain", "How much"),
            ("Host's Privilege", f"{number['privilege_each']} of each supply"),
            ("First supplies", f"{number['start_amount']} of one supply"),
            ("First supplies and gifts at a table of two", f"{number['two_player_amount']} each of two supplies"),
            ("Baubles", f"{number['bauble_gain']} of one supply"),
            ("Pauper", f"{number['pauper_gain']} of one supply"),
            ("Banker", f"{number['banker_gain']} of one supply"),
            ("Beside a nest", f"{number['nest_factor']} times what you scavenge"),
            ("Beside the Carpenter's nest", f"{number['carpenter_factor']} times what it scavenges"),
            ("Pickpocket's other kind of piece", f"worth {number['pickpocket_bonus']} more"),
        ],
    }


def pieces(game: HighTeaGame) -> Mapping[str, str]:
    """What supplies, goals and vocations are called. A renamed supply has one word for one and many."""
    named, usual = game.house.cards.names, standard_cards().names
    found = {name: named[name] for name in (*n.GOAL_IDS, *n.VOCATION_IDS[1:])}
    for name in n.SUPPLY_IDS:
        found[name] = named[name].lower()
        if named[name] != usual[name]:
            found[f"{name}:1"] = named[name].lower()
    return found
