"""Positions of the real games with secrets in them, small enough to be worked out exactly: search finds their value."""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import pytest

from mischief.bots.bot import Perspective
from mischief.bots.thinker import Budget, SearchBot
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.games.doctor_rat.game import DoctorRatGame
from mischief.games.doctor_rat.numbers import CANDIDATES, CODES
from mischief.games.doctor_rat.rules import DoctorRat
from mischief.games.doctor_rat.rules_candidates import DietBook
from mischief.games.doctor_rat.setup_supply import Supply
from mischief.games.shelf import game
from tests.bots.test_search_is_right import EXACT, after, matrix_value

# The last meal of Doctor Rat

Restriction = tuple[int, int, int]
RATS = 1
"""At a table of two the Doctor is seat 0 and the other seat plays both groups: nobody else's mind is to be read."""


def last_meal(book: DoctorRatGame, seed: int) -> DoctorRat | None:
    """The rats before the exam of a sensible game; None if it did not come to that."""
    state, rng, policy = book.start(seed), Rng(seed), book.heuristic()
    assert isinstance(state, DoctorRat)
    while not state.over:
        seat = state.actor()
        if seat == RATS and state.meal == 8:
            return state
        state.apply(seat, state.sample(rng) if seat == DEALER else policy.choose(state, seat, rng))
    return None


def still_possible(book: DietBook, who: int, foods: list[int], marks: list[bool]) -> list[Restriction]:
    """The restrictions of an Identity that would have said all this of its row, tried one by one."""
    places = range(who * int(CANDIDATES), who * int(CANDIDATES) + int(book.counts[who]))
    every = [(int(book.kinds[p]), int(book.firsts[p]), int(book.seconds[p])) for p in places]
    steps = [*zip(pairwise(foods), marks, strict=True)]
    return [
        (kind, a, b)
        for kind, a, b in every
        if all(
            bool(book.fits(kind, a, b, before, eaten, food)) == good
            for eaten, ((before, food), good) in enumerate(steps)
        )
    ]


def worth_of_cards(book: DoctorRatGame, state: DoctorRat) -> dict[int, float]:
    """For each card that group 0 could be given, the chance to pass the exam with the best card for group 1: over all
    pairs of diets that fit the rows, each as likely as the deal makes it (DR-14.9)."""
    diets = book.house.book
    rows, possible = [], []
    for seen in state.view(RATS).groups:  # type: ignore[attr-defined]
        foods = [CODES.index(code) for code in (seen.identity, *(entry["card"] for entry in seen.row))]
        who = list(diets.identity_foods).index(foods[0])
        rows.append(foods)
        possible.append(still_possible(diets, who, foods, [entry["mark"] == "good" for entry in seen.row]))
    cards = state.legal(RATS)
    passed, whole = dict.fromkeys(permutations(cards, 2), 0.0), 0.0
    for first in possible[0]:
        supply = Supply(diets)
        chance = supply.chance(first[0], rows[0][0], *first[1:])
        supply.take(*first)
        likes = [c for c in cards if diets.fits(*first, rows[0][-1], len(rows[0]) - 1, c)]
        for second in possible[1]:
            both = chance * supply.chance(second[0], rows[1][0], *second[1:])
            whole += both
            for card in cards:
                if diets.fits(*second, rows[1][-1], len(rows[1]) - 1, card):
                    for liked in likes:
                        if liked != card:
                            passed[liked, card] += both
    return {a: max(chance for (one, _), chance in passed.items() if one == a) / whole for a in cards}


def test_the_last_meal_of_doctor_rat_is_valued_exactly() -> None:
    book = game("doctor-rat", 2)
    assert isinstance(book, DoctorRatGame)
    checked = 0
    for seed in range(200):
        state = last_meal(book, seed)
        if state is None:
            continue
        worth = worth_of_cards(book, state)
        best = max(worth.values())
        if not 0.2 < best < 0.95 or best - min(worth.values()) < 0.1:
            continue  # nothing to find out, or nothing to choose
        hint = SearchBot(book, Budget(simulations=20000), **EXACT).explain(Perspective(state, RATS), Rng(1))
        assert hint.chance == pytest.approx(best, abs=0.03), state.position()
        assert worth[hint.action] == pytest.approx(best, abs=0.01), state.position()
        checked += 1
        if checked == 4:
            return
    pytest.fail(f"only {checked} exams with a choice were found")


# The last flowers of High Tea

FLOWERS: dict[str, Any] = {
    "game": "high-tea",
    "players": 3,
    "options": {"sheet": "open"},
    "turn": 5,
    "phase": "flowers",
    "host": 1,
    "goals": [3, 5, 7, 8, 9],
    "called": 6,
    "announced": [7, 1, 10],
    "seats": [
        {"nests": [4, 5, 6], "dishes": [2, 6], "decorations": [1, [6, 6], 10]},
        {"nests": [3, 6], "dishes": [5, 6], "decorations": [[6, 6], [8, 6]], "supplies": [0, 0, 0, 0, 0, 1]},
        {"nests": [6], "dishes": [4, 5], "decorations": [1, [1, 6], [8, 6], [11, 6]]},
    ],
}
"""Seats 0 and 2 have outdone the Host with flowers and make a dish or a decoration at the same moment; then the awards
are given. Seat 2 wins if both make the same, seat 0 if they do not."""


def test_a_together_decision_at_the_last_tea_is_mixed_and_valued_exactly() -> None:
    state = game("high-tea", 3, sheet="open").load(FLOWERS)
    assert state.actors() == [0, 2]
    ends = [[after(state, [(0, mine), (2, theirs)]) for theirs in state.legal(2)] for mine in state.legal(0)]
    assert all(end.actors() == [DEALER] and end.share(1) == 0 for row in ends for end in row)
    rows = [[end.share(0) for end in row] for row in ends]
    assert rows == [[0, 1], [1, 0]]
    value = matrix_value(rows)
    for seat, worth in ((0, value), (2, 1 - value)):
        hint = SearchBot(state.game, Budget(simulations=15000), **EXACT).explain(Perspective(state, seat), Rng(2))
        assert hint.chance == pytest.approx(worth, abs=0.03)
        assert [m.share for m in hint.moves] == [pytest.approx(0.5, abs=0.08)] * 2


def last_flowers(seed: int) -> State | None:
    """A random game, up to the moment in its last turn at which two rats make a piece of flowers together."""
    state = game("high-tea", 3, sheet="open").begin()
    rng = Rng(seed)
    while actors := state.actors():
        if len(actors) == 2 and (now := state.position())["phase"] == "flowers" and now["turn"] == 5:
            return state
        seat = actors[rng.below(len(actors))]
        legal = state.legal(seat) if seat != DEALER else []
        state.apply(seat, legal[rng.below(len(legal))] if legal else state.sample(rng))
    return None


def test_the_last_flowers_of_random_games_are_valued_exactly_by_both() -> None:
    """Also by the one who has lost already: it must not hope for ever that the other strays."""
    checked = 0
    for seed in range(2000):
        state = last_flowers(seed)
        if state is None:
            continue
        one, two = state.actors()
        ends = [
            [after(state, [(one, mine), (two, theirs)]) for theirs in state.legal(two)] for mine in state.legal(one)
        ]
        rows = [[end.share(one) for end in row] for row in ends]
        theirs = [[end.share(two) for end in row] for row in ends]
        if len({x for row in rows for x in row}) == 1 or any(
            a + b != 1 for row, other in zip(rows, theirs, strict=True) for a, b in zip(row, other, strict=True)
        ):
            continue  # nothing to decide, or not between these two alone
        value = matrix_value(rows)
        for seat, worth in ((one, value), (two, 1 - value)):
            hint = SearchBot(state.game, Budget(simulations=8000), **EXACT).explain(Perspective(state, seat), Rng(2))
            assert hint.chance == pytest.approx(worth, abs=0.03), (seed, rows)
        checked += 1
        if checked == 4:
            return
    pytest.fail(f"only {checked} last flowers between two were found")
