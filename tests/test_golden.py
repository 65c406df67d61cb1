"""The golden playthroughs still play as they are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

import mischief
from tests import fingerprints
from tests.fingerprints import FOLDER, first_difference, games_file
from tests.golden import golden_file, playthrough

pytestmark = pytest.mark.rules

WRITTEN = sorted(file.stem for file in FOLDER.glob("*.txt"))


@pytest.mark.parametrize("name", WRITTEN)
def test_the_game_goes_as_it_is_written(name: str) -> None:
    """If the change is meant, write it anew (`python -m tests.golden GAME`) and review the difference."""
    assert playthrough(mischief.game(name)).split("\n") == golden_file(name).read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize("name", mischief.BOXES)
def test_games_at_every_seat_count_with_every_option_go_as_they_went(name: str) -> None:
    """If the change is meant, write them anew as above: the lines that differ say which games it reaches."""
    assert not first_difference(name)


def test_a_game_that_goes_otherwise_is_named_with_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = games_file("piratz").read_text(encoding="utf-8").splitlines()
    what, letters = lines[2].split(": ")
    lines[2] = f"{what}: {letters[:4]}{'A' if letters[4] == 'B' else 'B'}{letters[5:]}"
    monkeypatch.setattr(fingerprints, "FOLDER", tmp_path)
    games_file("piratz").write_text("\n".join(lines), encoding="utf-8")
    found = first_difference("piratz").splitlines()
    assert found[0].startswith(f"{what.partition(' ')[2]} is no longer the same after decision 20")
    assert [line.partition(".")[0] for line in found[1:]] == ["21", "22", "23", "24", "25"]
    games_file("piratz").write_text("\n".join(lines[:2]), encoding="utf-8")
    assert first_difference("piratz").endswith("is played, too")


def test_there_is_a_playthrough_to_compare() -> None:
    assert "piratz" in WRITTEN
