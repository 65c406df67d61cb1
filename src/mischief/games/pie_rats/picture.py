"""The table of Pie Rats as text, for `print(state)`. A rat is shown as on its card: loyalty/strength."""

from __future__ import annotations

from collections.abc import Iterable

from . import numbers as n
from . import seeing_words as words
from .rules import PieRats
from .sets import members

PHASES = {
    "LEAD": "the Lead is chosen",
    "FACE": "captains are handed out",
    "CAPTAIN": "captains are picked",
    "HAND": "hands are dealt",
    "PIE": "1, a Pie is revealed",
    "P2": "2, Charisma",
    "W2": "2, window for late thefts",
    "P3": "3, crew",
    "P4": "4, protect or lure",
    "P5": "5, lure",
    "P5_SECOND": "5, a second rat",
    "P5_PAY": "5, paying for a lure",
    "W5": "5, window against a lure with Charm",
    "W5B": "5, window before looting",
    "P6": "6, loot",
    "P6_PIE": "6, which Pie",
    "P6_SEND": "6, which rats go",
    "W6": "6, window",
    "P6_LOSE": "6, which rat leaves",
    "READY": "getting ready",
    "DRAW": "hands are filled",
    "END": "over",
}
DECLARED = {"lure": ", lures", "protect": ", protects", None: ""}


def draw(state: PieRats) -> str:
    seats = range(int(state.seats))
    leads = "" if state.lead == n.NONE else f", seat {state.lead} leads"
    lines = [f"{state.game.info.title}, {state.seats} seats, round {state.round_number}{leads}"]
    lines.append(f"Sill: {_list(_pie(state, pie) for pie in members(int(state.sill)))}; {state.pie_pile} in the pile")
    for seat in seats:
        lines += _seat(state, seat)
    lines.append(f"Draw pile: {state.draw_size}; discarded: {_list(words.discard_pile(state))}")
    lines += _under_way(state)
    lines.append(f"Phase: {PHASES[n.PHASES[state.phase]]}")
    return "\n".join(lines)


def _list(things: Iterable[str]) -> str:
    return ", ".join(things) or "nothing"


def _pie(state: PieRats, pie: int) -> str:
    card = state.house.printed.pies[pie]
    return f"{card.id} {card.name} (weight {card.weight}, {card.points} points)"


def _rat(state: PieRats, rat: int) -> str:
    card = state.house.printed.crew[rat]
    marks = " Spinach" * state.has_spinach(rat) + " sideways" * (state.sideways >> rat & 1)
    return f"{card.id} {card.name} {card.loyalty}/{state.strength_of(rat)}{marks}"


def _seat(state: PieRats, seat: int) -> list[str]:
    mark = ">" if state.waits_for(seat) else " "
    strength, charisma = state.party_strength(state.crews[seat]), state.charisma_total(seat)
    pies = [pie for owner, pie, _ in words.loots(state) if owner == seat]
    looted = f" ({_list(pies)})" if pies else ""
    captain = words.captain_name(state, seat) or "no captain yet"
    return [
        f"{mark} Seat {seat}, {captain}{DECLARED[words.declared(state, seat)]}: "
        f"strength {strength}, charisma {charisma}, score {state.points(seat)}{looted}",
        f"    crew: {_list(_rat(state, rat) for rat in members(int(state.crews[seat])))}",
        f"    charisma: {_list(words.goods(state, state.charisma[seat]))}; hand: {_list(words.hand(state, seat))}",
    ]


def _under_way(state: PieRats) -> list[str]:
    """Hungry rounds, a lure, a loot, a window, or what is set aside while getting ready."""
    lines = [f"Rounds without a loot: {state.stall}"] if state.stall else []
    if state.phase in n.LURE_UNDER_WAY:
        lines.append(f"Seat {state.turn} lures {_list(words.targets(state))} for {_list(words.payment(state))}")
    if words.has_loot(state):
        call, pie = "called and " if state.called else "", words.loot_pie(state) or "a Pie"
        lines.append(f"Seat {state.turn} {call}loots {pie}, sending {_list(words.crew(state, state.sent))}")
    if state.phase in n.WINDOWS:
        lines.append(f"Passed: {_list(str(seat) for seat in words.passed(state))}")
    if state.phase == n.READY:
        lines += [
            f"Seat {seat} sets aside {_list(words.aside(state, seat))}{', done' if state.is_done(seat) else ''}"
            for seat in range(int(state.seats))
        ]
    return lines
