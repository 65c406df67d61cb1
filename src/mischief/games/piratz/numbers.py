"""The numbers of Piratz: cards, actions, the Dealer's outcomes and phases."""

from typing import Final

from mypy_extensions import i64

CARDS: Final[i64] = 50
CARD_IDS: Final = [f"pz{card:02d}" for card in range(50)]
KINDS: Final[i64] = 6
"""The six treasures, numbered in scoring order (PZ-10.2)."""
MOST_ON_A_CARD: Final[i64] = 4
CUBE_COLOURS: Final[i64] = 4

# What a seat can do. The numbers from TAKE_RAT on depend on how many rat cards the deck has: see House.
REVEAL: Final[i64] = 0
STAY: Final[i64] = 1
TAKE: Final[i64] = 2
PASS_EMPTY: Final[i64] = 8
DECLINE_RAT: Final[i64] = 9
TAKE_RAT: Final[i64] = 10

# What the Dealer can do.
DEAL: Final[i64] = 0
CUBE: Final[i64] = 50
FIRST: Final[i64] = 54
OUTCOMES: Final[i64] = 58

RANDOM_SEAT: Final[i64] = -1
"""In place of the first seat: the Dealer names it."""

# The phases of the game.
SETUP: Final[i64] = 0
TURN: Final[i64] = 1
DRAW: Final[i64] = 2
AFTER_REVEAL: Final[i64] = 3
ALERT: Final[i64] = 4
BURY: Final[i64] = 5
CHOOSE_CUBE: Final[i64] = 6
OVER: Final[i64] = 7

PHASES = ("setup", "turn", "reveal", "after_reveal", "alert", "bury", "cube", "over")

EMPTY: Final[i64] = -1
"""A box of the score card without a cube."""
IN_HAND: Final[i64] = -1
BARE: Final[i64] = -2
"""Where a spade is that lies on no card."""
TIED: Final[i64] = -4
"""Nobody's place, because of a tie that nothing breaks (PZ-11.3)."""
