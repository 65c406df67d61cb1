"""OpenSpiel's hearts, the peer that our games are measured beside: four seats, 52 decisions after a deal of 52 cards,
written in C++."""

from __future__ import annotations

import random
from typing import Any

from clock import Job


def whole_game(game: Any, rng: random.Random) -> int:
    """A game of OpenSpiel's, or of ours through its bridge, stepped from Python with chance listed; its length."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps


def jobs() -> dict[str, Job]:
    """The same kinds of work as in `speed.ours`."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    rng = random.Random(1)
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(rng.choice(dealt.chance_outcomes())[0])
    rest, length = dealt.clone(), 0
    while not rest.is_terminal():
        rest.apply_action(rng.choice(rest.legal_actions()))
        length += 1
    middle = dealt.clone()
    for _ in range(length // 2):
        middle.apply_action(rng.choice(middle.legal_actions()))

    def inside() -> int:
        """Whole rollouts inside C++: four simulations of its MCTS with 500 rollouts each, from the dealt table. A
        simulation begins a move or two further on, which is counted in its favour."""
        evaluator = pyspiel.RandomRolloutEvaluator(500, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 4, 1000, False, 42, False).mcts_search(dealt)
        return 4 * 500 * length

    def listed() -> int:
        return whole_game(game, rng)

    def moves() -> int:
        state = dealt.clone()
        for _ in range(length):
            state.apply_action(rng.choice(state.legal_actions()))
        return length

    def clone() -> int:
        for _ in range(1000):
            middle.clone()
        return 1000

    def observe() -> int:
        seat = middle.current_player()
        for _ in range(100):
            middle.information_state_tensor(seat)
        return 100

    return {"inside": inside, "listed": listed, "moves": moves, "clone": clone, "observe": observe}


def row_length() -> int:
    """How many numbers its information-state tensor has."""
    import pyspiel

    return int(pyspiel.load_game("hearts").information_state_tensor_size())
