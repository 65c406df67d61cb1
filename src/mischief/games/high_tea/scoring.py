"""The Awards Ceremony: what each goal measures on a sheet, and who gets how many awards for it (HT-11, HT-12)."""

from librt.vecs import vec
from mypy_extensions import i64

from . import numbers as n
from .house import House


def piece_value(piece: i64) -> i64:
    return piece >> 4


def piece_supply(piece: i64) -> i64:
    return (piece >> 1) & 7


def piece_kind(piece: i64) -> i64:
    return piece & 1


def a_piece(value: i64, supply: i64, kind: i64) -> i64:
    return value * 16 + supply * 2 + kind


def nests_in(places: i64) -> i64:
    """How many nests a set of places holds."""
    found: i64 = 0
    for kind in range(n.KINDS):
        found += (places >> kind) & 1
    return found


def biggest(cells: vec[i64], sheet: i64, kind: i64) -> i64:
    """The value of the biggest piece of a kind; OUT with none (HT-12.4, HT-12.10)."""
    best: i64 = n.OUT
    for i in range(sheet + n.PIECE, sheet + n.PIECE + cells[sheet + n.PIECES]):
        if cells[i] & 1 == kind and cells[i] >> 4 > best:
            best = cells[i] >> 4
    return best


def total(cells: vec[i64], sheet: i64, kind: i64) -> i64:
    """The values of all pieces of a kind; OUT with none (HT-12.5, HT-12.9)."""
    found: i64 = 0
    for i in range(sheet + n.PIECE, sheet + n.PIECE + cells[sheet + n.PIECES]):
        if cells[i] & 1 == kind:
            found += cells[i] >> 4
    return found if found > 0 else n.OUT


def number(cells: vec[i64], sheet: i64, kind: i64) -> i64:
    """How many pieces of a kind there are; OUT with none (HT-12.6, HT-12.8)."""
    found: i64 = 0
    for i in range(sheet + n.PIECE, sheet + n.PIECE + cells[sheet + n.PIECES]):
        if cells[i] & 1 == kind:
            found += 1
    return found if found > 0 else n.OUT


def matching(cells: vec[i64], sheet: i64) -> i64:
    """How many pieces share their value with another; OUT with none (HT-12.3)."""
    found: i64 = 0
    end = sheet + n.PIECE + cells[sheet + n.PIECES]
    for i in range(sheet + n.PIECE, end):
        for j in range(sheet + n.PIECE, end):
            if i != j and cells[i] >> 4 == cells[j] >> 4:
                found += 1
                break
    return found if found > 0 else n.OUT


def longest_run(cells: vec[i64], sheet: i64) -> i64:
    """The longest run of consecutive values; OUT if none is of two (HT-12.11)."""
    best: i64 = 1
    end = sheet + n.PIECE + cells[sheet + n.PIECES]
    for i in range(sheet + n.PIECE, end):
        value = cells[i] >> 4
        length: i64 = 0
        growing = True
        while growing:
            growing = False
            for j in range(sheet + n.PIECE, end):
                if cells[j] >> 4 == value + length:
                    length += 1
                    growing = True
                    break
        if length > best:
            best = length
    return best if best > 1 else n.OUT


def small(cells: vec[i64], sheet: i64, limit: i64) -> i64:
    """How many pieces are of a value up to the limit; OUT with none (HT-12.12)."""
    found: i64 = 0
    for i in range(sheet + n.PIECE, sheet + n.PIECE + cells[sheet + n.PIECES]):
        if cells[i] >> 4 <= limit:
            found += 1
    return found if found > 0 else n.OUT


def measure(house: House, cells: vec[i64], seat: i64, goal: i64) -> i64:
    """What a goal measures on a rat's sheet, or OUT if the rat does not count for it (HT-12)."""
    sheet = seat * n.SHEET
    if goal == n.CHEAP:
        return cells[sheet + n.PIECES]
    if goal == n.COMPOSED:
        return matching(cells, sheet)
    if goal == n.GREEDY:
        return biggest(cells, sheet, n.DISH)
    if goal == n.REFINED:
        return total(cells, sheet, n.DISH)
    if goal == n.GENEROUS:
        return number(cells, sheet, n.DISH)
    if goal == n.PLUSH:
        nests = nests_in(cells[sheet + n.NESTS])
        return nests if nests > 0 else n.OUT
    if goal == n.SWANKY:
        return number(cells, sheet, n.DECORATION)
    if goal == n.DAPPER:
        return total(cells, sheet, n.DECORATION)
    if goal == n.GRANDIOSE:
        return biggest(cells, sheet, n.DECORATION)
    if goal == n.ELEGANT:
        return longest_run(cells, sheet)
    assert goal == n.DAINTY
    return small(cells, sheet, house.dainty_limit)


def better(goal: i64, one: i64, other: i64) -> bool:
    """Whether a counting measure beats another: fewer for Cheap, more for the rest; any beats OUT."""
    if other == n.OUT:
        return one != n.OUT
    if one == n.OUT:
        return False
    return one < other if goal == n.CHEAP else one > other


def award(house: House, cells: vec[i64], goal: i64, measures: vec[i64], awards: vec[i64]) -> None:
    """Fill in what each rat measures for a goal and the awards it gets: best, next best, others (HT-11.5 to 11.9)."""
    first: i64 = n.OUT
    second: i64 = n.OUT
    for seat in range(house.seats):
        mine = measure(house, cells, seat, goal)
        measures[seat] = mine
        if better(goal, mine, first):
            second = first
            first = mine
        elif mine != first and better(goal, mine, second):
            second = mine
    for seat in range(house.seats):
        mine = measures[seat]
        if mine == n.OUT:
            awards[seat] = 0
        elif mine == first:
            awards[seat] = house.first_award
        elif mine == second:
            awards[seat] = house.second_award
        else:
            awards[seat] = house.other_award


def total_awards(house: House, cells: vec[i64], goals: i64) -> None:
    """Write the awards of all circled goals onto the sheets (HT-11.3)."""
    measures = vec[i64]([0, 0, 0, 0, 0, 0])
    awards = vec[i64]([0, 0, 0, 0, 0, 0])
    for seat in range(house.seats):
        cells[seat * n.SHEET + n.AWARDS] = 0
    for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
        if (goals >> goal) & 1 == 1:
            award(house, cells, goal, measures, awards)
            for seat in range(house.seats):
                cells[seat * n.SHEET + n.AWARDS] += awards[seat]
