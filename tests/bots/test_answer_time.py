"""A heuristic bot answers in under two milliseconds, always."""

from __future__ import annotations

import time

import pytest

import mischief
from mischief.arena.manners import Answer, answers
from mischief.bots.bot import Bot, Perspective
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.state import State
from mischief.engine.variants import variants
from tests.shelf_of_tests import ALL_GAMES, title

LIMIT = 0.002


def is_slow(bot: Bot, answer: Answer) -> bool:
    """Whether the same table, set up afresh so that nothing has been thought about, is answered too late each time:
    once may be the machine's fault."""
    return all(seconds_for(bot, answer.state, answer.seat) > LIMIT for _ in range(3))


def seconds_for(bot: Bot, state: State, seat: int) -> float:
    """On the processor, not on the clock: others may be using the machine."""
    fresh = state.game.load(state.position())
    began = time.thread_time()
    bot.choose(Perspective(fresh, seat), Rng(1))
    return time.thread_time() - began


@pytest.mark.skipif(not mischief.COMPILED, reason="the promise is of compiled rules")
@pytest.mark.parametrize("name", ALL_GAMES, ids=title)
def test_heuristics_answer_in_under_two_milliseconds_at_every_seat_of_every_variant(name: str) -> None:
    asked = 0
    for number, game in enumerate(variants(mischief.rulebook(name))):
        bot = make_bot("heuristic", game)
        for answer in answers(game, bot, number):
            asked += 1
            if answer.seconds > LIMIT:
                assert not is_slow(bot, answer), f"{game!r}: {answer.state.position()}"
    assert asked >= 90  # even at the smallest game


@pytest.mark.skipif(not mischief.COMPILED, reason="the promise is of compiled rules")
def test_a_slow_answer_is_noticed() -> None:
    game = mischief.game("piratz")
    state = game.start(1)
    dawdler = make_bot("search:2000it", game)  # by work and not by the clock, which runs while others use the machine
    assert is_slow(dawdler, Answer(state, int(state.actor()), 1.0, 1.0))
