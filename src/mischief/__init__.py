"""Mischief: one table for five tabletop games about rats.

>>> import mischief
>>> table = mischief.table("piratz", seats=2, seed=7)
>>> table.state.actors()
[0]
"""

from __future__ import annotations

import os

from mischief import pure

if os.environ.get("MISCHIEF_PURE", "") not in ("", "0"):
    pure.prefer_source()

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, overload

from mischief.engine.chance import Odds, Rng
from mischief.engine.errors import (
    BadBatch,
    BadCards,
    BadOption,
    BadPosition,
    BadRulebook,
    BadScenario,
    MischiefError,
    Refused,
    UnknownGame,
)
from mischief.engine.events import Event
from mischief.engine.game import Game, Move, Result, Tally, View
from mischief.engine.moves import Moves
from mischief.engine.policy import Policy
from mischief.engine.seats import DEALER, NOBODY, WATCHER
from mischief.engine.state import State
from mischief.engine.table import Table
from mischief.games.shelf import BOXES, game, load, rulebook

if TYPE_CHECKING:
    from mischief.engine.typed import TableOf
    from mischief.games.doctor_rat.view import DoctorRatView
    from mischief.games.high_tea.view import HighTeaView
    from mischief.games.pie_rats.view import PieRatsView
    from mischief.games.piratz.view import PiratzView
    from mischief.games.rattus_cartus.view import RattusCartusView
    from mischief.learning.arrays import Arrays

__version__ = "0.1.0"

COMPILED = pure.is_compiled(State)
"""Whether the rules run compiled. Set MISCHIEF_PURE=1 before importing to run the plain Python."""


@overload
def table(
    name: Literal["piratz"], seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any
) -> TableOf[PiratzView]: ...
@overload
def table(
    name: Literal["high-tea"], seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any
) -> TableOf[HighTeaView]: ...
@overload
def table(
    name: Literal["rattus-cartus"], seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any
) -> TableOf[RattusCartusView]: ...
@overload
def table(
    name: Literal["doctor-rat"], seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any
) -> TableOf[DoctorRatView]: ...
@overload
def table(
    name: Literal["pie-rats"], seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any
) -> TableOf[PieRatsView]: ...
@overload
def table(name: str, seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any) -> Table: ...
def table(name: str, seats: SupportsIndex | None = None, *, seed: SupportsIndex, **options: Any) -> Table:
    """A game that deals by itself from a seed and writes itself down.

    `name` is one of BOXES (`"piratz"`) or a folder with a game of your own, `seats` the game's usual number if it is
    not given, `options` its house rules by name. The same seed and the same moves are the same game.

    >>> import mischief
    >>> table = mischief.table("pie-rats", seats=3, seed=7, phase6="nice")
    >>> table.state.seats
    3
    """
    return Table(game(name, seats, **options), seed)


def batch(
    name: str,
    tables: SupportsIndex,
    seats: SupportsIndex | None = None,
    *,
    seed: SupportsIndex,
    policies: Mapping[int, Policy] | None = None,
    rotate: bool = False,
    forced: bool = True,
    turned: bool = False,
    **options: Any,
) -> Arrays:
    """Many tables of a game at once, as numpy arrays, for learners (docs/learning.md). Needs the extra `learn`.

    `policies` play the seats that they are given for. With `rotate` everybody sits one seat further on at each table
    than at the one before; with `forced=False` moves without a choice are asked for, too; with `turned` moves that name
    a seat count from the seat that is asked, as observations do. The same seed plays the same games.

    >>> import mischief
    >>> batch = mischief.batch("piratz", tables=8, seats=2, seed=7)
    >>> observations, masks, seats = batch.look()
    >>> ended, payoffs = batch.step(masks.argmax(axis=1))
    """
    from mischief.learning.arrays import Arrays

    return Arrays(game(name, seats, **options), tables, seed, policies, rotate, forced, turned)


__all__ = [
    "BOXES",
    "COMPILED",
    "DEALER",
    "NOBODY",
    "WATCHER",
    "BadBatch",
    "BadCards",
    "BadOption",
    "BadPosition",
    "BadRulebook",
    "BadScenario",
    "Event",
    "Game",
    "MischiefError",
    "Move",
    "Moves",
    "Odds",
    "Policy",
    "Refused",
    "Result",
    "Rng",
    "State",
    "Table",
    "Tally",
    "UnknownGame",
    "View",
    "batch",
    "game",
    "load",
    "rulebook",
    "table",
]
