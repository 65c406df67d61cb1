"""The printed table holds what the view holds, all of it and nothing else, but for what the house rules keep back.

Views are taken from whole games. Each value in them is exchanged for another one that stood at the same place in
another view: then the print has to change. What changes nothing is listed here, with the reason."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from typing import Any

import msgspec
import pytest
from rich.console import Console

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.commands.sketch import plainly, sketch
from mischief.engine.chance import Rng
from mischief.engine.game import Game, View
from mischief.engine.table import Table
from tests.shelf_of_tests import TEMPLATE

NAMES = ("Ada", "Bertie", "Clementine", "Digory", "Euphemia", "Fitz", "Gertie")
WIDTH = 80
PER_PLACE = 5
"""How many values are exchanged at each place of a view."""


@dataclass
class Case:
    """A game with its options; `back` what they keep back, `twice` what is said elsewhere or in another way."""

    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)
    twice: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options.items())])


ALWAYS = {
    "phase": "the question says it",
    "over": "the result says it",
    "seat": "a spectator and a seat may see the same",
    "waiting.*": "also by an arrow",
}
PIRATZ = {
    "spades.*": "a spade that lies is told by where it lies",
    "active": "an arrow marks who is to act",
    "last_revealed": "marked only while it lies face up",
    "draw.*": "counted, with its rats: nobody sees the bag, but everybody can count",
    "draw": "counted",
    "treasure": "cubes are only scored in the last phase",
    "middle.*": "where a spade lies is told once",
    "middle": "where a spade lies is told once",
    "buried.*.*": "where a spade lies is told once",
    "buried": "where a spade lies is told once",
}
HIDDEN_PILES = {"piles.*.*": "stored cards are covered (PZ-5.3); how many there are is not"}
CASES = [
    Case("piratz", 3, {}, HIDDEN_PILES, PIRATZ),
    Case("piratz", 2, {"show_piles": "own"}, {}, PIRATZ | {"piles.*.*": "only the viewer's own are shown"}),
    Case("piratz", 4, {"show_piles": "all"}, {}, PIRATZ | {"piles.*.*": "by what they show together"}),
    Case("high-tea", 3),
    Case("high-tea", 6, {"vocations": True}),
    Case("high-tea", 2, {"sheet": "open", "vocations": True}),
    Case("rattus-cartus", 3),
    Case("rattus-cartus", 5, {"rat_display": "open", "supply_order": "together", "buildings": "random_cards"}),
    Case("rattus-cartus", 2, {"optional_actions": "auto"}),
    Case("doctor-rat", 4),
    Case("doctor-rat", 3, {"complications": True, "diet_mode": "choose"}),
    Case("doctor-rat", 4, {"variant": "colleagues"}),
    Case("pie-rats", 3),
    Case("pie-rats", 6, {"phase6": "never", "captain_pick": "table"}),
    Case("pie-rats", 2, {"stall_rounds": 3}),
]
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def printed(game: Game, view: View) -> str:
    console = Console(width=WIDTH, file=StringIO())
    console.print(sketch(game, view, NAMES[: game.seats]))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@cache
def game_of(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return mischief.game(name, seats, **dict(options))


def game(case: Case) -> Game:
    return game_of(case.name, case.seats, tuple(case.options.items()))


@cache
def views_of(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> list[View]:
    """Some views of every phase, of every seat and of a spectator, from games between sensible bots."""
    table_game = game_of(name, seats, options)
    bot, rng, pick = make_bot("heuristic", table_game), Rng(1), random.Random(1)
    by_phase: dict[tuple[str, bool], list[View]] = defaultdict(list)
    for seed in range(2):
        table = Table(table_game, seed)
        while True:
            for seat in (pick.randrange(seats), None, *table.state.actors()):
                view = table.state.view(seat)
                by_phase[view.phase, seat is None].append(view)
            if table.state.over:
                break
            seat = table.state.actors()[0]
            table.play(seat, bot.choose(Perspective(table.state, seat), rng))
    return [view for found in by_phase.values() for view in pick.sample(found, min(len(found), 4))]


def views(case: Case) -> list[View]:
    return views_of(case.name, case.seats, tuple(case.options.items()))


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value in a view, and every list as a whole, by the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        yield path, value
        for at, inner in enumerate(value):
            yield from places(inner, (*path, at))
    else:
        yield path, value


def pattern(path: tuple[Any, ...]) -> str:
    return ".".join("*" if isinstance(part, int) else part for part in path)


def exchanged(whole: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    copy: Any = msgspec.json.decode(msgspec.json.encode(whole))
    inner = copy
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return copy  # type: ignore[no-any-return]


Tried = dict[str, list[tuple[Any, Any, bool]]]


def exchanges(case: Case) -> Tried:
    return exchanges_of(case.name, case.seats, tuple(case.options.items()))


@cache
def exchanges_of(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Tried:
    """By place: what was there, what was put there (it stood there in another view of that phase), and whether the
    print changed."""
    table = game_of(name, seats, options)
    pool: dict[tuple[str, str, bool], list[Any]] = defaultdict(list)
    spots: dict[str, list[tuple[View, tuple[Any, ...], Any]]] = defaultdict(list)
    for view in views_of(name, seats, options):
        for path, value in places(msgspec.to_builtins(view)):
            there = pool[pattern(path), view.phase, view.seat is None]
            if value not in there:
                there.append(value)
            spots[pattern(path)].append((view, path, value))
    pick, found = random.Random(2), defaultdict(list)
    print_once = cache(lambda number: printed(table, by_id[number]))
    by_id = {id(view): view for view in views_of(name, seats, options)}
    for place, where in spots.items():
        pick.shuffle(where)
        for view, path, value in where:
            others = [v for v in pool[place, view.phase, view.seat is None] if v != value]
            if not others or len(found[place]) == PER_PLACE:
                continue
            other = pick.choice(others)
            try:
                twin = msgspec.convert(exchanged(msgspec.to_builtins(view), path, other), type(view))
                after = printed(table, twin)
            except (LookupError, ValueError):  # two places of a view that no longer fit each other
                continue
            found[place].append((value, other, print_once(id(view)) != after))
    return {place: tried for place, tried in found.items() if tried}


@each_case
def test_every_value_of_the_view_is_on_the_printed_table(case: Case) -> None:
    found = exchanges(case)
    silent = {
        place: [(value, other) for value, other, changed in tried if not changed][:3]
        for place, tried in found.items()
        if place not in case.back and place not in {**case.twice, **ALWAYS} and not all(c for *_, c in tried)
    }
    assert silent == {}
    never = [p for p, tried in found.items() if p in case.twice and not any(changed for *_, changed in tried)]
    assert never == [], "these are said in no way at all"


@each_case
def test_what_the_house_rules_keep_back_is_not_printed(case: Case) -> None:
    found = exchanges(case)
    assert [p for p in case.back if p in found and any(changed for *_, changed in found[p])] == []


ID = re.compile(r"\b(?:pz\d\d|c\d\d|p\d\d|[LVC][BGROY][1-4])\b")


@each_case
def test_no_card_is_printed_that_the_view_does_not_hold(case: Case) -> None:
    for view in views(case):
        held = msgspec.json.encode(view).decode()
        assert set(ID.findall(printed(game(case), view))) <= set(ID.findall(held))


@each_case
def test_tables_fit_80_columns_and_nothing_is_cut_off(case: Case) -> None:
    for view in views(case):
        text = printed(game(case), view)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "…" not in text


def test_a_game_without_a_drawing_of_its_own_is_told_line_by_line() -> None:
    table = mischief.game(TEMPLATE)
    view = table.start(1).view(0)
    console = Console(width=WIDTH, file=StringIO())
    console.print(plainly(table, view, NAMES))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for name in view.__struct_fields__:
        assert name in ("seat", "phase", "waiting", "over") or name.replace("_", " ")[:12] in text
