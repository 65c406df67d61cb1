"""What is in the box of Piratz, as tables for the rulebook, from the deck that is on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

from .cards import COLOURS, TREASURES, Card, picture_of

if TYPE_CHECKING:
    from .game import PiratzGame


def contents(game: PiratzGame) -> Mapping[str, Rows]:
    deck = game.deck
    kinds: dict[str, list[str]] = {}
    for card in deck.cards:
        kinds.setdefault(_kind(card), []).append(_shown(card))
    return {
        "cards": [
            ("Cards", "How many", "What they show"),
            *((kind, len(shown), "; ".join(shown)) for kind, shown in kinds.items()),
        ],
        "treasures": [
            ("Treasure", "In the deck", "Without skulls"),
            *zip((name.capitalize() for name in TREASURES), deck.totals, deck.totals_for_two, strict=True),
        ],
        "cubes": [
            ("Cube", "Worth", "How many"),
            *((name.capitalize(), len(COLOURS) - place, deck.mix[place]) for place, name in enumerate(COLOURS)),
        ],
    }


def _kind(card: Card) -> str:
    many = sum(card.counts)
    return ("Rat with " if card.rat else "") + f"{many} treasure{'s'[: many > 1]}" + (", a skull" if card.skull else "")


def _shown(card: Card) -> str:
    """What is on a card, in the order of scoring: "1 ring, 2 shells"."""
    shown = [(count, name) for name, count in zip(TREASURES, card.counts, strict=True) if count]
    return ", ".join(f"{count} {name if count > 1 else name.removesuffix('s')}" for count, name in shown)


def pieces(game: PiratzGame) -> Mapping[str, str]:
    """What each card is called: "a rat with a ring and two shells"."""
    return {card.id: picture_of(card) for card in game.deck.cards}
