"""Doctor Rat: what is left of the Restriction cards while diets are given, and how likely each completion is; and
which foods lie open."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import mischief
from mischief.engine.chance import Odds
from mischief.engine.seats import DEALER
from mischief.games.doctor_rat.game import DoctorRatGame
from mischief.games.doctor_rat.numbers import (
    ALTERNATING,
    CATEGORIES,
    COMPLICATION,
    EFFECTS,
    FAMILIES,
    FORBIDDEN,
    IDENTICAL,
    KINDS,
    MANDATORY,
    NONE,
    PLUS_MINUS,
    SPECS,
)
from mischief.games.doctor_rat.rules import DoctorRat
from mischief.games.doctor_rat.rules_diets import family_of
from mischief.games.doctor_rat.setup_supply import Supply, reduce
from tests.rare_tables import scarce_decks

FOODS = (0, 17, 42, 59)
GIVEN = [
    [],
    [(MANDATORY, 0, 5)],
    [(FORBIDDEN, 1, NONE), (ALTERNATING, 7, 12)],
    [(PLUS_MINUS, NONE, NONE), (IDENTICAL, 1, NONE), (MANDATORY, 2, 16), (FORBIDDEN, 3, 9)],
    [(MANDATORY, spec, NONE) for spec in range(SPECS)],
    [(FORBIDDEN, spec, NONE) for spec in range(SPECS)],
]
"""Of the last two, groups have taken every single Specification of a kind: pairs alone are left of it."""


def supply_after(given: list[tuple[Any, Any, Any]]) -> Supply:
    game = mischief.game("doctor-rat", 2)
    assert isinstance(game, DoctorRatGame)
    supply = Supply(game.house.book)
    for kind, a, b in given:
        supply.take(kind, a, b)
    return supply


@pytest.mark.parametrize("given", GIVEN)
def test_what_is_given_is_gone_from_its_kind_and_its_family(given: list[tuple[Any, Any, Any]]) -> None:
    """DR-8.11."""
    before, after = supply_after([]), supply_after(given)
    gone = [spec for kind, a, b in given if kind <= ALTERNATING for spec in (a, b) if spec != NONE]
    for spec in range(SPECS):
        assert before.specs[spec] - after.specs[spec] == gone.count(spec)
    for family in range(FAMILIES):
        assert after.families[family] == sum(after.specs[s] for s in range(SPECS) if family_of(s) == family)
    assert after.diet_total == sum(after.diets) == before.diet_total - len(given)
    assert sum(after.categories) == sum(before.categories) - sum(kind == IDENTICAL for kind, _, _ in given)


@pytest.mark.parametrize("given", GIVEN)
def test_completions_weigh_as_the_cards_of_their_families_are_drawn(given: list[tuple[Any, Any, Any]]) -> None:
    """A family is as likely as another, and so is each card that is left of it; pairs of Forbidden are drawn from two
    families."""
    supply = supply_after(given)

    def drawn(*specs: int) -> Fraction:
        share, left = Fraction(1), [int(supply.families[f]) for f in range(FAMILIES)]
        for spec in specs:
            share *= Fraction(int(supply.specs[spec]), left[int(family_of(spec))])
            left[int(family_of(spec))] -= 1
        return share

    for food in FOODS:
        for kind in (MANDATORY, FORBIDDEN, ALTERNATING):
            single = {(a,): supply.weight(kind, food, a, NONE) for a in range(SPECS)}
            pairs = {(a, b): supply.weight(kind, food, a, b) for a in range(SPECS) for b in range(SPECS) if a != b}
            for weights in (single, pairs):
                units = {Fraction(int(w)) / drawn(*specs) for specs, w in weights.items() if w}
                assert len(units) <= 1, (kind, food)


@pytest.mark.parametrize("given", GIVEN)
def test_weights_are_added_up_by_the_card_they_begin_with(given: list[tuple[Any, Any, Any]]) -> None:
    """DR-8.10: what another group has is not given again."""
    supply = supply_after(given)
    for food in FOODS:
        for kind in range(KINDS):
            supply.measure(kind, food)
            first = [-1] if kind == PLUS_MINUS else range(CATEGORIES) if kind >= IDENTICAL else range(SPECS)
            for a in first:
                assert supply.single[max(a, 0)] == supply.weight(kind, food, a, NONE), (kind, food, a)
                if kind <= ALTERNATING:
                    assert supply.paired[a] == sum(supply.weight(kind, food, a, b) for b in range(SPECS))


def used_up(keep: tuple[int, int, int]) -> Supply:
    """A supply with so many cards left of each family, those of the highest numbers."""
    supply = supply_after([])
    for family in range(FAMILIES):
        cards = [s for s in range(SPECS) if family_of(s) == family for _ in range(supply.specs[s])]
        for spec in cards[: len(cards) - keep[family]]:
            supply.take(MANDATORY, spec, NONE)
    supply.taken = supply_after([]).taken
    return supply


@pytest.mark.parametrize("keep", [(1, 4, 4), (4, 1, 3), (0, 3, 3), (3, 3, 0), (1, 1, 1), (2, 1, 0)])
def test_families_that_are_nearly_used_up_leave_the_odds_of_the_others_alone(keep: tuple[int, int, int]) -> None:
    """DR-2.14, down to the last card: what may be laid has a weight, and its sums are those of the single weights."""
    supply = used_up(keep)
    for food in FOODS:
        for kind in (MANDATORY, FORBIDDEN, ALTERNATING):
            supply.measure(kind, food)
            for a in range(SPECS):
                weights = [supply.weight(kind, food, a, b) for b in range(-1, SPECS)]
                assert [w > 0 for w in weights] == [supply.legal(kind, food, a, b) for b in range(-1, SPECS)]
                assert supply.single[a] == weights[0]
                assert supply.paired[a] == sum(weights[1:])


@pytest.mark.parametrize("given", GIVEN)
def test_the_chances_of_all_completions_make_up_their_diet_card(given: list[tuple[Any, Any, Any]]) -> None:
    """DR-2.14: single ones and pairs weigh alike in sum where both are left, and else everything."""
    supply = supply_after(given)
    for kind, _, _ in given:
        supply.diets[kind] += 1
        supply.diet_total += 1
    for food in FOODS:
        for kind in (MANDATORY, FORBIDDEN, ALTERNATING):
            single = sum(supply.chance(kind, food, a, NONE) for a in range(SPECS))
            pairs = sum(supply.chance(kind, food, a, b) for a in range(SPECS) for b in range(SPECS))
            assert single + pairs == pytest.approx(supply.diets[kind] / supply.diet_total)
            if kind != ALTERNATING and single:
                assert single == pytest.approx(pairs)


def test_odds_are_told_in_their_smallest_numbers() -> None:
    odds = Odds()
    for outcome, weight in ((3, 12), (4, 30), (7, 18)):
        odds.add(outcome, weight)
    reduce(odds)
    assert [int(odds.weights[i]) for i in range(int(odds.count))] == [2, 5, 3]
    assert odds.total == 10


def test_families_are_drawn_by_nine_numbers_and_no_more() -> None:
    """DR-2.16: one of three families, or two of them, also twice the same."""
    supply = supply_after([])
    for kind in (MANDATORY, FORBIDDEN, ALTERNATING):
        assert not any(supply.can_draw(kind, food, families) for food in FOODS for families in (9, 10))
    assert all(supply.can_draw(MANDATORY, food, families) for food in FOODS for families in range(9))


def test_a_part_that_leaves_no_choice_lays_itself() -> None:
    """DR-2.15: where the last Category for a drawn Diet card is the only one, the Doctor is not asked."""
    with scarce_decks():
        options: dict[str, Any] = {"groups": 3, "diet_mode": "draw_diet", "deck": "scarce"}
        state = mischief.game("doctor-rat", 4, identities=["LB1", "VG2", "CR3"], **options).begin()
        for diet, category in (("identical", "quantity"), ("different", "colour")):
            state.play(DEALER, f"diet {diet}")
            assert len(state.legal(0)) > 1
            state.play(0, f"category {category}")
        state.play(DEALER, "diet identical")
        position: Any = state.position()
        assert position["phase"] == "deal_trash"
        assert position["groups"][2]["diet"] == {"kind": "identical", "category": "type"}


def test_a_diet_that_needs_nothing_more_does_not_end_the_giving() -> None:
    """DR-11.7: team A's Plus/Minus is complete as drawn; team B still chooses a Category for its own."""
    game = mischief.game("doctor-rat", 2, variant="colleagues", diet_mode="draw_diet", identities=["LB1", "VG2"])
    state = game.begin()
    state.play(DEALER, "diet identical")
    state.play(DEALER, "diet plus_minus")
    assert state.actors() == [0]
    state.play(0, "category type")
    position: Any = state.position()
    assert [each["diet"]["kind"] for each in position["groups"]] == ["plus_minus", "identical"]


def test_a_complication_in_a_row_is_no_food_that_lies_open() -> None:
    """DR-10.8: it lies between the foods, and hides none from those who reckon what is still to come."""
    state = mischief.game("doctor-rat", 2, complications=True).start(3)
    assert isinstance(state, DoctorRat)
    before = state.open_foods()
    for effect in range(EFFECTS):
        state.append_row(0, COMPLICATION + effect)
        assert state.open_foods() == before
    state.append_row(0, 0)
    assert state.open_foods() == before | 1
