"""The table of Piratz in the terminal. Stored cards are shown as the option `show_piles` says (PZ-5.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from mischief.engine.drawing import Easel, folded, many

from .cards import COLOURS, TREASURES, Card

if TYPE_CHECKING:
    from .game import PiratzGame
    from .view import PiratzView

CUBE_VALUE = {colour: len(COLOURS) - place for place, colour in enumerate(COLOURS)}


def draw(game: PiratzGame, view: PiratzView, names: Sequence[str]) -> RenderableType:
    easel = Easel(game, view, names)
    face = {card.id: card for card in game.deck.cards}
    faceup = [face[id] for id in view.faceup]
    _score_card(easel, view, faceup)
    easel.gap()
    easel.row("Face up", f"{many(len(faceup), 'card')}, {many(sum(c.rat for c in faceup), 'rat')}")
    for card in faceup:
        easel.row(card.id, said(card) + (" (just revealed)" if card.id == view.last_revealed else ""))
    bag = [face[id] for id in view.draw]
    easel.row("Draw pile", f"{many(len(bag), 'card')}, {many(sum(card.rat for card in bag), 'rat')} among them")
    easel.row("Discarded", folded(said(face[id]) for id in view.discard))
    easel.gap()
    _seats(easel, view, face, game.options["show_piles"])
    last = "the final round" if view.final_round else ""
    quiet = "nothing dug up or taken yet" if view.idle else ""
    return easel.done(game.info.title, f"round {view.round}", last, quiet)


def said(card: Card) -> str:
    """A card by what it shows, whichever deck it is of.

    >>> said(Card("pz06", (1, 0, 0, 0, 2, 0), True, False, "RKK"))
    '1 ring, 2 goblets and a rat'
    """
    shown = counted([card]).split(", ")
    return ", ".join(shown[:-1]) + " and a rat" if card.rat else ", ".join(shown)


def counted(cards: Iterable[Card]) -> str:
    """What cards show together."""
    cards = list(cards)
    totals = [sum(card.counts[kind] for card in cards) for kind in range(len(TREASURES))]
    shown = [many(total, name[:-1]) for name, total in zip(TREASURES, totals, strict=True) if total]
    rats = sum(card.rat for card in cards)
    return ", ".join(shown + ([many(rats, "rat")] if rats else [])) or "nothing"


def _score_card(easel: Easel, view: PiratzView, faceup: Sequence[Card]) -> None:
    rows: list[tuple[str, ...]] = []
    for kind, treasure in enumerate(TREASURES):
        showing = [card for card in faceup if card.counts[kind]]
        cubes = ", ".join(f"{colour} {CUBE_VALUE[colour]}" for colour in view.cubes[treasure])
        now = "being scored: " if view.treasure == kind else ""
        rows.append((treasure, str(view.totals[kind]), now + (cubes or "cubes given out"), counted(showing)))
    if view.phase in ("cube", "over"):
        rows = [row[:3] for row in rows]
    easel.grid(("Treasure", "In all", "Cubes", "Naming it takes")[: len(rows[0])], rows, right=[1])


def _seats(easel: Easel, view: PiratzView, face: dict[str, Card], show_piles: str) -> None:
    buried = {owner: face[card] for card, owner in view.buried}
    rows = []
    for seat, pile in enumerate(view.piles):
        if seat in buried:
            spade = f"in {said(buried[seat])}"
        elif seat in view.middle:
            spade = "in the sand, through no card"
        else:
            spade = "in hand" if view.spades[seat] else "put down"
        shown = show_piles == "all" or (show_piles == "own" and seat == view.seat)
        stored = many(len(pile), "card") + (f": {counted(face[id] for id in pile)}" if shown else "")
        cubes = ", ".join(f"{colour} {CUBE_VALUE[colour]}" for colour in view.won[seat])
        name = easel.coloured(seat)
        if seat == view.active and seat not in view.waiting:
            name.append(" (at turn)")
        rows.append((name, spade, stored, cubes or "none"))
    easel.grid(("", "Spade", "Stored", "Cubes"), rows)
