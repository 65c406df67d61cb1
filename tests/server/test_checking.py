"""No combination that the new-table form can show is refused: what can be chosen or written is checked before it is
sent, and the answer is the same that a table would get."""

from __future__ import annotations

import random
from typing import Any

import pytest
from harness import Served

from mischief.engine.errors import MischiefError
from mischief.engine.options import Option
from mischief.games.shelf import BOXES, rulebook
from mischief.trials.client import ask

each_game = pytest.mark.parametrize("name", BOXES)

WRITTEN: tuple[list[Any], ...] = (
    *([], [0], [0, 0], [1, 2], [0, 1, 2], [1, 2, 3], [9, 9, 9], [None], [None, 0]),
    *([[0], [1]], [[0], [1], [2]], [[0], [1, 2]], [[]], [[0, 0], [1]], [["x"], [1]], [[[1]]]),
    *(["A", "B"], ["LB1", "VG2"], ["LB1", "VG2", "CR3"], ["LB1", "LB1"], ["farm-1"], ["farm-1"] * 30, ["x"] * 70),
)
"""Lists as people write them, right and wrong."""


def choices(option: Option, seats: int) -> list[Any]:
    """Whatever the form lets somebody choose or write for an option."""
    found = [option.default, *option.values]
    if option.kind == "seat":
        found += range(seats)
    elif option.kind == "whole":
        found += [option.low, option.high, option.low - 1, option.high + 1, 0]
    elif option.kind == "text":
        found += ["", "HMS Cheese", "x" * (option.high + 1), "nosuchdeck"]
    elif option.kind == "list":
        found += WRITTEN
        found += [[pick] * seats for pick in option.picks[:1]]
    return found


@each_game
def test_what_is_checked_to_be_fine_makes_a_table_and_nothing_else_does(server: Served, name: str) -> None:
    book = rulebook(name)
    rng = random.Random(name)
    low, high = book.info.seats
    wishes = [
        (seats, {option.name: choice})
        for seats in (low, high)
        for option in book.option_list
        for choice in choices(option, seats)
    ]
    for _ in range(150):
        seats = rng.randint(low, high)
        some = rng.sample(list(book.option_list), min(len(book.option_list), rng.randint(2, 4)))
        wishes.append((seats, {option.name: rng.choice(choices(option, seats)) for option in some}))
    outcomes: set[bool] = set()
    for seats, options in wishes:
        wish = {"game": name, "seats": seats, "options": options}
        fit = ask(server.url, "/api/check", wish)
        try:
            refused = ""
            ask(server.url, "/api/tables", wish)
        except MischiefError as error:
            refused = str(error)
        assert (fit["says"] == "") == (refused == ""), (wish, fit, refused)
        assert fit["option"] in ("", *(option.name for option in book.option_list)), fit
        assert not fit["says"] or fit["option"], fit
        outcomes.add(fit["says"] == "")
    assert outcomes == {True, False}
