"""Games played to the end at full speed: the loop that studies, searches and benchmarks run on."""

from mypy_extensions import i64

from mischief.engine.chance import Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State


def play_out(state: State, rng: Rng, limit: i64 = 1000000) -> i64:
    """Finish a game with uniformly random moves; returns how many decisions (the Dealer's included) it took."""
    moves = Moves()
    taken: i64 = 0
    while taken < limit:
        seat = state.actor()
        if seat == NOBODY:
            break
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
        else:
            moves.clear()
            state.list_moves(seat, moves)
            if moves.count == 1:
                state.apply(seat, moves.items[0])
            else:
                state.apply(seat, moves.items[rng.below(moves.count)])
        taken += 1
    return taken


def play_out_by(state: State, policy: Policy, rng: Rng, limit: i64 = 1000000) -> i64:
    """Finish a game with every seat played by one policy."""
    taken: i64 = 0
    while taken < limit:
        seat = state.actor()
        if seat == NOBODY:
            break
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
        else:
            state.apply(seat, policy.choose(state, seat, rng))
        taken += 1
    return taken


def clone_many(state: State, times: i64) -> None:
    """Clone a state over and over, for measuring."""
    for _ in range(times):
        state.clone()
