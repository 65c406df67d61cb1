"""What a seat cannot know, dealt afresh: supplies and nests of the other rats from what was heard
(imagining_sheets.py), kinds of covered pieces, and choices that are in but not yet applied."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from mischief.engine.chance import Rng

from . import numbers as n
from .imagining_habits import LikelySheets
from .imagining_sheets import PossibleSheets, count_in, nests_of
from .scoring import a_piece, nests_in, piece_supply
from .table import HighTeaTable, choices_in, is_unbounded

AT_ONCE: Final[i64] = 0
CLOSELY: Final[i64] = 1
LIKELY: Final[i64] = 2

LIKELY_PLACES: Final[i64] = 8
"""Beside the record, likely sheets lie so many places behind the possible ones."""


def deal_secrets(table: HighTeaTable, world: HighTeaTable, seat: i64, how: i64, rng: Rng) -> None:
    """In a copy of the table, all that is secret to a seat: from what was heard (CLOSELY, or LIKELY as rats are), or
    else from the bounds (AT_ONCE)."""
    for other in range(table.seats):
        if other != seat:
            if how != AT_ONCE:
                imagine_supplies(table, world, other, how == LIKELY, rng)
            else:
                suppose_supplies(world, other, rng)
            imagine_pieces(world, other, rng)
            if world.chosen(other) != 0:
                imagine_choice(world, other, rng)


def imagine_supplies(table: HighTeaTable, world: HighTeaTable, seat: i64, likely: bool, rng: Rng) -> None:
    """Six counts and the places of the nests: from the possible sheets of the rat, or from the bounds if there are none
    (the position came without a record)."""
    sheets = sheets_of(table, seat, likely)
    if sheets is None or sheets.lost:
        suppose_supplies(world, seat, rng)
        return
    entry = sheets.draw(rng)
    sheet = seat * n.SHEET
    for kind in range(n.KINDS):
        world.cells[sheet + n.HELD + kind] = count_in(entry, kind)
    world.cells[sheet + n.NESTS] = nests_of(entry)


def sheets_of(table: HighTeaTable, seat: i64, likely: bool = False) -> PossibleSheets | None:
    """What a rat's sheet may hold by all that the table has heard, or is likely to; None without a record. Worked out
    once and kept beside the record. If they have already followed another table further, this one takes a copy of its
    own past."""
    record = table.record
    if record is None:
        return None
    place = int(seat + (LIKELY_PLACES if likely else 0))
    found = record.about.get(place)
    if found is not None and found.read > table.heard:
        record = record.fork(table.heard)
        table.record = record
        found = None
    if found is None:
        kind = LikelySheets if likely else PossibleSheets
        found = kind(table.house, seat, table.vocation(seat), table.house.imagine_entries)
        record.about[place] = found
    assert isinstance(found, PossibleSheets)
    if found.read < table.heard and not found.lost:
        found.follow(record.log, table.heard)
    elif len(found.sums) == 0:
        found.add_up()
    return found


def suppose_supplies(world: HighTeaTable, seat: i64, rng: Rng) -> None:
    """The same from the bounds alone, every count evenly between them (HT-5.4); nests anywhere."""
    cells = world.cells
    sheet = seat * n.SHEET
    for kind in range(n.KINDS):
        least = cells[sheet + n.LEAST + kind]
        most = cells[sheet + n.MOST + kind]
        if is_unbounded(most):
            most = least + world.house.imagine_unknown
        cells[sheet + n.HELD + kind] = least + rng.below(most - least + 1)
    left = nests_in(cells[sheet + n.NESTS])
    cells[sheet + n.NESTS] = 0
    for kind in range(n.KINDS):
        if rng.below(n.KINDS - kind) < left:
            cells[sheet + n.NESTS] |= i64(1) << kind
            left -= 1


def imagine_pieces(table: HighTeaTable, seat: i64, rng: Rng) -> None:
    """A fair dish or decoration for each piece of hidden kind (HT-R.23)."""
    for i in range(table.pieces(seat)):
        piece = table.piece(seat, i)
        supply = piece_supply(piece)
        if table.house.hides(table.vocation(seat), supply):
            value = table.spent_on(piece)
            kind = rng.below(2)
            if (supply == n.CRUMBS and kind == n.DECORATION) or (supply == n.RAGS and kind == n.DISH):
                value += table.house.pickpocket_bonus
            table.cells[seat * n.SHEET + n.PIECE + i] = a_piece(value, supply, kind)


def imagine_choice(table: HighTeaTable, seat: i64, rng: Rng) -> None:
    """What a rat has already chosen, while the others have not: as likely as its prior says."""
    phase = table.phase
    chosen: i64 = 0
    if phase == n.AT_SCAVENGE:
        if table.low_die == table.high_die:
            chosen = n.SCAVENGE + rng.below(n.KINDS) + 1
        else:
            chosen = n.SCAVENGE + (table.low_die if rng.below(2) == 0 else table.high_die)
    elif phase == n.AT_START:
        given = choices_in(table.chosen(seat))
        shift: i64 = 0
        if table.vocation(seat) == n.BANKER:
            chosen = n.BANK + rng.below(n.KINDS) + 1
            given -= 1
            shift = 8
        if given > 0:
            if table.seats == 2:
                chosen |= imagine_pair(table, n.START, given == 2, rng) << shift
            else:
                chosen |= (n.START + rng.below(n.KINDS) + 1) << shift
    elif phase == n.AT_BONUS:
        chosen = imagine_pair(table, n.GIFT, False, rng)
    elif table.said(seat) == n.RATS:
        if table.held(seat, table.called) < table.said(table.host):
            chosen = n.BEG + rng.below(n.KINDS) + 1
        else:
            chosen = n.CARRY_ON + 1
    elif phase == n.AT_BAUBLES:
        chosen = n.BAUBLE + rng.below(n.KINDS) + 1
    elif phase == n.AT_STRAW:
        place = rng.below(n.KINDS - nests_in(table.nests(seat)))
        for kind in range(n.KINDS):
            if (table.nests(seat) >> kind) & 1 == 0:
                if place == 0:
                    chosen = n.NEST + kind + 1
                place -= 1
    else:
        chosen = n.MAKE + rng.below(2) + 1
    table.cells[seat * n.SHEET + n.CHOSEN] = chosen


def imagine_pair(table: HighTeaTable, first: i64, both: bool, rng: Rng) -> i64:
    """Two picks in rising order, all pairs alike. With one pick given it is the lower of such a pair, but of none
    that would have needed no second choice: then the rat would have finished."""
    distinct = table.house.distinct
    pairs: i64 = 15 if distinct else 21
    left = rng.below(pairs if both else pairs - 1)
    for lower in range(n.KINDS):
        for upper in range(lower + 1 if distinct else lower, n.KINDS):
            if left == 0:
                return first + lower + 1 | ((first + upper + 1) << 8 if both else 0)
            left -= 1
    return 0
