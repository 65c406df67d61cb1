"""`mischief check`: plays scenarios and reports the clauses that none of them touches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track

from mischief.engine.errors import BadScenario, UnknownGame
from mischief.engine.game import Game
from mischief.engine.rulebook import cited
from mischief.engine.rulebook_blocks import clauses, is_ruling
from mischief.engine.scenarios import Failure, Scenario, read_scenarios, run_scenario
from mischief.games.shelf import BOXES, game, rulebook


def make_game(name: str, seats: int | None, options: Mapping[str, Any]) -> Game:
    return game(name, seats, **options)


def gather(places: Iterable[str]) -> tuple[list[Scenario], list[str]]:
    """The scenarios of the given games, folders and files, and the games whose clauses are to be reported."""
    found: list[Scenario] = []
    games: list[str] = []
    for place in places:
        path = Path(place)
        if place in BOXES or (path / "game.py").is_file():
            games.append(place)
            for file in sorted((rulebook(place).folder / "scenarios").glob("*.yaml")):
                found += read_scenarios(file, place)
        elif path.is_dir():
            files = sorted(path.rglob("*.yaml"))
            if not files:
                raise BadScenario(f"{place}: no .yaml file in this folder")
            for file in files:
                found += read_scenarios(file)
        elif path.is_file():
            found += read_scenarios(path)
        else:
            raise BadScenario(f"{place} is neither a game ({', '.join(BOXES)}) nor a folder nor a file")
    return found, games


def untouched(name: str, scenarios: Iterable[Scenario], tests: Path | None) -> list[str]:
    """The clauses of a game's rulebook that no scenario names and no test cites."""
    touched = {c for s in scenarios if s.game == name for c in s.clauses}
    if tests is not None:
        for file in sorted(tests.rglob("test_*.py")):
            touched |= cited(file.read_text(encoding="utf-8"))
    return [c for c in rules_of(name) if c not in touched]


def rules_of(name: str) -> list[str]:
    """The clauses of a game's rulebook that rule something; rulings only say why."""
    return [c for c in clauses(make_game(name, None, {}).rulebook) if not is_ruling(c)]


def run_all(scenarios: list[Scenario], quiet: bool = False) -> list[Failure]:
    rows = track(scenarios, "Playing scenarios", transient=True, disable=quiet)
    return [failure for failure in (run_scenario(s, make_game) for s in rows) if failure]


def check(
    paths: Annotated[list[str] | None, typer.Argument(help="Games, folders or files; all games if none.")] = None,
    tests: Annotated[Path | None, typer.Option(help="Clauses cited by tests in this folder count as touched.")] = None,
) -> None:
    """Play scenarios and list the clauses that none of them touches."""
    console = Console()
    wanted = paths or [name for name in BOXES if _there(name)]
    scenarios, games = gather(wanted)
    failures = run_all(scenarios)
    for failure in failures:
        console.print(str(failure), style="red", markup=False, highlight=False)
    console.print(f"{len(scenarios) - len(failures)} of {len(scenarios)} scenarios came out as they say.")
    missing = False
    for name in games:
        left = untouched(name, scenarios, tests)
        total = len(rules_of(name))
        missing = missing or bool(left)
        console.print(
            f"{name}: {total - len(left)} of {total} clauses touched"
            + (f"; untouched: {', '.join(left)}" if left else "."),
            style="yellow" if left else "green",
            highlight=False,
        )
    if failures or missing:
        raise typer.Exit(1)


def _there(name: str) -> bool:
    try:
        rulebook(name)
    except (UnknownGame, ModuleNotFoundError):
        return False
    return True
