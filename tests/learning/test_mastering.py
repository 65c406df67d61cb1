"""Learning from what master chooses: whoever plays thinks as master does, and what is learnt is what it chose."""

import math
from pathlib import Path

import msgspec
import numpy as np
import pytest
from typer.testing import CliRunner

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.master import MasterBot
from mischief.bots.nets import own_net, read_numbers
from mischief.bots.thinker import Budget
from mischief.cli import build
from mischief.engine.chance import Rng
from mischief.learning.copies import Copy
from mischief.learning.diary import Plan
from mischief.learning.mastering import FAINT, TELLING, Master, Mastering
from mischief.learning.stories import in_play
from mischief.learning.training import Training
from tests.learning.stretches import empty_stretch
from tests.learning.test_training import reach

WITH_NETS = ["piratz", "high-tea", "rattus-cartus", "pie-rats"]


def shipped(name: str, seats: int) -> Copy:
    """A game's own net, as training has it."""
    path = own_net(mischief.game(name, seats))
    assert path is not None
    head, parts = read_numbers(path)
    numbers = np.concatenate([np.asarray(part, np.float32) for part in parts])
    return Copy(numbers, head.inputs, head.hidden, head.narrow, head.actions)


@pytest.mark.parametrize("name", WITH_NETS)
def test_whoever_plays_for_a_net_that_learns_thinks_as_master_does(name: str) -> None:
    """Also the other way round: the numbers that the players of a run share are the very net that the game ships."""
    game = mischief.game(name, 3)
    ours, master = Master(game, in_play(shipped(name, 3)), 40), MasterBot(game, Budget(simulations=40))
    for seed in range(4):
        state, seat = reach(game, seed)
        thoughts = ours.think(Perspective(state, seat), Rng(seed).fork())
        assert thoughts.best() == master.choose(Perspective(state, seat), Rng(seed))


@pytest.mark.parametrize("name", WITH_NETS)
def test_lessons_are_choices_of_master_and_what_came_of_them(name: str) -> None:
    """Every row is a choice among legal moves and an example; its worth lies between losing and winning alone. The net
    is the shipped one, as it is in play."""
    copy = shipped(name, 2)
    stretch = empty_stretch(copy.first.shape[0], len(copy.policy_bias))
    Mastering(5, against=0.5, carry=0.9, trials=4).fill(stretch, copy, name, (2,))
    legal = np.take_along_axis(stretch.masks, stretch.actions[..., None].astype(np.int64), 2)[..., 0]
    assert (legal == 1).all()
    assert (stretch.masks.sum(2) > 1).all()
    assert (stretch.credit == 1).all()
    assert ((stretch.weights > 0) & (stretch.weights <= 1)).all()
    assert np.isnan(stretch.was).all()
    assert ((stretch.targets >= 0) & (stretch.targets <= 1)).all()
    assert stretch.targets.std() > 0
    assert len({bytes(row) for row in stretch.observations.reshape(128, -1)}) > 64


def test_advice_is_the_net_s_own_way_unless_trials_found_better() -> None:
    """Moves that were not tried, or came out as expected, keep the part that the net gives them; one that came out
    better gets more than before, one that came out worse less."""
    game = mischief.game("high-tea", 2)
    master = Master(game, in_play(shipped("high-tea", 2)), 200)
    better = worse = 0
    for seed in range(20):
        state, seat = reach(game, seed)
        thoughts = master.think(Perspective(state, seat), Rng(seed))
        before = [math.exp(thoughts.hopes[i] / master.settings.lean) for i in range(thoughts.count)]
        advice = dict(master.advice(thoughts))
        assert sum(advice.values()) == pytest.approx(1.0, abs=4 * FAINT)
        own = advice.get(int(thoughts.choices[0]), 0.0)
        for i in range(1, thoughts.count):
            shift = thoughts.belief(i) - thoughts.hopes[i]
            part = advice.get(int(thoughts.choices[i]))
            if part is not None and own:
                assert part / own == pytest.approx(before[i] * math.exp(shift / TELLING))
                better += shift > 0.01
                worse += shift < -0.01
    assert better
    assert worse


def test_a_run_goes_on_from_a_net_by_what_its_trials_find(tmp_path: Path) -> None:
    """A small run begins as the shipped net and leaves another much like it; what cannot go together is said."""
    path = own_net(mischief.game("piratz", 2))
    assert path is not None
    plan = Plan(
        "piratz", minutes=0.05, processes=1, tables=16, steps=8, rows=64, hidden=256, narrow=64, games=8,
        backend="numpy", follow=0.0, seats=[2], trials=4, begin=str(path),
    )  # fmt: skip
    run = Training(plan, tmp_path)
    run.run(lambda line: None, every=1.0)
    assert {line.stage for line in run.diary} == {"play"}
    before, after = (read_numbers(which)[1][0] for which in (path, tmp_path / "net.bin"))
    assert before != after
    assert max(abs(a - b) for a, b in zip(before, after, strict=True)) < 0.5
    assert run.diary[-1].agrees > 0.5
    again = Training(msgspec.structs.replace(plan, begin=""), tmp_path)
    assert again.spent == pytest.approx(run.spent)
    words = ["train", "piratz", "--trials", "8", "--weigh"]
    refused = CliRunner().invoke(build(words), words)
    assert refused.exit_code == 2
    assert "neither weighs" in refused.output
