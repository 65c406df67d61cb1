"""The table of Pie Rats in words, for views, positions, events and pictures alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mischief.engine.seats import DEALER

from . import numbers as n
from .sets import copies_in, members

if TYPE_CHECKING:
    from .table import PieTable


def turn_of(state: PieTable) -> int | None:
    """The seat whose turn it is, or whose act opened the window; none while the Dealer deals."""
    return None if state.turn == n.NONE or state.actor() == DEALER else int(state.turn)


def captain_of(state: PieTable, seat: int) -> int | None:
    captain = int(state.captain_of(seat))
    return None if captain == n.NO_CAPTAIN else captain


def captain_name(state: PieTable, seat: int) -> str | None:
    number = captain_of(state, seat)
    return None if number is None else state.house.captain_ids[number]


def hand(state: PieTable, seat: int) -> list[str]:
    """In the order drawn."""
    return [state.house.ids[state.kind_at(seat, slot)] for slot in range(int(state.hand_size(seat)))]


def ages(state: PieTable, seat: int) -> list[int]:
    return [int(state.age_at(seat, slot)) for slot in range(int(state.hand_size(seat)))]


def crew(state: PieTable, rats: int) -> list[str]:
    return [state.house.ids[rat] for rat in members(int(rats))]


def goods(state: PieTable, bag: int) -> list[str]:
    names: list[str] = []
    for good in range(int(n.GOODS)):
        names += [state.house.ids[int(n.CREW) + good]] * int(copies_in(bag, good))
    return names


def discard_pile(state: PieTable) -> list[str]:
    return crew(state, state.discard_crew) + goods(state, state.discard_goods)


def sill(state: PieTable) -> list[str]:
    return [state.house.pie_ids[pie] for pie in members(int(state.sill))]


def declared(state: PieTable, seat: int) -> str | None:
    if (state.protecting >> seat) & 1:
        return "protect"
    return "lure" if (state.luring >> seat) & 1 else None


def target_numbers(state: PieTable) -> list[int]:
    """The rats that a lure is meant for, as they were named."""
    return [int(rat) for rat in (state.target_a, state.target_b) if rat != n.NONE]


def targets(state: PieTable) -> list[str]:
    return [state.house.ids[rat] for rat in target_numbers(state)]


def payment(state: PieTable) -> list[str]:
    """With two targets Charm comes first, as it was put in."""
    names = goods(state, state.pay)
    return names if state.target_b == n.NONE else [names[-1], *names[:-1]]


def has_loot(state: PieTable) -> bool:
    """Whether a loot is under way: a Pie named, or a call made."""
    return state.loot_pie != n.NONE or state.called


def loot_pie(state: PieTable) -> str | None:
    return None if state.loot_pie == n.NONE else state.house.pie_ids[state.loot_pie]


def passed(state: PieTable) -> list[int]:
    """Who has passed in the window that is open."""
    return members(int(state.passed))


def aside(state: PieTable, seat: int) -> list[str]:
    """The cards set aside, in the order of their kinds."""
    kinds = sorted(int(state.kind_at(seat, i)) for i in range(int(state.hand_size(seat))) if state.is_aside(seat, i))
    return [state.house.ids[kind] for kind in kinds]


def loots(state: PieTable) -> list[tuple[int, str, int]]:
    """The looted Pies in the order of time: seat, Pie and round."""
    return [
        (int(state.loot_seat(i)), state.house.pie_ids[state.loot_which(i)], int(state.loot_round(i)))
        for i in range(int(state.looted))
    ]
