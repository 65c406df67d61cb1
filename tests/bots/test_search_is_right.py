"""On small positions whose value can be computed exactly, search finds that value and plays accordingly."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from mischief.bots.bot import Perspective
from mischief.bots.hints import Considered, Hint
from mischief.bots.thinker import Budget, SearchBot, expected, is_better
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.games.shelf import game
from tests.shelf_of_tests import TEMPLATE

EXACT: dict[str, Any] = {
    "explore": 1.0,
    "wild": 1.0,
    "widen": 0.0,
    "widen_root": 0.0,
    "cutoff": 0,
    "others": True,
    "regret": True,
}
"""Search settings that assume nothing about how people play."""


def crumbs(
    round_number: int,
    crumb: int,
    bag: list[int],
    paws: list[list[int]],
    scores: list[int],
    chosen: list[int] | None = None,
) -> State:
    seats = len(paws)
    return game(TEMPLATE, seats).load(
        {
            "game": "last-crumb",
            "players": seats,
            "options": {"crumbs": "plenty"},
            "round": round_number,
            "crumb": crumb,
            "bag": bag,
            "paws": paws,
            "chosen": chosen or [0] * seats,
            "scores": scores,
        }
    )


def value_of(state: State) -> float:
    """Seat 0's exact chance to win Last Crumb between two, both playing their best mixture."""
    actors = state.actors()
    if not actors:
        return state.payoff(0)
    if actors == [DEALER]:
        odds = state.odds()
        return sum(n * value_of(after(state, [(int(DEALER), o)])) for o, n in odds.items()) / sum(odds.values())
    rows = [[value_of(after(state, [(0, a), (1, b)])) for b in state.legal(1)] for a in state.legal(0)]
    return matrix_value(rows)


def after(state: State, moves: list[tuple[int, int]]) -> State:
    copy = state.clone()
    for seat, action in moves:
        copy.play(seat, action)
    return copy


def matrix_value(rows: list[list[float]]) -> float:
    """The value of a matrix game of at most 2 by 2."""
    low = max(min(row) for row in rows)
    high = min(max(column) for column in zip(*rows, strict=True))
    if high - low < 1e-12:
        return low
    (a, b), (c, d) = rows
    return (a * d - b * c) / (a + d - b - c)


@pytest.mark.parametrize(
    ("crumb", "bag", "paws", "scores"),
    [
        (3, [0, 1, 0, 1, 0], [[1, 2], [1, 2]], [3, 2]),
        (2, [1, 1, 1, 1, 1], [[1, 3], [2, 3]], [4, 4]),
        (4, [1, 1, 0, 1, 2], [[2, 4], [2, 5]], [5, 3]),
        (1, [2, 0, 0, 2, 0], [[4, 5], [4, 5]], [3, 4]),
    ],
)
def test_together_decisions_converge_to_the_value_of_the_matrix(
    crumb: int, bag: list[int], paws: list[list[int]], scores: list[int]
) -> None:
    state = crumbs(4, crumb, bag, paws, scores)
    exact = value_of(state)
    for seat, value in ((0, exact), (1, 1 - exact)):
        hint = SearchBot(state.game, Budget(simulations=15000), **EXACT).explain(Perspective(state, seat), Rng(2))
        assert hint.chance == pytest.approx(value, abs=0.03)


def test_a_guessing_game_is_mixed_and_not_answered_with_one_move() -> None:
    """Equal paws 1 and 2, and 2 is worth it only if the other does not play it too: half and half."""
    state = crumbs(4, 3, [0, 1, 0, 1, 0], [[1, 2], [1, 2]], [3, 2])
    bot = SearchBot(state.game, Budget(simulations=4000), **EXACT)
    shares = {m.action: m.share for m in bot.explain(Perspective(state, 0), Rng(5)).moves}
    assert shares[0] == pytest.approx(0.5, abs=0.08)
    assert len({bot.choose(Perspective(state, 0), Rng(seed)) for seed in range(12)}) == 2


def test_what_has_come_to_light_is_used_in_the_next_round() -> None:
    """Three rounds from the end the best play depends on the paws that were compared in between."""
    state = crumbs(3, 3, [0, 1, 1, 1, 0], [[1, 2, 3], [1, 2, 3]], [3, 2])
    exact = 0.7956  # by solving the matrix of 2 x 2 games, here written down because it takes a linear program
    found = SearchBot(state.game, Budget(simulations=20000), **EXACT).explain(Perspective(state, 0), Rng(3))
    assert found.chance == pytest.approx(exact, abs=0.03)


def test_each_of_several_seats_looks_for_its_own_best() -> None:
    """Seat 0 is out of it; seats 1 and 2 have one paw each left to fight with, and 1 holds the higher."""
    state = crumbs(5, 4, [1, 0, 0, 0, 0], [[1], [3], [2]], [0, 5, 5])
    hints = [
        SearchBot(state.game, Budget(simulations=50), **EXACT).explain(Perspective(state, s), Rng(1)).chance
        for s in range(3)
    ]
    assert hints == [0.0, 1.0, 0.0]


def test_a_winning_answer_is_found_when_the_others_have_chosen() -> None:
    """Seat 1 has put a paw down, 1 or 2; with 5 the crumb is won whatever it was, with 2 only half the time."""
    state = crumbs(4, 5, [2, 0, 0, 0, 0], [[2, 5], [1, 2]], [0, 3], [0, 1])
    bot = SearchBot(state.game, Budget(simulations=400), **EXACT)
    hint = bot.explain(Perspective(state, 0), Rng(1))
    assert state.game.move(hint.action).text == "paw 5"
    assert hint.chance == pytest.approx(1.0)


def test_expected_value_of_a_mixture_is_its_weighted_mean() -> None:
    state = crumbs(4, 3, [0, 1, 0, 1, 0], [[1, 2], [1, 2]], [3, 2])
    moves = SearchBot(state.game, Budget(simulations=500), **EXACT).explain(Perspective(state, 0), Rng(5)).moves
    assert expected(moves) == pytest.approx(sum((m.share or 0) * (m.chance or 0) for m in moves))


def test_a_first_thought_that_was_hardly_tried_says_little_about_the_chances() -> None:
    """Two lost games out of two are no chance of 0 where the rival's 84 say otherwise; and it is no loss to play it."""
    seldom = Considered(action=1, text="first thought", visits=2, chance=0.0, error=0.0)
    often = Considered(action=2, text="rival", visits=84, chance=0.6, error=0.05)
    assert expected([seldom, often]) == pytest.approx(0.6, abs=0.02)
    assert expected([often, seldom]) == 0.6
    hint = Hint(bot="", seat=0, action=1, text="", moves=[seldom, often], sentence="", chance=expected([seldom, often]))
    assert hint.mark == seldom.chance


def best_by_expectimax(state: State, seat: int) -> tuple[float, dict[int, float]]:
    """The exact worth of each move, every seat doing what is best for itself; for games without secrets."""
    worths = {a: payoffs(after(state, [(seat, a)]))[seat] for a in state.legal(seat)}
    return max(worths.values()), worths


def payoffs(state: State) -> list[float]:
    seats = range(int(state.seats))
    actors = state.actors()
    if not actors:
        return [state.payoff(s) for s in seats]
    if actors == [DEALER]:
        odds, total = state.odds(), [0.0] * len(seats)
        for outcome, weight in odds.items():
            worth = payoffs(after(state, [(int(DEALER), outcome)]))
            total = [t + weight * w for t, w in zip(total, worth, strict=True)]
        return [t / sum(odds.values()) for t in total]
    return max((payoffs(after(state, [(actors[0], a)])) for a in state.legal(actors[0])), key=lambda p: p[actors[0]])


def nearly_over(book: Game, seed: int, most_nodes: int) -> State | None:
    """A state close to the end of a sensible game, small enough to be searched through, with a real choice in it."""
    rng = Rng(seed)
    state = book.start(seed)
    policy = book.heuristic()
    kept: list[State] = []
    while not state.over:
        kept.append(state.clone())
        seat = state.actor()
        if seat == DEALER:
            state.apply(seat, state.sample(rng))
        else:
            state.apply(seat, policy.choose(state, seat, rng))
    chosen = None
    for before in reversed(kept):
        if count_nodes(before, most_nodes) >= most_nodes:
            break
        if before.actor() != DEALER and len(set(best_by_expectimax(before, int(before.actor()))[1].values())) > 1:
            chosen = before
    return chosen


def count_nodes(state: State, limit: int) -> int:
    """How many states follow, counted up to a limit."""
    total = 1
    for seat in state.actors():
        for action in state.legal(seat):
            if total >= limit:
                return total
            total += count_nodes(after(state, [(seat, action)]), limit - total)
        break
    return total


def test_the_last_moves_of_piratz_are_valued_exactly() -> None:
    """Between two, where what one wins the other loses, so that every position has one value."""
    book = game("piratz", 2)
    checked = 0
    for seed in range(40):
        state = nearly_over(book, seed, 4000)
        if state is None:
            continue
        seat = int(state.actor())
        best, worths = best_by_expectimax(state, seat)
        hint = SearchBot(book, Budget(simulations=20000), **EXACT).explain(Perspective(state, seat), Rng(1))
        assert hint.chance == pytest.approx(best, abs=0.06), state
        assert worths[hint.action] == pytest.approx(best, abs=0.01), state
        checked += 1
        if checked == 3:
            return
    pytest.fail(f"only {checked} small positions were found")


def test_thinking_is_settled_when_one_move_is_clearly_better_and_not_while_the_best_is_a_mixture() -> None:
    """Seat 1 has put a paw down: with 5 the crumb is won whatever it was. With equal paws there is no best one."""
    clear = crumbs(4, 5, [2, 0, 0, 0, 0], [[2, 5], [1, 2]], [0, 3], [0, 1])
    mixed = crumbs(4, 3, [0, 1, 0, 1, 0], [[1, 2], [1, 2]], [3, 2])
    for state, regret, settled in ((clear, False, True), (mixed, True, False)):
        bot = SearchBot(state.game, Budget(simulations=5000), **{**EXACT, "regret": regret, "explore": 4.0})
        search = bot.think(Perspective(state, 0), Rng(1))
        assert search.settled(1e9) is settled


def test_time_is_counted_by_the_clock_that_is_given() -> None:
    """A clock that stands still but for a tenth of a second at every look: ten looks are a second."""
    state = crumbs(4, 3, [0, 1, 0, 1, 0], [[1, 2], [1, 2]], [3, 2])
    looks = itertools.count()
    bot = SearchBot(state.game, Budget(seconds=1.0), clock=lambda: next(looks) / 10, **EXACT)
    bot.think(Perspective(state, 0), Rng(1))
    assert next(looks) == 11


def test_the_policy_s_own_move_is_kept_unless_another_is_better_beyond_chance() -> None:
    own = Considered(action=1, text="own", visits=100, chance=0.50, error=0.03)
    lucky = Considered(action=2, text="lucky", visits=100, chance=0.55, error=0.04)
    better = Considered(action=3, text="better", visits=900, chance=0.65, error=0.02)
    assert not is_better(lucky, own, 2.0)
    assert is_better(better, own, 2.0)
