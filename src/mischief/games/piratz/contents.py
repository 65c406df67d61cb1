"""What is in the box of Piratz, as tables for the rulebook, from the deck that is on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from mischief.engine.rulebook import Rows

from .cards import COLOURS, TREASURES, Card

if TYPE_CHECKING:
    from .game import PiratzGame


def contents(game: PiratzGame) -> Mapping[str, Rows]:
    deck = game.deck
    kinds = Counter((_in_words(card), card.rat, card.skull) for card in deck.cards)
    marks = {True: "yes", False: ""}
    return {
        "cards": [
            ("Card shows", "Rat", "Skull", "Copies"),
            *((shows, marks[rat], marks[skull], copies) for (shows, rat, skull), copies in sorted(kinds.items())),
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


def _in_words(card: Card) -> str:
    return " + ".join(f"{count} {name}" for name, count in zip(TREASURES, card.counts, strict=True) if count)
