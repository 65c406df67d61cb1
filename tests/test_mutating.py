"""`mischief mutate` spoils a copy of the rules, and says who notices."""

from __future__ import annotations

from pathlib import Path

import pytest

import mischief
from mischief.trials.mutating import CannotMutate, Mutator, changes_in, guards_of
from tests.shelf_of_tests import TEMPLATE


@pytest.mark.parametrize("name", [*mischief.BOXES, TEMPLATE])
def test_every_kind_of_change_can_be_made_and_leaves_python(name: str) -> None:
    changes = []
    for file in mischief.rulebook(name).folder.glob("rules*.py"):
        text = file.read_bytes()
        for change in changes_in(file):
            assert text[change.start : change.end].decode() == change.before
            changes.append(change)
        if changes:
            last = changes[-1]
            compile(text[: last.start] + last.after.encode() + text[last.end :], file.name, "exec")
    kinds = {change.kind for change in changes}
    assert kinds == {"comparison turned", "number one off", "condition dropped", "statement dropped"}


def test_a_spoilt_rule_is_noticed_and_the_copy_is_put_right_again(tmp_path: Path) -> None:
    with Mutator(TEMPLATE, tmp_path, []) as mutator:
        file = mutator.folder / "scoring.py"
        right = file.read_bytes()
        (change,) = [c for c in changes_in(file) if c.kind == "comparison turned" and c.before == "reaching == 1"]
        for _ in range(2):
            assert mutator.try_out(change).noticed.startswith("scenarios: scenario LC-S.1")
            assert file.read_bytes() == right
        assert mutator.sample(5, seed=1) == mutator.sample(5, seed=1)


def test_the_tests_of_a_game_are_found(tmp_path: Path) -> None:
    """Those that bear its name, those marked `rules` in files about all games, and those in a folder of one's own."""
    found = guards_of("pie-rats", mischief.rulebook("pie-rats").folder, Path(__file__).parent)
    shared = {test.partition(" ")[2] for test in found} - {""}
    assert {Path(test.split(" ")[0]).stem for test in found} >= {"test_pie_rats", "test_golden", "test_info_key"}
    assert shared == {"-m rules -k pie-rats"}
    assert not any("piratz" in test for test in found)
    (tmp_path / "test_mine.py").write_text("")
    assert guards_of(str(tmp_path), tmp_path, Path(__file__).parent) == [str(tmp_path / "test_mine.py")]


def test_a_game_that_fails_unspoilt_is_not_spoilt(tmp_path: Path) -> None:
    from mischief.commands.new_game import write_template

    folder = write_template("cheese-heist", tmp_path)
    scenarios = folder / "scenarios" / "rounds.yaml"
    scenarios.write_text(scenarios.read_text(encoding="utf-8").replace("scores: [0, 0, 4]", "scores: [0, 0, 3]"))
    (tmp_path / "copy").mkdir()
    with pytest.raises(CannotMutate, match=r"fails before anything is spoilt: scenarios: scenario CH-S.1"):
        Mutator(str(folder), tmp_path / "copy", [])
