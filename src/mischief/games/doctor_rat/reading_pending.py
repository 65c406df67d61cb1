"""Reads what is under way in a position: plates, bans, predictions, a choice, a window, a diet half given."""

from __future__ import annotations

from collections.abc import Mapping

from mischief.engine.reading import Reader

from . import numbers as n
from .reading_names import Zones, group_of, seat_of
from .rules import DoctorRat
from .sets import codes, one, size
from .setup_supply import drawn_from
from .writing import TEAMS, phase_name, write_strict


def read_claims(reader: Reader, state: DoctorRat, zones: Zones) -> None:
    house = state.house
    for index, raw in enumerate(reader.many("claims")):
        claim = Reader(raw, f"claims.{index}")
        group = group_of(claim, "group", claim.raw("group"), house)
        extra = claim.flag("extra")
        slot = 1 if extra else 0
        while extra and slot < n.SLOTS and state.plate(group, slot) != n.NONE:
            slot += 1
        if slot == n.SLOTS or state.plate(group, slot) != n.NONE:
            claim.fail(f"group {group} has its card already", "group", "DR-5.1")
        if claim.raw("card") is None:
            state.lay(group, slot, n.NO_CARD_LEFT, n.NONE)
            claim.raw("from")
        else:
            card = zones.card(claim, "card", claim.raw("card"), "claims")
            source = claim.word("from", n.SOURCE_NAMES, "centre")
            state.lay(group, slot, card, n.SOURCE_NAMES.index(source))
        claim.done()
    for index, raw in enumerate(reader.many("bans")):
        ban = Reader(raw, f"bans.{index}")
        group = group_of(ban, "group", ban.raw("group"), house)
        if ban.raw("card") not in n.CODES:
            ban.fail("should be the code of a Food card", "card", "DR-9.4")
        state.put(group, n.BANNED, state.of(group, n.BANNED) | one(n.CODES.index(ban.raw("card"))))
        ban.done()
    if reader.has("strict"):
        strict = reader.part("strict")
        group = group_of(strict, "group", strict.raw("group"), house)
        if state.phase == n.B_STRICT:
            if strict.raw("card") is not None or not state.may_be_strict(group):
                strict.fail("its card is still to be chosen, for a group that may get it", "group", "DR-9.10")
            state.strict_group = group
        elif strict.raw("card") is None or write_strict(state) != {"group": group, "card": strict.raw("card")}:
            strict.fail("should be that group's claim, from 'doctor'", "card", "DR-9.10")
        strict.done()
    predictions = reader.many("predictions")
    predicting = state.phase == n.C_PREDICT
    if state.foreign_card(len(predictions)) == n.NONE if predicting else predictions:
        reader.fail(f"{len(predictions)} predictions cannot have been made by now", "predictions", "DR-10.15")
    for index, said in enumerate(predictions):
        if said not in ("good", "bad"):
            reader.fail(f"should list good or bad, not {said!r}", "predictions", "DR-10.15")
        if said == "good":
            state.said_good |= 1 << index
    state.predicted = len(predictions)


def read_vote(reader: Reader, state: DoctorRat) -> None:
    house = state.house
    choosing = n.C_PROPOSE <= state.phase <= n.C_REPLACE_FINAL and state.phase != n.C_YUCK
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
    state.chair = seat_of(vote, "chair", vote.raw("chair", int(default)), house)
    if not (voters >> state.chair) & 1 or (final and state.chair != default):
        vote.fail(f"seat {int(state.chair)} cannot have the chair now", "chair", "DR-5.5")
    for seat in vote.many("tried"):
        if not (voters >> seat_of(vote, "tried", seat, house)) & 1 or (seat == state.chair and not final):
            vote.fail(f"seat {seat} cannot have failed in this choice", "tried", "DR-5.6")
        state.tried |= 1 << seat
    if size(state.tried) > (2 if not final else 3):
        vote.fail("after three failures somebody has the last word", "tried", "DR-5.6")
    for raw in vote.many("proposal"):
        entry = Reader(raw, "vote.proposal")
        group = group_of(entry, "group", entry.raw("group"), house)
        code = entry.raw("card")
        if group != state.next_group() or code not in [None, *codes(state.available(group))]:
            entry.fail("should give the hungry groups in order different cards they may take", "card", "DR-5.4")
        state.put(group, n.PROPOSAL, n.NO_CARD_LEFT if code is None else n.CODES.index(code))
        entry.done()
    voting = phase_name(state).endswith("vote")
    if voting != (state.next_group() == n.NONE):
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


def _read_draw(part: Reader, state: DoctorRat, group: int, specs: list[str]) -> None:
    """What the Doctor has asked for and been given so far (DR-2.16)."""
    being_dealt = state.phase == n.DEAL_SPEC
    if part.has("families") != bool(being_dealt or specs) or (specs and not being_dealt and len(specs) != 2):
        part.fail("should say from which families Specifications are drawn, once they are", "families", "DR-2.16")
    if part.has("families"):
        families = n.FAMILY_CHOICES.index(part.word("families", n.FAMILY_CHOICES))
        state.put(group, n.PART_FAMILIES, families)
        if (specs and families < n.FAMILIES) or (being_dealt and len(specs) > 1):
            part.fail("a draw that is complete has been given", "specs", "DR-2.16")
    if len(specs) == 2:
        numbers = [n.SPEC_CODES.index(spec) for spec in specs]
        if numbers[0] >= numbers[1] or drawn_from(*numbers) != state.of(group, n.PART_FAMILIES):
            part.fail(f"{specs!r} are not two cards of these families in order", "specs", "DR-2.16")
        state.put(group, n.PART_SECOND, numbers[1])


def read_steps(reader: Reader, state: DoctorRat) -> None:
    """Windows, half-given restrictions and draws that are due."""
    house = state.house
    windowed = not house.colony and phase_name(state) in ("B_yuck", "C_yuck")
    if reader.has("window") and not windowed:
        reader.fail("no window is open in this phase", "window", "DR-11.11")
    if windowed:
        window = reader.part("window")
        state.turn = TEAMS.index(window.word("turn", tuple(TEAMS), TEAMS[state.first]))
        state.passes = window.whole("passes", 0 if state.turn == state.first else 1, 0, 1)
        window.done()
    for raw in reader.many("setup"):
        part = Reader(raw, "setup")
        group = group_of(part, "group", part.raw("group"), house)
        kind = n.KIND_NAMES.index(part.word("kind", n.KIND_NAMES))
        specs = [str(spec) for spec in part.many("specs")]
        drawing = house.diet_mode == n.DRAW_SPECS
        if (
            state.phase > n.SETUP
            or state.of(group, n.KIND) != n.NONE
            or len(specs) > (2 if drawing and kind == n.ALTERNATING else 1)
            or not set(specs) <= set(n.SPEC_CODES)
        ):
            part.fail("should be a restriction still being given: a kind and at most one Specification", "", "DR-2.10")
        state.put(group, n.PART_KIND, kind)
        if specs:
            state.put(group, n.PART_FIRST, n.SPEC_CODES.index(specs[0]))
        if drawing:
            _read_draw(part, state, group, specs)
        elif part.has("families"):
            part.fail("Specifications of chosen families are drawn with diet_mode draw_specs", "families", "DR-2.16")
        part.done()
    state.to_draw = reader.whole("to_draw", 0, 0, 60)
    state.to_draw_trash = reader.whole("to_draw_trash", 0, 0, 60)
