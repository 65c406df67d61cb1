"""The benchmark measures what it says: every job of every game does its work, and counts it."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import pytest

import mischief
from mischief.arena.league import file_of

FOLDER = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture(autouse=True)
def beside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(FOLDER))


@pytest.mark.parametrize("name", mischief.BOXES)
def test_every_job_does_some_work(name: str) -> None:
    import speed

    counted = {kind: work() for kind, work in speed.ours(name).items()}
    assert set(counted) == {"inside", "listed", "moves", "clone", "observe", "view"}
    assert min(counted.values()) > 0
    assert counted["moves"] < counted["inside"]


def test_a_rate_is_units_by_processor_time() -> None:
    """Twice the units in the same time are twice the rate."""
    import clock

    def spin(units: int) -> int:
        sum(range(20000))
        return units

    rates = clock.best_of({"one": lambda: spin(1), "two": lambda: spin(2)}, 3, 0.02)
    assert 1.4 < rates["two"] / rates["one"] < 2.8


def test_the_matches_of_the_docs_are_played_as_far_as_there_is_time_and_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that is a second on at every look: after three the time is up."""
    import matches
    from rich.console import Console

    everything = matches.kinds_of(matches.LIST, [], [])
    plans = [matches.plan(game, kind.bots, kind.seats) for kind in everything for game in kind.games_in]
    assert len({(match.game, file_of(match)) for match in plans}) == 4 * len(everything), "each has a file of its own"
    with pytest.raises(SystemExit, match="no kind 'blitz'"):
        matches.kinds_of(matches.LIST, ["blitz"], [])
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('[[kind]]\nname = "blitz"\nbot = 1\n')
    with pytest.raises(SystemExit, match=r"wrong\.toml: .*unknown field `bot`"):
        matches.kinds_of(wrong, [], [])
    quick = matches.Kind("quick ones", ["heuristic", "random"], 2, 6, 0.9, 1, ["piratz", "high-tea"])
    console = Console(width=120)
    looks = itertools.count()
    monkeypatch.setattr("time.monotonic", lambda: float(next(looks)))
    for minutes, least in ((0.0, 0), (0.05, 2), (math.inf, 12)):
        grid, pressed = matches.play_all([quick], tmp_path, minutes, 1, console)
        assert not pressed
        lines = [len(file.read_text().splitlines()) - 1 for file in sorted(tmp_path.glob("*/*.jsonl"))]
        assert sum(lines) == least
    with console.capture() as heard:
        console.print(grid)
    assert heard.get().count("6 of 6") == 2
