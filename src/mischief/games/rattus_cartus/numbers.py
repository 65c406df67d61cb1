"""The numbers of Rattus Cartus: cards, buildings, actions, the Dealer's outcomes, steps, phases, and where things stand
in the vectors of a table."""

from typing import Final

from mypy_extensions import i64

SEATS: Final[i64] = 5
"""Places in the vectors of a table, also with fewer players."""
CLASSES: Final[i64] = 6
NUN_SLOTS: Final[i64] = 5
ALL_NUN_SLOTS: Final[i64] = 31
"""All five slots of the Nun-row, as bits."""
MOST_IN_A_ROW: Final[i64] = 3
FIRST_HAND: Final[i64] = 5
FIRST_RATS: Final[i64] = 10
TOKEN_VALUES: Final[i64] = 3
"""Victory point tokens are worth 1, 2 or 3."""
TOWER_DEMAND: Final[i64] = 3
"""Cards that a Guard Tower takes from a hand (RC-9.4)."""

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

# Buildings: class x 2, + 1 for the second of its class. Building cards: building x 5 + copy.
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
"""The class of Castles and Guard Towers."""

# What a seat can do. The actions 0 to 34 name a card of that kind.
DONE: Final[i64] = 35
PLAY_PASS: Final[i64] = 36
SUPPLY: Final[i64] = 37
ENTER: Final[i64] = 40
LOOK: Final[i64] = 43
TARGET: Final[i64] = 48
PERFORM: Final[i64] = 53
SKIP: Final[i64] = 54

# What the Dealer can do.
DEAL: Final[i64] = 0
BUILDING: Final[i64] = 30
TOKEN: Final[i64] = 90
START: Final[i64] = 93
TYPE: Final[i64] = 98

# Steps: what the table waits for. First those of the Dealer, ...
PICK_TYPE: Final[i64] = 1
"""Which of the two buildings of a class is in the game (RC-1.14)."""
PICK_COPY: Final[i64] = 2
"""Which cards of a class, or of a building, are in the game (RC-1.15, RC-1.16)."""
PICK_START: Final[i64] = 3
DEAL_NUNS: Final[i64] = 4
DEAL_HANDS: Final[i64] = 5
DRAW_ROW: Final[i64] = 6
REPLACE_LAST: Final[i64] = 7
"""Another card for the last one of a row that is all one building (RC-3.2)."""
DRAW_CARDS: Final[i64] = 8
DRAW_TOKENS: Final[i64] = 9
LAST_OF_THE_DEALER: Final[i64] = 9
# ... then those of the seats.
CHOOSE_SUPPLY: Final[i64] = 11
LOOK_FOR_SUPPLY: Final[i64] = 12
ENTER_A_BUILDING: Final[i64] = 13
LAY_CARDS: Final[i64] = 14
SWORD_TARGET: Final[i64] = 15
SWORD_GIFT: Final[i64] = 16
FLUTE_TARGET: Final[i64] = 17
PERFORM_OR_NOT: Final[i64] = 18
TOWER_GIFT: Final[i64] = 19
HOSPITAL_DISCARD: Final[i64] = 20
TENT_LOOK: Final[i64] = 21
ENDED: Final[i64] = 22

STEPS = (
    *("", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9"),
    *("", "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11"),
    "end",
)
"""What positions call the steps: N for the Dealer's, D for decisions."""

# Phases of the game and of a round (RC-2.2). Phase E asks nobody anything.
SETUP: Final[i64] = 0
PHASE_A: Final[i64] = 1
PHASE_B: Final[i64] = 2
PHASE_C: Final[i64] = 3
PHASE_D: Final[i64] = 4
OVER: Final[i64] = 5

PHASES = ("setup", "A", "B", "C", "D", "over")

# Ways to choose the buildings (RC-1.13 to RC-1.16).
SET_CHOSEN: Final[i64] = 0
RANDOM_BUILDING: Final[i64] = 1
RANDOM_CARDS: Final[i64] = 2
COUNTED: Final[i64] = 3

# Where counts of cards begin in `cards` of a table. Of each seat one count a kind: what it holds and what it has laid.
HANDS: Final[i64] = 0
LAID: Final[i64] = 175
GIFT: Final[i64] = 350
"""Cards picked so far for a Sword's gift or for the Hospital, by kind."""
DECK: Final[i64] = 385
PILE: Final[i64] = 415
"""The discard pile."""
CARDS: Final[i64] = 445

# Where the rest begins in `figures` of a table. First one figure a seat ...
RATS: Final[i64] = 0
HAND_SIZE: Final[i64] = 5
SEEN: Final[i64] = 10
"""The slots of the Nun-row that a seat has seen, as bits."""
ENTERED: Final[i64] = 15
"""The slot of the building that a seat has entered this round, or -1."""
ANNOUNCED: Final[i64] = 20
"""How many cards a seat has laid, as it has said (RC-5.3)."""
STRENGTH: Final[i64] = 25
CHOICE: Final[i64] = 30
"""The slot whose supply action a seat has chosen this round, or -1."""
BARRED: Final[i64] = 35
"""The slot of the Nun-row that a seat has just seen, so that its second look is at another one; or -1."""
ANSWER: Final[i64] = 40
"""A seat's answer in a decision that several take together."""
PICKS: Final[i64] = 45
"""A seat's picks for a Guard Tower's demand, each as kind + 1 in six bits, the first one lowest."""
# ... then seats in order: those waiting to enter, and those that have entered, ...
LINE: Final[i64] = 50
ENTRIES: Final[i64] = 55
# ... and what is on the table. Influence and arrival by seat and class, tokens by seat and value.
INFLUENCE: Final[i64] = 60
ARRIVAL: Final[i64] = 90
"""When a disc last moved."""
TOKENS: Final[i64] = 120
POOL: Final[i64] = 135
"""Tokens that nobody has taken, by value."""
NUNS: Final[i64] = 138
ROW: Final[i64] = 143
BOTTOM: Final[i64] = 146
"""The known cards at the bottom of the Replacement deck (RC-3.6)."""
SUPPLIES: Final[i64] = 158
"""Jokers and special cards in their supplies, by kind."""
FIGURES: Final[i64] = 163

# What stands in ANSWER until a seat has answered.
OPEN: Final[i64] = -1
NOT_ASKED: Final[i64] = -2
GIVEN: Final[i64] = 1
"""Of a Guard Tower's demand: the cards are in PICKS."""

# Points at the end (RC-12).
FIRST_PLACE: Final[i64] = 10
SECOND_PLACE: Final[i64] = 5
THIRD_PLACE: Final[i64] = 2
MOST_IN_HAND: Final[i64] = 2
TIED_IN_HAND: Final[i64] = 1
MOST_GOLD: Final[i64] = 6
SECOND_GOLD: Final[i64] = 3

UNSEEN: Final[i64] = -1
"""What others glimpse of a secret action."""
