"""Fills a view of High Tea: sheets are secret but for what was said aloud."""

from __future__ import annotations

from mischief.engine.seats import WATCHER

from . import numbers as n
from . import writing
from .moves import MOVES
from .rules import HighTea
from .scoring import nests_in
from .view import HighTeaView, JudgedView, PieceView, RatView


def make_view(state: HighTea, seat: int) -> HighTeaView:
    seats = range(int(state.seats))
    phase = n.PHASES[int(state.phase)]
    asking = writing.asking(state)
    scavenging = phase in ("scavenge_roll", "scavenge")
    return HighTeaView(
        seat=None if seat == WATCHER else seat,
        phase=phase,
        waiting=[s for s in state.actors() if s >= 0],
        over=state.over,
        turn=int(state.turn),
        turns=int(state.house.turns),
        ship_name=state.game.options["ship_name"],
        host=writing.seat_or_none(int(state.host)),
        goals=[n.GOAL_IDS[g - int(n.CHEAP)] for g in writing.goals(state)],
        measures=[_measure(state, seat, g) for g in writing.goals(state)],
        roll=writing.roll(state),
        scavenge_no=int(state.progress) if scavenging else None,
        called=n.SUPPLY_IDS[int(state.called)] if state.called >= 0 else None,
        announced=writing.announced(state),
        queue=writing.queue(state),
        asking=None if asking is None else [*asking[:2], *[n.SUPPLY_IDS[k - 1] for k in asking[2:]]],
        taken=[[victim, n.SUPPLY_IDS[k - 1]] for victim, k in writing.taken(state)],
        draft=writing.draft(state),
        hat_from=writing.seat_or_none(int(state.hat_from)),
        chosen=[MOVES.move(a).text for a in writing.chosen_actions(state, seat)] if seat >= 0 else [],
        rats=[_rat(state, seat, s) for s in seats],
        ceremony=[_judge(state, g) for g in writing.goals(state)] if state.revealed() else None,
        winner=writing.seat_or_none(int(state.winner)),
        flipper=int(state.flipper()) if state.phase >= n.AT_COIN_FLIP else None,
        coin=n.COIN_IDS[int(state.coin)] if state.coin else None,
    )


def _measure(state: HighTea, seat: int, goal: int) -> int | None:
    found = int(state.measured(seat, goal)) if seat >= 0 else int(n.OUT)
    return None if found == n.OUT else found


def _judge(state: HighTea, goal: int) -> JudgedView:
    measures, awards = state.judged(goal)
    return JudgedView(
        goal=n.GOAL_IDS[goal - int(n.CHEAP)],
        measures=[None if measured == n.OUT else measured for measured in measures],
        awards=awards,
    )


def _rat(state: HighTea, viewer: int, seat: int) -> RatView:
    shown = viewer == seat or state.revealed()
    nests = int(state.nests(seat))
    finished = state.pending != 0 and not state.waits_for(seat) and state.chosen(seat) != 0
    return RatView(
        vocation=n.VOCATION_IDS[int(state.vocation(seat))] if state.vocation(seat) else None,
        nests=int(nests_in(nests)),
        pieces=_pieces(state, seat, shown),
        known=writing.known(state, seat),
        supplies=[int(state.held(seat, k)) for k in range(int(n.KINDS))] if shown else None,
        nest_places=[n.SUPPLY_IDS[k] for k in range(int(n.KINDS)) if nests >> k & 1] if shown else None,
        finished=finished,
        awards=int(state.awards(seat)) if state.revealed() else None,
    )


def _pieces(state: HighTea, seat: int, shown: bool) -> list[PieceView]:
    """In the order of supplies, then of what was spent: the order of making is nobody's business."""
    found = []
    for i in range(int(state.pieces(seat))):
        piece = int(state.piece(seat, i))
        supply = piece >> 1 & 7
        hidden = not shown and state.house.hides(state.vocation(seat), supply)
        secret_value = hidden and n.SUPPLY_IDS[supply] != "flowers"
        found.append(
            PieceView(
                source=n.SUPPLY_IDS[supply],
                spent=int(state.spent_on(piece)),
                kind=None if hidden else n.PIECE_IDS[piece & 1],
                value=None if secret_value else piece >> 4,
            )
        )
    return sorted(found, key=lambda p: (n.SUPPLY_IDS.index(p.source), p.spent, p.kind or ""))
