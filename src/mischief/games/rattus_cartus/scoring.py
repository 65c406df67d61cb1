"""Final scoring, the plague and the winner (RC-12, RC-13)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from mischief.engine.moves import zeros

from . import numbers as n
from .sets import bit
from .table import Table


def ranking(table: Table, which: i64) -> vec[i64]:
    """The seats with influence in a class, the highest first; of equals the lower disc (RC-12.3, RC-12.4)."""
    ranked = vec[i64]()
    for _ in range(table.seats):
        best: i64 = -1
        for seat in range(table.seats):
            if table.influence(seat, which) == 0 or _has(ranked, seat):
                continue
            if best < 0 or outranks(table, which, seat, best):
                best = seat
        if best < 0:
            break
        ranked = append(ranked, best)
    return ranked


def _has(seats: vec[i64], seat: i64) -> bool:
    return any(other == seat for other in seats)


def outranks(table: Table, which: i64, seat: i64, other: i64) -> bool:
    if table.influence(seat, which) != table.influence(other, which):
        return table.influence(seat, which) > table.influence(other, which)
    return table.arrival(seat, which) < table.arrival(other, which)


def place_points(table: Table, place: i64) -> i64:
    """10, 5 and 2 for the first three (RC-12.2); of two players only 10 and 5 (RC-12.5)."""
    if place == 0:
        return n.FIRST_PLACE
    if place == 1:
        return n.SECOND_PLACE
    return n.THIRD_PLACE if place == 2 and table.seats > 2 else 0


def class_points(table: Table, which: i64) -> vec[i64]:
    points = zeros(table.seats)
    for seat in range(table.seats):
        if table.influence(seat, which) == 0:
            continue
        place: i64 = 0
        for other in range(table.seats):
            if other != seat and table.influence(other, which) > 0 and outranks(table, which, other, seat):
                place += 1
        points[seat] = place_points(table, place)
    return points


def people_in_hand(table: Table, seat: i64) -> i64:
    """Population cards and Jokers (RC-12.6)."""
    specials: i64 = 0
    for kind in range(n.SWORD, n.GOLD + 1):
        specials += table.hand(seat, kind)
    return table.hand_size(seat) - specials


def hand_points(table: Table, kind: i64) -> vec[i64]:
    """What cards of a kind in hand are worth to each seat; JOKER stands for population cards and Jokers."""
    counts = held(table, kind)
    return gold_points(counts) if kind == n.GOLD else majority_points(counts)


def held(table: Table, kind: i64) -> vec[i64]:
    """Cards of a kind in each hand; JOKER stands for population cards and Jokers together."""
    counts = zeros(table.seats)
    for seat in range(table.seats):
        counts[seat] = people_in_hand(table, seat) if kind == n.JOKER else table.hand(seat, kind)
    return counts


def majority_points(counts: vec[i64]) -> vec[i64]:
    """2 for the most, 1 each if tied; 0 cards never score (RC-12.6, RC-12.7)."""
    best = highest(counts)
    tied = how_many(counts, best)
    points = zeros(i64(len(counts)))
    if best > 0:
        for seat in range(i64(len(counts))):
            if counts[seat] == best:
                points[seat] = n.MOST_IN_HAND if tied == 1 else n.TIED_IN_HAND
    return points


def gold_points(counts: vec[i64]) -> vec[i64]:
    """6 and 3; ties share as RC-12.9 and RC-12.10 say, and two players have no second place (RC-12.11)."""
    points = zeros(i64(len(counts)))
    best = highest(counts)
    if best == 0:
        return points
    tied = how_many(counts, best)
    second: i64 = 0
    for count in counts:
        if count < best and count > second:
            second = count
    for seat in range(i64(len(counts))):
        if counts[seat] == best:
            points[seat] = n.MOST_GOLD if tied == 1 else (n.MOST_GOLD + n.SECOND_GOLD) // tied
        elif tied == 1 and second > 0 and counts[seat] == second and len(counts) > 2:
            points[seat] = n.SECOND_GOLD // how_many(counts, second)
    return points


def highest(counts: vec[i64]) -> i64:
    best: i64 = 0
    for count in counts:
        if count > best:
            best = count
    return best


def how_many(counts: vec[i64], number: i64) -> i64:
    found: i64 = 0
    for count in counts:
        if count == number:
            found += 1
    return found


def token_points(table: Table, seat: i64) -> i64:
    return table.tokens(seat, 1) + 2 * table.tokens(seat, 2) + 3 * table.tokens(seat, 3)


def points(table: Table) -> vec[i64]:
    """Victory points of every seat if the game ended now; the dead are counted like the living (RC-13.8)."""
    total = zeros(table.seats)
    for which in range(n.CLASSES):
        add_to(total, class_points(table, which))
    for kind in range(n.JOKER, n.GOLD + 1):
        add_to(total, hand_points(table, kind))
    for seat in range(table.seats):
        total[seat] += token_points(table, seat)
    return total


def add_to(total: vec[i64], more: vec[i64]) -> None:
    for seat in range(i64(len(total))):
        total[seat] += more[seat]


def nuns(table: Table) -> i64:
    """Nuns on the five cards of the Nun-row (RC-13.1)."""
    total: i64 = 0
    for slot in range(n.NUN_SLOTS):
        if table.nun_card(slot) >= 0:
            total += table.nun_card(slot) % 5
    return total


def survivors(table: Table) -> i64:
    """As bits, the seats with no more rats than nuns (RC-13.2); if there are none, those with fewest rats where the
    option says so (RC-13.7)."""
    praying = nuns(table)
    alive: i64 = 0
    least = table.rats(0)
    for seat in range(table.seats):
        if table.rats(seat) <= praying:
            alive |= bit(seat)
        if table.rats(seat) < least:
            least = table.rats(seat)
    if alive == 0 and not table.house.all_lose:
        for seat in range(table.seats):
            if table.rats(seat) == least:
                alive |= bit(seat)
    return alive


def places(table: Table) -> vec[i64]:
    """Survivors by points, then fewer rats; the dead share the last place (RC-13.3 to RC-13.5, RC-13.9)."""
    total = points(table)
    alive = survivors(table)
    found = zeros(table.seats)
    for seat in range(table.seats):
        found[seat] = table.seats
        if (alive >> seat) & 1 == 0:
            continue
        place: i64 = 1
        for other in range(table.seats):
            if (alive >> other) & 1 == 1 and (
                total[other] > total[seat] or (total[other] == total[seat] and table.rats(other) < table.rats(seat))
            ):
                place += 1
        found[seat] = place
    return found


def share_of_victory(table: Table, seat: i64) -> float:
    """1 for the winner, shared among several; nothing for anybody if nobody won (RC-13.6)."""
    alive = survivors(table)
    if (alive >> seat) & 1 == 0:
        return 0.0
    total = points(table)
    sharing: i64 = 1
    for other in range(table.seats):
        if other == seat or (alive >> other) & 1 == 0:
            continue
        if total[other] > total[seat]:
            return 0.0
        if total[other] == total[seat]:
            if table.rats(other) < table.rats(seat):
                return 0.0
            if table.rats(other) == table.rats(seat):
                sharing += 1
    return 1.0 / float(sharing)


def winners(table: Table) -> list[int]:
    alive = survivors(table)
    placed = places(table)
    return [int(s) for s in range(table.seats) if placed[s] == 1 and (alive >> s) & 1 == 1]
