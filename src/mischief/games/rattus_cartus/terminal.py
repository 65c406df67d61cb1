"""The table of Rattus Cartus in the terminal. Others' rats lie in a closed sack, as the option `rat_display` says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from mischief.engine.drawing import Cell, Easel, many, ordinal

from .cards import BUILDING_IDS, BUILDING_NAMES, CLASS_NAMES, Components

if TYPE_CHECKING:
    from .game import RattusCartusGame
    from .view import RattusCartusView, SeatView

PARTS = {
    "setup": "set-up",
    "A": "phase A, buildings",
    "B": "phase B, supplies",
    "C": "phase C, enter and lay",
    "D": "phase D, resolve",
    "over": "over",
}
DEEDS = {
    "palace": ("take 2 tokens", "take 1 token"),
    "treasury": ("take 2 Gold", "take 1 Gold"),
    "castle": ("take 2 Swords", "take 1 Sword"),
    "guard_tower": ("unguarded hands no smaller than yours give you 3 cards each", "only the protection"),
    "monastery": ("discard 2 rats", "discard 1 rat"),
    "hospital": ("discard 1 rat, and up to 3 more for a card each", "discard up to 2 rats for a card each"),
    "farm": ("draw 4 cards", "draw 2 cards"),
    "brewery": ("draw 1 card per influence scored here", "draw 1 per 2 influence scored here"),
    "marketplace": ("take 2 Jokers", "take 1 Joker"),
    "office": ("take 2 Passes", "take 1 Pass"),
    "pied_pipers_hut": ("take 2 Flutes", "take 1 Flute"),
    "fortune_tellers_tent": ("look at 2 nun cards", "look at 1 nun card"),
}
"""What a building does: for the holder of its premium, and for the others in it (RC-9)."""


def draw(game: RattusCartusGame, view: RattusCartusView, names: Sequence[str]) -> RenderableType:
    easel = Easel(game, view, names)
    for slot in range(len(view.row)):
        _building(easel, game.components, view, slot)
    _moment(easel, view)
    easel.gap()
    _seats(easel, view)
    _influence(easel, view)
    easel.gap()
    _yours(easel, view)
    _nuns(easel, view)
    _decks(easel, view)
    if view.points is not None:
        easel.row("Points", ", ".join(f"{easel.name(s)} {points}" for s, points in enumerate(view.points)))
    last = "the final round" if view.final else ""
    return easel.done(game.info.title, f"round {view.round} of {view.rounds}", last, PARTS[view.part])


def _kind(building: str) -> str:
    return building.rpartition("-")[0]


def supplies(parts: Components, building: str) -> str:
    """What choosing this card for supplies brings (RC-4)."""
    place = BUILDING_IDS.index(building)
    told = [
        f"draw {many(parts.draw[place], 'card')}" if parts.draw[place] else "",
        f"discard {many(parts.rats[place], 'rat')}" if parts.rats[place] else "",
        f"look at {many(parts.look[place], 'nun card')}" if parts.look[place] else "",
    ]
    return ", ".join(filter(None, told)) or "nothing"


def _building(easel: Easel, parts: Components, view: RattusCartusView, slot: int) -> None:
    card = view.row[slot]
    premium, standard = DEEDS[_kind(card)]
    which = CLASS_NAMES[BUILDING_NAMES.index(_kind(card)) // 2]
    now = view.slot == slot and view.part == "D"
    easel.row(
        f"Building {slot + 1}",
        Text(f"{easel.piece(card)} ({easel.piece(which)})", "bold") + Text(", being resolved" if now else ""),
    )
    easel.row("", f"supplies: {supplies(parts, card)}")
    easel.row("", f"premium: {premium}; standard: {standard}")
    inside = sorted(
        (s for s, seat in enumerate(view.seats) if seat.slot == slot), key=lambda s: view.seats[s].space or 0
    )
    for seat in inside:
        easel.row("", f"space {view.seats[seat].space}: {_visitor(easel, view, seat, now)}")


def _people(easel: Easel, cards: Iterable[str]) -> str:
    """Cards by kind, people with the nuns on each: `Monk 0 0 4; Sword`."""
    kinds: dict[str, list[str]] = {}
    for card in cards:
        which, _, shown = card.rpartition("-")
        kinds.setdefault(which or card, []).append(shown if which else "")
    told = []
    for kind, nuns in kinds.items():
        person = easel.piece(f"{kind}-0").split(" (")[0] if kind in CLASS_NAMES else ""
        told.append(f"{person} {' '.join(nuns)}" if person else easel.some(len(nuns), kind))
    return "; ".join(told) or "none"


def _visitor(easel: Easel, view: RattusCartusView, seat: int, now: bool) -> str:
    there = view.seats[seat]
    told = f"{easel.name(seat)}, {many(there.laid_count, 'card')}"
    if there.laid is not None:
        told += f" ({_people(easel, there.laid)})"
    if there.strength is not None:
        told += f", strength {there.strength}"
    return told + (", holds the premium" if now and view.premium == seat else "")


def _moment(easel: Easel, view: RattusCartusView) -> None:
    """What the present decision is about."""
    if view.part == "A" and view.slot is not None:
        easel.row("Next card", f"building {view.slot + 1}")
    elif view.slot is not None and view.premium is None:
        easel.row("Premium", f"nobody holds it in building {view.slot + 1}")
    easel.row("Begins", easel.name(view.start) if view.start is not None else "to be drawn")
    if view.line:
        easel.row("To enter", easel.them(view.line))
    if view.entries:
        easel.row("Entered", easel.them(view.entries))
    if view.acting is not None and view.acting not in view.waiting:
        easel.row("Acting", easel.name(view.acting))
    if view.due:
        easel.row("Still to come", f"{view.due}{'' if view.taker is None else f', for {easel.name(view.taker)}'}")
    elif view.taker is not None:
        easel.row("Receives", easel.name(view.taker))
    if view.barred is not None:
        easel.row("Not again", f"nun card {view.barred + 1}")
    if view.picks:
        easel.row("You picked", _people(easel, view.picks))
    if view.answer is not None:
        easel.row("You named", f"{view.answer + 1}")
    chosen = [f"{easel.name(s)} {seat.supply + 1}" for s, seat in enumerate(view.seats) if seat.supply is not None]
    if chosen:
        easel.row("Supplies of", f"building: {', '.join(chosen)}")
    answered = [s for s, seat in enumerate(view.seats) if seat.answered]
    if answered:
        easel.row("Answered", easel.them(answered))


def shows_rats(view: RattusCartusView, seat: int) -> bool:
    """Rats are printed for the viewer itself, at an open table, and at the end (RC-15.3)."""
    return view.over or view.rat_display == "open" or view.seat == seat


def _seats(easel: Easel, view: RattusCartusView) -> None:
    rows: list[Sequence[Cell]] = []
    for s, seat in enumerate(view.seats):
        rats = str(seat.rats) if shows_rats(view, s) else "in a sack"
        looked = ", ".join(str(slot + 1) for slot in seat.seen) or "none"
        rows.append((easel.coloured(s), str(seat.hand_size), rats, _tokens(seat), looked))
    easel.grid(("", "Hand", "Rats", "Tokens", "Nun cards seen"), rows, right=[1])


def _tokens(seat: SeatView) -> str:
    worth = f" ({' + '.join(map(str, seat.tokens))})" if seat.tokens else ""
    return f"{seat.token_count}{worth}"


def _influence(easel: Easel, view: RattusCartusView) -> None:
    """Influence by class, with the place that it would get (RC-12)."""
    easel.gap()
    rows: list[Sequence[Cell]] = []
    for s, seat in enumerate(view.seats):
        cells = []
        for which, name in enumerate(CLASS_NAMES):
            ranks = view.ranking[name]
            place = f" {ordinal(ranks.index(s) + 1)}" if s in ranks else ""
            cells.append(f"{seat.influence[which]}{place}")
        rows.append((easel.name(s), *cells))
    easel.grid(("Influence", *(easel.piece(name) for name in CLASS_NAMES)), rows)


def _yours(easel: Easel, view: RattusCartusView) -> None:
    """Hands that the viewer may see: its own; at the end everybody's."""
    for s, seat in enumerate(view.seats):
        if seat.hand is not None:
            label = "Your hand" if s == view.seat else "Hand of"
            told = _people(easel, seat.hand)
            easel.row(label, told if s == view.seat else f"{easel.name(s)}: {told}")


def _nuns(easel: Easel, view: RattusCartusView) -> None:
    shown = (
        f"{slot + 1} {'face down' if card is None else easel.piece(card)}" for slot, card in enumerate(view.nun_row)
    )
    easel.row("Nun-row", "; ".join(shown))


def _decks(easel: Easel, view: RattusCartusView) -> None:
    easel.row(
        "People", f"{many(view.deck_size, 'card')} in the deck; a number beside a person is how many nuns it shows"
    )
    easel.row("Discarded", _people(easel, _each(view.discard)))
    left = [
        f"{easel.piece(f'{id}:2') if f'{id}:2' in easel.called else easel.piece(id)} {n}"
        for id, n in view.supplies.items()
    ]
    easel.row("To be had", ", ".join([*left, f"tokens {view.token_pool}"]))
    bottom = f"; at its bottom {easel.pieces(view.replacement_bottom)}" if view.replacement_bottom else ""
    easel.row(
        "Buildings",
        f"{many(view.building_deck, 'card')} in the deck, {view.replacement} in the Replacement deck{bottom}",
    )
    easel.row("In the decks", easel.pieces(view.buildings_unseen))
    easel.row("Gone", easel.pieces(view.building_discard))


def _each(cards: dict[str, int]) -> list[str]:
    return [id for id, copies in cards.items() for _ in range(copies)]
