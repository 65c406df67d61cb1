"""Reads positions of Doctor Rat: the whole table from JSON, refused with a sentence where it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mischief.engine.chance import Odds
from mischief.engine.errors import BadPosition
from mischief.engine.moves import Moves
from mischief.engine.reading import Reader
from mischief.engine.seats import DEALER

from . import numbers as n
from .reading_groups import read_groups
from .reading_names import Zones, group_of, seat_of
from .reading_pending import read_claims, read_steps, read_vote
from .rules import DoctorRat, blank_table
from .sets import ALL_FOODS, highest, size
from .writing import phase_name

if TYPE_CHECKING:
    from .game import DoctorRatGame

PHASES = {name: number for number, name in enumerate(n.PHASE_NAMES) if number != n.SETUP} | {
    "setup_diet": int(n.SETUP),
    "setup_spec": int(n.SETUP),
}
"""The phases as positions name them: of giving diets, whether a Diet card or a Specification is next."""
COLONY_PHASES = (
    "deal_stock",
    "B_pick",
    "deal_extra",
    "B_special",
    "B_strict",
    "deal_madness",
    "C_madness",
    "C_insomnia",
    "C_paranoia",
    "C_gluttony",
    "C_gluttony_yuck",
    "C_predict",
    "deal_complication",
    "E_holder",
)
"""Phases that there are only in Colony."""
UNDER = {
    int(n.MADNESS): (n.DEAL_MADNESS, n.C_MADNESS),
    int(n.INSOMNIA): (n.C_INSOMNIA,),
    int(n.PARANOIA): (n.C_PARANOIA,),
    int(n.GLUTTONY): (n.C_GLUTTONY, n.C_GLUTTONY_YUCK),
    int(n.MEGALOMANIA): (n.C_PREDICT,),
}
"""The phases that need a group under an effect."""


def read(game: DoctorRatGame, data: Mapping[str, Any]) -> DoctorRat:
    """The table that a position describes. Raises BadPosition where it cannot lie so."""
    reader = Reader(data)
    for key in ("game", "players", "options"):
        reader.raw(key)
    state = blank_table(game, game.house)
    state.meal = reader.whole("meal", 1, 1, int(n.MEALS))
    state.phase = PHASES[reader.word("phase", tuple(PHASES))]
    state.pile = 0
    zones = Zones()
    read_groups(reader, state, zones)
    _read_zones(reader, state, zones)
    _read_tokens(reader, state)
    _read_complications(reader, state)
    read_claims(reader, state, zones)
    read_vote(reader, state)
    read_steps(reader, state)
    state.pile = ALL_FOODS & ~zones.used
    _read_end(reader, state)
    reader.done()
    state.told = not _untouched(state)
    _check_phase(reader, state)
    return state


def _read_zones(reader: Reader, state: DoctorRat, zones: Zones) -> None:
    state.stock = zones.cards(reader, "stock")
    state.picked = zones.cards(reader, "picked")
    if reader.has("extra"):
        state.extra = zones.card(reader, "extra", reader.raw("extra"))
    state.centre = zones.cards(reader, "centre")
    state.trash = zones.cards(reader, "trash")
    state.removed = zones.cards(reader, "removed")
    if not state.house.colony and (state.stock or state.picked or state.extra >= 0):
        reader.fail("there is no stock in Colleagues", "stock", "DR-11.10")
    for raw in reader.many("discards"):
        entry = Reader(raw, "discards.0")
        code = entry.raw("card")
        if code not in n.CODES or not (state.removed >> n.CODES.index(code)) & 1:
            entry.fail("should be one of the removed cards", "card", "DR-10.10")
        if state.discard >= 0:
            entry.fail("Madness comes once a game, so there is one discard", "card", "DR-10.9")
        state.discard = n.CODES.index(code)
        state.discard_holder = seat_of(entry, "holder", entry.raw("holder"), state.house)
        entry.done()
    if reader.has("madness"):
        madness = reader.part("madness")
        group = state.group_under(n.MADNESS)
        if group == n.NONE or madness.raw("holder") != state.of(group, n.HOLDER):
            madness.fail("should be the holder of Madness", "holder", "DR-10.10")
        state.hand = sum(1 << zones.card(madness, "cards", code, "madness") for code in madness.many("cards"))
        madness.done()
    if reader.has("first_player"):
        state.first = reader.whole("first_player", None, 0, 1)
    if state.house.colony:
        if state.first >= 0:
            reader.fail("the First Player token is for Colleagues", "first_player", "DR-2.13")
    elif state.first < 0 and state.phase != n.DEAL_IDENTITY:
        small = 0 if state.of(0, n.IDENTITY) < state.of(1, n.IDENTITY) else 1
        state.first = small if state.meal % 2 == 1 else 1 - small


def _read_tokens(reader: Reader, state: DoctorRat) -> None:
    house = state.house
    tokens = reader.part("tokens")
    limit = int(house.yuck_tokens)
    state.yuck = tokens.whole("yuck", limit, 0, limit)
    used = any(state.of(g, n.MEDICINE) >= 0 for g in range(int(house.groups)))
    there = 1 if house.colony else 0
    state.medicine = tokens.whole("medicine", there - int(used), 0, there)
    if used and state.medicine:
        tokens.fail("Medicine lies in a row, so it is not left as a token", "medicine", "DR-9.6")
    state.strict = tokens.whole("strict", there, 0, there)
    tokens.done()


def _read_complications(reader: Reader, state: DoctorRat) -> None:
    """Every Complication card is in one place: the supply, before a group, or in a row."""
    used: list[int] = []
    for g in range(int(state.house.groups)):
        used += [
            int(state.row(g, i) - n.COMPLICATION)
            for i in range(state.of(g, n.ROW_LENGTH))
            if state.row(g, i) >= n.COMPLICATION
        ]
        if state.of(g, n.PENDING) >= 0:
            used.append(int(state.of(g, n.PENDING)))
    if used and not state.house.complications:
        clause = "DR-10.1" if state.house.colony else "DR-11.3"
        reader.fail("this table plays without complications", "groups", clause)
    if len(set(used)) != len(used):
        reader.fail("a Complication card lies in two places", "groups", "DR-10.1")
    if not state.house.complications:
        if reader.many("complication_supply"):
            reader.fail("this table plays without complications", "complication_supply", "DR-10.1")
        return
    if reader.has("complication_supply"):
        names = reader.many("complication_supply")
        if any(name not in n.EFFECT_NAMES for name in names) or len(set(names)) != len(names):
            reader.fail(f"should list different ones of {', '.join(n.EFFECT_NAMES)}", "complication_supply", "DR-10.1")
        if {n.EFFECT_NAMES.index(name) for name in names} & set(used):
            reader.fail("a Complication card lies in two places", "complication_supply", "DR-10.1")
        state.supply = sum(1 << n.EFFECT_NAMES.index(name) for name in names)
    else:
        state.supply = sum(1 << e for e in range(int(n.EFFECTS)) if e not in used)


def _read_end(reader: Reader, state: DoctorRat) -> None:
    if state.phase != n.OVER:
        if reader.has("end"):
            reader.fail("the game goes on in this phase", "end", "DR-7.1")
        return
    end = reader.part("end")
    state.reason = n.REASON_NAMES.index(end.word("reason", n.REASON_NAMES[1:]))
    group = end.raw("group")
    if (state.reason == n.EXAM_PASSED) != (group is None):
        end.fail("a loss has the group whose cross it was; a win has none", "group", "DR-7.1")
    if group is not None:
        state.lost_by = group_of(end, "group", group, state.house)
    end.done()


def _untouched(state: DoctorRat) -> bool:
    """Whether nothing at all has happened yet: then the start is still to be told."""
    if state.phase > n.DEAL_TRASH or state.pile != ALL_FOODS:
        return False
    given = any(
        state.of(g, n.KIND) != n.NONE or state.of(g, n.PART_KIND) != n.NONE for g in range(int(state.house.groups))
    )
    if state.phase == n.DEAL_TRASH:
        return bool(state.house.diet_mode == n.FIRST_GAME)
    return not given


def _check_phase(reader: Reader, state: DoctorRat) -> None:
    """What each phase takes for granted."""

    def need(right: bool, sentence: str, clause: str) -> None:
        if not right:
            raise BadPosition("phase", sentence, clause)

    house = state.house
    phase = state.phase
    name = phase_name(state)
    colony_only = name in COLONY_PHASES
    need(not colony_only or bool(house.colony), f"{name} belongs to Colony", "DR-11.3")
    need(name not in ("B_yuck", "deal_centre") or not house.colony, f"{name} belongs to Colleagues", "DR-11.10")
    for effect, phases in UNDER.items():
        if phase in phases:
            need(state.group_under(effect) != n.NONE, f"no group is under {n.EFFECT_NAMES[effect]}", "DR-10.7")
    if phase == n.C_MADNESS:
        need(state.hand != 0, "the holder of Madness has no cards in hand", "DR-10.10")
    if name.startswith("deal_") and "identity" not in name and "diet" not in name and "spec" not in name:
        due = name == "deal_complication" or 0 < state.to_draw + state.to_draw_trash <= size(state.pile)
        need(due, "to_draw should say how many cards the Dealer still draws, no more than the pile has", "DR-13.1")
    if phase == n.DEAL_STOCK:
        need(state.picked == 0, "nothing is picked before the stock is drawn", "DR-4.2")
    if phase == n.B_PICK:
        higher = state.stock
        if state.picked:
            higher &= ~((2 << int(highest(state.picked))) - 1)
        left = state.cards_to_choose() - size(state.picked)
        need(0 < left <= size(higher), "picked should be the lowest cards of a dinner that can still be had", "DR-4.6")
    if phase == n.OVER:
        return
    if state.actor() == DEALER:
        odds = Odds()
        state.list_odds(odds)
        need(odds.count > 0, "the Dealer has nothing to deal here", "DR-13.1")
        return
    for seat in state.actors():
        moves = Moves()
        state.list_moves(seat, moves)
        need(moves.count > 0, f"seat {seat} has nothing to choose from", "DR-5.2")
