"""The numbers of Last Crumb: what can be chosen, and how long it takes."""

from typing import Final

from mypy_extensions import i64

PAWS: Final[i64] = 5
"""Paws 1 to 5 are the actions 0 to 4, and so are the crumbs that the Dealer turns up."""
ROUNDS: Final[i64] = 5
UNSEEN: Final[i64] = -1
"""What the others see of a choice: that it was made."""
ENOUGH: Final[i64] = 13
"""What must be carried off for all to win (LC-3.1)."""
