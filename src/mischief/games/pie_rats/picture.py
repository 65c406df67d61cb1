"""The table of Pie Rats as text, for `print(state)`. A rat is shown as on its card: loyalty/strength."""

from __future__ import annotations

from collections.abc import Iterable

from . import numbers as n
from . import view_words as words
from .rules import PieRats
from .sets import members

PHASES = (
    *("the Lead is chosen", "captains are handed out", "captains are picked", "hands are dealt", "1: a Pie"),
    *("2: Charisma", "2: window for thefts", "3: crew", "4: protect or lure", "5: lure", "5: a second rat"),
    *("5: paying", "5: window against Charm", "5: last window", "6: loot", "6: a Pie", "6: who goes", "6: window"),
    *("6: a rat leaves", "getting ready", "hands are filled", "the end"),
)


def draw(state: PieRats) -> str:
    seats = range(int(state.seats))
    lines = [f"Pie Rats, {state.seats} seats, {_round(state)}"]
    lines.append(f"Sill: {_list(_pie(state, pie) for pie in members(int(state.sill)))}; {state.pie_pile} in the pile")
    for seat in seats:
        lines += _seat(state, seat)
    lines.append(f"Draw pile: {state.draw_size}; discarded: {_list(words.discard_pile(state))}")
    lines += _under_way(state)
    lines.append(f"Phase {PHASES[state.phase]}")
    return "\n".join(lines)


def _list(things: Iterable[str]) -> str:
    return ", ".join(things) or "nothing"


def _round(state: PieRats) -> str:
    return (
        f"round {state.round_number}"
        if state.lead == n.NONE
        else f"round {state.round_number}, seat {state.lead} leads"
    )


def _pie(state: PieRats, pie: int) -> str:
    card = state.house.printed.pies[pie]
    return f"{card.id} {card.name} (weight {card.weight}, {card.points} points)"


def _rat(state: PieRats, rat: int) -> str:
    card = state.house.printed.crew[rat]
    marks = " Spinach" * state.has_spinach(rat) + " sideways" * (state.sideways >> rat & 1)
    return f"{card.id} {card.name} {card.loyalty}/{state.strength_of(rat)}{marks}"


def _seat(state: PieRats, seat: int) -> list[str]:
    mark = ">" if state.waits_for(seat) else " "
    declared = {"lure": ", lures", "protect": ", protects", None: ""}[words.declared(state, seat)]
    strength, charisma = state.party_strength(state.crews[seat]), state.charisma_total(seat)
    pies = [pie for owner, pie, _ in words.loots(state) if owner == seat]
    return [
        f"{mark} Seat {seat}, {words.captain_name(state, seat) or 'no captain yet'}{declared}: "
        f"strength {strength}, charisma {charisma}, {state.points(seat)} points ({_list(pies)})",
        f"    crew: {_list(_rat(state, rat) for rat in members(int(state.crews[seat])))}",
        f"    charisma: {_list(words.goods(state, state.charisma[seat]))}; hand: {_list(words.hand(state, seat))}",
    ]


def _under_way(state: PieRats) -> list[str]:
    """A lure, a loot, a window, or what is set aside while getting ready."""
    lines = []
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
