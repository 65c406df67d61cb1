"""The numbers of Doctor Rat: foods, diets, actions, the Dealer's outcomes, phases, and what lies where on a table."""

from typing import Final

from mypy_extensions import i64

NONE: Final[i64] = -1
"""No card, no group, no seat, no Specification: whatever is not there."""

# The course of the game
MEALS: Final[i64] = 8
EXTRA_CARD_MEAL: Final[i64] = 3
NO_DRAW_MEAL: Final[i64] = 5
CROSSES_LOST: Final[i64] = 3
RUN_TO_COMPLICATE: Final[i64] = 3
COLLEAGUES_DRAW: Final[i64] = 3

# Foods, numbered by type, colour and quantity: 0 is one blue drink (LB1), 59 four yellow cheeses (CY4)
FOODS: Final[i64] = 60
CODES: Final = [f"{kind}{colour}{quantity}" for kind in "LVC" for colour in "BGROY" for quantity in "1234"]
IDENTITIES: Final[i64] = 3
"""Identities are 0 to 2, by the rising quantity of their food (DR-1.5)."""

# Diet cards
MANDATORY: Final[i64] = 0
FORBIDDEN: Final[i64] = 1
ALTERNATING: Final[i64] = 2
IDENTICAL: Final[i64] = 3
DIFFERENT: Final[i64] = 4
PLUS_MINUS: Final[i64] = 5
KINDS: Final[i64] = 6
KIND_NAMES: Final = ["mandatory", "forbidden", "alternating", "identical", "different", "plus_minus"]

# What goes with them: Specifications (three types, four quantities, ten pairs of colours) and Categories
SPECS: Final[i64] = 17
FIRST_QUANTITY: Final[i64] = 3
FIRST_PAIR: Final[i64] = 7
SPEC_CODES: Final = ["L", "V", "C", "1", "2", "3", "4", "BG", "BR", "BO", "BY", "GR", "GO", "GY", "RO", "RY", "OY"]
FAMILIES: Final[i64] = 3
CATEGORIES: Final[i64] = 3
CATEGORY_NAMES: Final = ["type", "quantity", "colour"]

# The candidates of an Identity: all restrictions that it may have
CANDIDATES: Final[i64] = 240
"""Room for them in the book; there are 237 at most (DR-14.3)."""
WORDS: Final[i64] = 4
"""Numbers in a set of candidates."""
WORD_BITS: Final[i64] = 60
"""Candidates in one of them."""
LOOKING_BACK: Final[i64] = 7
"""The first seven candidates are those that look at the previous food: Identical, Different, Plus/Minus."""
CERTAIN: Final = 1073741824.0
"""Prior weights are whole numbers; a probability of 1 is this."""

# How diets are given
RANDOM: Final[i64] = 0
DRAW_DIET: Final[i64] = 1
CHOOSE: Final[i64] = 2
FIRST_GAME: Final[i64] = 3
DRAW_SPECS: Final[i64] = 4

# What a seat can do; the numbers below PASS are the Food cards
PASS: Final[i64] = 60
YUCK_FRONT: Final[i64] = 61
YUCK_BACK: Final[i64] = 62
MEDICATE: Final[i64] = 65
PLACES: Final[i64] = 12
"""Places of a row that Medicine may begin at."""
STRICT: Final[i64] = 101
SERVE: Final[i64] = 104
ACCEPT: Final[i64] = 105
OBJECT: Final[i64] = 106
PREDICT_GOOD: Final[i64] = 107
PREDICT_BAD: Final[i64] = 108
SEAT: Final[i64] = 109
DIET: Final[i64] = 116
SPEC: Final[i64] = 122
CATEGORY: Final[i64] = 139
SPEC_DONE: Final[i64] = 142
FAMILY: Final[i64] = 143
"""How many Specifications of which families are drawn: one of the three, or one of the six pairs of them."""
FAMILY_CHOICES: Final = [
    "type",
    "quantity",
    "colour",
    "type+type",
    "type+quantity",
    "type+colour",
    "quantity+quantity",
    "quantity+colour",
    "colour+colour",
]

# What the Dealer can do; the numbers below DEALT_DIET are the Food cards
DEALT_DIET: Final[i64] = 60
DEALT_SPEC: Final[i64] = 66
DEALT_CATEGORY: Final[i64] = 83
DEALT_SPEC_DONE: Final[i64] = 86
DEALT_COMPLICATION: Final[i64] = 87
DEALT_IDENTITY: Final[i64] = 92
FROM_DEALT: Final[i64] = 56
"""From the Dealer's DEALT_DIET, DEALT_SPEC, DEALT_CATEGORY and DEALT_SPEC_DONE to a seat's."""
UNSEEN: Final[i64] = -1
"""What is glimpsed of an action that cannot be told from others."""

# Phases, in the order of the table
DEAL_IDENTITY: Final[i64] = 0
DEAL_DIET: Final[i64] = 1
DEAL_SPEC: Final[i64] = 2
SETUP: Final[i64] = 3
DEAL_TRASH: Final[i64] = 4
DEAL_STOCK: Final[i64] = 5
B_PICK: Final[i64] = 6
DEAL_EXTRA: Final[i64] = 7
B_SPECIAL: Final[i64] = 8
B_STRICT: Final[i64] = 9
DEAL_CENTRE: Final[i64] = 10
B_YUCK: Final[i64] = 11
DEAL_MADNESS: Final[i64] = 12
C_MADNESS: Final[i64] = 13
C_INSOMNIA: Final[i64] = 14
C_PARANOIA: Final[i64] = 15
C_PROPOSE: Final[i64] = 16
C_VOTE: Final[i64] = 17
C_FINAL: Final[i64] = 18
C_YUCK: Final[i64] = 19
C_REPLACE: Final[i64] = 20
C_REPLACE_VOTE: Final[i64] = 21
C_REPLACE_FINAL: Final[i64] = 22
C_GLUTTONY: Final[i64] = 23
C_GLUTTONY_YUCK: Final[i64] = 24
C_PREDICT: Final[i64] = 25
DEAL_COMPLICATION: Final[i64] = 26
E_HOLDER: Final[i64] = 27
OVER: Final[i64] = 28
PHASE_NAMES: Final = [
    "deal_identity",
    "deal_diet",
    "deal_spec",
    "setup",
    "deal_trash",
    "deal_stock",
    "B_pick",
    "deal_extra",
    "B_special",
    "B_strict",
    "deal_centre",
    "B_yuck",
    "deal_madness",
    "C_madness",
    "C_insomnia",
    "C_paranoia",
    "C_propose",
    "C_vote",
    "C_final",
    "C_yuck",
    "C_replace",
    "C_replace_vote",
    "C_replace_final",
    "C_gluttony",
    "C_gluttony_yuck",
    "C_predict",
    "deal_complication",
    "E_holder",
    "over",
]

# Complications
MADNESS: Final[i64] = 0
INSOMNIA: Final[i64] = 1
GLUTTONY: Final[i64] = 2
MEGALOMANIA: Final[i64] = 3
PARANOIA: Final[i64] = 4
EFFECTS: Final[i64] = 5
EFFECT_NAMES: Final = ["madness", "insomnia", "gluttony", "megalomania", "paranoia"]

# Where a card on a plate came from
CENTRE: Final[i64] = 0
TRASH: Final[i64] = 1
PILE: Final[i64] = 2
DOCTOR: Final[i64] = 3
MOVED: Final[i64] = 4
SOURCE_NAMES: Final = ["centre", "trash", "pile", "doctor", "moved"]

# Why it ended
THIRD_CROSS: Final[i64] = 1
EXAM_CROSS: Final[i64] = 2
EXAM_PASSED: Final[i64] = 3
REASON_NAMES: Final = ["", "third_cross", "exam_cross", "exam_passed"]

# A group's block of numbers: its restriction, ...
IDENTITY: Final[i64] = 0
KIND: Final[i64] = 1
FIRST: Final[i64] = 2
"""Its first Specification, or its Category."""
SECOND: Final[i64] = 3
PART_KIND: Final[i64] = 4
"""The Diet card, and with PART_FIRST the first Specification, of a restriction that is being given."""
PART_FIRST: Final[i64] = 5
# ... its place of Medicine, its complication and who holds it, ...
MEDICINE: Final[i64] = 6
PENDING: Final[i64] = 7
HOLDER: Final[i64] = 8
# ... its row: how many foods, the last of them, uncovered crosses, how many cards of all kinds, ...
EATEN: Final[i64] = 9
LAST_FOOD: Final[i64] = 10
CROSSES: Final[i64] = 11
ROW_LENGTH: Final[i64] = 12
# ... in this meal: the foods refused to it (a set), the one proposed for it, its plate and where that came from, ...
BANNED: Final[i64] = 13
PROPOSAL: Final[i64] = 14
PLATE: Final[i64] = 15
SLOTS: Final[i64] = 4
"""Places on a plate: its own card, the extra one of Gluttony, and what Megalomania moves there."""
SOURCE: Final[i64] = 19
NO_CARD_LEFT: Final[i64] = -2
"""On a plate or proposed: there is no card left for this group (constructed positions only)."""
# ... and the cards of the row
ROW: Final[i64] = 23
ROW_ROOM: Final[i64] = 12
# ... and of a restriction that is being given, the families to draw from and the second card drawn
PART_FAMILIES: Final[i64] = 35
PART_SECOND: Final[i64] = 36
BLOCK: Final[i64] = 37

# A place in a row: a food, with GOOD added for a check mark; or a Complication card
GOOD: Final[i64] = 64
COMPLICATION: Final[i64] = 128

GHOST: Final[i64] = 5
"""Numbers in a ghost, an answer of Megalomania that no mark repeats (DR-14.6): group, how many foods its row had, the
food of this meal that came before or NONE, the card, 1 for good."""
