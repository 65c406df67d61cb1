"""Our games through PettingZoo, Gymnasium and OpenSpiel pass those libraries' own checks. A little of each here; all of
it with `python -m tests.bridges.everything`."""

from __future__ import annotations

import pickle
import sys
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import mischief
from mischief import BadBatch, BadOption, MischiefError, Refused, UnknownGame
from mischief.bridges import gym, rendering, spiel, zoo
from mischief.extras import MissingExtra
from tests.bridges import trials

each = pytest.mark.parametrize("kind", trials.SOME, ids=trials.called)


@each
def test_pettingzoo_one_by_one(kind: trials.Kind) -> None:
    trials.try_one_by_one(kind, 60)


@each
def test_pettingzoo_together(kind: trials.Kind) -> None:
    trials.try_together(kind, 60)


@each
def test_gymnasium_one_seat(kind: trials.Kind) -> None:
    trials.try_one_seat(kind)


@each
def test_gymnasium_many_tables(kind: trials.Kind) -> None:
    trials.try_many_tables(kind, 250)


@each
def test_openspiel_simulates_and_serialises(kind: trials.Kind) -> None:
    trials.try_simulation(kind, 1)


@each
def test_openspiels_searches_run(kind: trials.Kind) -> None:
    trials.try_ismcts(kind, 5)
    trials.try_mcts(kind, 5)


@each
def test_openspiels_regrets_are_minimised(kind: trials.Kind) -> None:
    trials.try_mccfr(kind, 1)


# What bridges add to the games


@each
def test_an_agent_sees_what_its_seat_may_know(kind: trials.Kind) -> None:
    name, seats, options = kind
    env = zoo.env(name, seats, **options)
    env.reset(seed=3)
    for _ in range(20):
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)
            assert bytes(seen["observation"]) == env.table.observe(seat)
            assert list(np.flatnonzero(seen["action_mask"])) == env.table.legal(seat)
        env.step(env.table.legal(int(env.table.actor()))[0])


@each
def test_chance_and_knowledge_are_those_of_the_game(kind: trials.Kind) -> None:
    name, seats, options = kind
    rng = np.random.default_rng(4)
    state = spiel.load(name, seats, **options).new_initial_state()
    ours = mischief.game(name, seats, **options).begin()
    for _ in range(60):
        if state.is_chance_node():
            odds = ours.odds()
            assert dict(state.chance_outcomes()) == {o: w / sum(odds.values()) for o, w in odds.items()}
        else:
            assert state.information_state_string() == ours.info_key(state.current_player())
            tensor = state.information_state_tensor()
            assert np.allclose(np.array(tensor) * 255, list(ours.observe(state.current_player())))
        action = int(rng.choice(state.legal_actions()))
        state.apply_action(action)
        ours.step(action)
    assert state.clone().table == state.table == ours


@each
def test_an_imagined_world_is_the_same_to_who_imagines_it(kind: trials.Kind) -> None:
    state = trials.wander(kind, 45)
    seat = state.current_player()
    draws = np.random.default_rng(2)
    for _ in range(5):
        world = state.resample_from_infostate(seat, draws.random)
        assert world.information_state_string(seat) == state.information_state_string(seat)
        assert world.legal_actions() == state.legal_actions()
        after, same = world.clone(), world.clone()
        for each in (after, same):
            each.apply_action(world.legal_actions()[0])
        assert after.information_state_string(seat) == same.information_state_string(seat)
        assert after.information_state_string(seat) != state.information_state_string(seat)


def test_a_games_name_tells_its_house_rules() -> None:
    game = spiel.load("rattus-cartus", 3, buildings="random_cards", supply_order="together")
    assert pyspiel.load_game(str(game)).rules == game.rules
    counts = [0, 5, 5, 5, 5, 10]
    told = spiel._hear(mischief.rulebook("rattus-cartus"), f"custom_counts:{spiel._tell(counts)}|buildings:custom")
    assert told == {"custom_counts": counts, "buildings": "custom"}
    assert pickle.loads(pickle.dumps(game)).rules == game.rules
    state = trials.wander(("piratz", 2, {}), 20)
    assert pickle.loads(pickle.dumps(state)).table == state.table


def test_pictures_show_the_table() -> None:
    env = zoo.env("pie-rats", 3, render_mode="rgb_array")
    env.reset(seed=1)
    first = env.render()
    assert first.shape == (rendering.HEIGHT, rendering.WIDTH, 3)
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 20
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert (env.render() != first).any()


def test_gymnasium_knows_them_by_name() -> None:
    env = gymnasium.make("mischief/piratz-v1", seats=3, others="random", illegal="any")
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    many = gymnasium.make_vec("mischief/pie-rats-v1", num_envs=4, vectorization_mode="vector_entry_point", seats=2)
    assert many.reset(seed=1)[0]["observation"].shape[0] == 4


# What goes wrong is said


WRONG: list[tuple[Any, type[Exception], str]] = [
    (lambda: zoo.env("piratz", 9), BadOption, "2 to 4 seats"),
    (lambda: zoo.env("piratz", parrots=3), BadOption, "parrots"),
    (lambda: zoo.parallel_env("parrots"), UnknownGame, "parrots"),
    (lambda: zoo.env("piratz", illegal="perhaps"), MischiefError, "illegal is"),
    (lambda: zoo.env("piratz", render_mode="opera"), MischiefError, "render_mode is"),
    (lambda: zoo.env("piratz", max_cycles=0), MischiefError, "max_cycles is"),
    (lambda: zoo.env("piratz").observe("seat_0"), MischiefError, "reset"),
    (lambda: gym.make("piratz", seat=7), MischiefError, "no seat 7"),
    (lambda: gym.make("piratz", others="nobody"), MischiefError, "others is"),
    (lambda: gym.make("piratz").step(0), MischiefError, "reset"),
    (lambda: gym.make_vec("piratz", 0), BadBatch, "at least one table"),
    (lambda: gym.make_vec("piratz", 2).step([0, 0]), MischiefError, "reset"),
    (lambda: spiel.load("piratz", parrots=3), BadOption, "parrots"),
    (lambda: pyspiel.load_game("python_mischief_piratz(options=parrots)"), BadOption, "no colon"),
]


@pytest.mark.parametrize("case", WRONG, ids=[says for _, _, says in WRONG])
def test_bad_input_gets_a_sentence(case: tuple[Any, type[Exception], str]) -> None:
    ask, error, says = case
    with pytest.raises(error, match=says):
        ask()


@each
def test_a_masked_action_is_refused_and_changes_nothing(kind: trials.Kind) -> None:
    name, seats, options = kind
    one, seat = zoo.env(name, seats, **options), gym.make(name, seats, **options)
    together, many = zoo.parallel_env(name, seats, **options), gym.make_vec(name, 3, seats, **options)
    one.reset(seed=1)
    before = one.table.clone()
    masked = int(np.flatnonzero(one.observe(one.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(Refused):
        one.step(masked)
    assert one.table == before
    together.reset(seed=1)
    with pytest.raises(Refused):
        together.step(dict.fromkeys(together.agents, masked))
    assert together.table == before
    seen, _ = seat.reset(seed=1)
    with pytest.raises(Refused):
        seat.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
    rows, _ = many.reset(seed=1)
    with pytest.raises(BadBatch):
        many.step([int(np.flatnonzero(row == 0)[0]) for row in rows["action_mask"]])


@pytest.mark.parametrize(("bridge", "missing", "extra"), [("zoo", "pettingzoo", "zoo"), ("spiel", "pyspiel", "spiel")])
def test_a_missing_extra_is_named(bridge: str, missing: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, f"mischief.bridges.{bridge}")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtra, match=extra):
        __import__(f"mischief.bridges.{bridge}")
