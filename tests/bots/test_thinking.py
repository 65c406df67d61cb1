"""How bots are named, how they think within bounds, and what happens when one fails."""

from __future__ import annotations

import re
import threading
import time

import pytest

from mischief.bots.bot import Bot, HeuristicBot, Perspective, RandomBot, Stop, never
from mischief.bots.fallback import Steady
from mischief.bots.hints import Hint
from mischief.bots.levels import LEVELS, BadBot, make_bot, meant, seconds_of, steady_bot
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_policy
from mischief.bots.thinker import Budget, SearchBot
from mischief.engine.chance import Rng
from mischief.engine.playout import play_out
from mischief.engine.state import State
from mischief.games import shelf
from mischief.games.shelf import game
from tests.shelf_of_tests import TEMPLATE

OWN_CARDS = game("pie-rats", 2, deck="close-race")
"""A table that no net knows."""


@pytest.fixture
def state() -> State:
    return game("piratz", 3).start(4)


@pytest.mark.parametrize("word", ["random", "heuristic", "search:200ms", "search:500it", *LEVELS])
def test_every_word_of_a_line_up_makes_a_bot_of_that_name(state: State, word: str) -> None:
    assert make_bot(word, state.game).word == word


def test_seconds_and_capital_letters_are_read_too(state: State) -> None:
    assert make_bot(" Search:1.5S ", state.game).word == "search:1500ms"


@pytest.mark.parametrize("word", ["", "serach", "search", "search:", "search:0ms", "search:1.5it", "search:-3it"])
def test_a_word_that_names_no_bot_is_refused_with_what_would_be_right(state: State, word: str) -> None:
    with pytest.raises(BadBot, match=r"search:200ms|more than nothing"):
        make_bot(word, state.game)


def test_the_same_seed_and_simulations_give_the_same_thoughts(state: State) -> None:
    bot = make_bot("search:300it", state.game)
    seat = state.actors()[0]
    first, second = (bot.explain(Perspective(state, seat), Rng(8)) for _ in range(2))
    assert first.moves == second.moves
    assert first.simulations == 300
    assert bot.explain(Perspective(state, seat), Rng(9)).moves != first.moves


def test_thoughts_do_not_disturb_the_table(state: State) -> None:
    before = state.position()
    make_bot("search:100it", state.game).choose(Perspective(state, state.actors()[0]), Rng(8))
    assert state.position() == before


def test_thinking_ends_within_its_time(state: State) -> None:
    began = time.perf_counter()
    hint = make_bot("search:80ms", state.game).explain(Perspective(state, state.actors()[0]), Rng(1))
    assert time.perf_counter() - began < 0.5
    assert hint.simulations > 0


def test_a_bot_that_is_bidden_to_stop_answers_at_once_with_its_best_so_far(state: State) -> None:
    bot = SearchBot(state.game, Budget(seconds=60))
    told = threading.Event()
    threading.Timer(0.15, told.set).start()
    began = time.perf_counter()
    hint = bot.explain(Perspective(state, state.actors()[0]), Rng(1), told.is_set)
    assert time.perf_counter() - began < 3
    assert hint.action in state.legal(state.actors()[0])
    assert bot.choose(Perspective(state, state.actors()[0]), Rng(1), lambda: True) in state.legal(state.actors()[0])


def test_a_full_memory_does_not_end_the_thinking(state: State) -> None:
    bot = SearchBot(state.game, Budget(simulations=400), nodes=50)
    hint = bot.explain(Perspective(state, state.actors()[0]), Rng(1))
    assert hint.simulations == 400


def test_a_forced_move_needs_no_thought() -> None:
    last = game(TEMPLATE, 2).load(
        {
            "game": "last-crumb",
            "players": 2,
            "options": {"crumbs": "plenty"},
            "round": 5,
            "crumb": 3,
            "bag": [1, 1, 1, 1, 1],
            "paws": [[4], [2]],
            "chosen": [0, 0],
            "scores": [0, 0],
        }
    )
    bot = make_bot("search:50it", last.game)
    assert bot.choose(Perspective(last, 0), Rng(1)) == 3
    hint = bot.explain(Perspective(last, 0), Rng(1))
    assert (hint.action, hint.chance, hint.sentence) == (3, 1.0, "The only move.")


# When a bot fails


class Broken(Bot):
    """Raises, cheats or dawdles."""

    word = "broken"

    def __init__(self, how: str) -> None:
        self.how = how

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        if self.how == "dawdles":
            time.sleep(5)
        if self.how == "cheats":
            return 10**6
        raise ValueError("I have lost my thread")

    def explain(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> Hint:
        raise ValueError("no idea")


@pytest.mark.parametrize("how", ["raises", "cheats", "dawdles"])
def test_a_failing_bot_is_replaced_by_the_next_simpler_one_for_the_rest_of_the_game(state: State, how: str) -> None:
    steady = Steady([Broken(how), HeuristicBot(state.game.heuristic()), RandomBot()], allowance=0.2)
    seat = state.actors()[0]
    began = time.perf_counter()
    assert steady.choose(Perspective(state, seat), Rng(1)) in state.legal(seat)
    assert time.perf_counter() - began < 2
    assert steady.replaced == ["broken"]
    assert steady.chain[0].word == "heuristic"


def test_hints_come_from_the_next_simpler_bot_too(state: State) -> None:
    steady = Steady([Broken("raises"), RandomBot()])
    assert steady.explain(Perspective(state, state.actors()[0]), Rng(1)).bot == "random"


def test_a_thinking_bot_that_overruns_is_bidden_to_stop_and_keeps_its_place(state: State) -> None:
    steady = Steady([SearchBot(state.game, Budget(seconds=30)), RandomBot()], allowance=0.1)
    seat = state.actors()[0]
    began = time.perf_counter()
    assert steady.choose(Perspective(state, seat), Rng(1)) in state.legal(seat)
    assert time.perf_counter() - began < 2
    assert steady.replaced == []


def test_every_bot_has_simpler_ones_behind_it(state: State) -> None:
    assert [b.word for b in steady_bot("hard", state.game).chain] == ["hard", "heuristic", "random"]
    assert [b.word for b in steady_bot("easy", state.game).chain] == ["easy", "heuristic", "random"]
    assert [b.word for b in steady_bot("normal", OWN_CARDS).chain] == ["normal", "random"]
    assert [b.word for b in steady_bot("random", state.game).chain] == ["random"]
    assert [b.word for b in steady_bot("net", state.game).chain] == ["net", "heuristic", "random"]


@pytest.mark.parametrize("name", shelf.BOXES)
def test_every_level_of_every_game_plays(name: str) -> None:
    table = game(name)
    state = table.start(3)
    while state.actors()[0] < 0 or len(state.legal(state.actors()[0])) == 1:
        state.play(state.actors()[0], state.legal(state.actors()[0])[0])
    seat = state.actors()[0]
    for word in ("easy", "normal", "hard"):
        bot = make_bot(word, table)
        assert bot.word == word
        if not seconds_of(meant(word, table)):
            assert bot.choose(Perspective(state, seat), Rng(2)) in state.legal(seat)


def test_levels_are_what_the_game_says_and_the_usual_ones_where_it_says_nothing() -> None:
    for table in (game("piratz", 2), game("high-tea", 2), game("rattus-cartus", 2), game("pie-rats", 2)):
        said = {"easy": "easy", "normal": "normal", "hard": "net", "master": "master:1s", **table.levels}
        assert "easy" in table.levels
        assert {word: meant(word, table) for word in LEVELS} == said
    doctor = game("doctor-rat", 3)
    assert [meant(word, doctor) for word in LEVELS] == ["partner:hungry", "normal", "search:1s", "master:3s"]


def test_levels_that_go_by_a_net_are_for_tables_that_have_one() -> None:
    assert [meant(word, OWN_CARDS) for word in LEVELS] == ["easy", "normal", "search:1s", "master:3s"]
    easy = make_bot("easy", OWN_CARDS)
    assert isinstance(easy, HeuristicBot)
    assert easy.slips == OWN_CARDS.slips
    hard = make_bot("hard", OWN_CARDS)
    assert isinstance(hard, SearchBot)
    assert (hard.word, hard.budget.seconds) == ("hard", 1.0)


def test_a_master_thinks_for_a_second_with_a_net_and_for_longer_without() -> None:
    for table, seconds in ((game("piratz", 2), 1.0), (game("doctor-rat", 3), 3.0)):
        master = make_bot("master", table)
        assert isinstance(master, MasterBot)
        assert (master.word, master.budget.seconds) == ("master", seconds)


def test_a_net_strays_the_more_the_warmer_it_is_but_never_beyond_its_reach() -> None:
    """What it likes far less than its favourite is nonsense, and not what a beginner overlooks."""
    table = game("piratz", 2)
    policy = net_policy(table)
    assert policy is not None
    state = table.start(6)
    play_out(state, Rng(3), 24)
    seat = state.actors()[0]
    legal = state.legal(seat)
    policy.look(state, seat)
    likings = {action: policy.net.liking(action) for action in legal}
    favourite = max(likings, key=lambda action: likings[action])
    reach = sorted(max(likings.values()) - liking for liking in likings.values())[len(legal) // 2] + 0.01
    seen = {}
    for word in (
        "net",
        f"net,warmth={reach / 2:.2f},reach={reach:.2f}",
        f"net,warmth=90,reach={reach:.2f}",
        "net,warmth=90",
    ):
        bot, rng = make_bot(word, table), Rng(5)
        seen[word] = [bot.choose(Perspective(state, seat), rng) for _ in range(400)]
    still, warm, hot, anything = seen.values()
    assert set(still) == {favourite}
    assert hot.count(favourite) < warm.count(favourite) < 400
    assert {a for a, liking in likings.items() if likings[favourite] - liking <= reach} == set(hot)
    assert set(hot) < set(anything)


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("net,warmht=4", "a net has no setting 'warmht' for line-ups; it has warmth, reach"),
        ("net,warmth=101", "warmth is a number from 0 to 100, not 101"),
        ("net,reach=far", "reach is a number from 0 to 100, not far"),
        ("search:1s,others=", "others is a number from 0 to 1, not nothing"),
        ("search:1s,reach=3", "a search has no setting 'reach'"),
        ("net,warmth", "There is no bot 'net,warmth'"),
        ("search:5it,nodes=3", "a search has no setting 'nodes'"),
        ("master:5it,wild=2", "wild is a number from 0 to 1, not 2"),
        ("search:5it,wild", "There is no bot 'search:5it,wild'"),
    ],
)
def test_a_setting_that_is_not_there_or_out_of_bounds_is_named(word: str, why: str) -> None:
    with pytest.raises(BadBot, match=re.escape(why)):
        make_bot(word, game("piratz", 2))
