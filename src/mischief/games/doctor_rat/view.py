"""What one seat may see of Doctor Rat."""

from __future__ import annotations

from typing import Any

import msgspec

from mischief.engine.game import View
from mischief.engine.seats import WATCHER

from .board import (
    B_STRICT,
    BANNED,
    C_PREDICT,
    CROSSES,
    DEAL_STOCK,
    EATEN,
    EXAM_PASSED,
    FIRST,
    GOOD,
    HOLDER,
    KIND,
    LENGTH,
    MADNESS,
    MEALS,
    MEDICINE,
    OVER,
    PART_KIND,
    PENDING,
    SECOND,
    SETUP,
    SLOTS,
    WHO,
)
from .foods import ALL_FOODS, CODES, codes, one, size
from .meals import EFFECTS, REASONS
from .phases import phase_seen, waiting_for
from .rules import DoctorRat
from .setting_up import restriction
from .speech import Speech, speech
from .writing import TEAMS, write_claims, write_ghosts, write_part, write_proposal, write_row, write_strict


class GroupView(msgspec.Struct):
    """A group: its open row, and its diet for those who may know it."""

    identity: str | None
    seats: list[int]
    speaker: int
    has_diet: bool
    diet: dict[str, Any] | None
    row: list[dict[str, Any]]
    medicine: int | None
    crosses: int
    run: int
    pending: dict[str, Any] | None
    ghosts: list[dict[str, Any]]


class VoteView(msgspec.Struct):
    """A choice under way. `voted` who, not how; `mine` the viewer's own vote."""

    chair: int
    voters: list[int]
    proposal: list[dict[str, Any]]
    next_group: int | None
    voted: list[int]
    mine: str | None
    tried: list[int]


class Ending(msgspec.Struct):
    """How it ended, and the diagnostics of DR-14.2."""

    win: bool
    reason: str
    group: int | None
    meals_completed: int
    crosses: list[int]
    covered: list[int]
    tokens_used: int
    candidates_left: list[int]
    exam_good: list[bool | None]
    verdicts: list[dict[str, Any]]


class DoctorRatView(View):
    """Open cards for all; stock, picks, diets and removed cards for the Doctor; of a colleague, the other's diet.
    `unseen` are the cards that this seat cannot place: pile, stock, removed cards and others' hands together."""

    variant: str
    options: dict[str, Any]
    doctor: int | None
    meal: int
    first_player: int | None
    groups: list[GroupView]
    centre: list[str]
    trash: list[str]
    pile_size: int
    stock_size: int
    removed_size: int
    stock: list[str] | None
    picked: list[str] | None
    extra: str | None
    removed: list[str] | None
    unseen: list[str]
    discards: list[str]
    madness: dict[str, Any] | None
    strict: dict[str, Any] | None
    claims: list[dict[str, Any]]
    bans: list[dict[str, Any]]
    predictions: list[str]
    predicting: dict[str, Any] | None
    """The card that the holder of Megalomania is asked about."""
    tokens: dict[str, int]
    complication_supply: list[str]
    vote: VoteView | None
    window: str | None
    setup: list[dict[str, Any]]
    good_for: dict[str, list[bool]] | None
    """Of the Doctor: for each card of stock, picks, centre and trash, whether it would be good for each group now."""
    speech: Speech
    ending: Ending | None


def make_view(state: DoctorRat, seat: int) -> DoctorRatView:
    plan = state.plan
    groups = range(int(plan.groups))
    over = bool(state.phase == OVER)
    boss = bool(plan.colony) and seat == plan.doctor
    cooking = bool(DEAL_STOCK <= state.phase <= B_STRICT)
    behind_screen = boss or (over and bool(plan.colony))
    knows_removed = boss or not plan.colony
    stock_size, pile_size = int(size(state.stock)), int(size(state.pile))
    if cooking and not boss:
        stock_size += int(size(state.picked))
        pile_size += int(state.extra >= 0)
    return DoctorRatView(
        seat=None if seat == WATCHER else seat,
        phase=phase_seen(state, seat),
        waiting=waiting_for(state, seat),
        over=over,
        variant="colony" if plan.colony else "colleagues",
        options=shown_options(state, seat),
        doctor=int(plan.doctor) if plan.colony else None,
        meal=int(state.meal),
        first_player=int(state.first) if state.first >= 0 else None,
        groups=[_group(state, seat, g) for g in groups],
        centre=codes(state.centre),
        trash=codes(state.trash),
        pile_size=pile_size,
        stock_size=stock_size,
        removed_size=int(size(state.removed)),
        stock=codes(state.stock) if behind_screen else None,
        picked=codes(state.picked) if boss else None,
        extra=CODES[state.extra] if boss and state.extra >= 0 else None,
        removed=codes(state.removed) if knows_removed else None,
        unseen=codes(unseen_by(state, seat)),
        discards=[CODES[state.discard]] if state.discard >= 0 and (boss or state.discard_holder == seat) else [],
        madness=_madness(state, seat),
        strict=write_strict(state),
        claims=[claim for g in groups for claim in write_claims(state, g)],
        bans=[{"group": g, "card": code} for g in groups for code in codes(state.of(g, BANNED))],
        predictions=["good" if (state.said_good >> i) & 1 else "bad" for i in range(int(state.predicted))],
        predicting=_predicting(state),
        tokens={"yuck": int(state.yuck), "medicine": int(state.medicine), "strict": int(state.strict)},
        complication_supply=[EFFECTS[e] for e in range(5) if (state.supply >> e) & 1],
        vote=_vote(state, seat),
        window=TEAMS[state.turn] if state.turn >= 0 else None,
        setup=[write_part(state, g) for g in groups if state.of(g, PART_KIND) >= 0 and plan.giver_sees(seat, g)],
        good_for=_good_for(state) if boss and state.phase > SETUP else None,
        speech=speech(state, seat),
        ending=_ending(state) if over else None,
    )


def shown_options(state: DoctorRat, seat: int) -> dict[str, Any]:
    """The options; that the diets are the preset ones is the Doctor's secret (DR-2.10)."""
    shown = dict(state.game.options)
    if shown["diet_mode"] == "first_game" and seat != state.plan.doctor:
        shown["diet_mode"] = "choose"
    return shown


def unseen_by(state: DoctorRat, seat: int) -> int:
    """The Food cards that a seat cannot place, as a set."""
    plan = state.plan
    if not plan.colony or seat == plan.doctor:
        return int(state.pile)
    found = ALL_FOODS & ~state.open_foods()
    if state.discard >= 0 and state.discard_holder == seat:
        found &= ~one(state.discard)
    if state.hand != 0 and state.of(state.group_under(MADNESS), HOLDER) == seat:
        found &= ~state.hand
    if state.phase == OVER:
        found &= ~state.stock
    return int(found)


def _group(state: DoctorRat, seat: int, g: int) -> GroupView:
    seen = state.phase == OVER or state.plan.giver_sees(seat, g)
    diet = restriction(int(state.of(g, KIND)), int(state.of(g, FIRST)), int(state.of(g, SECOND)))
    pending = int(state.of(g, PENDING))
    medicine = int(state.of(g, MEDICINE))
    holder = int(state.of(g, HOLDER))
    return GroupView(
        identity=CODES[state.identity_food(g)] if state.of(g, WHO) >= 0 else None,
        seats=state.seats_of(g),
        speaker=int(state.plan.speakers[g]),
        has_diet=diet is not None,
        diet=diet if seen else None,
        row=write_row(state, g),
        medicine=medicine if medicine >= 0 else None,
        crosses=int(state.of(g, CROSSES)),
        run=int(state.run(g)),
        pending=None if pending < 0 else {"complication": EFFECTS[pending], "holder": holder if holder >= 0 else None},
        ghosts=write_ghosts(state, g),
    )


def _predicting(state: DoctorRat) -> dict[str, Any] | None:
    if state.phase != C_PREDICT:
        return None
    group, slot = divmod(int(state.foreign_card(state.predicted)), int(SLOTS))
    return {"group": group, "card": CODES[state.plate(group, slot)]}


def _madness(state: DoctorRat, seat: int) -> dict[str, Any] | None:
    if state.hand == 0:
        return None
    holder = int(state.of(state.group_under(MADNESS), HOLDER))
    knows = seat in (holder, int(state.plan.doctor))
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
    good = [int(state.good_next(g)) for g in range(int(state.plan.groups))]
    return {code: [bool((foods >> CODES.index(code)) & 1) for foods in good] for code in codes(cards)}


def _ending(state: DoctorRat) -> Ending:
    groups = range(int(state.plan.groups))
    win = bool(state.reason == EXAM_PASSED)
    options = state.game.options
    used = int(options["yuck_tokens"] - state.yuck)
    if state.plan.colony:
        used += 2 - int(state.medicine) - int(state.strict)
    return Ending(
        win=win,
        reason=REASONS[state.reason],
        group=int(state.lost_by) if state.lost_by >= 0 else None,
        meals_completed=int(state.meal) - (0 if win else 1),
        crosses=[int(state.of(g, CROSSES)) for g in groups],
        covered=[2 if state.of(g, MEDICINE) >= 0 else 0 for g in groups],
        tokens_used=used,
        candidates_left=[candidates_left(state, g) for g in groups],
        exam_good=[_exam_good(state, g) for g in groups],
        verdicts=state.unannounced(),
    )


def candidates_left(state: DoctorRat, g: int) -> int:
    """How many restrictions are still possible for a group, by what everybody can see (DR-14.6)."""
    return int(state.candidates_left(g))


def _exam_good(state: DoctorRat, g: int) -> bool | None:
    """Whether a group's last card of the exam was good; None if it was not announced."""
    if state.meal != MEALS or state.of(g, EATEN) == 0 or write_claims(state, g):
        return None
    return bool(state.row(g, state.of(g, LENGTH) - 1) >= GOOD)
