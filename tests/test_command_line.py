"""The command line as a newcomer meets it: useful help, one-line errors, no tracebacks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import mischief
from mischief.cli import COMMANDS
from mischief.commands.check import gather, run_all
from mischief.commands.selfplay import Player, Tale


def run(*words: str, typed: str = "", cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mischief", *words],
        input=typed,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_help_names_every_command() -> None:
    told = run("--help")
    assert told.returncode == 0
    for command in COMMANDS:
        assert command in told.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["selfplay", "piratzz"], "Did you mean 'piratz'"),
        (["selfplay", "piratz", "--seats", "9"], "2 to 4 seats"),
        (["selfplay", "piratz", "--option", "colour=red"], "no option 'colour'"),
        (["selfplay", "piratz", "--option", "colour"], "name=value"),
        (["selfplay", "piratz", "--games", "0"], "at least 1"),
        (["check", "nowhere"], "neither a game"),
        (["new-game", "Bad Name"], "lower-case words"),
        (["cards", "piratz", "mine"], "ends in .toml"),
        (["cards", "piratz", "nowhere/mine.toml"], "no folder nowhere"),
        (["play", "piratz", "--people", "7"], "from 0 to"),
    ],
)
def test_mistakes_are_answered_in_a_sentence(words: list[str], told: str) -> None:
    answer = run(*words)
    assert answer.returncode == 2
    assert told in answer.stderr.replace("\n", " ")
    assert "Traceback" not in answer.stderr


def test_a_card_file_of_ones_own_is_the_games_and_is_never_written_over(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    assert run("cards", "pie-rats", str(mine), "-o", "deck=fair-crews").returncode == 0
    theirs = mischief.game("pie-rats", deck="fair-crews").card_file
    assert mine.read_text(encoding="utf-8") == theirs.read_text(encoding="utf-8")
    assert mischief.game("pie-rats", deck=str(mine)).card_file == mine
    again = run("cards", "pie-rats", str(mine))
    assert again.returncode == 2
    assert "already there" in again.stderr


REFUSALS = (
    ("{move: pass}", "'refuse' needs 'seat'"),
    ("{seat: 0}", "'refuse' needs 'move'"),
    ("{seat: x, move: pass}", "a seat is a number"),
    ("{seat: 0, move: pass, why: 1}", "not 'why'"),
    ("3", "'refuse' should be an object"),
)
EXPECTATIONS = (
    ("3", "'expect' should be an object"),
    ("{legal: 3}", "expected of 'legal' should be an object"),
    ("{legal: {0: 3}}", "'legal' of 0 should be a list"),
    ("{odds: []}", "expected of 'odds' should be an object"),
    ("{view: 3}", "expected of 'view' should be an object"),
    ("{actors: 3}", "expected of 'actors' should be a list"),
    ("{events: 3}", "expected of 'events' should be a list"),
    ("{position: {faceup: {$has: 3}}}", "$has should have a list"),
    ("{position: {faceup: {$len: x}}}", "$len should have a whole number"),
)


def test_broken_scenario_files_are_answered_with_their_place(tmp_path: Path) -> None:
    for number, (text, told) in enumerate(
        [
            ("scenario: not a list", "list of scenarios"),
            ("- scenario: A\n  juggle: 1", "no field 'juggle'"),
            ("- scenario: A\n  game: piratz", "needs 'when'"),
            ("- scenario: A\n  when: []", "says no game"),
            ("- scenario: A\n  scenario: B", "twice"),
            ("- {scenario: A", "line"),
            *((f"- scenario: A\n  game: piratz\n  when: [{{refuse: {row}}}]", told) for row, told in REFUSALS),
            *((f"- scenario: A\n  game: piratz\n  when: [{{expect: {row}}}]", told) for row, told in EXPECTATIONS),
            ("- scenario: A\n  game: piratz\n  options: 3\n  when: []", "'options' should be an object"),
            ("- scenario: A\n  game: piratz\n  given: {options: 3}\n  when: []", "should be an object"),
            ("- scenario: A\n  game: piratz\n  given: 3\n  when: []", "'given' should be an object"),
            ("- scenario: A\n  game: piratz\n  seed: abc\n  when: []", "'seed' should be a whole number, not 'abc'"),
            ("- scenario: A\n  game: piratz\n  seats: two\n  when: []", "'seats' should be a whole number"),
            ("- scenario: A\n  game: [piratz]\n  when: []", "'game' should be the name of a game"),
            ("- scenario: A\n  game: piratz\n  given: {}\n  impossible: 3", "'impossible' should be an object"),
        ]
    ):
        file = tmp_path / f"broken{number}.yaml"
        file.write_text(text)
        with pytest.raises(mischief.BadScenario) as error:
            run_all(gather([str(file)])[0], quiet=True)
        assert told in str(error.value)
        assert file.name in str(error.value)
    answer = run("check", str(file))
    assert answer.returncode == 2, answer.stdout
    assert told in answer.stderr.replace("\n", " ")


def test_a_new_game_is_whole(tmp_path: Path) -> None:
    assert run("new-game", "cheese-heist", "--into", str(tmp_path)).returncode == 0
    folder = tmp_path / "cheese_heist"
    assert "All promises held" in run("selfplay", str(folder), "--games", "20", "--check").stdout
    for place, here in ((str(folder), None), ("cheese_heist", tmp_path)):
        checked = run("check", place, cwd=here)
        assert checked.returncode == 0, checked.stdout
    assert "CH-S.1" in (folder / "scenarios" / "rounds.yaml").read_text()
    again = run("new-game", "cheese-heist", "--into", str(tmp_path))
    assert again.returncode == 2
    assert "already there" in again.stderr


def test_a_failing_scenario_says_where_and_how(tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text("- scenario: X\n  game: piratz\n  seats: 2\n  when:\n    - expect: {actors: [1]}\n")
    told = run("check", str(file))
    assert told.returncode == 1
    assert "step 1" in told.stdout
    assert "expected 1" in told.stdout.replace("\n", " ")


def test_a_whole_game_at_the_terminal() -> None:
    """Always the first move on the list: a person plays Piratz against a bot to the end."""
    told = run("play", "piratz", "--seed", "3", "--level", "easy", typed="hint\n?\nrule PZ-4.1\n" + "1\n" * 400)
    assert told.returncode == 0, told.stderr
    assert "Score" in told.stdout


def test_leaving_the_terminal_table_is_polite() -> None:
    told = run("play", "piratz", "--seed", "3", typed="nonsense\nquit\n")
    assert told.returncode == 0
    assert "No move reads 'nonsense'" in told.stdout
    assert "--seed 3" in told.stdout


def test_fields_of_an_observation_are_told_and_written_as_json() -> None:
    told = run("fields", "piratz")
    assert told.returncode == 0
    assert "674 numbers" in told.stdout
    told = run("fields", "piratz", "--json")
    table = json.loads(told.stdout)
    assert table["length"] == sum(field["length"] for field in table["fields"]) == 674
    assert table["fields"][0]["entries"] == ["2", "3", "4"]


@pytest.mark.parametrize("name", mischief.BOXES)
def test_a_seed_gives_the_same_results_and_events_checked_or_not(name: str) -> None:
    tales = [Tale(), Tale()]
    for tale, check in zip(tales, (False, True), strict=True):
        for seed in range(4):
            Player(check, events=True, close=2)(mischief.game(name), seed, tale)
    assert tales[0].events
    assert tales[0] == tales[1]
