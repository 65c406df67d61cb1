"""What some fields of some games claim is true of the table."""

from __future__ import annotations

import pytest

import mischief
from mischief.engine.variants import variants
from mischief.games.rattus_cartus import numbers as rc
from mischief.games.rattus_cartus.rules import RattusCartus
from tests.learning.reaching import OBSERVED, walk
from tests.learning.retelling import RETOLD, retell
from tests.shelf_of_tests import title

NOT_IN_VIEWS = {
    "piratz": {"zero_scores", "auto_high"},
    "high-tea": {"vocations", "random_start", "privilege", "distinct", "open_sheet"},
    "rattus-cartus": {"together", "ask", "all_lose", "token_mix", "step", "sure"},
    "doctor-rat": {
        *(
            "colony",
            "diet_mode",
            "spec_count",
            "same_families",
            "complications",
            "consensus",
            "yuck_tokens",
            "youngest",
        ),
        *("passes", "good", "no_card", "ghosts"),
    },
    "pie-rats": {"phase6", "fail_discard", "first_pie", "stall_rounds"},
    "last-crumb": set(),
}
"""Fields that the view says otherwise or not at all: options (which a test of their own holds), and a few sums."""


@pytest.mark.parametrize("name", OBSERVED, ids=title)
def test_every_field_says_what_the_view_shows(name: str) -> None:
    """In every variant, for every seat, along random games: each field, told in the words of the view, is what stands
    there."""
    for number, game in enumerate(variants(mischief.rulebook(name))):
        id = game.info.id
        for state in walk(game, 200 + number, closely=3):
            for seat in range(game.seats):
                told = retell(game, state.observe(seat), seat)
                shown = RETOLD[id](game, state.view(seat))
                assert set(told) - {"seats", "me"} == set(shown) | NOT_IN_VIEWS[id]
                assert told["seats"] == str(game.seats)
                assert told.get("me", f"seat {seat}") == f"seat {seat}"
                for field in game.observer().fields:
                    if field.name in shown:
                        mine, right = told[field.name], shown[field.name]
                        if field.blocks == 1:
                            assert in_any_order(mine) == in_any_order(right), field.name
                        elif isinstance(right, list):
                            assert [in_any_order(of) for of in mine] == [in_any_order(of) for of in right], field.name
                        else:
                            assert mine == right, field.name


def in_any_order(value: object) -> object:
    """Names that are there, sorted: rows know no order."""
    return sorted(value) if isinstance(value, list) and all(isinstance(name, str) for name in value) else value


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_cards_that_a_seat_of_rattus_cartus_surely_has_it_has(seats: int) -> None:
    game = mischief.game("rattus-cartus", seats)
    kinds = range(int(rc.KINDS))
    known = 0
    for seed in range(3):
        for state in walk(game, seed):
            assert isinstance(state, RattusCartus)
            for seat in range(seats):
                for place, sure in enumerate(game.observer().read(state.observe(seat))["sure"][:seats]):
                    other = (seat + place) % seats
                    has = [int(state.hand(other, k)) + int(state.laid(other, k)) for k in kinds]
                    assert all(sure[k] <= has[k] for k in kinds)
                    known += sum(sure)
    assert known > 0
