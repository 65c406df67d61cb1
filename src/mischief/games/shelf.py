"""The shelf: finds a rulebook by its name, or in a folder of somebody's own."""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mischief.engine.errors import BadPosition, UnknownGame
from mischief.engine.game import Game
from mischief.engine.state import State

BOXES = {
    "piratz": "mischief.games.piratz",
    "high-tea": "mischief.games.high_tea",
    "rattus-cartus": "mischief.games.rattus_cartus",
    "doctor-rat": "mischief.games.doctor_rat",
    "pie-rats": "mischief.games.pie_rats",
}
"""Our five, in the order in which the shelf shows them. Loaded only when asked for."""


def rulebook(name: str) -> type[Game]:
    """The rulebook of that name, or the one in that folder (`mischief new-game` writes such folders)."""
    if name in BOXES:
        module = importlib.import_module(BOXES[name] + ".game")
    elif (Path(name) / "game.py").is_file():
        module = _load_folder(Path(name).resolve())
    else:
        near = difflib.get_close_matches(name, BOXES, 1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(f"There is no game {name!r}: there are {', '.join(BOXES)}, or a folder with a game.py.{hint}")
    found: type[Game] = module.GAME
    return found


def game(name: str, seats: int | None = None, **options: Any) -> Game:
    """A game ready to be started: `mischief.game("piratz", seats=3, zero_scores=False)`."""
    return rulebook(name)(seats, **options)


def load(position: Mapping[str, Any]) -> State:
    """The state that a position describes; its `game`, seats and `options` say which game it is of."""
    name = position.get("game")
    if not isinstance(name, str):
        raise BadPosition("game", f"should be the name of a game ({', '.join(BOXES)}), not {name!r}")
    seats = position.get("players", position.get("n"))
    options = position.get("options") or {}
    if not isinstance(options, Mapping):
        raise BadPosition("options", f"should be an object with named fields, not {options!r}")
    return game(name, seats, **options).load(position)


def _load_folder(folder: Path) -> Any:
    package = f"mischief_game_{folder.name.replace('-', '_')}"
    if package not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            package, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        if spec is None or spec.loader is None:
            raise UnknownGame(f"{folder} cannot be loaded as a game: it needs an __init__.py and a game.py.")
        module = importlib.util.module_from_spec(spec)
        sys.modules[package] = module
        spec.loader.exec_module(module)
    return importlib.import_module(package + ".game")
