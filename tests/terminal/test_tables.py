"""The printed table holds what the view holds, all of it and nothing else, but for what the house rules keep back.

Views are taken from whole games. Each value in them is exchanged for another one that stood at the same place in
another view: then the print has to change. What changes nothing is listed here, with the reason."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from io import StringIO
from typing import Any, NamedTuple

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
PER_PLACE = 2
"""How many values are exchanged at each place of a view."""


@dataclass
class Case:
    """A game with its options. `back`: what is kept back, and why; `own`: what only its owner is shown, until the end;
    `told`: what is said elsewhere or in another way, so that not every exchange shows."""

    name: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    back: dict[str, str] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{k}={v}" for k, v in self.options.items())])

    @property
    def key(self) -> Key:
        return self.name, self.seats, tuple(self.options.items())


Key = tuple[str, int, tuple[tuple[str, Any], ...]]
ALWAYS = {
    "phase": "the question says it",
    "over": "the result says it",
    "seat": "a spectator and a seat may see the same",
    "waiting": "also by an arrow",
}
SPADE = "where a spade is, is told once"
PIRATZ = {
    **dict.fromkeys(("spades", "middle", "buried"), SPADE),
    "active": "an arrow marks who is to act",
    "last_revealed": "marked only while it lies face up",
    "draw": "counted, with its rats: nobody sees the bag, but everybody can count",
    "treasure": "cubes are only scored in the last phase",
}
COVERED = {"piles.*.*": "stored cards are covered (PZ-5.3); how many there are is not"}
TEA = {"rats.*.nest_places": "no place for a nest is as good as none known"}
CARTUS = {
    "buildings_unseen": "by building, not by card",
    "replacement_bottom": "by building, not by card",
    "building_discard": "by building, not by card",
    "seats.*.tokens": "no tokens have no values",
    "seats.*.laid": "only of those in a building",
    "seats.*.laid_count": "only of those in a building",
    "seats.*.space": "only of those in a building",
    "seats.*.strength": "only of those in a building",
    "premium": "only of a building that is being resolved",
    "taker": "beside what is still to come",
}
MEMORY = dict.fromkeys(("located", "own_drawn", "deck_made", "trace"), "for bots: people remember, or take notes")
SACK = {"seats.*.rats": "others' rats lie in a closed sack (RC-15.3)"}
DOCTOR = {
    "speech.clause": "beside its sentence",
    "groups.*.has_diet": "a diet that is shown is given",
    "options": "the word 'options' lists them",
}
AGES = {
    "hand_ages": "for bots: how many shuffles ago a card was drawn",
    "ages.*.*": "for bots: how many shuffles ago a card was drawn; their number is the hand",
}
PIES = {"ages": "counted: they are the hand"}
CASES = [
    Case("piratz", 3, {}, COVERED, {}, PIRATZ | {"piles": "counted"}),
    Case("piratz", 2, {"show_piles": "own"}, {}, COVERED, PIRATZ | {"piles": "counted"}),
    Case("piratz", 4, {"show_piles": "all"}, {}, {}, PIRATZ | {"piles.*.*": "by what they show together"}),
    Case("high-tea", 3, {}, {}, {}, TEA),
    Case("high-tea", 6, {"vocations": True}, {}, {}, TEA),
    Case("high-tea", 2, {"sheet": "open", "vocations": True}, {}, {}, TEA),
    Case("rattus-cartus", 3, {}, MEMORY, SACK, CARTUS),
    Case("rattus-cartus", 2, {"optional_actions": "auto"}, MEMORY, SACK, CARTUS),
    Case(
        "rattus-cartus",
        5,
        {"rat_display": "open", "supply_order": "together", "buildings": "random_cards"},
        MEMORY,
        {},
        CARTUS,
    ),
    Case("doctor-rat", 4, {}, {}, {}, DOCTOR),
    Case("doctor-rat", 3, {"complications": True, "diet_mode": "choose"}, {}, {}, DOCTOR),
    Case("doctor-rat", 4, {"variant": "colleagues"}, {}, {}, DOCTOR),
    Case("pie-rats", 3, {}, AGES, {}, PIES),
    Case("pie-rats", 6, {"phase6": "never", "captain_pick": "table"}, AGES, {}, PIES),
    Case("pie-rats", 2, {"stall_rounds": 3}, AGES, {}, PIES),
]
each_case = pytest.mark.parametrize("case", CASES, ids=str)


def printed(game: Game, view: View) -> str:
    console = Console(width=WIDTH, file=StringIO())
    console.print(sketch(game, view, NAMES[: game.seats]))
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@cache
def game_of(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return mischief.game(name, seats, **dict(options))


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
    return [view for found in by_phase.values() for view in pick.sample(found, min(len(found), 3))]


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


class Exchange(NamedTuple):
    """What was there, what was put there, whether that seat is the viewer's own (None: it is not, but
    the game is over), and whether the print changed."""

    value: Any
    other: Any
    own: bool | None
    changed: bool


@cache
def exchanges(key: Key) -> dict[str, list[Exchange]]:
    """By place: values exchanged for others that stood there in another view of that phase."""
    table, views = game_of(*key), views_of(*key)
    pool: dict[tuple[str, str, bool], list[Any]] = defaultdict(list)
    spots: dict[str, list[tuple[View, tuple[Any, ...], Any]]] = defaultdict(list)
    for view in views:
        for path, value in places(msgspec.to_builtins(view)):
            there = pool[pattern(path), view.phase, view.seat is None]
            if value not in there:
                there.append(value)
            spots[pattern(path)].append((view, path, value))
    pick, found = random.Random(2), defaultdict(list)
    print_once = cache(lambda number: printed(table, by_id[number]))
    by_id = {id(view): view for view in views}
    for place, where in spots.items():
        pick.shuffle(where)
        for view, path, value in where:
            others = [v for v in pool[place, view.phase, view.seat is None] if v != value]
            owner = next((part for part in path if isinstance(part, int)), None)
            own = True if owner == view.seat else None if view.over else False
            if not others or sum(one.own is own for one in found[place]) == PER_PLACE:
                continue
            other = pick.choice(others)
            try:
                twin = msgspec.convert(exchanged(msgspec.to_builtins(view), path, other), type(view))
                after = printed(table, twin)
            except (LookupError, ValueError):  # two places of a view that no longer fit each other
                continue
            found[place].append(Exchange(value, other, own, print_once(id(view)) != after))
    return {place: tried for place, tried in found.items() if tried}


def covered(place: str, listed: Mapping[str, str]) -> bool:
    """Whether a place, or what it is a part of, is on a list."""
    return any(place == entry or place.startswith(entry + ".") for entry in listed)


@each_case
def test_every_value_of_the_view_is_on_the_printed_table(case: Case) -> None:
    found = exchanges(case.key)
    excused = {**ALWAYS, **case.back, **case.own, **case.told}
    silent = {
        place: [(one.value, one.other) for one in tried if not one.changed][:3]
        for place, tried in found.items()
        if not covered(place, excused) and not all(one.changed for one in tried)
    }
    assert silent == {}
    said = {
        entry: any(one.changed for p in found if covered(p, {entry: ""}) for one in found[p]) for entry in case.told
    }
    assert [entry for entry, heard in said.items() if not heard and covered_at_all(entry, found)] == []


def covered_at_all(entry: str, found: Mapping[str, list[Exchange]]) -> bool:
    return sum(len(tried) for place, tried in found.items() if covered(place, {entry: ""})) > PER_PLACE


@each_case
def test_what_is_kept_back_is_not_printed(case: Case) -> None:
    found = exchanges(case.key)
    leaks = [place for place in found if covered(place, case.back) and any(one.changed for one in found[place])]
    leaks += [p for p in found if covered(p, case.own) and any(one.changed and one.own is False for one in found[p])]
    assert leaks == []


@pytest.mark.parametrize("case", [case for case in CASES if case.own], ids=str)
def test_what_is_kept_from_others_is_shown_to_its_owner(case: Case) -> None:
    own = [one for place, tried in exchanges(case.key).items() if covered(place, case.own) for one in tried if one.own]
    assert own
    assert all(one.changed for one in own)


ID = re.compile(r"\b(?:pz\d\d|c\d\d|p\d\d|[LVC][BGROY][1-4])\b")


@each_case
def test_no_card_is_printed_that_the_view_does_not_hold(case: Case) -> None:
    for view in views_of(*case.key):
        held = msgspec.json.encode(view).decode()
        assert set(ID.findall(printed(game_of(*case.key), view))) <= set(ID.findall(held))


@each_case
def test_tables_fit_80_columns_and_nothing_is_cut_off(case: Case) -> None:
    for view in views_of(*case.key):
        text = printed(game_of(*case.key), view)
        assert max(map(len, text.splitlines())) <= WIDTH
        assert "…" not in text


@each_case
def test_whoever_reads_is_told_you_ask_and_not_you_asks(case: Case) -> None:
    table = game_of(*case.key)
    for view in views_of(*case.key):
        if view.seat is not None:
            names = ["You" if seat == view.seat else name for seat, name in enumerate(NAMES[: table.seats])]
            console = Console(width=WIDTH, file=StringIO())
            console.print(sketch(table, view, names))
            told = console.file.getvalue()  # type: ignore[attr-defined]
            assert re.findall(r"You (?!as )[a-z]+s\b", " ".join(told.split())) == []


def test_a_game_without_a_drawing_of_its_own_is_told_line_by_line() -> None:
    table = mischief.game(TEMPLATE)
    view = table.start(1).view(0)
    console = Console(width=WIDTH, file=StringIO())
    console.print(plainly(table, view, NAMES))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    for name in view.__struct_fields__:
        assert name in ("seat", "phase", "waiting", "over") or name.replace("_", " ")[:12] in text
