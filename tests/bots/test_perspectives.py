"""What bots may see: a seat's perspective, never the table."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import mean, variance

import pytest

from mischief.bots.bot import Bot, Perspective
from mischief.bots.levels import make_bot
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_for
from mischief.bots.thinker import Budget, SearchBot
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.seats import NOBODY
from mischief.engine.state import State
from mischief.server.thinking.worker import weigh
from tests.shelf_of_tests import ALL_GAMES, TEMPLATE, cached_game, seat_counts, title

each_game = pytest.mark.parametrize("name", ALL_GAMES, ids=title)
WORDS = ("random", "heuristic", "easy", "search:40it", "master:40it")


def waiting_seats(name: str, tries: int) -> list[tuple[State, int]]:
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


def another_world(state: State, seat: int) -> State:
    """A table that this seat cannot tell from the true one, with the same past: what was heard is kept, where an
    imagined state has left it behind."""
    true, imagined = state.position(), state.imagine(seat, Rng(4711)).position()
    return state.game.load({key: true[key] if value is None else value for key, value in imagined.items()})


def test_a_perspective_shows_no_state_but_imagined_ones() -> None:
    state = cached_game(TEMPLATE, 2).start(1)
    perspective = Perspective(state, 0)
    shown = [getattr(perspective, name) for name in dir(perspective) if not name.startswith("_")]
    assert not any(isinstance(thing, State) for thing in shown)
    assert perspective.imagine(Rng(1)) is not state


@each_game
def test_bots_cannot_tell_worlds_apart_that_differ_in_what_they_may_not_know(name: str) -> None:
    """From the true table and from one in which everything hidden was dealt afresh a bot chooses alike: as often one
    move, as often another, over many seeds."""
    met = waiting_seats(name, 14)
    assert len(met) >= 12
    for state, seat in met[::3]:
        other = another_world(state, seat)
        assert other.legal(seat) == state.legal(seat)
        for bot in (
            make_bot("heuristic", state.game),
            SearchBot(state.game, Budget(simulations=12), cutoff=8, wild=0.5),
            MasterBot(state.game, Budget(simulations=12), nets=0.5),
            *([make_bot("net", state.game)] if net_for(state.game) else []),
        ):
            here, there = choices(bot, state, seat, range(60)), choices(bot, other, seat, range(100, 160))
            assert alike(here, there), f"{bot.word}: {here} and {there}"


def choices(bot: Bot, state: State, seat: int, seeds: range) -> Counter[int]:
    return Counter(bot.choose(Perspective(state, seat), Rng(seed)) for seed in seeds)


def alike(here: Counter[int], there: Counter[int]) -> bool:
    """Whether two equally large samples may come from one distribution: a chi-square far below suspicion."""
    kinds = set(here) | set(there)
    chi = sum((here[k] - there[k]) ** 2 / (here[k] + there[k]) for k in kinds)
    freedom = max(1, len(kinds) - 1)
    return chi < freedom + 5 * sqrt(2 * freedom) + 5


def test_a_difference_would_be_noticed() -> None:
    assert not alike(Counter({1: 40, 2: 20}), Counter({1: 12, 2: 48}))
    assert alike(Counter({1: 40, 2: 20}), Counter({1: 33, 2: 27}))


@each_game
def test_a_move_is_judged_by_what_its_seat_could_know(name: str) -> None:
    """Of a finished game: the chances that the analyst sees for a seat are alike in worlds that it could not tell
    apart, and so is what it says a move has cost."""
    for state, seat in waiting_seats(name, 8)[::3]:
        other = another_world(state, seat)
        action = state.legal(seat)[-1]
        here = [weigh(state, seat, action, "search:10it", Rng(seed)) for seed in range(40)]
        there = [weigh(other, seat, action, "search:10it", Rng(seed)) for seed in range(100, 140)]
        for kind in ("chance", "lost"):
            ours, theirs = ([getattr(opinion, kind) for opinion in opinions] for opinions in (here, there))
            give = sqrt((variance(ours) + variance(theirs)) / len(ours))
            assert abs(mean(ours) - mean(theirs)) <= 4.5 * give + 0.01, kind


@each_game
def test_every_bot_proposes_legal_moves_and_explains_them(name: str) -> None:
    for state, seat in waiting_seats(name, 6):
        before = state.position()
        for word in WORDS:
            bot = make_bot(word, state.game)
            assert bot.choose(Perspective(state, seat), Rng(3)) in state.legal(seat)
            hint = bot.explain(Perspective(state, seat), Rng(3))
            assert hint.bot == word
            assert hint.sentence
            assert hint.action == hint.moves[0].action
            assert {m.action for m in hint.moves} <= set(state.legal(seat))
        assert state.position() == before
