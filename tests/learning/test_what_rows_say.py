"""What some fields of some games claim is true of the table."""

from __future__ import annotations

import pytest

import mischief
from mischief.games.rattus_cartus import numbers as rc
from mischief.games.rattus_cartus.rules import RattusCartus
from tests.learning.reaching import walk


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
