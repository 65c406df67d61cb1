"""The book of candidates of Doctor Rat: where a diet stands in it, what a set of diets weighs, which are struck out;
and what a card on a plate will follow."""

from __future__ import annotations

from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.moves import zeros
from mischief.games.doctor_rat.game import DoctorRatGame
from mischief.games.doctor_rat.numbers import (
    CANDIDATES,
    CENTRE,
    CODES,
    FOODS,
    IDENTITIES,
    IDENTITY,
    KINDS,
    PROPOSAL,
    SPECS,
    WORD_BITS,
    WORDS,
)
from mischief.games.doctor_rat.rules import DoctorRat
from mischief.games.doctor_rat.rules_candidates import DietBook

Verdict = tuple[str, int, str, bool]
"""The food before, how many foods came before it, the food, and what was said of it."""


def table() -> DoctorRatGame:
    game = mischief.game("doctor-rat", 2, complications=True, identities=["VG2", "CR3"])
    assert isinstance(game, DoctorRatGame)
    return game


def places(book: DietBook, who: int) -> list[int]:
    return list(range(who * int(CANDIDATES), who * int(CANDIDATES) + int(book.counts[who])))


def fitting(book: DietBook, who: int, verdicts: list[Verdict]) -> list[int]:
    """The diets that say so of every food, asked one by one."""
    return [
        at
        for at in places(book, who)
        if all(
            book.fits(book.kinds[at], book.firsts[at], book.seconds[at], CODES.index(before), eaten, CODES.index(food))
            == good
            for before, eaten, food, good in verdicts
        )
    ]


def test_a_diet_stands_at_one_place_and_an_illegal_one_at_none() -> None:
    book = table().house.book
    for who in range(int(IDENTITIES)):
        found = {
            (kind, a, b): int(book.place_of(who, kind, a, b))
            for kind in range(int(KINDS))
            for a in range(-1, int(SPECS))
            for b in range(-1, int(SPECS))
        }
        legal = {(int(book.kinds[at]), int(book.firsts[at]), int(book.seconds[at])): at for at in places(book, who)}
        assert len(legal) == int(book.counts[who])
        assert found == {diet: legal.get(diet, -1) for diet in found}


def test_the_good_foods_of_a_diet_are_those_that_get_a_check_mark() -> None:
    """DR-8.1: in odd and even places, after foods of every quantity."""
    book = table().house.book
    for at in places(book, 0):
        diet = book.kinds[at], book.firsts[at], book.seconds[at]
        for before, eaten in ((0, 0), (21, 1), (42, 2), (59, 3)):
            good = sum(1 << food for food in range(int(FOODS)) if book.fits(*diet, before, eaten, food))
            assert int(book.good_foods(*diet, before, eaten)) == good


def test_a_set_of_diets_weighs_what_its_diets_weigh() -> None:
    """DR-14.7: all of them, and those alone that call a food good; to the last unit."""
    book = table().house.book
    rng = Rng(7)
    for who in range(int(IDENTITIES)):
        for rarity in (1, 2, 5, 40, 300):
            chosen = [at for at in places(book, who) if rng.below(rarity) == 0]
            marked = zeros(WORDS + 1)
            for at in chosen:
                c = at - who * int(CANDIDATES)
                marked[1 + c // int(WORD_BITS)] |= 1 << (c % int(WORD_BITS))
            assert int(book.weight(who, marked, 1)) == sum(int(book.priors[at]) for at in chosen)
            for before, eaten, food in ((0, 0, 0), (5, 1, 37), (59, 2, 12), (30, 3, 59)):
                good = [at for at in fitting(book, who, [(CODES[before], eaten, CODES[food], True)]) if at in chosen]
                weight = int(book.good_weight(who, marked, 1, before, eaten, food))
                assert weight == sum(int(book.priors[at]) for at in good)


ROW: list[Verdict] = [("VG2", 0, "VR1", True), ("VR1", 1, "VR2", True)]
GHOSTS: list[tuple[dict[str, Any], Verdict]] = [
    ({"after": 0, "via": None, "card": "VB3", "good": True}, ("VG2", 0, "VB3", True)),
    ({"after": 1, "via": None, "card": "VY3", "good": False}, ("VR1", 1, "VY3", False)),
    ({"after": 2, "via": None, "card": "VG3", "good": True}, ("VR2", 2, "VG3", True)),
    ({"after": 0, "via": "LB1", "card": "LY2", "good": True}, ("LB1", 1, "LY2", True)),
    ({"after": 2, "via": "CO4", "card": "LY4", "good": False}, ("CO4", 3, "LY4", False)),
]


@pytest.mark.parametrize("told", [[0], [1], [2], [3], [4], [0, 3], [0, 1, 2, 3, 4]])
def test_an_answer_that_no_mark_repeats_strikes_diets_out(told: list[int]) -> None:
    """DR-14.6: what Megalomania was told counts at its place in the row, and for its own group alone."""
    game = table()
    book = game.house.book
    position = {
        "meal": 4,
        "phase": "C_propose",
        "centre": ["LG3", "LG4"],
        "trash": ["LG1", "LG2"],
        "groups": [
            {
                "identity": "VG2",
                "diet": {"kind": "plus_minus"},
                "row": [
                    {"card": "VR1", "mark": "good"},
                    {"complication": "madness"},
                    {"card": "VR2", "mark": "good"},
                ],
                "ghosts": [GHOSTS[i][0] for i in told],
            },
            {"identity": "CR3", "diet": {"kind": "identical", "category": "type"}},
        ],
    }
    state = game.load(position)
    assert isinstance(state, DoctorRat)
    who = int(state.of(0, IDENTITY))
    left = fitting(book, who, ROW + [GHOSTS[i][1] for i in told])
    assert int(state.candidates_left(0)) == len(left) < len(fitting(book, who, ROW))
    assert int(state.candidates_left(1)) == 237
    page = [possible.diet for possible in game.notebook(state.view(1))[0]]
    assert len(page) == len(left)
    rng = Rng(3)
    for _ in range(40):
        assert state.imagine(1, rng).position()["groups"][0]["diet"] in page  # type: ignore[index]


@pytest.mark.parametrize("filled", range(16))
def test_a_card_follows_the_nearest_one_before_it_on_its_plate_or_the_row(filled: int) -> None:
    """DR-10.14, DR-10.16: whichever places of the plate are filled, and whatever is proposed meanwhile."""
    state = table().load(
        {
            "meal": 4,
            "phase": "C_propose",
            "centre": ["LG3", "LG4"],
            "trash": ["LG1", "LG2"],
            "groups": [
                {"identity": "VG2", "diet": {"kind": "plus_minus"}, "row": [{"card": "VR1", "mark": "good"}]},
                {"identity": "CR3", "diet": {"kind": "identical", "category": "type"}},
            ],
        }
    )
    assert isinstance(state, DoctorRat)
    state.put(0, PROPOSAL, CODES.index("LG3"))
    foods = ["VR1"]
    for slot, card in enumerate(("LB1", "CB2", "VY3", "LO4")):
        assert CODES[state.food_before_slot(0, slot)] == foods[-1]
        assert int(state.eaten_before_slot(0, slot)) == len(foods)
        if (filled >> slot) & 1 == 1:
            state.lay(0, slot, CODES.index(card), CENTRE)
            foods.append(card)
