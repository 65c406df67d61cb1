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

from .memory import Note, Recall, follow_certain, is_unseen_gift, recall_of
from .pieces import D1, D2, D4, D6, D9, D10, ENDED, KINDS, LAYABLE, NUN_SLOTS, POPULATION, SEATS
from .table import ANSWER, BARRED, COUNT, DECK, GIFT, HANDS, LAID, NUNS, PICKS, POOL, TOKENS, Table

TRACE_TRIES: Final[i64] = 50
NUN_TRIES: Final[i64] = 20
PILE_TRIES: Final[i64] = 20


def imagine_the_rest(world: Table, viewer: i64, rng: Rng) -> None:
    """Deal afresh, in this copy of a table, all that the viewer (a seat, or the WATCHER) cannot know. When the game is
    over everything lies open."""
    if world.step == ENDED:
        return
    take_back_picks(world, viewer)
    recall = recall_of(world.memory, viewer, world.box)
    specials = hidden_specials(world, viewer)
    dealt = False
    for _ in range(PILE_TRIES):
        followed = follow(recall, rng)
        dealt = deal_hidden_cards(world, viewer, recall, followed, specials, rng) and lay_piles(world, viewer, rng)
        if dealt or len(recall.open_trace) == 0:
            break
    if not dealt:
        place_specials_anywhere(world, viewer, recall, specials, rng)
    answer_in_secret(world, viewer, rng)
    deal_tokens(world, viewer, rng)


def hidden_specials(world: Table, viewer: i64) -> vec[i64]:
    """Jokers and special cards that the viewer cannot see, by kind: what is in no supply lies in a hand or a pile."""
    counts = zeros(KINDS)
    for seat in range(world.seats):
        if seat != viewer:
            face_down = world.is_face_down(seat)
            for kind in range(POPULATION, KINDS):
                counts[kind] += world.hand(seat, kind)
                if face_down:
                    counts[kind] += world.laid(seat, kind)
    return counts


def take_back_picks(world: Table, viewer: i64) -> None:
    """The picks of others in an unfinished choice; they are still in the hand, so only the marks go (RC-15.7)."""
    if world.step == D9:
        for seat in range(world.seats):
            if seat != viewer:
                world.figures[PICKS + seat] = 0
    elif world.seat != viewer and world.picked > 0:
        if world.step == D4:
            for kind in range(KINDS):
                world.cards[LAID + world.seat * KINDS + kind] = 0
        elif world.step == D6 or world.step == D10:
            for kind in range(KINDS):
                world.cards[GIFT + kind] = 0
        world.picked = 0
        world.low = 0


# Followed cards


def follow(recall: Recall, rng: Rng) -> vec[i64]:
    """Where the followed cards are, gifts between others by chance: gone through again while a card turned up that
    could then not have been there."""
    if len(recall.open_trace) == 0:
        return recall.followed[:]
    for _ in range(TRACE_TRIES):
        followed = recall.followed[:]
        if walk_trace(recall, followed, rng, False):
            return followed
    followed = recall.followed[:]
    walk_trace(recall, followed, rng, True)
    return followed


def walk_trace(recall: Recall, followed: vec[i64], rng: Rng, insist: bool) -> bool:
    for note in recall.open_trace:
        if is_unseen_gift(note, recall.viewer):
            move_unseen(followed, note, rng)
        else:
            if insist:
                exchange_for_shown(followed, note, recall.viewer)
            if not follow_certain(followed, note, recall.viewer):
                return False
    return True


def move_unseen(followed: vec[i64], gift: Note, rng: Rng) -> None:
    """A random set of cards out of what the giver held, of which only the followed ones have a name."""
    known: i64 = 0
    for kind in range(KINDS):
        known += followed[gift.seat * KINDS + kind]
    if known == 0:
        return
    held = gift.before + gift.laid
    if held < known:
        held = known
    for _ in range(gift.count):
        if held == 0:
            break
        left = rng.below(held)
        held -= 1
        if left >= known:
            continue
        known -= 1
        for kind in range(KINDS):
            left -= followed[gift.seat * KINDS + kind]
            if left < 0:
                followed[gift.seat * KINDS + kind] -= 1
                followed[gift.other * KINDS + kind] += 1
                break


def exchange_for_shown(followed: vec[i64], note: Note, viewer: i64) -> None:
    """The way out after too many failures: what was shown must have been there, so the seat that is thought to hold
    most of it gives one up."""
    if note.seat == viewer:
        return
    for kind in range(POPULATION, KINDS):
        shown: i64 = 0
        for card in note.cards:
            if card == kind:
                shown += 1
        while shown > followed[note.seat * KINDS + kind]:
            richest = note.seat
            for other in range(SEATS):
                if other != note.seat and (
                    richest == note.seat or followed[other * KINDS + kind] > followed[richest * KINDS + kind]
                ):
                    richest = other
            if followed[richest * KINDS + kind] == 0:
                break
            followed[richest * KINDS + kind] -= 1
            followed[note.seat * KINDS + kind] += 1


# Nun-row, deck and hands


def deal_hidden_cards(
    world: Table, viewer: i64, recall: Recall, followed: vec[i64], specials: vec[i64], rng: Rng
) -> bool:
    """False if the followed cards do not fit the table: not all special cards that there are, or more cards than a
    hand holds."""
    for kind in range(POPULATION, KINDS):
        missing = specials[kind]
        for seat in range(world.seats):
            if seat != viewer:
                missing -= followed[seat * KINDS + kind]
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
    left = zeros(POPULATION)
    for attempt in range(NUN_TRIES + 1):
        deal_nuns(world, viewer, may_be_nuns, unseen, left, rng)
        if deal_deck_and_hands(world, viewer, recall, followed, left, wanted, attempt == NUN_TRIES, rng):
            break
    return True


def cards_held(world: Table, seat: i64) -> i64:
    """Hand and face-down pile together."""
    return world.hand_size(seat) + (world.figures[COUNT + seat] if world.is_face_down(seat) else 0)


def followed_by(followed: vec[i64], seat: i64) -> i64:
    total: i64 = 0
    for kind in range(KINDS):
        total += followed[seat * KINDS + kind]
    return total


def unseen_cards(world: Table, viewer: i64, followed: vec[i64]) -> vec[i64]:
    """Of each population kind, the copies that the viewer cannot place. Followed cards that cannot be where they
    were thought, since too many have been seen, are unknown again."""
    unseen = zeros(POPULATION)
    for kind in range(POPULATION):
        unseen[kind] = world.box.copies[kind] - world.pile(kind)
    for seat in range(world.seats):
        if seat == viewer:
            for kind in range(POPULATION):
                unseen[kind] -= world.hand(seat, kind)
        if world.figures[COUNT + seat] > 0 and (seat == viewer or world.is_face_up(seat)):
            for kind in range(POPULATION):
                unseen[kind] -= world.laid(seat, kind)
    if viewer >= 0:
        for slot in range(NUN_SLOTS):
            if world.has_seen(viewer, slot):
                unseen[world.nun_card(slot)] -= 1
    for seat in range(world.seats):
        if seat != viewer:
            for kind in range(POPULATION):
                count = followed[seat * KINDS + kind]
                if count > 0:
                    if count > unseen[kind]:
                        count = unseen[kind]
                        followed[seat * KINDS + kind] = count
                    unseen[kind] -= count
    return unseen


def possible_nuns(world: Table, viewer: i64, recall: Recall, unseen: vec[i64]) -> vec[i64]:
    """Copies that may lie in the unseen slots: as many as were never pointed at all at once. A memory that leaves too
    few for the slots is not believed."""
    found = zeros(POPULATION)
    slots: i64 = NUN_SLOTS
    for kind in range(POPULATION):
        found[kind] = world.box.copies[kind] - recall.located[kind]
    if viewer >= 0:
        for slot in range(NUN_SLOTS):
            if world.has_seen(viewer, slot):
                found[world.nun_card(slot)] -= 1
                slots -= 1
    total: i64 = 0
    for kind in range(POPULATION):
        if found[kind] > unseen[kind]:
            found[kind] = unseen[kind]
        if found[kind] < 0:
            found[kind] = 0
        total += found[kind]
    return found if total >= slots else unseen[:]


def deal_nuns(world: Table, viewer: i64, may_be_nuns: vec[i64], unseen: vec[i64], left: vec[i64], rng: Rng) -> None:
    total: i64 = 0
    for kind in range(POPULATION):
        left[kind] = unseen[kind]
        total += may_be_nuns[kind]
    used = zeros(POPULATION)
    for slot in range(NUN_SLOTS):
        if world.nun_card(slot) < 0 or (viewer >= 0 and world.has_seen(viewer, slot)):
            continue
        draw = rng.below(total)
        for kind in range(POPULATION):
            draw -= may_be_nuns[kind] - used[kind]
            if draw < 0:
                used[kind] += 1
                left[kind] -= 1
                world.figures[NUNS + slot] = kind
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
    bag = world.box.blank_cards[:]
    size: i64 = 0
    stray = world.box.blank_cards[:]
    strays: i64 = 0
    for kind in range(POPULATION):
        inside = left[kind]
        if not anything and recall.deck_made[kind] - recall.drawn[kind] < inside:
            inside = recall.deck_made[kind] - recall.drawn[kind]
            if inside < 0:
                inside = 0
            for _ in range(left[kind] - inside):
                stray[strays] = kind
                strays += 1
        for _ in range(inside):
            bag[size] = kind
            size += 1
        world.cards[DECK + kind] = u8(inside)
    if size < world.deck_size or strays > wanted:
        return False
    drawn = wanted - strays
    for place in range(drawn):
        other = place + rng.below(size - place)
        card = bag[other]
        bag[other] = bag[place]
        bag[place] = card
        world.shift(DECK + card, -1)
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
        first = seat * KINDS
        face_down = world.is_face_down(seat)
        free = cards_held(world, seat)
        for kind in range(KINDS):
            known = followed[first + kind]
            world.cards[HANDS + first + kind] = u8(known)
            free -= known
            if face_down:
                world.cards[LAID + first + kind] = 0
        for _ in range(free):
            world.shift(HANDS + first + bag[dealt], 1)
            dealt += 1


def lay_piles(world: Table, viewer: i64, rng: Rng) -> bool:
    """A random set of the announced number among the layable cards; False if there are too few."""
    for seat in range(world.seats):
        if seat == viewer or not world.is_face_down(seat):
            continue
        layable = layable_in_hand(world, seat)
        for _ in range(world.figures[COUNT + seat]):
            if layable == 0:
                return False
            left = rng.below(layable)
            layable -= 1
            for kind in range(LAYABLE):
                left -= world.hand(seat, kind)
                if left < 0:
                    world.shift(HANDS + seat * KINDS + kind, -1)
                    world.shift(LAID + seat * KINDS + kind, 1)
                    break
    return True


def layable_in_hand(world: Table, seat: i64) -> i64:
    total: i64 = 0
    for kind in range(LAYABLE):
        total += world.hand(seat, kind)
    return total


def place_specials_anywhere(world: Table, viewer: i64, recall: Recall, specials: vec[i64], rng: Rng) -> None:
    """The last way out, when no way to follow the cards leads to this table: every Joker and special card to a seat
    that has most room for it besides the pile it must lay."""
    followed = zeros(SEATS * KINDS)
    for back in range(KINDS - POPULATION):
        kind = KINDS - 1 - back
        for _ in range(specials[kind]):
            best: i64 = -1
            room: i64 = -1000
            for seat in range(world.seats):
                if seat != viewer:
                    free = cards_held(world, seat) - followed_by(followed, seat)
                    if kind >= LAYABLE and world.is_face_down(seat):
                        free -= world.figures[COUNT + seat]
                    if free > room:
                        room = free
                        best = seat
            followed[best * KINDS + kind] += 1
    deal_hidden_cards(world, viewer, recall, followed, specials, rng)
    lay_piles(world, viewer, rng)


# Answers and tokens


def answer_in_secret(world: Table, viewer: i64, rng: Rng) -> None:
    """Answers already given in a decision taken together: any that was legal."""
    together = world.step == D9 or (world.box.together and (world.step == D1 or world.step == D2))
    if not together:
        return
    for seat in range(world.seats):
        if seat == viewer or world.answer(seat) < 0:
            continue
        if world.step == D1:
            world.figures[ANSWER + seat] = rng.below(world.box.row)
        elif world.step == D2:
            if not world.has_seen_all(seat):
                world.figures[ANSWER + seat] = any_slot(world.figures[BARRED + seat], rng)
        else:
            world.figures[PICKS + seat] = any_gift(world, seat, rng)


def any_slot(barred: i64, rng: Rng) -> i64:
    if barred < 0:
        return rng.below(NUN_SLOTS)
    slot = rng.below(NUN_SLOTS - 1)
    return slot + 1 if slot >= barred else slot


def any_gift(world: Table, seat: i64, rng: Rng) -> i64:
    """A random set of the cards that a Guard Tower demands, packed in rising order."""
    wanted: i64 = 3 if world.hand_size(seat) > 3 else world.hand_size(seat)
    left = world.hand_size(seat)
    packed: i64 = 0
    made: i64 = 0
    for kind in range(KINDS):
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
        world.figures[POOL + value] = world.box.tokens[value]
        if viewer >= 0:
            world.figures[POOL + value] -= world.figures[TOKENS + viewer * 3 + value]
        total += world.figures[POOL + value]
    for seat in range(world.seats):
        if seat == viewer:
            continue
        count = world.token_count(seat)
        for value in range(i64(3)):
            world.figures[TOKENS + seat * 3 + value] = 0
        for _ in range(count):
            left = rng.below(total)
            total -= 1
            for value in range(i64(3)):
                left -= world.figures[POOL + value]
                if left < 0:
                    world.figures[POOL + value] -= 1
                    world.figures[TOKENS + seat * 3 + value] += 1
                    break
