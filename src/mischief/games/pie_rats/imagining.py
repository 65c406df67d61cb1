"""What a seat cannot know, dealt afresh.

Hidden are only the kinds of the cards in other hands and in the draw pile. Ages are public: a card drawn before the
latest reshuffle is in a hand, never in the draw pile, so cards change places only with cards of the same age. Within
one age every arrangement is equally likely.
"""

from mypy_extensions import i64

from mischief.engine.chance import Rng

from . import numbers as n
from .sets import just
from .table import PieTable


def deal_afresh(world: PieTable, seat: i64, rng: Rng) -> None:
    """Rearrange in place all that this seat (or WATCHER) cannot know."""
    forget_choices(world, seat)
    shuffle_older(world, seat, rng)
    redraw_newest(world, seat, rng)


def forget_choices(world: PieTable, seat: i64) -> None:
    """Others' choices of getting ready are not known yet: they are to be made again (PR-9.3)."""
    if world.phase != n.READY:
        return
    for other in range(world.seats):
        if other != seat:
            world.aside &= ~(7 * just(3 * other))
            if world.hand_size(other) > 0:
                world.done &= ~just(other)


def shuffle_older(world: PieTable, seat: i64, rng: Rng) -> None:
    """Cards drawn before the latest reshuffle change places among hands, within their age: each hidden place in turn
    swaps with one of the hidden places of its age up to itself."""
    if world.reshuffles == 0:
        return
    sort_older(world, seat)
    for place in range(world.seats * n.SLOTS):
        if not is_hidden(world, seat, place) or world.hands[place] >> 6 == world.reshuffles:
            continue
        age = world.hands[place] >> 6
        peers: i64 = 0
        for earlier in range(place + 1):
            if is_hidden(world, seat, earlier) and world.hands[earlier] >> 6 == age:
                peers += 1
        left = rng.below(peers)
        for earlier in range(place + 1):
            if is_hidden(world, seat, earlier) and world.hands[earlier] >> 6 == age:
                if left == 0:
                    kept = world.hands[place]
                    world.hands[place] = world.hands[earlier]
                    world.hands[earlier] = kept
                    break
                left -= 1


def sort_older(world: PieTable, seat: i64) -> None:
    """Put them into order first: then where they truly lie has no part in where they are thought to lie, and the same
    chance gives the same world, whichever is true."""
    for place in range(world.seats * n.SLOTS):
        if not is_hidden(world, seat, place) or world.hands[place] >> 6 == world.reshuffles:
            continue
        for later in range(place + 1, world.seats * n.SLOTS):
            same_age = world.hands[later] >> 6 == world.hands[place] >> 6
            if same_age and world.hands[later] < world.hands[place] and is_hidden(world, seat, later):
                kept = world.hands[place]
                world.hands[place] = world.hands[later]
                world.hands[later] = kept


def redraw_newest(world: PieTable, seat: i64, rng: Rng) -> None:
    """Cards of the latest age go back into the draw pile, and the same places draw again."""
    newest = world.reshuffles
    for place in range(world.seats * n.SLOTS):
        if is_hidden(world, seat, place) and world.hands[place] >> 6 == newest:
            world.put_into_draw(world.hands[place] & 63)
    for place in range(world.seats * n.SLOTS):
        if is_hidden(world, seat, place) and world.hands[place] >> 6 == newest:
            kind = world.card_at(rng.below(world.draw_size))
            world.take_from_draw(kind)
            world.hands[place] = newest * 64 + kind


def is_hidden(world: PieTable, seat: i64, place: i64) -> bool:
    """Whether a place of `hands` has a card that this seat cannot see."""
    other = place // n.SLOTS
    slot = place % n.SLOTS
    return slot > 0 and other != seat and slot <= world.hands[other * n.SLOTS]
