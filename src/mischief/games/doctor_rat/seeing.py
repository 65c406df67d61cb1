"""Fills a view of Doctor Rat: open cards for all, the rest for the Doctor."""

from __future__ import annotations

from typing import Any

from mischief.engine.seats import WATCHER

from . import numbers as n
from .observing import unseen_by
from .rules import DoctorRat
from .seeing_speech import speech
from .sets import codes, one, size
from .view import DoctorRatView, Ending, GroupView, VoteView
from .writing import (
    TEAMS,
    phase_name,
    write_bans,
    write_claims,
    write_complications,
    write_ghosts,
    write_part,
    write_predictions,
    write_proposal,
    write_row,
    write_strict,
    write_tokens,
)


def make_view(state: DoctorRat, seat: int) -> DoctorRatView:
    house = state.house
    groups = range(int(house.groups))
    over = bool(state.phase == n.OVER)
    is_doctor = bool(house.colony) and seat == house.doctor
    cooking = bool(n.DEAL_STOCK <= state.phase <= n.B_STRICT)
    sees_stock = is_doctor or (over and bool(house.colony))
    knows_removed = is_doctor or not house.colony
    stock_size, pile_size = int(size(state.stock)), int(size(state.pile))
    if cooking and not is_doctor:
        stock_size += int(size(state.picked))
        pile_size += int(state.extra >= 0)
    return DoctorRatView(
        seat=None if seat == WATCHER else seat,
        phase=phase_seen(state, seat),
        waiting=waiting_for(state, seat),
        over=over,
        variant="colony" if house.colony else "colleagues",
        options=state.game.options_for(seat),
        doctor=int(house.doctor) if house.colony else None,
        meal=int(state.meal),
        first_player=int(state.first) if state.first >= 0 else None,
        groups=[_group(state, seat, g) for g in groups],
        centre=codes(state.centre),
        trash=codes(state.trash),
        pile_size=pile_size,
        stock_size=stock_size,
        removed_size=int(size(state.removed)),
        stock=codes(state.stock) if sees_stock else None,
        picked=codes(state.picked) if is_doctor else None,
        extra=n.CODES[state.extra] if is_doctor and state.extra >= 0 else None,
        removed=codes(state.removed) if knows_removed else None,
        unseen=codes(unseen_by(state, seat)),
        discards=[n.CODES[state.discard]] if state.discard >= 0 and (is_doctor or state.discard_holder == seat) else [],
        madness=_madness(state, seat),
        strict=write_strict(state),
        claims=[claim for g in groups for claim in write_claims(state, g)],
        bans=write_bans(state),
        predictions=write_predictions(state),
        predicting=_predicting(state),
        tokens=write_tokens(state),
        complication_supply=write_complications(state),
        vote=_vote(state, seat),
        window=TEAMS[state.turn] if state.turn >= 0 else None,
        setup=[write_part(state, g) for g in groups if state.of(g, n.PART_KIND) >= 0 and house.giver_sees(seat, g)],
        good_for=_good_for(state) if is_doctor and state.phase > n.SETUP else None,
        speech=speech(state, seat),
        ending=_ending(state) if over else None,
    )


def phase_seen(state: DoctorRat, seat: int) -> str:
    """The phase as a seat may know it: others than the giver read only `setup`, others than the Doctor only `B`."""
    house = state.house
    if n.DEAL_IDENTITY < state.phase <= n.SETUP:
        if house.colony:
            return phase_name(state) if seat == house.doctor else "setup"
        if state.phase == n.SETUP:
            mine = 1 - int(house.group_of(seat)) if seat >= 0 else -1
            if mine < 0 or state.of(mine, n.KIND) != n.NONE:
                return "setup"
            return "setup_diet" if state.of(mine, n.PART_KIND) == n.NONE else "setup_spec"
        group = state.diet_drawn_for() if state.phase == n.DEAL_DIET else state.being_given()
        return phase_name(state) if house.giver_sees(seat, group) else "setup"
    if house.colony and seat != house.doctor and n.DEAL_STOCK <= state.phase <= n.B_STRICT:
        return "B"
    return n.PHASE_NAMES[state.phase]


BY_HAND = ("choose", "draw_diet", "draw_specs")
"""The modes in which the Doctor decides something about the diets."""


def waiting_for(state: DoctorRat, seat: int) -> list[int]:
    """Who is to act, as a seat may know it: behind the Doctor's screen it is the Doctor, whatever he does there."""
    house = state.house
    if house.colony and seat != house.doctor:
        cooking = n.DEAL_STOCK <= state.phase <= n.B_STRICT
        giving = n.DEAL_IDENTITY < state.phase <= n.SETUP and state.game.options["diet_mode"] in BY_HAND
        if cooking or giving:
            return [int(house.doctor)]
    return [s for s in state.actors() if s >= 0]


def _group(state: DoctorRat, seat: int, g: int) -> GroupView:
    seen = state.phase == n.OVER or state.house.giver_sees(seat, g)
    diet = state.restriction_of(g)
    pending = int(state.of(g, n.PENDING))
    medicine = int(state.of(g, n.MEDICINE))
    holder = int(state.of(g, n.HOLDER))
    return GroupView(
        identity=n.CODES[state.identity_food(g)] if state.of(g, n.IDENTITY) >= 0 else None,
        seats=state.seats_of(g),
        speaker=int(state.house.speakers[g]),
        has_diet=diet is not None,
        diet=diet if seen else None,
        row=write_row(state, g),
        medicine=medicine if medicine >= 0 else None,
        crosses=int(state.of(g, n.CROSSES)),
        run=int(state.run(g)),
        pending=None
        if pending < 0
        else {"complication": n.EFFECT_NAMES[pending], "holder": holder if holder >= 0 else None},
        ghosts=write_ghosts(state, g),
    )


def _predicting(state: DoctorRat) -> dict[str, Any] | None:
    if state.phase != n.C_PREDICT:
        return None
    group, slot = divmod(int(state.foreign_card(state.predicted)), int(n.SLOTS))
    return {"group": group, "card": n.CODES[state.plate(group, slot)]}


def _madness(state: DoctorRat, seat: int) -> dict[str, Any] | None:
    if state.hand == 0:
        return None
    holder = int(state.of(state.group_under(n.MADNESS), n.HOLDER))
    knows = seat in (holder, int(state.house.doctor))
    return {"holder": holder, "count": int(size(state.hand)), "cards": codes(state.hand) if knows else None}


def _vote(state: DoctorRat, seat: int) -> VoteView | None:
    if state.chair < 0:
        return None
    seats = range(int(state.seats))
    mine = None
    if seat >= 0 and (state.voted >> seat) & 1:
        mine = "accept" if (state.accepted >> seat) & 1 else "object"
    group = int(state.next_group())
    voters = state.voters()
    return VoteView(
        chair=int(state.chair),
        voters=[s for s in seats if (voters >> s) & 1],
        proposal=write_proposal(state),
        next_group=group if group >= 0 else None,
        voted=[s for s in seats if (state.voted >> s) & 1],
        mine=mine,
        tried=[s for s in seats if (state.tried >> s) & 1],
    )


def _good_for(state: DoctorRat) -> dict[str, list[bool]]:
    """The small dots on the Doctor's desk."""
    cards = state.stock | state.picked | state.centre | state.trash
    if state.extra >= 0:
        cards |= one(state.extra)
    good = [int(state.good_next(g)) for g in range(int(state.house.groups))]
    return {code: [bool((foods >> n.CODES.index(code)) & 1) for foods in good] for code in codes(cards)}


def _ending(state: DoctorRat) -> Ending:
    groups = range(int(state.house.groups))
    win = bool(state.reason == n.EXAM_PASSED)
    options = state.game.options
    used = int(options["yuck_tokens"] - state.yuck)
    if state.house.colony:
        used += 2 - int(state.medicine) - int(state.strict)
    return Ending(
        win=win,
        reason=n.REASON_NAMES[state.reason],
        group=int(state.lost_by) if state.lost_by >= 0 else None,
        meals_completed=int(state.meal) - (0 if win else 1),
        crosses=[int(state.of(g, n.CROSSES)) for g in groups],
        covered=[2 if state.of(g, n.MEDICINE) >= 0 else 0 for g in groups],
        tokens_used=used,
        candidates_left=[int(state.candidates_left(g)) for g in groups],
        exam_good=[_exam_good(state, g) for g in groups],
        verdicts=state.unannounced(),
    )


def _exam_good(state: DoctorRat, g: int) -> bool | None:
    """Whether a group's last card of the exam was good; None if it was not announced."""
    if state.meal != n.MEALS or state.of(g, n.EATEN) == 0 or write_claims(state, g):
        return None
    return bool(state.row(g, state.of(g, n.ROW_LENGTH) - 1) >= n.GOOD)
