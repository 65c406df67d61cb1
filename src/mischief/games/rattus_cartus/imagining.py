"""What a seat cannot know, dealt afresh within what it does know (the seat's memory included).

Worlds count by the Dealer's odds; hidden choices of others count as uniform over what was legal. In order: unfinished
picks of others are taken back; cards are followed through gifts between others by chance; the Nun-row, the deck and
the other hands are dealt from the unseen cards, within what the memory allows; piles, answers given in secret and
tokens follow. Before the first reshuffle and without gifts between others the proportions are exact. Later the Nun-row
and the deck stay within what is possible, and only which other hand a reshuffled card went to is approximate.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from mischief.engine.chance import Rng
from mischief.engine.moves import zeros

from . import numbers as n
from .memory import (
    DECK_MADE,
    DRAWN,
    LOCATED,
    Recall,
    can_be_followed,
    cards_of,
    count_of,
    follow_certain,
    held_before,
    is_unseen_gift,
    other_of,
    seat_of,
)
from .table import Table

TRACE_TRIES: Final[i64] = 50
NUN_TRIES: Final[i64] = 20
PILE_TRIES: Final[i64] = 20


def imagine_the_rest(world: Table, viewer: i64, rng: Rng) -> None:
    """Deal afresh, in this copy of a table, all that the viewer (a seat, or the WATCHER) cannot know. When the game is
    over everything lies open."""
    if world.stage == n.ENDED:
        return
    take_back_picks(world, viewer)
    recall = world.recall(viewer)
    specials = hidden_specials(world, viewer)
    dealt = False
    for _ in range(PILE_TRIES):
        followed = follow(recall, rng)
        dealt = deal_hidden_cards(world, viewer, recall, followed, specials, rng) and lay_piles(world, viewer, rng)
        if dealt or recall.open_from < 0:
            break
    if not dealt:
        place_specials_anywhere(world, viewer, recall, specials, rng)
    answer_in_secret(world, viewer, rng)
    deal_tokens(world, viewer, rng)


def hidden_specials(world: Table, viewer: i64) -> vec[i64]:
    """Jokers and special cards that the viewer cannot see, by kind: what is in no supply lies in a hand or a pile."""
    counts = zeros(n.KINDS)
    for seat in range(world.seats):
        if seat != viewer:
            face_down = world.is_face_down(seat)
            for kind in range(n.POPULATION, n.KINDS):
                counts[kind] += world.hand(seat, kind)
                if face_down:
                    counts[kind] += world.laid(seat, kind)
    return counts


def take_back_picks(world: Table, viewer: i64) -> None:
    """The picks of others in an unfinished choice; they are still in the hand, so only the marks go (RC-15.7)."""
    if world.stage == n.TOWER_GIFT:
        for seat in range(world.seats):
            if seat != viewer:
                world.figures[n.PICKS + seat] = 0
    elif world.seat != viewer and world.picked > 0:
        if world.stage == n.LAY_CARDS:
            for kind in range(n.KINDS):
                world.cards[n.LAID + world.seat * n.KINDS + kind] = 0
        elif world.stage == n.SWORD_GIFT or world.stage == n.HOSPITAL_DISCARD:
            for kind in range(n.KINDS):
                world.cards[n.GIFT + kind] = 0
        world.picked = 0
        world.low = 0


# Followed cards


def follow(recall: Recall, rng: Rng) -> vec[i64]:
    """Where the followed cards are, gifts between others by chance: gone through again while a card turned up that
    could then not have been there."""
    if recall.open_from < 0:
        return recall.followed[:]
    for _ in range(TRACE_TRIES):
        followed = recall.followed[:]
        if walk_trace(recall, followed, rng, False):
            return followed
    followed = recall.followed[:]
    walk_trace(recall, followed, rng, True)
    return followed


def walk_trace(recall: Recall, followed: vec[i64], rng: Rng, insist: bool) -> bool:
    log, at = recall.log, recall.open_from
    while at < recall.read:
        if is_unseen_gift(log[at], recall.viewer):
            move_unseen(followed, log[at], rng)
        elif can_be_followed(log[at]):
            if insist:
                exchange_for_shown(followed, log, at, recall.viewer)
            if not follow_certain(followed, log, at, recall.viewer):
                return False
        at += 1 + cards_of(log[at])
    return True


def move_unseen(followed: vec[i64], gift: i64, rng: Rng) -> None:
    """A random set of cards out of what the giver held, of which only the followed ones have a name."""
    giver, taker = seat_of(gift) * n.KINDS, other_of(gift) * n.KINDS
    known: i64 = 0
    for kind in range(n.KINDS):
        known += followed[giver + kind]
    if known == 0:
        return
    held = held_before(gift)
    if held < known:
        held = known
    for _ in range(count_of(gift)):
        if held == 0:
            break
        left = rng.below(held)
        held -= 1
        if left >= known:
            continue
        known -= 1
        for kind in range(n.KINDS):
            left -= followed[giver + kind]
            if left < 0:
                followed[giver + kind] -= 1
                followed[taker + kind] += 1
                break


def exchange_for_shown(followed: vec[i64], log: vec[i64], at: i64, viewer: i64) -> None:
    """The way out after too many failures: what was shown must have been there, so the seat that is thought to hold
    most of it gives one up."""
    seat = seat_of(log[at])
    if seat == viewer:
        return
    for kind in range(n.POPULATION, n.KINDS):
        shown: i64 = 0
        for place in range(at + 1, at + 1 + cards_of(log[at])):
            if log[place] == kind:
                shown += 1
        while shown > followed[seat * n.KINDS + kind]:
            richest = seat
            for other in range(n.SEATS):
                if other != seat and (
                    richest == seat or followed[other * n.KINDS + kind] > followed[richest * n.KINDS + kind]
                ):
                    richest = other
            if followed[richest * n.KINDS + kind] == 0:
                break
            followed[richest * n.KINDS + kind] -= 1
            followed[seat * n.KINDS + kind] += 1


# Nun-row, deck and hands


def deal_hidden_cards(
    world: Table, viewer: i64, recall: Recall, followed: vec[i64], specials: vec[i64], rng: Rng
) -> bool:
    """False if the followed cards do not fit the table: not all special cards that there are, or more cards than a
    hand holds."""
    for kind in range(n.POPULATION, n.KINDS):
        missing = specials[kind]
        for seat in range(world.seats):
            if seat != viewer:
                missing -= followed[seat * n.KINDS + kind]
        if missing != 0:
            return False
    unseen = unseen_cards(world, viewer, followed)
    wanted: i64 = 0
    for seat in range(world.seats):
        if seat != viewer:
            free = cards_held(world, seat) - followed_by(followed, seat)
            if free < 0:
                return False
            wanted += free
    may_be_nuns = possible_nuns(world, viewer, recall, unseen)
    left = zeros(n.POPULATION)
    for attempt in range(NUN_TRIES + 1):
        deal_nuns(world, viewer, may_be_nuns, unseen, left, rng)
        if deal_deck_and_hands(world, viewer, recall, followed, left, wanted, attempt == NUN_TRIES, rng):
            break
    return True


def cards_held(world: Table, seat: i64) -> i64:
    """Hand and face-down pile together."""
    return world.hand_size(seat) + (world.figures[n.ANNOUNCED + seat] if world.is_face_down(seat) else 0)


def followed_by(followed: vec[i64], seat: i64) -> i64:
    total: i64 = 0
    for kind in range(n.KINDS):
        total += followed[seat * n.KINDS + kind]
    return total


def unseen_cards(world: Table, viewer: i64, followed: vec[i64]) -> vec[i64]:
    """Of each population kind, the copies that the viewer cannot place. Followed cards that cannot be where they
    were thought, since too many have been seen, are unknown again."""
    unseen = zeros(n.POPULATION)
    for kind in range(n.POPULATION):
        unseen[kind] = world.house.copies[kind] - world.pile(kind)
    for seat in range(world.seats):
        if seat == viewer:
            for kind in range(n.POPULATION):
                unseen[kind] -= world.hand(seat, kind)
        if world.figures[n.ANNOUNCED + seat] > 0 and (seat == viewer or world.is_face_up(seat)):
            for kind in range(n.POPULATION):
                unseen[kind] -= world.laid(seat, kind)
    if viewer >= 0:
        for slot in range(n.NUN_SLOTS):
            if world.has_seen(viewer, slot):
                unseen[world.nun_card(slot)] -= 1
    for seat in range(world.seats):
        if seat != viewer:
            for kind in range(n.POPULATION):
                count = followed[seat * n.KINDS + kind]
                if count > 0:
                    if count > unseen[kind]:
                        count = unseen[kind]
                        followed[seat * n.KINDS + kind] = count
                    unseen[kind] -= count
    return unseen


def possible_nuns(world: Table, viewer: i64, recall: Recall, unseen: vec[i64]) -> vec[i64]:
    """Copies that may lie in the unseen slots: as many as were never pointed at all at once. A memory that leaves too
    few for the slots is not believed."""
    found = zeros(n.POPULATION)
    slots: i64 = n.NUN_SLOTS
    for kind in range(n.POPULATION):
        found[kind] = world.house.copies[kind] - i64(recall.counts[LOCATED + kind])
    if viewer >= 0:
        for slot in range(n.NUN_SLOTS):
            if world.has_seen(viewer, slot):
                found[world.nun_card(slot)] -= 1
                slots -= 1
    total: i64 = 0
    for kind in range(n.POPULATION):
        if found[kind] > unseen[kind]:
            found[kind] = unseen[kind]
        if found[kind] < 0:
            found[kind] = 0
        total += found[kind]
    return found if total >= slots else unseen[:]


def deal_nuns(world: Table, viewer: i64, may_be_nuns: vec[i64], unseen: vec[i64], left: vec[i64], rng: Rng) -> None:
    total: i64 = 0
    for kind in range(n.POPULATION):
        left[kind] = unseen[kind]
        total += may_be_nuns[kind]
    used = zeros(n.POPULATION)
    for slot in range(n.NUN_SLOTS):
        if world.nun_card(slot) < 0 or (viewer >= 0 and world.has_seen(viewer, slot)):
            continue
        draw = rng.below(total)
        for kind in range(n.POPULATION):
            draw -= may_be_nuns[kind] - used[kind]
            if draw < 0:
                used[kind] += 1
                left[kind] -= 1
                world.figures[n.NUNS + slot] = kind
                break
        total -= 1


def deal_deck_and_hands(
    world: Table,
    viewer: i64,
    recall: Recall,
    followed: vec[i64],
    left: vec[i64],
    wanted: i64,
    anything: bool,
    rng: Rng,
) -> bool:
    """The deck holds only cards that were shuffled into it and that the viewer has not drawn since; the others go to
    the hands. False if those are too few (unless anything goes)."""
    bag = world.house.blank_cards[:]
    size: i64 = 0
    stray = world.house.blank_cards[:]
    strays: i64 = 0
    for kind in range(n.POPULATION):
        inside = left[kind]
        unknown = i64(recall.counts[DECK_MADE + kind]) - i64(recall.counts[DRAWN + kind])
        if not anything and unknown < inside:
            inside = unknown
            if inside < 0:
                inside = 0
            for _ in range(left[kind] - inside):
                stray[strays] = kind
                strays += 1
        for _ in range(inside):
            bag[size] = kind
            size += 1
        world.cards[n.DECK + kind] = u8(inside)
    if size < world.deck_size or strays > wanted:
        return False
    drawn = wanted - strays
    for place in range(drawn):
        other = place + rng.below(size - place)
        card = bag[other]
        bag[other] = bag[place]
        bag[place] = card
        world.shift(n.DECK + card, -1)
    if strays > 0:
        for place in range(strays):
            bag[drawn + place] = stray[place]
        for place in range(wanted - 1, i64(0), i64(-1)):
            other = rng.below(place + 1)
            card = bag[other]
            bag[other] = bag[place]
            bag[place] = card
    fill_hands(world, viewer, followed, bag)
    return True


def fill_hands(world: Table, viewer: i64, followed: vec[i64], bag: vec[i64]) -> None:
    """Followed cards, and the next ones of the bag; face-down piles are in the hand until they are laid again."""
    dealt: i64 = 0
    for seat in range(world.seats):
        if seat == viewer:
            continue
        first = seat * n.KINDS
        face_down = world.is_face_down(seat)
        free = cards_held(world, seat)
        for kind in range(n.KINDS):
            known = followed[first + kind]
            world.cards[n.HANDS + first + kind] = u8(known)
            free -= known
            if face_down:
                world.cards[n.LAID + first + kind] = 0
        for _ in range(free):
            world.shift(n.HANDS + first + bag[dealt], 1)
            dealt += 1


def lay_piles(world: Table, viewer: i64, rng: Rng) -> bool:
    """A random set of the announced number among the layable cards; False if there are too few."""
    for seat in range(world.seats):
        if seat == viewer or not world.is_face_down(seat):
            continue
        layable = layable_in_hand(world, seat)
        for _ in range(world.figures[n.ANNOUNCED + seat]):
            if layable == 0:
                return False
            left = rng.below(layable)
            layable -= 1
            for kind in range(n.LAYABLE):
                left -= world.hand(seat, kind)
                if left < 0:
                    world.shift(n.HANDS + seat * n.KINDS + kind, -1)
                    world.shift(n.LAID + seat * n.KINDS + kind, 1)
                    break
    return True


def layable_in_hand(world: Table, seat: i64) -> i64:
    total: i64 = 0
    for kind in range(n.LAYABLE):
        total += world.hand(seat, kind)
    return total


def place_specials_anywhere(world: Table, viewer: i64, recall: Recall, specials: vec[i64], rng: Rng) -> None:
    """The last way out, when no way to follow the cards leads to this table: every Joker and special card to a seat
    that has most room for it besides the pile it must lay."""
    followed = zeros(n.SEATS * n.KINDS)
    for back in range(n.KINDS - n.POPULATION):
        kind = n.KINDS - 1 - back
        for _ in range(specials[kind]):
            best: i64 = -1
            room: i64 = -1000
            for seat in range(world.seats):
                if seat != viewer:
                    free = cards_held(world, seat) - followed_by(followed, seat)
                    if kind >= n.LAYABLE and world.is_face_down(seat):
                        free -= world.figures[n.ANNOUNCED + seat]
                    if free > room:
                        room = free
                        best = seat
            followed[best * n.KINDS + kind] += 1
    deal_hidden_cards(world, viewer, recall, followed, specials, rng)
    lay_piles(world, viewer, rng)


# Answers and tokens


def answer_in_secret(world: Table, viewer: i64, rng: Rng) -> None:
    """Answers already given in a decision taken together: any that was legal."""
    if not world.is_together():
        return
    for seat in range(world.seats):
        if seat == viewer or world.answer(seat) < 0:
            continue
        if world.stage == n.CHOOSE_SUPPLY:
            world.figures[n.ANSWER + seat] = rng.below(world.house.row)
        elif world.stage == n.LOOK_FOR_SUPPLY:
            if not world.has_seen_all(seat):
                world.figures[n.ANSWER + seat] = any_slot(world.figures[n.BARRED + seat], rng)
        else:
            world.figures[n.PICKS + seat] = any_gift(world, seat, rng)


def any_slot(barred: i64, rng: Rng) -> i64:
    if barred < 0:
        return rng.below(n.NUN_SLOTS)
    slot = rng.below(n.NUN_SLOTS - 1)
    return slot + 1 if slot >= barred else slot


def any_gift(world: Table, seat: i64, rng: Rng) -> i64:
    """A random set of the cards that a Guard Tower demands, packed in rising order."""
    wanted = world.demand(seat)
    left = world.hand_size(seat)
    packed: i64 = 0
    made: i64 = 0
    for kind in range(n.KINDS):
        for _ in range(world.hand(seat, kind)):
            if made < wanted and rng.below(left) < wanted - made:
                packed |= (kind + 1) << (made * 6)
                made += 1
            left -= 1
    return packed


def deal_tokens(world: Table, viewer: i64, rng: Rng) -> None:
    """Others' tokens, then the pool, from the tokens that the viewer does not hold (RC-15.6)."""
    total: i64 = 0
    for value in range(i64(3)):
        world.figures[n.POOL + value] = world.house.tokens[value]
        if viewer >= 0:
            world.figures[n.POOL + value] -= world.figures[n.TOKENS + viewer * 3 + value]
        total += world.figures[n.POOL + value]
    for seat in range(world.seats):
        if seat == viewer:
            continue
        count = world.token_count(seat)
        for value in range(i64(3)):
            world.figures[n.TOKENS + seat * 3 + value] = 0
        for _ in range(count):
            left = rng.below(total)
            total -= 1
            for value in range(i64(3)):
                left -= world.figures[n.POOL + value]
                if left < 0:
                    world.figures[n.POOL + value] -= 1
                    world.figures[n.TOKENS + seat * 3 + value] += 1
                    break
