"""What may be done: the legal moves of a rat that is asked, and the Dealer's odds."""

from mypy_extensions import i64

from mischief.engine.chance import Odds
from mischief.engine.moves import Moves
from mischief.engine.seats import NOBODY

from .house import (
    ASK_ALL,
    ASK_AMOUNT,
    ASK_RAT,
    ASK_SUPPLY,
    AT_BANKER,
    AT_BAUBLES,
    AT_BONUS,
    AT_COIN,
    AT_COIN_FLIP,
    AT_FIRST_HOST,
    AT_FLOWERS,
    AT_GOAL,
    AT_HOST_PICK,
    AT_PAUPER,
    AT_SCAVENGE,
    AT_START,
    AT_START_DRAW,
    AT_STRAW,
    AT_SWORDS_AMOUNT,
    AT_SWORDS_ORDER,
    AT_SWORDS_RAT,
    AT_SWORDS_SUPPLY,
    AT_VOCATION,
    BANK,
    BANKER,
    BAUBLE,
    BAUBLES,
    BEG,
    CARRY_ON,
    CHEAP,
    DECORATION,
    DISH,
    DRAW,
    FIRST,
    GIFT,
    GOAL,
    GOALS,
    HAT,
    HEADS,
    KEEP_COIN,
    KINDS,
    MAKE,
    NEST,
    ORDER,
    OVERRULE_COIN,
    RAFT,
    RATS,
    RUFFIAN,
    SCAVENGE,
    START,
    TAILS,
    VOCATION,
    VOCATIONS,
)
from .tea_table import TeaTable


def list_moves(table: TeaTable, seat: i64, moves: Moves) -> None:
    phase = table.phase
    if phase == AT_SCAVENGE:
        if table.low_die == table.high_die:
            add_six(moves, SCAVENGE)
        else:
            moves.add(SCAVENGE + table.low_die - 1)
            moves.add(SCAVENGE + table.high_die - 1)
    elif phase == AT_SWORDS_AMOUNT:
        for amount in range(table.ask_limit()):
            moves.add(ASK_AMOUNT + amount)
        if table.vocation(seat) == RUFFIAN:
            moves.add(ASK_ALL)
    elif phase == AT_SWORDS_SUPPLY:
        for kind in range(BAUBLES, KINDS):
            if not table.is_taken(table.target, kind):
                moves.add(ASK_SUPPLY + kind - 1)
    elif phase == AT_SWORDS_RAT:
        for other in range(table.seats):
            if other != seat:
                moves.add(ASK_RAT + other)
    elif phase == AT_PAUPER or (phase >= AT_BAUBLES and phase <= AT_FLOWERS):
        list_answers(table, seat, moves)
    elif phase == AT_START:
        list_start(table, seat, moves)
    elif phase == AT_BONUS:
        list_pair(table, GIFT, table.chosen(seat), moves)
    elif phase == AT_BANKER:
        add_six(moves, BANK)
    elif phase == AT_GOAL:
        for goal in range(CHEAP, CHEAP + GOALS):
            if (table.goals >> goal) & 1 == 0:
                moves.add(GOAL + goal - CHEAP)
    elif phase == AT_VOCATION:
        for vocation in range(i64(1), VOCATIONS + 1):
            if table.who_is(vocation) == NOBODY:
                moves.add(VOCATION + vocation - 1)
    elif phase == AT_COIN:
        moves.add(KEEP_COIN)
        moves.add(OVERRULE_COIN)
    else:
        list_rats(table, moves)


def list_rats(table: TeaTable, moves: Moves) -> None:
    """The Host's choices among rats that are level: next to ask, the hat, the raft (HT-5.11, 10.4, 11.11)."""
    first = ORDER if table.phase == AT_SWORDS_ORDER else HAT if table.phase == AT_HOST_PICK else RAFT
    level = table.level_rats()
    for seat in range(table.seats):
        if (level >> seat) & 1 == 1:
            moves.add(first + seat)


def list_answers(table: TeaTable, seat: i64, moves: Moves) -> None:
    """At a call: the Pauper's begging, or what the supply gives to those who act."""
    if table.said(seat) == RATS:
        if table.held(seat, table.called) < table.said(table.host):
            add_six(moves, BEG)
        else:
            moves.add(CARRY_ON)
    elif table.phase == AT_BAUBLES:
        add_six(moves, BAUBLE)
    elif table.phase == AT_STRAW:
        for kind in range(KINDS):
            if (table.nests(seat) >> kind) & 1 == 0:
                moves.add(NEST + kind)
    else:
        moves.add(MAKE + DISH)
        moves.add(MAKE + DECORATION)


def list_start(table: TeaTable, seat: i64, moves: Moves) -> None:
    """The Banker's gain first, then the start supplies (HT-1.6, HT-13.23)."""
    given = table.chosen(seat)
    if table.vocation(seat) == BANKER:
        if given == 0:
            add_six(moves, BANK)
            return
        given >>= 8
    if table.seats == 2:
        list_pair(table, START, given, moves)
    else:
        add_six(moves, START)


def list_pair(table: TeaTable, first: i64, given: i64, moves: Moves) -> None:
    """One of two picks in rising order, at a table of two (HT-14.2, HT-14.3)."""
    distinct = table.house.distinct
    if given == 0:
        for kind in range(KINDS - 1 if distinct else KINDS):
            moves.add(first + kind)
    else:
        for kind in range(given - first if distinct else given - 1 - first, KINDS):
            moves.add(first + kind)


def add_six(moves: Moves, first: i64) -> None:
    for kind in range(KINDS):
        moves.add(first + kind)


def list_odds(table: TeaTable, odds: Odds) -> None:
    phase = table.phase
    if phase == AT_FIRST_HOST:
        for seat in range(table.seats):
            odds.add(FIRST + seat, 1)
    elif phase == AT_START_DRAW:
        for kind in range(KINDS):
            if table.may_draw(kind):
                odds.add(DRAW + kind, 1)
    elif phase == AT_COIN_FLIP:
        odds.add(HEADS, 1)
        odds.add(TAILS, 1)
    else:
        for low in range(KINDS):
            for high in range(low, KINDS):
                odds.add(dice_outcome(low, high), 1 if low == high else 2)


def dice_outcome(low: i64, high: i64) -> i64:
    """The number of a roll among the 21; dice counted from 0, the lower first."""
    return ((low * (11 - low)) >> 1) + high
