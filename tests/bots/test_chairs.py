"""What bots may see: chairs, never tables."""

from __future__ import annotations

import pytest

from mischief.bots.bot import Bot, Chair
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.seats import NOBODY
from mischief.engine.state import State
from tests.shelf_of_tests import ALL_GAMES, TEMPLATE, cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)
WORDS = ("random", "heuristic", "easy", "search:40it")


def waiting_chairs(name: str, tries: int) -> list[tuple[State, int]]:
    """States of random games, each with a seat that has a real decision pending."""
    found = []
    for seed in range(tries):
        counts = seat_counts(name)
        game = cached_game(name, counts[seed % len(counts)])
        rng = Rng(seed)
        state = game.start(seed)
        play_out(state, rng, rng.below(3 * int(play_out(state.clone(), Rng(seed))) // 4))
        while state.actor() != NOBODY:
            seats = [seat for seat in state.actors() if seat >= 0 and len(state.legal(seat)) > 1]
            if seats:
                found += [(state, seat) for seat in seats]
                break
            play_out(state, rng, 1)
    return found


def test_a_chair_shows_no_state_but_imagined_ones() -> None:
    state = cached_game(TEMPLATE, 2).start(1)
    chair = Chair(state, 0)
    shown = [getattr(chair, name) for name in dir(chair) if not name.startswith("_")]
    assert not any(isinstance(thing, State) for thing in shown)
    assert chair.imagine(Rng(1)) is not state


@each_game
def test_bots_cannot_tell_worlds_apart_that_differ_in_what_they_may_not_know(name: str) -> None:
    """The same thoughts from the true table and from one in which everything hidden was dealt afresh."""
    met = waiting_chairs(name, 14)
    assert len(met) >= 12
    for state, seat in met:
        other = state.imagine(seat, Rng(4711))
        for word in WORDS:
            bot: Bot = make_bot(word, state.game)
            true_choice = bot.choose(Chair(state, seat), Rng(12))
            assert true_choice == bot.choose(Chair(other, seat), Rng(12)), f"{word}: {state}"


@each_game
def test_every_bot_proposes_legal_moves_and_explains_them(name: str) -> None:
    for state, seat in waiting_chairs(name, 6):
        before = state.position()
        for word in WORDS:
            bot = make_bot(word, state.game)
            assert bot.choose(Chair(state, seat), Rng(3)) in state.legal(seat)
            hint = bot.explain(Chair(state, seat), Rng(3))
            assert hint.bot == word
            assert hint.sentence
            assert hint.action == hint.moves[0].action
            assert {m.action for m in hint.moves} <= set(state.legal(seat))
        assert state.position() == before
