"""The numbers that cards, buildings, steps and actions go by, and the box that a table is set from."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.moves import flat, zeros

SEATS: Final[i64] = 5
CLASSES: Final[i64] = 6
NUN_SLOTS: Final[i64] = 5
FIRST_HAND: Final[i64] = 5
FIRST_RATS: Final[i64] = 10

# Kinds of card: 0 to 29 are class x 5 + nuns, in the order of the classes.
POPULATION: Final[i64] = 30
JOKER: Final[i64] = 30
SWORD: Final[i64] = 31
FLUTE: Final[i64] = 32
PASS: Final[i64] = 33
GOLD: Final[i64] = 34
KINDS: Final[i64] = 35
LAYABLE: Final[i64] = 33
"""Kinds below this one may be laid (RC-5.4)."""

# Buildings: class x 2, + 1 for the second of its class. Cards: building x 5 + copy.
FARM: Final[i64] = 0
BREWERY: Final[i64] = 1
MARKETPLACE: Final[i64] = 2
OFFICE: Final[i64] = 3
MONASTERY: Final[i64] = 4
HOSPITAL: Final[i64] = 5
CASTLE: Final[i64] = 6
GUARD_TOWER: Final[i64] = 7
TENT: Final[i64] = 8
HUT: Final[i64] = 9
PALACE: Final[i64] = 10
TREASURY: Final[i64] = 11
BUILDINGS: Final[i64] = 12
COPIES: Final[i64] = 5
BUILDING_CARDS: Final[i64] = 60
CHIVALRY: Final[i64] = 3
TOP_BIT: Final[i64] = 0x1000000000000000

# Actions of the seats.
DONE: Final[i64] = 35
PLAY_PASS: Final[i64] = 36
SUPPLY: Final[i64] = 37
ENTER: Final[i64] = 40
LOOK: Final[i64] = 43
TARGET: Final[i64] = 48
PERFORM: Final[i64] = 53
SKIP: Final[i64] = 54
ACTIONS: Final[i64] = 55

# Outcomes of the Dealer.
DEAL: Final[i64] = 0
BUILDING: Final[i64] = 30
TOKEN: Final[i64] = 90
START: Final[i64] = 93
TYPE: Final[i64] = 98
OUTCOMES: Final[i64] = 110

# What the table waits for: the Dealer's steps first, then the seats'.
N1: Final[i64] = 1
N2: Final[i64] = 2
N3: Final[i64] = 3
N4: Final[i64] = 4
N5: Final[i64] = 5
N6: Final[i64] = 6
N7: Final[i64] = 7
N8: Final[i64] = 8
N9: Final[i64] = 9
D1: Final[i64] = 11
D2: Final[i64] = 12
D3: Final[i64] = 13
D4: Final[i64] = 14
D5: Final[i64] = 15
D6: Final[i64] = 16
D7: Final[i64] = 17
D8: Final[i64] = 18
D9: Final[i64] = 19
D10: Final[i64] = 20
D11: Final[i64] = 21
ENDED: Final[i64] = 22

# Phases of the game and of a round (RC-2.2). Phase E asks nobody anything.
SETUP: Final[i64] = 0
PHASE_A: Final[i64] = 1
PHASE_B: Final[i64] = 2
PHASE_C: Final[i64] = 3
PHASE_D: Final[i64] = 4
OVER: Final[i64] = 5

# Ways to choose the buildings (RC-1.13 to RC-1.16).
SET_CHOSEN: Final[i64] = 0
RANDOM_BUILDING: Final[i64] = 1
RANDOM_CARDS: Final[i64] = 2
COUNTED: Final[i64] = 3


class Box:
    """What a table is set with: the components and the options, as numbers. Nothing in it ever changes."""

    def __init__(
        self,
        copies: list[int],
        tokens: list[int],
        draw: list[int],
        rats: list[int],
        look: list[int],
        row: i64,
        replacement: i64,
        rounds: i64,
        method: i64,
        chosen: i64,
        counts: list[int],
        castles_only: bool,
        start: i64,
        together: bool,
        ask: bool,
        all_lose: bool,
    ) -> None:
        self.copies = flat(copies)
        self.tokens = flat(tokens)
        self.draw = flat(draw)
        self.rats = flat(rats)
        self.look = flat(look)
        self.row = row
        self.replacement = replacement
        self.rounds = rounds
        self.method = method
        self.chosen = chosen
        """As bits, the building cards that the options settle."""
        self.counts = flat(counts)
        """Cards of each building, for COUNTED."""
        self.castles_only = castles_only
        """Chivalry is 5 Castles whatever chance would say (RC-1.17)."""
        self.start = start
        """The first starting player, or -1 for chance."""
        self.together = together
        self.ask = ask
        self.all_lose = all_lose
        self.blank_cards = zeros(sum_of(self.copies, POPULATION))
        """Noughts enough for all population cards: copied where a list of cards is made."""


def kind_given_by(building: i64) -> i64:
    """The card that a building gives (RC-9.2, 9.3, 9.9 to 9.11), or -1."""
    if building == MARKETPLACE:
        return JOKER
    if building == CASTLE:
        return SWORD
    if building == HUT:
        return FLUTE
    if building == OFFICE:
        return PASS
    if building == TREASURY:
        return GOLD
    return -1


def bit(place: i64) -> i64:
    """A set with one member. Shifted down from the top: in compiled code a bare 1 has only 32 bits to shift up, and a
    constant from 2^62 on is an object."""
    return TOP_BIT >> (60 - place)


def all_copies_of(building: i64) -> i64:
    """The five cards of a building, as bits."""
    return 31 * bit(building * COPIES)


def bits_in(mask: i64) -> i64:
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


def sum_of(numbers: vec[i64], count: i64) -> i64:
    """Of the first so many."""
    total: i64 = 0
    for i in range(count):
        total += numbers[i]
    return total
