"""The choices of Pie Rats that are sets: a looting party, a payment, cards thrown away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mischief.engine.events import Event
from mischief.engine.gathering import Gathering

from . import numbers as n
from .rules import PieRats
from .sets import copies_in, one_good


def gathering(state: PieRats, seat: int) -> Gathering | None:
    """The set that this seat, which is asked, is choosing now. What it lacks is judged by the table as it lies
    now, also when it is asked later."""
    ids = state.house.ids
    if state.phase == n.P6_SEND:
        members = range(int(n.MINE), int(n.MINE + n.CREW))

        already, weight = int(state.sent), int(state.house.weight[state.loot_pie])
        table = state.clone()
        assert isinstance(table, PieRats)

        def party(run: Sequence[int]) -> str:
            sent = already | sum(1 << (action - members.start) for action in set(run))
            lift = int(table.party_strength(sent))
            if lift >= weight:
                return ""
            named = ", ".join(f"send {ids[rat]}" for rat in range(int(n.CREW)) if sent >> rat & 1)
            return f"Captain and party lift {lift} of {weight}. Name the whole party in one go: {named}, send ..."

        return Gathering(members, int(state.sent).bit_count(), party, clause="PR-8.5")
    if state.phase == n.P5_PAY:
        members = range(int(n.PAY), int(n.PAY + n.CHARISMA))

        left = [int(copies_in(state.charisma[seat] - state.pay, kind)) for kind in range(int(n.CHARISMA))]
        worth = [int(state.worth(one_good(kind))) for kind in range(int(n.CHARISMA))]
        need = int(state.need())

        def payment(run: Sequence[int]) -> str:
            kinds = [action - members.start for action in run]
            for kind in kinds:
                if kinds.count(kind) > left[kind]:
                    return f"You have only {left[kind]} of {ids[int(n.CREW) + kind]} left on the table."
            lacking = need - sum(worth[kind] for kind in kinds)
            if lacking <= 0:
                return ""
            return f"That is {lacking} short. Name all the cards that you pay in one go: pay ..., pay ..."

        paid = sum(int(copies_in(state.pay, kind)) for kind in range(int(n.CHARISMA)))
        return Gathering(members, paid, payment, clause="PR-7.10")
    if state.phase == n.READY:
        aside, held = int(state.aside_of(seat)).bit_count(), int(state.hand_size(seat))

        def tossed(run: Sequence[int]) -> str:
            if aside + len(run) >= held:
                return ""
            return "Name all the cards that you throw away in one go and end with 'pass': toss ..., pass"

        return Gathering(range(int(n.TOSS), int(n.TOSS + n.KINDS)), aside, tossed, int(n.PASS), "PR-9.3")
    return None


def happened(trial: PieRats, told: Sequence[Event], action: int) -> bool:
    """Whether a payment, a single target or a rat was settled by itself, as there was nothing to choose."""
    house = trial.house
    if action == n.SINGLE and trial.phase == n.P5_PAY:
        return bool(trial.target_b == n.NONE)
    for event in told:
        facts: Mapping[str, Any] = event.facts
        if event.kind == "lure_declared":
            if action == n.SINGLE:
                return len(facts["targets"]) == 1
            if n.PAY <= action < n.PAY + n.CHARISMA:
                return house.ids[int(n.CREW) + action - int(n.PAY)] in facts["pay"]
        if n.MINE <= action < n.MINE + n.CREW:
            rat = house.ids[action - int(n.MINE)]
            if event.kind == "crew_lost" and facts["crew"] == rat:
                return True
            if event.kind in ("loot_announced", "looted") and rat in facts.get("crew", facts.get("crew_discarded")):
                return True
    return False
