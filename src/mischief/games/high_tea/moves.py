"""Moves in words: what every action and every outcome of the Dealer means, and the texts that stand for several.

`start straw and rags`, `gift straw and rags` and `ask 0 for 5 rags` are whole choices; which of their parts are
still to be made depends on the table, since parts with only one possibility are made without a question.
"""

from __future__ import annotations

import re

from mischief.engine.errors import Refused
from mischief.engine.families import Families, Family

from . import numbers as n
from .legal import dice_outcome
from .rules import HighTea

SIX_SEATS = range(6)
"""There are numbers for six rats, however many sit at the table."""

MOVES = Families(
    [
        Family(n.START, "start", "start {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.VOCATION, "vocation", "pick {vocation}", {"vocation": n.VOCATION_IDS[1:]}),
        Family(n.GOAL, "goal", "goal {goal}", {"goal": n.GOAL_IDS}),
        Family(n.SCAVENGE, "scavenge", "take {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.BEG, "pauper", "beg {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.CARRY_ON, "carry_on", "carry on"),
        Family(n.ORDER, "order", "next {seat}", {"seat": SIX_SEATS}, seat="seat"),
        Family(n.ASK_RAT, "ask_rat", "ask {target}", {"target": SIX_SEATS}, seat="target"),
        Family(n.ASK_SUPPLY, "ask_supply", "for {supply}", {"supply": n.SUPPLY_IDS[1:]}),
        Family(n.ASK_AMOUNT, "ask_amount", "amount {amount}", {"amount": range(1, int(n.MOST_ASKED) + 1)}),
        Family(n.ASK_ALL, "ask_all", "all of it"),
        Family(n.BAUBLE, "bauble", "gain {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.NEST, "nest", "nest {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.MAKE, "make", "{kind}", {"kind": n.PIECE_IDS}),
        Family(n.HAT, "host", "hat to {seat}", {"seat": SIX_SEATS}, seat="seat"),
        Family(n.BANK, "banker", "bank {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.GIFT, "bonus", "gift {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.RAFT, "raft", "raft to {seat}", {"seat": SIX_SEATS}, seat="seat"),
        Family(n.KEEP_COIN, "coin_keep", "keep the coin"),
        Family(n.OVERRULE_COIN, "coin_overrule", "overrule the coin"),
    ]
)

OUTCOMES = Families(
    [
        # The dice are alike: the lower one is named first.
        *(
            Family(
                n.DICE + dice_outcome(low - 1, low - 1), "dice", "dice {d1} {d2}", {"d1": [low], "d2": range(low, 7)}
            )
            for low in range(1, 7)
        ),
        Family(n.FIRST, "first", "first host {seat}", {"seat": SIX_SEATS}, seat="seat"),
        Family(n.DRAW, "draw", "draw {supply}", {"supply": n.SUPPLY_IDS}),
        Family(n.HEADS, "coin", "coin {side}", {"side": n.COIN_IDS[1:]}),
    ]
)

PAIR = re.compile(r"(start|gift) (\w+) and (\w+)")
REQUEST = re.compile(r"ask (\d+) for (\d+|all) (\w+)")
TWO_DICE = re.compile(r"dice (\d) (\d)")


def tidy_outcome(text: str) -> str:
    """The dice are alike: 5 3 is 3 5."""
    found = TWO_DICE.fullmatch(text)
    return "dice {} {}".format(*sorted(found.groups())) if found else text


def whole_choice(text: str, state: HighTea | None, seat: int) -> list[int] | None:
    """The actions of a text that stands for several, as far as they are still to be made; None for other texts."""
    pair, request = PAIR.fullmatch(text), REQUEST.fullmatch(text)
    if pair:
        first = int(n.START if pair[1] == "start" else n.GIFT)
        lower, upper = sorted((_supply(pair[2]), _supply(pair[3])))
        return [first + lower, first + upper]
    if request:
        target, supply = int(request[1]), _supply(request[3])
        if target >= n.KINDS:
            raise Refused(f"There is no seat {target} to ask.", "HT-5.1")
        if supply == 0:
            raise Refused("Swords can never be requested.", "HT-5.3")
        if request[2] == "all" and state is not None and state.vocation(seat) != n.RUFFIAN:
            raise Refused("Only the Ruffian may ask for all; name an amount.", "HT-13.13")
        if request[2] == "0":
            raise Refused("A request names an amount of at least 1.", "HT-5.4")
        return _request(target, supply, request[2], state, seat)
    return None


def _supply(name: str) -> int:
    if name not in n.SUPPLY_IDS:
        raise Refused(f"There is no supply {name!r}: there are {', '.join(n.SUPPLY_IDS)}.", "HT-1.2")
    return n.SUPPLY_IDS.index(name)


def _request(target: int, supply: int, amount: str, state: HighTea | None, seat: int) -> list[int]:
    """The parts of a request that are still to be said. An amount above the limit stands for the limit: any greater
    number is as sure a miss (HT-R.11)."""
    parts = [int(n.ASK_RAT) + target, int(n.ASK_SUPPLY) + supply - 1]
    most = int(n.ASK_AMOUNT + n.MOST_ASKED) - 1
    last = int(n.ASK_ALL) if amount == "all" else min(int(n.ASK_AMOUNT) + int(amount) - 1, most)
    if state is None or not state.waits_for(seat):
        return [*parts, last]
    trial = state.clone()
    assert isinstance(trial, HighTea)
    said: list[int] = []
    if trial.phase == n.AT_SWORDS_RAT:
        said.append(parts[0])
        if parts[0] not in trial.legal(seat):
            return said
        trial.apply(seat, parts[0])
    elif trial.phase in (n.AT_SWORDS_SUPPLY, n.AT_SWORDS_AMOUNT) and trial.target != target:
        raise Refused(f"You are asking seat {int(trial.target)} already.", "HT-5.1")
    if trial.phase == n.AT_SWORDS_SUPPLY and trial.asker == seat:
        said.append(parts[1])
        if parts[1] not in trial.legal(seat):
            return said
        trial.apply(seat, parts[1])
    elif trial.phase == n.AT_SWORDS_AMOUNT and trial.asker == seat and trial.wanted != supply:
        raise Refused(f"{n.SUPPLY_IDS[int(trial.wanted)].capitalize()} it has to be.", "HT-5.7")
    if trial.phase == n.AT_SWORDS_AMOUNT and trial.asker == seat and trial.target == target:
        limit = int(n.ASK_AMOUNT + trial.ask_limit()) - 1
        said.append(last if amount == "all" else min(last, limit))
    return said or [*parts, last]
