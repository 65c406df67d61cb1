"""Sets as the bits of a number: building cards, slots of the Nun-row, seats, kinds of cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from . import numbers as n

TOP_BIT: Final[i64] = 0x1000000000000000


def bit(place: i64) -> i64:
    """A set with one member. Shifted down from the top: in compiled code a bare 1 has only 32 bits to shift up, and a
    constant from 2^62 on is an object."""
    return TOP_BIT >> (60 - place)


def all_copies_of(building: i64) -> i64:
    """The five cards of a building."""
    return 31 * bit(building * n.COPIES)


def bits_in(mask: i64) -> i64:
    """How many members a set has."""
    count: i64 = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


PRIME: Final[i64] = 61
"""The powers of 2 up to 2^59 leave different remainders modulo 61: so a lone bit tells its place."""


def _places() -> vec[i64]:
    places = [0] * int(PRIME)
    for place in range(int(PRIME) - 1):
        places[2**place % int(PRIME)] = place
    return vec[i64](places)


PLACES: Final = _places()


def first(mask: i64) -> i64:
    """The lowest member of a set that is not empty."""
    return PLACES[(mask & -mask) % PRIME]


def members(mask: int) -> list[int]:
    """A set as a list, for people."""
    return [place for place in range(mask.bit_length()) if (mask >> place) & 1]
