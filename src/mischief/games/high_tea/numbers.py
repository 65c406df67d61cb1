"""The numbers of High Tea: supplies, goals, vocations, phases, actions, the Dealer's outcomes, the layout of a rat's
sheet, and what can be heard.

Supplies are counted 0 to 5 in here; people, positions and action names say 1 to 6.
"""

from typing import Final

from mypy_extensions import i64

# Supplies, in the order in which they are called (HT-1.2)
SWORDS: Final[i64] = 0
BAUBLES: Final[i64] = 1
STRAW: Final[i64] = 2
CRUMBS: Final[i64] = 3
RAGS: Final[i64] = 4
FLOWERS: Final[i64] = 5
KINDS: Final[i64] = 6
NOTHING: Final[i64] = -1

# Pieces (HT-8 to HT-10)
DISH: Final[i64] = 0
DECORATION: Final[i64] = 1

# Goals 2 to 12 (HT-12)
CHEAP: Final[i64] = 2
COMPOSED: Final[i64] = 3
GREEDY: Final[i64] = 4
REFINED: Final[i64] = 5
GENEROUS: Final[i64] = 6
PLUSH: Final[i64] = 7
SWANKY: Final[i64] = 8
DAPPER: Final[i64] = 9
GRANDIOSE: Final[i64] = 10
ELEGANT: Final[i64] = 11
DAINTY: Final[i64] = 12
GOALS: Final[i64] = 11

# Vocations (HT-13), with 0 for none
PAUPER: Final[i64] = 1
RUFFIAN: Final[i64] = 2
CARPENTER: Final[i64] = 3
PICKPOCKET: Final[i64] = 4
BANKER: Final[i64] = 5
COUNT: Final[i64] = 6
QUEEN: Final[i64] = 7
VOCATIONS: Final[i64] = 7

# Phases, in the order in which a game comes to them
AT_DRAFT_ROLL: Final[i64] = 0
AT_VOCATION: Final[i64] = 1
AT_FIRST_HOST: Final[i64] = 2
AT_START_DRAW: Final[i64] = 3
AT_START: Final[i64] = 4
AT_GOAL_ROLL: Final[i64] = 5
AT_GOAL: Final[i64] = 6
AT_SCAVENGE_ROLL: Final[i64] = 7
AT_SCAVENGE: Final[i64] = 8
AT_PAUPER: Final[i64] = 9
AT_SWORDS_ORDER: Final[i64] = 10
AT_SWORDS_RAT: Final[i64] = 11
AT_SWORDS_SUPPLY: Final[i64] = 12
AT_SWORDS_AMOUNT: Final[i64] = 13
AT_BAUBLES: Final[i64] = 14
AT_STRAW: Final[i64] = 15
AT_CRUMBS: Final[i64] = 16
AT_RAGS: Final[i64] = 17
AT_FLOWERS: Final[i64] = 18
AT_HOST_PICK: Final[i64] = 19
AT_BANKER: Final[i64] = 20
AT_BONUS: Final[i64] = 21
AT_RAFT: Final[i64] = 22
AT_COIN_FLIP: Final[i64] = 23
AT_COIN: Final[i64] = 24
AT_END: Final[i64] = 25

PHASES = (
    *("draft_roll", "vocation", "first_host", "start_draw", "start"),
    *("goal_roll", "goal", "scavenge_roll", "scavenge"),
    *("pauper", "swords_order", "swords_rat", "swords_supply", "swords_amount"),
    *("baubles", "straw", "crumbs", "rags", "flowers"),
    *("host_pick", "banker", "bonus", "raft", "coin_flip", "coin", "over"),
)

# What people call them
SUPPLY_IDS = ("swords", "baubles", "straw", "crumbs", "rags", "flowers")
GOAL_IDS = (
    *("cheap", "composed", "greedy", "refined", "generous", "plush"),
    *("swanky", "dapper", "grandiose", "elegant", "dainty"),
)
"""From 2 to 12."""
VOCATION_IDS = ("none", "pauper", "ruffian", "carpenter", "pickpocket", "banker", "count", "queen")
PIECE_IDS = ("dish", "decoration")
COIN_IDS = ("none", "heads", "tails")

# Actions of the rats: the first number of each kind
START: Final[i64] = 0
VOCATION: Final[i64] = 6
GOAL: Final[i64] = 13
SCAVENGE: Final[i64] = 24
BEG: Final[i64] = 30
CARRY_ON: Final[i64] = 36
ORDER: Final[i64] = 37
ASK_RAT: Final[i64] = 43
ASK_SUPPLY: Final[i64] = 49
ASK_AMOUNT: Final[i64] = 54
ASK_ALL: Final[i64] = 174
BAUBLE: Final[i64] = 175
NEST: Final[i64] = 181
MAKE: Final[i64] = 187
HAT: Final[i64] = 189
BANK: Final[i64] = 195
GIFT: Final[i64] = 201
RAFT: Final[i64] = 207
KEEP_COIN: Final[i64] = 213
OVERRULE_COIN: Final[i64] = 214

MOST_ASKED: Final[i64] = 120
"""So many amounts have a number of their own."""

# Outcomes of the Dealer
DICE: Final[i64] = 0
FIRST: Final[i64] = 21
DRAW: Final[i64] = 27
HEADS: Final[i64] = 33
TAILS: Final[i64] = 34

RANDOM_SEAT: Final[i64] = -1
"""In place of the first Host: the Dealer names it."""

# The sheet of one rat, as a stretch of cells: six counts, the public bounds of each (HT-5.4), and the rest
HELD: Final[i64] = 0
LEAST: Final[i64] = 6
MOST: Final[i64] = 12
NESTS: Final[i64] = 18
"""A bit for each kind that has a nest beside it."""
CHOSEN: Final[i64] = 19
"""Choices given but not yet applied: each action + 1, eight bits apiece, the first lowest."""
SAID: Final[i64] = 20
"""What was announced at the call: a count, or RATS."""
TRADE: Final[i64] = 21
"""The vocation, 0 for none."""
ROLLED: Final[i64] = 22
"""The totals of the draft, four bits apiece, the first highest, so that the greater number picks first (HT-13.1)."""
AWARDS: Final[i64] = 23
PIECES: Final[i64] = 24
"""How many pieces there are; they follow, each as value * 16 + supply * 2 + kind."""
PIECE: Final[i64] = 25
"""The first piece; there is room for 20 of them."""
SHEET: Final[i64] = 45
"""How many cells a sheet has."""

RATS: Final[i64] = -1
"""Said by a rat that is not over the Host."""
OUT: Final[i64] = -1
"""The measure of a rat that does not count for a goal (HT-11.4)."""
NO_BOUND: Final[i64] = 1 << 40
"""The most of a count of which nothing is known."""
DRAFT_DEPTH: Final[i64] = 15
"""Draft rolls kept for a rat; a tie that outlasts them goes to the lower seat."""

# When the Host's Privilege is paid after the flowers (HT-R.5)
STANDARD: Final[i64] = 0
NEWCOMER: Final[i64] = 1
EVERY_TURN: Final[i64] = 2

# What can be heard, and what a note says of it beside the rat it is about (memory_notes.py)
HEARD_PRIVILEGE: Final[i64] = 1
HEARD_START: Final[i64] = 2
HEARD_DRAW: Final[i64] = 3
HEARD_BANKER: Final[i64] = 4
HEARD_ROLL: Final[i64] = 5
HEARD_CALL: Final[i64] = 6
"""(supply, host), then what each seat said."""
HEARD_PAUPER: Final[i64] = 7
HEARD_BAUBLE: Final[i64] = 8
HEARD_NEST: Final[i64] = 9
HEARD_GIFT: Final[i64] = 10
HEARD_REQUEST: Final[i64] = 11
"""(asker, target, supply), then the amount asked (0 for all), then what was given (RATS for nothing)."""
