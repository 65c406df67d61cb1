"""The golden playthroughs still play as they are written down."""

from __future__ import annotations

import pytest

import mischief
from tests.fingerprints import FOLDER, first_difference
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


def test_there_is_a_playthrough_to_compare() -> None:
    assert "piratz" in WRITTEN
