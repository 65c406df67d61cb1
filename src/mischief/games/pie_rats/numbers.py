"""The numbers of Pie Rats: kinds of cards, phases, options, actions and the Dealer's outcomes.

A hand card is one of 59 kinds: a crew member by its own number 0 to 47, then six kinds of Charisma cards, then five
kinds of Action/Item cards. Charisma and Action/Item cards together are called goods: good 3 is hand kind 48 + 3.
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

# How the table is kept.
NONE: Final[i64] = -1
"""No such seat, Pie or crew member."""
NO_CAPTAIN: Final[i64] = 15
SLOTS: Final[i64] = 4
"""In `hands`, each seat has its number of cards and then three places for them."""

# Phases, in the order of the game: P2 to P6 are the turns of phases 2 to 6, what is asked within such a turn has the
# phase's number too, and the W ones are windows, in which others may answer.
LEAD: Final[i64] = 0  # the Dealer names the first Lead
FACE: Final[i64] = 1  # the Dealer hands out captains
CAPTAIN: Final[i64] = 2  # captains are picked
HAND: Final[i64] = 3  # the first hands are dealt
PIE: Final[i64] = 4  # phase 1: a Pie is revealed
P2: Final[i64] = 5
W2: Final[i64] = 6
P3: Final[i64] = 7
P4: Final[i64] = 8
P5: Final[i64] = 9
P5_SECOND: Final[i64] = 10  # a second rat, by Charm
P5_PAY: Final[i64] = 11
W5: Final[i64] = 12
W5B: Final[i64] = 13
P6: Final[i64] = 14
P6_PIE: Final[i64] = 15  # after a call: which Pie
P6_SEND: Final[i64] = 16  # which rats go
W6: Final[i64] = 17
P6_LOSE: Final[i64] = 18  # which of the strongest rats leaves
READY: Final[i64] = 19
DRAW: Final[i64] = 20  # hands are filled
END: Final[i64] = 21

PHASES: Final[list[str]] = [
    *("LEAD", "FACE", "CAPTAIN", "HAND", "PIE", "P2", "W2", "P3", "P4", "P5", "P5_SECOND", "P5_PAY", "W5", "W5B"),
    *("P6", "P6_PIE", "P6_SEND", "W6", "P6_LOSE", "READY", "DRAW", "END"),
]
SETTING_UP = (LEAD, FACE, CAPTAIN, HAND)
WINDOWS = (W2, W5, W5B, W6)
LURE_UNDER_WAY = (P5_SECOND, P5_PAY, W5)
IN_PHASE_5 = (P5, *LURE_UNDER_WAY)
IN_PHASE_6 = (P6, P6_PIE, P6_SEND, W6, P6_LOSE)

# Option phase6, as the rules read it.
CALL_MODE: Final[i64] = 0
FROZEN_MODE: Final[i64] = 1
NEVER_MODE: Final[i64] = 2
NICE_MODE: Final[i64] = 3
MODES: Final[list[str]] = ["call", "frozen", "never", "nice"]

# Option fail_discard.
FAIL_ALWAYS: Final[i64] = 0
FAIL_PIE: Final[i64] = 1
FAIL_CALLED: Final[i64] = 2
FAILS: Final[list[str]] = ["always", "pie", "called"]

# The seats' actions. Where a move is about a card, a rat or a Pie, its number is added.
PASS: Final[i64] = 0
DECLARE_LURE: Final[i64] = 1
CALL: Final[i64] = 2
SINGLE: Final[i64] = 3
"""To lure only the one rat that is named."""
PLAY_MIRROR: Final[i64] = 4
PICK_CAPTAIN: Final[i64] = 5
TABLE: Final[i64] = 11
PAY: Final[i64] = 17
THEFT: Final[i64] = 23  # six kinds for each victim
LOOT: Final[i64] = 59
PLACE: Final[i64] = 74
MINE: Final[i64] = 122
"""One of one's own rats: to protect, to send or to lose."""
LURE: Final[i64] = 170
BEAN: Final[i64] = 218
KIDNAP: Final[i64] = 266
FEED_SPINACH: Final[i64] = 314
TOSS: Final[i64] = 362

# The Dealer's outcomes.
DEAL: Final[i64] = 0
REVEAL: Final[i64] = 59
LEAD_TO: Final[i64] = 74
FACE_OF: Final[i64] = 80
