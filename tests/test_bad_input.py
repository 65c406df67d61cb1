"""Bad input gets one clear error that says what is wrong and what would be right, and leaves the table as it was."""

from __future__ import annotations

from typing import Any

import pytest

import mischief
from mischief.engine.invariants import plain
from mischief.engine.seats import DEALER
from tests.shelf_of_tests import ALL_GAMES, cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)


def test_an_unknown_game_is_named_with_the_nearest() -> None:
    with pytest.raises(mischief.UnknownGame, match="Did you mean 'piratz'"):
        mischief.game("piratzz")


@each_game
def test_an_unknown_option_is_named_with_those_there_are(name: str) -> None:
    with pytest.raises(mischief.BadOption, match="no option 'colour'"):
        mischief.game(name, None, colour="red")


@each_game
def test_every_option_refuses_a_value_it_does_not_have(name: str) -> None:
    for option in mischief.rulebook(name).option_list:
        with pytest.raises(mischief.BadOption, match=option.name):
            mischief.game(name, None, **{option.name: {"no": "such"}})


@each_game
@pytest.mark.parametrize("seats", [0, 1, 9, -2, True, "two"])
def test_a_wrong_number_of_seats_is_refused(name: str, seats: Any) -> None:
    with pytest.raises(mischief.BadOption, match="seats"):
        mischief.game(name, seats)


@each_game
def test_moves_that_cannot_be_are_refused_and_change_nothing(name: str) -> None:
    game = cached_game(name, seat_counts(name)[0])
    state = game.start(1)
    before = plain(state.position())
    wrong: list[tuple[Any, Any]] = [
        (state.actors()[0], -1),
        (state.actors()[0], game.num_actions),
        (state.actors()[0], 2**70),
        (state.actors()[0], 1.5),
        (state.actors()[0], None),
        (state.actors()[0], True),
        (state.actors()[0], "juggle"),
        (7, 0),
        (-5, 0),
        (int(DEALER), 0),
    ]
    for seat, action in wrong:
        with pytest.raises(mischief.Refused) as refusal:
            state.play(seat, action)
        assert len(refusal.value.sentence) > 10
        assert plain(state.position()) == before


@each_game
def test_impossible_positions_are_refused_by_name(name: str) -> None:
    """Mutations of a good position that no table can show: wrong types, unknown fields, a seat too many."""
    game = cached_game(name, seat_counts(name)[0])
    good = plain(game.start(1).position())
    game.load(good)
    for broken in ({"juggling": 3}, {"options": 7}, {"phase": "juggling"}):
        with pytest.raises(mischief.MischiefError) as error:
            mischief.load({**good, "game": name, **broken}) if "options" in broken else game.load({**good, **broken})
        assert next(iter(broken)) in str(error.value)
    lists = [
        key for key, value in good.items() if isinstance(value, list) and len(value) == game.seats and key != "goals"
    ]
    for key in lists:
        with pytest.raises(mischief.BadPosition):
            game.load({**good, key: [*good[key], *good[key]]})
        with pytest.raises(mischief.BadPosition):
            game.load({**good, key: "many"})
