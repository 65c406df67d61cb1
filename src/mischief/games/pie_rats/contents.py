"""What is in the box of Pie Rats, as tables for the rulebook, from the cards that are on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

if TYPE_CHECKING:
    from .game import PieRatsGame

WHEN = {"anytime": "at any time (PR-10.1)", "charm_window": "against a lure that spends Charm", "phase2": "phase 2"}


def contents(game: PieRatsGame) -> Mapping[str, Rows]:
    box, price = game.house.printed, game.house.price
    loyalties = Counter(rat.loyalty for rat in box.crew)
    alike: dict[tuple[int, int], list[str]] = {}
    for rat in sorted(box.crew, key=lambda rat: (rat.strength, rat.loyalty)):
        alike.setdefault((rat.strength, rat.loyalty), []).append(rat.name)
    return {
        "captains": [
            ("Captain", "Charisma", "Strength"),
            *((captain.name, box.captain_charisma, box.captain_strength) for captain in box.captains),
        ],
        "crew": [
            ("Strength", "Loyalty", "Rats"),
            *((strength, _signed(loyalty), ", ".join(names)) for (strength, loyalty), names in alike.items()),
        ],
        "loyalty": [
            ("Loyalty", "Price to lure", "Rats"),
            *(
                (
                    _signed(loyalty),
                    next(int(price[i]) for i, rat in enumerate(box.crew) if rat.loyalty == loyalty),
                    rats,
                )
                for loyalty, rats in sorted(loyalties.items())
            ),
        ],
        "charisma": [
            ("Charisma card", "Worth", "Copies"),
            *((card.name, card.charisma, card.copies) for card in box.charisma),
        ],
        "action_items": [
            ("Action/Item card", "Played", "Copies"),
            *((card.name, WHEN[card.timing], card.copies) for card in box.action_items),
        ],
        "pies": [
            ("Pie", "Weight", "Points"),
            *((pie.name, pie.weight, pie.points) for pie in box.pies),
        ],
    }


def _signed(loyalty: int) -> str:
    return f"{loyalty:+d}" if loyalty else "0"


def pieces(game: PieRatsGame) -> Mapping[str, str]:
    """What each card is called: a Pie by its whole name."""
    box = game.house.printed
    named = {card.id: card.name for card in (*box.captains, *box.hand_cards)}
    return named | {pie.id: f"{pie.name} Pie" for pie in box.pies}
