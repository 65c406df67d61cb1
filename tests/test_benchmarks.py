"""The benchmark measures what it says: every job of every game does its work, and counts it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mischief

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
