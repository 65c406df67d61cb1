"""`mischief mutate` spoils a copy of the rules, and says who notices."""

from __future__ import annotations

from pathlib import Path

import pytest

import mischief
from mischief.trials.mutating import CannotMutate, Mutator, changes_in
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


def test_a_game_that_fails_unspoilt_is_not_spoilt(tmp_path: Path) -> None:
    from mischief.commands.new_game import write_template

    folder = write_template("cheese-heist", tmp_path)
    scenarios = folder / "scenarios" / "rounds.yaml"
    scenarios.write_text(scenarios.read_text(encoding="utf-8").replace("scores: [0, 0, 4]", "scores: [0, 0, 3]"))
    (tmp_path / "copy").mkdir()
    with pytest.raises(CannotMutate, match=r"fails before anything is spoilt: scenarios: scenario CH-S.1"):
        Mutator(str(folder), tmp_path / "copy", [])
