"""Who can be asked: seats 0, 1, 2 ... clockwise, and three that are no player's."""

from typing import Final

from mypy_extensions import i64

DEALER: Final[i64] = -1
"""Stands for chance: its actions are the possible outcomes."""

NOBODY: Final[i64] = -2
"""The game is over: no decision is pending."""

WATCHER: Final[i64] = -3
"""A spectator: sees what everybody sees."""
