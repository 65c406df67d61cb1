"""Games played to the end at full speed: the loop that studies, searches and benchmarks run on."""

from librt.vecs import vec
from mypy_extensions import i64

from mischief.engine.chance import Odds, Rng
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY
from mischief.engine.state import State


def play_out(state: State, rng: Rng, limit: i64 = 1000000) -> i64:
    """Finish a game with uniformly random moves; returns how many decisions (the Dealer's included) it took. Like all
    loops here, it writes no moves down: the table has no past then."""
    state.past = None
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
    state.past = None
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


def walk(state: State, rng: Rng, steps: i64, log: list[tuple[int, int]], any_order: bool = True) -> str:
    """So many random decisions, each written down; every state on the way has its choices checked. Where several seats
    decide together they do so in any order, or, if asked, lowest first: then the game is the one that `play_out` plays
    from the same seed. Returns the promise that was broken, or nothing."""
    state.past = None
    moves = Moves()
    odds = Odds()
    for _ in range(steps):
        seat = state.actor()
        if seat == NOBODY:
            return ""
        action: i64 = -1
        if seat == DEALER:
            odds.clear()
            state.list_odds(odds)
            if not rising(odds.outcomes, odds.count):
                return "the Dealer's outcomes are missing or not in rising order"
            for i in range(odds.count):
                if odds.weights[i] < 1:
                    return "an outcome of the Dealer has no weight"
            action = state.sample(rng)
        else:
            waiting: i64 = 0
            for other in range(state.seats):
                if state.waits_for(other):
                    waiting += 1
                    if any_order and rng.below(waiting) == 0:
                        seat = other
            if waiting == 0:
                return "the seat that is to act is not waited for"
            moves.clear()
            state.list_moves(seat, moves)
            if not rising(moves.items, moves.count):
                return f"the legal moves of seat {seat} are missing or not in rising order"
            action = moves.items[0] if moves.count == 1 else moves.items[rng.below(moves.count)]
        state.apply(seat, action)
        log.append((int(seat), int(action)))
    return ""


def rising(items: vec[i64], count: i64) -> bool:
    """Whether there are any, none below 0, each above the one before."""
    if count == 0 or items[0] < 0:
        return False
    for i in range(i64(1), count):
        if items[i] <= items[i - 1]:
            return False
    return True


def clone_many(state: State, times: i64) -> None:
    """Clone a state over and over, for measuring."""
    for _ in range(times):
        state.clone()
