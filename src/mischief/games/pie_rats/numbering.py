"""The numbers of Pie Rats: kinds of cards, phases, options, actions and the Dealer's outcomes.

A hand card is one of 59 kinds `h`: a crew member by its own number 0 to 47, then six kinds of Charisma cards, then five
kinds of Action/Item cards. Charisma and Action/Item cards together are called goods: good `g` is hand kind 48 + g.
"""

from typing import Final

from mypy_extensions import i64

CREW: Final[i64] = 48
CHARISMA: Final[i64] = 6
ACTION_ITEMS: Final[i64] = 5
GOODS: Final[i64] = 11
KINDS: Final[i64] = 59
PIES: Final[i64] = 15
CAPTAINS: Final[i64] = 6
HAND_SIZE: Final[i64] = 3
MOST_SEATS: Final[i64] = 6

# The goods that the rules know by name.
CHARM: Final[i64] = 5
CAROB_BEAN: Final[i64] = 6
KIDNAPPING: Final[i64] = 7
MIRROR: Final[i64] = 8
SPINACH: Final[i64] = 9
CHARISMA_THEFT: Final[i64] = 10

# Phases, in the order of the game. The windows are the W ones.
LEAD: Final[i64] = 0
FACE: Final[i64] = 1
CAPTAIN: Final[i64] = 2
HAND: Final[i64] = 3
PIE: Final[i64] = 4
P2: Final[i64] = 5
W2: Final[i64] = 6
P3: Final[i64] = 7
P4: Final[i64] = 8
P5: Final[i64] = 9
P5_SECOND: Final[i64] = 10
P5_PAY: Final[i64] = 11
W5: Final[i64] = 12
W5B: Final[i64] = 13
P6: Final[i64] = 14
P6_PIE: Final[i64] = 15
P6_SEND: Final[i64] = 16
W6: Final[i64] = 17
P6_LOSE: Final[i64] = 18
READY: Final[i64] = 19
DRAW: Final[i64] = 20
END: Final[i64] = 21

PHASE_NAMES: Final[list[str]] = [
    *("LEAD", "FACE", "CAPTAIN", "HAND", "PIE", "P2", "W2", "P3", "P4", "P5", "P5_SECOND", "P5_PAY", "W5", "W5B"),
    *("P6", "P6_PIE", "P6_SEND", "W6", "P6_LOSE", "READY", "DRAW", "END"),
]

# Options as the rules read them.
CALL_MODE: Final[i64] = 0
FROZEN_MODE: Final[i64] = 1
NEVER_MODE: Final[i64] = 2
NICE_MODE: Final[i64] = 3
MODE_NAMES: Final[list[str]] = ["call", "frozen", "never", "nice"]

FAIL_ALWAYS: Final[i64] = 0
FAIL_PIE: Final[i64] = 1
FAIL_CALLED: Final[i64] = 2
FAIL_NAMES: Final[list[str]] = ["always", "pie", "called"]

# The seats' actions.
PASS: Final[i64] = 0
DECLARE_LURE: Final[i64] = 1
CALL: Final[i64] = 2
SINGLE: Final[i64] = 3
PLAY_MIRROR: Final[i64] = 4
PICK_CAPTAIN: Final[i64] = 5
TABLE: Final[i64] = 11
PAY: Final[i64] = 17
THEFT: Final[i64] = 23
LOOT: Final[i64] = 59
PLACE: Final[i64] = 74
MINE: Final[i64] = 122
LURE: Final[i64] = 170
BEAN: Final[i64] = 218
KIDNAP: Final[i64] = 266
FEED_SPINACH: Final[i64] = 314
TOSS: Final[i64] = 362
ACTIONS: Final[i64] = 421

# The Dealer's outcomes.
DEAL: Final[i64] = 0
REVEAL: Final[i64] = 59
LEAD_TO: Final[i64] = 74
FACE_OF: Final[i64] = 80
OUTCOMES: Final[i64] = 86


def bit(n: i64) -> i64:
    """The set with the one member n. A literal 1 on the left of a shift would be a 32-bit number in the compiled code,
    which rats numbered 31 and above do not fit; this one is 64 bits wide in both."""
    return (n - n + 1) << n
