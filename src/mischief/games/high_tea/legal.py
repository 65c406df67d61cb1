"""What may be done: the legal moves of a rat that is asked, and the Dealer's odds."""

from mypy_extensions import i64

from mischief.engine.chance import Odds
from mischief.engine.moves import Moves
from mischief.engine.seats import NOBODY

from . import numbers as n
from .table import HighTeaTable


def list_moves(table: HighTeaTable, seat: i64, moves: Moves) -> None:
    phase = table.phase
    if phase == n.AT_SCAVENGE:
        if table.low_die == table.high_die:
            add_six(moves, n.SCAVENGE)
        else:
            moves.add(n.SCAVENGE + table.low_die - 1)
            moves.add(n.SCAVENGE + table.high_die - 1)
    elif phase == n.AT_SWORDS_AMOUNT:
        for amount in range(table.ask_limit()):
            moves.add(n.ASK_AMOUNT + amount)
        if table.vocation(seat) == n.RUFFIAN:
            moves.add(n.ASK_ALL)
    elif phase == n.AT_SWORDS_SUPPLY:
        for kind in range(n.BAUBLES, n.KINDS):
            if not table.is_taken(table.target, kind):
                moves.add(n.ASK_SUPPLY + kind - 1)
    elif phase == n.AT_SWORDS_RAT:
        for other in range(table.seats):
            if other != seat:
                moves.add(n.ASK_RAT + other)
    elif phase == n.AT_PAUPER or (phase >= n.AT_BAUBLES and phase <= n.AT_FLOWERS):
        list_answers(table, seat, moves)
    elif phase == n.AT_START:
        list_start(table, seat, moves)
    elif phase == n.AT_BONUS:
        list_pair(table, n.GIFT, table.chosen(seat), moves)
    elif phase == n.AT_BANKER:
        add_six(moves, n.BANK)
    elif phase == n.AT_GOAL:
        for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
            if (table.goals >> goal) & 1 == 0:
                moves.add(n.GOAL + goal - n.CHEAP)
    elif phase == n.AT_VOCATION:
        for vocation in range(i64(1), n.VOCATIONS + 1):
            if table.who_is(vocation) == NOBODY:
                moves.add(n.VOCATION + vocation - 1)
    elif phase == n.AT_COIN:
        moves.add(n.KEEP_COIN)
        moves.add(n.OVERRULE_COIN)
    else:
        list_rats(table, moves)


def list_rats(table: HighTeaTable, moves: Moves) -> None:
    """The Host's choices among rats that are level: next to ask, the hat, the raft (HT-5.11, 10.4, 11.11)."""
    first = n.ORDER if table.phase == n.AT_SWORDS_ORDER else n.HAT if table.phase == n.AT_HOST_PICK else n.RAFT
    level = table.level_rats()
    for seat in range(table.seats):
        if (level >> seat) & 1 == 1:
            moves.add(first + seat)


def list_answers(table: HighTeaTable, seat: i64, moves: Moves) -> None:
    """At a call: the Pauper's begging, or what the supply gives to those who act."""
    if table.said(seat) == n.RATS:
        if table.held(seat, table.called) < table.said(table.host):
            add_six(moves, n.BEG)
        else:
            moves.add(n.CARRY_ON)
    elif table.phase == n.AT_BAUBLES:
        add_six(moves, n.BAUBLE)
    elif table.phase == n.AT_STRAW:
        for kind in range(n.KINDS):
            if (table.nests(seat) >> kind) & 1 == 0:
                moves.add(n.NEST + kind)
    else:
        moves.add(n.MAKE + n.DISH)
        moves.add(n.MAKE + n.DECORATION)


def list_start(table: HighTeaTable, seat: i64, moves: Moves) -> None:
    """The Banker's gain first, then the start supplies (HT-1.6, HT-13.23)."""
    given = table.chosen(seat)
    if table.vocation(seat) == n.BANKER:
        if given == 0:
            add_six(moves, n.BANK)
            return
        given >>= 8
    if table.seats == 2:
        list_pair(table, n.START, given, moves)
    else:
        add_six(moves, n.START)


def list_pair(table: HighTeaTable, first: i64, given: i64, moves: Moves) -> None:
    """One of two picks in rising order, at a table of two (HT-14.2, HT-14.3)."""
    distinct = table.house.distinct
    if given == 0:
        for kind in range(n.KINDS - 1 if distinct else n.KINDS):
            moves.add(first + kind)
    else:
        for kind in range(given - first if distinct else given - 1 - first, n.KINDS):
            moves.add(first + kind)


def add_six(moves: Moves, first: i64) -> None:
    for kind in range(n.KINDS):
        moves.add(first + kind)


def list_odds(table: HighTeaTable, odds: Odds) -> None:
    phase = table.phase
    if phase == n.AT_FIRST_HOST:
        for seat in range(table.seats):
            odds.add(n.FIRST + seat, 1)
    elif phase == n.AT_START_DRAW:
        for kind in range(n.KINDS):
            if table.may_draw(kind):
                odds.add(n.DRAW + kind, 1)
    elif phase == n.AT_COIN_FLIP:
        odds.add(n.HEADS, 1)
        odds.add(n.TAILS, 1)
    else:
        for low in range(n.KINDS):
            for high in range(low, n.KINDS):
                odds.add(dice_outcome(low, high), 1 if low == high else 2)


def dice_outcome(low: i64, high: i64) -> i64:
    """The number of a roll among the 21; dice counted from 0, the lower first."""
    return ((low * (11 - low)) >> 1) + high
