"""Sets of rats, goals or places of nests as bits of one number: seat 2 is in the set if bit 2 is set."""

from typing import Final

from mypy_extensions import i64

TOP_BIT: Final[i64] = 1 << 60


def just(member: i64) -> i64:
    """The set of one member, which may be up to 60. (Compiled, a literal 1 can be shifted by 31 places at most; a great
    literal comes down all the way.)"""
    return TOP_BIT >> (60 - member)


def several(members: i64) -> bool:
    """Whether there are at least two."""
    return members & (members - 1) != 0


def first(members: i64) -> i64:
    """The lowest of a set that is not empty."""
    found: i64 = 0
    while (members >> found) & 1 == 0:
        found += 1
    return found


def size(members: i64) -> i64:
    """How many there are."""
    found: i64 = 0
    while members != 0:
        members &= members - 1
        found += 1
    return found
