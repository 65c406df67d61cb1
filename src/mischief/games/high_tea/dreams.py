"""What a seat cannot know of a rat, dealt afresh: supplies and nests from its table (imagining.py), kinds of covered
pieces, and choices that are in but not yet applied."""

from mypy_extensions import i64

from mischief.engine.chance import Rng

from .house import (
    AT_BAUBLES,
    AT_BONUS,
    AT_SCAVENGE,
    AT_START,
    AT_STRAW,
    BANK,
    BANKER,
    BAUBLE,
    BEG,
    CARRY_ON,
    CHOSEN,
    CRUMBS,
    DECORATION,
    DISH,
    GIFT,
    HELD,
    KINDS,
    LEAST,
    MAKE,
    MOST,
    NEST,
    NESTS,
    PIECE,
    RAGS,
    RATS,
    SCAVENGE,
    SHEET,
    START,
)
from .imagining import count_in, nests_of
from .scoring import a_piece, nests_in, piece_supply
from .tea_table import TeaTable, choices_in, is_unbounded


def imagine_supplies(table: TeaTable, world: TeaTable, seat: i64, rng: Rng) -> None:
    """Six counts and the places of the nests: from the table of the rat, or from the bounds where the position
    came without a record."""
    record = table.record
    if record is not None:
        if record.reaches_beyond(seat, table.heard):
            record = record.fork(table.heard)
            table.record = record
        weighed = record.table(table.house, seat, table.vocation(seat), table.heard)
        if not weighed.lost:
            entry = weighed.draw(rng)
            sheet = seat * SHEET
            for kind in range(KINDS):
                world.cells[sheet + HELD + kind] = count_in(entry, kind)
            world.cells[sheet + NESTS] = nests_of(entry)
            return
    suppose_supplies(world, seat, rng)


def suppose_supplies(world: TeaTable, seat: i64, rng: Rng) -> None:
    """The same from the bounds alone, every count evenly between them (HT-5.4); nests anywhere."""
    cells = world.cells
    sheet = seat * SHEET
    for kind in range(KINDS):
        least = cells[sheet + LEAST + kind]
        most = cells[sheet + MOST + kind]
        if is_unbounded(most):
            most = least + world.house.imagine_unknown
        cells[sheet + HELD + kind] = least + rng.below(most - least + 1)
    left = nests_in(cells[sheet + NESTS])
    cells[sheet + NESTS] = 0
    for kind in range(KINDS):
        if rng.below(KINDS - kind) < left:
            cells[sheet + NESTS] |= i64(1) << kind
            left -= 1


def imagine_pieces(table: TeaTable, seat: i64, rng: Rng) -> None:
    """A fair dish or decoration for each piece of hidden kind (R23)."""
    for i in range(table.pieces(seat)):
        piece = table.piece(seat, i)
        supply = piece_supply(piece)
        if table.house.hides(table.vocation(seat), supply):
            value = table.spent_on(piece)
            kind = rng.below(2)
            if (supply == CRUMBS and kind == DECORATION) or (supply == RAGS and kind == DISH):
                value += table.house.pickpocket_bonus
            table.cells[seat * SHEET + PIECE + i] = a_piece(value, supply, kind)


def imagine_choice(table: TeaTable, seat: i64, rng: Rng) -> None:
    """What a rat has already chosen, while the others have not: as likely as its prior says."""
    phase = table.phase
    chosen: i64 = 0
    if phase == AT_SCAVENGE:
        if table.low_die == table.high_die:
            chosen = SCAVENGE + rng.below(KINDS) + 1
        else:
            chosen = SCAVENGE + (table.low_die if rng.below(2) == 0 else table.high_die)
    elif phase == AT_START:
        given = choices_in(table.chosen(seat))
        shift: i64 = 0
        if table.vocation(seat) == BANKER:
            chosen = BANK + rng.below(KINDS) + 1
            given -= 1
            shift = 8
        if given > 0:
            if table.seats == 2:
                chosen |= imagine_pair(table, START, given == 2, rng) << shift
            else:
                chosen |= (START + rng.below(KINDS) + 1) << shift
    elif phase == AT_BONUS:
        chosen = imagine_pair(table, GIFT, False, rng)
    elif table.said(seat) == RATS:
        if table.held(seat, table.called) < table.said(table.host):
            chosen = BEG + rng.below(KINDS) + 1
        else:
            chosen = CARRY_ON + 1
    elif phase == AT_BAUBLES:
        chosen = BAUBLE + rng.below(KINDS) + 1
    elif phase == AT_STRAW:
        place = rng.below(KINDS - nests_in(table.nests(seat)))
        for kind in range(KINDS):
            if (table.nests(seat) >> kind) & 1 == 0:
                if place == 0:
                    chosen = NEST + kind + 1
                place -= 1
    else:
        chosen = MAKE + rng.below(2) + 1
    table.cells[seat * SHEET + CHOSEN] = chosen


def imagine_pair(table: TeaTable, first: i64, both: bool, rng: Rng) -> i64:
    """Two picks in rising order, all pairs alike. With one pick given it is the lower of such a pair, but of none
    that would have needed no second choice: then the rat would have finished."""
    distinct = table.house.distinct
    pairs: i64 = 15 if distinct else 21
    left = rng.below(pairs if both else pairs - 1)
    for lower in range(KINDS):
        for upper in range(lower + 1 if distinct else lower, KINDS):
            if left == 0:
                return first + lower + 1 | ((first + upper + 1) << 8 if both else 0)
            left -= 1
    return 0
