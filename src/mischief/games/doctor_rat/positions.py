"""Reads positions of Doctor Rat: the whole table from JSON, refused with a sentence where it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mischief.engine.chance import Odds
from mischief.engine.errors import BadPosition
from mischief.engine.game import Game
from mischief.engine.moves import Moves
from mischief.engine.reading import Reader
from mischief.engine.seats import DEALER

from .board import (
    B_PICK,
    B_STRICT,
    BANNED,
    C_GLUTTONY,
    C_GLUTTONY_YUCK,
    C_INSOMNIA,
    C_MADNESS,
    C_PARANOIA,
    C_PREDICT,
    C_PROPOSE,
    C_REPLACE_FINAL,
    C_YUCK,
    COMPLICATION,
    CROSSES,
    CROSSES_LOST,
    DEAL_IDENTITY,
    DEAL_MADNESS,
    DEAL_TRASH,
    E_HOLDER,
    EATEN,
    EXAM_PASSED,
    FIRST,
    FIRST_GAME,
    GLUTTONY,
    GOOD,
    HOLDER,
    IDLE,
    INSOMNIA,
    KIND,
    LAST,
    LENGTH,
    MADNESS,
    MEALS,
    MEDICINE,
    MEGALOMANIA,
    OVER,
    PARANOIA,
    PART_FIRST,
    PART_KIND,
    PENDING,
    PROPOSAL,
    ROW_ROOM,
    SECOND,
    SETUP,
    SLOTS,
    WHO,
    Plan,
)
from .choosing import SOURCES
from .diets import ALTERNATING, DIFFERENT, FORBIDDEN, IDENTICAL, PLUS_MINUS, Supply
from .foods import ALL_FOODS, CODES, NONE, codes, highest, one, size
from .meals import EFFECTS, REASONS
from .phases import PHASES, phase_name
from .rules import DoctorRat, blank_table
from .setting_up import CATEGORY_NAMES, KIND_NAMES, SPEC_CODES
from .writing import TEAMS, write_strict


def read(game: Game, plan: Plan, data: Mapping[str, Any]) -> DoctorRat:
    """The table that a position describes. Raises BadPosition where it cannot lie so."""
    reader = Reader(data)
    for key in ("game", "players", "options"):
        reader.raw(key)
    state = blank_table(game, plan)
    state.meal = reader.whole("meal", 1, 1, int(MEALS))
    state.phase = PHASES[reader.word("phase", tuple(PHASES))]
    state.pile = 0
    zones = _Zones()
    _read_groups(reader, state, zones)
    _read_zones(reader, state, zones)
    _read_tokens(reader, state)
    _read_complications(reader, state)
    _read_claims(reader, state, zones)
    _read_vote(reader, state)
    _read_steps(reader, state)
    state.pile = ALL_FOODS & ~zones.used
    _read_end(reader, state)
    reader.done()
    state.told = not _untouched(state)
    _check_phase(reader, state)
    return state


class _Zones:
    """Which Food cards have been named so far, and where."""

    def __init__(self) -> None:
        self.where: dict[int, str] = {}
        self.used = 0

    def card(self, reader: Reader, key: str, code: Any, place: str = "") -> int:
        if not isinstance(code, str) or code not in CODES:
            reader.fail(f"{code!r} is not the code of a Food card, such as LB1", key)
        card = CODES.index(code)
        if card in self.where:
            reader.fail(f"{code} lies in {self.where[card]} already; there is one of each", key, "DR-13.2")
        self.where[card] = place or key
        self.used |= 1 << card
        return card

    def cards(self, reader: Reader, key: str) -> int:
        return sum(1 << self.card(reader, key, code) for code in reader.many(key))


def _group_of(reader: Reader, key: str, value: Any, plan: Plan) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < plan.groups:
        reader.fail(f"group should be a number from 0 to {int(plan.groups) - 1}, not {value!r}", key)
    return value


def _seat_of(reader: Reader, key: str, value: Any, plan: Plan) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < plan.seats:
        reader.fail(f"should be a seat from 0 to {int(plan.seats) - 1}, not {value!r}", key)
    return value


def _read_groups(reader: Reader, state: DoctorRat, zones: _Zones) -> None:
    plan = state.plan
    foods = [CODES[food] for food in plan.book.identity_foods]
    parts = [Reader(part, f"groups.{g}") for g, part in enumerate(reader.many("groups", int(plan.groups)))]
    for g, part in enumerate(parts):
        code = part.raw("identity")
        if code is None and state.phase == DEAL_IDENTITY:
            continue
        if code not in foods:
            part.fail(f"should be one of {', '.join(foods)}, not {code!r}", "identity", "DR-1.4")
        who = foods.index(code)
        if plan.identities[g] >= 0 and plan.identities[g] != who:
            part.fail(f"is {code}, but this table's group {g} is {foods[plan.identities[g]]}", "identity", "DR-1.5")
        for other in range(g):
            if state.of(other, WHO) == who:
                part.fail(f"{code} is group {other}'s Identity already", "identity", "DR-1.4")
            if plan.colony and state.of(other, WHO) > who:
                part.fail("Identities should rise in quantity from group to group", "identity", "DR-1.5")
        state.put(g, WHO, who)
        state.put(g, LAST, state.identity_food(g))
    for g in range(int(plan.groups)) if plan.colony else (1, 0):
        _read_diet(parts[g], state, g)
    for g, part in enumerate(parts):
        if part.has("seats") and part.many("seats") != state.seats_of(g):
            part.fail(f"should be {state.seats_of(g)} by the options, not {part.raw('seats')!r}", "seats", "DR-1.6")
        _read_row(part, state, g, zones)
        _read_ghosts(part, state, g)
        if part.has("pending"):
            pending = part.part("pending")
            state.put(g, PENDING, EFFECTS.index(pending.word("complication", EFFECTS)))
            holder = pending.raw("holder")
            if holder is not None or state.phase != E_HOLDER:
                if holder not in state.seats_of(g):
                    pending.fail(f"should be a seat of group {g}: {state.seats_of(g)}", "holder", "DR-10.6")
                state.put(g, HOLDER, holder)
            pending.done()
        part.done()


def _read_diet(part: Reader, state: DoctorRat, g: int) -> None:
    if not part.has("diet"):
        if state.phase > SETUP:
            part.fail("should be given by now", "diet", "DR-2.6")
        return
    if state.of(g, WHO) == NONE:
        part.fail("comes after the Identity", "diet", "DR-2.6")
    diet = part.part("diet")
    kind = KIND_NAMES.index(diet.word("kind", KIND_NAMES))
    a = b = int(NONE)
    if kind in (IDENTICAL, DIFFERENT):
        a = CATEGORY_NAMES.index(diet.word("category", CATEGORY_NAMES))
    elif kind != PLUS_MINUS:
        specs = diet.many("specs")
        if not 1 <= len(specs) <= 2 or any(spec not in SPEC_CODES for spec in map(str, specs)):
            diet.fail(f"should be one or two of {', '.join(SPEC_CODES)}, not {specs!r}", "specs", "DR-8.3")
        found = [SPEC_CODES.index(str(spec)) for spec in specs]
        if kind != ALTERNATING:
            found.sort()
        a, b = found[0], found[1] if len(found) == 2 else int(NONE)
    diet.done()
    _check_diet(diet, state, g, kind, a, b)
    state.put(g, KIND, kind)
    state.put(g, FIRST, a)
    state.put(g, SECOND, b)


def _check_diet(diet: Reader, state: DoctorRat, g: int, kind: int, a: int, b: int) -> None:
    book = state.plan.book
    food = int(state.identity_food(g))
    if not Supply(book).legal(kind, food, a, b):
        clause = {0: "DR-8.4", 1: "DR-8.5", 2: "DR-8.6"}.get(kind, "DR-8.9")
        diet.fail(f"is not a legal restriction for {CODES[food]}", "", clause)
    if kind <= FORBIDDEN and book.spec_count != 0 and (b == NONE) != (book.spec_count == 1):
        diet.fail(f"this table gives {int(book.spec_count)} Specifications", "specs", "DR-2.11")
    if not state.restriction_cards().legal(kind, food, a, b):
        diet.fail("another group has it already, or its cards are used up", "", "DR-8.10")
    if state.restriction_cards().diets[kind] < 1:
        diet.fail("all cards of this Diet are used up", "kind", "DR-8.11")


def _read_row(part: Reader, state: DoctorRat, g: int, zones: _Zones) -> None:
    row = part.many("row")
    if len(row) > ROW_ROOM:
        part.fail(f"has {len(row)} cards; no row grows beyond {int(ROW_ROOM)}", "row", "DR-10.9")
    if row and state.of(g, KIND) == NONE:
        part.fail("nothing is eaten before the diets are given", "row", "DR-2.6")
    for index, raw in enumerate(row):
        entry = Reader(raw, f"groups.{g}.row.{index}")
        if entry.has("complication"):
            state.append_row(g, int(COMPLICATION) + EFFECTS.index(entry.word("complication", EFFECTS)))
        else:
            card = zones.card(entry, "card", entry.raw("card"), f"the row of group {g}")
            good = entry.word("mark", ("good", "bad")) == "good"
            if good != state.fits_next(g, card):
                entry.fail(f"should be {'bad' if good else 'good'} by the group's diet", "mark", "DR-8.1")
            state.append_row(g, card + (GOOD if good else 0))
            state.put(g, LAST, card)
            state.put(g, EATEN, state.of(g, EATEN) + 1)
        entry.done()
    if part.has("medicine"):
        index = part.whole("medicine", 0, 0, int(ROW_ROOM))
        if not state.plan.colony:
            part.fail("there is no Medicine in Colleagues", "medicine", "DR-11.3")
        if not state.can_cover(g, index):
            part.fail("should lie on two Food cards side by side", "medicine", "DR-9.7")
        state.put(g, MEDICINE, index)
    crosses = sum(1 for i in range(len(row)) if state.row(g, i) < GOOD and not state.covered(g, i))
    state.put(g, CROSSES, crosses)
    if crosses >= CROSSES_LOST and state.phase != OVER:
        part.fail(f"shows {crosses} crosses, so the game would be over", "row", "DR-7.1")


def _read_ghosts(part: Reader, state: DoctorRat, g: int) -> None:
    for index, raw in enumerate(part.many("ghosts")):
        ghost = Reader(raw, f"groups.{g}.ghosts.{index}")
        after = ghost.whole("after", None, 0, int(state.of(g, EATEN)))
        card, via = ghost.raw("card"), ghost.raw("via")
        if card not in CODES or (via is not None and via not in CODES):
            ghost.fail("card and via should be codes of Food cards", "card")
        good = ghost.flag("good")
        before = state.food_before(g, after) if via is None else CODES.index(via)
        eaten = after if via is None else after + 1
        if state.fits(g, before, eaten, CODES.index(card)) != good:
            ghost.fail(f"should be {str(not good).lower()} by the group's diet", "good", "DR-14.6")
        state.add_ghost(g, after, -1 if via is None else CODES.index(via), CODES.index(card), good)
        ghost.done()


def _read_zones(reader: Reader, state: DoctorRat, zones: _Zones) -> None:
    state.stock = zones.cards(reader, "stock")
    state.picked = zones.cards(reader, "picked")
    if reader.has("extra"):
        state.extra = zones.card(reader, "extra", reader.raw("extra"))
    state.centre = zones.cards(reader, "centre")
    state.trash = zones.cards(reader, "trash")
    state.removed = zones.cards(reader, "removed")
    if not state.plan.colony and (state.stock or state.picked or state.extra >= 0):
        reader.fail("there is no stock in Colleagues", "stock", "DR-11.10")
    for raw in reader.many("discards"):
        entry = Reader(raw, "discards.0")
        code = entry.raw("card")
        if code not in CODES or not (state.removed >> CODES.index(code)) & 1:
            entry.fail("should be one of the removed cards", "card", "DR-10.10")
        if state.discard >= 0:
            entry.fail("Madness comes once a game, so there is one discard", "card", "DR-10.9")
        state.discard = CODES.index(code)
        state.discard_holder = _seat_of(entry, "holder", entry.raw("holder"), state.plan)
        entry.done()
    if reader.has("madness"):
        madness = reader.part("madness")
        group = state.group_under(MADNESS)
        if group == NONE or madness.raw("holder") != state.of(group, HOLDER):
            madness.fail("should be the holder of Madness", "holder", "DR-10.10")
        state.hand = sum(1 << zones.card(madness, "cards", code, "madness") for code in madness.many("cards"))
        madness.done()
    if reader.has("first_player"):
        state.first = reader.whole("first_player", None, 0, 1)
    if state.plan.colony:
        if state.first >= 0:
            reader.fail("the First Player token is for Colleagues", "first_player", "DR-2.13")
    elif state.first < 0 and state.phase != DEAL_IDENTITY:
        small = 0 if state.of(0, WHO) < state.of(1, WHO) else 1
        state.first = small if state.meal % 2 == 1 else 1 - small


def _read_tokens(reader: Reader, state: DoctorRat) -> None:
    plan = state.plan
    tokens = reader.part("tokens")
    limit = int(plan.yuck_tokens)
    state.yuck = tokens.whole("yuck", limit, 0, limit)
    used = any(state.of(g, MEDICINE) >= 0 for g in range(int(plan.groups)))
    there = 1 if plan.colony else 0
    state.medicine = tokens.whole("medicine", there - int(used), 0, there)
    if used and state.medicine:
        tokens.fail("Medicine lies in a row, so it is not left as a token", "medicine", "DR-9.6")
    state.strict = tokens.whole("strict", there, 0, there)
    tokens.done()


def _read_complications(reader: Reader, state: DoctorRat) -> None:
    """Every Complication card is in one place: the supply, before a group, or in a row."""
    used: list[int] = []
    for g in range(int(state.plan.groups)):
        used += [
            int(state.row(g, i) - COMPLICATION) for i in range(state.of(g, LENGTH)) if state.row(g, i) >= COMPLICATION
        ]
        if state.of(g, PENDING) >= 0:
            used.append(int(state.of(g, PENDING)))
    if used and not state.plan.complications:
        clause = "DR-10.1" if state.plan.colony else "DR-11.3"
        reader.fail("this table plays without complications", "groups", clause)
    if len(set(used)) != len(used):
        reader.fail("a Complication card lies in two places", "groups", "DR-10.1")
    if not state.plan.complications:
        if reader.many("complication_supply"):
            reader.fail("this table plays without complications", "complication_supply", "DR-10.1")
        return
    if reader.has("complication_supply"):
        names = reader.many("complication_supply")
        if any(name not in EFFECTS for name in names) or len(set(names)) != len(names):
            reader.fail(f"should list different ones of {', '.join(EFFECTS)}", "complication_supply", "DR-10.1")
        if {EFFECTS.index(name) for name in names} & set(used):
            reader.fail("a Complication card lies in two places", "complication_supply", "DR-10.1")
        state.supply = sum(1 << EFFECTS.index(name) for name in names)
    else:
        state.supply = sum(1 << e for e in range(5) if e not in used)


def _read_claims(reader: Reader, state: DoctorRat, zones: _Zones) -> None:
    plan = state.plan
    for index, raw in enumerate(reader.many("claims")):
        claim = Reader(raw, f"claims.{index}")
        group = _group_of(claim, "group", claim.raw("group"), plan)
        extra = claim.flag("extra")
        slot = 1 if extra else 0
        while extra and slot < SLOTS and state.plate(group, slot) != NONE:
            slot += 1
        if slot == SLOTS or state.plate(group, slot) != NONE:
            claim.fail(f"group {group} has its card already", "group", "DR-5.1")
        if claim.raw("card") is None:
            state.lay(group, slot, IDLE, NONE)
            claim.raw("from")
        else:
            card = zones.card(claim, "card", claim.raw("card"), "claims")
            source = claim.word("from", SOURCES, "centre")
            state.lay(group, slot, card, SOURCES.index(source))
        claim.done()
    for index, raw in enumerate(reader.many("bans")):
        ban = Reader(raw, f"bans.{index}")
        group = _group_of(ban, "group", ban.raw("group"), plan)
        if ban.raw("card") not in CODES:
            ban.fail("should be the code of a Food card", "card", "DR-9.4")
        state.put(group, BANNED, state.of(group, BANNED) | one(CODES.index(ban.raw("card"))))
        ban.done()
    if reader.has("strict"):
        strict = reader.part("strict")
        group = _group_of(strict, "group", strict.raw("group"), plan)
        if state.phase == B_STRICT:
            if strict.raw("card") is not None or not state.may_be_strict(group):
                strict.fail("its card is still to be chosen, for a group that may get it", "group", "DR-9.10")
            state.strict_group = group
        elif strict.raw("card") is None or write_strict(state) != {"group": group, "card": strict.raw("card")}:
            strict.fail("should be that group's claim, from 'doctor'", "card", "DR-9.10")
        strict.done()
    predictions = reader.many("predictions")
    for index, said in enumerate(predictions):
        if said not in ("good", "bad"):
            reader.fail(f"should list good or bad, not {said!r}", "predictions", "DR-10.15")
        if said == "good":
            state.said_good |= 1 << index
    state.predicted = len(predictions)


def _read_vote(reader: Reader, state: DoctorRat) -> None:
    plan = state.plan
    choosing = C_PROPOSE <= state.phase <= C_REPLACE_FINAL and state.phase != C_YUCK
    if not choosing:
        if reader.has("vote"):
            reader.fail("nothing is being chosen by proposal in this phase", "vote", "DR-5.4")
        return
    if state.choosers() == 0:
        reader.fail("every group has its card, so nothing is to be chosen", "phase", "DR-5.4")
    voters = state.voters()
    vote = reader.part("vote")
    final = phase_name(state).endswith("final")
    default = state.last_word(voters) if final else state.first_chair(voters)
    state.chair = _seat_of(vote, "chair", vote.raw("chair", int(default)), plan)
    if not (voters >> state.chair) & 1 or (final and state.chair != default):
        vote.fail(f"seat {int(state.chair)} cannot have the chair now", "chair", "DR-5.5")
    for seat in vote.many("tried"):
        if not (voters >> _seat_of(vote, "tried", seat, plan)) & 1 or (seat == state.chair and not final):
            vote.fail(f"seat {seat} cannot have failed in this choice", "tried", "DR-5.6")
        state.tried |= 1 << seat
    for raw in vote.many("proposal"):
        entry = Reader(raw, "vote.proposal")
        group = _group_of(entry, "group", entry.raw("group"), plan)
        code = entry.raw("card")
        if group != state.next_group() or code not in [None, *codes(state.available(group))]:
            entry.fail("should give the hungry groups in order different cards they may take", "card", "DR-5.4")
        state.put(group, PROPOSAL, IDLE if code is None else CODES.index(code))
        entry.done()
    voting = phase_name(state).endswith("vote")
    if voting != (state.next_group() == NONE):
        vote.fail("a vote is taken on a whole proposal, and only then", "proposal", "DR-5.6")
    votes = vote.raw("votes", {})
    if not isinstance(votes, Mapping):
        vote.fail(f"should be an object with seats as names, not {votes!r}", "votes")
    for name, said in votes.items():
        seat = int(name) if str(name).isdigit() else -1
        asked = voters & ~(1 << int(state.chair))
        if not voting or seat < 0 or not (asked >> seat) & 1 or said not in ("accept", "object"):
            vote.fail(f"seat {name!r} cannot have voted {said!r}", "votes", "DR-5.6")
        state.voted |= 1 << seat
        if said == "accept":
            state.accepted |= 1 << seat
    if voting and state.voted == voters & ~(1 << int(state.chair)):
        vote.fail("all have voted, so the votes would have been counted", "votes", "DR-5.6")
    vote.done()


def _read_steps(reader: Reader, state: DoctorRat) -> None:
    """Windows, half-given restrictions and draws that are due."""
    plan = state.plan
    windowed = not plan.colony and phase_name(state) in ("B_yuck", "C_yuck")
    if reader.has("window") and not windowed:
        reader.fail("no window is open in this phase", "window", "DR-11.11")
    if windowed:
        window = reader.part("window")
        state.turn = TEAMS.index(window.word("turn", tuple(TEAMS), TEAMS[state.first]))
        state.passes = window.whole("passes", 0 if state.turn == state.first else 1, 0, 1)
        window.done()
    for raw in reader.many("setup"):
        part = Reader(raw, "setup")
        group = _group_of(part, "group", part.raw("group"), plan)
        kind = KIND_NAMES.index(part.word("kind", KIND_NAMES))
        specs = [str(spec) for spec in part.many("specs")]
        if state.phase > SETUP or state.of(group, KIND) != NONE or len(specs) > 1 or not set(specs) <= set(SPEC_CODES):
            part.fail("should be a restriction still being given: a kind and at most one Specification", "", "DR-2.10")
        state.put(group, PART_KIND, kind)
        if specs:
            state.put(group, PART_FIRST, SPEC_CODES.index(specs[0]))
        part.done()
    state.to_draw = reader.whole("to_draw", 0, 0, 60)
    state.to_draw_trash = reader.whole("to_draw_trash", 0, 0, 60)


def _read_end(reader: Reader, state: DoctorRat) -> None:
    if state.phase != OVER:
        if reader.has("end"):
            reader.fail("the game goes on in this phase", "end", "DR-7.1")
        return
    end = reader.part("end")
    state.reason = REASONS.index(end.word("reason", REASONS[1:]))
    group = end.raw("group")
    if (state.reason == EXAM_PASSED) != (group is None):
        end.fail("a loss has the group whose cross it was; a win has none", "group", "DR-7.1")
    if group is not None:
        state.lost_by = _group_of(end, "group", group, state.plan)
    end.done()


def _untouched(state: DoctorRat) -> bool:
    """Whether nothing at all has happened yet: then the start is still to be told."""
    if state.phase > DEAL_TRASH or state.pile != ALL_FOODS:
        return False
    given = any(state.of(g, KIND) != NONE or state.of(g, PART_KIND) != NONE for g in range(int(state.plan.groups)))
    if state.phase == DEAL_TRASH:
        return bool(state.plan.diet_mode == FIRST_GAME)
    return not given


def _check_phase(reader: Reader, state: DoctorRat) -> None:
    """What each phase takes for granted."""

    def need(right: bool, sentence: str, clause: str) -> None:
        if not right:
            raise BadPosition("phase", sentence, clause)

    plan = state.plan
    phase = state.phase
    name = phase_name(state)
    colony_only = name in COLONY_PHASES
    need(not colony_only or bool(plan.colony), f"{name} belongs to Colony", "DR-11.3")
    need(name not in ("B_yuck", "deal_centre") or not plan.colony, f"{name} belongs to Colleagues", "DR-11.10")
    for effect, phases in UNDER.items():
        if phase in phases:
            need(state.group_under(effect) != NONE, f"no group is under {EFFECTS[effect]}", "DR-10.7")
    if phase == C_MADNESS:
        need(state.hand != 0, "the holder of Madness has no cards in hand", "DR-10.10")
    if name.startswith("deal_") and "identity" not in name and "diet" not in name and "spec" not in name:
        due = name == "deal_complication" or 0 < state.to_draw + state.to_draw_trash <= size(state.pile)
        need(due, "to_draw should say how many cards the Dealer still draws, no more than the pile has", "DR-13.1")
    if phase == B_PICK:
        higher = state.stock
        if state.picked:
            higher &= ~((2 << int(highest(state.picked))) - 1)
        left = state.cards_to_choose() - size(state.picked)
        need(0 < left <= size(higher), "picked should be the lowest cards of a dinner that can still be had", "DR-4.6")
    if phase == OVER:
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
UNDER = {
    int(MADNESS): (DEAL_MADNESS, C_MADNESS),
    int(INSOMNIA): (C_INSOMNIA,),
    int(PARANOIA): (C_PARANOIA,),
    int(GLUTTONY): (C_GLUTTONY, C_GLUTTONY_YUCK),
    int(MEGALOMANIA): (C_PREDICT,),
}
