"""What is told at the table: the longer events, with who may know which part. Called only when somebody listens."""

from mypy_extensions import i64

from . import numbers as n
from .table import HighTeaTable


def tell_opening(table: HighTeaTable) -> None:
    """The first event of a game, told with its first decision: a listener cannot come earlier."""
    fixed = not table.house.vocations and table.house.first_host != n.RANDOM_SEAT
    if table.phase == n.AT_DRAFT_ROLL:
        if table.next_to_roll() != 0 or table.rolls(0) > 0:
            return
    elif table.phase == n.AT_START_DRAW:
        if not fixed or table.progress > 0:
            return
    elif table.phase == n.AT_START:
        if not fixed or table.house.random_start:
            return
        for seat in range(table.seats):
            if table.chosen(seat) != 0:
                return
    elif table.phase == n.AT_VOCATION:
        return
    options = table.game.options
    table.tell(
        "game_start",
        {"players": int(table.seats), "options": dict(options), "ship_name": options["ship_name"]},
    )
    if fixed:
        table.tell("host", {"seat": int(table.host), "previous": None, "reason": "setup"})
        table.tell("privilege", {"seat": int(table.host)})


def tell_start_pick(table: HighTeaTable, seat: i64, kind: i64, by: str) -> None:
    amount = int(table.house.start_amount)
    table.tell(
        "start_pick",
        {"seat": int(seat), "supply": n.SUPPLY_IDS[kind], "amount": amount, "by": by},
        {"supply": [int(seat)]},
    )


def tell_scavenged(table: HighTeaTable, seat: i64, kind: i64, amount: i64, factor: i64) -> None:
    owner = [int(seat)]
    table.tell(
        "scavenged",
        {
            "seat": int(seat),
            "supply": n.SUPPLY_IDS[kind],
            "base": int(amount),
            "factor": int(factor),
            "amount": int(amount * factor),
        },
        {"supply": owner, "base": owner, "factor": owner, "amount": owner},
    )


def tell_call(table: HighTeaTable, kind: i64, mine: i64) -> None:
    over = [[s, int(table.said(s))] for s in range(int(table.seats)) if s != table.host and table.said(s) != n.RATS]
    rats = [s for s in range(int(table.seats)) if table.said(s) == n.RATS]
    table.tell(
        "call",
        {
            "supply": n.SUPPLY_IDS[kind],
            "host": int(table.host),
            "host_count": int(mine),
            "over": over,
            "rats": rats,
            "seats_saying_rats": rats,
        },
    )


def tell_acts(table: HighTeaTable, kind: i64, acting: i64) -> None:
    seats = [s for s in range(int(table.seats)) if (acting >> s) & 1 == 1]
    table.tell(
        "acts",
        {"supply": n.SUPPLY_IDS[kind], "seats": seats, "spent": [int(table.said(s)) for s in seats]},
    )


def tell_request(table: HighTeaTable, amount: i64, given: i64) -> None:
    table.tell(
        "request",
        {
            "seat": int(table.asker),
            "target": int(table.target),
            "supply": n.SUPPLY_IDS[table.wanted],
            "amount": "all" if amount == 0 else int(amount),
        },
    )
    said_rats = given == 0 and amount > 0
    table.tell(
        "answer",
        {
            "target": int(table.target),
            "seat": int(table.asker),
            "supply": n.SUPPLY_IDS[table.wanted],
            "ok": given > 0,
            "given": None if said_rats else int(given),
        },
    )


def tell_ceremony(table: HighTeaTable) -> None:
    seats = range(int(table.seats))
    table.tell(
        "ceremony",
        {"final_host": int(table.host), "sheets": [table.sheet_facts(s) for s in seats]},
    )
    for goal in range(n.CHEAP, n.CHEAP + n.GOALS):
        if (table.goals >> goal) & 1 == 1:
            measures, awards = table.judged(goal)
            table.tell(
                "goal_scored",
                {
                    "goal": n.GOAL_IDS[goal - n.CHEAP],
                    "measures": [None if measured == n.OUT else measured for measured in measures],
                    "counts": [measured != n.OUT for measured in measures],
                    "awards": awards,
                },
            )
    table.tell("totals", {"awards": [int(table.awards(s)) for s in seats]})
