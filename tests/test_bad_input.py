"""Bad input gets one clear error that says what is wrong and what would be right, and leaves the table as it was."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

import mischief
from mischief.engine.chance import Rng
from mischief.engine.invariants import plain
from mischief.engine.playout import walk
from mischief.engine.seats import DEALER
from mischief.engine.variants import variants
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


JUNK: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 7, 70, 2**31, 2**60, 2**63, -(2**63), 2**70, 1.5, "x", ""),
    *([], [1], [[1]], {}, {"a": 1}, [None], ["x"], ["x"] * 70, [{}]),
)


@each_game
def test_junk_anywhere_in_a_position_is_read_or_refused_with_a_sentence(name: str) -> None:
    """One value of a real position replaced by junk: whatever is accepted can be seen, written and played on."""
    tables = list(variants(mischief.rulebook(name)))
    rng = Rng(7)
    for number in range(25):
        game = tables[rng.below(len(tables))]
        state = game.begin()
        walk(state, Rng(number), rng.below(90), [])
        good = plain(state.position())
        found = [place for place in _places(good) if place and place[0] not in ("game", "options")]
        for _ in range(40):
            bad = _put(good, found[rng.below(len(found))], JUNK[rng.below(len(JUNK))])
            try:
                read = game.load(bad)
            except mischief.BadPosition:
                continue
            for seat in (*range(game.seats), None):
                read.view(seat)
            game.load(plain(read.position()))
            assert walk(read, Rng(1), 20, []) == ""


@each_game
def test_a_list_that_is_longer_shorter_or_of_another_sort_is_read_or_refused_with_a_sentence(name: str) -> None:
    """Every list of a real position, wherever it lies, made longer, shorter, empty, or of the wrong things."""
    tables = list(variants(mischief.rulebook(name)))
    rng = Rng(11)
    for number in range(6):
        game = tables[rng.below(len(tables))]
        state = game.begin()
        walk(state, Rng(number), rng.below(120), [])
        good = plain(state.position())
        for place in _places(good):
            row = _at(good, place)
            if not place or place[0] == "options" or not isinstance(row, list):
                continue
            last = row[-1:] or [0]
            for bad in ([*row, *last], row[:-1], row + last * 70, [], {}, "x", None, [[row]], [None, *row]):
                with contextlib.suppress(mischief.BadPosition):
                    assert walk(game.load(_put(good, place, bad)), Rng(1), 5, []) == ""


def _at(value: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        value = value[key]
    return value


def _places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    for key, part in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        yield from _places(part, (*at, key))


def _put(value: Any, place: tuple[Any, ...], junk: Any) -> Any:
    if not place:
        return junk
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = _put(copy[place[0]], place[1:], junk)
    return copy
