"""The table of Pie Rats in the terminal: every rat with its numbers, every Pie with its weight, your own hand alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from mischief.engine.drawing import Cell, Easel, folded, many

if TYPE_CHECKING:
    from .game import PieRatsGame
    from .view import PieRatsView, Rat

PARTS = {
    "LEAD": "the Lead Player is drawn",
    "CAPTAIN": "captains",
    "FACE": "captains",
    "HAND": "hands are dealt",
    "PIE": "phase 1, a Pie is revealed",
    "P2": "phase 2, Charisma",
    "P3": "phase 3, crew",
    "P4": "phase 4, protect or lure",
    "P5": "phase 5, luring",
    "P6": "phase 6, looting",
    "W2": "phase 2, last moment for a theft",
    "W5": "phase 5, a lure may be answered",
    "W5B": "phase 5, last moment before looting",
    "W6": "phase 6, a loot may be answered",
    "READY": "getting ready",
    "DRAW": "getting ready",
    "END": "over",
}
DECLARED = {None: "", "protect": "protects", "lure": "will lure"}


def draw(game: PieRatsGame, view: PieRatsView, names: Sequence[str]) -> RenderableType:
    easel = Easel(game, view, names)
    says = _Says(game, easel)
    easel.row("Sill", "; ".join(map(says.pie, view.sill)) or "no Pie")
    easel.row("Pies to come", str(view.pie_pile))
    if view.stall:
        limit = game.options["stall_rounds"]
        easel.row("No loot", f"{many(view.stall, 'round')} in a row; {limit} end the game once the Pies have run out")
    easel.row("Lead", easel.name(view.lead) if view.lead is not None else "to be drawn")
    _under_way(easel, view, says)
    easel.gap()
    _captains(easel, view)
    _crews(easel, view)
    _tabled(easel, view, says)
    easel.gap()
    if view.seat is not None:
        easel.row("Your hand", folded(map(says.card, view.hand), "empty"))
        if view.phase == "READY":
            easel.row("Set aside", folded(map(says.card, view.aside)) + (", and done" if view.done else ""))
    shuffled = f"; the discards were shuffled {many(view.reshuffles, 'time')}" if view.reshuffles else ""
    easel.row("Draw pile", many(view.draw, "card") + shuffled)
    easel.row("Discarded", folded(map(says.short, view.discard)))
    easel.rows("Looted", (f"{easel.name(loot.seat)}: {says.pie(loot.pie)}, round {loot.round}" for loot in view.loots))
    return easel.done("Pie Rats", f"round {view.round}", PARTS.get(view.phase) or PARTS[view.phase.split("_")[0]])


class _Says:
    """Cards with the numbers that are printed on them."""

    def __init__(self, game: PieRatsGame, easel: Easel) -> None:
        box = game.house.printed
        self.easel = easel
        self.crew = {rat.id: rat for rat in box.crew}
        self.worth = {card.id: card.charisma for card in box.charisma}
        self.pies = {pie.id: pie for pie in box.pies}

    def pie(self, id: str) -> str:
        return f"{self.easel.piece(id)} ({id}), weight {self.pies[id].weight}, {many(self.pies[id].points, 'point')}"

    def short(self, id: str) -> str:
        return f"{self.easel.piece(id)} {self.crew[id].strength}" if id in self.crew else self.easel.piece(id)

    def card(self, id: str) -> str:
        name = self.easel.piece(id)
        if id in self.crew:
            return f"{name} ({id}), strength {self.crew[id].strength}, loyalty {signed(self.crew[id].loyalty)}"
        return f"{name}, worth {self.worth[id]}" if id in self.worth else name

    def charisma(self, ids: Iterable[str]) -> str:
        return folded(f"{self.easel.piece(id)} {self.worth[id]}" for id in ids)


def _under_way(easel: Easel, view: PieRatsView, says: _Says) -> None:
    if view.turn is not None and view.turn not in view.waiting:
        easel.row("Turn", easel.name(view.turn))
    if view.lure is not None:
        paid = f", and spends {says.charisma(view.lure.pay)}" if view.lure.pay else ""
        targets = easel.pieces(view.lure.targets, "nobody yet")
        easel.row("Lure", f"{easel.does(view.lure.seat, 'lures', 'lure')} {targets}{paid}")
    if view.loot is not None:
        call = "called, and " if view.loot.called else ""
        loots = easel.does(view.loot.seat, f"{call}loots", f"{call}loot")
        what = says.pie(view.loot.pie) if view.loot.pie else "a Pie that is not named yet"
        easel.row("Loot", f"{loots} {what}; the party: {easel.pieces(view.loot.send, 'nobody')}")
    if view.window is not None:
        kind = PARTS[view.window.kind].split(", ")[-1]
        asked = easel.does(view.window.next, "is asked", "are asked")
        easel.row("Window", f"{kind}: {asked}; passed: {easel.them(view.window.passed)}")


def _captains(easel: Easel, view: PieRatsView) -> None:
    rows: list[Sequence[Cell]] = []
    for seat, captain in enumerate(view.captains):
        name = easel.piece(captain).removeprefix("Captain ") if captain else "none yet"
        numbers = (view.scores[seat], view.strengths[seat], view.charisma_totals[seat], len(view.ages[seat]))
        rows.append((easel.coloured(seat), name, *map(str, numbers), DECLARED[view.declared[seat]]))
    easel.grid(("", "Captain", "Points", "Strength", "Charisma", "Hand", ""), rows, right=[2, 3, 4, 5])


def _crews(easel: Easel, view: PieRatsView) -> None:
    easel.gap()
    rows = []
    for seat, crew in enumerate(view.crews):
        rows += [(easel.names[seat] if rat is crew[0] else "", *_rat(easel, rat)) for rat in crew]
    if rows:
        easel.grid(("Crew of", "Rat", "", "Strength", "Loyalty", "Price", ""), rows, right=[3, 4, 5])
    alone = [seat for seat, crew in enumerate(view.crews) if not crew]
    if alone:
        easel.row("No rats", easel.them(alone))


def _rat(easel: Easel, rat: Rat) -> tuple[str, ...]:
    marks = [*(["sideways"] if rat.sideways else []), *(["Spinach"] if rat.spinach else [])]
    return (easel.piece(rat.id), rat.id, str(rat.strength), signed(rat.loyalty), str(rat.price), ", ".join(marks))


def _tabled(easel: Easel, view: PieRatsView, says: _Says) -> None:
    """Charisma cards on the table, which pay for a lure."""
    easel.rows(
        "Charisma",
        (f"{easel.names[seat]}: {says.charisma(cards)}" for seat, cards in enumerate(view.charisma) if cards),
    )
    without = [seat for seat, cards in enumerate(view.charisma) if not cards]
    if without:
        easel.row("No Charisma", easel.them(without))


def signed(loyalty: int) -> str:
    return f"{loyalty:+d}" if loyalty else "0"
