"""What one seat may see of Doctor Rat."""

from __future__ import annotations

from typing import Any

import msgspec

from mischief.engine.game import View


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


class Speech(msgspec.Struct):
    """What a seat may do with its voice now. `channels` are those it may write in: `open` is heard by all, `team` by
    its team (Colleagues only). `think_aloud` invites it to talk while it chooses (DR-12.5)."""

    channels: list[str]
    sentence: str | None
    clause: str | None
    think_aloud: bool


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
