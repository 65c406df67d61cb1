"""The form for a new table: whatever it can show is a table that the rules accept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, islice, product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import mischief
from mischief.engine.game import Game
from mischief.engine.options import Option

SHARED = json.loads((Path(__file__).parent / "shared" / "options.json").read_text(encoding="utf-8"))
KNOWN = msgspec.convert(SHARED["options"], tuple[Option, ...])
NAMED = {option.name: option for option in KNOWN}
LISTS_TRIED = 12


def test_the_examples_that_the_browser_reads_hold_here_too() -> None:
    for row in SHARED["matters"]:
        assert [o.name for o in KNOWN if o.matters(row["chosen"], row["seats"])] == row["names"]
    for row in SHARED["offers"]:
        assert NAMED[row["name"]].offers(KNOWN, row["chosen"], row["seats"]) == row["values"]
    for row in SHARED["fits"]:
        assert NAMED[row["name"]].fits(row["entries"], row["seats"]) is row["right"]


def shown(option: Option, known: tuple[Option, ...], chosen: dict[str, Any], seats: int) -> list[Any]:
    """What the form shows of one house rule, apart from what a person types."""
    found = option.offers(known, chosen, seats) or [option.default]
    if option.kind == "whole":
        found += [option.low, option.high]
    if option.picks:
        lists = (list(way) for way in product(option.picks, repeat=len(option.each) or seats))
        found += islice((way for way in lists if option.fits(way, seats)), LISTS_TRIED)
    return found


def filled_in(book: type[Game], seats: int, ways: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A form filled in from top to bottom: the named rules by `ways` where that is offered, the others by chance or as
    recommended. Only rules that matter are sent."""
    chosen = {o.name: o.default for o in book.option_list}
    for option in book.option_list:
        offered = shown(option, book.option_list, chosen, seats)
        usual = option.default if option.first_game is None else option.first_game
        value = ways.get(option.name, usual if ways else rng.choice(offered))
        chosen[option.name] = value if value in offered else usual
    return {o.name: chosen[o.name] for o in book.option_list if o.matters(chosen, seats)}


def pairs(book: type[Game], seats: int) -> Iterator[dict[str, Any]]:
    """Every pair of values of every two house rules, where nothing else is chosen."""
    plain = {o.name: o.default for o in book.option_list}
    for one, other in combinations(book.option_list, 2):
        for a, b in product(
            shown(one, book.option_list, plain, seats)[:8], shown(other, book.option_list, plain, seats)[:8]
        ):
            yield {one.name: a, other.name: b}


@pytest.mark.parametrize("name", mischief.BOXES)
def test_no_combination_that_the_form_shows_is_refused(name: str) -> None:
    book = mischief.rulebook(name)
    rng = Random(5)
    low, high = book.info.seats
    for seats in range(low, high + 1):
        for _ in range(60):
            mischief.game(name, seats, **filled_in(book, seats, {}, rng))
        for ways in pairs(book, seats) if seats in (low, book.info.usual_seats) else ():
            mischief.game(name, seats, **filled_in(book, seats, ways, rng))


@pytest.mark.parametrize("mode", ["random", "draw_diet", "draw_specs", "choose", "first_game"])
def test_each_of_doctor_rats_diet_modes_goes_with_what_is_recommended(mode: str) -> None:
    book = mischief.rulebook("doctor-rat")
    form = filled_in(book, 4, {"diet_mode": mode}, Random(1))
    assert form["diet_mode"] == mode
    mischief.game("doctor-rat", 4, **form)
