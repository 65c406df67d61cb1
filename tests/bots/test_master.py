"""Search with a net: what it shares with plain search, what it adds, and that plain search is what it was."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from librt.strings import BytesWriter

from mischief.bots.bot import Perspective
from mischief.bots.hints import Considered
from mischief.bots.levels import make_bot
from mischief.bots.master import MasterBot
from mischief.bots.nets import net_for, net_policy
from mischief.bots.search import Search
from mischief.bots.search_paired import Paired
from mischief.bots.thinker import Budget
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.playout import play_out
from mischief.engine.state import State
from mischief.games.shelf import game
from tests.shelf_of_tests import TEMPLATE

WITH_A_NET = ("piratz", "high-tea", "rattus-cartus", "pie-rats")

PLAIN = {
    "piratz": [(0, 35, 0.5), (8, 23, 0.608696), (7, 2, 0.0)],
    "high-tea": [(24, 32, 0.293045), (26, 28, 0.285426)],
    "rattus-cartus": [(35, 32, 0.359375), (15, 18, 0.277778), (23, 7, 0.142857), (20, 3, 0.0)],
    "doctor-rat": [(2, 31, 0.548387), (17, 20, 0.45), (61, 5, 0.2), (11, 2, 0.0), (15, 2, 0.0)],
    "pie-rats": [(106, 21, 0.591514), (94, 18, 0.556758), (105, 17, 0.546907), (0, 4, 0.295862)],
}
"""What `search:60it` found at one decision of each game before there were nets."""


def reach(table: Game, seed: int = 11, decisions: int = 30) -> tuple[State, int]:
    """A decision in the middle of a random game, and the seat whose it is."""
    state = table.start(seed)
    play_out(state, Rng(5), decisions)
    while True:
        seats = [seat for seat in state.actors() if seat >= 0 and len(state.legal(seat)) > 1]
        if seats:
            return state, seats[0]
        assert not state.over, f"game {seed} of {table.info.id} has no such decision after {decisions} moves"
        play_out(state, Rng(6), 1)


@pytest.mark.parametrize("name", PLAIN)
def test_plain_search_is_the_yardstick_and_thinks_as_it_did_before_there_were_nets(name: str) -> None:
    state, seat = reach(game(name))
    hint = make_bot("search:60it", state.game).explain(Perspective(state, seat), Rng(3))
    assert [(m.action, m.visits, round(m.chance or 0.0, 6)) for m in hint.moves] == PLAIN[name]


@pytest.mark.parametrize("name", WITH_A_NET)
def test_a_master_thinks_with_the_net_and_the_same_seed_gives_the_same_thoughts(name: str) -> None:
    state, seat = reach(game(name))
    bot = make_bot("master:60it", state.game)
    assert isinstance(bot, MasterBot)
    assert isinstance(bot.begin(Perspective(state, seat), Rng(1)), Paired)
    first, second = (bot.explain(Perspective(state, seat), Rng(8)) for _ in range(2))
    assert first.moves == second.moves
    assert first.bot == "master:60it"
    assert sum(move.visits for move in first.moves) == 60
    assert all(0.0 <= (move.chance or 0.0) <= 1.0 for move in first.moves)


@pytest.mark.parametrize("name", WITH_A_NET)
def test_with_hardly_any_time_a_master_plays_the_move_of_its_net(name: str) -> None:
    state, seat = reach(game(name))
    net = net_policy(state.game)
    assert net is not None
    bot = make_bot("master:1it", state.game)
    assert bot.choose(Perspective(state, seat), Rng(4)) == net.choose(state, seat, Rng(4))


@pytest.mark.parametrize("name", WITH_A_NET)
def test_the_moves_of_a_round_are_tried_in_the_same_world_with_the_same_luck(name: str) -> None:
    """Tried in place of another, the net's own move brings exactly what it brought."""
    search = begin(name)
    search.run(1)
    for _ in range(3):
        assert search.play_on(again(search)) == search.mark
    search.run(40)
    other = search.mark
    search.begin_round()
    assert {search.play_on(again(search)), other} != {other}  # another round, other luck


def begin(name: str) -> Paired:
    state, seat = reach(game(name))
    search = MasterBot(state.game, Budget(simulations=1)).begin(Perspective(state, seat), Rng(1))
    assert isinstance(search, Paired)
    return search


def again(search: Paired) -> State:
    """The world of this round after the net's own move."""
    world = search.scene.clone()
    world.apply(search.seat, search.choices[0])
    return world


def believe(search: Paired, gap: float, trials: int) -> int:
    """What is played after so many rounds in which the second move brought so much more than the net's own."""
    for trial in range(trials):
        result = 0.4 if trial % 2 else 0.5
        search.note(0, result)
        search.note(1, result + gap)
    return search.best()


def test_it_takes_many_trials_to_believe_that_a_move_is_a_little_better_than_the_nets_own() -> None:
    assert believe(begin("piratz"), 0.02, 3) == begin("piratz").first_thought
    search = begin("piratz")
    assert believe(search, 0.02, 1000) == int(search.choices[1])
    search = begin("piratz")
    assert believe(search, -0.02, 1000) == search.first_thought
    assert search.settled(0.0) is all(
        search.belief(0) - search.belief(i) > 2.5 * search.doubt(i) for i in range(1, search.count)
    )


def test_without_a_net_for_the_table_a_master_is_a_search() -> None:
    state, seat = reach(game(TEMPLATE, 2), decisions=3)
    bot = MasterBot(state.game, Budget(simulations=20))
    assert bot.net is None
    assert type(bot.begin(Perspective(state, seat), Rng(1))) is Search
    assert bot.choose(Perspective(state, seat), Rng(1)) in state.legal(seat)


def test_in_doctor_rat_a_master_thinks_as_search_does() -> None:
    """Partners count on what is usual. One that gives up first thoughts (`heed`) thinks otherwise, which shows here.
    Only the chances that it names are put right: in the same order, and none is certain unless all is lost."""
    search, master, heeding = "search:60it", "master:60it", "master:60it,heed=1"
    otherwise = 0
    for seed in range(12):
        state, seat = reach(game("doctor-rat", 3 + seed % 2), seed, 2 * seed)
        perspective = Perspective(state, seat)
        plain, same, other = (
            make_bot(word, state.game).explain(perspective, Rng(seed)).moves for word in (search, master, heeding)
        )
        assert [(m.action, m.visits) for m in plain] == [(m.action, m.visits) for m in same]
        pairs = sorted((a.chance or 0.0, b.chance or 0.0) for a, b in zip(plain, same, strict=True))
        assert [b for _, b in pairs] == sorted(b for _, b in pairs)
        assert all(b < 1.0 and (b == 0.0) == (a == 0.0) for a, b in pairs)
        assert other[0].action in state.legal(seat)
        otherwise += other != plain
    assert otherwise


@pytest.mark.parametrize("name", WITH_A_NET)
def test_all_moves_of_a_round_are_tried_with_the_same_luck_and_everybody_s_own_whims(name: str) -> None:
    """The Dealer and each seat have a stream of numbers of their own: one who is asked more often takes none of theirs,
    and after a trial all of them begin anew, alike."""
    state, seat = reach(game(name, 3))
    bot = MasterBot(state.game, Budget(simulations=1))
    search = bot.begin(Perspective(state, seat), Rng(4))
    assert isinstance(search, Paired)
    search.run(1)
    begun = [stream.state() for stream in (search.begin_luck(), *search.whims)]
    assert len(set(begun)) == 1 + 3
    for action in state.legal(seat)[:3]:
        world = search.scene.clone()
        world.apply(seat, action)
        search.play_on(world)
        assert [stream.state() for stream in search.whims] != begun[1:]
        assert [stream.state() for stream in (search.begin_luck(), *search.whims)] == begun


def weighed(first: Considered, best: Considered, monkeypatch: pytest.MonkeyPatch) -> int:
    """What a master plays whose first thought was the one and whose most tried move is the other."""
    monkeypatch.setattr("mischief.bots.master.considered", lambda *_: [best, first])
    state, seat = reach(game(TEMPLATE, 2), decisions=3)
    bot = MasterBot(state.game, Budget(simulations=1))
    search = bot.begin(Perspective(state, seat), Rng(1))
    search.first_thought = first.action
    return bot.weigh(Perspective(state, seat), search)[0].action


def test_a_first_thought_is_kept_if_it_was_tried_enough_and_hardly_anything_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = Considered(action=1, text="", visits=400, chance=0.67, error=0.02)
    best = Considered(action=2, text="", visits=600, chance=0.686, error=0.015)
    assert weighed(first, best, monkeypatch) == 1


def test_a_first_thought_that_was_long_abandoned_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    first = Considered(action=1, text="", visits=21, chance=0.476, error=0.109)
    best = Considered(action=2, text="", visits=974, chance=0.686, error=0.015)
    assert weighed(first, best, monkeypatch) == 2


@pytest.mark.parametrize("name", WITH_A_NET)
def test_what_a_net_saw_before_does_not_change_what_it_says(name: str) -> None:
    """It adds up only what has changed; its sums are of whole numbers, so they are the same in any order."""
    found = net_for(game(name))
    assert found is not None
    net, observer = found
    rows = [observer.row(*reach(game(name), seed=seed, decisions=8 * seed)) for seed in range(1, 6)]

    def said(row: bytes, seat: int) -> list[float]:
        writer = BytesWriter()
        writer.write(row)
        net.look(writer, seat)
        return [net.chances(), *(net.liking(action) for action in range(int(net.actions)))]

    apart = [said(row, seat) for seat, row in enumerate(rows)]
    assert [said(row, 7) for row in rows] == apart
    assert [said(row, 7) for row in reversed(rows)] == apart[::-1]


SAY = """
import sys
sys.path.insert(0, sys.argv[1])
from tests.bots.test_master import WITH_A_NET, reach
from mischief.bots.bot import Perspective
from mischief.bots.levels import make_bot
from mischief.bots.nets import net_policy
from mischief.engine.chance import Rng
from mischief.games.shelf import game
for name in WITH_A_NET:
    state, seat = reach(game(name))
    hint = make_bot("master:30it", state.game).explain(Perspective(state, seat), Rng(3))
    print(net_policy(state.game).outlook(state, seat), [(m.action, m.visits, m.chance) for m in hint.moves])
"""


def test_a_master_says_the_same_compiled_or_not() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SAY, os.getcwd()],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "MISCHIEF_PURE": pure},
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == len(WITH_A_NET)
