"""The numbers of all actions, and of the Dealer's outcomes, which begin again at 0."""

from typing import Final

from mypy_extensions import i64

CARD: Final[i64] = 0
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
ACTIONS: Final[i64] = 143

SHIFT: Final[i64] = 56
"""From a seat's DIET, SPEC, CATEGORY and SPEC_DONE to the Dealer's."""
DEALT_DIET: Final[i64] = 60
DEALT_SPEC: Final[i64] = 66
DEALT_CATEGORY: Final[i64] = 83
DEALT_SPEC_DONE: Final[i64] = 86
DEALT_COMPLICATION: Final[i64] = 87
DEALT_IDENTITY: Final[i64] = 92
OUTCOMES: Final[i64] = 95
