"""Sets of rats or of Pies as bits of one number, and bags of goods packed four bits to a kind.

Loops over a set take `first(left)` and then `left &= left - 1`, which leaves the first member out; `left & -left` is
the set of the first member alone. A bag holds up to 15 cards of every kind of Charisma and Action/Item card.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

FIFTEEN: Final[i64] = 15


def just(number: i64) -> i64:
    """The set with this one member. A literal 1 on the left of a shift would be a 32-bit number in the compiled code,
    which rats numbered 31 and above do not fit; this one is 64 bits wide in both."""
    return (number - number + 1) << number


# The place of the lowest bit of a 24-bit number, by de Bruijn's sequence: no loop, and no product above 2^56.
DE_BRUIJN: Final[i64] = 0x077CB531
M24: Final[i64] = 0xFFFFFF
M32: Final[i64] = 0xFFFFFFFF


def _places() -> vec[i64]:
    places = [0] * 32
    for place in range(32):
        places[((1 << place) * 0x077CB531 & 0xFFFFFFFF) >> 27] = place
    return vec[i64](places)


PLACES: Final[vec[i64]] = _places()


def first(some: i64) -> i64:
    """The number of the first member of a set of up to 48."""
    part = some & M24
    if part != 0:
        return PLACES[(((part & -part) * DE_BRUIJN) & M32) >> 27]
    part = some >> 24
    return 24 + PLACES[(((part & -part) * DE_BRUIJN) & M32) >> 27]


def size(some: i64) -> i64:
    """How many a set holds: neighbouring bits are added up in pairs, fours, bytes and so on."""
    x = some - ((some >> 1) & 0x555555555555)
    x = (x & 0x333333333333) + ((x >> 2) & 0x333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 127


def several(some: i64) -> bool:
    """Whether there are at least two."""
    return some & (some - 1) != 0


def one_good(good: i64) -> i64:
    """The bag with one card of this kind."""
    return just(4 * good)


def copies_in(bag: i64, good: i64) -> i64:
    """How many of one kind a bag of goods holds."""
    return (bag >> (4 * good)) & FIFTEEN


def goods_in(bag: i64) -> i64:
    """How many cards a bag of goods holds."""
    total: i64 = 0
    while bag != 0:
        total += bag & FIFTEEN
        bag >>= 4
    return total


def members(some: int) -> list[int]:
    """The members by number, for everything that is not in a hurry."""
    return [number for number in range(some.bit_length()) if some >> number & 1]
