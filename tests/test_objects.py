"""States, games, tables and results are what Python people expect: they pickle, copy, compare, hash and explain
themselves; numpy's whole numbers are whole numbers; one call makes a decision."""

from __future__ import annotations

import copy
import inspect
import pickle
import random
from typing import Any

import numpy as np
import pytest

import mischief
from mischief import DEALER, NOBODY, WATCHER, Refused, Rng, State
from mischief.engine.chance import Odds
from mischief.engine.game import Game
from mischief.engine.moves import Moves
from mischief.engine.playout import play_out
from mischief.engine.variants import variants
from tests.shelf_of_tests import ALL_GAMES, cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)


def wander(game: Game, seed: int, steps: int) -> State:
    """So many decisions of a random game, each with one call."""
    rng, moves = Rng(seed), Moves()
    state = game.start(seed)
    for _ in range(steps):
        if not state.legal_into(moves):
            break
        state.step(moves[rng.below(len(moves))], rng)
    return state


def goes_on_alike(one: State, other: State) -> bool:
    """Whether the same choices lead both tables on to the same ends."""
    one, other = one.clone(), other.clone()
    rngs = Rng(5), Rng(5)
    return play_out(one, rngs[0]) == play_out(other, rngs[1]) and one == other


# Copies


@each_game
def test_random_states_of_every_variant_survive_pickling_and_copying(name: str) -> None:
    for number, game in enumerate(variants(mischief.rulebook(name))):
        for steps in (0, 3 + number % 40, 1000):
            state = wander(game, number, steps)
            state.listener = print
            for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state), state.clone()):
                assert twin == state
                assert hash(twin) == hash(state)
                assert twin.history() == state.history()
                assert twin.listener is None
                assert goes_on_alike(twin, state)


@each_game
def test_a_copy_goes_its_own_way(name: str) -> None:
    state = wander(cached_game(name, seat_counts(name)[0]), 3, 5)
    before = hash(state)
    twin = copy.deepcopy(state)
    while twin == state:
        twin.step(random.Random(1).choice(twin.legal(int(twin.actor()))))
    assert hash(state) == before
    assert twin.history()[: len(state.history())] == state.history()
    assert len(twin.history()) > len(state.history())


@each_game
def test_games_survive_pickling_and_are_equal_by_what_they_are(name: str) -> None:
    seen: list[Game] = []
    for game in variants(mischief.rulebook(name)):
        twin = pickle.loads(pickle.dumps(game))
        assert twin == game
        assert hash(twin) == hash(game)
        assert repr(twin) == repr(game)
        assert copy.deepcopy(game) is game
        assert game not in seen
        seen.append(game)


@each_game
def test_tables_and_results_survive_pickling_and_copying(name: str) -> None:
    table = mischief.table(name, seat_counts(name)[0], seed=4)
    while not table.state.over:
        for twin in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)) if len(table.log) % 7 == 0 else ():
            assert twin == table
            assert hash(twin) == hash(table)
            choice = table.state.legal(table.state.actors()[0])[0]
            twin.play(table.state.actors()[0], choice)
            assert twin != table
        seat = table.state.actors()[0]
        table.play(seat, table.state.legal(seat)[-1])
    result = table.state.result()
    assert pickle.loads(pickle.dumps(result)) == result == copy.deepcopy(result)
    assert hash(pickle.loads(pickle.dumps(result))) == hash(result)
    assert table.state.history() == table.log


def test_a_state_is_like_nothing_but_its_like() -> None:
    state = mischief.game("piratz", 2).start(1)
    assert state != mischief.game("piratz", 3).start(1)
    assert state != mischief.game("piratz", 2).start(2)
    assert state != "piratz"
    assert state == mischief.game("piratz", 2).start(1)


def test_a_stream_of_chance_goes_on_where_it_was() -> None:
    rng = Rng(12)
    twin = pickle.loads(pickle.dumps(rng))
    assert twin == rng == copy.deepcopy(rng)
    assert [twin.below(1000) for _ in range(9)] == [rng.below(1000) for _ in range(9)]
    rng.below(2)
    assert twin != rng


# Whole numbers


@each_game
def test_numpys_whole_numbers_are_whole_numbers(name: str) -> None:
    seats = seat_counts(name)[0]
    game, plain = mischief.game(name, np.int64(seats)), mischief.game(name, seats)
    assert game == plain
    assert type(game.seats) is int
    state, other = game.start(np.uint32(7)), plain.start(7)
    while not state.over:
        seat = np.int8(state.actor())
        action = np.int64(other.legal(int(seat))[0])
        assert state.legal(seat) == other.legal(int(seat))
        assert (game.move(action) if seat >= 0 else game.outcome(action)).text
        state.check(seat, action)
        state.play(seat, action)
        other.play(int(seat), int(action))
        if seat >= 0:
            assert state.view(seat) == other.view(int(seat))
            assert state.legal_mask(seat) == other.legal_mask(int(seat))
    assert state == other
    assert state.payoff(np.int16(0)) == other.payoff(0)
    table = mischief.table(name, np.int32(seats), seed=np.int64(3))
    seat = np.int64(table.state.actors()[0])
    table.play(seat, np.int64(table.state.legal(seat)[0]))
    assert all(type(number) is int for move in table.log for number in move)


WRONG_SEATS: list[Any] = ["0", None, 1.0, True, 9, -3, 2**70, [0], np.array([0, 1]), np.True_]


@each_game
def test_a_seat_that_is_none_is_refused_everywhere(name: str) -> None:
    state = cached_game(name, seat_counts(name)[0]).start(1)
    before = state.clone()
    for seat in WRONG_SEATS:
        asked: list[Any] = [
            lambda seat=seat: state.legal(seat),
            lambda seat=seat: state.legal_mask(seat),
            lambda seat=seat: state.play(seat, 0),
            lambda seat=seat: state.play(seat, "pass"),
            lambda seat=seat: state.check(seat, 0),
            lambda seat=seat: state.payoff(seat),
            lambda seat=seat: state.info_key(seat),
            lambda seat=seat: state.observe(seat),
        ]
        if seat is not None:
            asked.append(lambda seat=seat: state.view(seat))
        if not (isinstance(seat, int) and seat == WATCHER):
            asked += [lambda seat=seat: state.imagine(seat, Rng(1)), lambda seat=seat: state.suppose(seat, Rng(1))]
        for ask in asked:
            with pytest.raises(Refused, match="There is no seat"):
                ask()
    assert state == before


@each_game
def test_what_is_no_number_is_no_move(name: str) -> None:
    game = cached_game(name, seat_counts(name)[0])
    state = game.start(1)
    for wrong in ("x", None, 1.5, True, -1, 10**9, [1]):
        with pytest.raises(Refused, match="no action"):
            game.move(wrong)  # type: ignore[arg-type]
        with pytest.raises(Refused, match="no outcome"):
            game.outcome(wrong)  # type: ignore[arg-type]
        with pytest.raises(Refused):
            state.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(mischief.MischiefError, match="whole number"):
        game.start("seven")  # type: ignore[arg-type]


# One call a decision


@each_game
def test_stepping_is_playing(name: str) -> None:
    game = cached_game(name, seat_counts(name)[-1])
    stepped, played, moves, odds = game.begin(), game.begin(), Moves(), Odds()
    choose = random.Random(9).choice
    seat = int(stepped.actor())
    while seat != NOBODY:
        assert stepped.legal_into(moves) == len(moves) == len(played.legal(seat))
        assert list(moves) == played.legal(seat)
        if seat == DEALER:
            outcomes, weights = stepped.chances()
            odds.clear()
            stepped.list_odds(odds)
            assert dict(zip(outcomes, weights, strict=True)) == played.odds()
            assert sum(weights) == odds.total
        else:
            assert stepped.chances() == ([], [])
        action = choose(moves)
        played.play(seat, action)
        seat = stepped.step(action)
        assert seat == played.actor()
    assert stepped == played
    assert stepped.legal_into(moves) == 0
    with pytest.raises(Refused, match="over"):
        stepped.step(0)


@each_game
def test_a_step_with_chance_deals_as_the_table_does(name: str) -> None:
    game = cached_game(name, seat_counts(name)[0])
    table = mischief.Table(game, 6)
    rng, state = Rng(6), game.begin()
    seat = state.deal_on(rng)
    while seat != NOBODY:
        assert seat == table.state.actor() != DEALER
        action = state.legal(seat)[-1]
        table.play(seat, action)
        seat = state.step(action, rng)
    assert state == table.state
    assert state.history() == table.log


@each_game
def test_an_illegal_step_says_why_and_changes_nothing(name: str) -> None:
    state = wander(cached_game(name, seat_counts(name)[0]), 2, 4)
    before = state.clone()
    legal = state.legal(int(state.actor()))
    for action in range(state.game.num_actions):
        if action not in legal:
            with pytest.raises(Refused) as no:
                state.step(action)
            assert no.value.sentence
    assert state == before
    assert state.history() == before.history()


# The end


@each_game
def test_payoffs_come_at_the_end(name: str) -> None:
    state = cached_game(name, seat_counts(name)[0]).start(1)
    with pytest.raises(Refused, match="not over"):
        state.payoff(0)
    assert state.returns() == [0.0] * state.game.seats
    play_out(state, Rng(1))
    assert state.returns() == [state.payoff(seat) for seat in range(state.game.seats)]
    nobody_wins = state.game.info.cooperative or name == "rattus-cartus"  # the plague may take everybody (RC-13)
    assert nobody_wins or sum(state.returns()) == pytest.approx(1)


# Positions


@each_game
def test_what_is_no_position_of_this_game_is_refused(name: str) -> None:
    game = cached_game(name, seat_counts(name)[0])
    position = game.start(1).position()
    for wrong in (None, "piratz", 7, [position]):
        for load in (game.load, mischief.load):
            with pytest.raises(mischief.BadPosition, match="object with named fields"):
                load(wrong)  # type: ignore[arg-type]
    with pytest.raises(mischief.BadPosition, match="game"):
        game.load({**position, "game": "chess"})
    others = [o for o in game.option_list if not o.display and len(o.samples(game.seats)) > 1]
    for option in others:
        value = next(v for v in option.samples(game.seats) if v != game.options[option.name])
        options = {**game.options, option.name: value}
        with pytest.raises(mischief.MischiefError, match=option.name):
            game.load({**position, "options": options})


# Docstrings


@pytest.mark.parametrize(
    "thing", [State, Rng, Moves, Odds, play_out, mischief.Policy], ids=lambda thing: thing.__name__
)
def test_docstrings_survive_compilation(thing: Any) -> None:
    assert len(inspect.getdoc(thing) or "") > 20
    if inspect.isclass(thing):
        for name, part in vars(thing).items():
            if callable(part) and not name.startswith("_") and name not in ("clear", "add", "next32", "has"):
                doc = inspect.getdoc(getattr(thing, name)) or ""
                assert len(doc) > 15, f"{thing.__name__}.{name}"
                assert str(inspect.signature(getattr(thing, name)))
