"""The sixty foods, and sets of them as bits of one number.

A food is (type, colour, quantity): three types, five colours, quantities 1 to 4, one card each, numbered
20 * type + 4 * colour + (quantity - 1). A set of cards is a number with one bit for each card in it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves

from . import numbers as n

ALL_FOODS: Final[i64] = 0xFFFFFFFFFFFFFFF
TOP_BIT: Final[i64] = 0x1000000000000000


def type_of(food: i64) -> i64:
    return food // 20


def colour_of(food: i64) -> i64:
    return food // 4 % 5


def quantity_of(food: i64) -> i64:
    return food % 4 + 1


def one(food: i64) -> i64:
    """The set of this card alone; of seats or groups likewise."""
    # Not 1 << food: in compiled code a bare 1 has only 32 bits. Two bits more, and the constant would be an object.
    return TOP_BIT >> (n.FOODS - food)


def up_to(food: i64) -> i64:
    """The set of all cards up to this one."""
    return (one(food) << 1) - 1


def size(cards: i64) -> i64:
    """How many cards are in a set."""
    x = cards - ((cards >> 1) & 0x555555555555555)
    x = (x & 0x333333333333333) + ((x >> 2) & 0x333333333333333)
    x = (x + (x >> 4)) & 0xF0F0F0F0F0F0F0F
    x += x >> 8
    x += x >> 16
    x += x >> 32
    return x & 0x7F


def lowest(cards: i64) -> i64:
    """The lowest card of a set that is not empty."""
    food: i64 = 0
    while (cards & 0xFF) == 0:
        cards >>= 8
        food += 8
    while (cards & 1) == 0:
        cards >>= 1
        food += 1
    return food


def highest(cards: i64) -> i64:
    """The highest card of a set; NONE of an empty one."""
    food: i64 = n.NONE
    while cards > 0xFF:
        cards >>= 8
        food += 8
    while cards > 0:
        cards >>= 1
        food += 1
    return food


def add_cards(cards: i64, moves: Moves) -> None:
    """List every card of a set, rising. Most choices of the game are listed here, so it fills the buffer itself and
    asks it only to grow."""
    items = moves.items
    room = i64(len(items))
    count = moves.count
    food: i64 = 0
    while cards != 0:
        if (cards & 0xF) == 0:
            cards >>= 4
            food += 4
        else:
            if (cards & 1) == 1:
                if count < room:
                    items[count] = food
                else:
                    moves.count = count
                    moves.add(food)
                count += 1
            cards >>= 1
            food += 1
    moves.count = count


def listed(cards: i64) -> vec[i64]:
    """The cards of a set as a vector, rising."""
    found = vec[i64]()
    food: i64 = 0
    while cards != 0:
        if (cards & 1) == 1:
            found = append(found, food)
        cards >>= 1
        food += 1
    return found


def any_card(cards: i64, rng: Rng) -> i64:
    """One card of a set that is not empty, each as likely as the other."""
    for _ in range(200):
        food = rng.below(n.FOODS)
        if (cards >> food) & 1 == 1:
            return food
    left = rng.below(size(cards))
    while left > 0:
        cards &= cards - 1
        left -= 1
    return lowest(cards)


def as_list(cards: i64) -> list[int]:
    """The cards of a set as a plain list, for views, events and positions."""
    return [food for food in range(60) if (cards >> food) & 1 == 1]


def codes(cards: i64) -> list[str]:
    """The cards of a set by their codes, rising: the order in which cards are always shown (DR-4.10)."""
    return [n.CODES[food] for food in as_list(cards)]
