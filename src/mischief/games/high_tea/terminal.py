"""The table of High Tea in the terminal: what was said aloud of everybody, and your own sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from mischief.engine.drawing import Cell, Easel, folded, many

from . import numbers as n

if TYPE_CHECKING:
    from .game import HighTeaGame
    from .view import HighTeaView, PieceView, RatView

NOT_COUNTED = "does not count"


def draw(game: HighTeaGame, view: HighTeaView, names: Sequence[str]) -> RenderableType:
    easel = Easel(game, view, names)
    easel.row("Hat", f"{easel.name(view.host)}{_came_from(easel, view)}")
    _goals(easel, game, view)
    _now(easel, game, view)
    easel.gap()
    _supplies(easel, view)
    easel.gap()
    _sheets(easel, game, view)
    _end(easel, view)
    return easel.done("High Tea", view.ship_name, f"turn {view.turn} of {view.turns}")


def _came_from(easel: Easel, view: HighTeaView) -> str:
    return "" if view.hat_from is None else f", who has it from {easel.name(view.hat_from)}"


def _goals(easel: Easel, game: HighTeaGame, view: HighTeaView) -> None:
    """The circled goals, and how far you are with each."""
    lines = []
    for goal, measured in zip(view.goals, view.measures, strict=True):
        yours = "" if view.seat is None else f" (yours: {NOT_COUNTED if measured is None else measured})"
        lines.append(f"{easel.piece(goal)}, {game.house.cards.texts[goal]}{yours}")
    easel.rows("Goals", lines or ["none circled yet"])


def _now(easel: Easel, game: HighTeaGame, view: HighTeaView) -> None:
    """Dice, call and requests: what the present decision is about."""
    if view.scavenge_no is not None:
        easel.row("Scavenging", f"{view.scavenge_no} of {game.house.scavenge_rolls}")
    if view.roll is not None:
        easel.row("Dice", f"{view.roll[0]} and {view.roll[1]}{_found(easel, game, view)}")
    if view.called is not None and view.announced is not None:
        said = ", ".join(
            f"{easel.name(seat)} {'RATS' if count is None else count}" for seat, count in enumerate(view.announced)
        )
        easel.row("Call", f"{easel.piece(view.called)}: {said}")
    if view.queue:
        easel.row("Yet to ask", easel.them(view.queue))
    if view.asking is not None:
        asker, target, *what = view.asking
        wanted = f" for {easel.piece(str(what[0]))}" if what else ""
        easel.row("Request", f"{easel.does(int(asker), 'asks', 'ask')} {easel.name(int(target))}{wanted}")
    if view.taken:
        easel.row("Taken", "; ".join(f"{easel.piece(str(k))} of {easel.name(int(s))}" for s, k in view.taken))
    if view.draft is not None:
        rolled = "; ".join(
            f"{easel.name(s)} {', '.join(map(str, rolls)) or 'not yet'}" for s, rolls in enumerate(view.draft)
        )
        easel.row("Rolled", rolled)
        taken = [rat.vocation for rat in view.rats]
        free = (id for id in n.VOCATION_IDS[1:] if id not in taken)
        easel.rows("Vocations", (f"{easel.piece(id)}: {game.house.cards.texts[id]}" for id in free))
    if view.chosen:
        easel.row("Your choice", "; ".join(view.chosen))


def _found(easel: Easel, game: HighTeaGame, view: HighTeaView) -> str:
    """What either die brings you: its number of the other's supply, and more beside a nest (HT-3.2, HT-3.6)."""
    if view.phase != "scavenge" or view.roll is None or view.seat is None:
        return ""
    low, high = view.roll
    ways = [(low, high)] if low == high else [(low, high), (high, low)]
    return ": take " + ", or ".join(_taking(easel, game, view.rats[view.seat], kind, number) for kind, number in ways)


def _taking(easel: Easel, game: HighTeaGame, rat: RatView, kind: int, number: int) -> str:
    supply = n.SUPPLY_IDS[kind - 1]
    if supply not in (rat.nest_places or []):
        return easel.some(number, supply)
    factor = _factor(game, rat)
    return f"{easel.some(number * factor, supply)} ({number} × {factor} by your nest)"


def _factor(game: HighTeaGame, rat: RatView) -> int:
    return int(game.house.factor(n.VOCATION_IDS.index(rat.vocation or "none")))


def _supplies(easel: Easel, view: HighTeaView) -> None:
    rows: list[Sequence[Cell]] = []
    for seat, rat in enumerate(view.rats):
        counts = [bounds(known) for known in rat.known]
        if rat.supplies is not None:
            rows.append((easel.coloured(seat), *map(str, rat.supplies)))
            rows.append(("    others know", *counts))
        else:
            rows.append((easel.coloured(seat), *counts))
    easel.grid(("Supplies", *(id.capitalize() for id in n.SUPPLY_IDS)), rows, right=range(1, 7))


def bounds(known: Sequence[int | None]) -> str:
    """What is known of a count: `3`, `0–5`, `2 or more`.

    >>> bounds([3, 3]), bounds([0, 5]), bounds([2, None])
    ('3', '0–5', '2+')
    """
    low, high = known
    return f"{low}+" if high is None else str(low) if low == high else f"{low}–{high}"


def _sheets(easel: Easel, game: HighTeaGame, view: HighTeaView) -> None:
    """Vocation, nests and pieces, one rat a line."""
    for seat, rat in enumerate(view.rats):
        told = []
        if rat.vocation is not None:
            does = f", {game.house.cards.texts[rat.vocation]}" if seat == view.seat else ""
            told.append(f"the {easel.piece(rat.vocation)}{does}")
        nests = many(rat.nests, "nest")
        if rat.nest_places:
            nests += f" beside {', '.join(map(easel.piece, rat.nest_places))} (× {_factor(game, rat)})"
        told += [nests, folded((_piece(easel, piece) for piece in rat.pieces), "no pieces")]
        if rat.finished:
            told.append("has chosen")
        easel.row(easel.names[seat], " · ".join(told))


def _piece(easel: Easel, piece: PieceView) -> str:
    """A piece and what it was made of; how many were spent is told where its value does not say so."""
    made = easel.piece(piece.source) if piece.value == piece.spent else easel.some(piece.spent, piece.source)
    kind = piece.kind or "covered piece"
    return f"{kind} ({made})" if piece.value is None else f"{kind} {piece.value} ({made})"


def _end(easel: Easel, view: HighTeaView) -> None:
    if view.ceremony is not None:
        easel.gap()
        rows: list[Sequence[Cell]] = []
        for judged in view.ceremony:
            cells = [
                f"{'–' if measured is None else measured} → {awards}"
                for measured, awards in zip(judged.measures, judged.awards, strict=True)
            ]
            rows.append((easel.piece(judged.goal), *cells))
        rows.append(("Awards", *(str(rat.awards) for rat in view.rats)))
        easel.grid(("Ceremony", *easel.names), rows, right=range(1, len(easel.names) + 1))
        easel.line("What each rat has for a goal (– does not count) → the awards it brings.")
    if view.winner is not None:
        easel.row("Life raft", easel.name(view.winner))
    if view.flipper is not None:
        easel.row("Coin", f"{view.coin or 'to be flipped'}, by {easel.name(view.flipper)}")
