"""Moves in words: what every action and every outcome of the Dealer means, and the texts that stand for several.

`start straw and rags`, `gift straw and rags` and `ask 0 for 5 rags` are whole choices; which of their parts are
still to be made depends on the table, since parts with only one possibility are made without a question.
"""

from __future__ import annotations

import re
from typing import Any

from mischief.engine.errors import Refused
from mischief.engine.game import Move

from .house import (
    ASK_ALL,
    ASK_AMOUNT,
    ASK_RAT,
    ASK_SUPPLY,
    AT_SWORDS_AMOUNT,
    AT_SWORDS_RAT,
    AT_SWORDS_SUPPLY,
    BANK,
    BAUBLE,
    BEG,
    CARRY_ON,
    DRAW,
    FIRST,
    FLOWERS,
    GIFT,
    GOAL,
    GOAL_IDS,
    HAT,
    HEADS,
    KEEP_COIN,
    KINDS,
    MAKE,
    MOST_ASKED,
    NEST,
    ORDER,
    OVERRULE_COIN,
    PIECE_IDS,
    RAFT,
    RAGS,
    RUFFIAN,
    SCAVENGE,
    START,
    SUPPLY_IDS,
    VOCATION,
    VOCATION_IDS,
)
from .rules import HighTea

FAMILIES: tuple[tuple[int, str, str, str], ...] = (
    (int(START), "start", "supply", "start {}"),
    (int(VOCATION), "vocation", "vocation", "pick {}"),
    (int(GOAL), "goal", "goal", "goal {}"),
    (int(SCAVENGE), "scavenge", "supply", "take {}"),
    (int(BEG), "pauper", "supply", "beg {}"),
    (int(CARRY_ON), "carry_on", "", "carry on"),
    (int(ORDER), "order", "seat", "next {}"),
    (int(ASK_RAT), "ask_rat", "target", "ask {}"),
    (int(ASK_SUPPLY), "ask_supply", "supply", "for {}"),
    (int(ASK_AMOUNT), "ask_amount", "amount", "amount {}"),
    (int(ASK_ALL), "ask_all", "", "all of it"),
    (int(BAUBLE), "bauble", "supply", "gain {}"),
    (int(NEST), "nest", "supply", "nest {}"),
    (int(MAKE), "make", "kind", "{}"),
    (int(HAT), "host", "seat", "hat to {}"),
    (int(BANK), "banker", "supply", "bank {}"),
    (int(GIFT), "bonus", "supply", "gift {}"),
    (int(RAFT), "raft", "seat", "raft to {}"),
    (int(KEEP_COIN), "coin_keep", "", "keep the coin"),
    (int(OVERRULE_COIN), "coin_overrule", "", "overrule the coin"),
)
"""The first action of each kind, its name, what it is about, and its text."""

FACES = [(low, high) for low in range(1, 7) for high in range(low, 7)]

PAIR = re.compile(r"(start|gift) (\w+) and (\w+)")
REQUEST = re.compile(r"ask (\d+) for (\d+|all) (\w+)")
DICE = re.compile(r"dice (\d) (\d)")


def read_move(action: int) -> Move:
    """What an action number means."""
    first, name, about, text = max(f for f in FAMILIES if f[0] <= action)
    index = action - first
    value: Any = index
    if about == "supply":
        value = SUPPLY_IDS[index + (1 if name == "ask_supply" else 0)]
    elif about == "vocation":
        value = VOCATION_IDS[index + 1]
    elif about == "goal":
        value = GOAL_IDS[index]
    elif about == "kind":
        value = PIECE_IDS[index]
    elif about == "amount":
        value = index + 1
    return Move(action, name, {about: value} if about else {}, text.format(value))


def move_text(action: int) -> str:
    return read_move(action).text


def read_outcome(outcome: int) -> Move:
    """What one of the Dealer's outcomes means."""
    if outcome < FIRST:
        low, high = FACES[outcome]
        return Move(outcome, "dice", {"d1": low, "d2": high}, f"dice {low} {high}")
    if outcome < DRAW:
        seat = outcome - int(FIRST)
        return Move(outcome, "first", {"seat": seat}, f"first host {seat}")
    if outcome < HEADS:
        supply = SUPPLY_IDS[outcome - int(DRAW)]
        return Move(outcome, "draw", {"supply": supply}, f"draw {supply}")
    side = "heads" if outcome == HEADS else "tails"
    return Move(outcome, "coin", {"side": side}, f"coin {side}")


def tidy_outcome(text: str) -> str:
    """The dice are alike: 5 3 is 3 5."""
    found = DICE.fullmatch(text)
    return "dice {} {}".format(*sorted(found.groups())) if found else text


def whole_choice(text: str, state: HighTea | None, seat: int) -> list[int] | None:
    """The actions of a text that stands for several, as far as they are still to be made; None for other texts."""
    pair, request = PAIR.fullmatch(text), REQUEST.fullmatch(text)
    if pair:
        first = int(START if pair[1] == "start" else GIFT)
        lower, upper = sorted((_supply(pair[2]), _supply(pair[3])))
        # With only flowers left there is no second question (HT-14.2).
        alone = state is not None and upper == FLOWERS and lower == (RAGS if state.house.distinct else FLOWERS)
        return [first + lower] if alone else [first + lower, first + upper]
    if request:
        target, supply = int(request[1]), _supply(request[3])
        if target >= KINDS:
            raise Refused(f"There is no seat {target} to ask.", "HT-5.1")
        if supply == 0:
            raise Refused("Swords can never be requested.", "HT-5.3")
        if request[2] == "all" and state is not None and state.vocation(seat) != RUFFIAN:
            raise Refused("Only the Ruffian may ask for all; name an amount.", "HT-13.13")
        if request[2] == "0":
            raise Refused("A request names an amount of at least 1.", "HT-5.4")
        return _request(target, supply, request[2], state, seat)
    return None


def _supply(name: str) -> int:
    if name not in SUPPLY_IDS:
        raise Refused(f"There is no supply {name!r}: there are {', '.join(SUPPLY_IDS)}.", "HT-1.2")
    return SUPPLY_IDS.index(name)


def _request(target: int, supply: int, amount: str, state: HighTea | None, seat: int) -> list[int]:
    """The parts of a request that are still to be said. An amount above the limit stands for the limit: any greater
    number is as sure a miss (R11)."""
    parts = [int(ASK_RAT) + target, int(ASK_SUPPLY) + supply - 1]
    most = int(ASK_AMOUNT + MOST_ASKED) - 1
    last = int(ASK_ALL) if amount == "all" else min(int(ASK_AMOUNT) + int(amount) - 1, most)
    if state is None or not state.waits_for(seat):
        return [*parts, last]
    trial = state.clone()
    assert isinstance(trial, HighTea)
    said: list[int] = []
    if trial.phase == AT_SWORDS_RAT:
        said.append(parts[0])
        if parts[0] not in trial.legal(seat):
            return said
        trial.apply(seat, parts[0])
    elif trial.phase in (AT_SWORDS_SUPPLY, AT_SWORDS_AMOUNT) and trial.target != target:
        raise Refused(f"You are asking seat {int(trial.target)} already.", "HT-5.1")
    if trial.phase == AT_SWORDS_SUPPLY and trial.asker == seat:
        said.append(parts[1])
        if parts[1] not in trial.legal(seat):
            return said
        trial.apply(seat, parts[1])
    elif trial.phase == AT_SWORDS_AMOUNT and trial.asker == seat and trial.wanted != supply:
        raise Refused(f"{SUPPLY_IDS[int(trial.wanted)].capitalize()} it has to be.", "HT-5.7")
    if trial.phase == AT_SWORDS_AMOUNT and trial.asker == seat and trial.target == target:
        limit = int(ASK_AMOUNT + trial.ask_limit()) - 1
        said.append(last if amount == "all" else min(last, limit))
    return said or [*parts, last]
