"""The table as text for people: what `print(state)` shows. Full information."""

from __future__ import annotations

from . import numbers as n
from . import writing
from .rules import HighTea


def draw(state: HighTea) -> str:
    goals = ", ".join(n.GOAL_IDS[g - 2] for g in writing.goals(state)) or "none"
    lines = [f"{state.game.options['ship_name']}, turn {int(state.turn)} of {int(state.house.turns)}, {_moment(state)}"]
    lines += [f"Goals: {goals}", "          sw  ba  st  cr  ra  fl"]
    return "\n".join(lines + [_rat(state, seat) for seat in range(int(state.seats))])


def _moment(state: HighTea) -> str:
    """The phase, and what lies or was said on the table."""
    parts = [n.PHASES[int(state.phase)].replace("_", " ")]
    dice, asking = writing.roll(state), writing.asking(state)
    if dice:
        parts.append(f"dice {dice[0]} {dice[1]}")
    if state.called >= 0:
        said = ["RATS" if count is None else str(count) for count in writing.announced(state) or []]
        parts.append(f"{n.SUPPLY_IDS[int(state.called)]} called: {' '.join(said)}")
    if asking:
        parts.append(f"{asking[0]} asks {asking[1]}")
    if state.winner >= 0:
        parts.append(f"raft to {int(state.winner)}")
    if state.coin:
        parts.append(n.COIN_IDS[int(state.coin)])
    return ", ".join(parts)


def _rat(state: HighTea, seat: int) -> str:
    """One line: who, six counts (a star beside each nest), and the pieces."""
    counts = "".join(
        f"{int(state.held(seat, k)):3}{'*' if state.nests(seat) >> k & 1 else ' '}" for k in range(int(n.KINDS))
    )
    pieces = [int(state.piece(seat, i)) for i in range(int(state.pieces(seat)))]
    dishes = " ".join(str(p >> 4) for p in sorted(pieces) if p & 1 == 0) or "-"
    decorations = " ".join(str(p >> 4) for p in sorted(pieces) if p & 1) or "-"
    name = f"{seat}{' hat' if seat == state.host else ''}"
    vocation = f"  {n.VOCATION_IDS[int(state.vocation(seat))]}" if state.vocation(seat) else ""
    awards = f"  awards {int(state.awards(seat))}" if state.phase >= n.AT_RAFT else ""
    return f"rat {name:5}{counts}  dishes {dishes}, decorations {decorations}{vocation}{awards}"
