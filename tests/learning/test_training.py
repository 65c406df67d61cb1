"""Training: a small run of the same command that makes the nets in the games' folders."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import random
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest
from rich.console import Console
from typer.testing import CliRunner

import mischief
from mischief.bots.bot import Perspective
from mischief.bots.levels import BadBot, make_bot
from mischief.bots.nets import (
    BadNet,
    Head,
    fields_mark,
    net_for,
    net_policy,
    own_net,
    read_net,
    read_numbers,
    write_net,
)
from mischief.bots.search_net import Foresight, NetPolicy
from mischief.cli import build
from mischief.commands.train import Report
from mischief.engine.chance import Rng
from mischief.engine.game import Game
from mischief.engine.seats import DEALER
from mischief.engine.state import State
from mischief.files import CannotWrite
from mischief.learning import on_torch
from mischief.learning.copies import Copy, numbers_in
from mischief.learning.diary import BadPlan, BadRun, Line, Plan, Record, Sitting, read_run
from mischief.learning.keeping import only_here
from mischief.learning.learners import Lesson, NumpyLearner, Pace
from mischief.learning.players import END, Habits, PlayersGone, Tables, next_bid, tell
from mischief.learning.rollouts import Rollout, lessons_of
from mischief.learning.tables import draw_table
from mischief.learning.training import Training, scales_of
from mischief.learning.weighing import Moment, Weighing, looking_back
from mischief.study.schooling import MEANINGS, Schooling

SMALL = Plan(
    "piratz", minutes=0.05, processes=1, tables=16, steps=8, rows=64, hidden=8, narrow=4, games=8, backend="numpy"
)


def reach(game: Game, seed: int) -> tuple[State, int]:
    """A decision in the middle of a random game, and the seat whose it is."""
    state, rng, steps = game.start(seed), Rng(seed), 15
    while steps > 0 or state.actors()[0] == DEALER or len(state.legal(state.actors()[0])) < 2:
        seat = state.actors()[0]
        legal = state.legal(seat)
        state.apply(seat, state.sample(rng) if seat == DEALER else legal[rng.below(len(legal))])
        if state.over:
            state = game.start(seed + 1000)
        steps -= 1
    return state, state.actors()[0]


def test_a_small_run_makes_a_net_that_plays_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    lines: list[Line] = []
    run = Training(SMALL, tmp_path)
    run.run(lines.append, every=1.0)
    assert lines[-1].decisions == run.decisions > 0
    assert {line.stage for line in run.diary} <= {"follow", "play"}
    game = mischief.game("piratz", 2)
    policy = net_policy(game, path=tmp_path / "net.bin")
    assert policy is not None
    table = mischief.Table(game, 1)
    while not table.state.over:
        seat = table.state.actors()[0]
        table.play(seat, int(policy.choose(table.state, seat, Rng(1))))
    again = Training(SMALL, tmp_path)
    assert again.decisions == run.decisions
    assert [sitting.since for sitting in again.sittings] == [0, run.spent]
    pairs = zip(again.learner.parts(), run.learner.parts(), strict=True)
    assert all(np.array_equal(fresh, old) for fresh, old in pairs)


def test_the_command_writes_a_report_that_can_be_drawn_anew(tmp_path: Path) -> None:
    """The same small run by the command: one page with a curve for each thing, and nothing to fetch."""
    small = ["--processes", "1", "--tables", "16", "--steps", "8", "--rows", "64", "--hidden", "8", "--narrow", "4"]
    words = ["train", "piratz", "--minutes", "0.05", "--every", "1", "--backend", "numpy", *small]
    told = CliRunner().invoke(build(words), [*words, "--into", str(tmp_path)])
    assert told.exit_code == 0, told.output
    assert "report.html" in told.output
    page = (tmp_path / "report.html").read_text()
    record = read_run(tmp_path)
    assert page.count("<svg") == 6, "strength at two and at four seats, forecasts, entropy, agreement, speed"
    assert "times its share" in page
    assert not re.search(r'(src|href)="(?!#)', page)
    assert f"{record.diary[-1].decisions / 1e6:,.1f} million decisions" in page
    assert all(MEANINGS[name] in page for name in Plan.__struct_fields__)
    (tmp_path / "report.html").unlink()
    anew = ["curves", str(tmp_path)]
    assert CliRunner().invoke(build(anew), anew).exit_code == 0
    assert (tmp_path / "report.html").read_text() == page


@pytest.mark.parametrize(
    ("option", "wrong", "right"),
    [
        ("minutes", "nan", "more than 0"),
        ("step", "0", "more than 0"),
        ("processes", "0", "at least 1"),
        ("rows", "0", "at least 1"),
        ("against", "1.5", "from 0 to 1"),
        ("smooth", "1", "from 0 to less than 1"),
        ("seed", "-5", "0 or more"),
        ("backend", "jax", "torch or numpy"),
    ],
)
def test_numbers_that_make_no_run_are_refused_before_anything_is_played(option: str, wrong: str, right: str) -> None:
    words = ["train", "piratz", f"--{option}", wrong]
    refused = CliRunner().invoke(build(words), words)
    assert isinstance(refused.exception, BadPlan)
    assert str(refused.exception) == f"--{option} should be {right}, not {wrong}."


def test_a_finished_run_says_so_and_goes_on_with_more_minutes(tmp_path: Path) -> None:
    small = ["--processes", "1", "--tables", "16", "--steps", "8", "--rows", "64", "--hidden", "8", "--narrow", "4"]
    words = ["train", "piratz", "--every", "1", "--backend", "numpy", *small, "--into", str(tmp_path), "--minutes"]
    run = Training(msgspec.structs.replace(SMALL, minutes=0.02), tmp_path)
    run.run(lambda line: None)
    before = (tmp_path / "checkpoint.pkl").read_bytes()
    told = CliRunner().invoke(build(words), [*words, "0.02"])
    assert told.exit_code == 0, told.output
    assert "with more --minutes it goes on" in told.output
    assert (tmp_path / "checkpoint.pkl").read_bytes() == before
    told = CliRunner().invoke(build(words), [*words, "0.05"])
    assert "Going on after" in told.output
    assert read_run(tmp_path).diary[-1].decisions > run.decisions


def test_a_run_goes_on_only_as_it_was_begun_and_by_itself(tmp_path: Path) -> None:
    """Another run is told apart by name, a spoilt one is not read, and a second one at the same time does not write."""
    run = Training(SMALL, tmp_path)
    run.keep()
    for other, why in (
        ({"hidden": 16}, "hidden is 8 there and 16 here"),
        ({"game": "high-tea"}, "game is piratz there and high-tea here"),
        ({"insight": True}, "single cards there and at what a player reckons"),
    ):
        with pytest.raises(BadRun, match=why):
            Training(msgspec.structs.replace(SMALL, **other), tmp_path)
    with only_here(tmp_path), pytest.raises(BadRun, match="another run of training goes on there"):
        run.run(lambda line: None)
    with pytest.raises(ConnectionResetError), only_here(tmp_path):  # what fails meanwhile is no matter of the lock
        raise ConnectionResetError
    saved = pickle.loads((tmp_path / "checkpoint.pkl").read_bytes())
    saved["learner"]["weights"][0] = saved["learner"]["weights"][0][1:]
    (tmp_path / "checkpoint.pkl").write_bytes(pickle.dumps(saved))
    with pytest.raises(BadRun, match="no run that this game can go on with"):
        Training(SMALL, tmp_path)
    (tmp_path / "checkpoint.pkl").write_bytes(pickle.dumps(saved)[:100])
    with pytest.raises(BadRun, match="cannot be read"):
        Training(SMALL, tmp_path)
    (tmp_path / "afile").touch()
    with pytest.raises(CannotWrite, match="no folder can be made there"):
        Training(SMALL, tmp_path / "afile")


def test_a_page_tells_what_the_diary_says(tmp_path: Path) -> None:
    diary = [Line(30.0 * (i + 1), 1000 * (i + 1), "play", 0.05, 0.3, 0.8, {"4 seats": 1.0 + i / 10}) for i in range(5)]
    page = Schooling(Record([Sitting(0.0, Plan("piratz"), "mischief train piratz <b>", "abc1234")], diary)).page()
    assert "it gets 1.30 times its share against the heuristic" in page, "the last three looks together"
    assert "minute 2.5" in page
    assert "abc1234" in page
    assert "&lt;b&gt;" in page
    together = Record([Sitting(0.0, Plan("doctor-rat"))], [Line(9.0, 10, "follow", 0.1, 0.1, 0.9, {"4 seats": 0.75})])
    assert "wins 75 % of games" in Schooling(together).page().replace("&nbsp;", " ")
    empty = Schooling(Record([Sitting(0.0, Plan("piratz"))], [])).page()
    assert "Nothing has been written down yet" in empty
    with pytest.raises(BadRun, match=r"run\.json"):
        read_run(tmp_path)


def test_an_exploiter_meets_the_net_that_it_learns_to_beat(tmp_path: Path) -> None:
    game = mischief.game("piratz", 2)
    rival = str(game.folder / "net.bin")
    run = Training(msgspec.structs.replace(SMALL, rival=rival, against=1.0), tmp_path)
    run.run(lambda line: None, every=1.0)
    assert run.decisions > 0
    tables = Tables(run.shape, 1, Habits(1, against=1.0, slips=0.1, carry=0.95, rival=rival))
    assert isinstance(tables._rival(game), NetPolicy)


@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_a_run_can_begin_as_a_net(backend: str, tmp_path: Path) -> None:
    """The game's own net, as far as half floats go; one of other sizes is refused by name."""
    if backend == "torch":
        pytest.importorskip("torch")
    own = mischief.game("piratz", 2).folder / "net.bin"
    plan = msgspec.structs.replace(SMALL, hidden=256, narrow=64, begin=str(own), backend=backend)
    Training(plan, tmp_path).write(tmp_path / "net.bin")
    _, there = read_numbers(own)
    _, here = read_numbers(tmp_path / "net.bin")
    assert all(np.allclose(a, b, rtol=2e-3, atol=1e-6) for a, b in zip(there, here, strict=True))
    with pytest.raises(BadNet, match="--hidden 256 --narrow 64"):
        Training(msgspec.structs.replace(SMALL, begin=str(own)), tmp_path / "other")


def test_a_step_on_torch_is_the_same_however_many_rows_are_taken_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nearly the same with half floats, where the processor has them."""
    pytest.importorskip("torch")
    rng, rows = np.random.default_rng(1), 64
    lesson = Lesson(
        rng.integers(0, 3, (rows, 20)).astype(np.uint8),
        np.ones((rows, 5), np.uint8),
        rng.integers(0, 5, rows).astype(np.int32),
        rng.normal(size=rows).astype(np.float32),
        rng.random(rows).astype(np.float32),
        np.full(rows, -1.6, np.float32),
        (rng.random(rows) < 0.9).astype(np.float32),
    )
    found = []
    for at_once, in_halves in ((rows, False), (7, False), (rows, True)):
        monkeypatch.setattr(on_torch, "AT_ONCE", at_once)
        learner = on_torch.TorchLearner(np.ones(20, np.float32), 16, 8, 5, seed=1)
        learner.in_halves = in_halves
        costs = learner.study(lesson, Pace())
        found.append([*(np.array([float(cost)]) for cost in costs.values()), *learner.parts()])
    whole, pieces, halves = found
    assert all(np.allclose(a, b, atol=1e-5) for a, b in zip(whole, pieces, strict=True))
    assert all(np.allclose(a, b, atol=3e-3) for a, b in zip(whole, halves, strict=True))


def test_a_copy_on_a_card_answers_as_one_on_the_processor() -> None:
    """Torch's processor stands in for a card. Whatever it draws is legal, and it draws each move as often as the net
    would."""
    pytest.importorskip("torch")
    from mischief.learning.on_card import CardCopy

    rng, rows, sizes = np.random.default_rng(3), 4000, (20, 16, 8, 5)
    numbers = rng.normal(0, 0.4, numbers_in(*sizes)).astype(np.float32)
    plain, card = Copy(numbers, *sizes), CardCopy(numbers, *sizes, device="cpu")
    row, legal = rng.integers(0, 3, 20).astype(np.uint8), np.array([1, 0, 1, 1, 1], np.uint8)
    observations, masks = np.tile(row, (rows, 1)), np.tile(legal, (rows, 1))
    for mine, other in zip(plain.answer(observations, masks), card.answer(observations, masks), strict=True):
        assert mine.dtype == other.dtype
        assert np.allclose(mine, other, atol=1e-5)
    drawn, logs, values = card.answer(observations, masks, np.random.default_rng(1))
    assert not np.array_equal(drawn, card.answer(observations, masks, np.random.default_rng(1))[0]), "it goes on"
    again = CardCopy(numbers, *sizes, device="cpu").answer(observations, masks, np.random.default_rng(1))
    assert np.array_equal(drawn, again[0]), "the same dice draw the same"
    assert len(set(values.tolist())) == 1
    for action in range(5):
        often, part = (drawn == action).mean(), np.exp(logs[drawn == action]).mean() if legal[action] else 0.0
        assert abs(often - part) < 4 * np.sqrt(0.25 / rows)


def test_players_can_ask_a_card(tmp_path: Path) -> None:
    """The whole of a small run, with torch's processor in the place of one; it is they who ask, since without a device
    of that name they cannot play."""
    pytest.importorskip("torch")
    run = Training(msgspec.structs.replace(SMALL, backend="torch", minutes=0.2), tmp_path)
    assert run.learner.card in ("", "cuda")
    run.learner.card = "cpu"
    run.run(lambda line: None, every=3.0)
    assert run.diary[-1].stage == "play"
    assert all(np.isfinite(part).all() for part in run.learner.parts())
    elsewhere = Training(run.plan, tmp_path / "elsewhere")
    elsewhere.learner.card = "nowhere"
    with pytest.raises(PlayersGone, match="the playing process"):
        elsewhere.run(lambda line: None)


def test_a_net_for_some_seat_counts_serves_there_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = mischief.rulebook("piratz").folder
    plan = msgspec.structs.replace(SMALL, seats=[3, 4])
    run = Training(plan, tmp_path)
    run.run(lambda line: None, every=1.0)
    assert set(run.diary[-1].strength) == {"4 seats"}
    drawn = {draw_table("piratz", random.Random(seed), plan.seats).seats for seed in range(30)}
    assert drawn == {3, 4}
    with pytest.raises(BadNet, match="tables of 3 and 4 seats, not of 2"):
        net_for(mischief.game("piratz", 2), tmp_path / "net.bin")
    few, many = mischief.game("piratz", 2), mischief.game("piratz", 4)
    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.setattr(type(few), "folder", own)
    shutil.copy(folder / "net.bin", own)
    assert own_net(many) == own_net(few) == own / "net.bin"
    shutil.copy(tmp_path / "net.bin", own / "net-3-4.bin")
    assert own_net(many) == own / "net-3-4.bin"
    assert own_net(few) == own / "net.bin"
    words = ["train", "piratz", "--rival", str(own / "net-3-4.bin"), "--against", "1"]
    refused = CliRunner().invoke(build(words), words)
    assert "not of 2" in str(refused.exception), "it would be met at tables that it does not know"
    words = ["train", "piratz", "--seats", "7"]
    refused = CliRunner().invoke(build(words), words)
    assert refused.exit_code == 2
    assert "piratz has 2 to 4 seats, not 7" in refused.output


def test_what_the_learner_says_is_what_the_net_says_in_play(tmp_path: Path) -> None:
    """The file keeps half floats, so they agree as far as those do."""
    run = Training(SMALL, tmp_path)
    run.write(tmp_path / "net.bin")
    game = mischief.game("piratz", 3)
    policy = net_policy(game, path=tmp_path / "net.bin")
    assert policy is not None
    for seed in range(5):
        state, seat = reach(game, seed)
        row = np.frombuffer(state.observe(seat), np.uint8)[None]
        mask = np.zeros((1, run.shape.actions), np.uint8)
        mask[0, state.legal(seat)] = 1
        _, _, value = run.learner.answer(row, mask, best=True)
        assert policy.outlook(state, seat) == pytest.approx(float(value[0]), abs=0.01)


def test_a_learner_follows_examples_and_learns_what_they_bring() -> None:
    """Of two actions the right one depends on the first number; the payoff on the second."""
    rng = np.random.default_rng(1)
    learner = NumpyLearner(np.ones(3, np.float32), 16, 8, 2, seed=1)
    for _ in range(300):
        rows = rng.integers(0, 2, (64, 3)).astype(np.uint8)
        lesson = Lesson(
            rows,
            np.ones((64, 2), np.uint8),
            rows[:, 0].astype(np.int32),
            np.ones(64, np.float32),
            rows[:, 1].astype(np.float32),
            np.full(64, np.nan, np.float32),
            np.ones(64, np.float32),
        )
        learner.study(lesson, Pace(step=0.01, variety=0.0))
    tests = np.array([[0, 1, 0], [1, 0, 1]], np.uint8)
    actions, _, values = learner.answer(tests, np.ones((2, 2), np.uint8), best=True)
    assert actions.tolist() == [0, 1]
    assert values[0] > 0.9
    assert values[1] < 0.1


def test_credit_reaches_back_to_each_seat_s_own_decisions() -> None:
    """Two seats in turn, values of 0.5; seat 0 wins at the end. Its decisions gain, the other's lose; a decision after
    which nothing is known of its seat does not count."""
    steps, rows = 4, 1
    rollout = Rollout(
        np.array([[0], [1], [0], [1]], np.uint8),
        np.full((steps, rows), 0.5, np.float32),
        np.array([[0], [0], [1], [0]], np.uint8),
        np.tile(np.array([1.0, 0.0], np.float32), (steps, rows, 1)),
        np.array([0.7], np.float32),
        np.array([0], np.uint8),
    )
    credit, targets, weights = lessons_of(rollout, carry=1.0)
    assert credit[:, 0].tolist() == pytest.approx([0.5, -0.5, 0.5, 0.0])
    assert targets[:3, 0].tolist() == pytest.approx([1.0, 0.0, 1.0])
    assert weights[:, 0].tolist() == [1, 1, 1, 0]


def test_a_net_that_does_not_fit_is_refused_by_name_and_otherwise_left_alone(tmp_path: Path) -> None:
    game = mischief.game("piratz", 2)
    broken = tmp_path / "net.bin"
    broken.write_bytes(b"no net at all")
    with pytest.raises(BadNet, match="no net"):
        net_for(game, broken)
    sizes = (2, 1, 1, 100)
    head = Head("piratz", game.info.rules_version, *sizes, fields_mark(game.observer()) + " more:1")
    write_net(broken, head, [[0.0] * size for size in head.sizes()])
    with pytest.raises(BadNet, match="other fields"):
        net_for(game, broken)
    with pytest.raises(BadNet, match="should have"):
        write_net(broken, head, [[0.0]] * 8)
    with pytest.raises(BadBot, match="has no net"):
        make_bot("net", mischief.game("doctor-rat"))


WITH_NETS = [name for name in mischief.BOXES if (mischief.rulebook(name).folder / "net.bin").is_file()]


@pytest.mark.parametrize("name", WITH_NETS)
def test_a_game_s_own_net_plays_every_seat_count_and_tells_how_it_was_made(name: str) -> None:
    book = mischief.rulebook(name)
    for path in book.folder.glob("net*.bin"):
        made = tomllib.loads(path.with_suffix(".toml").read_text())
        assert {"command", "seed", "commit", "seconds", "decisions", "against_heuristic"} <= set(made)
    assert sum(path.stat().st_size for path in book.folder.glob("net*.bin")) <= 1_000_000
    head, _ = read_net(book.folder / "net.bin")
    assert head.game == name
    for seats in range(book.info.seats[0], book.info.seats[1] + 1):
        game = mischief.game(name, seats)
        bot = make_bot("net", game)
        state, seat = reach(game, seats)
        assert bot.choose(Perspective(state, seat), Rng(1)) in state.legal(seat)
        policy = net_policy(game)
        assert policy is not None
        assert 0 < policy.outlook(state, seat) < 1
        imagined = state.imagine(seat, Rng(2))
        assert policy.outlook(imagined, seat) == policy.outlook(state, seat)
        assert policy.choose(imagined, seat, Rng(3)) == policy.choose(state, seat, Rng(3))


def test_a_net_that_weighs_learns_where_moves_lead(tmp_path: Path) -> None:
    """A small run makes a net; its looks ahead choose the move after which its own word is best; games with secrets are
    refused, since where a move leads would tell too much."""
    plan = msgspec.structs.replace(SMALL, weigh=True, follow=0.0, carry=0.8, seats=[2, 3])
    run = Training(plan, tmp_path)
    run.run(lambda line: None, every=1.0)
    assert {line.stage for line in run.diary} == {"play"}
    game = mischief.game("piratz", 3)
    found = net_for(game, tmp_path / "net.bin")
    assert found is not None
    ahead = Foresight(*found)
    for seed in range(5):
        state, seat = reach(game, seed)
        before = state.position()
        chosen = ahead.choose(state, seat, Rng(1))
        assert state.position() == before
        worth = {}
        for action in state.legal(seat):
            world = state.clone()
            world.apply(seat, action)
            worth[action] = ahead.outlook(world, seat)
        assert worth[chosen] == max(worth.values())
    words = ["train", "high-tea", "--weigh"]
    refused = CliRunner().invoke(build(words), words)
    assert refused.exit_code == 2
    assert "high-tea has secrets" in refused.output
    words = ["train", "piratz", "--weigh", "--rival", str(tmp_path / "net.bin")]
    refused = CliRunner().invoke(build(words), words)
    assert refused.exit_code == 2
    assert "no rival" in refused.output
    shipped = mischief.rulebook("piratz").folder / "net.bin"
    with pytest.raises(BadNet, match="go on from it without --weigh or --insight"):
        Training(msgspec.structs.replace(plan, begin=str(shipped)), tmp_path / "on")
    with pytest.raises(BadNet, match="go on from it with --insight"):
        Training(msgspec.structs.replace(SMALL, begin=str(tmp_path / "net.bin")), tmp_path / "on")


def test_a_net_can_look_at_what_a_player_reckons_and_learn_like_any_other(tmp_path: Path) -> None:
    """With --insight the players and the ladder write such rows, and so does the net in play."""
    run = Training(msgspec.structs.replace(SMALL, insight=True, seats=[3]), tmp_path)
    run.run(lambda line: None, every=1.0)
    assert run.diary[-1].strength
    game = mischief.game("piratz", 3)
    found = net_for(game, tmp_path / "net.bin")
    assert found is not None
    assert found[1] is game.insight()
    batch = Tables(run.shape, 1, Habits(1, against=0.5, slips=0.1, carry=0.95, counts=(3,))).batches[0]
    rows, length = batch.look().observations, run.shape.length
    seats = batch.look().seats
    for table, state in enumerate(batch.states):
        own = batch.game.insight().row(state, seats[table])
        assert rows[table * length : (table + 1) * length] == own


def test_a_net_can_follow_another_one(tmp_path: Path) -> None:
    """What it is told to do is the teacher's own move, whatever rows that looks at itself."""
    game = mischief.game("piratz", 4)
    own = own_net(game)
    teacher = net_policy(game)
    assert own is not None
    assert teacher is not None
    plan = msgspec.structs.replace(SMALL, insight=True, seats=[4], follow=1.0, teacher=str(own))
    run = Training(plan, tmp_path)
    tables = Tables(run.shape, 1, Habits(1, against=0.0, slips=0.0, carry=0.95, teacher=str(own), counts=(4,)))
    for batch, policy in zip(tables.batches, tables.policies, strict=True):
        seats = batch.look().seats
        advice = np.frombuffer(batch.advise(policy), "<i4").tolist()
        pairs = zip(batch.states, seats, strict=True)
        assert advice == [int(teacher.choose(state, seat, Rng(1))) for state, seat in pairs]
    words = ["train", "piratz", "--teacher", str(tmp_path / "none.bin")]
    refused = CliRunner().invoke(build(words), words)
    assert "no net here" in str(refused.exception)
    for words, why in (
        (["train", "piratz", "--teacher", str(own), "--follow", "0"], "no teacher is followed"),
        (["train", "high-tea", "--insight"], "what a player of high-tea reckons"),
    ):
        refused = CliRunner().invoke(build(words), words)
        assert refused.exit_code == 2
        assert why in " ".join(refused.output.replace("│", " ").split())


@pytest.mark.parametrize("backend", ["numpy", "torch"])
def test_a_run_of_an_earlier_version_goes_on_as_the_net_it_was(backend: str, tmp_path: Path) -> None:
    """Its rows were scaled otherwise, and its numbers mean something by that scale alone."""
    if backend == "torch":
        pytest.importorskip("torch")
    run = Training(msgspec.structs.replace(SMALL, weigh=True, backend=backend), tmp_path)
    run.learner.load(run.learner.save() | {"scales": scales_of(run.observer)})
    run.keep()
    checkpoint = tmp_path / "checkpoint.pkl"
    saved = pickle.loads(checkpoint.read_bytes())
    del saved["kept"], saved["learner"]["scales"]
    checkpoint.write_bytes(pickle.dumps(saved))
    again = Training(run.plan, tmp_path)
    assert all(np.allclose(a, b) for a, b in zip(again.learner.parts(), run.learner.parts(), strict=True))


def test_the_net_that_is_kept_is_the_mean_of_the_last_lessons(tmp_path: Path) -> None:
    """It goes on with that after a stop."""
    plan = msgspec.structs.replace(SMALL, smooth=0.75)
    run = Training(plan, tmp_path)
    for number in (1.0, 2.0, 4.0):
        run._smooth([np.full_like(part, number) for part in run.learner.parts()])
    assert all(np.allclose(part, 0.75 * (0.75 * 1 + 0.25 * 2) + 0.25 * 4) for part in run.kept)
    run.keep()
    _, parts = read_numbers(tmp_path / "net.bin")
    assert np.allclose(parts[1], run.kept[1], rtol=1e-3)
    again = Training(plan, tmp_path)
    assert all(np.array_equal(old, new) for old, new in zip(run.kept, again.kept, strict=True))


def test_what_a_moment_was_worth_comes_from_the_end_and_from_what_was_said_on_the_way() -> None:
    """Seat 0 sees three moments of a game that it wins, seat 1 one; then another game begins."""
    story = [Moment(0, b""), Moment(1, b""), Moment(0, b""), Moment(0, b""), Moment(0, b"")]
    ends, said = [(4, [1.0, 0.0]), (5, [0.0, 1.0])], [0.2, 0.9, 0.4, 0.6, 0.5]
    assert looking_back(story, ends, said, carry=1.0) == [1.0, 0.0, 1.0, 1.0, 0.0]
    assert looking_back(story, ends, said, carry=0.0) == [0.4, 0.0, 0.6, 1.0, 0.0]
    assert looking_back(story, ends, said, carry=0.5) == pytest.approx([0.6, 0.0, 0.8, 1.0, 0.0])


@pytest.mark.parametrize("following", [True, False])
def test_lessons_of_whole_games_name_choices_and_worths(following: bool) -> None:
    """Where something was chosen, the action is legal and counts as an example; elsewhere nothing is to be followed."""
    game = mischief.game("piratz", 3)
    length, actions, size = int(game.insight().length), game.num_actions, (8, 16)
    copy = Copy(np.zeros(numbers_in(length, 4, 2, actions), np.float32), length, 4, 2, actions)
    stretch = Lesson(
        np.zeros((*size, length), np.uint8),
        np.zeros((*size, actions), np.uint8),
        np.zeros(size, np.int32),
        *(np.zeros(size, np.float32) for _ in range(4)),
    )
    Weighing(length, 3, 0.2, 0.8).fill(stretch, copy, "piratz", (3,), following)
    chosen = stretch.credit == 1
    assert 0 < chosen.sum() < chosen.size
    legal = np.take_along_axis(stretch.masks, stretch.actions[..., None].astype(np.int64), 2)[..., 0]
    assert (legal == 1).all()
    assert (stretch.masks[~chosen].sum(1) == 1).all()
    assert (stretch.masks[chosen].sum(1) > 1).all()
    assert ((stretch.targets >= 0) & (stretch.targets <= 1)).all()
    assert set(stretch.targets.ravel().tolist()) <= {0.0, 1 / 3, 0.5, 1.0} if following else True
    assert np.isnan(stretch.was).all()
    assert len({bytes(row) for row in stretch.observations.reshape(-1, length)}) > 32


def test_ctrl_c_does_not_break_off_a_drawing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may fall into the first import of what draws, which would then be broken when the run draws for the last
    time."""
    drawn = []

    def draw(record: Record, folder: Path) -> Path:
        signal.raise_signal(signal.SIGINT)
        drawn.append(folder)
        return folder / "report.html"

    monkeypatch.setattr("mischief.commands.train.write_page", draw)
    report = Report(Console(), Training(SMALL, tmp_path))
    with pytest.raises(KeyboardInterrupt):
        report.draw()
    assert drawn == [tmp_path]


def test_ctrl_c_keeps_the_net_also_in_the_background_and_no_memory_stays_behind(tmp_path: Path) -> None:
    """A shell lets what it starts in the background ignore Ctrl-C; a run that was started so stops all the same,
    without a word from its players. One that is killed leaves no shared memory, since its file has no name."""
    words = ["train", "piratz", "--backend", "numpy", "--processes", "1", "--tables", "16", "--steps", "8"]
    words += ["--hidden", "8", "--narrow", "4", "--every", "0.5", "--into", str(tmp_path / "run")]
    command = [sys.executable, "-m", "mischief", *words]
    ended = {}
    for end in (signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
        )
        assert process.stdout is not None
        first = process.stdout.readline()
        while b"its share" not in first:
            assert first, "it has ended"
            first = process.stdout.readline()
        maps = Path(f"/proc/{process.pid}/maps").read_text().splitlines()
        rooms = [line for line in maps if "mischief-train" in line]
        assert rooms
        assert all(line.endswith("(deleted)") for line in rooms)
        os.killpg(process.pid, end)
        told, _ = process.communicate(timeout=30)
        ended[end] = process.returncode
        assert b"Traceback" not in told
        if end == signal.SIGINT:
            assert b"the same command goes on from here" in told
        assert (tmp_path / "run" / "net.bin").is_file()
    assert ended == {signal.SIGINT: 130, signal.SIGKILL: -signal.SIGKILL}


@pytest.mark.parametrize("unheard", [False, True])
def test_players_go_when_nobody_bids_any_more(unheard: bool) -> None:
    """However the run ended: between two bids, or while a stretch was played."""
    ours, theirs = multiprocessing.Pipe()
    if unheard:
        theirs.send(0)
    ours.close()
    assert next_bid(theirs) == END
    assert not tell(theirs, 0)
