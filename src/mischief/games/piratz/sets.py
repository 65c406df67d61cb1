"""Sets of treasure cards as bits of one number: card 7 is in the set if bit 7 is set.

Every heap of the game (the bag, the face-up cards, the piles) is such a set: asking which cards of a heap show rings
is a single `&`, and copying a heap costs nothing. All numbers stay below 2^62, so that plain Python agrees with the
compiled code, and so do constants, which from there on would be objects, slow to read.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

NO_CARDS: Final[i64] = 0
TOP_BIT: Final[i64] = 0x1000000000000000


def just(card: i64) -> i64:
    """The set of one card."""
    return TOP_BIT >> (60 - card)  # not 1 << card: in compiled code a bare 1 has only 32 bits


def has(cards: i64, card: i64) -> bool:
    return (cards >> card) & 1 == 1


def size(cards: i64) -> i64:
    """How many cards there are: neighbouring bits are added up in pairs, fours, bytes and so on."""
    cards -= (cards >> 1) & 0x1555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    cards += cards >> 32
    return cards & 0x7F


def several(cards: i64) -> bool:
    """Whether there are at least two."""
    return cards & (cards - 1) != 0


PRIME: Final[i64] = 61
"""The powers of 2 up to 2^59 leave different remainders modulo 61: so a lone bit tells its place."""


def _places() -> vec[i64]:
    places = [0] * int(PRIME)
    for card in range(int(PRIME) - 1):
        places[2**card % int(PRIME)] = card
    return vec[i64](places)


PLACES: Final = _places()


def first(cards: i64) -> i64:
    """The card with the lowest number."""
    return PLACES[(cards & -cards) % PRIME]


def without_first(cards: i64) -> i64:
    return cards & (cards - 1)


def nth(cards: i64, n: i64) -> i64:
    """The card that has n of the set below it."""
    lower_half = size(cards & 0x1FFFFFF)
    if n >= lower_half:
        n -= lower_half
        cards = (cards >> 25) << 25
    for _ in range(n):
        cards &= cards - 1
    return first(cards)


def members(cards: int) -> list[int]:
    """The cards by number, for everything that is not in a hurry."""
    return [card for card in range(cards.bit_length()) if cards >> card & 1]
