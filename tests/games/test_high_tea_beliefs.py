"""What rats are taken to have chosen in secret: nothing that they cannot have, and more often what they have."""

from __future__ import annotations

import math

from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.games.high_tea import numbers as n
from mischief.games.high_tea.imagining import sheets_of
from mischief.games.high_tea.imagining_sheets import BITS, NEST_SHIFT, PossibleSheets
from mischief.games.high_tea.rules import HighTea
from mischief.games.shelf import game


def sensible_games(seats: int, games: int) -> list[HighTea]:
    """Tables in the third turn of games that are played by the rules of thumb."""
    table = game("high-tea", seats)
    found = []
    for seed in range(games):
        state, rng, policy = table.begin(), Rng(seed), table.heuristic()
        assert isinstance(state, HighTea)
        while not (state.turn == 3 and state.phase == n.AT_SCAVENGE):
            seat = state.actor()
            state.apply(seat, state.sample(rng) if seat == DEALER else policy.choose(state, seat, rng))
        found.append(state)
    return found


def weights_of(sheets: PossibleSheets | None) -> dict[int, float]:
    assert sheets is not None
    return {int(sheets.entries[i]): float(sheets.weights[i]) for i in range(int(sheets.count))}


def true_entry(state: HighTea, seat: int) -> int:
    entry = int(state.nests(seat)) << int(NEST_SHIFT)
    for kind in range(int(n.KINDS)):
        entry += int(state.held(seat, kind)) << (kind * int(BITS))
    return entry


def both(state: HighTea, seat: int) -> tuple[dict[int, float], dict[int, float]]:
    """By dice, and by habits: what a rat may hold, and how likely each is (as parts of 1)."""
    found = [weights_of(sheets_of(state, seat, likely)) for likely in (False, True)]
    possible, likely = ({e: w / sum(sheets.values()) for e, w in sheets.items()} for sheets in found)
    return possible, likely


def test_likely_sheets_are_possible_ones_with_other_weights() -> None:
    for state in sensible_games(2, 6):
        possible, likely = both(state, 1)
        if max(len(possible), len(likely)) < state.house.imagine_entries // 2:  # not thinned out
            assert set(likely) == set(possible)
        assert possible != likely


def test_what_a_sensible_rat_holds_is_likelier_than_dice_would_make_it() -> None:
    gains = []
    for seats in (2, 3):
        for state in sensible_games(seats, 25):
            possible, likely = both(state, 1)
            true = true_entry(state, 1)
            if true in possible and true in likely:
                gains.append(math.log(likely[true] / possible[true]))
    assert len(gains) > 20
    assert sum(gains) / len(gains) > 0.3


def test_a_believed_world_is_one_that_the_seat_cannot_tell_from_the_true_one() -> None:
    for state in sensible_games(3, 5):
        world = state.believe_as(0, Rng(3))
        assert world.view(0) == state.view(0)
        assert world.legal(0) == state.legal(0)
