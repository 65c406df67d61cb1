"""The shelf: finds a rulebook by its name, or in a folder of somebody's own."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from mischief.engine.errors import BadPosition, UnknownGame
from mischief.engine.game import Game
from mischief.engine.state import State
from mischief.games.own import import_game

if TYPE_CHECKING:
    from mischief.engine.typed import GameOf
    from mischief.games.doctor_rat.view import DoctorRatView
    from mischief.games.high_tea.view import HighTeaView
    from mischief.games.pie_rats.view import PieRatsView
    from mischief.games.piratz.view import PiratzView
    from mischief.games.rattus_cartus.view import RattusCartusView

BOXES = {
    "piratz": "mischief.games.piratz",
    "high-tea": "mischief.games.high_tea",
    "rattus-cartus": "mischief.games.rattus_cartus",
    "doctor-rat": "mischief.games.doctor_rat",
    "pie-rats": "mischief.games.pie_rats",
}
"""Our five, in the order in which the shelf shows them. Loaded only when asked for."""


OWN: dict[str, list[Path]] = {}
"""Games from folders of somebody's own that have been loaded, by their ids."""


def rulebook(name: str) -> type[Game]:
    """The rulebook of that name, or the one in that folder (`mischief new-game` writes such folders)."""
    if name in BOXES:
        found: type[Game] = importlib.import_module(BOXES[name] + ".game").GAME
        return found
    if Path(name).is_dir():
        return _own(Path(name).resolve())
    near = difflib.get_close_matches(name, BOXES, 2)
    hint = f" Did you mean {' or '.join(map(repr, near))}?" if near else ""
    raise UnknownGame(f"There is no game {name!r}: there are {', '.join(BOXES)}, or a folder with a game.py.{hint}")


@overload
def game(name: Literal["piratz"], seats: SupportsIndex | None = None, **options: Any) -> GameOf[PiratzView]: ...
@overload
def game(name: Literal["high-tea"], seats: SupportsIndex | None = None, **options: Any) -> GameOf[HighTeaView]: ...
@overload
def game(
    name: Literal["rattus-cartus"], seats: SupportsIndex | None = None, **options: Any
) -> GameOf[RattusCartusView]: ...
@overload
def game(name: Literal["doctor-rat"], seats: SupportsIndex | None = None, **options: Any) -> GameOf[DoctorRatView]: ...
@overload
def game(name: Literal["pie-rats"], seats: SupportsIndex | None = None, **options: Any) -> GameOf[PieRatsView]: ...
@overload
def game(name: str, seats: SupportsIndex | None = None, **options: Any) -> Game: ...
def game(name: str, seats: SupportsIndex | None = None, **options: Any) -> Game:
    """A game ready to be started: `mischief.game("piratz", seats=3, zero_scores=False)`."""
    return rulebook(name)(seats, **options)


def load(position: Mapping[str, Any]) -> State:
    """The state that a position describes; its `game`, seats and `options` say which game it is of. A game of
    somebody's own is found by its id once its folder has been loaded."""
    if not isinstance(position, Mapping):
        raise BadPosition("the whole", f"should be an object with named fields, not {position!r}")
    name = position.get("game")
    if not isinstance(name, str):
        raise BadPosition("game", f"should be the name of a game ({', '.join(BOXES)}), not {name!r}")
    folders = OWN.get(name, [])
    if len(folders) > 1:
        listed = " and ".join(str(folder) for folder in folders)
        raise BadPosition("game", f"{listed} both have the id {name!r}: say mischief.game(FOLDER).load(position)")
    if not folders and name not in BOXES and not Path(name).is_dir():
        raise UnknownGame(
            f"There is no game {name!r}: there are {', '.join(BOXES)}. A game of your own is known once its folder "
            "has been loaded: mischief.rulebook(FOLDER)."
        )
    seats = position.get("players", position.get("n"))
    options = position.get("options") or {}
    if not isinstance(options, Mapping):
        raise BadPosition("options", f"should be an object with named fields, not {options!r}")
    return game(str(folders[0]) if folders else name, seats, **options).load(position)


def _own(folder: Path) -> type[Game]:
    found: Any = getattr(import_game(folder), "GAME", None)
    if not (isinstance(found, type) and issubclass(found, Game) and "info" in vars(found)):
        raise UnknownGame(f"{folder / 'game.py'} should end with GAME = the game's class, which says its `info`.")
    if found.info.id in BOXES:
        raise UnknownGame(
            f"{folder} has the id {found.info.id!r}, which is that of a game on the shelf: give it an id of its own in "
            "game.py (`info`)."
        )
    known = OWN.setdefault(found.info.id, [])
    if folder not in known:
        known.append(folder)
    return found
