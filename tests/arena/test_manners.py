"""Bots that misbehave are found out, and those on the shelf do not."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mischief
from mischief.arena import manners
from mischief.arena.manners import Conduct, Portion, answers, portions, watch
from mischief.arena.pieces import take_up
from mischief.arena.results import BadResults
from mischief.bots.bot import Bot, Perspective, RandomBot, Stop, never
from mischief.engine.chance import Rng
from mischief.engine.variants import variants
from tests.shelf_of_tests import ALL_GAMES, TEMPLATE, title


class Rude(RandomBot):
    """Now and then cheats or gives up."""

    word = "rude"

    def choose(self, perspective: Perspective, rng: Rng, stop: Stop = never) -> int:
        mood = rng.below(20)
        if mood == 0:
            return perspective.game.num_actions
        if mood == 1:
            raise ValueError("I will not")
        return super().choose(perspective, rng)


def test_every_fault_is_counted_and_the_game_goes_on() -> None:
    table = mischief.game("piratz", 3)
    told = [answer.fault for answer in answers(table, Rude(), 1)]
    assert "ValueError: I will not" in told
    assert any("which is not legal" in fault for fault in told)
    assert len(told) > 30


def test_a_fault_says_where_it_can_be_seen_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def rude(word: str, game: mischief.Game) -> Bot:
        return Rude()

    monkeypatch.setattr(manners, "make_bot", rude)
    found = watch(Portion(TEMPLATE, "rude", 0, 30), list(variants(mischief.rulebook(TEMPLATE))))
    assert found.faults
    assert all("mischief.game('last-crumb'" in fault and ", game " in fault for fault in found.faults)


@pytest.mark.parametrize("name", ALL_GAMES, ids=title)
@pytest.mark.parametrize("bot", ["random", "heuristic", "easy", "search:2it"])
def test_no_bot_proposes_an_illegal_move_in_any_variant(name: str, bot: str) -> None:
    tables = list(variants(mischief.rulebook(name)))
    if bot.startswith("search"):  # it plays whole games in its head: some of the variants will do
        tables = tables[:: 1 + len(tables) // 8]
    found = watch(Portion(name, bot, 0, len(tables)), tables)
    assert found.faults == []
    assert found.decisions > 5 * len(tables)


def test_all_games_are_played_once() -> None:
    work = portions(["piratz", "pie-rats"], ["random"], 120)
    assert [(p.game, p.first, p.games) for p in work[:3]] == [
        ("piratz", 0, 50),
        ("piratz", 50, 50),
        ("piratz", 100, 20),
    ]
    assert sum(p.games for p in work) == 240


def test_the_command_tells_and_is_taken_up_again(tmp_path: Path) -> None:
    out = tmp_path / "m.jsonl"
    command = [sys.executable, "-m", "mischief", "manners", TEMPLATE, "-b", "heuristic", "--workers", "1"]
    command += ["--games", "120", "--out", str(out)]
    first = subprocess.run(command, capture_output=True, text=True)
    assert first.returncode == 0, first.stdout + first.stderr
    assert "last-crumb" in first.stdout
    whole = out.read_bytes()
    out.write_bytes(whole[:-30])
    assert subprocess.run(command, capture_output=True).returncode == 0
    told = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert sorted(line["portion"]["first"] for line in told) == [0, 50, 100]
    assert sum(line["portion"]["games"] for line in told) == 120


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    path.write_text('{"arena": 1}\n')
    with pytest.raises(BadResults, match="line 1"):
        take_up(path, Conduct, "games of one bot")
