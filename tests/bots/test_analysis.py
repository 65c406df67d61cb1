"""A finished game judged move by move."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mischief.bots.analysis import analyse
from mischief.bots.levels import make_bot
from mischief.engine.chance import Rng
from mischief.engine.seats import DEALER
from mischief.engine.table import Table
from mischief.games.shelf import game
from tests.shelf_of_tests import TEMPLATE


def finished(seed: int) -> Table:
    table, rng = Table(game(TEMPLATE, 2), seed), Rng(seed)
    while not table.state.over:
        seat = table.state.actors()[0]
        legal = table.state.legal(seat)
        table.play(seat, legal[int(rng.below(len(legal)))])
    return table


def test_every_real_decision_is_judged_and_the_dealer_s_are_not() -> None:
    table = finished(3)
    judged = list(analyse(table.game, table.log, make_bot("search:60it", table.game)))
    assert len(judged) == 8  # two rats, five rounds, the last of them without a choice
    for move in judged:
        assert table.log[move.step] == (move.seat, move.played)
        assert move.seat != DEALER
        assert move.hint.simulations == 60
        assert move.lost is None or 0 <= move.lost <= 1


def test_a_blunder_is_told_with_what_it_gave_away() -> None:
    """With 5 the crumb and the game are won; with 2 they may be lost."""
    book = game(TEMPLATE, 2)
    state = book.load(
        {
            "game": "last-crumb",
            "players": 2,
            "options": {"crumbs": "plenty"},
            "round": 4,
            "crumb": 5,
            "bag": [2, 0, 0, 0, 0],
            "paws": [[2, 5], [1, 2]],
            "chosen": [0, 0],
            "scores": [0, 3],
        }
    )
    book.begin = state.clone  # type: ignore[method-assign]
    first = next(analyse(book, [(0, 1), (1, 1)], make_bot("search:400it", book)))
    assert first.hint.text == "paw 5"
    assert first.lost is not None
    assert first.lost > 0.3


def test_the_command_prints_the_judgements(tmp_path: Path) -> None:
    out = tmp_path / "g.jsonl"
    mischief = [sys.executable, "-m", "mischief"]
    subprocess.run(
        [*mischief, "arena", TEMPLATE, "random", "--games", "1", "--workers", "1", "--logs", "--out", str(out)],
        check=True,
        capture_output=True,
    )
    told = subprocess.run(
        [*mischief, "analyse", str(out), "--bot", "search:20it"], check=True, capture_output=True, text=True
    ).stdout
    assert "paw" in told
    missing = subprocess.run([*mischief, "analyse", str(out), "--game", "7"], capture_output=True, text=True)
    assert missing.returncode == 2
    assert "no moves of a game 7" in missing.stderr
