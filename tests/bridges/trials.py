"""What every bridge must pass, written once: the suite runs a little of it, `everything.py` all of it."""

from __future__ import annotations

import contextlib
import io
import types
import warnings
from functools import partial
from typing import Any

import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils import parallel_to_aec

import mischief
from mischief import Rng, State
from mischief.bridges import gym, spiel, zoo

Kind = tuple[str, int, dict[str, Any]]
"""A game, its seats and its house rules."""
SOME: list[Kind] = [
    ("piratz", 2, {}),
    ("high-tea", 3, {"vocations": True}),
    ("rattus-cartus", 3, {"supply_order": "together"}),
    ("doctor-rat", 4, {"complications": True}),
    ("pie-rats", 3, {"phase6": "nice"}),
]
"""One of each box, with house rules under which seats decide together where there are such."""
MORE: list[Kind] = [
    ("piratz", 4, {"zero_scores": False, "cube_pick": "auto_high", "first_player": "random"}),
    ("high-tea", 2, {"two_player_kinds": "any"}),
    ("high-tea", 6, {"sheet": "open", "privilege": "every_turn", "start_supply": "random"}),
    ("rattus-cartus", 2, {"buildings": "random_cards", "optional_actions": "auto"}),
    ("rattus-cartus", 5, {"buildings": "random_building", "vp_tokens": "ones"}),
    ("doctor-rat", 2, {"diet_mode": "draw_diet"}),
    ("doctor-rat", 6, {"agreement": "speaker", "spec_count": 2}),
    ("pie-rats", 2, {"phase6": "never"}),
    ("pie-rats", 6, {"tie_break": "first_pie", "captain_pick": "table"}),
]


def called(kind: Kind) -> str:
    """For the names of tests."""
    name, seats, options = kind
    return " ".join([name, str(seats), *(f"{key}={value}" for key, value in options.items())])


@contextlib.contextmanager
def quietly() -> Any:
    """The checkers of others talk, and warn of what is a matter of taste; tables are printed."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


# PettingZoo


def try_one_by_one(kind: Kind, cycles: int) -> None:
    name, seats, options = kind
    make = partial(zoo.env, name, seats, **options)
    with quietly():
        api_test(make(), num_cycles=cycles)
        seed_test(make, num_cycles=min(cycles, 50))


def try_rendering(kind: Kind) -> None:
    name, seats, options = kind
    with quietly():
        render_test(partial(zoo.env, name, seats, **options))


def try_together(kind: Kind, cycles: int) -> None:
    """Two of these tests know nothing of masks."""
    name, seats, options = kind
    make = partial(zoo.parallel_env, name, seats, **options)
    maskless = partial(make, illegal="any")
    module = types.SimpleNamespace(
        parallel_env=maskless, env=lambda max_cycles: parallel_to_aec(maskless(max_cycles=max_cycles))
    )
    with quietly():
        parallel_api_test(make(), num_cycles=cycles)
        parallel_seed_test(maskless, num_cycles=min(cycles, 50))
        max_cycles_test(module)


# Gymnasium


def try_one_seat(kind: Kind) -> None:
    name, seats, options = kind
    with quietly():
        check_env(gym.make(name, seats, seat=seats - 1, illegal="any", **options))


def try_many_tables(kind: Kind, steps: int) -> None:
    """Spaces hold what comes, the same seed brings the same, and games end."""
    name, seats, options = kind
    one, other = (gym.make_vec(name, 8, seats, others="random", **options) for _ in range(2))
    seen, _ = one.reset(seed=5)
    again, _ = other.reset(seed=5)
    ended = 0
    rng = np.random.default_rng(1)
    for _ in range(steps):
        assert one.observation_space.contains(seen)
        assert all(np.array_equal(seen[key], again[key]) for key in seen)
        masks = seen["action_mask"]
        assert masks.any(axis=1).all()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        assert one.action_space.contains(actions)
        seen, rewards, over, cut, _ = one.step(actions)
        again = other.step(actions)[0]
        assert not cut.any()
        assert not rewards[~over].any()
        ended += int(over.sum())
    assert ended > 0


# OpenSpiel


def try_simulation(kind: Kind, games: int) -> None:
    name, seats, options = kind
    pyspiel.random_sim_test(spiel.load(name, seats, **options), num_sims=games, serialize=True, verbose=False)


def wander(kind: Kind, steps: int, seed: int = 1) -> Any:
    """A state of OpenSpiel after at least so many random decisions, at which a seat has a choice."""
    name, seats, options = kind
    state, rng = spiel.load(name, seats, **options).new_initial_state(), np.random.default_rng(seed)
    while steps > 0 or state.is_chance_node() or len(state.legal_actions()) < 2:
        if state.is_terminal():
            raise AssertionError("the game is over too soon")
        state.apply_action(int(rng.choice(state.legal_actions())))
        steps -= 1
    return state


def try_ismcts(kind: Kind, simulations: int) -> None:
    state = wander(kind, 40)
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        uct_c=1.4,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        max_simulations=simulations,
        random_state=np.random.RandomState(1),
        allow_inconsistent_action_sets=True,
    )
    chosen = bot.get_policy(state)
    assert {action for action, _ in chosen} <= set(state.legal_actions())
    assert abs(sum(chance for _, chance in chosen) - 1) < 1e-6


def try_mcts(kind: Kind, simulations: int) -> None:
    state = wander(kind, 40)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(state.get_game(), 1.4, simulations, evaluator, random_state=np.random.RandomState(1))
    assert bot.step(state) in state.legal_actions()


def near_the_end(kind: Kind, moves: int, seed: int = 1) -> State:
    """A table of ours at which a random game would last about so many moves more."""
    name, seats, options = kind
    game = mischief.game(name, seats, **options)
    rng, state, passed = Rng(seed), game.start(seed), [game.start(seed)]
    while not state.over:
        legal = state.legal(int(state.actor()))
        state.step(legal[rng.below(len(legal))])
        passed.append(state.clone())
    return passed[-1 - moves]


def try_mccfr(kind: Kind, iterations: int) -> None:
    """On the end of a game, since it walks through all of one seat's moves."""
    end = near_the_end(kind, 1 if kind[0] in ("doctor-rat", "pie-rats") else 3)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        spiel.load_from(end), external_sampling_mccfr.AverageType.SIMPLE
    )
    for _ in range(iterations):
        solver.iteration()
    assert len(solver._infostates) > 0


def try_policy_gradient(kind: Kind, episodes: int) -> None:
    """OpenSpiel's own, which needs torch."""
    from open_spiel.python import rl_environment
    from open_spiel.python.pytorch import policy_gradient

    name, seats, options = kind
    env = rl_environment.Environment(spiel.load(name, seats, **options))
    size, count = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        policy_gradient.PolicyGradient(
            seat, size, count, loss_str="a2c", hidden_layers_sizes=(16,), batch_size=4, num_critic_before_pi=1
        )
        for seat in range(seats)
    ]
    for _ in range(episodes):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert any(np.isfinite(float(agent.loss[1])) for agent in agents)
