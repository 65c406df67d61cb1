"""Writes positions of High Tea: the whole table as JSON. `reading.py` reads them."""

from __future__ import annotations

from typing import Any

from . import numbers as n
from .rules import HighTea
from .table import is_unbounded
from .writing_record import write_record

SECRET_CHOICES = (
    ("start", int(n.START)),
    ("scavenge", int(n.SCAVENGE)),
    ("pauper", int(n.BEG)),
    ("bauble", int(n.BAUBLE)),
    ("nest", int(n.NEST)),
    ("banker", int(n.BANK)),
    ("bonus", int(n.GIFT)),
)
"""Choices that wait for others, by the first action of each six."""


def choice_name(action: int) -> str:
    """The name of a choice that is in but not yet applied: `scavenge:5`, `make:dish`, `carry_on`."""
    for name, first in SECRET_CHOICES:
        if first <= action < first + n.KINDS:
            return f"{name}:{action - first + 1}"
    return "carry_on" if action == n.CARRY_ON else f"make:{'dish' if action == n.MAKE + n.DISH else 'decoration'}"


CHOICES = {
    choice_name(a): a
    for a in (
        *[f + k for _, f in SECRET_CHOICES for k in range(int(n.KINDS))],
        int(n.CARRY_ON),
        int(n.MAKE),
        int(n.MAKE) + 1,
    )
}


def chosen_actions(state: HighTea, seat: int) -> list[int]:
    """The choices a rat has given that are not yet applied."""
    found, packed = [], int(state.chosen(seat))
    while packed:
        found.append((packed & 255) - 1)
        packed >>= 8
    return found


def queue(state: HighTea) -> list[int]:
    """The rats that have yet to make a request: who asks now, then the most swords first."""
    waiting = [s for s in range(int(state.seats)) if state.to_act >> s & 1]
    return sorted(waiting, key=lambda s: (s != state.asker, -int(state.said(s)), s))


def asking(state: HighTea) -> list[int] | None:
    """The request being made, as far as it has been said."""
    if state.target < 0:
        return None
    said = [int(state.asker), int(state.target)]
    return [*said, int(state.wanted) + 1] if state.phase == n.AT_SWORDS_AMOUNT else said


def taken(state: HighTea) -> list[list[int]]:
    """The pairs of victim and supply that are blocked for the rest of the turn."""
    pairs = range(int(state.seats * n.KINDS))
    return [[pair // int(n.KINDS), pair % int(n.KINDS) + 1] for pair in pairs if state.taken >> pair & 1]


def announced(state: HighTea) -> list[int | None] | None:
    """What each rat said at the call, None for RATS."""
    if state.called == n.NOTHING:
        return None
    return [None if state.said(s) == n.RATS else int(state.said(s)) for s in range(int(state.seats))]


def roll(state: HighTea) -> list[int] | None:
    on_table = state.low_die > 0 and state.phase in (n.AT_GOAL, n.AT_SCAVENGE)
    return [int(state.low_die), int(state.high_die)] if on_table else None


def draft(state: HighTea) -> list[list[int]] | None:
    """The totals that each rat has rolled, while vocations are being picked."""
    if not state.house.vocations or state.phase > n.AT_VOCATION:
        return None
    return [
        [int(state.first_rolls(s, times + 1)) & 15 for times in range(int(state.rolls(s)))]
        for s in range(int(state.seats))
    ]


def known(state: HighTea, seat: int) -> list[list[int | None]]:
    """The public bounds of a rat's counts; None for no bound."""
    return [
        [int(state.least(seat, k)), None if is_unbounded(state.most(seat, k)) else int(state.most(seat, k))]
        for k in range(int(n.KINDS))
    ]


def seat_or_none(seat: int) -> int | None:
    return int(seat) if seat >= 0 else None


def goals(state: HighTea) -> list[int]:
    return [g for g in range(int(n.CHEAP), int(n.CHEAP + n.GOALS)) if state.goals >> g & 1]


def write(state: HighTea) -> dict[str, Any]:
    seats = range(int(state.seats))
    record = None
    if state.record is not None:
        record = write_record([int(figure) for figure in state.record.log[: int(state.heard)]], len(seats))
    return {
        "game": state.game.info.id,
        "players": len(seats),
        "options": dict(state.game.options),
        "turn": int(state.turn),
        "phase": n.PHASES[int(state.phase)],
        "host": seat_or_none(int(state.host)),
        "goals": goals(state),
        "roll": roll(state),
        "scavenge_no": int(state.progress) if state.phase in (n.AT_SCAVENGE, n.AT_SCAVENGE_ROLL) else None,
        "called": int(state.called) + 1 if state.called != n.NOTHING else None,
        "announced": announced(state),
        "queue": queue(state),
        "asking": asking(state),
        "taken": taken(state),
        "chosen": [[choice_name(a) for a in chosen_actions(state, s)] for s in seats],
        "hat_from": seat_or_none(int(state.hat_from)),
        "draft": draft(state),
        "winner": seat_or_none(int(state.winner)),
        "coin": n.COIN_IDS[int(state.coin)] if state.coin else None,
        "seats": [_sheet(state, s) for s in seats],
        "known": [known(state, s) for s in seats],
        "record": record,
    }


def _sheet(state: HighTea, seat: int) -> dict[str, Any]:
    pieces = [int(state.piece(seat, i)) for i in range(int(state.pieces(seat)))]
    return {
        "supplies": [int(state.held(seat, k)) for k in range(int(n.KINDS))],
        "nests": [k + 1 for k in range(int(n.KINDS)) if state.nests(seat) >> k & 1],
        "dishes": _values([p for p in pieces if p & 1 == n.DISH], int(n.CRUMBS)),
        "decorations": _values([p for p in pieces if p & 1 != n.DISH], int(n.RAGS)),
        "vocation": n.VOCATION_IDS[int(state.vocation(seat))] if state.vocation(seat) else None,
    }


def _values(pieces: list[int], usual: int) -> list[int | list[int]]:
    """Values in rising order; with the supply where it is not the usual one."""
    made = sorted((p >> 4, p >> 1 & 7) for p in pieces)
    return [value if supply == usual else [value, supply + 1] for value, supply in made]


def components(state: HighTea) -> dict[str, int]:
    """The game is played on paper, where supplies come and go; but no goal is circled twice (HT-2.4)."""
    goals = write(state)["goals"]
    return {"goals circled twice": len(goals) - len(set(goals))}
