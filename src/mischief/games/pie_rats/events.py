"""The longer events told at a table of Pie Rats. The rules call these only where somebody listens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import numbers as n
from . import seeing_words as words

if TYPE_CHECKING:
    from .table import PieTable


def tell_start(state: PieTable) -> None:
    seats = range(int(state.seats))
    facts: dict[str, object] = {
        "options": dict(state.game.options),
        "captains": [words.captain_name(state, seat) for seat in seats],
        "lead": int(state.lead),
        "hands": [int(state.hand_size(seat)) for seat in seats],
    }
    facts.update({f"hand_{seat}": words.hand(state, seat) for seat in seats})
    state.tell("game_start", facts, {f"hand_{seat}": [seat] for seat in seats})


def tell_pass(state: PieTable, seat: int) -> None:
    state.tell("passed", {"seat": seat, "decision": n.PHASES[state.phase]})


# Cards


def tell_theft(state: PieTable, seat: int, victim: int, kind: int, age: int) -> None:
    name = state.house.ids[int(n.CREW) + kind]
    state.tell("theft", {"seat": seat, "victim": victim, "kind": name, "age": age})


def tell_bean(state: PieTable, seat: int, victim: int, rat: int, had_spinach: bool, age: int) -> None:
    name = state.house.ids[rat]
    state.tell("bean", {"seat": seat, "victim": victim, "crew": name, "spinach_lost": had_spinach, "age": age})


def tell_kidnap(state: PieTable, seat: int, victim: int, rat: int, age: int) -> None:
    state.tell(
        "kidnap",
        {
            "seat": seat,
            "victim": victim,
            "crew": state.house.ids[rat],
            "sideways": (state.sideways >> rat) & 1 == 1,
            "with_spinach": state.has_spinach(rat),
            "age": age,
        },
    )


def tell_spinach(state: PieTable, seat: int, rat: int, age: int) -> None:
    strength = int(state.strength_of(rat))
    state.tell("spinach", {"seat": seat, "crew": state.house.ids[rat], "strength_now": strength, "age": age})


def tell_draw(state: PieTable, seat: int, kind: int) -> None:
    facts = {"seat": seat, "card": state.house.ids[kind], "age": int(state.reshuffles)}
    state.tell("drew", facts, {"card": [seat]})


def tell_toss(state: PieTable, seat: int) -> None:
    slots = [slot for slot in range(int(n.HAND_SIZE)) if state.is_aside(seat, slot)]
    cards = [state.house.ids[state.kind_at(seat, slot)] for slot in slots]
    state.tell("tossed", {"seat": seat, "cards": cards, "age": [int(state.age_at(seat, slot)) for slot in slots]})


def tell_straightened(state: PieTable) -> None:
    state.tell("straightened", {"crew": words.crew(state, state.sideways)})


# Luring


def tell_declared(state: PieTable, seat: int, rat: int) -> None:
    if rat == n.NONE:
        state.tell("declared", {"seat": seat, "choice": "lure"})
    else:
        state.tell("declared", {"seat": seat, "choice": "protect", "crew": state.house.ids[rat]})


def tell_lure(state: PieTable, seat: int) -> None:
    state.tell(
        "lure_declared",
        {
            "seat": seat,
            "targets": words.targets(state),
            "costs": [int(state.house.price[rat]) for rat in words.target_numbers(state)],
            "pay": words.goods(state, state.pay),
            "total": int(state.house.captain_charisma + state.worth(state.pay)),
        },
    )


def tell_lured(state: PieTable, seat: int, victim: int, rat: int) -> None:
    name = state.house.ids[rat]
    state.tell("lured", {"seat": seat, "from": victim, "crew": name, "with_spinach": state.has_spinach(rat)})


def tell_spending(state: PieTable, seat: int) -> None:
    state.tell("charisma_spent", {"seat": seat, "kinds": words.goods(state, state.pay)})


def tell_mirror(state: PieTable, seat: int, victim: int, age: int) -> None:
    lost = words.goods(state, state.pay)
    state.tell("mirror", {"seat": seat, "victim": victim, "cards_lost": lost, "age": age})


# Windows


def tell_window(state: PieTable, asked: list[int]) -> None:
    """A window that asks nobody is not told of (PR-10.10)."""
    if asked:
        state.tell("window_open", {"kind": n.PHASES[state.phase], "seats": asked})


def tell_close(state: PieTable) -> None:
    state.tell("window_close", {"kind": n.PHASES[state.phase], "seats": words.passed(state)})


# Looting


def tell_announcement(state: PieTable, seat: int) -> None:
    pie, party = words.loot_pie(state), words.crew(state, state.sent)
    state.tell("loot_announced", {"seat": seat, "pie": pie, "crew": party})


def tell_void(state: PieTable, seat: int, pie: int, strength: int) -> None:
    state.tell("loot_void", {"seat": seat, "pie": state.house.pie_ids[pie], "strength_left": strength})


def tell_loot(state: PieTable, seat: int, pie: int, party: int, strength: int, spinach: int) -> None:
    house = state.house
    state.tell(
        "looted",
        {
            "seat": seat,
            "pie": house.pie_ids[pie],
            "points": int(house.points[pie]),
            "crew_discarded": words.crew(state, party),
            "spinach_discarded": spinach,
            "strength": strength,
            "weight": int(house.weight[pie]),
        },
    )


def tell_loss(state: PieTable, seat: int, rat: int, had_spinach: bool, reason: str) -> None:
    name = state.house.ids[rat]
    state.tell("crew_lost", {"seat": seat, "crew": name, "spinach_lost": had_spinach, "reason": reason})


def tell_end(state: PieTable, reason: str) -> None:
    result = state.game.result(state)
    state.tell(
        "game_end",
        {
            "reason": reason,
            "scores": list(result.scores),
            "weights": list(result.tally[1].amounts),
            "pies": list(result.tally[2].amounts),
            "ranking": list(result.places),
            "winners": list(result.winners),
            "criterion": result.clause,
        },
    )
